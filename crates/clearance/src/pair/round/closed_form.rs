//! Closed forms, in the plane and in space alike: balls and capsules, with points and segments as those of no
//! radius.
//!
//! Closest points of two segments after Ericson, "Real-Time Collision Detection", 2005, 5.1.9. We differ in
//! what follows from rounding: for nearly parallel segments the 2x2 system there has no accurate solution, so
//! its solution is only one of five candidates, the others being the ends of each projected onto the other.
//! Any candidate bounds the distance from above; the gap along its direction bounds it from below; where they
//! differ by more than rounding can explain, the answer is `None`.

use core::cmp::Ordering;

use crate::exact::filter::{Bound, Reach};
use crate::math::{Place, Real, ScalarOf, Space, Vector, length, magnitude};
use crate::pair::answer::{Clearance, DepthKind, Relation};
use crate::shape::{Placed, Shape3, Space3};

/// A point or segment with a ball around it, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldCapsule<V: Vector> {
    /// The middle of the inner segment.
    pub center: V,
    /// From there to its second end; zero for a ball.
    pub half: V,
    /// The radius in world lengths.
    pub radius: V::Scalar,
    /// Bounds the distance from the world's origin.
    pub reach: Reach<V::Scalar>,
}

impl<V: Space> WorldCapsule<V> {
    /// The rod with these local ends.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new(ends: [V; 2], radius: V::Scalar, place: &Place<'_, V>) -> Self {
        let frame = place.frame();
        let local = magnitude(ends[0]).max(magnitude(ends[1])) + radius;
        let half = ScalarOf::<V>::HALF;
        Self {
            center: frame.point((ends[0] + ends[1]) * half),
            half: frame.direction((ends[1] - ends[0]) * half * frame.scale),
            radius: radius * frame.scale,
            reach: Reach::new(place, local),
        }
    }
    /// Both ends of the inner segment.
    #[inline(always)]
    pub fn ends(&self) -> [V; 2] {
        [self.center - self.half, self.center + self.half]
    }
    /// Which of two different rods comes first, whichever is called A: so that answers mirror to the last
    /// bit.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn comes_first(&self, other: &Self) -> bool {
        let half = || compare(self.half, other.half);
        let radius = || self.radius.partial_cmp(&other.radius).unwrap_or(Ordering::Equal);
        compare(self.center, other.center)
            .then_with(half)
            .then_with(radius)
            .is_le()
    }
    #[inline(always)]
    fn is_ball(&self) -> bool {
        self.half == V::ZERO
    }
    #[inline(always)]
    fn axis(&self) -> V {
        self.half + self.half
    }
    /// Gap between the inner segments along a unit vector.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn gap_along(&self, other: &Self, n: V) -> V::Scalar {
        n.dot(other.center - self.center) - (n.dot(self.half).abs() + n.dot(other.half).abs())
    }
}

/// A shape of space that is a rod, and not rounded again.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn rod3<V: Space3>(placed: Placed<'_, V>) -> Option<WorldCapsule<V>> {
    let (ends, radius) = match placed.shape {
        Shape3::Sphere(b) => ([V::ZERO; 2], b.radius()),
        Shape3::Capsule(c) => (*c.ends(), c.radius()),
        Shape3::Point => ([V::ZERO; 2], Real::ZERO),
        Shape3::Segment(s) => (*s.ends(), Real::ZERO),
        _ => return None,
    };
    Some(WorldCapsule::new(ends, radius, &placed.place))
}

/// The point of a segment closest to `p`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn closest_on_segment<V: Vector>(p: V, a: V, b: V) -> V {
    let along = b - a;
    let t = (p - a).dot(along) / along.length_squared();
    // Beyond the ends, the ends themselves; for a segment of no length `t` is not a number, and any end is
    // right.
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
        (true, false) => [a.center, closest_on_rod(a.center, b)],
        (false, true) => [closest_on_rod(b.center, a), b.center],
        (false, false) => closest_of_segments(a, b),
    }
}

fn closest_on_rod<V: Space>(p: V, rod: &WorldCapsule<V>) -> V {
    let [first, last] = rod.ends();
    closest_on_segment(p, first, last)
}

fn closest_of_segments<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> [V; 2] {
    let inner = closest_on_rod(crossing(a, b), b);
    let (ends_a, ends_b) = (a.ends(), b.ends());
    let candidates = [
        [closest_on_rod(inner, a), inner],
        [ends_a[0], closest_on_rod(ends_a[0], b)],
        [ends_a[1], closest_on_rod(ends_a[1], b)],
        [closest_on_rod(ends_b[0], a), ends_b[0]],
        [closest_on_rod(ends_b[1], a), ends_b[1]],
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

/// The point of segment `a` closest to the line of `b`; some point of `a` where they are parallel.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn crossing<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> V {
    let start = a.center - a.half;
    let (d1, d2, r) = (a.axis(), b.axis(), start - (b.center - b.half));
    let (aa, bb, ab) = (d1.dot(d1), d2.dot(d2), d1.dot(d2));
    let (c, f) = (d1.dot(r), d2.dot(r));
    let s = (ab * f - c * bb) / (aa * bb - ab * ab);
    // Not a number, where the segments are parallel, clamps to 0.
    start + d1 * s.max(Real::ZERO).min(Real::ONE)
}

/// Where the inner segments are apart: the point of A, their distance and its direction. Where they meet:
/// about 0 along a normal of both, if there is one.
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
        // Nearly parallel segments span a line only: the gap along the normal found shows whether that was
        // right.
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

/// Lexicographic order of two points.
pub(crate) fn compare<V: Vector>(p: V, q: V) -> Ordering {
    (0..V::DIM)
        .map(|i| p.get(i).partial_cmp(&q.get(i)).unwrap_or(Ordering::Equal))
        .find(|o| o.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Signed distance of two rods.
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
    Some(in_contact(point + normal * a.radius, normal, distance))
}

/// A clearance by a point of A.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn in_contact<V: Vector>(point_a: V, normal: V, distance: V::Scalar) -> Clearance<V> {
    Clearance {
        distance,
        normal,
        point_a,
        point_b: point_a + normal * distance,
        depth_kind: DepthKind::Exact,
    }
}

/// Whether two rods meet.
#[inline]
pub(crate) fn intersects<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<bool> {
    let bound = Bound::new::<V>(a.reach, b.reach);
    let points = closest_points(a, b);
    let distance = length(points[1] - points[0]);
    let gap = distance - (a.radius + b.radius);
    if bound.is_negative(gap) || a.is_ball() && b.is_ball() {
        // Any two points are no closer than the closest: this meeting is sure.
        return bound.meets(gap);
    }
    let proven = a.gap_along(b, (points[1] - points[0]) / distance) - (a.radius + b.radius);
    bound.is_positive(proven).then_some(false)
}

/// Relation of two rods.
pub(crate) fn relation<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Relation> {
    if !intersects(a, b)? {
        return Some(Relation::Disjoint);
    }
    match (is_within(a, b)?, is_within(b, a)?) {
        (true, false) => Some(Relation::AInB),
        (false, true) => Some(Relation::BInA),
        (false, false) => Some(Relation::Overlapping),
        (true, true) => None,
    }
}

/// Whether rod `a` is a part of rod `b`: the ends of its segment are no further from the other's than the
/// radii differ.
fn is_within<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<bool> {
    let bound = Bound::new::<V>(a.reach, b.reach);
    let spare = b.radius - a.radius;
    let [first, last] = a.ends().map(|end| length(closest_on_rod(end, b) - end));
    bound.meets(first.max(last) - spare)
}

/// Signed distance of two shapes of space, where both are rods.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn clearance3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    clearance(&rod3(a)?, &rod3(b)?)
}

/// Whether two shapes of space meet, where both are rods.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn intersects3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    intersects(&rod3(a)?, &rod3(b)?)
}

/// Relation of two shapes of space, where both are rods.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn relation3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
    relation(&rod3(a)?, &rod3(b)?)
}
