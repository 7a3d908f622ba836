//! Balls and capsules: a quadratic equation, with time counted from the ray's point nearest to them.
//!
//! There the two roots differ in sign only, and nothing cancels except in the input. A root is proven by the
//! point it leads to: its distance from the core is the radius within the error bound, and the ray goes
//! towards the core at an angle that takes it deeper than the error bound before it leaves again.

use glam::DVec3;

use super::{FilterRay, FilteredRay, INSIDE, MISS};

/// A ball around the origin.
#[inline(always)]
pub(super) fn ball(local: &FilterRay, radius: f64) -> FilteredRay {
    let (o, d) = (local.origin, local.direction);
    let error_bound = local.error_bound(radius);
    let (speed2, start2) = (d.length_squared(), o.length_squared());
    let ahead = -o.dot(d);
    let (outer, inner) = (radius + error_bound, radius - error_bound);
    if start2 < inner * inner && inner > 0.0 {
        return INSIDE;
    }
    if start2 <= outer * outer {
        return None;
    }
    if ahead < 0.0 {
        return MISS;
    }
    let inverse = 1.0 / speed2;
    let nearest = ahead * inverse;
    let aside2 = (o + d * nearest).length_squared();
    if aside2 > outer * outer {
        return MISS;
    }
    let under = radius * radius - aside2;
    if under <= 0.0 {
        return None;
    }
    let time = nearest - libm::sqrt(under * inverse);
    arrive(local, radius, DVec3::ZERO, time, error_bound)
}

/// Proves a hit at about this time, and improves the time by one step of Newton's method; `center` is the
/// point of the core nearest to the hit.
#[inline(always)]
fn arrive(local: &FilterRay, radius: f64, center: DVec3, time: f64, error_bound: f64) -> FilteredRay {
    let out = local.origin + local.direction * time - center;
    let (distance, coming) = (out.length(), -out.dot(local.direction));
    let off = distance - radius;
    // The cosine of the angle at which the ray enters, times its speed.
    let speed = coming / distance;
    let deepest = 0.5 * coming * coming / (distance * local.direction.length_squared());
    let is_sure = off.abs() <= error_bound && speed > 0.0 && deepest > 4.0 * error_bound;
    if !is_sure {
        return None;
    }
    let time = time + off / speed;
    if time <= 0.0 {
        return None;
    }
    local.hit(time, error_bound / speed, out * (1.0 / distance))
}

/// All points within `radius` of the segment from `a` to `b`.
#[inline(always)]
pub(super) fn capsule(local: &FilterRay, [a, b]: [DVec3; 2], radius: f64) -> FilteredRay {
    let axis = b - a;
    let size = a.abs().max_element() + b.abs().max_element() + radius;
    let error_bound = local.error_bound(size);
    let (outer, inner) = (radius + error_bound, radius - error_bound);
    let length2 = axis.length_squared();
    let start = from_segment(local.origin - a, axis, length2).length_squared();
    if start < inner * inner && inner > 0.0 {
        return INSIDE;
    }
    if start <= outer * outer {
        return None;
    }
    let (near, shift) = local.moved_to((a + b) * 0.5);
    let m = near.origin - a;
    let d = local.direction;
    let (along, beside) = (d.dot(axis), m.dot(axis));
    let speed2 = d.length_squared();
    let across = speed2 * length2 - along * along;
    // For a ray nearly along the axis, and for a very short axis, the quadratic's coefficients cancel.
    if across <= 1e-3 * speed2 * length2 || length2 < 1e-60 {
        return None;
    }
    let half = length2 * m.dot(d) - beside * along;
    let rest = length2 * m.length_squared() - beside * beside;
    // The square of the distance between the ray's line and the axis' line.
    let apart2 = (rest - half * half / across) / length2;
    let rounding = 1e5 * f64::EPSILON * (m.length_squared() + length2);
    if apart2 > outer * outer + rounding {
        return MISS;
    }
    let under = radius * radius - apart2;
    if under <= 0.0 {
        return None;
    }
    let time = (-half - libm::sqrt(under * length2 * across)) / across;
    let foot = beside + time * along;
    let (center, time) = if foot > 0.0 && foot < length2 {
        (a + axis * (foot / length2), time)
    } else {
        let center = if foot <= 0.0 { a } else { b };
        let m = near.origin - center;
        let nearest = -m.dot(d) / speed2;
        let aside2 = (m + d * nearest).length_squared();
        if aside2 > outer * outer {
            return MISS;
        }
        (
            center,
            nearest - libm::sqrt((radius * radius - aside2).max(0.0) / speed2),
        )
    };
    if (time + shift) * libm::sqrt(speed2) < -8.0 * (error_bound + radius * 1e-6) {
        return MISS; // it starts outside, and its line meets the capsule only behind the start
    }
    arrive(local, radius, center, time + shift, error_bound)
}

/// The vector to `p` from the nearest point of a segment that starts at the origin.
#[inline]
fn from_segment(p: DVec3, axis: DVec3, length2: f64) -> DVec3 {
    if length2 == 0.0 {
        return p;
    }
    p - axis * (p.dot(axis) / length2).clamp(0.0, 1.0)
}
