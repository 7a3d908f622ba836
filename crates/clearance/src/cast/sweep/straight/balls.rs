//! Two balls around their own origins: one quadratic equation.
//!
//! The centers pass each other on a straight line: `|m + v t| = r`. The time is the gap at the start, as a
//! difference of squares, over the sum of its closing speeds at the start and at the end:
//! `t = (m² - r²) / (c - m·v)`, where `c² = r² v² - |m × v|²`. Neither sum cancels where the two approach
//! each other, so no step of Newton's method is needed (Ericson, "Real-Time Collision Detection",
//! 2005, 5.3.2 and 5.5.5, takes the root from the other end, where it cancels).

use crate::cast::decided::{Decided, Filtered};
use crate::cast::sweep::bounds::{GRAZE, not_later};
use crate::cast::sweep::hit::Hit;
use crate::exact::filter::ROUNDINGS;
use crate::exact::number::double_double::DoubleDouble;
use crate::math::{Real, ScalarOf, Vector, cross_squared, magnitude};
use crate::shape::{Placed, ShapeSpace};

/// A smaller radius, as a part of all lengths, leaves too few digits.
const SMALLEST: f64 = 1e-6;
/// Smaller squares have lost digits.
const SMALLEST_SQUARE: f64 = 1e-280;

/// When two balls of these radii first meet, like [`first`](super::first). A motion that is not finite is
/// undecided.
#[inline(always)]
pub(in crate::cast) fn first<V: ShapeSpace>(
    two: [&Placed<'_, V>; 2],
    radii: [ScalarOf<V>; 2],
    way: V,
    limit: f64,
) -> Filtered<Hit<V>> {
    let [a, b] = two.map(|placed| placed.place);
    if a.outer.is_some() || b.outer.is_some() {
        return None;
    }
    let [(from, scale_a), (to, scale_b)] = [a, b].map(|place| place.origin_and_scale());
    let (from, to, v) = (from.to_double(), to.to_double(), way.to_double());
    let m = to - from;
    let radius_a = radii[0].to_f64() * scale_a.to_f64();
    let r = radius_a + radii[1].to_f64() * scale_b.to_f64();
    let reach = magnitude(from) + magnitude(to) + r + magnitude(v);
    // Between the radius and this, the truth is undecided, in the space's own precision or in double
    // precision.
    let apart = r + (ROUNDINGS[V::DIM] + 8.0) * V::Scalar::EPSILON.to_f64() * reach;
    let apart2 = apart * apart * (1.0 + 8.0 * f64::EPSILON);
    let (m2, v2, mv, across2) = (
        m.length_squared(),
        v.length_squared(),
        m.dot(v),
        cross_squared(m, v),
    );
    let is_moderate = (reach < 1e60) & (r > SMALLEST * reach) & (r > 1e-60) & (m2 > apart2);
    if !is_moderate {
        return None;
    }
    // Decided before any root is taken: this is the one unpredictable branch.
    if (across2 > apart2 * v2) | (mv >= 0.0) {
        return Some(Decided::Miss);
    }
    // The closing speed of the gap when they meet, times the radius.
    let r2 = r * r;
    let closing2 = r2 * v2 - across2;
    let closing = Real::max(closing2, 0.0).sqrt();
    let time = (m2 - r2) / (closing - mv);
    // The gap is convex in time, so at the limit it is at least this far from 0, times the radius.
    let left = (limit - time) * closing;
    let is_steep = closing2 > Real::max(GRAZE * GRAZE * (r2 * v2), SMALLEST_SQUARE);
    let is_known = is_steep & (left.abs() > (apart - r) * apart);
    if !is_known {
        return None;
    }
    if left < 0.0 {
        return Some(Decided::Miss);
    }
    // The rounding here does not matter in single precision. Along a coordinate axis only the answer needs to
    // be rounded.
    let is_straight = (across2 == 0.0) & (m.max_abs() == magnitude(m));
    let sure = if V::Scalar::IS_SINGLE {
        time
    } else if is_straight {
        let sizes = [(radii[0], scale_a), (radii[1], scale_b)].map(|(r, scale)| [r.to_f64(), scale.to_f64()]);
        head_on([from, to], sizes, magnitude(v))
    } else {
        time - 10.0 * f64::EPSILON * reach * r / closing
    };
    let normal = (m + v * time) * (1.0 / r);
    let hit = Hit {
        is_resolved: true,
        time: not_later::<V>(Real::max(sure, 0.0)),
        normal: V::from_double(normal),
        point: V::from_double(from + normal * radius_a),
    };
    Some(Decided::Hit(hit))
}

/// When two balls of these radii and scales meet that approach each other along a coordinate axis: the last
/// float that is not later.
#[cold]
fn head_on<D: Vector<Scalar = f64>>([from, to]: [D; 2], sizes: [[f64; 2]; 2], speed: f64) -> f64 {
    let between = (0..D::DIM).fold(DoubleDouble::ZERO, |sum, k| {
        let (low, high) = (
            Real::min(from.get(k), to.get(k)),
            Real::max(from.get(k), to.get(k)),
        );
        sum + DoubleDouble::difference(high, low)
    });
    let [a, b] = sizes.map(|[radius, scale]| DoubleDouble::product(radius, scale));
    let gap = between - (a + b);
    let time = gap.ratio(DoubleDouble::from(speed));
    let is_late = (gap - DoubleDouble::product(time, speed)).value() < 0.0;
    if is_late {
        time * (1.0 - f64::EPSILON)
    } else {
        time
    }
}
