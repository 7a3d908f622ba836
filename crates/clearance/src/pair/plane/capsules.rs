//! Two capsules of the plane: their penetration depth where the inner segments cross, and their contacts.
//!
//! The Minkowski difference of segments that cross is a parallelogram around the origin. The nearest of its
//! sides, which are those of either segment, gives the depth.

use super::clip::{ClipLimits, clip_capsules};
use crate::exact::filter::Bound;
use crate::math::{Real, length};
use crate::pair::answer::{Clearance, Manifold, QueryError};
use crate::pair::round::capsule_pair::{clearance_in_order, clearance_of};
pub(super) use crate::pair::round::capsule_pair::{distance, meet, relation};
use crate::pair::round::placed_pair::{PlacedCapsule, world_capsules};
use crate::pair::round::world_capsule::{WorldCapsule, clearance_from};
use crate::shape::Space2;

/// The signed distance of two capsules with its witness.
#[inline(never)]
pub(super) fn clearance<V: Space2>(a: PlacedCapsule<'_, V>, b: PlacedCapsule<'_, V>) -> Option<Clearance<V>> {
    clearance_of_both(&world_capsules(a, b))
}

/// The contacts of two capsules.
#[inline(never)]
pub(super) fn manifold<V: Space2>(
    a: PlacedCapsule<'_, V>,
    b: PlacedCapsule<'_, V>,
    margin: V::Scalar,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    let [a, b] = world_capsules(a, b);
    // In a fixed order, so that the contacts are the same whichever is called A.
    let is_mirrored = !a.comes_first(&b);
    let ordered = [a.chosen(&b, is_mirrored), b.chosen(&a, is_mirrored)];
    match clearance_in_order(&ordered[0], &ordered[1]) {
        Some(c) => Ok(contacts(&ordered, &c, margin, is_mirrored)),
        None => crossing_manifold(&ordered, margin, is_mirrored, otherwise),
    }
}

/// The same of two in order whose inner segments cross.
#[inline(never)]
fn crossing_manifold<V: Space2>(
    ordered: &[WorldCapsule<V>; 2],
    margin: V::Scalar,
    is_mirrored: bool,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    match ordered_crossing(&ordered[0], &ordered[1]) {
        Some(c) => Ok(contacts(ordered, &c, margin, is_mirrored)),
        None => otherwise(),
    }
}

/// The contacts of two in order whose clearance is known; those of B and A if `is_mirrored`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn contacts<V: Space2>(
    ordered: &[WorldCapsule<V>; 2],
    c: &Clearance<V>,
    margin: V::Scalar,
    is_mirrored: bool,
) -> Manifold<V> {
    if c.distance > margin {
        return Manifold::new(if is_mirrored { -c.normal } else { c.normal });
    }
    let error = Bound::new::<V>(ordered[0].reach, ordered[1].reach).error;
    clip_capsules(ordered, c, &ClipLimits { margin, error }, is_mirrored)
}

#[inline]
fn clearance_of_both<V: Space2>(capsules: &[WorldCapsule<V>; 2]) -> Option<Clearance<V>> {
    clearance_of(capsules).or_else(|| crossing(capsules))
}

/// The clearance of two capsules whose inner segments surely cross.
#[inline(never)]
fn crossing<V: Space2>(capsules: &[WorldCapsule<V>; 2]) -> Option<Clearance<V>> {
    let first = usize::from(!capsules[0].comes_first(&capsules[1]));
    let c = ordered_crossing(&capsules[first], &capsules[1 - first])?;
    Some(if first == 0 { c } else { c.mirrored() })
}

#[inline]
fn ordered_crossing<V: Space2>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Clearance<V>> {
    let between = b.center - a.center;
    let one: V::Scalar = Real::ONE;
    // The unit normals of either segment, towards the other's center, and the gaps along them.
    let side = |half: V| {
        let left = half.left() / length(half);
        left * one.copysign(left.dot(between))
    };
    let normals = [side(a.half), side(b.half)];
    let gap = |n: V, other: V| n.dot(between) - n.dot(other).abs();
    let gaps = [gap(normals[0], b.half), gap(normals[1], a.half)];
    let by_a = gaps[0] >= gaps[1];
    let (gap, normal) = if by_a {
        (gaps[0], normals[0])
    } else {
        (gaps[1], normals[1])
    };
    let error = Bound::new::<V>(a.reach, b.reach).error;
    let deep = gap < -error && gaps[0] < Real::ZERO && gaps[1] < Real::ZERO;
    if !deep {
        return None;
    }
    // The deepest end of A's segment, or the point of A that the gap leads to from the deepest end of B's.
    let towards = |half: V| half * one.copysign(normal.dot(half));
    let point = if by_a {
        b.center - towards(b.half) - normal * gap
    } else {
        a.center + towards(a.half)
    };
    let distance = gap - (a.radius + b.radius);
    Some(clearance_from(point + normal * a.radius, normal, distance))
}
