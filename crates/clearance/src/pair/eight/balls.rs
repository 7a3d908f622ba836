//! Eight pairs of shapes by the balls around them and within them.
//!
//! As `bounding_balls.rs`, in single precision. A row has the center, the outer radius, rounded up, and the
//! inner one, rounded down: by what the center is rounded by, and by the half of a pair's error bound that is
//! this shape's.
//!
//! Error bound: the difference of two centers is right to one rounding in each coordinate, and its squared
//! length to five. The sum of two radii is right to one, its square to three. Sixteen are taken. For two
//! balls both radii are the true ones, but for rounding, so nearly all pairs are sure.

use super::row::{ABOVE_ONE, Kernel, Sure};
use super::three::{dot, minus};
use crate::exact::filter::Bound;
use crate::math::{Real, Space, length};
use crate::pair::bounding_balls::PlacedBalls;
use crate::simd::{EIGHT, Lanes};

/// Center, outer radius, inner radius.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct BallRow([f32; 8]);

/// What a radius is rounded by, in single precision, and more.
const ROUNDED: f64 = 2.0 * f32::EPSILON as f64;
/// Beyond it squares may overflow.
const MOST: f32 = 1e38;

impl BallRow {
    pub(crate) fn of<V: Space>(balls: &PlacedBalls<V>) -> Self {
        let center = balls.center();
        let own = Bound::new::<V>(balls.reach(), balls.reach()).error.to_f64() * 0.5;
        let error = own + length(center).to_f64() * f64::from(f32::EPSILON);
        let [outer, inner] = balls.radii().map(Real::to_f64);
        let (outer, inner) = (outer + error, inner - error);
        let mut row = [0.0; 8];
        for (k, number) in row.iter_mut().enumerate().take(V::DIM) {
            *number = center.get(k).to_f64() as f32;
        }
        row[3] = (outer + outer.abs() * ROUNDED) as f32;
        row[4] = (inner - inner.abs() * ROUNDED) as f32;
        Self(row)
    }
}

/// The kernel of balls.
pub(crate) struct Balls;

impl Kernel for Balls {
    type A = BallRow;
    type B = BallRow;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&BallRow; EIGHT], b: [&BallRow; EIGHT]) -> Sure {
        let (a, b) = (numbers(a), numbers(b));
        let ([ax, ay, az, outer_a], [bx, by, bz, outer_b]) = (lanes.columns(&a, 0), lanes.columns(&b, 0));
        let ([inner_a, ..], [inner_b, ..]) = (lanes.columns(&a, 4), lanes.columns(&b, 4));
        let between = minus([bx, by, bz], [ax, ay, az]);
        let squared = dot(between, between);
        let (around, within) = (outer_a + outer_b, inner_a + inner_b);
        let (above_one, tiny) = (lanes.splat(ABOVE_ONE), lanes.splat(f32::MIN_POSITIVE));
        let around_squared = around * around * above_one + tiny;
        let most = lanes.splat(MOST);
        let is_inside = lanes.are_at_most(squared * above_one + tiny, within * within);
        Sure {
            apart: lanes.are_at_most(around_squared, squared)
                & lanes.are_at_most(around_squared, most)
                & lanes.are_at_most(lanes.splat(0.0), around),
            meet: is_inside & lanes.are_at_most(tiny, within) & lanes.are_at_most(squared, most),
        }
    }
}

#[inline(always)]
pub(super) fn numbers(rows: [&BallRow; EIGHT]) -> [&[f32; 8]; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0]
}
