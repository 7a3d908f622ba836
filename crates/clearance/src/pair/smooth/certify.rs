//! Whether A reaches further than B in some direction: proven for whole cones of directions at a time.
//!
//! Idea: how far a convex set reaches, h(n) = max n·p, is the largest of linear functions, and so is at most
//! linear between the corners of a cone of directions. Any point p of B gives a linear function that h of B
//! is never below. So where h_A(c) <= p·c at every corner c of a cone, A reaches no further than B in all of
//! it. A cone for which this fails is cut in four (in the plane: in two), p being the point of B furthest
//! along its middle; the bound comes nearer by the square of a cone's width, so that only cones around
//! contacts are cut often.
//!
//! Limits: where the borders touch from inside along a line or a face, no cone around that is ever proven.
//! When more than `MOST_CONES` are open, or they are narrower than the numbers can tell, the search ends, and
//! says where.

use alloc::vec::Vec;

use glam::DVec3;

use super::body::ConvexBody;
use crate::math::Space;

const MOST_CONES: usize = 600;
const MOST_CUTS: usize = 52;

/// What is known of A's and B's reach.
pub(super) enum Containment {
    /// A reaches no further anywhere.
    Within,
    /// It does.
    Outside,
    /// Open directions: nowhere looked at does A reach further.
    Undecided(Vec<DVec3>),
}

/// A direction, of length 1, and how far A reaches along it.
#[derive(Clone, Copy)]
struct ConeCorner {
    n: DVec3,
    reach: f64,
}

/// The directions between three corners; in the plane between the first two, the third being the second.
type Cone = [ConeCorner; 3];

/// A convex set A, by how far it reaches along a unit vector, and a set B, by a point of it furthest along
/// one.
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

/// Whether A lies within B, as far as cones can tell. Of their balls only the difference counts.
pub(super) fn certify<V: Space>(a: &ConvexBody, b: &ConvexBody, tolerance: f64) -> Containment {
    let (grown, spare) = ((a.radius - b.radius).max(0.0), (b.radius - a.radius).max(0.0));
    all_round::<V>(&ConeTest {
        reach: &|n| a.support(n).dot(n) + grown,
        hold: &|n| b.support(n) + n * spare,
        tolerance,
    })
}

/// Whether A and B overlap by at least this depth whichever way they are parted: whether the ball of that
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

/// The pieces of a cone, in the plane the first two; `None` where A reaches further than B between them.
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
