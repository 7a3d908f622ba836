//! Whether one of two cores that surely overlap surely contains the other, surely does not, or might.
//!
//! Grown by balls: A + ball(r) is within B + ball(s) exactly when the support of A never exceeds that of B by
//! more than `s - r`. Where `r >= s`, B's faces decide (the hull of B, shrunk by `r - s` face by face); where
//! `r < s`, every vertex of A must be within `s - r` of B.

use glam::DVec3;

use crate::math::{Space, Vector, Vector3};
use crate::pair::answer::Relation;
use crate::pair::core_pair::{ConvexCore, CoreHull, CorePair};
use crate::pair::gjk_epa::gjk;
use crate::pair::gjk_epa::gjk::{Limits, Outcome};
use crate::pair::gjk_epa::simplex::Support;
use crate::shape::Space3;

/// `Overlapping`, or a containment; `None` where that is too close to call.
pub(crate) fn relation_of_overlapping<V: Space3>(pair: &CorePair<'_, V>) -> Option<Relation> {
    let a_in_b = is_within(pair, Side::AInB)?;
    let b_in_a = is_within(pair, Side::BInA)?;
    match (a_in_b, b_in_a) {
        (false, false) => Some(Relation::Overlapping),
        (true, false) => Some(Relation::AInB),
        (false, true) => Some(Relation::BInA),
        // Both at once, and surely, cannot be: equal sets are for exact arithmetic.
        (true, true) => None,
    }
}

/// Which solid is asked to be the smaller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    AInB,
    BInA,
}

/// The question "is the inner one within the outer one", in A's frame.
struct Nesting<'m, 'a, V: Space3> {
    pair: &'m CorePair<'a, V>,
    side: Side,
}

impl<'m, 'a, V: Space3> Nesting<'m, 'a, V> {
    fn inner(&self) -> &ConvexCore<'a, V> {
        match self.side {
            Side::AInB => self.pair.a,
            Side::BInA => self.pair.b,
        }
    }
    fn outer(&self) -> &ConvexCore<'a, V> {
        match self.side {
            Side::AInB => self.pair.b,
            Side::BInA => self.pair.a,
        }
    }
    /// By how much the outer ball is larger.
    fn room(&self) -> f64 {
        self.outer().radius - self.inner().radius
    }
    fn support_of_inner(&self, n: DVec3) -> DVec3 {
        match self.side {
            Side::AInB => self.pair.a.support(n),
            Side::BInA => self.pair.support_of_b(n),
        }
    }
    fn support_of_outer(&self, n: DVec3) -> DVec3 {
        match self.side {
            Side::AInB => self.pair.support_of_b(n),
            Side::BInA => self.pair.a.support(n),
        }
    }
    fn vertex_of_inner(&self, i: usize) -> DVec3 {
        match self.side {
            Side::AInB => self.pair.a.vertex(i),
            Side::BInA => self.pair.placed_b(self.pair.b.vertex(i)),
        }
    }
    /// A direction of the outer one's frame in A's.
    fn placed_outer(&self, n: DVec3) -> DVec3 {
        match self.side {
            Side::AInB => DVec3::combine(&self.pair.axes, n),
            Side::BInA => n,
        }
    }
    /// By how much the inner one surely sticks out along a unit vector; negative where it does not.
    fn excess(&self, n: DVec3) -> f64 {
        n.dot(self.support_of_inner(n) - self.support_of_outer(n)) - self.room()
    }
}

fn is_within<V: Space3>(pair: &CorePair<'_, V>, side: Side) -> Option<bool> {
    let nesting = Nesting { pair, side };
    if sticks_out(&nesting) {
        return Some(false);
    }
    if nesting.room() > 0.0 {
        return all_vertices_near(&nesting);
    }
    if nesting.outer().is_flat() {
        // Two whose insides meet cannot both lie in one plane.
        let sharp = nesting.outer().radius == 0.0;
        return sharp.then_some(false);
    }
    within_all_faces(&nesting)
}

/// A few likely directions, for the common case: along the line between the middles, and across it.
fn sticks_out<V: Space3>(nesting: &Nesting<'_, '_, V>) -> bool {
    let outward = match nesting.side {
        Side::AInB => -nesting.pair.between,
        Side::BInA => nesting.pair.between,
    };
    let away = outward.normalized().unwrap_or(DVec3::X);
    let side = away.any_perpendicular();
    let other = away.cross(side);
    let error = nesting.pair.error;
    [away, side, -side, other, -other, -away]
        .iter()
        .any(|&n| nesting.excess(n) > error)
}

/// For an outer ball larger than the inner one: the furthest vertex decides.
fn all_vertices_near<V: Space3>(nesting: &Nesting<'_, '_, V>) -> Option<bool> {
    let (room, error) = (nesting.room(), nesting.pair.error);
    for i in 0..nesting.inner().vertex_count() {
        let vertex = nesting.vertex_of_inner(i);
        let limits = Limits {
            gap: error,
            enough: room + error,
            steps: 32,
        };
        let support = |n: DVec3| Support::new(vertex, nesting.support_of_outer(-n));
        let (at_least, at_most) = match gjk::search_by(nesting.pair.between, limits, &support) {
            Outcome::Separated(s, _) | Outcome::Unconverged(s, _) => (s.at_least, s.at_most),
            Outcome::Overlapping(_) => (0.0, error),
        };
        if at_least > room + error {
            return Some(false);
        }
        if at_most >= room - error {
            return None;
        }
    }
    Some(true)
}

/// For an outer ball no larger than the inner one: the faces of the outer hull decide.
fn within_all_faces<V: Space3>(nesting: &Nesting<'_, '_, V>) -> Option<bool> {
    let error = nesting.pair.error;
    let mut sure = true;
    let mut look = |n: DVec3| {
        let excess = nesting.excess(nesting.placed_outer(n));
        sure &= excess < -error;
        excess > error
    };
    let found = match &nesting.outer().hull {
        CoreHull::Box(_) => DVec3::AXES.iter().any(|&n| look(n) || look(-n)),
        CoreHull::Polyhedron(p) => p
            .face_normals()
            .iter()
            .filter_map(|n| n.to_double().normalized())
            .any(&mut look),
        CoreHull::Simplex(..) => return None,
    };
    if found {
        return Some(false);
    }
    sure.then_some(true)
}
