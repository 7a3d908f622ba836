//! Whether one of two outlines that overlap contains the other, where floats can decide it.
//!
//! For convex sets, A ⊆ B if and only if A's support function is nowhere greater than B's. With radii:
//! hull(A) must lie within hull(B) grown by `spare = radius(B) - radius(A)`, or shrunk where that is
//! negative.

use super::hull::{CuboidHull, OutlineHull};
use super::outline::{CoreOutline, PlaneOutline, RelativeFrame};
use super::separation::{greatest, heights};
use crate::exact::filter::Bound;
use crate::math::{Real, ScalarOf, length};
use crate::pair::answer::Relation;
use crate::pair::round::closed_form::closest_on_segment;
use crate::shape::{Placed, Shape2, Space2};

/// The relation of two cores whose insides surely overlap. Boxes and polygons are not taken as any hull: that
/// costs a third more instructions in a relation of two boxes, a seventh in one of two polygons.
pub(super) fn relation_of_overlapping<V: Space2>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
    match (a.shape, b.shape) {
        (Shape2::Box(p), Shape2::Box(q)) => {
            let [p, q] = [p, q].map(|cuboid| CuboidHull(cuboid.half_extents()));
            of_one_kind(&sharp(&a, p), &sharp(&b, q))
        }
        (Shape2::Convex(p), Shape2::Convex(q)) if p.rank() == 2 && q.rank() == 2 => {
            of_one_kind(&sharp(&a, p), &sharp(&b, q))
        }
        _ => of_one_kind(&CoreOutline::of(a)?, &CoreOutline::of(b)?),
    }
}

/// The outline of a core without a ball.
#[inline]
fn sharp<V: Space2, H: OutlineHull<V>>(placed: &Placed<'_, V>, hull: H) -> PlaneOutline<V, H> {
    PlaneOutline::new(&placed.place, hull, Real::ZERO)
}

fn of_one_kind<V: Space2, H: OutlineHull<V>>(
    a: &PlaneOutline<V, H>,
    b: &PlaneOutline<V, H>,
) -> Option<Relation> {
    let bound = a.bound(b);
    Relation::of_overlapping(is_within(a, b, &bound)?, is_within(b, a, &bound)?)
}

/// Whether `inner` is a part of `outer`.
fn is_within<V: Space2, H: OutlineHull<V>>(
    inner: &PlaneOutline<V, H>,
    outer: &PlaneOutline<V, H>,
    bound: &Bound<V::Scalar>,
) -> Option<bool> {
    let spare = outer.radius - inner.radius;
    let relative = RelativeFrame::new(&outer.frame, &inner.frame);
    if !outer.is_thin() {
        let beyond = furthest_beyond(inner, outer, &relative, spare + bound.error);
        if bound.is_positive(beyond - spare) {
            return Some(false);
        }
        if bound.is_negative(beyond - spare.min(Real::ZERO)) {
            return Some(true);
        }
        // Without spare only the lines can decide, and they did not.
        if spare <= bound.error {
            return None;
        }
    }
    bound.meets(furthest_away(inner, outer, &relative) - spare)
}

/// How far the inner outline reaches beyond the lines of the outer's edges; any value above `enough` stands
/// for all of them.
fn furthest_beyond<V: Space2, H: OutlineHull<V>>(
    inner: &PlaneOutline<V, H>,
    outer: &PlaneOutline<V, H>,
    relative: &RelativeFrame<V>,
    enough: V::Scalar,
) -> V::Scalar {
    let center = relative.point(inner.center());
    // The ball within `inner` may already reach too far.
    for g in 0..outer.groups() {
        let beyond = greatest(&heights(&outer.edges(g), center)) + inner.inner_radius();
        if beyond > enough {
            return beyond;
        }
    }
    let mut most = -ScalarOf::<V>::INFINITY;
    for i in 0..outer.count() {
        let normal = outer.normal(i);
        let beyond = -relative.lowest_height(inner, -normal) - normal.dot(outer.corner(i));
        most = most.max(beyond);
        if most > enough {
            break;
        }
    }
    most
}

/// The greatest distance of a corner of `inner` from the hull of the outer's corners.
fn furthest_away<V: Space2, H: OutlineHull<V>>(
    inner: &PlaneOutline<V, H>,
    outer: &PlaneOutline<V, H>,
    relative: &RelativeFrame<V>,
) -> V::Scalar {
    (0..inner.count())
        .map(|i| distance_to_hull(relative.point(inner.corner(i)), outer))
        .fold(Real::ZERO, Real::max)
}

/// The distance of a point from the hull of the corners; 0 inside.
fn distance_to_hull<V: Space2, H: OutlineHull<V>>(p: V, outer: &PlaneOutline<V, H>) -> V::Scalar {
    let inside = |i: usize| outer.normal(i).dot(p - outer.corner(i)) <= Real::ZERO;
    if !outer.is_thin() && (0..outer.count()).all(inside) {
        return Real::ZERO;
    }
    (0..outer.count())
        .map(|i| length(closest_on_segment(p, outer.corner(i), outer.corner(outer.after(i))) - p))
        .fold(ScalarOf::<V>::INFINITY, Real::min)
}
