//! A binary space partition of a solid: every leaf is wholly solid or wholly empty.
//!
//! Good at: whether a point is in a solid, in O(depth), usually about log2 of the number of faces and a few
//! steps more. Bad at: being built, because faces are cut (O(n log n) pieces as a rule, O(n^2) at worst;
//! more than 64 times as many cells as faces are refused); and nothing may move.
//!
//! Source: Fuchs, Kedem and Naylor, "On visible surface generation by a priori tree structures" (1980);
//! Thibault and Naylor, "Set operations on polyhedra using binary space partitioning trees" (1987);
//! Ericson, "Real-Time Collision Detection" (2005), 8.5. Idea: space is split by the planes of faces until
//! no cell has a face inside; what is then in front of the last plane is empty, what is behind it solid. As
//! long as there are many faces, planes along the axes come first: on a round solid, the plane of a face
//! would cut off only that face.
//!
//! Where we differ: cells are exact. On which side of a plane a corner lies is decided in exact arithmetic,
//! also for corners that result from cutting, and a point on a plane is searched for on both sides. Limits:
//! rays, balls and capsules are rounded, to the safe side. The tree is over the faces of one solid, not
//! over boxes, so it is no [`Index`](super::Index): a box among others has no inside worth a cell, and
//! cutting boxes would only multiply them.

mod build;
mod draw;
mod exact;
mod face;

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use super::error::{ensure, ensure_tree};
use super::pair_list::heap;
use super::{Broken, Ray};
use crate::math::{Aabb, Real, ScalarOf, Vector};
use exact::{Corners, lift};
use face::{BoundedPlane, distance_to_face};

/// A solid, as cells: a binary space partition whose leaves are wholly solid or wholly empty.
///
/// Good: whether a point is in a solid, exactly, in about log2 of the faces and a few steps. Bad: slow to
/// build, and nothing may move. Thibault and Naylor, "Set operations on polyhedra using binary space
/// partitioning trees" (1987); Ericson, "Real-Time Collision Detection" (2005), 8.5.
///
/// ```
/// use clearance::{glam::DVec2, index::{Bsp, Location}};
/// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 0.5), (0.0, 2.0)].map(DVec2::from);
/// let edges = (0..5).map(|i| [corners[i], corners[(i + 1) % 5]]); // counter-clockwise
/// let solid = Bsp::build(edges)?;
/// assert_eq!(solid.locate(DVec2::new(0.2, 1.5)), Location::Inside);
/// assert_eq!(solid.locate(DVec2::new(1.0, 0.5)), Location::Boundary); // the notch's tip, exactly
/// assert_eq!(solid.locate(DVec2::new(1.0, 0.6)), Location::Outside);
/// # Ok::<(), clearance::index::BspError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bsp<V: Vector> {
    pub(super) faces: Vec<Corners<V>>,
    pub(super) nodes: Vec<Node>,
    /// The faces in the splitting plane of each node.
    pub(super) listed: Vec<u32>,
    bounds: Option<Aabb<V>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cut: SplitPlane,
    /// What is in front, and what is behind.
    pub(super) below: [Child; 2],
    /// The range of the listed faces that lie in the plane.
    pub(super) faces: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SplitPlane {
    /// A coordinate has this value; in front it is larger.
    Axis(usize, f64),
    /// The plane of a face.
    Face(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    Node(u32),
    Solid,
    Empty,
}

/// Where a point is, relative to a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Inside the solid.
    Inside,
    /// On its boundary.
    Boundary,
    /// Outside.
    Outside,
}

/// Why no tree was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BspError {
    /// A face does not have as many corners as there are dimensions, or a corner is not finite.
    InvalidFace(usize),
    /// Faces cut each other into more than 64 times as many parts.
    TooManyCells,
}

impl fmt::Display for BspError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidFace(i) => write!(f, "face {i}: needs 2 finite corners in 2D, 3 in 3D"),
            Self::TooManyCells => f.write_str("faces: cut each other into more than 64 times as many parts"),
        }
    }
}
impl core::error::Error for BspError {}

impl<V: Vector> Bsp<V> {
    /// The tree of the solid behind these faces. They are edges of polygons, counter-clockwise, in 2D, and
    /// triangles, counter-clockwise seen from outside, in 3D. Holes are bounded the other way round. Faces
    /// without area are ignored.
    ///
    /// The faces must close: where they do not, cells reach through the gap. Faces that lie on each other
    /// are allowed if both look the same way.
    pub fn build(faces: impl IntoIterator<Item = impl AsRef<[V]>>) -> Result<Self, BspError> {
        let mut tree = Self {
            faces: Vec::new(),
            nodes: Vec::new(),
            listed: Vec::new(),
            bounds: None,
        };
        for (i, face) in faces.into_iter().enumerate() {
            let corners = face.as_ref();
            if corners.len() != V::DIM || !corners.iter().all(|v| v.is_finite()) {
                return Err(BspError::InvalidFace(i));
            }
            let corners = core::array::from_fn(|k| corners[k.min(V::DIM - 1)]);
            tree.faces.push(corners);
        }
        tree.bounds = Aabb::from_points(tree.faces.iter().flatten().copied());
        let sound = (0..tree.faces.len() as u32).filter(|&face| !Self::is_flat(tree.face(face)));
        let sound: Vec<u32> = sound.collect();
        if !sound.is_empty() {
            tree.grow(sound)?;
        }
        Ok(tree)
    }
    /// The box around the faces; `None` without any.
    pub fn bounds(&self) -> Option<&Aabb<V>> {
        self.bounds.as_ref()
    }
    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.nodes.len() + 1
    }
    pub(super) fn root(&self) -> Child {
        if self.nodes.is_empty() {
            Child::Empty
        } else {
            Child::Node(0)
        }
    }
    /// Where a point is. Exact. A point that is not finite is outside.
    pub fn locate(&self, point: V) -> Location {
        if !point.is_finite() {
            return Location::Outside;
        }
        let (mut is_solid, mut is_empty) = (false, false);
        let mut open = vec![self.root()];
        while let Some(link) = open.pop() {
            match link {
                Child::Solid => is_solid = true,
                Child::Empty => is_empty = true,
                Child::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let side = self.side(node.cut, point);
                    if side != Ordering::Less {
                        open.push(node.below[0]);
                    }
                    if side != Ordering::Greater {
                        open.push(node.below[1]);
                    }
                }
            }
            if is_solid && is_empty {
                return Location::Boundary;
            }
        }
        if is_solid {
            Location::Inside
        } else {
            Location::Outside
        }
    }
    /// The first time at which a ray is in the solid or on its boundary, except for rounding; `None` if
    /// there is none.
    ///
    /// No hit is missed. A ray that passes the solid within a rounding error of its coordinates may count
    /// as a hit.
    pub fn cast_ray(&self, ray: &Ray<V>) -> Option<V::Scalar> {
        let start = ray.enters(self.bounds.as_ref()?, ray.max_time)?.to_f64();
        let [origin, direction] = [ray.origin, ray.direction].map(lift);
        let speed = direction.abs().max_element();
        // Nothing is hit at a greater distance than this, from the sizes of all coordinates.
        let far = (2.0 * self.reach() + origin.abs().max_element() * 2.0) / speed;
        let end = ray.max_time.to_f64().min(if far.is_nan() { 0.0 } else { far });
        let mut open = vec![(self.root(), start, end.max(start))];
        while let Some((link, from, to)) = open.pop() {
            let index = match link {
                Child::Empty => continue,
                Child::Solid => return Some(ScalarOf::<V>::lit(from)),
                Child::Node(index) => index,
            };
            let node = &self.nodes[index as usize];
            let plane = self.plane(node.cut);
            let front = plane.times_in_front([origin, direction], [from, to]);
            let back = plane.flipped().times_in_front([origin, direction], [from, to]);
            let [front, back] = [(front, node.below[0]), (back, node.below[1])]
                .map(|(times, link)| times.map(|[from, to]| (link, from, to)));
            match (front, back) {
                (Some(p), Some(q)) if p.1 <= q.1 => open.extend([q, p]),
                (p, q) => open.extend(p.into_iter().chain(q)),
            }
        }
        None
    }
    /// Whether a ball touches the solid when its center moves straight from `from` to `to`: a ball at rest
    /// if both are equal, else a capsule, or the sweep of a ball. `radius` must be at least 0. Distances
    /// are rounded.
    pub fn touches(&self, [from, to]: [V; 2], radius: V::Scalar) -> bool {
        if !(from.is_finite() && to.is_finite() && radius >= Real::ZERO) {
            return false;
        }
        if self.locate(from) != Location::Outside {
            return true;
        }
        let (segment, radius) = ([from, to].map(lift), radius.to_f64());
        let mut open = vec![self.root()];
        while let Some(link) = open.pop() {
            let Child::Node(index) = link else { continue };
            let node = &self.nodes[index as usize];
            let listed = &self.listed[node.faces[0] as usize..node.faces[1] as usize];
            let is_near =
                |&face: &u32| distance_to_face(&self.face(face).map(lift), segment, V::DIM) <= radius;
            if listed.iter().any(is_near) {
                return true;
            }
            let plane = self.plane(node.cut);
            let [front, back] = [plane, plane.flipped()].map(|plane| plane.may_reach_front(segment, radius));
            open.extend(front.then_some(node.below[0]));
            open.extend(back.then_some(node.below[1]));
        }
        false
    }
    pub(super) fn plane(&self, cut: SplitPlane) -> BoundedPlane {
        match cut {
            SplitPlane::Axis(axis, at) => BoundedPlane::of_axis(axis, at),
            SplitPlane::Face(face) => BoundedPlane::of_face(self.face(face).map(lift), V::DIM),
        }
    }
    /// Checks all invariants, for tests and bug reports.
    pub fn validate(&self) -> Result<(), Broken> {
        let mut parents = vec![0; self.nodes.len()];
        for node in &self.nodes {
            for link in node.below {
                if let Child::Node(below) = link {
                    parents[below as usize] += 1;
                }
            }
            let listed = &self.listed[node.faces[0] as usize..node.faces[1] as usize];
            let is_on = |&face: &u32| {
                self.corners(face)
                    .all(|v| self.side(node.cut, v) == Ordering::Equal)
            };
            ensure(
                listed.iter().all(is_on),
                "a face is listed at a plane it is not in",
            )?;
            let is_end = |child| matches!(child, Child::Solid | Child::Empty);
            let ends_there = matches!(node.cut, SplitPlane::Axis(..)) && node.below.into_iter().any(is_end);
            ensure(!ends_there, "a cell ends at a plane without a face")?;
        }
        ensure_tree(&parents)
    }
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        heap(&self.faces) + heap(&self.nodes) + heap(&self.listed)
    }
}
