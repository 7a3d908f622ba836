//! Rays against balls, capsules and ellipsoids: quadratic equations.

use glam::DVec3;

use super::line::{Crossing, LocalRay, Span, roots, squared};
use crate::exact::number::double_double::{DoubleDouble, DoubleDoubleVector};

/// A ball around `center`.
pub(crate) fn ball(ray: &LocalRay, center: DVec3, radius: f64) -> Option<Span> {
    let (d, m) = (
        DoubleDoubleVector::from(ray.direction),
        DoubleDoubleVector::between(center, ray.origin),
    );
    let c = squared(m) - DoubleDouble::product(radius, radius);
    let (t0, t1) = roots(squared(d), m.dot(d), c)?;
    let at = |t: f64| Crossing::new(t, (m.value() + ray.direction * t).normalize_or(ray.backwards()));
    Some(Span::new(at(t0), at(t1)))
}

/// All points within `radius` of the segment from `a` to `b`: two balls and, between them, a cylinder.
pub(crate) fn capsule(ray: &LocalRay, [a, b]: [DVec3; 2], radius: f64) -> Option<Span> {
    let parts = [
        ball(ray, a, radius),
        ball(ray, b, radius),
        tube(ray, [a, b], radius),
    ];
    let join = |one: Span, other: Span| one.joined(other, ray.direction);
    parts.into_iter().flatten().reduce(join)
}

/// The cylinder around the segment from `a` to `b`, between the planes through its ends.
pub(crate) fn tube(ray: &LocalRay, [a, b]: [DVec3; 2], radius: f64) -> Option<Span> {
    let (axis, m) = (
        DoubleDoubleVector::between(a, b),
        DoubleDoubleVector::between(a, ray.origin),
    );
    // In a unit of about the size of the query, such a short axis does not matter, and its products would
    // underflow.
    if axis.value().abs().max_element() < 1e-35 {
        return None;
    }
    let d = DoubleDoubleVector::from(ray.direction);
    let (across, beside) = (d.cross(axis), m.cross(axis));
    let length_squared = squared(axis);
    let c = squared(beside) - DoubleDouble::product(radius, radius) * length_squared;
    let ends = slab(
        d.dot(axis),
        m.dot(axis),
        DoubleDouble::ZERO,
        length_squared,
        axis.value(),
    )?;
    if across.value() == DVec3::ZERO {
        return (c.value() <= 0.0).then_some(ends);
    }
    let (t0, t1) = roots(squared(across), across.dot(beside), c)?;
    let outward = |t: f64| {
        let out = (m.value() + ray.direction * t).reject_from(axis.value());
        Crossing::new(t, out.normalize_or(ray.backwards()))
    };
    Span::new(outward(t0), outward(t1)).common(ends)
}

/// The times at which `low <= start + speed t <= high`; `axis` is the direction, of any length, in which this
/// value grows.
pub(crate) fn slab(
    speed: DoubleDouble,
    start: DoubleDouble,
    low: DoubleDouble,
    high: DoubleDouble,
    axis: DVec3,
) -> Option<Span> {
    let axis = axis.normalize();
    let (to_low, to_high) = (low - start, high - start);
    if speed.value() == 0.0 {
        let within = to_low.value() <= 0.0 && to_high.value() >= 0.0;
        return within.then_some(Span::new(
            Crossing::new(f64::NEG_INFINITY, axis),
            Crossing::new(f64::INFINITY, axis),
        ));
    }
    let low = Crossing::new(to_low.ratio(speed), -axis);
    let high = Crossing::new(to_high.ratio(speed), axis);
    Some(if speed.value() > 0.0 {
        Span::new(low, high)
    } else {
        Span::new(high, low)
    })
}

/// An ellipsoid around the origin: `Σ (xᵢ / rᵢ)² <= 1`, multiplied by the radii so that nothing is divided.
pub(crate) fn ellipsoid(ray: &LocalRay, radii: DVec3) -> Option<Span> {
    let others = DoubleDoubleVector([
        DoubleDouble::product(radii.y, radii.z),
        DoubleDouble::product(radii.z, radii.x),
        DoubleDouble::product(radii.x, radii.y),
    ]);
    let stretched = |v: DVec3| DoubleDoubleVector([0, 1, 2].map(|i| others.0[i] * DoubleDouble::from(v[i])));
    let (d, m) = (stretched(ray.direction), stretched(ray.origin));
    let all = others.0[0] * DoubleDouble::from(radii.x);
    let (t0, t1) = roots(squared(d), m.dot(d), squared(m) - all * all)?;
    let at = |t: f64| {
        let p = ray.at(t) / radii;
        Crossing::new(t, (p / radii).normalize_or(ray.backwards()))
    };
    Some(Span::new(at(t0), at(t1)))
}
