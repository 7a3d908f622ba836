//! Two balls that stand at their own origins: a quadratic equation, and one step of Newton's method on its root.
//!
//! The centers go a straight way past each other. Where they are nearest says how much of the sum of the radii is left
//! across it, and so how long before they touch: `|m + v t| = r`, solved from the middle of its two roots, so that nothing
//! cancels but what the input does (Ericson, "Real-Time Collision Detection", 2005, 5.5.5, takes the general quadratic).
//! The step of Newton's method takes off what rounding has left of `m + v t`; its derivative is the speed along the normal.

use glam::DVec3;

use super::super::approach::Hit;
use super::{GRAZE, not_later};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Real, ScalarOf, lift, lower};
use crate::pair::PairSpace;
use crate::shape::Placed;

/// Radii smaller than this part of the way leave too few digits.
const SMALLEST: f64 = 1e-6;

/// When two balls of these radii first meet, as of [`first`](super::first).
#[inline(always)]
pub(super) fn first<V: PairSpace>(
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
    let (from, v) = (lift(from), lift(way));
    let m = lift(to) - from;
    let radius_a = radii[0].to_f64() * scale_a.to_f64();
    let r = radius_a + radii[1].to_f64() * scale_b.to_f64();
    let reaches = [Reach::new(&a, radii[0]), Reach::new(&b, radii[1])];
    let reach = (reaches[0].length + reaches[1].length).to_f64() + v.abs().max_element();
    let bound = Bound::new::<V>(reaches[0], reaches[1]).error.to_f64();
    let apart = r + bound + 8.0 * V::Scalar::EPSILON.to_f64() * reach;
    let is_beyond = |p: DVec3| p.length_squared() > apart * apart * (1.0 + 4.0 * f64::EPSILON);
    let is_moderate = reach < 1e60 && r > SMALLEST * reach && r > 1e-60;
    if !is_moderate || !is_beyond(m) {
        return None;
    }
    let (mv, inverse) = (m.dot(v), 1.0 / v.length_squared());
    if mv >= 0.0 {
        return Some(None);
    }
    let nearest = m - v * (mv * inverse);
    let under = r * r - nearest.length_squared();
    let time = -mv * inverse - (under * inverse).max(0.0).sqrt();
    if is_beyond(nearest) || (time > limit && is_beyond(m + v * limit)) {
        return Some(None);
    }
    let touch = m + v * time;
    let speed = -touch.dot(v);
    let time = time + (touch.length_squared() - r * r) / (2.0 * speed);
    let normal = touch * (1.0 / r);
    let is_straight = touch.abs().max_element() == touch.abs().element_sum();
    let slack = if is_straight {
        0.0
    } else {
        4.0 * f64::EPSILON * reach * r
    };
    let is_sure = under > GRAZE * GRAZE * (r * r) && (limit - time) * speed > (apart - r) * r;
    is_sure.then(|| {
        Some(Hit {
            time: not_later::<V>((time - slack / speed).max(0.0)),
            normal: lower(normal),
            point: lower(from + normal * radius_a),
        })
    })
}
