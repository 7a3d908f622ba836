//! Newton's method on the direction of the shortest way, where both borders are smooth.
//!
//! Let a(n) be the point of A furthest along n, b(n) that of B furthest against it, and g(n) = n·(b - a) the gap along n. Its
//! change along the sphere is the part r of b - a across n. Where r = 0, a and b face each other along n: apart, that is the
//! answer, since g has one maximum there; overlapping, a local best. The change of r is that of the support points, which
//! these shapes know in closed form (the inverse of the border's curvature), so that Newton's method needs no differences:
//! some five steps to the last bit, with a and b on their borders.
//!
//! Limits: along flat faces and straight edges the support point jumps; there this finds nothing, and says so.

use glam::DVec3;

use super::body::Body;
use super::search::Found;

const STEPS: usize = 24;
/// Of the size: as near 0 as r can be made, and as near as it must be.
const FINEST: f64 = 2e-16;
const ENOUGH: f64 = 1e-13;
/// The longest step, as a tangent.
const LONGEST: f64 = 0.5;

/// A direction near `n` in which both support points face each other and the gap is a local maximum.
pub(super) fn stationary(a: &Body, b: &Body, mut n: DVec3, dimension: usize, size: f64) -> Option<Found> {
    let mut best: Option<(f64, Found)> = None;
    for _ in 0..STEPS {
        let point_a = a.support(n);
        let way = b.support(-n) - point_a;
        let distance = way.dot(n);
        let across = way - n * distance;
        let off = across.length();
        let found = Found {
            distance,
            normal: n,
            point_a,
        };
        let gains = best.is_none_or(|(least, _)| off < 0.5 * least);
        if best.is_none_or(|(least, _)| off < least) {
            best = Some((off, found));
        }
        // A step from the last bits leads nowhere.
        if off <= FINEST * size || (!gains && best.is_some_and(|(least, _)| least <= ENOUGH * size)) {
            break;
        }
        n = (n + step(a, b, found, across, dimension)?).normalize();
    }
    let (off, found) = best?;
    (off <= ENOUGH * size).then_some(found)
}

/// The step on which the part across `n` vanishes; `None` where the gap has no maximum that way.
fn step(a: &Body, b: &Body, at: Found, across: DVec3, dimension: usize) -> Option<DVec3> {
    let n = at.normal;
    let change = |t: DVec3| a.bend(n, t) + b.bend(-n, t) + t * at.distance;
    let (u, v) = if dimension == 2 {
        (DVec3::new(-n.y, n.x, 0.0), DVec3::ZERO)
    } else {
        n.any_orthonormal_pair()
    };
    let (of_u, of_v) = (change(u), change(v));
    let (xx, xy, yy) = (of_u.dot(u), of_u.dot(v), of_v.dot(v));
    let (x, y) = (across.dot(u), across.dot(v));
    let step = if dimension == 2 {
        (xx > 0.0).then(|| u * (x / xx))?
    } else {
        let determinant = xx * yy - xy * xy;
        (xx > 0.0 && determinant > 0.0)
            .then(|| (u * (yy * x - xy * y) + v * (xx * y - xy * x)) / determinant)?
    };
    step.is_finite().then(|| step.clamp_length_max(LONGEST))
}
