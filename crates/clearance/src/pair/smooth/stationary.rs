//! Newton's method on the direction of the shortest way, where both borders are smooth.
//!
//! Let a(n) be the point of A furthest along n, b(n) that of B furthest against it, and g(n) = n·(b - a) the
//! gap along n. Its change along the sphere is the part r of b - a across n. Where r = 0, a and b face each
//! other along n: apart, that is the answer, since g has one maximum there; overlapping, a local best. The
//! change of r is that of the support points, which these shapes know in closed form (the inverse of the
//! border's curvature), so that Newton's method needs no differences: some five steps to the last bit, with a
//! and b on their borders.
//!
//! The last bit of n moves a support point by as much as the border is flat there. What is left of r is
//! therefore made up by moving each point along its border, as it would move if n could be turned by less: a
//! sharp tip stays.
//!
//! Limits: along flat faces and straight edges the support point jumps; there this finds nothing, and says
//! so.

use glam::{DVec2, DVec3};

use super::body::ConvexBody;
use super::search::ShortestWay;
use crate::math::Vector;

const STEPS: usize = 24;
/// How far a point is moved along its border at most, a part of the scale: the square of it is nothing.
pub(super) const LONGEST_SLIDE: f64 = 1e-9;
/// Steps that bring nothing: more, and a support point jumps back and forth.
pub(super) const MOST_USELESS: usize = 3;
/// As near 0 as r can be made, and as near as it must be, in units of what the last bit of n leaves of it.
const FINEST: f64 = f64::EPSILON;
const ENOUGH: f64 = 8.0 * f64::EPSILON;
/// The longest step, as a tangent.
const LONGEST: f64 = 0.5;

/// A direction, what faces each other along it, and how the latter moves.
struct Iterate {
    n: DVec3,
    point_a: DVec3,
    distance: f64,
    /// r of above.
    across: DVec3,
}

impl Iterate {
    fn new(a: &ConvexBody, b: &ConvexBody, n: DVec3) -> Self {
        let point_a = a.support(n);
        let way = b.support(-n) - point_a;
        let distance = way.dot(n);
        Self {
            n,
            point_a,
            distance,
            across: way - n * distance,
        }
    }
    /// With `step` to go, less than the last bit of n.
    fn found(&self, a: &ConvexBody, step: DVec3) -> ShortestWay {
        ShortestWay {
            distance: self.distance,
            normal: self.n,
            point_a: self.point_a + a.support_derivative(self.n, step),
        }
    }
}

/// A direction near `n` in which both support points face each other and the gap is a local maximum. `scale`:
/// of the numbers that the points are made of.
pub(super) fn stationary<V: Vector>(
    a: &ConvexBody,
    b: &ConvexBody,
    n: DVec3,
    scale: f64,
) -> Option<ShortestWay> {
    let mut at = Iterate::new(a, b, n);
    let mut best: Option<(f64, Iterate, DVec3)> = None;
    let mut useless = 0;
    for _ in 0..STEPS {
        let (step, off) = step::<V>(a, b, &at, scale)?;
        let next = (at.n + step).normalize();
        let least = best.as_ref().map_or(f64::INFINITY, |b| b.0);
        // A step from the last bits leads nowhere.
        let is_last = off <= FINEST || (off > 0.5 * least && least <= ENOUGH);
        if off < least {
            best = Some((off, at, step));
        } else {
            useless += 1;
        }
        if is_last || useless > MOST_USELESS {
            break;
        }
        at = Iterate::new(a, b, next);
    }
    let (off, at, step) = best?;
    let slides = a
        .support_derivative(at.n, step)
        .length()
        .max(b.support_derivative(-at.n, step).length());
    (off <= ENOUGH && slides <= LONGEST_SLIDE * scale).then(|| at.found(a, step))
}

/// The step on which r vanishes, and r in units of what the last bit of n leaves of it; `None` where the gap
/// has no maximum that way.
fn step<V: Vector>(a: &ConvexBody, b: &ConvexBody, at: &Iterate, scale: f64) -> Option<(DVec3, f64)> {
    let n = at.n;
    let change = |t: DVec3| a.support_derivative(n, t) + b.support_derivative(-n, t) + t * at.distance;
    if V::DIM == 2 {
        let u = DVec3::new(-n.y, n.x, 0.0);
        let (x, xx) = (at.across.dot(u), change(u).dot(u));
        let step = u * (x / xx);
        let is_top = xx > 0.0 && step.is_finite();
        return is_top.then(|| (step.clamp_length_max(LONGEST), x.abs() / (scale + xx)));
    }
    let (u, v) = n.any_orthonormal_pair();
    let (of_u, of_v) = (change(u), change(v));
    let (xx, xy, yy) = (of_u.dot(u), of_u.dot(v), of_v.dot(v));
    let (x, y) = (at.across.dot(u), at.across.dot(v));
    let determinant = xx * yy - xy * xy;
    let step = (u * (yy * x - xy * y) + v * (xx * y - xy * x)) / determinant;
    if !(xx > 0.0 && determinant > 0.0 && step.is_finite()) {
        return None;
    }
    // Along the flattest way and across it: the two directions of principal curvature.
    let half = 0.5 * (xx - yy);
    let flattest = 0.5 * (xx + yy) + libm::hypot(half, xy);
    let way = if half > 0.0 {
        DVec2::new(flattest - yy, xy)
    } else {
        DVec2::new(xy, flattest - xx)
    };
    let way = way.try_normalize().unwrap_or(DVec2::X);
    let r = DVec2::new(x, y);
    let along = r.dot(way).abs() / (scale + flattest);
    let across = r.perp_dot(way).abs() / (scale + determinant / flattest);
    Some((step.clamp_length_max(LONGEST), along.max(across)))
}
