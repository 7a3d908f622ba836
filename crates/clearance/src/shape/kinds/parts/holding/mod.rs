//! Whether a region of the plane holds a point, in floats: surely, surely not, or undecided.
//!
//! Source: counting crossings is textbook (O'Rourke, "Computational Geometry in C", 2nd edition, 1998, 7.4).
//!
//! A polygon of few corners is counted along one ray (`few.rs`); one of many has a grid (`grid.rs`), so that
//! a point away from the border takes one look, and one beside it a few edges. A bitmap is looked up in its
//! pixels.
//!
//! Error bound: let no corner be farther than `e` from where it is computed, seen from the point and along
//! each axis, and let `e` be at least 16 roundings of every coordinate. Then a difference of coordinates errs
//! by at most `1.04 e`, and an orientation `u × v` of two differences by less than
//! `1.2 e (|u.x| + |u.y| + |v.x| + |v.y|) + 2.2 e²`. We take `2 e` and `4 e²`.
//!
//! Why rounded corners may be counted: see `pair/plane/regions.rs`. On the way from where corners are
//! computed to where they truly are, no edge passes the point if each is surely off it.

mod few;
mod grid;

pub(super) use few::few_hold;
pub(super) use grid::{CellGrid, EdgeList};

use super::few_segments::FewSegments;
use crate::math::{Aabb, DoubleFrame, Pose, Real, Space, lift};
use crate::shape::kinds::any::{AnyShape, Placed, ShapeSpace};

/// A point of the plane in the frame of a shape.
#[derive(Clone, Copy, Debug)]
pub struct LocalPoint {
    pub(super) at: [f64; 2],
    /// How far the border may be from where it is computed, seen from the point and along each axis.
    pub(super) error: f64,
}

impl LocalPoint {
    /// From the point.
    #[inline(always)]
    fn to(&self, corner: [f64; 2]) -> [f64; 2] {
        [corner[0] - self.at[0], corner[1] - self.at[1]]
    }
    /// Whether the point is surely outside of a box.
    #[inline]
    pub(super) fn is_beyond(&self, [low, high]: [[f64; 2]; 2]) -> bool {
        let [[left, bottom], [right, top]] = [self.to(low), self.to(high)];
        left.max(-right).max(bottom.max(-top)) > 2.0 * self.error
    }
    /// The first and the last of the pixels of this size along an axis in which the point may be; `None`
    /// where that may be more than two.
    pub(super) fn pixels(&self, axis: usize, size: f64) -> Option<[i64; 2]> {
        let room = 2.0 * self.error;
        let pixel = |at: f64| libm::floor(at / size).clamp(-2.0, (1_u64 << 40) as f64);
        (room < 0.25 * size).then(|| [self.at[axis] - room, self.at[axis] + room].map(|at| pixel(at) as i64))
    }
    /// The orientation of two differences of coordinates, and the error bound of that.
    #[inline(always)]
    fn turn(&self, u: [f64; 2], v: [f64; 2]) -> (f64, f64) {
        let sum = u[0].abs() + u[1].abs() + v[0].abs() + v[1].abs();
        let bound = 2.0 * self.error * (sum + 2.0 * self.error) + f64::MIN_POSITIVE;
        (u[0] * v[1] - u[1] * v[0], bound)
    }
}

impl LocalPoint {
    /// A point in the frame of a shape within a box, where corners are as computed, or are rounded as often
    /// as the point.
    pub(crate) fn rounded<V: Space>(at: [f64; 2], whole: &Aabb<V>) -> Self {
        let reach = whole.min.max_abs().max(whole.max.max_abs()).to_f64();
        let largest = reach.max(at[0].abs()).max(at[1].abs());
        Self {
            at,
            error: 32.0 * f64::EPSILON * largest + 1e-300,
        }
    }
    /// A point of the world, for a shape at a pose that reaches so far from its origin along each axis.
    #[inline]
    fn inward<V: Space>(point: V, pose: &Pose<V>, reach: V::Scalar) -> Self {
        let frame = DoubleFrame::of_pose(pose);
        let largest =
            2.0 * reach.to_f64() * frame.scale + (pose.position().max_abs() + point.max_abs()).to_f64();
        let local = frame.inward(lift(point)) / frame.scale;
        // The rounding of corners in the world, and of the point here, are 8 roundings each at most.
        let error = 32.0 * V::Scalar::EPSILON.to_f64() * largest + 1e-300;
        Self {
            at: [local.x, local.y],
            error: error / frame.scale,
        }
    }
}

impl<V: ShapeSpace> Placed<'_, V> {
    /// Whether a point of the world is surely in the shape, or surely not; `None` where that is not seen at
    /// once, and always in space.
    #[inline]
    pub(crate) fn surely_holds(&self, point: V) -> Option<bool> {
        if V::DIM != 2 || self.place.outer.is_some() {
            return None;
        }
        let border = self.shape.parts()?.border()?;
        let whole = border.facet_boxes().whole();
        let reach = whole.min.max_abs().max(whole.max.max_abs());
        border.surely_holds(&LocalPoint::inward(point, self.place.pose, reach))
    }
}

impl<S: Real> FewSegments<'_, S> {
    /// The same of a polygon of the plane at a pose, of which the border is given.
    #[inline]
    pub(crate) fn surely_hold<V: Space<Scalar = S>>(&self, pose: &Pose<V>, point: V) -> Option<bool> {
        few_hold(*self, &LocalPoint::inward(point, pose, self.reach))
    }
}
