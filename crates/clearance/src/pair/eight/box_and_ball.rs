//! Eight pairs of a box and any other shape, in the plane and in space, by the balls around that shape and
//! within it.
//!
//! The gap between the box and the center of the balls is the length of what the center is beyond the half
//! extents, in the axes of the box (Ericson, "Real-Time Collision Detection", 2005, 5.2.5). A ball is decided
//! by that. Of other shapes those are decided whose outer ball does not reach the box, or whose inner ball
//! does; where the inner radius is negative, some point of the shape is no further from the center than that,
//! and in the box if the center is that deep in it.
//!
//! # Error bound
//!
//! Let `u` be the unit roundoff and `R` the sum of the half extents, of the magnitudes of the distance of the
//! centers, and of the outer radius. The distance is right to `4 u R`; turned into the axes by a quaternion
//! whose entries are off by `u`, to `48 u R` in each coordinate, and as a length to `96 u R`; by a cosine and
//! a sine, to less. `128 u R` is taken. What the center of the balls and the radii are rounded by is in the
//! radii, and what the box is rounded by in its row.
//!
//! Limits: sizes from 1e-15 to 1e15, and shapes that have an end.

use super::balls::{self, BallRow};
use super::plane_boxes::EightBoxes;
use super::row::{ABOVE_ONE, Kernel, Row, Sure, are_ordinary};
use super::space_boxes::{EightBoxesOfSpace, turned_back};
use super::three::{absolute, dot, minus, most, total};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of a gap in units of the sum `R`.
const OWN_ERROR: f32 = 64.0 * f32::EPSILON;

/// The kernel of a box of the plane and the balls of any shape.
pub(crate) struct PlaneBoxAndBall;

impl Kernel for PlaneBoxAndBall {
    type A = Row;
    type B = BallRow;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&BallRow; EIGHT]) -> Sure {
        let (cuboid, ball) = (EightBoxes::new(lanes, a), EightBalls::new(lanes, b));
        let [x, y, _] = ball.center;
        let away = [x - cuboid.center[0], y - cuboid.center[1]];
        let local = cuboid.in_axes(away);
        let beyond = [local[0].abs() - cuboid.half[0], local[1].abs() - cuboid.half[1]];
        let zero = lanes.splat(0.0);
        let outside = [beyond[0].max(zero), beyond[1].max(zero)];
        let gap = Gap {
            deepest: beyond[0].max(beyond[1]),
            squared: outside[0] * outside[0] + outside[1] * outside[1],
            scale: (cuboid.half[0] + cuboid.half[1]) + (away[0].abs() + away[1].abs()),
            world_error: cuboid.world_error,
        };
        gap.compared(lanes, ball)
    }
}

/// The kernel of a box of space and the balls of any shape.
pub(crate) struct SpaceBoxAndBall;

impl Kernel for SpaceBoxAndBall {
    type A = Row;
    type B = BallRow;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&BallRow; EIGHT]) -> Sure {
        let (cuboid, ball) = (EightBoxesOfSpace::new(lanes, a), EightBalls::new(lanes, b));
        let zero = lanes.splat(0.0);
        let away = cuboid.to(ball.center);
        let beyond = minus(absolute(turned_back(cuboid.rotation, away)), cuboid.half);
        let outside = [beyond[0].max(zero), beyond[1].max(zero), beyond[2].max(zero)];
        let gap = Gap {
            deepest: most(beyond),
            squared: dot(outside, outside),
            scale: total(cuboid.half) + total(absolute(away)),
            world_error: cuboid.world_error,
        };
        gap.compared(lanes, ball)
    }
}

/// Center, outer and inner radius of the balls in each lane.
struct EightBalls<E> {
    center: [E; 3],
    outer: E,
    inner: E,
}

impl<E: Eight> EightBalls<E> {
    #[inline(always)]
    fn new<L: Lanes<Eight = E>>(lanes: L, rows: [&BallRow; EIGHT]) -> Self {
        let rows = balls::numbers(rows);
        let ([x, y, z, outer], [inner, ..]) = (lanes.columns(&rows, 0), lanes.columns(&rows, 4));
        Self {
            center: [x, y, z],
            outer,
            inner,
        }
    }
}

/// Between boxes and centers.
struct Gap<E> {
    /// The largest distance beyond a face: negative where the center is in the box.
    deepest: E,
    /// Its length, squared; 0 where the center is in the box.
    squared: E,
    /// `R` without the radius.
    scale: E,
    world_error: E,
}

impl<E: Eight> Gap<E> {
    /// With the radii.
    #[inline(always)]
    fn compared<L: Lanes<Eight = E>>(self, lanes: L, ball: EightBalls<E>) -> Sure {
        let scale = self.scale + ball.outer;
        let error = scale * lanes.splat(OWN_ERROR) + self.world_error;
        let (around, within) = (ball.outer + error, ball.inner - error);
        let [zero, tiny] = [lanes.splat(0.0), lanes.splat(f32::MIN_POSITIVE)];
        let above_one = lanes.splat(ABOVE_ONE);
        let is_ordinary = are_ordinary(lanes, scale);
        let is_reached = lanes.are_at_most(self.squared * above_one + tiny, within * within)
            & lanes.are_at_most(tiny, within);
        let is_deep = lanes.are_at_most(self.deepest, within) & lanes.are_at_most(within, zero);
        Sure {
            meet: (is_reached | is_deep) & is_ordinary,
            apart: lanes.are_at_most(around * around * above_one + tiny, self.squared)
                & lanes.are_at_most(zero, around)
                & is_ordinary,
        }
    }
}
