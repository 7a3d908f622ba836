//! Whether A reaches further than B in some direction: proven for whole cones of directions at a time.
//!
//! Idea: the support function of a convex set, h(n) = max n·p, is the maximum of linear functions, so it is
//! convex. Within a cone of directions it is at most the linear interpolation of its values at the cone's
//! corners. Any point p of B gives a linear function p·n that is never above h of B. So where h_A(c) <= p·c
//! at every corner c of a cone, A reaches no further than B anywhere in it. A cone for which this fails is
//! cut in four (in the plane in two), with p the support point of B along its middle. The bound improves with
//! the square of a cone's width, so that only cones around contacts are cut often.
//!
//! Limits: where the borders touch from inside along a line or a face, no cone around that is ever proven.
//! The search ends when more than `MOST_CONES` are open, or when they are too narrow for the precision, and
//! returns the open directions.

use alloc::vec::Vec;

use glam::DVec3;

use super::body::ConvexBody;
use crate::math::Space;

const MOST_CONES: usize = 600;
const MOST_CUTS: usize = 52;

/// How the reach of A compares with that of B.
pub(super) enum Containment {
    /// A reaches no further anywhere.
    Within,
    /// A reaches further somewhere.
    Outside,
    /// The directions that are still open. A reaches no further in any direction that was looked at.
    Undecided(Vec<DVec3>),
}

/// A unit vector, and how far A reaches along it.
#[derive(Clone, Copy)]
struct ConeCorner {
    n: DVec3,
    reach: f64,
}

/// The directions between three corners; in the plane those between the first two, and the third is the
/// second again.
type Cone = [ConeCorner; 3];

/// A convex set A, given by its support function, and a set B, given by its support mapping.
struct ConeTest<'a> {
    reach: &'a dyn Fn(DVec3) -> f64,
    hold: &'a dyn Fn(DVec3) -> DVec3,
    tolerance: f64,
}

impl ConeTest<'_> {
    fn corner(&self, n: DVec3) -> ConeCorner {
        ConeCorner {
            n,
            reach: (self.reach)(n),
        }
    }
    fn is_outside(&self, c: &ConeCorner) -> bool {
        c.reach - (self.hold)(c.n).dot(c.n) > self.tolerance
    }
    fn is_proven(&self, cone: &Cone) -> bool {
        let hold = (self.hold)(middle(cone));
        cone.iter().all(|c| c.reach - hold.dot(c.n) <= self.tolerance)
    }
}

fn middle(cone: &Cone) -> DVec3 {
    let [p, q, r] = cone.map(|c| c.n);
    if q == r {
        (p + q).normalize()
    } else {
        (p + q + r).normalize()
    }
}

/// Whether A lies within B, as far as cones can tell. Only the difference of their balls counts.
pub(super) fn certify<V: Space>(a: &ConvexBody, b: &ConvexBody, tolerance: f64) -> Containment {
    let (grown, spare) = ((a.radius - b.radius).max(0.0), (b.radius - a.radius).max(0.0));
    all_round::<V>(&ConeTest {
        reach: &|n| a.support(n).dot(n) + grown,
        hold: &|n| b.support(n) + n * spare,
        tolerance,
    })
}

/// Whether A and B overlap by at least this depth, whichever way they are separated: whether the ball of that
/// radius lies within their Minkowski difference.
pub(super) fn certify_depth<V: Space>(a: &ConvexBody, b: &ConvexBody, depth: f64) -> Containment {
    all_round::<V>(&ConeTest {
        reach: &|_| depth,
        hold: &|n| a.support(n) - b.support(-n) + n * (a.radius + b.radius),
        tolerance: 0.0,
    })
}

fn all_round<V: Space>(sets: &ConeTest<'_>) -> Containment {
    let mut open = first::<V>(sets);
    if open.iter().flatten().any(|c| sets.is_outside(c)) {
        return Containment::Outside;
    }
    for _ in 0..MOST_CUTS {
        open.retain(|cone| !sets.is_proven(cone));
        if open.len() > MOST_CONES {
            break;
        }
        let mut next = Vec::with_capacity(4 * open.len());
        for cone in &open {
            let Some(pieces) = cut(sets, cone) else {
                return Containment::Outside;
            };
            next.extend(pieces.into_iter().take(if V::DIM == 2 { 2 } else { 4 }));
        }
        open = next;
        if open.is_empty() {
            return Containment::Within;
        }
    }
    Containment::Undecided(open.iter().map(middle).collect())
}

/// All directions: the octants, or the quadrants of the plane.
fn first<V: Space>(sets: &ConeTest<'_>) -> Vec<Cone> {
    let [x, y, z] = DVec3::AXES.map(|n| [sets.corner(n), sets.corner(-n)]);
    let mut all = Vec::new();
    for p in x {
        for q in y {
            if V::DIM == 2 {
                all.push([p, q, q]);
            } else {
                all.extend(z.map(|r| [p, q, r]));
            }
        }
    }
    all
}

/// The pieces of a cone, in the plane the first two; `None` where A reaches further than B at a new corner.
fn cut(sets: &ConeTest<'_>, cone: &Cone) -> Option<[Cone; 4]> {
    let [p, q, r] = *cone;
    let between = |a: ConeCorner, b: ConeCorner| {
        let corner = sets.corner((a.n + b.n).normalize());
        (!sets.is_outside(&corner)).then_some(corner)
    };
    let pq = between(p, q)?;
    if q.n == r.n {
        return Some([[p, pq, pq], [pq, q, q], *cone, *cone]);
    }
    let (qr, rp) = (between(q, r)?, between(r, p)?);
    Some([[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]])
}
