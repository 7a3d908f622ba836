//! Newton's method on the direction of the shortest way, where both borders are smooth.
//!
//! Let a(n) be the support point of A along n, b(n) that of B along -n, and g(n) = n·(b - a) the gap along n.
//! The gradient of g on the sphere is r, the part of b - a perpendicular to n. Where r = 0, a and b face each
//! other along n. For separated bodies that is the answer, since g has only one maximum; for overlapping
//! bodies it is a local maximum. The derivative of r follows from those of the support points, which these
//! shapes know in closed form (the inverse of the border's curvature). So Newton's method needs no finite
//! differences: it takes some five steps to the last bit, with a and b on their borders.
//!
//! The last bit of n moves a support point further the flatter the border is there. The rest of r is
//! therefore removed by moving each point along its border, as it would move if n could be turned by less: a
//! sharp tip stays.
//!
//! Limits: along flat faces and straight edges the support point jumps; there this finds nothing and returns
//! `None`.

use glam::{DVec2, DVec3};

use super::body::ConvexBody;
use super::shortest_way::ShortestWay;
use crate::math::Vector;

const STEPS: usize = 24;
/// A point is moved along its border by at most this part of the scale: the square of it is negligible.
pub(super) const LONGEST_SLIDE: f64 = 1e-9;
/// After this many steps without progress a support point is jumping back and forth.
pub(super) const MOST_USELESS: usize = 3;
/// The smallest r that can be reached, and the largest that is accepted, in units of what the last bit of n
/// leaves of it.
const FINEST: f64 = f64::EPSILON;
const ENOUGH: f64 = 8.0 * f64::EPSILON;
/// The longest step, as a tangent.
const LONGEST: f64 = 0.5;

/// A direction and the points that face each other along it.
struct Iterate {
    n: DVec3,
    point_a: DVec3,
    distance: f64,
    /// r in the essay above.
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
    /// With `step` to go, which is less than the last bit of n.
    fn found(&self, a: &ConvexBody, step: DVec3) -> ShortestWay {
        ShortestWay {
            distance: self.distance,
            normal: self.n,
            point_a: self.point_a + a.support_derivative(self.n, step),
        }
    }
}

/// A direction near `n` in which both support points face each other and the gap is a local maximum. `scale`
/// is the size of the numbers of which the points are made.
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

/// The step at which r vanishes, and r in units of what the last bit of n leaves of it; `None` where the gap
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
    // The two directions of principal curvature: the flattest and the one perpendicular to it.
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
