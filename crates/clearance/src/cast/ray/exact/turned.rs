//! Rays against cylinders and cones: a quadratic equation for the side, planes for the ends.

use glam::DVec3;

use super::line::{Crossing, LocalRay, Span, roots};
use super::round::{slab, tube};
use crate::exact::number::double_double::DoubleDouble;

/// A cylinder around Y from `-half_height` to `half_height`.
pub(crate) fn cylinder(ray: &LocalRay, half_height: f64, radius: f64) -> Option<Span> {
    let end = DVec3::Y * half_height;
    tube(ray, [-end, end], radius)
}

/// A cone around Y: base at `-half_height`, apex at `half_height`.
///
/// With s the distance below the apex and H the whole height, the double cone is `H² (x² + z²) <= R² s²`. Its
/// lower half between apex and base is the cone; the slab cuts off the upper half.
pub(crate) fn cone(ray: &LocalRay, half_height: f64, radius: f64) -> Option<Span> {
    let (d, o) = (ray.direction, ray.origin);
    let start = DoubleDouble::difference(half_height, o.y);
    let height = DoubleDouble::from(2.0 * half_height);
    let between = slab(
        -DoubleDouble::from(d.y),
        start,
        DoubleDouble::ZERO,
        height,
        -DVec3::Y,
    )?;
    let (h2, r2) = (height * height, DoubleDouble::product(radius, radius));
    let form = |px: f64, pz: f64, ps: DoubleDouble, qx: f64, qz: f64, qs: DoubleDouble| {
        h2 * (DoubleDouble::product(px, qx) + DoubleDouble::product(pz, qz)) - r2 * (ps * qs)
    };
    let a = form(
        d.x,
        d.z,
        DoubleDouble::from(-d.y),
        d.x,
        d.z,
        DoubleDouble::from(-d.y),
    );
    let b = form(d.x, d.z, DoubleDouble::from(-d.y), o.x, o.z, start);
    let c = form(o.x, o.z, start, o.x, o.z, start);
    let outward = |t: f64| {
        let p = ray.at(t);
        let side = DVec3::new(p.x, 0.0, p.z).normalize_or(DVec3::ZERO) * (2.0 * half_height);
        Crossing::new(t, (side + DVec3::Y * radius).normalize())
    };
    below_apex(a, b, c, -d.y, start.value(), &outward).and_then(|side| side.common(between))
}

/// The part of a line in the lower half of the double cone `a t² + 2 b t + c <= 0`, whose depth below the
/// apex is `start + speed t`.
fn below_apex(
    a: DoubleDouble,
    b: DoubleDouble,
    c: DoubleDouble,
    speed: f64,
    start: f64,
    outward: &dyn Fn(f64) -> Crossing,
) -> Option<Span> {
    let never = Crossing::new(f64::NEG_INFINITY, DVec3::Y);
    let always = Crossing::new(f64::INFINITY, DVec3::Y);
    if a.value() > 0.0 {
        // Flatter than the side: through one half only, and the slab decides which.
        let (t0, t1) = roots(a, b, c)?;
        let (enter, exit) = (outward(t0), outward(t1));
        let middle = start + speed * (0.5 * (t0 + t1));
        let apex_only = t0 == t1;
        return (middle >= 0.0 || apex_only).then_some(Span::new(enter, exit));
    }
    if a.value() < 0.0 {
        // Steeper: in one half until it leaves that, later in the other from then on.
        let (t0, t1) = roots(-a, -b, -c).unwrap_or_else(|| {
            let apex = -start / speed;
            (apex, apex)
        });
        return Some(if speed > 0.0 {
            Span::new(outward(t1), always)
        } else {
            Span::new(never, outward(t0))
        });
    }
    // Parallel to the side: one crossing, or none.
    if b.value() == 0.0 {
        let inside = c.value() <= 0.0;
        return inside.then_some(Span::new(never, always));
    }
    let t = (-c).ratio(b + b);
    Some(if b.value() > 0.0 {
        Span::new(never, outward(t))
    } else {
        Span::new(outward(t), always)
    })
}
