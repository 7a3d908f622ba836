//! The output of an earlier check, as JSON.

use std::path::Path;

use clearance::assembly::Class;
use clearance::glam::{DVec2, DVec3};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Clash, class_of};
use crate::files::Access;
use crate::place::middle;
use crate::problem::{Code, Problem};
use crate::scene::{Id, VERSION};

/// What an earlier check printed.
#[derive(Debug, Deserialize)]
pub struct OldOutput {
    clearance: u32,
    pub(super) pairs: Vec<OldPair>,
    #[serde(default)]
    pub(super) partial: bool,
    pub(super) left: Option<OldLeft>,
    pub(super) digest: Option<String>,
}

/// What it left.
#[derive(Debug, Deserialize)]
pub(super) struct OldLeft {
    pub first: Option<[Box<RawValue>; 2]>,
}

/// A pair.
#[derive(Debug, Deserialize)]
pub(super) struct OldPair {
    pub a: Box<RawValue>,
    pub b: Box<RawValue>,
    pub class: String,
    pub relation: String,
    pub rule: Option<String>,
    pub clearance: Option<f64>,
    pub normal: Option<Vec<f64>>,
    pub point_a: Option<Vec<f64>>,
    pub point_b: Option<Vec<f64>>,
    pub depth_kind: Option<String>,
    pub tolerance: f64,
    pub faces: Option<String>,
    pub surface_gap: Option<f64>,
    pub depth: Option<OldDepth>,
    pub common: Option<OldCommon>,
    pub contact: Option<OldContact>,
    pub error: Option<OldRefusal>,
    pub why: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct OldRefusal {
    pub message: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct OldDepth {
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
    pub direction: Vec<f64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct OldCommon {
    pub volume: Option<f64>,
    pub at: Vec<f64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct OldContact {
    pub area: Option<f64>,
    pub center: Vec<f64>,
    pub normal: Vec<f64>,
}

/// Reads what an earlier check printed.
///
/// Errors: `InvalidJson` for anything that no check of this version printed; those of [`Access::open`].
pub fn read_output(file: &Path, access: &Access) -> Result<OldOutput, Problem> {
    let (mut source, _) = access.open(file)?;
    let bytes = source.bytes()?;
    let old: Result<OldOutput, _> = serde_json::from_slice(&bytes);
    let old = old.map_err(|error| {
        let mut problem = wrong(format!("no output of check --format json: {error}"));
        problem.place.line = Some((error.line(), error.column()));
        problem.in_file(file)
    })?;
    if old.clearance != VERSION {
        let message = format!("this build reads version {VERSION}, not {}", old.clearance);
        return Err(wrong(message).at("clearance").in_file(file));
    }
    Ok(old)
}

pub(super) fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(Code::InvalidJson, message)
}

/// The class of a pair.
pub(super) fn class(pair: &OldPair, i: usize) -> Result<Class, Problem> {
    class_of(&pair.class)
        .ok_or_else(|| wrong(format!("no class \"{}\"", pair.class)).at(format!("pairs[{i}].class")))
}

impl OldOutput {
    /// Its pairs, to compare others with.
    ///
    /// Errors: the check was stopped, so that it is not known what there was; a class that does not exist.
    pub fn clashes(&self) -> Result<Vec<Clash>, Problem> {
        if self.partial {
            return Err(wrong("this check was stopped: go on with --resume first").at("partial"));
        }
        let pairs = self.pairs.iter().enumerate();
        pairs.map(|(i, pair)| Ok(pair.clash(class(pair, i)?))).collect()
    }
}

impl OldPair {
    fn clash(&self, class: Class) -> Clash {
        Clash {
            names: [&self.a, &self.b].map(|raw| Id::from_raw(raw).text),
            class,
            at: self.place(),
            size: None,
            depth: self.depth.as_ref().and_then(|depth| depth.at_most),
            clearance: self.clearance,
            gap: self.surface_gap,
            note: None,
            topic: None,
        }
    }
    fn place(&self) -> Option<Vec<f64>> {
        let common = self.common.as_ref().map(|common| &common.at);
        let center = common.or(self.contact.as_ref().map(|contact| &contact.center));
        let points = || match (self.point_a.as_deref()?, self.point_b.as_deref()?) {
            ([ax, ay], [bx, by]) => Some(middle(DVec2::new(*ax, *ay), DVec2::new(*bx, *by))),
            ([ax, ay, az], [bx, by, bz]) => {
                Some(middle(DVec3::new(*ax, *ay, *az), DVec3::new(*bx, *by, *bz)))
            }
            _ => None,
        };
        center.cloned().filter(|at| !at.is_empty()).or_else(points)
    }
}
