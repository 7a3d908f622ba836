//! `Parts`: what polygons, polylines, bitmaps, meshes, terrains and compounds have in common: they are made of parts.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::any::{Placed, ShapeSpace};
use crate::math::{Aabb, Place, Pose, Real, ScalarOf};

/// A shape made of parts: the set is the union of these and, where the shape is a solid, of what its border encloses.
pub trait Parts<V: ShapeSpace>: Debug {
    /// How many parts there are; at least one.
    fn part_count(&self) -> usize;
    /// Part `i`: convex, except in a compound, which may hold any shape.
    fn part(&self, i: usize) -> PartView<'_, V>;
    /// Boxes around the parts, in the frame of the whole.
    fn part_boxes(&self) -> &PartBoxes<V>;
    /// The border of the region or solid, where this is one; for a surface, a line or a compound `None`.
    fn border(&self) -> Option<&dyn Border<V>> {
        None
    }
    /// The whole as one convex shape in the same frame, where it is one: then all questions are put to that.
    fn as_convex(&self) -> Option<&V::Shape> {
        None
    }
}

/// The border of a region of the plane or a solid of space: closed, made of segments or triangles, the inside on the
/// left of each segment, behind each triangle (whose corners turn counter-clockwise seen from outside).
pub trait Border<V: ShapeSpace>: Debug {
    /// How many segments or triangles there are.
    fn facet_count(&self) -> usize;
    /// Corner `k` (0 or 1, or 2 in space) of facet `i`, in the frame of [`Border::pose`].
    fn corner(&self, i: usize, k: usize) -> V;
    /// Facet `i` as a shape.
    fn facet(&self, i: usize) -> PartView<'_, V>;
    /// Boxes around the facets, in the frame of the whole.
    fn facet_boxes(&self) -> &PartBoxes<V>;
    /// The triangle across edge `(k, k + 1)` of triangle `i`, where there is one; in the plane `None`.
    fn neighbour(&self, _i: usize, _k: usize) -> Option<usize> {
        None
    }
    /// The pose that the corners' frame has in the frame of the whole; `None` where they are the same.
    fn pose(&self) -> Option<&Pose<V>> {
        None
    }
}

/// A shape that is stored, or made when asked for.
#[derive(Clone, Debug)]
pub enum PartShape<'a, S> {
    /// Owned by the whole.
    Stored(&'a S),
    /// Made for the caller.
    Made(S),
}

/// One part of a shape and where it stands in the frame of the whole.
#[derive(Clone, Debug)]
pub struct PartView<'a, V: ShapeSpace> {
    shape: PartShape<'a, V::Shape>,
    pose: Option<&'a Pose<V>>,
}

impl<'a, V: ShapeSpace> PartView<'a, V> {
    /// A part that the whole owns.
    pub fn stored(shape: &'a V::Shape, pose: Option<&'a Pose<V>>) -> Self {
        Self {
            shape: PartShape::Stored(shape),
            pose,
        }
    }
    /// A part made for the caller.
    pub fn made(shape: V::Shape, pose: Option<&'a Pose<V>>) -> Self {
        Self {
            shape: PartShape::Made(shape),
            pose,
        }
    }
    /// The part, in its own frame.
    pub fn shape(&self) -> &V::Shape {
        match &self.shape {
            PartShape::Stored(shape) => shape,
            PartShape::Made(shape) => shape,
        }
    }
    /// Where that frame is in the frame of the whole; `None` where they are the same.
    pub fn pose(&self) -> Option<&'a Pose<V>> {
        self.pose
    }
    /// Asks `question` about the part where it stands when the whole stands at `place`.
    #[inline]
    pub fn placed_in<R>(&self, place: &Place<'_, V>, question: impl FnOnce(Placed<'_, V>) -> R) -> R {
        let shape = self.shape();
        match self.pose {
            None => question(Placed { shape, place: *place }),
            Some(pose) => question(Placed {
                shape,
                place: Place {
                    pose,
                    outer: Some(place),
                },
            }),
        }
    }
}

/// The boxes around a shape's parts, in the order of the parts, and one around them all.
#[derive(Clone, Debug)]
pub struct PartBoxes<V> {
    boxes: Vec<Aabb<V>>,
    whole: Aabb<V>,
}

impl<V: ShapeSpace> PartBoxes<V> {
    /// Of at least one box.
    pub(super) fn new(boxes: Vec<Aabb<V>>) -> Self {
        let whole = boxes
            .iter()
            .copied()
            .reduce(|a, b| a.union(&b))
            .unwrap_or_else(Aabb::everything);
        Self { boxes, whole }
    }
    /// Around each group of points.
    pub(super) fn of_groups<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        Self::new(groups.filter_map(Aabb::from_points).collect())
    }
    /// Around each group of points that were rounded once: never too small for the true ones.
    pub(super) fn of_groups_rounded<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        let grown = |b: Aabb<V>| {
            let largest = b.min.max_abs().max(b.max.max_abs());
            b.inflated(largest * ScalarOf::<V>::EPSILON + ScalarOf::<V>::MIN_POSITIVE)
        };
        Self::new(groups.filter_map(Aabb::from_points).map(grown).collect())
    }
    /// The boxes, in the order of the parts.
    pub fn boxes(&self) -> &[Aabb<V>] {
        &self.boxes
    }
    /// The box around them all.
    pub fn whole(&self) -> Aabb<V> {
        self.whole
    }
    /// Calls `visit` with the index of each box that meets `query`, in no particular order, until it returns `false`.
    pub fn overlapping(&self, query: &Aabb<V>, mut visit: impl FnMut(usize) -> bool) {
        for (i, b) in self.boxes.iter().enumerate() {
            if b.overlaps(query) && !visit(i) {
                return;
            }
        }
    }
}
