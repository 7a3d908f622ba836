//! Balls and capsules: a quadratic equation about the point of the ray nearest to them.
//!
//! There the two roots are the same way off on either side, and nothing cancels but what the input does.
//! Whatever root was found, it is proven by the point it leads to: one that is a radius, within the doubt,
//! from the core, from where the ray goes towards the core at an angle that takes it deeper than the doubt
//! before it comes out again.

use glam::DVec3;

use super::{Aim, INSIDE, MISS, Verdict};

/// A ball around the origin.
#[inline(always)]
pub(super) fn ball(aim: &Aim, radius: f64) -> Verdict {
    let (o, d) = (aim.origin, aim.direction);
    let error_bound = aim.error_bound(radius);
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
    arrive(aim, radius, DVec3::ZERO, time, error_bound)
}

/// The proof of a hit at about this time, of the ball around `center`, a point of the core nearest to the one
/// hit; with one step of Newton's method.
#[inline(always)]
fn arrive(aim: &Aim, radius: f64, center: DVec3, time: f64, error_bound: f64) -> Verdict {
    let out = aim.origin + aim.direction * time - center;
    let (distance, coming) = (out.length(), -out.dot(aim.direction));
    let off = distance - radius;
    // The cosine of the angle at which it comes in, times the speed.
    let speed = coming / distance;
    let deepest = 0.5 * coming * coming / (distance * aim.direction.length_squared());
    let is_sure = off.abs() <= error_bound && speed > 0.0 && deepest > 4.0 * error_bound;
    if !is_sure {
        return None;
    }
    let time = time + off / speed;
    if time <= 0.0 {
        return None;
    }
    aim.hit(time, error_bound / speed, out * (1.0 / distance))
}

/// All points within `radius` of the segment from `a` to `b`.
#[inline(always)]
pub(super) fn capsule(aim: &Aim, [a, b]: [DVec3; 2], radius: f64) -> Verdict {
    let axis = b - a;
    let size = a.abs().max_element() + b.abs().max_element() + radius;
    let error_bound = aim.error_bound(size);
    let (outer, inner) = (radius + error_bound, radius - error_bound);
    let length2 = axis.length_squared();
    let start = from_segment(aim.origin - a, axis, length2).length_squared();
    if start < inner * inner && inner > 0.0 {
        return INSIDE;
    }
    if start <= outer * outer {
        return None;
    }
    let (near, shift) = aim.moved_to((a + b) * 0.5);
    let m = near.origin - a;
    let d = aim.direction;
    let (along, beside) = (d.dot(axis), m.dot(axis));
    let speed2 = d.length_squared();
    let across = speed2 * length2 - along * along;
    // Nearly along the axis too little of the quadratic is left, and of an axis of hardly any length, too.
    if across <= 1e-3 * speed2 * length2 || length2 < 1e-60 {
        return None;
    }
    let half = length2 * m.dot(d) - beside * along;
    let rest = length2 * m.length_squared() - beside * beside;
    // How near the ray's line comes to the axis' line.
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
    let place = beside + time * along;
    let (center, time) = if place > 0.0 && place < length2 {
        (a + axis * (place / length2), time)
    } else {
        let center = if place <= 0.0 { a } else { b };
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
        return MISS; // it starts outside, and meets the capsule only behind itself
    }
    arrive(aim, radius, center, time + shift, error_bound)
}

/// From the point of a segment that starts at 0 and is nearest to `p`, to `p`.
#[inline(always)]
fn from_segment(p: DVec3, axis: DVec3, length2: f64) -> DVec3 {
    if length2 == 0.0 {
        return p;
    }
    p - axis * (p.dot(axis) / length2).clamp(0.0, 1.0)
}
