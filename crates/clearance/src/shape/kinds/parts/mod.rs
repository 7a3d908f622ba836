//! `Parts`: what polygons, polylines, bitmaps, meshes, terrains and compounds have in common: they are made
//! of parts.

pub(in crate::shape) mod bitmap;
pub(in crate::shape) mod compound;
mod decompose;
pub(in crate::shape) mod mesh;
pub(in crate::shape) mod part_boxes;
pub(in crate::shape) mod polygon;
pub(in crate::shape) mod polyline;
pub(in crate::shape) mod terrain;
mod topology;
mod traced;

use core::fmt::Debug;

use super::any::{AnyShape, Placed, ShapeSpace};
use crate::math::{Place, Pose};
use part_boxes::PartBoxes;

/// A shape made of parts: the set is the union of these and, where the shape is a solid, of what its border
/// encloses.
pub trait Parts<V: ShapeSpace>: Debug {
    /// How many parts there are; at least one.
    fn part_count(&self) -> usize {
        self.part_boxes().boxes().len()
    }
    /// Part `i`: convex, except in a compound, which may hold any shape.
    fn part(&self, i: usize) -> PartView<'_, V>;
    /// Boxes around the parts, in the frame of the whole.
    fn part_boxes(&self) -> &PartBoxes<V>;
    /// The segments or triangles of the border of a region or solid, or those that a line or surface is made
    /// of; of a compound `None`.
    fn facets(&self) -> Option<&dyn Border<V>> {
        None
    }
    /// Whether what the facets enclose belongs to the shape.
    fn is_solid(&self) -> bool {
        false
    }
    /// The facets of a region or solid; `None` for what encloses nothing.
    fn border(&self) -> Option<&dyn Border<V>> {
        self.facets().filter(|_| self.is_solid())
    }
    /// Whether the parts may be of any kind, as in a compound; else each is convex.
    fn holds_any_shape(&self) -> bool {
        false
    }
    /// How many compounds stand within one another here, the whole included; 0 for all other shapes.
    fn nesting(&self) -> usize {
        0
    }
    /// The whole as one convex shape in the same frame, where it is one: then all questions are put to that.
    fn as_convex(&self) -> Option<&V::Shape> {
        None
    }
}

impl<V: ShapeSpace> Placed<'_, V> {
    /// The convex shape that a shape of many parts is, where it is one.
    pub(crate) fn simplest(self) -> Self {
        match self.shape.parts().and_then(Parts::as_convex) {
            Some(convex) => self.with_shape(convex),
            None => self,
        }
    }
}

/// Segments of the plane or triangles of space. Around a region or solid they close, the inside on the left
/// of each segment, behind each triangle (whose corners turn counter-clockwise seen from outside).
pub trait Border<V: ShapeSpace>: Debug {
    /// How many segments or triangles there are.
    fn facet_count(&self) -> usize {
        self.facet_boxes().boxes().len()
    }
    /// Corner `k` (0 or 1, or 2 in space) of facet `i`, in the frame of [`Border::pose`].
    fn corner(&self, i: usize, k: usize) -> V;
    /// Facet `i` as a shape.
    fn facet(&self, i: usize) -> PartView<'_, V> {
        PartView::made(V::Shape::facet(|k| self.corner(i, k)), self.pose())
    }
    /// Boxes around the facets, in the frame of the whole.
    fn facet_boxes(&self) -> &PartBoxes<V>;
    /// The triangle across edge `(k, k + 1)` of triangle `i`, or the segment that goes on at corner `k` of
    /// segment `i`, where there is one.
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

impl<S> PartShape<'_, S> {
    /// The shape, whoever owns it.
    #[inline(always)]
    pub(crate) fn get(&self) -> &S {
        match self {
            Self::Stored(shape) => shape,
            Self::Made(shape) => shape,
        }
    }
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
        self.shape.get()
    }
    /// The part, in its own frame, whoever owns it.
    pub(crate) fn into_shape(self) -> PartShape<'a, V::Shape> {
        self.shape
    }
    /// The part, where the whole owns it.
    pub(crate) fn stored_shape(&self) -> Option<&'a V::Shape> {
        match self.shape {
            PartShape::Stored(shape) => Some(shape),
            PartShape::Made(_) => None,
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
