//! Ellipses, ellipsoids, cylinders and cones (and rounded ones) against any convex shape.
//!
//! Against a point (or ball) and a half-space there are closed forms (`nearest.rs`). All other pairs are
//! found by support mappings in double precision, in every space. `gjk_sign.rs` tells whether they overlap,
//! where that is clear. `search.rs` looks for the direction of the shortest way, `refine.rs` and
//! `stationary.rs` finish it with Newton's method, `polish.rs` where that finds nothing. What contains what
//! is decided in `contain.rs`, for whole cones of directions in `certify.rs`.
//!
//! Limits: these answers are not decided exactly. A clearance within 8 times `f64::EPSILON` of the size of
//! the query counts as touching, and is 0. Relation and clearance always agree, because both are read from
//! the same number.

mod body;
mod candidate_normals;
mod certify;
mod contain;
mod curved_support;
mod gjk_sign;
pub(crate) mod nearest;
mod polish;
mod prepared;
mod refine;
mod search;
mod shortest_way;
mod stationary;
mod support_set;

use core::cmp::Ordering;

use smallvec::SmallVec;

use self::certify::{Containment, certify_depth};
pub(crate) use self::curved_support::support as furthest_of_curved;
use self::prepared::{Operand, SmoothPair, is_within};
pub(super) use self::prepared::{WorldHalfSpace, half_space_in_world};
use super::answer::{Clearance, DepthKind, Relation};
use super::decide;
use crate::exact::number::round::keep_sign;
use crate::math::{Real, lower};
use crate::shape::{Placed, ShapeSpace};

/// Relation of two convex shapes, at least one of which is smooth.
pub(crate) fn relation<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    let quick = gjk_sign::sign(&a, &b);
    if quick == Some(Ordering::Greater) {
        return Relation::Disjoint;
    }
    let (pair, is_swapped) = SmoothPair::in_order(a, b);
    let is_within = |inner, outer| is_within::<V::Double>(inner, outer, pair.tolerance);
    let relation = decide::relation_from(quick.unwrap_or_else(|| pair.sign::<V::Double>()), || {
        [is_within(&pair.a, &pair.b), is_within(&pair.b, &pair.a)]
    });
    if is_swapped { relation.mirrored() } else { relation }
}

/// Whether two convex shapes, at least one of which is smooth, meet.
pub(crate) fn intersects<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    sign(a, b) != Ordering::Greater
}

fn sign<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Ordering {
    gjk_sign::sign(&a, &b).unwrap_or_else(|| SmoothPair::in_order(a, b).0.sign::<V::Double>())
}

/// The distance of two convex shapes, at least one of which is smooth; 0 where they meet.
pub(crate) fn distance<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    match gjk_sign::sign(&a, &b) {
        Some(Ordering::Less) => Real::ZERO,
        _ => clearance(a, b).distance.max(Real::ZERO),
    }
}

/// Clearance of two convex shapes, at least one of which is smooth.
pub(crate) fn clearance<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    let (pair, is_swapped) = SmoothPair::in_order(a, b);
    let found = pair.answer::<V::Double>();
    let sign = found.distance.total_cmp(&0.0);
    let distance = found.distance / pair.unit;
    let point_a = found.point_a / pair.unit + pair.around;
    let clearance = Clearance {
        distance: keep_sign(distance, sign),
        normal: lower(found.normal),
        point_a: lower(point_a),
        point_b: lower(point_a + found.normal * distance),
        depth_kind: DepthKind::Exact,
    };
    if is_swapped {
        clearance.mirrored()
    } else {
        clearance
    }
}

/// Whether two bounded convex shapes overlap by at least this depth, in world lengths, whichever way they are
/// separated; `None` where undecided.
pub(super) fn is_as_deep<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>, depth: f64) -> Option<bool> {
    let pair = SmoothPair::new(a, b);
    let (Operand::Body(a), Operand::Body(b)) = (&pair.a, &pair.b) else {
        return None;
    };
    match certify_depth::<V::Double>(a, b, depth * pair.unit) {
        Containment::Within => Some(true),
        Containment::Outside => Some(false),
        Containment::Undecided(_) => None,
    }
}

/// A list that rarely has more than six entries.
pub(super) type ShortList<T> = SmallVec<[T; 6]>;
