//! The last digits of a direction: Newton's method on the gap along it, with finite differences.
//!
//! The gap g(n) is known to the last bit or two. A parabola through values a small step apart has its top
//! within about 1e-11 of the true one, and the value there is right to rounding. Where a straight line of
//! either border is the support set, g has a ridge along a circle of directions (a `NormalCircle`), and the
//! top is looked for along the ridge. A step that gains nothing is not taken, so a kink within the step does
//! no harm: a smaller step is tried.

use glam::{DVec2, DVec3};

use crate::math::Vector;
use crate::shape::NormalCircle;

const STEPS: [f64; 3] = [1e-3, 3e-5, 1e-6];

/// A direction near `n` where `g` is no smaller, and at its maximum up to rounding.
pub(super) fn polish<V: Vector>(
    g: impl Fn(DVec3) -> f64,
    n: DVec3,
    creases: impl Iterator<Item = NormalCircle>,
) -> DVec3 {
    let mut best = (g(n), n);
    let mut offer = |n: DVec3| {
        let value = g(n);
        if value > best.0 {
            best = (value, n);
        }
        best.1
    };
    for step in STEPS.into_iter().chain(STEPS) {
        let n = offer(n);
        let top = if V::DIM == 2 {
            let along = DVec3::new(-n.y, n.x, 0.0);
            top_on_line(|x| g((n + along * x).normalize()), step).map(|x| n + along * x)
        } else {
            let (u, v) = n.any_orthonormal_pair();
            let at = |p: DVec2| n + u * p.x + v * p.y;
            top_on_plane(|p| g(at(p).normalize()), step).map(at)
        };
        if let Some(top) = top.and_then(Vector::normalized) {
            offer(top);
        }
    }
    let n = best.1;
    let near = creases.filter(|c| (c.axis.dot(n) - c.height).abs() < 1e-3);
    for ridge in near {
        // Where two ridges meet, the second pass keeps what the first has gained.
        let Some(n) = on_crease(ridge, best.1) else {
            continue;
        };
        let along = ridge.axis.cross(n);
        let mut start = n;
        for step in STEPS {
            let at = |x: f64| on_crease(ridge, start + along * x).unwrap_or(start);
            if let Some(x) = top_on_line(|x| g(at(x)), step) {
                start = at(x);
            }
            let value = g(start);
            if value > best.0 {
                best = (value, start);
            }
        }
    }
    best.1
}

/// The top of the parabola through three values around 0; `None` where it opens upwards, or its top is far
/// away.
fn top_on_line(f: impl Fn(f64) -> f64, step: f64) -> Option<f64> {
    let (before, here, after) = (f(-step), f(0.0), f(step));
    let (slope, support_derivative) = (0.5 * (after - before), before - here - (here - after));
    let x = -slope / support_derivative;
    (support_derivative < 0.0 && x.abs() <= 4.0).then_some(x * step)
}

/// The top of the paraboloid through values around the origin.
fn top_on_plane(f: impl Fn(DVec2) -> f64, step: f64) -> Option<DVec2> {
    let at = |x: f64, y: f64| f(DVec2::new(x, y) * step);
    let here = at(0.0, 0.0);
    let (east, west, north, south) = (at(1.0, 0.0), at(-1.0, 0.0), at(0.0, 1.0), at(0.0, -1.0));
    let slope = DVec2::new(0.5 * (east - west), 0.5 * (north - south));
    let (xx, yy) = (east - here - (here - west), north - here - (here - south));
    let xy = 0.25 * (at(1.0, 1.0) + at(-1.0, -1.0) - at(1.0, -1.0) - at(-1.0, 1.0));
    let determinant = xx * yy - xy * xy;
    let top = DVec2::new(xy * slope.y - yy * slope.x, xy * slope.x - xx * slope.y) / determinant;
    let is_top = xx < 0.0 && determinant > 0.0 && top.abs().max_element() <= 4.0;
    is_top.then_some(top * step)
}

/// The direction on a crease nearest to a vector of any length; `None` where all are.
pub(super) fn on_crease(crease: NormalCircle, toward: DVec3) -> Option<DVec3> {
    let out = (toward - crease.axis * crease.axis.dot(toward)).normalized()?;
    (out * crease.width + crease.axis * crease.height).normalized()
}

/// The directions on two creases at once: none, or two.
pub(super) fn where_both(one: NormalCircle, other: NormalCircle) -> [Option<DVec3>; 2] {
    let up = one.axis.cross(other.axis);
    let (square, cosine) = (up.length_squared(), one.axis.dot(other.axis));
    let along_one = (one.height - other.height * cosine) / square;
    let along_other = (other.height - one.height * cosine) / square;
    let base = one.axis * along_one + other.axis * along_other;
    let rest = (1.0 - base.length_squared()) / square;
    // ParallelHalfSpaces axes divide by zero, which gives a vector that cannot be normalized.
    let directions = [1.0, -1.0].map(|sign| base + up * (sign * libm::sqrt(rest)));
    directions.map(Vector::normalized)
}
