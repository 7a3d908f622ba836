//! What the moves of a path meet, and how near they come to other parts.

use std::ops::ControlFlow;

use clearance::assembly::{Assembly, Tolerance};
use clearance::glam::DVec3;
use clearance::motion::{
    CurvePoint, LeastClearance, MoveReport, PathContact, PathError, Screw, clearance_curve, follow,
};
use serde::Serialize;
use serde_json::value::RawValue;

use super::read_path::{Moves, Written};
use super::space::{Dimension, InSpace};
use crate::check::filters;
use crate::problem::{Code, Problem};
use crate::scene::{Id, Objects, Scene};

/// What was found out about a path.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The ids of the parts of the scene.
    pub ids: Vec<Id>,
    pub(super) dimension: Dimension,
    /// Its moves, in their order.
    pub moves: Vec<FollowedMove>,
}

/// What was found out about a move.
#[derive(Clone, Debug)]
pub struct FollowedMove {
    /// The parts that move.
    pub parts: Vec<usize>,
    /// What puts the part elsewhere before, if the move says so.
    pub before: Option<Screw>,
    /// How they move.
    pub screw: Screw,
    /// What they meet, and how near they come to others.
    pub report: MoveReport,
    /// The clearance over time, if it was asked for.
    pub curve: Vec<CurvePoint>,
}

/// Follows moves, one after the other; with `steps` the clearance is told at so many times of each, for
/// plots. Calls `watch` after each pair of parts; where it breaks the result is `None`.
///
/// Errors: those of the moves, a scene in single precision, shapes too large for space, a tolerance that is
/// negative or not a number, and a position beyond the range of poses.
pub fn path(
    scene: &Scene,
    moves: &Moves<'_>,
    tolerance: Tolerance,
    steps: u32,
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<Option<Followed>, Problem> {
    followed(&InSpace::of(scene)?, moves, (tolerance, steps), watch)
}

/// The same for the objects of a scene of space in double precision.
pub fn path_of(
    scene: &Objects<DVec3>,
    moves: &Moves<'_>,
    settings: (Tolerance, u32),
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<Option<Followed>, Problem> {
    followed(&scene.into(), moves, settings, watch)
}

fn followed(
    scene: &InSpace<'_>,
    moves: &Moves<'_>,
    (tolerance, steps): (Tolerance, u32),
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<Option<Followed>, Problem> {
    super::not_negative(tolerance)?;
    let objects = scene.objects();
    let written = moves.read(objects, scene.dimension)?;
    let mut followed = Followed {
        ids: objects.iter().map(|object| object.id.clone()).collect(),
        dimension: scene.dimension,
        moves: Vec::new(),
    };
    let filters = filters(objects);
    let allows = |a: usize, b: usize| filters[a].allows(&filters[b]);
    let mut assembly = scene.assembly(tolerance.length());
    for (i, one) in written.iter().enumerate() {
        match follow_one(&mut assembly, one, (tolerance, steps), &allows, watch) {
            Ok(mut one) => {
                scene.dimension.flatten(&mut one.report.contacts);
                followed.moves.push(one);
            }
            Err(PathError::Stopped) => return Ok(None),
            Err(_) => {
                let message = format!("moves[{i}]: leads beyond the range of positions");
                return Err(moves.of(Problem::new(Code::LimitExceeded, message)));
            }
        }
    }
    Ok(Some(followed))
}

fn follow_one(
    assembly: &mut Assembly,
    one: &Written,
    (tolerance, steps): (Tolerance, u32),
    allows: &dyn Fn(usize, usize) -> bool,
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<FollowedMove, PathError> {
    let before = one.from.map(|from| {
        let (part, pose) = (one.parts[0], assembly.parts()[one.parts[0]].pose);
        // A scale that a pose has is valid.
        assembly.place(part, from.scaled(pose.scale()).unwrap_or(from));
        Screw::between(&pose, &from)
    });
    let one = one.as_move(&assembly.parts()[one.parts[0]].pose);
    let mut report = follow(assembly, core::slice::from_ref(&one), tolerance, allows, watch)?;
    let curve = match steps {
        0 => Vec::new(),
        steps => clearance_curve(assembly, &one, steps, allows),
    };
    for (part, pose) in report.poses.iter().enumerate() {
        assembly.place(part, *pose);
    }
    Ok(FollowedMove {
        parts: one.parts,
        before,
        screw: one.screw,
        report: report.moves.pop().ok_or(PathError::Stopped)?,
        curve,
    })
}

impl Followed {
    /// The coordinates of a point or direction: two in the plane.
    pub fn coordinates(&self, p: DVec3) -> Vec<f64> {
        self.dimension.coordinates(p)
    }
    /// Whether a move meets a part.
    pub fn has_contacts(&self) -> bool {
        self.moves.iter().any(|one| !one.report.contacts.is_empty())
    }
    /// Whether nothing can have been passed over.
    pub fn is_certified(&self) -> bool {
        self.moves.iter().all(|one| one.report.is_certified)
    }
    /// The result as JSON, in one line.
    pub fn json(&self) -> String {
        let moves = self
            .moves
            .iter()
            .map(|FollowedMove { parts, report, .. }| MoveData {
                parts: parts.iter().map(|&part| self.id(part)).collect(),
                first_contact: report.contacts.first().map(|contact| self.contact(contact)),
                contacts: report
                    .contacts
                    .iter()
                    .map(|contact| self.contact(contact))
                    .collect(),
                least_clearance: report.least_clearance.as_ref().map(|least| self.least(least)),
                certified: report.is_certified,
            });
        let document = Document {
            moves: moves.collect(),
            certified: self.is_certified(),
        };
        serde_json::to_string(&document).unwrap_or_default()
    }
    fn id(&self, part: usize) -> &RawValue {
        &self.ids[part].raw
    }
    fn contact(&self, contact: &PathContact) -> ContactData<'_> {
        ContactData {
            part: self.id(contact.part),
            with: self.id(contact.with),
            time: contact.time,
            point: self.coordinates(contact.point),
            normal: self.coordinates(contact.normal),
        }
    }
    fn least(&self, least: &LeastClearance) -> LeastData<'_> {
        LeastData {
            value: least.value,
            within: least.within,
            part: self.id(least.part),
            with: self.id(least.with),
            time: least.time,
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    moves: Vec<MoveData<'a>>,
    certified: bool,
}

#[derive(Serialize)]
struct MoveData<'a> {
    parts: Vec<&'a RawValue>,
    first_contact: Option<ContactData<'a>>,
    contacts: Vec<ContactData<'a>>,
    least_clearance: Option<LeastData<'a>>,
    certified: bool,
}

#[derive(Serialize)]
struct ContactData<'a> {
    part: &'a RawValue,
    with: &'a RawValue,
    time: f64,
    point: Vec<f64>,
    normal: Vec<f64>,
}

#[derive(Serialize)]
struct LeastData<'a> {
    value: f64,
    within: f64,
    part: &'a RawValue,
    with: &'a RawValue,
    time: f64,
}
