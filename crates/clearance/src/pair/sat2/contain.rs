//! Containment of one outline in another, where floating point can be sure of it.
//!
//! For convex sets, A ⊆ B if and only if A's support function is nowhere greater than B's. With radii: hull(A) must lie
//! within hull(B) grown by `spare = radius(B) - radius(A)`, or shrunk where that is negative.

use super::outline::{Outline, View};
use crate::exact::filter::Bound;
use crate::math::{Real, ScalarOf};
use crate::pair::answer::Relation;
use crate::pair::closed_form::{closest_on_segment, length};
use crate::shape::Space2;

/// The relation of two outlines whose insides surely meet.
pub(crate) fn relation_of_overlapping<V: Space2>(a: &Outline<'_, V>, b: &Outline<'_, V>) -> Option<Relation> {
    let bound = a.bound(b);
    match (is_within(a, b, &bound)?, is_within(b, a, &bound)?) {
        (true, false) => Some(Relation::AInB),
        (false, true) => Some(Relation::BInA),
        (false, false) => Some(Relation::Overlapping),
        (true, true) => None,
    }
}

/// Whether `inner` is a part of `outer`.
fn is_within<V: Space2>(
    inner: &Outline<'_, V>,
    outer: &Outline<'_, V>,
    bound: &Bound<V::Scalar>,
) -> Option<bool> {
    let spare = outer.radius - inner.radius;
    let view = View::new(&outer.frame, &inner.frame);
    if !outer.is_thin() {
        let beyond = furthest_beyond(inner, outer, &view, spare + bound.error);
        if bound.is_positive(beyond - spare) {
            return Some(false);
        }
        if bound.is_negative(beyond - spare.min(Real::ZERO)) {
            return Some(true);
        }
        // Without spare the lines decide, and they could not.
        if spare <= bound.error {
            return None;
        }
    }
    bound.meets(furthest_away(inner, outer, &view) - spare)
}

/// How far the inner outline reaches beyond the lines of the outer's edges; it may stop where that is above `enough`.
fn furthest_beyond<V: Space2>(
    inner: &Outline<'_, V>,
    outer: &Outline<'_, V>,
    view: &View<V>,
    enough: V::Scalar,
) -> V::Scalar {
    let mut most = -ScalarOf::<V>::INFINITY;
    for (i, &n) in outer.normals().iter().enumerate() {
        let offset = n.dot(outer.corner(i));
        for &corner in inner.corners() {
            most = most.max(n.dot(view.point(corner)) - offset);
        }
        if most > enough {
            break;
        }
    }
    most
}

/// The greatest distance of a corner of `inner` from the border of `outer`, of those outside.
fn furthest_away<V: Space2>(inner: &Outline<'_, V>, outer: &Outline<'_, V>, view: &View<V>) -> V::Scalar {
    let mut most: V::Scalar = Real::ZERO;
    for &corner in inner.corners() {
        let p = view.point(corner);
        most = most.max(distance_to_hull(p, outer));
    }
    most
}

/// The distance of a point from the hull of the corners; 0 inside.
fn distance_to_hull<V: Space2>(p: V, outer: &Outline<'_, V>) -> V::Scalar {
    let inside = |i: usize, n: V| n.dot(p - outer.corner(i)) <= Real::ZERO;
    if !outer.is_thin() && outer.normals().iter().enumerate().all(|(i, &n)| inside(i, n)) {
        return Real::ZERO;
    }
    (0..outer.corners().len())
        .map(|i| length(closest_on_segment(p, outer.corner(i), outer.corner(i + 1)) - p))
        .fold(ScalarOf::<V>::INFINITY, Real::min)
}
