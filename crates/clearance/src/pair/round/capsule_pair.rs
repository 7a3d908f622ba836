//! Two capsules in closed form without a branch, in the plane and in space alike: the fast path, which
//! answers unless they are very nearly parallel, or their inner segments meet.
//!
//! The inner segments are given by their centers and half axes, so that all differences of their points are
//! `between + t half_b - s half_a` with `s` and `t` from -1 to 1: a parallelogram. Its point nearest to the
//! origin is found after Ericson, "Real-Time Collision Detection", 2005, 5.1.9: `s` where the lines are
//! closest, then the best `t` for that, then the best `s` for that, each clamped. All three are always
//! computed. For a segment of no length, or parallel ones, some `s` is not a number and becomes -1, and what
//! follows from there is still right.
//!
//! Error bound: any `s` and `t` bound the distance from above, and the gap along the direction found bounds
//! it from below. Where the two differ by more than rounding explains, the answer is `None`, and
//! `closed_form.rs` tries more candidates.

use super::closed_form::relation_of_overlapping;
use super::placed_pair::{PlacedCapsule, world_capsules};
use super::world_capsule::{WorldCapsule, clearance_from};
use crate::exact::filter::Bound;
use crate::math::{Real, ScalarOf, Space, Vector};
use crate::pair::answer::{Clearance, Relation};

/// Two capsules and the difference of their closest points.
struct CapsulePair<'r, V: Vector> {
    a: &'r WorldCapsule<V>,
    /// The position of A's point on its axis, from -1 to 1.
    s: V::Scalar,
    /// From A's point to B's.
    difference: V,
    /// Its length, or more where that is tiny.
    length: V::Scalar,
    /// The gap along that direction, times the length; minus infinity where squares vanish or overflow.
    proven: V::Scalar,
    radii: V::Scalar,
    error: V::Scalar,
}

impl<'r, V: Space> CapsulePair<'r, V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(a: &'r WorldCapsule<V>, b: &WorldCapsule<V>) -> Self {
        let one: V::Scalar = Real::ONE;
        let clamped = |x: V::Scalar| x.max(-one).min(one);
        let between = b.center - a.center;
        let (aa, bb, ab) = (a.half.dot(a.half), b.half.dot(b.half), a.half.dot(b.half));
        let (along_a, along_b) = (a.half.dot(between), b.half.dot(between));
        // Reciprocals, since three divisions would wait for each other.
        let (per_a, per_b, per_both) = (one / aa, one / bb, one / (aa * bb - ab * ab));
        let s = clamped((along_a * bb - ab * along_b) * per_both);
        let t = clamped((s * ab - along_b) * per_b);
        let s = clamped((along_a + t * ab) * per_a);
        let difference = between + (b.half * t - a.half * s);
        // Smaller squares have lost digits; they only say that the length is less.
        let least = ScalarOf::<V>::MIN_POSITIVE / (ScalarOf::<V>::EPSILON * ScalarOf::<V>::EPSILON);
        let squared = difference.length_squared();
        let is_long = squared > least && squared.is_finite();
        let extent = difference.dot(a.half).abs() + difference.dot(b.half).abs();
        Self {
            a,
            s,
            difference,
            length: least.max(squared).sqrt(), // not a number, where that is not
            proven: if is_long {
                difference.dot(between) - extent
            } else {
                -ScalarOf::<V>::INFINITY
            },
            radii: a.radius + b.radius,
            error: Bound::new::<V>(a.reach, b.reach).error,
        }
    }
    /// Whether they meet: surely where two points are close enough, surely not where the gap is wide enough.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn meet(&self) -> Option<bool> {
        let close = self.length < self.radii - self.error;
        let apart = self.proven > (self.radii + self.error) * self.length;
        (close != apart).then_some(close)
    }
    /// The distance, where its sign is sure and its bounds agree.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn distance(&self) -> Option<V::Scalar> {
        let distance = self.length - self.radii;
        let agree = self.length * (self.length - self.error) <= self.proven;
        (self.length > self.error && distance.abs() > self.error && agree).then_some(distance)
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn clearance(&self) -> Option<Clearance<V>> {
        let distance = self.distance()?;
        let normal = self.difference / self.length;
        let point = self.a.center + self.a.half * self.s + normal * self.a.radius;
        Some(clearance_from(point, normal, distance))
    }
}

/// Whether two capsules meet.
#[inline(never)]
pub(crate) fn meet<V: Space>(a: PlacedCapsule<'_, V>, b: PlacedCapsule<'_, V>) -> Option<bool> {
    let [a, b] = world_capsules(a, b);
    CapsulePair::new(&a, &b).meet()
}

/// The relation of two capsules.
#[inline(never)]
pub(crate) fn relation<V: Space>(a: PlacedCapsule<'_, V>, b: PlacedCapsule<'_, V>) -> Option<Relation> {
    let [a, b] = world_capsules(a, b);
    if !CapsulePair::new(&a, &b).meet()? {
        return Some(Relation::Disjoint);
    }
    relation_of_overlapping(&a, &b)
}

/// The distance of two capsules, 0 where they meet.
#[inline(never)]
pub(crate) fn distance<V: Space>(a: PlacedCapsule<'_, V>, b: PlacedCapsule<'_, V>) -> Option<V::Scalar> {
    let capsules = world_capsules(a, b);
    let first = usize::from(!capsules[0].comes_first(&capsules[1]));
    let found = CapsulePair::new(&capsules[first], &capsules[1 - first]);
    if found.meet() == Some(true) {
        return Some(Real::ZERO);
    }
    found.distance().map(|distance| distance.max(Real::ZERO))
}

/// The signed distance of two capsules with its witness.
#[inline(never)]
pub(crate) fn clearance<V: Space>(a: PlacedCapsule<'_, V>, b: PlacedCapsule<'_, V>) -> Option<Clearance<V>> {
    clearance_of(&world_capsules(a, b))
}

/// The signed distance of two capsules with its witness, with the same bits whichever is called A.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn clearance_of<V: Space>(capsules: &[WorldCapsule<V>; 2]) -> Option<Clearance<V>> {
    let first = usize::from(!capsules[0].comes_first(&capsules[1]));
    let c = clearance_in_order(&capsules[first], &capsules[1 - first])?;
    Some(if first == 0 { c } else { c.mirrored() })
}

/// The same of two of which the first comes first.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn clearance_in_order<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Clearance<V>> {
    CapsulePair::new(a, b).clearance()
}
