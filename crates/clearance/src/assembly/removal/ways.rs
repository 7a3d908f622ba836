//! Which parts of an assembly block which, for all pairs and directions.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow::Continue;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use glam::DVec3;

use super::blocked::{Rise, Seated};
use super::graph::{Graph, Step};
use super::shadow::View;
use super::without_facets;
use crate::assembly::class::{Settings, Tolerance};
use crate::assembly::parts::{Assembly, Part};
use crate::assembly::placed::PlacedBody;
use crate::assembly::run::{Progress, Watch, each};
use crate::index::StaticTree;
use crate::pair::intersects;
use crate::shape::{Placed, Shape3};

/// Who blocks whom on the way out of an assembly.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal {
    directions: Vec<DVec3>,
    parts: usize,
    blockers: Vec<Vec<u32>>,
}

/// Why it was not found out who blocks whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemovalError {
    /// The direction of this number is zero or not finite.
    Direction(usize),
    /// The caller stopped it.
    Stopped,
}

impl fmt::Display for RemovalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direction(i) => write!(f, "directions[{i}] is zero or not finite"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for RemovalError {}

impl Removal {
    /// The directions, as unit vectors.
    pub fn directions(&self) -> &[DVec3] {
        &self.directions
    }
    /// The indices of the parts that block a part in the direction of a number, sorted; none for a part or
    /// direction that is not there.
    pub fn blockers(&self, part: usize, direction: usize) -> &[u32] {
        let is_there = part < self.parts && direction < self.directions.len();
        let way = is_there.then(|| part * self.directions.len() + direction);
        way.map_or(&[], |way| &self.blockers[way])
    }
    /// Takes parts out one at a time, each in a direction in which nothing that is left blocks it, and gives
    /// the parts that are left when none is free. If there is an order that takes all out, this finds one. Of
    /// free parts the first leaves first, in the first direction that is free.
    pub fn order(&self) -> (Vec<Step>, Vec<usize>) {
        let mut present: BTreeSet<usize> = (0..self.parts).collect();
        let steps = self.graph().take_out(&mut present);
        (steps, present.into_iter().collect())
    }
    /// The same where groups of parts may leave together when no single part is free, the smallest one first.
    /// A group that has left is then taken apart by itself. Gives also the groups that are left, of parts
    /// none of which can leave the others.
    pub fn order_of_groups(&self) -> (Vec<Step>, Vec<Vec<usize>>) {
        let graph = self.graph();
        let (mut steps, mut stuck) = (Vec::new(), Vec::new());
        let mut open: Vec<BTreeSet<usize>> = vec![(0..self.parts).collect()];
        while let Some(mut present) = open.pop() {
            steps.extend(graph.take_out(&mut present));
            if present.is_empty() {
                continue;
            }
            let Some(group) = graph.free_group(&present) else {
                stuck.push(present.into_iter().collect());
                continue;
            };
            let leaving: BTreeSet<usize> = group.parts.iter().copied().collect();
            present.retain(|part| !leaving.contains(part));
            steps.push(group);
            // The rest goes on first.
            open.extend([leaving, present]);
        }
        (steps, stuck)
    }
    fn graph(&self) -> Graph<'_> {
        Graph {
            directions: self.directions.len(),
            blockers: &self.blockers,
        }
    }
}

impl Assembly {
    /// For each part and direction the parts that stop it on its way to infinity, by interfering with it by
    /// more than the tolerance explains. Directions may have any length. Calls `watch` after each part of
    /// each direction, from any thread; if it breaks, the result is [`RemovalError::Stopped`].
    ///
    /// Of the settings only the tolerance matters. A pair that is unanswered where it is asked blocks.
    ///
    /// Cost: a look at each pair of facets, one of either part, that are over each other as seen along the
    /// direction, up to the first that blocks; pairs that nothing but a tolerance keeps free take some
    /// [`pair`](Self::pair)s besides.
    ///
    /// ```
    /// use clearance::{Pose, assembly::{AXES, Assembly, Settings, Solid}, d3::Shape, glam::DVec3};
    /// use core::ops::ControlFlow::Continue;
    /// use std::sync::Arc;
    /// let mut tower = Assembly::default();
    /// let block = Arc::new(Solid::new(Shape::cuboid(DVec3::ONE)?, 0.0, 0.0));
    /// tower.add("below", block.clone(), Pose::IDENTITY);
    /// tower.add("above", block.clone(), Pose::at(DVec3::Z * 2.0)?);
    /// let removal = tower.removal(&AXES, &Settings::default(), &|_, _| true, &|_| Continue(()))?;
    /// assert_eq!(removal.blockers(0, 4), [1]); // upwards
    /// assert!((0..4).all(|sideways| removal.blockers(0, sideways).is_empty()));
    /// let (order, stuck) = removal.order();
    /// assert_eq!((order[0].parts[0], order[0].direction, stuck.len()), (0, 0, 0));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn removal(
        &self,
        directions: &[DVec3],
        settings: &Settings,
        allows: &(dyn Fn(usize, usize) -> bool + Sync),
        watch: &Watch<'_>,
    ) -> Result<Removal, RemovalError> {
        let units = directions.iter().enumerate();
        let units = units.map(|(i, d)| unit(*d).ok_or(RemovalError::Direction(i)));
        let directions = units.collect::<Result<Vec<_>, _>>()?;
        let lines = lines(&directions);
        let in_unit = self.in_unit();
        let (assembly, tolerance) = match &in_unit {
            Some((unit, scaled)) => (scaled, unit.tolerance(settings.tolerance)),
            None => (self, settings.tolerance),
        };
        let work = Work {
            has_meshes: self.parts().iter().any(is_mesh),
            parts: assembly.parts(),
            tolerance,
            allows,
            watch,
            total: (lines.len() * self.parts().len()) as u64,
            done: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
        };
        let mut blockers = vec![Vec::new(); self.parts().len() * directions.len()];
        for (up, ways) in lines {
            for (moving, other) in work.blocked_along(up) {
                for &(direction, is_up) in &ways {
                    let [part, by] = if is_up { [moving, other] } else { [other, moving] };
                    blockers[part * directions.len() + direction].push(by as u32);
                }
            }
        }
        if work.is_stopped.into_inner() {
            return Err(RemovalError::Stopped);
        }
        blockers
            .iter_mut()
            .for_each(|list: &mut Vec<u32>| list.sort_unstable());
        Ok(Removal {
            directions,
            parts: self.parts().len(),
            blockers,
        })
    }
}

/// The unit vector of a direction, also of one whose square is beyond the range of numbers.
fn unit(direction: DVec3) -> Option<DVec3> {
    let largest = direction.abs().max_element();
    if !direction.is_finite() || largest == 0.0 {
        return None;
    }
    let unit = (direction / largest).normalize();
    unit.is_finite().then_some(unit)
}

/// Directions that are each other's opposites are one line: for each, one of them, and the numbers of all
/// with whether they are the same.
fn lines(directions: &[DVec3]) -> Vec<(DVec3, Vec<(usize, bool)>)> {
    let mut lines: Vec<(DVec3, Vec<(usize, bool)>)> = Vec::new();
    for (i, &direction) in directions.iter().enumerate() {
        match lines
            .iter_mut()
            .find(|(up, _)| *up == direction || *up == -direction)
        {
            Some((up, ways)) => ways.push((i, *up == direction)),
            None => lines.push((direction, vec![(i, true)])),
        }
    }
    lines
}

/// What is asked, for all directions.
struct Work<'a> {
    parts: &'a [Part],
    /// Whether any part is a mesh: beside one, shapes without facets are seen as polyhedra.
    has_meshes: bool,
    tolerance: Tolerance,
    allows: &'a (dyn Fn(usize, usize) -> bool + Sync),
    watch: &'a Watch<'a>,
    total: u64,
    done: AtomicU64,
    is_stopped: AtomicBool,
}

impl<'a> Work<'a> {
    /// All pairs of a part and one that blocks it on its way upwards.
    fn blocked_along(&self, up: DVec3) -> Vec<(usize, usize)> {
        let view = View::along(up);
        let seated = each(self.parts.len(), |i| self.seated(i, &view));
        let boxes = each(self.parts.len(), |i| {
            match (&seated[i], self.parts[i].solid.body()) {
                (Some(seated), Some(_)) => seated.passes(),
                // What stands for a shape is smaller than it.
                _ => view.around(&self.parts[i].placed().aabb()),
            }
        });
        let tree = StaticTree::build(&boxes);
        let rows = each(self.parts.len(), |a| {
            let mut row = Vec::new();
            if self.is_stopped.load(Ordering::Relaxed) {
                return row;
            }
            let _ = tree.overlapping(&boxes[a], &mut |b| {
                let b = b as usize;
                if a < b && (self.allows)(a, b) {
                    let ways = [(a, b), (b, a)].into_iter();
                    row.extend(
                        ways.filter(|&(moving, other)| self.is_blocked(&view, &seated, [moving, other])),
                    );
                }
                Continue(())
            });
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            let progress = Progress {
                done,
                total: self.total,
            };
            if (self.watch)(progress).is_break() {
                self.is_stopped.store(true, Ordering::Relaxed);
            }
            row
        });
        rows.into_iter().flatten().collect()
    }
    fn seated(&self, part: usize, view: &View) -> Option<Seated<'a>> {
        let part = &self.parts[part];
        let body = match self.has_meshes {
            true => part.solid.seen(),
            false => part.solid.body(),
        }?;
        let bounds = Placed::new(&body.shape, &part.pose).aabb();
        let placed = PlacedBody::new(body, &part.pose, part.rounding(&bounds));
        Some(Seated::new(part, &placed, view))
    }
    fn is_blocked(&self, view: &View, seated: &[Option<Seated<'a>>], [moving, other]: [usize; 2]) -> bool {
        let parts = [moving, other].map(|i| &self.parts[i]);
        let by_shapes = || without_facets::is_blocked(parts, view, self.tolerance);
        let [Some(moving), Some(other)] = [&seated[moving], &seated[other]] else {
            return by_shapes();
        };
        let [are_given, has_mesh] = [
            parts.iter().all(|part| part.solid.body().is_some()),
            parts.into_iter().any(is_mesh),
        ];
        // Of two convex shapes the shapes themselves tell more than what stands for one.
        if !(are_given || has_mesh) {
            return by_shapes();
        }
        Rise::new(*view, moving, other, self.tolerance).ends()
            || !are_given && !intersects(parts[0].placed(), parts[1].placed()) && by_shapes()
    }
}

fn is_mesh(part: &Part) -> bool {
    matches!(part.solid.shape(), Shape3::Mesh(_))
}
