//! Whether one of two cores that surely overlap contains the other: a sure yes, a sure no, or undecided.
//!
//! A + ball(r) is within B + ball(s) exactly when the support function of A never exceeds that of B by more
//! than `s - r`. Where `r >= s`, B's faces decide: A must be within the hull of B with each face moved
//! inwards by `r - s`. Where `r < s`, every vertex of A must be within `s - r` of the hull of B.

use glam::DVec3;

use crate::math::{Space, Vector, Vector3};
use crate::pair::answer::Relation;
use crate::pair::core_pair::{ConvexCore, CoreHull, CorePair};
use crate::pair::gjk_epa::gjk;
use crate::pair::gjk_epa::gjk::{Limits, Outcome};
use crate::pair::gjk_epa::simplex::Support;
use crate::shape::Space3;

/// `Overlapping`, or a containment; `None` where that is undecided.
pub(crate) fn relation_of_overlapping<V: Space3>(pair: &CorePair<'_, V>) -> Option<Relation> {
    let [a, b] = [false, true].map(|is_b| Member { pair, is_b });
    Relation::of_overlapping(is_within(&a, &b)?, is_within(&b, &a)?)
}

/// One core of a pair, in A's frame.
struct Member<'m, 'a, V: Space3> {
    pair: &'m CorePair<'a, V>,
    is_b: bool,
}

impl<'a, V: Space3> Member<'_, 'a, V> {
    fn core(&self) -> &'a ConvexCore<'a, V> {
        if self.is_b { self.pair.b } else { self.pair.a }
    }
    fn support(&self, n: DVec3) -> DVec3 {
        if self.is_b {
            self.pair.support_of_b(n)
        } else {
            self.pair.a.support(n)
        }
    }
    fn vertex(&self, i: usize) -> DVec3 {
        let vertex = self.core().vertex(i);
        if self.is_b {
            self.pair.placed_b(vertex)
        } else {
            vertex
        }
    }
    /// A direction of its own frame in A's.
    fn direction(&self, n: DVec3) -> DVec3 {
        if self.is_b {
            DVec3::combine(&self.pair.axes, n)
        } else {
            n
        }
    }
    /// By how much its ball is larger than that of the other.
    fn spare_radius(&self, inner: &Self) -> f64 {
        self.core().radius - inner.core().radius
    }
    /// By how much the inner one is beyond this one along a unit vector; negative where it is not.
    fn excess_of(&self, inner: &Self, n: DVec3) -> f64 {
        n.dot(inner.support(n) - self.support(n)) - self.spare_radius(inner)
    }
}

fn is_within<V: Space3>(inner: &Member<'_, '_, V>, outer: &Member<'_, '_, V>) -> Option<bool> {
    if is_surely_outside(inner, outer) {
        return Some(false);
    }
    if outer.spare_radius(inner) > 0.0 {
        return are_vertices_near(inner, outer);
    }
    if outer.core().is_flat() {
        // Two whose insides overlap cannot both lie in one plane.
        return (outer.core().radius == 0.0).then_some(false);
    }
    is_within_faces(inner, outer)
}

/// Tries a few likely directions, for the common case: along the line between the centers, and across it.
fn is_surely_outside<V: Space3>(inner: &Member<'_, '_, V>, outer: &Member<'_, '_, V>) -> bool {
    let between = inner.pair.between;
    let outward = if inner.is_b { between } else { -between };
    let away = outward.normalized().unwrap_or(DVec3::X);
    let across = away.any_perpendicular();
    let other = away.cross(across);
    [away, across, -across, other, -other, -away]
        .iter()
        .any(|&n| outer.excess_of(inner, n) > inner.pair.error)
}

/// For an outer ball larger than the inner one: the furthest vertex decides.
fn are_vertices_near<V: Space3>(inner: &Member<'_, '_, V>, outer: &Member<'_, '_, V>) -> Option<bool> {
    let (spare, error) = (outer.spare_radius(inner), inner.pair.error);
    let limits = Limits {
        gap: error,
        enough: spare + error,
        steps: 32,
    };
    for i in 0..inner.core().vertex_count() {
        let vertex = inner.vertex(i);
        let support = |n: DVec3| Support::new(vertex, outer.support(-n));
        let (at_least, at_most) = match gjk::search_by(inner.pair.between, limits, &support) {
            Outcome::Separated(s, _) | Outcome::Unconverged(s, _) => (s.at_least, s.at_most),
            Outcome::Overlapping(_) => (0.0, error),
        };
        if at_least > spare + error {
            return Some(false);
        }
        if at_most >= spare - error {
            return None;
        }
    }
    Some(true)
}

/// For an outer ball no larger than the inner one: the faces of the outer hull decide.
fn is_within_faces<V: Space3>(inner: &Member<'_, '_, V>, outer: &Member<'_, '_, V>) -> Option<bool> {
    let error = inner.pair.error;
    let mut is_sure = true;
    let mut is_beyond = |n: DVec3| {
        let excess = outer.excess_of(inner, outer.direction(n));
        is_sure &= excess < -error;
        excess > error
    };
    let sticks_out = match &outer.core().hull {
        CoreHull::Box(_) => DVec3::AXES.iter().any(|&n| is_beyond(n) || is_beyond(-n)),
        CoreHull::Polyhedron(p) => p
            .face_normals()
            .iter()
            .filter_map(|n| n.to_double().normalized())
            .any(&mut is_beyond),
        CoreHull::Simplex(..) => return None,
    };
    if sticks_out {
        return Some(false);
    }
    is_sure.then_some(true)
}
