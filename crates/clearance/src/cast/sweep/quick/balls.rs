//! Two balls that stand at their own origins: a quadratic equation, and one step of Newton's method on its root.
//!
//! The centers go a straight way past each other. Where they are nearest says how much of the sum of the radii is left
//! across it, and so how long before they touch: `|m + v t| = r`, solved from the middle of its two roots, so that nothing
//! cancels but what the input does (Ericson, "Real-Time Collision Detection", 2005, 5.5.5, takes the general quadratic).
//! The step of Newton's method takes off what rounding has left of `m + v t`; its derivative is the speed along the normal.

use super::super::approach::Hit;
use super::{GRAZE, not_later};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Real, ScalarOf, Vector, cross_squared, magnitude};
use crate::shape::{Placed, ShapeSpace};

/// Radii smaller than this part of the way leave too few digits.
const SMALLEST: f64 = 1e-6;
/// Smaller ones have lost digits.
const SMALLEST_SQUARE: f64 = 1e-280;

/// When two balls of these radii first meet, as of [`first`](super::first).
#[inline(always)]
pub(in crate::cast) fn first<V: ShapeSpace>(
    two: [&Placed<'_, V>; 2],
    radii: [ScalarOf<V>; 2],
    way: V,
    limit: f64,
) -> Option<Option<Hit<V>>> {
    let [a, b] = two.map(|placed| placed.place);
    if a.outer.is_some() || b.outer.is_some() {
        return None;
    }
    let [(from, scale_a), (to, scale_b)] = [a, b].map(|place| place.origin_and_scale());
    let (from, v) = (from.to_double(), way.to_double());
    let m = to.to_double() - from;
    let radius_a = radii[0].to_f64() * scale_a.to_f64();
    let r = radius_a + radii[1].to_f64() * scale_b.to_f64();
    let reaches = [Reach::new(&a, radii[0]), Reach::new(&b, radii[1])];
    let reach = (reaches[0].length + reaches[1].length).to_f64() + v.max_abs();
    let bound = Bound::new::<V>(reaches[0], reaches[1]).error.to_f64();
    let apart = r + bound + 8.0 * V::Scalar::EPSILON.to_f64() * reach;
    let apart2 = apart * apart * (1.0 + 8.0 * f64::EPSILON);
    let is_moderate = (reach < 1e60) & (r > SMALLEST * reach) & (r > 1e-60);
    if !(is_moderate & (m.length_squared() > apart2)) {
        return None;
    }
    // Known before any quotient is: the one branch that nobody can predict.
    let (mv, speed2) = (m.dot(v), v.length_squared());
    if (cross_squared(m, v) > apart2 * speed2) | (mv >= 0.0) {
        return Some(None);
    }
    let is_beyond = |p: V::Double| p.length_squared() > apart2;
    let per_speed2 = 1.0 / speed2;
    // Speed along the normal times the radius, squared: its root is waited for, not what is divided by it.
    let closing2 = r * r * speed2 - cross_squared(m, v);
    let closing = Real::max(closing2, 0.0).sqrt();
    let time = -mv * per_speed2 - closing * per_speed2;
    if time > limit && is_beyond(m + v * limit) {
        return Some(None);
    }
    let touch = m + v * time;
    let half_per_closing = 0.5 / closing;
    let time = time + (touch.length_squared() - r * r) * half_per_closing;
    let normal = touch * (1.0 / r);
    let is_straight = touch.max_abs() == magnitude(touch);
    let slack = if is_straight {
        0.0
    } else {
        8.0 * f64::EPSILON * reach * r
    };
    let is_steep = (closing2 > GRAZE * GRAZE * (r * r * speed2)) & (closing2 > SMALLEST_SQUARE);
    let is_sure = is_steep & ((limit - time) * closing > (apart - r) * r);
    is_sure.then(|| {
        Some(Hit {
            time: not_later::<V>(Real::max(time - slack * half_per_closing, 0.0)),
            normal: V::from_double(normal),
            point: V::from_double(from + normal * radius_a),
        })
    })
}
