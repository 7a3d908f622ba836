//! `Shape2`: every shape of the plane by name.

use alloc::vec::Vec;

use super::any::{AnyShape, Space2};
use super::curved::{self, Curved, FlatNormals};
use super::flat::{Flat, flat2};
use super::parts::{Bitmap, Compound, Parts, Polygon, Polyline};
use super::rounded::Rounded;
use super::shared::{shape_enum, shared_shape};
use crate::math::{Aabb, Real};
use crate::shape::bounds::{BoundedFrame, local_core, local_grown};
use crate::shape::convex::{Ball, Capsule, ConvexPolygon, Cuboid, Ellipsoid, HalfSpace, Segment};
use crate::shape::core::{Core, Vertices};
use crate::shape::error::InvalidShape;

shape_enum! {
    /// Every shape of the plane.
    Shape2<V: Space2> {
        /// The local origin.
        Point = "point",
        /// The straight line between two points.
        Segment(Segment<V>) = "segment",
        /// A circle with its inside.
        Circle(Ball<V::Scalar>) = "circle",
        /// An ellipse with its inside.
        Ellipse(Ellipsoid<V>) = "ellipse",
        /// All points near a segment.
        Capsule(Capsule<V>) = "capsule",
        /// A rectangle around the origin.
        Box(Cuboid<V>) = "box",
        /// The hull of points.
        Convex(ConvexPolygon<V>) = "convex",
        /// A simple polygon with holes.
        Polygon(Polygon<V>) = "polygon",
        /// A chain of segments.
        Polyline(Polyline<V>) = "polyline",
        /// Everything on one side of a line.
        HalfSpace(HalfSpace<V>) = "half_space",
        /// A pixel mask.
        Bitmap(Bitmap<V>) = "bitmap",
        /// A convex shape grown by a ball.
        Rounded(Rounded<V>) = "rounded",
        /// Several shapes placed together.
        Compound(Compound<V>) = "compound",
    }
}

shared_shape!(Shape2, Space2, Circle = circle, Ellipse = ellipse,
    Segment, corners: [0, 1, 3, 2], flat2, curved::curved2, curved::flat_normals2);

impl<V: Space2> Shape2<V> {
    /// The hull of points, in any order; one, two or collinear points are allowed.
    pub fn convex(vertices: &[V]) -> Result<Self, InvalidShape> {
        ConvexPolygon::new(vertices).map(Self::Convex)
    }
    /// A simple polygon, concave or not, with holes; any winding.
    pub fn polygon(vertices: &[V], holes: &[Vec<V>]) -> Result<Self, InvalidShape> {
        Polygon::new(vertices, holes).map(Self::Polygon)
    }
    /// A chain of segments; `closed` joins the last vertex to the first.
    pub fn polyline(vertices: &[V], closed: bool) -> Result<Self, InvalidShape> {
        Polyline::new(vertices, closed).map(Self::Polyline)
    }
    /// A pixel mask: rows of `0` and `1`, the first on top; the lower left corner is the origin.
    pub fn bitmap<R: AsRef<str>>(rows: &[R], pixel_size: V::Scalar) -> Result<Self, InvalidShape> {
        Bitmap::new(rows, pixel_size).map(Self::Bitmap)
    }
    fn own_core(&self) -> Option<Core<'_, V>> {
        None
    }
    fn own_scaled(&self, _: i32) -> Option<Self> {
        None
    }
    fn own_box(&self) -> Aabb<V> {
        match self {
            Self::Polygon(p) => p.bounds(),
            Self::Polyline(p) => p.bounds(),
            Self::Bitmap(b) => b.bounds(),
            _ => Aabb::everything(),
        }
    }
    fn own_box_in(&self, frame: &BoundedFrame<V>) -> Aabb<V> {
        match self {
            Self::Polygon(p) => frame.points_or_box(&p.rings()[0], p.bounds()),
            Self::Polyline(p) => frame.points_or_box(p.vertices(), p.bounds()),
            _ => frame.turned_box(self.local_aabb()),
        }
    }
    fn own_parts(&self) -> Option<&dyn Parts<V>> {
        Some(match self {
            Self::Polygon(p) => p,
            Self::Polyline(p) => p,
            Self::Bitmap(b) => b,
            _ => return None,
        })
    }
}
