//! How far a hull reaches out of the solid: an upper bound of the largest distance of its points from the
//! solid.
//!
//! A branch and bound over boxes, the most promising first. The distance from a set changes by no more than
//! one moves (it is 1-Lipschitz), so in a box it is at most that of the middle plus half the diagonal; and
//! where the middle is in the hull, its distance is a lower bound of the largest. Boxes outside of the hull
//! do not count.
//!
//! Most boxes need no distance. A box into which no triangle of the solid's border reaches, within the hull,
//! is all inside or all outside of the solid; inside, it is done. So a hull whose faces are the solid's own
//! is done at once, however finely its border is divided.
//!
//! Limit: triangles that reach into the hull by no more than rounding (`Solid::rounding`) count as its
//! border, since corners at cuts are rounded.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use glam::DVec3;

use super::solid::Solid;
use crate::math::{Aabb, Ranked, rank_of};
use crate::shape::{InvalidShape, Polyhedron};

/// So many boxes are looked at, at most: some tenths of a second.
const MOST_BOXES: usize = 40_000;

/// When a search for bounds ends.
#[derive(Clone, Copy)]
pub(super) struct Until {
    /// It reaches out farther than this.
    pub too_far: f64,
    /// It reaches out no farther than this.
    pub near_enough: f64,
    /// Half diagonals of boxes that are not divided again.
    pub finest: f64,
}

/// A box that is not done, and the triangles that reach into it.
struct Cell {
    at_most: f64,
    middle: DVec3,
    half: DVec3,
    triangles: Vec<u32>,
}

/// A search under way.
struct Search<'a> {
    solid: &'a Solid,
    hull: Polyhedron<DVec3>,
    /// The mean of its corners.
    center: DVec3,
    /// By what is at most in them; of two with the same bound the older goes first.
    open: BinaryHeap<Ranked<(i64, Reverse<usize>), Cell>>,
    at_least: f64,
    number: usize,
}

/// An upper bound of the largest distance of a point of the hull of these corners from the solid.
pub(super) fn reach(solid: &Solid, corners: &[DVec3], until: Until) -> Result<f64, InvalidShape> {
    let hull = Polyhedron::new(corners)?;
    let mut search = Search {
        solid,
        hull,
        center: corners.iter().sum::<DVec3>() / corners.len() as f64,
        open: BinaryHeap::new(),
        at_least: 0.0,
        number: 0,
    };
    let Aabb { min, max } = search.hull.bounds();
    let triangles = search.entering();
    search.add(0.5 * (min + max), 0.5 * (max - min), &triangles);
    Ok(search.run(until))
}

impl Search<'_> {
    fn run(mut self, until: Until) -> f64 {
        let mut at_most = 0.0;
        while let Some(Ranked { item: cell, .. }) = self.open.pop() {
            at_most = cell.at_most.max(self.at_least);
            let is_decided = self.at_least > until.too_far || at_most <= until.near_enough;
            let is_fine = cell.half.length() <= until.finest || at_most <= self.at_least;
            if is_decided || is_fine || self.number > MOST_BOXES {
                break;
            }
            self.divide(&cell);
            at_most = self.at_least;
        }
        at_most + self.solid.rounding
    }
    /// The triangles of the solid that reach into the hull by more than rounding.
    fn entering(&self) -> Vec<u32> {
        let mut near = self.solid.triangles_near(&self.hull.bounds());
        let offsets = (0..self.hull.face_count()).map(|f| self.hull.face_offset(f));
        let faces: Vec<(DVec3, f64)> = self.hull.face_normals().iter().copied().zip(offsets).collect();
        near.retain(|&t| {
            let corners = self.solid.mesh().corners(t as usize);
            let is_beyond = |(normal, offset): &(DVec3, f64)| {
                let limit = offset - self.solid.rounding;
                corners.iter().all(|p| normal.dot(*p) >= limit)
            };
            !faces.iter().any(is_beyond)
        });
        near
    }
    /// Divides a box along its longest side.
    fn divide(&mut self, cell: &Cell) {
        let axis = cell.half.max_position();
        let mut half = cell.half;
        half[axis] *= 0.5;
        for way in [-1.0, 1.0] {
            let mut middle = cell.middle;
            middle[axis] += way * half[axis];
            self.add(middle, half, &cell.triangles);
        }
    }
    /// Looks at a box, and keeps it if it is not done.
    fn add(&mut self, middle: DVec3, half: DVec3, triangles: &[u32]) {
        let reach = |normal: DVec3| normal.abs().dot(half) + self.solid.rounding;
        if self.highest(middle, reach) > 0.0 {
            return;
        }
        let meets = |t: &&u32| meets_box(self.solid.mesh().corners(**t as usize), middle, half);
        let triangles: Vec<u32> = triangles.iter().filter(meets).copied().collect();
        self.number += 1;
        if triangles.is_empty() && self.is_solid_near(middle, half) {
            return;
        }
        let distance = self.solid.distance(middle);
        if distance > self.at_least && self.highest(middle, |_| 0.0) <= 0.0 {
            self.at_least = distance;
        }
        let at_most = distance + half.length();
        self.open.push(Ranked {
            rank: (rank_of(at_most), Reverse(self.number)),
            item: Cell {
                at_most,
                middle,
                half,
                triangles,
            },
        });
    }
    /// How far a point is above the faces of the hull, each moved outwards by `room`; negative inside.
    fn highest(&self, p: DVec3, room: impl Fn(DVec3) -> f64) -> f64 {
        let faces = self.hull.face_normals().iter().enumerate();
        let heights = faces.map(|(f, &normal)| normal.dot(p) - self.hull.face_offset(f) - room(normal));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }
    /// Whether the point of a box that is nearest to the middle of the hull is within the hull, and in the
    /// solid. Then all of the hull in this box is, if no triangle parts it.
    fn is_solid_near(&self, middle: DVec3, half: DVec3) -> bool {
        let point = self.center.clamp(middle - half, middle + half);
        self.highest(point, |_| -self.solid.rounding) < 0.0 && self.solid.contains(point)
    }
}

/// Whether a triangle may meet a box: not parted by an axis or by its own plane.
fn meets_box(corners: [DVec3; 3], middle: DVec3, half: DVec3) -> bool {
    let [a, b, c] = corners.map(|p| p - middle);
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    if low.cmpgt(half).any() || high.cmplt(-half).any() {
        return false;
    }
    let normal = (b - a).cross(c - a);
    let room = normal.abs().dot(half) * (1.0 + 1e-9);
    normal.dot(a).abs() <= room + 1e-14 * normal.length()
}
