//! An assembly: parts by name at their places, and the pairs of them that are worth a look.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::class::{Finding, Settings};
use super::decide::interference;
use super::placed::rounding_of;
use super::solid::Solid;
use crate::index::StaticTree;
use crate::math::{Aabb, Pose};
use crate::shape::Placed;

/// Facets turn by less than 38° at each edge, so none is further from its surface than this share of its length.
const FACETS_ARE_OFF_BY: f64 = 0.09;

/// A part of an assembly.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, for people.
    pub name: String,
    /// What it is; parts in several places share it.
    pub solid: Arc<Solid>,
    /// Where it is.
    pub pose: Pose<DVec3>,
}

/// Parts at their places.
///
/// ```
/// use clearance::{Pose, assembly::{Assembly, Class, Settings, Solid}, d3::Shape, glam::DVec3};
/// let mut assembly = Assembly::default();
/// let block = Solid::new(Shape::cuboid(DVec3::ONE)?, 0.0, 0.0);
/// let block = std::sync::Arc::new(block);
/// assembly.add("left", block.clone(), Pose::IDENTITY);
/// assembly.add("right", block.clone(), Pose::at(DVec3::X * 2.0)?);
/// assembly.add("askew", block, Pose::at(DVec3::X * 3.5)?);
/// let found = assembly.check(&Settings::default());
/// let classes: Vec<_> = found.iter().map(|pair| (pair.a, pair.b, pair.finding.class)).collect();
/// assert_eq!(classes, [(0, 1, Class::Contact), (1, 2, Class::Interference)]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    parts: Vec<Part>,
}

/// A pair of parts and what was found out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Interference {
    /// The index of the first part.
    pub a: usize,
    /// The index of the second, which was added later.
    pub b: usize,
    /// What was found out.
    pub finding: Finding,
}

impl Assembly {
    /// Adds a part at a place and returns its index.
    pub fn add(&mut self, name: impl Into<String>, solid: Arc<Solid>, pose: Pose<DVec3>) -> usize {
        self.parts.push(Part {
            name: name.into(),
            solid,
            pose,
        });
        self.parts.len() - 1
    }
    /// The parts, in the order in which they were added.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
    /// What two parts are to each other; `None` where they are clear of each other.
    ///
    /// # Panics
    ///
    /// If there are no parts of these indices.
    pub fn pair(&self, a: usize, b: usize, settings: &Settings) -> Option<Finding> {
        let [a, b] = [a, b].map(|i| &self.parts[i]);
        interference((&a.solid, &a.pose), (&b.solid, &b.pose), settings)
    }
    /// All pairs that are not clear of each other, in the order of the parts; with the feature `rayon` on all cores.
    pub fn check(&self, settings: &Settings) -> Vec<Interference> {
        self.check_by(settings.reach(), &|_, _| Some(*settings), &|_| {})
    }
    /// The same where each pair has its own settings, or none if it is not to be checked; `reach` is the greatest
    /// [`Settings::reach`] of these. Calls `done` after each part with the number of parts finished by that
    /// call, from any thread.
    pub fn check_by(
        &self,
        reach: f64,
        rule: &(dyn Fn(usize, usize) -> Option<Settings> + Sync),
        done: &(dyn Fn(usize) + Sync),
    ) -> Vec<Interference> {
        let candidates = Candidates::new(&self.parts, reach);
        let row = |a: usize| {
            let others = candidates.later(a);
            let checked = others.into_iter().filter_map(|b| {
                let settings = rule(a, b)?;
                let finding = self.pair(a, b, &settings)?;
                Some(Interference { a, b, finding })
            });
            let row: Vec<_> = checked.collect();
            done(1);
            row
        };
        each(self.parts.len(), row).into_iter().flatten().collect()
    }
}

/// The boxes of the parts, grown by how far facets may be from surfaces, and by half the reach.
struct Candidates {
    boxes: Vec<Aabb<DVec3>>,
    tree: StaticTree<DVec3>,
}

impl Candidates {
    fn new(parts: &[Part], reach: f64) -> Self {
        let boxes: Vec<_> = parts.iter().map(|part| grown(part, reach / 2.0)).collect();
        Self {
            tree: StaticTree::build(&boxes),
            boxes,
        }
    }
    /// The parts after this one whose boxes meet its box, in their order.
    fn later(&self, a: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let _ = self.tree.overlapping(&self.boxes[a], &mut |b| {
            if b as usize > a {
                found.push(b as usize);
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }
}

fn grown(part: &Part, by: f64) -> Aabb<DVec3> {
    let bounds = Placed::new(part.solid.shape(), &part.pose).aabb();
    let facets = match part.solid.is_tessellated() {
        true => (bounds.max - bounds.min).length() * FACETS_ARE_OFF_BY,
        false => 0.0,
    };
    bounds.inflated(by + facets + rounding_of(&part.solid, &bounds, part.pose.scale()))
}

#[cfg(feature = "rayon")]
fn each<T: Send>(count: usize, row: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(row).collect()
}

#[cfg(not(feature = "rayon"))]
fn each<T>(count: usize, row: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(row).collect()
}
