//! Points, segments, balls and capsules in closed form, in the plane and in space alike.
//!
//! Closest points of two segments after Ericson, "Real-Time Collision Detection", 2005, 5.1.9. We differ in
//! the treatment of rounding: for nearly parallel segments the 2x2 system there has no accurate solution, so
//! its solution is only one of five candidates; the others are the ends of each, projected onto the other.
//!
//! Error bound: any candidate bounds the distance from above, and the gap along its direction bounds it from
//! below. Where the two differ by more than rounding explains, the answer is `None`.

use super::placed_pair::capsules_of_space;
use super::world_capsule::{WorldCapsule, clearance_from};
use crate::exact::filter::Bound;
use crate::math::{Real, ScalarOf, Space, Vector, length};
use crate::pair::answer::{Clearance, Relation};
use crate::shape::{Placed, Space3};

/// The point of a segment closest to `p`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn closest_on_segment<V: Vector>(p: V, a: V, b: V) -> V {
    let along = b - a;
    let t = (p - a).dot(along) / along.length_squared();
    // For a segment of no length `t` is not a number, and any end is right.
    if t >= Real::ONE {
        b
    } else if t > Real::ZERO {
        a + along * t
    } else {
        a
    }
}

/// A point of each segment, as close to each other as rounding allows.
#[inline]
fn closest_points<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> [V; 2] {
    match (a.is_ball(), b.is_ball()) {
        (true, true) => [a.center, b.center],
        (true, false) => [a.center, closest_on_axis(a.center, b)],
        (false, true) => [closest_on_axis(b.center, a), b.center],
        (false, false) => closest_of_segments(a, b),
    }
}

fn closest_on_axis<V: Space>(p: V, capsule: &WorldCapsule<V>) -> V {
    let [first, last] = capsule.ends();
    closest_on_segment(p, first, last)
}

fn closest_of_segments<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> [V; 2] {
    let inner = closest_on_axis(crossing(a, b), b);
    let (ends_a, ends_b) = (a.ends(), b.ends());
    let candidates = [
        [closest_on_axis(inner, a), inner],
        [ends_a[0], closest_on_axis(ends_a[0], b)],
        [ends_a[1], closest_on_axis(ends_a[1], b)],
        [closest_on_axis(ends_b[0], a), ends_b[0]],
        [closest_on_axis(ends_b[1], a), ends_b[1]],
    ];
    let distance = |c: &[V; 2]| (c[1] - c[0]).length_squared();
    let mut best = candidates[0];
    for c in &candidates[1..] {
        if distance(c) < distance(&best) {
            best = *c;
        }
    }
    best
}

/// The point of segment `a` closest to the line of `b`; any point of `a` where they are parallel.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn crossing<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> V {
    let start = a.center - a.half;
    let (d1, d2, r) = (a.axis(), b.axis(), start - (b.center - b.half));
    let (aa, bb, ab) = (d1.dot(d1), d2.dot(d2), d1.dot(d2));
    let (c, f) = (d1.dot(r), d2.dot(r));
    let s = (ab * f - c * bb) / (aa * bb - ab * ab);
    // Where the segments are parallel this is not a number, which clamps to 0.
    start + d1 * s.max(Real::ZERO).min(Real::ONE)
}

/// The point of A, the distance and its direction of inner segments that are apart. Where they meet, the
/// distance is about 0, along a normal of both, if there is one.
#[inline]
fn core_distance<V: Space>(
    a: &WorldCapsule<V>,
    b: &WorldCapsule<V>,
    error: V::Scalar,
) -> Option<(V, V::Scalar, V)> {
    let [point, other] = closest_points(a, b);
    let difference = other - point;
    let distance = length(difference);
    if distance > error {
        let normal = difference / distance;
        if a.is_ball() && b.is_ball() || distance - a.gap_along(b, normal) <= error {
            return Some((point, distance, normal));
        }
    }
    let normal = common_normal(a, b)?;
    let gap = a.gap_along(b, normal);
    (distance - gap <= error && gap.abs() <= error).then_some((point, gap, normal))
}

/// A unit vector perpendicular to both segments; `None` where they span the space.
fn common_normal<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<V> {
    let reject = |v: V, u: Option<V>| u.map_or(v, |u| v - u * u.dot(v));
    let first = a.axis().normalized();
    let second = b.axis().normalized().and_then(|v| {
        let rest = reject(v, first);
        // Nearly parallel segments count as spanning a line; the gap along the normal found shows whether
        // that was right.
        (rest.max_abs() > ScalarOf::<V>::EPSILON.sqrt()).then(|| rest.normalized())?
    });
    let left = |axis: &V| reject(reject(*axis, first), second);
    let mut best = V::ZERO;
    for axis in V::IDENTITY_AXES.as_ref() {
        if left(axis).length_squared() > best.length_squared() {
            best = left(axis);
        }
    }
    let enough = best.max_abs() > ScalarOf::<V>::EPSILON.sqrt();
    enough
        .then(|| best.normalized())?
        .map(|n| reject(reject(n, first), second))
        .and_then(V::normalized)
}

/// Signed distance of two capsules.
#[inline]
pub(crate) fn clearance<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Clearance<V>> {
    if a.comes_first(b) {
        ordered_clearance(a, b)
    } else {
        ordered_clearance(b, a).map(Clearance::mirrored)
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn ordered_clearance<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Clearance<V>> {
    let bound = Bound::new::<V>(a.reach, b.reach);
    let (point, gap, normal) = core_distance(a, b, bound.error)?;
    let distance = gap - (a.radius + b.radius);
    bound.meets(distance)?;
    Some(clearance_from(point + normal * a.radius, normal, distance))
}

/// Whether two capsules meet.
#[inline]
pub(crate) fn intersects<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<bool> {
    let bound = Bound::new::<V>(a.reach, b.reach);
    let points = closest_points(a, b);
    let distance = length(points[1] - points[0]);
    let gap = distance - (a.radius + b.radius);
    if bound.is_negative(gap) || a.is_ball() && b.is_ball() {
        // No two points are closer than the closest ones, so this overlap is sure.
        return bound.meets(gap);
    }
    let proven = a.gap_along(b, (points[1] - points[0]) / distance) - (a.radius + b.radius);
    bound.is_positive(proven).then_some(false)
}

/// Relation of two capsules.
pub(crate) fn relation<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Relation> {
    if !intersects(a, b)? {
        return Some(Relation::Disjoint);
    }
    relation_of_overlapping(a, b)
}

/// Relation of two capsules whose insides surely overlap.
pub(super) fn relation_of_overlapping<V: Space>(
    a: &WorldCapsule<V>,
    b: &WorldCapsule<V>,
) -> Option<Relation> {
    Relation::of_overlapping(is_within(a, b)?, is_within(b, a)?)
}

/// Whether `b` contains `a`: the ends of its segment are no further from the other's than the radii differ.
fn is_within<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<bool> {
    let bound = Bound::new::<V>(a.reach, b.reach);
    let spare = b.radius - a.radius;
    if bound.is_negative(spare) {
        return Some(false);
    }
    let [first, last] = a.ends().map(|end| length(closest_on_axis(end, b) - end));
    bound.meets(first.max(last) - spare)
}

/// Signed distance of two shapes of space, where both are capsules.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn clearance3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    let [a, b] = capsules_of_space(&a, &b)?;
    clearance(&a, &b)
}

/// Whether two shapes of space meet, where both are capsules.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn intersects3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    let [a, b] = capsules_of_space(&a, &b)?;
    intersects(&a, &b)
}

/// Relation of two shapes of space, where both are capsules.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn relation3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
    let [a, b] = capsules_of_space(&a, &b)?;
    relation(&a, &b)
}
