//! `Parts`: what polygons, polylines, bitmaps, meshes, terrains and compounds have in common. They are made
//! of parts.

mod bitmap;
mod components;
mod compound;
mod decompose;
mod few_segments;
mod holding;
mod mesh;
mod part_boxes;
mod polygon;
mod polyline;
mod terrain;
mod topology;
mod traced;

use core::fmt::Debug;

use super::any::{AnyShape, Placed, ShapeSpace};
use crate::math::{Place, Pose};

pub(crate) use self::few_segments::SEGMENT_GROUPS;
pub use self::few_segments::{FewSegments, SegmentColumns};
pub use self::holding::LocalPoint;
pub(crate) use self::topology::{Edge, Edges, renumbered, welded};
pub use self::{
    bitmap::Bitmap, components::Components, compound::Compound, compound::Part, mesh::Mesh,
    part_boxes::PartBoxes, polygon::Polygon, polyline::Polyline, terrain::Terrain,
};

/// A shape made of parts: the union of these and, if it is a solid, of what its border encloses.
pub trait Parts<V: ShapeSpace>: Debug {
    /// How many parts there are; at least one.
    fn part_count(&self) -> usize {
        self.part_boxes().count()
    }
    /// Part `i`: convex, except in a compound, which may hold any shape.
    fn part(&self, i: usize) -> PartView<'_, V>;
    /// Boxes around the parts, in the frame of the shape.
    fn part_boxes(&self) -> &PartBoxes<V>;
    /// The facets of a solid's border, or those that a line or surface consists of; `None` for a compound.
    fn facets(&self) -> Option<&dyn Border<V>> {
        None
    }
    /// Whether what the facets enclose belongs to the shape.
    fn is_solid(&self) -> bool {
        false
    }
    /// The facets of a solid; `None` for other shapes.
    fn border(&self) -> Option<&dyn Border<V>> {
        self.facets().filter(|_| self.is_solid())
    }
    /// Whether the parts may be of any kind, as in a compound; else each is convex.
    fn holds_any_shape(&self) -> bool {
        false
    }
    /// The corners of all parts, part by part, and where those of each part end; only of a polygon that has
    /// few.
    fn few_parts(&self) -> Option<(&[V], &[u32])> {
        None
    }
    /// Prefetches what a question about all parts of a small polygon reads: stage by stage, since what one
    /// stage fetches says where that of the next is.
    #[doc(hidden)]
    fn prefetch(&self, _stage: PrefetchStage) {}
    /// How deep compounds are nested, this one included; 0 for all other shapes.
    fn nesting(&self) -> usize {
        0
    }
    /// The shape as one convex shape in the same frame, if it is convex: then that answers all questions.
    fn as_convex(&self) -> Option<&V::Shape> {
        None
    }
}

impl<V: ShapeSpace> Placed<'_, V> {
    /// With [`Parts::as_convex`] in place of the shape, if there is one.
    pub(crate) fn simplest(self) -> Self {
        match self.shape.parts().and_then(Parts::as_convex) {
            Some(convex) => self.with_shape(convex),
            None => self,
        }
    }
}

impl<V: ShapeSpace> dyn Border<V> + '_ {
    /// The place of the corners, if the shape is at `place`.
    pub(crate) fn place_in<'p>(&'p self, place: &'p Place<'_, V>) -> Place<'p, V> {
        match self.pose() {
            None => *place,
            Some(pose) => Place {
                pose,
                outer: Some(place),
            },
        }
    }
}

/// Facets: segments of the plane or triangles of space. Those of a solid enclose it: the interior is on the
/// left of each segment, and behind each triangle (its corners are counter-clockwise seen from outside).
pub trait Border<V: ShapeSpace>: Debug {
    /// How many facets there are.
    fn facet_count(&self) -> usize {
        self.facet_boxes().count()
    }
    /// Corner `k` (0 or 1, or 2 in space) of facet `i`, in the frame of [`Border::pose`].
    fn corner(&self, i: usize, k: usize) -> V;
    /// The corners of facet `i`; of a segment, the second end twice.
    fn corners(&self, i: usize) -> [V; 3] {
        core::array::from_fn(|k| self.corner(i, k.min(V::DIM - 1)))
    }
    /// A number for corner `k` of facet `i`, less than [`Border::corner_count`]: corners of one number are
    /// one point.
    fn corner_index(&self, i: usize, k: usize) -> usize {
        i * V::DIM + k
    }
    /// How many numbers of corners there are.
    fn corner_count(&self) -> usize {
        self.facet_count() * V::DIM
    }
    /// Facet `i` as a shape.
    fn facet(&self, i: usize) -> PartView<'_, V> {
        PartView::made(V::Shape::facet(|k| self.corner(i, k)), self.pose())
    }
    /// Boxes around the facets, in the frame of the shape.
    fn facet_boxes(&self) -> &PartBoxes<V>;
    /// The triangle across edge `(k, k + 1)` of triangle `i`, or the next segment at corner `k` of segment
    /// `i`; `None` where there is none or it is not stored.
    fn neighbour(&self, _i: usize, _k: usize) -> Option<usize> {
        None
    }
    /// The pieces that facets and their neighbours form; `None` where that is not stored.
    fn components(&self) -> Option<&Components> {
        None
    }
    /// Of a region of the plane: whether it surely holds a point, or surely not, without a search.
    fn surely_holds(&self, _point: &LocalPoint) -> Option<bool> {
        None
    }
    /// The number of facet `i` for a user: of a polygon, whose edges are in the order of its triangulation,
    /// that of the edge as it was given. `None` where facets mean nothing to a user.
    fn number(&self, i: usize) -> Option<usize> {
        Some(i)
    }
    /// The pose of the corners' frame in the frame of the shape; `None` where they are the same.
    fn pose(&self) -> Option<&Pose<V>> {
        None
    }
}

/// What of a shape is prefetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefetchStage {
    /// The shape itself.
    Shape,
    /// The lists that it has.
    Lists,
    /// What these refer to.
    Parts,
}

/// A shape that is stored, or made on request.
#[derive(Clone, Debug)]
pub enum PartShape<'a, S> {
    /// Owned by the shape of which it is a part.
    Stored(&'a S),
    /// Made for the caller.
    Made(S),
}

impl<S> PartShape<'_, S> {
    /// The shape, stored or made.
    #[inline]
    pub(crate) fn get(&self) -> &S {
        match self {
            Self::Stored(shape) => shape,
            Self::Made(shape) => shape,
        }
    }
}

/// A part of a shape, and its pose in the frame of the shape.
#[derive(Clone, Debug)]
pub struct PartView<'a, V: ShapeSpace> {
    shape: PartShape<'a, V::Shape>,
    pose: Option<&'a Pose<V>>,
}

impl<'a, V: ShapeSpace> PartView<'a, V> {
    /// A part that the shape owns.
    pub fn stored(shape: &'a V::Shape, pose: Option<&'a Pose<V>>) -> Self {
        let shape = PartShape::Stored(shape);
        Self { shape, pose }
    }
    /// A part made for the caller.
    pub fn made(shape: V::Shape, pose: Option<&'a Pose<V>>) -> Self {
        let shape = PartShape::Made(shape);
        Self { shape, pose }
    }
    /// The part, in its own frame.
    pub fn shape(&self) -> &V::Shape {
        self.shape.get()
    }
    /// The part in its own frame, stored or made.
    pub(crate) fn into_shape(self) -> PartShape<'a, V::Shape> {
        self.shape
    }
    /// The part, if the shape owns it.
    pub(crate) fn stored_shape(&self) -> Option<&'a V::Shape> {
        match self.shape {
            PartShape::Stored(shape) => Some(shape),
            PartShape::Made(_) => None,
        }
    }
    /// The pose of that frame in the frame of the shape; `None` where they are the same.
    pub fn pose(&self) -> Option<&'a Pose<V>> {
        self.pose
    }
    /// Asks `question` about the part, for the shape at `place`.
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
