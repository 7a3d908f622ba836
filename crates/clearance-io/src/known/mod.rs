//! What is new since clashes were known: those of a list that people keep (`file.rs`), or the pairs of an
//! earlier output (`old.rs`).
//!
//! A clash is known by the names of its parts, in either order, and by its place (`compare.rs`). An output of
//! a check that was stopped also says where to go on (`resume.rs`, `digest.rs`). As a topic of BCF a clash
//! keeps its GUID (`topic.rs`).

mod compare;
#[cfg(feature = "rules")]
mod digest;
#[cfg(feature = "rules")]
mod file;
#[cfg(feature = "rules")]
mod old;
#[cfg(feature = "rules")]
mod resume;
#[cfg(feature = "rules")]
mod row;
#[cfg(feature = "bcf")]
pub(crate) mod topic;

pub use compare::{compare, has_grown};
#[cfg(feature = "rules")]
pub use digest::digest;
#[cfg(feature = "rules")]
pub use file::{Accepted, accept, read_known};
#[cfg(feature = "rules")]
pub use old::{OldOutput, read_output};
#[cfg(feature = "rules")]
pub use resume::{resume, resume_checked};
#[cfg(feature = "on-disk")]
pub(crate) use row::read_row;

use clearance::assembly::Class;
use clearance::math::{Real, Vector};

use crate::about::plain_name;
use crate::answer::number;
use crate::check::Finding;
use crate::place::place;
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// A pair as it is remembered.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// The names of its parts.
    pub names: [String; 2],
    /// What it was called.
    pub class: Class,
    /// Where it was.
    pub at: Option<Vec<f64>>,
    /// How large the box is that the boxes of its parts have in common: its diagonal.
    pub size: Option<f64>,
    /// How far one must be moved at most.
    pub depth: Option<f64>,
    /// The clearance.
    pub clearance: Option<f64>,
    /// The gap of the surfaces that decided.
    pub gap: Option<f64>,
    /// What people say of it.
    pub note: Option<String>,
    /// The GUID of its topic in BCF.
    pub topic: Option<String>,
}

impl Clash {
    /// What is remembered of a pair.
    pub fn of<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>) -> Self {
        let name = |i: usize| plain_name(&scene.objects[i].id.text).to_owned();
        Self {
            names: [finding.a, finding.b].map(name),
            class: finding.class,
            at: place(finding),
            size: size(scene, finding),
            depth: finding.depth.as_ref().map(|depth| number(depth.at_most)),
            clearance: finding.clearance.as_ref().ok().map(|c| number(c.distance)),
            gap: finding.faces.as_ref().and_then(|faces| faces.gap),
            note: None,
            topic: None,
        }
    }
    /// The names without what depends on the order of the parts, in order.
    fn key(&self) -> [&str; 2] {
        let mut key = [&self.names[0], &self.names[1]].map(|name| plain_name(name));
        key.sort_unstable();
        key
    }
}

/// The diagonal of the box that the boxes of two parts have in common: their common part is in it. Of parts
/// that only touch in a point, that of the smaller box.
fn size<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>) -> Option<f64> {
    let boxes = [finding.a, finding.b].map(|i| scene.objects[i].placed().aabb());
    let diagonal = |low: V, high: V| {
        let side = |k: usize| (high.get(k).to_f64() - low.get(k).to_f64()).max(0.0);
        (0..V::DIM).map(|k| side(k) * side(k)).sum::<f64>().sqrt()
    };
    let common = diagonal(
        Vector::max(boxes[0].min, boxes[1].min),
        Vector::min(boxes[0].max, boxes[1].max),
    );
    let own = boxes.iter().map(|aabb| diagonal(aabb.min, aabb.max));
    let is_length = |size: &f64| size.is_finite() && *size > 0.0;
    Some(common)
        .filter(is_length)
        .or_else(|| own.filter(is_length).reduce(f64::min))
}

#[cfg(feature = "rules")]
fn class_of(name: &str) -> Option<Class> {
    Class::ALL.into_iter().find(|class| class.as_str() == name)
}
