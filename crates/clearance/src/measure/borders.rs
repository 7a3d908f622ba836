//! Which shapes have a border that is measured, in one match for each dimension.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::Unmeasured;
use super::hull_border::HullBorder;
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Border, ConvexPolygon, Cuboid, Polyhedron, Shape2, Shape3, Space2, Space3};

/// The border of a solid.
pub(super) enum SolidBorder<'a, V: PairSpace> {
    /// Owned by the shape.
    Stored(&'a dyn Border<V>),
    /// Made for the question.
    Made(Box<HullBorder<V>>),
}

impl<V: PairSpace> SolidBorder<'_, V> {
    pub fn get(&self) -> &dyn Border<V> {
        match self {
            Self::Stored(border) => *border,
            Self::Made(border) => &**border,
        }
    }
    fn made(border: Option<HullBorder<V>>) -> Result<Self, Unmeasured> {
        border
            .map(|border| Self::Made(Box::new(border)))
            .ok_or(Unmeasured::NotSolid)
    }
}

/// The border of a region of the plane.
pub(super) fn border2<V: Space2 + PairSpace>(shape: &Shape2<V>) -> Result<SolidBorder<'_, V>, Unmeasured> {
    match shape {
        Shape2::Polygon(p) => Ok(SolidBorder::Stored(p)),
        Shape2::Bitmap(b) => Ok(SolidBorder::Stored(b)),
        Shape2::Convex(c) => SolidBorder::made(HullBorder::of_polygon(c)),
        Shape2::Box(c) => SolidBorder::made(of_box(c, 4, |corners| {
            HullBorder::of_polygon(&ConvexPolygon::new(corners).ok()?)
        })),
        Shape2::Point | Shape2::Segment(_) | Shape2::Polyline(_) => Err(Unmeasured::NotSolid),
        Shape2::HalfSpace(_) => Err(Unmeasured::Unbounded),
        other => Err(Unmeasured::Unsupported(other.kind())),
    }
}

/// The border of a solid of space.
pub(super) fn border3<V: Space3 + PairSpace>(shape: &Shape3<V>) -> Result<SolidBorder<'_, V>, Unmeasured> {
    match shape {
        Shape3::Mesh(m) if m.is_solid() => Ok(SolidBorder::Stored(m)),
        Shape3::Convex(c) => SolidBorder::made(HullBorder::of_polyhedron(c)),
        Shape3::Box(c) => SolidBorder::made(of_box(c, 8, |corners| {
            HullBorder::of_polyhedron(&Polyhedron::new(corners).ok()?)
        })),
        Shape3::Point | Shape3::Segment(_) | Shape3::Triangle(_) | Shape3::Mesh(_) | Shape3::Terrain(_) => {
            Err(Unmeasured::NotSolid)
        }
        Shape3::HalfSpace(_) => Err(Unmeasured::Unbounded),
        other => Err(Unmeasured::Unsupported(other.kind())),
    }
}

fn of_box<V: PairSpace>(
    cuboid: &Cuboid<V>,
    corners: usize,
    border: impl Fn(&[V]) -> Option<HullBorder<V>>,
) -> Option<HullBorder<V>> {
    let corners: Vec<V> = (0..corners).map(|i| cuboid.corner(i)).collect();
    border(&corners)
}
