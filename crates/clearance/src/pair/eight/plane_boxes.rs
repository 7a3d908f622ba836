//! Eight pairs of boxes of the plane by their four axes.
//!
//! As `plane/cuboids.rs`, one pair in each lane. With `u` the unit roundoff and `R` the sum of all half
//! extents and of the magnitudes of the distance: entries of the relative rotation are right to `8 u`, the
//! distance in the axes of either to `8 u |d|`, and a gap, a sum of products of these, to `16 u R`. Twice as
//! much is taken. What the world vertices are rounded by, and the center in single precision, is in the row.
//!
//! Limits: sizes from 1e-15 to 1e15.

use super::row::{Kernel, Row, Sure, are_ordinary, numbers, rounding};
use crate::math::{Real, Rotation, ScalarOf, magnitude};
use crate::shape::{Placed, Shape2, Space2};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of gaps in units of the sum `R`.
const OWN_ERROR: f32 = 16.0 * f32::EPSILON;

/// The kernel of boxes of the plane.
pub(crate) struct PlaneBoxes;

impl PlaneBoxes {
    /// Half extents, center, cosine, sine, and the error bound of the world vertices. `None` for other
    /// shapes.
    pub(crate) fn row<V: Space2>(placed: &Placed<'_, V>) -> Option<Row> {
        let (Shape2::Box(cuboid), None) = (placed.shape, placed.place.outer) else {
            return None;
        };
        let pose = placed.place.pose;
        let (half, center) = (cuboid.half_extents() * pose.scale(), pose.position());
        let axis = Rotation::<V>::axes(&pose.rotation())[0];
        let error = (magnitude(half) + magnitude(center)).to_f64() * rounding::<V>();
        let single = |x: ScalarOf<V>| x.to_f64() as f32;
        let mut row = [0.0; 16];
        row[..7].copy_from_slice(&[
            single(half.x()),
            single(half.y()),
            single(center.x()),
            single(center.y()),
            single(axis.x()),
            single(axis.y()),
            error as f32,
        ]);
        Some(Row(row))
    }
}

impl Kernel for PlaneBoxes {
    type A = Row;
    type B = Row;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
        let (a, b) = (EightBoxes::new(lanes, a), EightBoxes::new(lanes, b));
        let away = [b.center[0] - a.center[0], b.center[1] - a.center[1]];
        let scale = (a.half[0] + a.half[1]) + (b.half[0] + b.half[1]) + (away[0].abs() + away[1].abs());
        let error = scale * lanes.splat(OWN_ERROR) + (a.world_error + b.world_error);
        let [cos, sin] = a.in_axes(b.axis);
        let turn = [cos.abs(), sin.abs()];
        let of_a = a.gap(a.in_axes(away), b.extent(turn));
        let of_b = b.gap(b.in_axes(away), a.extent(turn));
        let widest = of_a.max(of_b);
        let is_ordinary = are_ordinary(lanes, scale);
        Sure {
            meet: lanes.are_at_most(widest, -error) & is_ordinary,
            apart: lanes.are_at_most(error, widest) & is_ordinary,
        }
    }
}

/// One side of eight pairs, a box in each lane.
pub(super) struct EightBoxes<E> {
    pub half: [E; 2],
    pub center: [E; 2],
    /// The x axis in the world.
    axis: [E; 2],
    pub world_error: E,
}

impl<E: Eight> EightBoxes<E> {
    #[inline(always)]
    pub(super) fn new<L: Lanes<Eight = E>>(lanes: L, rows: [&Row; EIGHT]) -> Self {
        let rows = numbers(rows);
        let [hx, hy, x, y] = lanes.columns(&rows, 0);
        let [cos, sin, world_error, _] = lanes.columns(&rows, 4);
        Self {
            half: [hx, hy],
            center: [x, y],
            axis: [cos, sin],
            world_error,
        }
    }
    /// A vector of the world in the axes.
    #[inline(always)]
    pub(super) fn in_axes(&self, [x, y]: [E; 2]) -> [E; 2] {
        let [cos, sin] = self.axis;
        [cos * x + sin * y, cos * y - sin * x]
    }
    /// Half of what the box extends in axes that are turned so, by the magnitudes of cosine and sine.
    #[inline(always)]
    fn extent(&self, [cos, sin]: [E; 2]) -> [E; 2] {
        let [x, y] = self.half;
        [cos * x + sin * y, sin * x + cos * y]
    }
    /// The wider one of the gaps along the axes.
    #[inline(always)]
    fn gap(&self, away: [E; 2], extent: [E; 2]) -> E {
        let x = away[0].abs() - (self.half[0] + extent[0]);
        let y = away[1].abs() - (self.half[1] + extent[1]);
        x.max(y)
    }
}
