//! A bound from the depths of one point.
//!
//! A ball of radius r around p within A, and one of radius s around the same point within B: the two overlap
//! until one has moved by r + s. Where p is outside of B by s, the nearest point of B is still deep in A by
//! r - s. So the sum of both depths, negative outside, is a bound wherever it is taken. It is largest
//! somewhere in the common part; a search on a grid, and from its best point, finds a good place.

use super::inscribed::{common_box, grid};
use super::moved::Two;
use crate::cast::ray::closest::closest_point;
use crate::cast::spaces::CastSpace;
use crate::math::{Real, ScalarOf};
use crate::pair::Clearance;
use crate::shape::Placed;

/// How often the step of the search is halved.
const HALVINGS: usize = 8;

/// The largest sum of the depths of one point in both that is found; 0 if none is positive.
pub(super) fn deepest_point<V: CastSpace>(two: &Two<'_, V>, local: Option<&Clearance<V>>) -> V::Scalar {
    let region = common_box(&two.a.aabb(), &two.b.aabb());
    let sides = region.max - region.min;
    if !(sides.is_finite() && region.min.is_finite()) {
        return Real::ZERO;
    }
    let mut best = (V::Scalar::ZERO, region.center());
    let witness = local.map(|c| c.point_a.midpoint(c.point_b));
    for p in grid(&region).into_iter().chain(witness) {
        offer(two, &mut best, p);
    }
    let mut step = sides / ScalarOf::<V>::lit(10.0);
    for _ in 0..HALVINGS {
        let start = best.1;
        for side in 0..2 * V::DIM {
            let sign = if side % 2 == 0 {
                V::Scalar::ONE
            } else {
                -V::Scalar::ONE
            };
            let along = |i| {
                if i == side / 2 {
                    step.get(i) * sign
                } else {
                    Real::ZERO
                }
            };
            offer(two, &mut best, start + V::from_fn(along));
        }
        if best.1 == start {
            step = step * ScalarOf::<V>::HALF;
        }
    }
    best.0
}

fn offer<V: CastSpace>(two: &Two<'_, V>, best: &mut (V::Scalar, V), p: V) {
    let Some(of_a) = depth(two.a, p) else { return };
    let Some(of_b) = depth(two.b, p) else { return };
    if of_a + of_b > best.0 {
        *best = (of_a + of_b, p);
    }
}

/// How deep a point is in a shape, negative outside.
fn depth<V: CastSpace>(placed: Placed<'_, V>, p: V) -> Option<V::Scalar> {
    closest_point(placed, p).ok().map(|c| -c.distance)
}
