//! Eight pairs of capsules, in the plane and in space alike.
//!
//! As `round/capsule_pair.rs`, one pair in each lane: with the centers and half axes of the inner segments,
//! the position `s` on A where the lines are closest, then the best `t` on B for that, then the best `s` for
//! that, each clamped. Any two points bound the distance of the segments from above, and the gap along their
//! difference bounds it from below. No root is taken: both bounds are compared by their squares.
//!
//! # Error bound
//!
//! Let `u` be the unit roundoff and `R` the sum of the magnitudes of the distance of the centers, of both
//! half axes and of the radii. The difference of the two points is right to `4 u R`, however wrong `s` and
//! `t` are, since these count as given. The product of that difference, as computed, with the distance and
//! the half axes is right to `12 u R` times its length. `32 u R` is taken for each. World ends that are off
//! by `w` move the distance by `w` at most.
//!
//! Limits: nothing is sure of segments that are so nearly parallel that `s` is lost, unless both bounds agree
//! all the same; sizes from 1e-8 to 1e8.

use super::row::{ABOVE_ONE, Kernel, Row, Sure, numbers, rounding};
use super::three::{Three, absolute, dot, minus, total};
use crate::math::{DoubleFrame, Real, lift, magnitude};
use crate::shape::{Capsule, Placed, ShapeSpace};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of a distance in units of the sum `R`.
const OWN_ERROR: f32 = 16.0 * f32::EPSILON;
/// Fourth powers of sizes in this range neither overflow nor vanish.
const ORDINARY: [f32; 2] = [1e-8, 1e8];

/// The kernel of capsules.
pub(crate) struct Capsules;

impl Capsules {
    /// Center and radius, half axis, and the error bound of the ends in the world. `None` in a chain of
    /// poses.
    pub(crate) fn row<V: ShapeSpace>(capsule: &Capsule<V>, placed: &Placed<'_, V>) -> Option<Row> {
        if placed.place.outer.is_some() {
            return None;
        }
        let frame = DoubleFrame::of_pose(placed.place.pose);
        let ends = capsule.ends().map(|p| lift(p) * frame.scale);
        let radius = capsule.radius().to_f64() * frame.scale;
        let position = lift(placed.place.pose.position());
        let reach = 2.0 * f64::max(magnitude(ends[0]), magnitude(ends[1])) + magnitude(position) + radius;
        let center = (frame.turned((ends[0] + ends[1]) * 0.5) + position).as_vec3();
        let half = frame.turned((ends[1] - ends[0]) * 0.5).as_vec3();
        let mut row = [0.0; 16];
        row[..8].copy_from_slice(&[
            center.x,
            center.y,
            center.z,
            radius as f32,
            half.x,
            half.y,
            half.z,
            (reach * rounding::<V>()) as f32,
        ]);
        Some(Row(row))
    }
}

impl Kernel for Capsules {
    type A = Row;
    type B = Row;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
        let (a, b) = (EightCapsules::new(lanes, a), EightCapsules::new(lanes, b));
        let between = minus(b.center, a.center);
        let difference = closest(lanes, &a, &b, between);
        let radii = a.radius + b.radius;
        let reach = total(absolute(between)) + total(absolute(a.half)) + (total(absolute(b.half)) + radii);
        let error = reach * lanes.splat(OWN_ERROR) + (a.world_error + b.world_error);
        let gap = dot(difference, between) - (dot(difference, a.half).abs() + dot(difference, b.half).abs());
        let nearest = NearestPoints { difference, gap };
        nearest.compared(lanes, [radii, error, reach])
    }
}

/// Points of two sets that are nearly the closest, in each lane.
pub(super) struct NearestPoints<E> {
    /// From the one to the other.
    pub difference: Three<E>,
    /// The gap along the difference, times the length of that.
    pub gap: E,
}

impl<E: Eight> NearestPoints<E> {
    /// With a radius, given the error bound of the distance and the size of the numbers behind it.
    #[inline(always)]
    pub(super) fn compared<L: Lanes<Eight = E>>(self, lanes: L, [radius, error, reach]: [E; 3]) -> Sure {
        let (above_one, tiny) = (lanes.splat(ABOVE_ONE), lanes.splat(f32::MIN_POSITIVE));
        let squared = dot(self.difference, self.difference) * above_one;
        let (within, around) = (radius - error, radius + error);
        let [least, most] = [lanes.splat(ORDINARY[0]), lanes.splat(ORDINARY[1])];
        let is_ordinary = lanes.are_at_most(least, reach) & lanes.are_at_most(reach, most);
        Sure {
            meet: lanes.are_at_most(squared + tiny, within * within)
                & lanes.are_at_most(tiny, within)
                & is_ordinary,
            apart: lanes.are_at_most(around * around * squared * above_one + tiny, self.gap * self.gap)
                & lanes.are_at_most(tiny, self.gap)
                & is_ordinary,
        }
    }
}

/// The difference of two points of the inner segments, nearly the closest.
#[inline(always)]
fn closest<L: Lanes<Eight = E>, E: Eight>(
    lanes: L,
    a: &EightCapsules<E>,
    b: &EightCapsules<E>,
    between: Three<E>,
) -> Three<E> {
    let one = lanes.splat(1.0);
    let (aa, bb, ab) = (dot(a.half, a.half), dot(b.half, b.half), dot(a.half, b.half));
    let (along_a, along_b) = (dot(a.half, between), dot(b.half, between));
    // What is not a number becomes -1, which is as good as any other.
    let s = clamped((along_a * bb - ab * along_b) / (aa * bb - ab * ab), one);
    let t = clamped((s * ab - along_b) / bb, one);
    let s = clamped((along_a + t * ab) / aa, one);
    [
        between[0] + (b.half[0] * t - a.half[0] * s),
        between[1] + (b.half[1] * t - a.half[1] * s),
        between[2] + (b.half[2] * t - a.half[2] * s),
    ]
}

#[inline(always)]
fn clamped<E: Eight>(x: E, one: E) -> E {
    x.max(-one).min(one)
}

/// One side of eight pairs, a capsule in each lane.
pub(super) struct EightCapsules<E> {
    pub center: Three<E>,
    pub half: Three<E>,
    pub radius: E,
    pub world_error: E,
}

impl<E: Eight> EightCapsules<E> {
    #[inline(always)]
    pub(super) fn new<L: Lanes<Eight = E>>(lanes: L, rows: [&Row; EIGHT]) -> Self {
        let rows = numbers(rows);
        let [x, y, z, radius] = lanes.columns(&rows, 0);
        let [half_x, half_y, half_z, world_error] = lanes.columns(&rows, 4);
        Self {
            center: [x, y, z],
            half: [half_x, half_y, half_z],
            radius,
            world_error,
        }
    }
}
