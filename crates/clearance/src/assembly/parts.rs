//! An assembly: parts by name at their places, and what its pairs are to each other.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::candidates::Candidates;
use super::class::{Finding, Settings};
use super::decide::{Kept, interference_kept};
use super::placed::{body_rounding, rounding_of};
use super::rules::{Rules, Severity, Taken};
use super::run::{Decided, Watch};
use super::solid::Solid;
use super::unit::Unit;
use crate::math::{Aabb, Pose};
use crate::shape::Placed;

/// Facets turn by less than 38° at each edge, so none is further from its surface than this share of its
/// length.
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
    /// Of solids that are in several places.
    kept: Kept,
}

/// A pair of parts and what was found out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Interference {
    /// The index of the first part.
    pub a: usize,
    /// The index of the second, which was added later.
    pub b: usize,
    /// The number of the rule that took it; `None` if no rule did.
    pub rule: Option<usize>,
    /// What a clash counts as.
    pub severity: Severity,
    /// What was found out.
    pub finding: Finding,
}

impl Part {
    /// The box in which it can meet others: that of its shape, grown by how far facets may be from surfaces,
    /// and coordinates from where they were meant.
    pub fn reach(&self) -> Aabb<DVec3> {
        let bounds = self.placed().aabb();
        bounds.inflated(self.most_bulge(&bounds) + rounding_of(&self.solid, &bounds, self.pose.scale()))
    }
    /// Its shape where it is.
    pub(crate) fn placed(&self) -> Placed<'_, DVec3> {
        self.placed_at(&self.pose)
    }
    /// Its shape at another place.
    pub(crate) fn placed_at<'a>(&'a self, pose: &'a Pose<DVec3>) -> Placed<'a, DVec3> {
        Placed::new(self.solid.shape(), pose)
    }
    /// How far surfaces may bulge out of its facets at most, whatever these are, given its box in the world.
    pub(crate) fn most_bulge(&self, bounds: &Aabb<DVec3>) -> f64 {
        match self.solid.is_tessellated() {
            true => (bounds.max - bounds.min).length() * FACETS_ARE_OFF_BY,
            false => 0.0,
        }
    }
    /// How far its facets are off the faces that they stand for.
    pub(crate) fn bulge(&self) -> f64 {
        let off = self.solid.off_at_vertices().unwrap_or_default();
        off.iter().fold(0.0, |most: f64, &off| most.max(off)) * self.pose.scale()
    }
    /// How far its coordinates may be from those that were meant, given its box in the world.
    pub(crate) fn rounding(&self, bounds: &Aabb<DVec3>) -> f64 {
        match self.solid.body() {
            Some(body) => body_rounding(&self.solid, body, bounds, self.pose.scale()),
            None => rounding_of(&self.solid, bounds, self.pose.scale()),
        }
    }
}

impl Assembly {
    /// The same with lengths times a unit, if they are not of an ordinary size.
    pub(crate) fn in_unit(&self) -> Option<(Unit, Self)> {
        let unit = Unit::of(self.parts.iter().map(Part::placed))?;
        let mut parts = Vec::new();
        for part in &self.parts {
            let pose = unit.pose(&part.pose)?;
            parts.push(Part { pose, ..part.clone() });
        }
        let scaled = Self {
            parts,
            ..Self::default()
        };
        Some((unit, scaled))
    }
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
    /// Places a part anew; nothing happens if there is no part of this index.
    pub fn place(&mut self, part: usize, pose: Pose<DVec3>) {
        if let Some(part) = self.parts.get_mut(part) {
            part.pose = pose;
        }
    }
    /// What two parts are to each other; `None` where they are clear of each other.
    ///
    /// # Panics
    ///
    /// If there are no parts of these indices.
    pub fn pair(&self, a: usize, b: usize, settings: &Settings) -> Option<Finding> {
        let [a, b] = [a, b].map(|i| &self.parts[i]);
        let are_shared = [a, b].iter().all(|part| Arc::strong_count(&part.solid) > 1);
        let kept = are_shared.then_some(&self.kept);
        interference_kept((&a.solid, &a.pose), (&b.solid, &b.pose), settings, kept)
    }
    /// All pairs that are not clear of each other, in the order of the parts; with the feature `rayon` on all
    /// cores.
    pub fn check(&self, settings: &Settings) -> Vec<Interference> {
        self.check_by(&Rules::from(*settings))
    }
    /// The same where rules say which pairs are looked at, and how.
    pub fn check_by(&self, rules: &Rules) -> Vec<Interference> {
        let candidates = self.candidates(rules, &everything);
        self.run(&candidates, 0, &|_| ControlFlow::Continue(())).found
    }
    /// The same one after the other: each pair is decided when it is asked for.
    pub fn findings<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Interference> + 'a {
        let candidates = self.candidates(rules, &everything);
        (0..self.parts.len()).flat_map(move |a| {
            let row = candidates.row(a);
            let taken = row
                .into_iter()
                .filter_map(|b| Some((b as usize, candidates.taken(a, b)?)));
            let taken: Vec<_> = taken.collect();
            taken
                .into_iter()
                .filter_map(move |(b, taken)| self.decided(a, b, &taken))
        })
    }
    /// The pairs of parts that are worth a look, of those that `allows` allows.
    pub fn candidates<'a>(
        &self,
        rules: &'a Rules,
        allows: &'a (dyn Fn(usize, usize) -> bool + Sync),
    ) -> Candidates<'a, DVec3> {
        Candidates::new(self.parts.iter().map(Part::reach).collect(), rules, allows)
    }
    /// Decides the pairs from number `start` on, as [`Candidates::decide`] does, and can be stopped.
    ///
    /// ```
    /// # use clearance::{Pose, assembly::{Assembly, Rules, Settings, Solid}, d3::Shape, glam::DVec3};
    /// use core::ops::ControlFlow::{Break, Continue};
    /// # let mut assembly = Assembly::default();
    /// # let block = std::sync::Arc::new(Solid::new(Shape::cuboid(DVec3::ONE)?, 0.0, 0.0));
    /// # for x in 0..6 {
    /// #     assembly.add("block", block.clone(), Pose::at(DVec3::X * f64::from(x))?);
    /// # }
    /// let rules = Rules::from(Settings::default());
    /// let candidates = assembly.candidates(&rules, &|_, _| true);
    /// let begun = assembly.run(&candidates, 0, &|progress| if progress.done < 3 { Continue(()) } else { Break(()) });
    /// assert!(begun.done >= 3 && begun.next.is_some());
    /// let rest = assembly.run(&candidates, begun.done, &|_| Continue(()));
    /// assert_eq!([begun.found, rest.found].concat(), assembly.check(&Settings::default()));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        candidates: &Candidates<'_, DVec3>,
        start: u64,
        watch: &Watch<'_>,
    ) -> Decided<Interference> {
        candidates.decide(start, &|a, b, taken| self.decided(a, b, taken), watch)
    }
    fn decided(&self, a: usize, b: usize, taken: &Taken) -> Option<Interference> {
        let finding = self.pair(a, b, &taken.settings)?;
        Some(Interference {
            a,
            b,
            rule: taken.rule,
            severity: taken.severity,
            finding,
        })
    }
}

fn everything(_: usize, _: usize) -> bool {
    true
}
