//! Shapes of many parts, part by part; closed meshes, polygons and bitmaps as solids.
//!
//! A solid (or a region of the plane) is compared as a whole (`solids/`). Any other shape of parts is the
//! union of its parts: each pair of parts goes back to the table, and the place of a part has the pose of the
//! whole as its outer pose. A mesh or polygon that is convex is treated as the convex shape it is.
//!
//! What parts contain only together is decided in `cover/`, which also says where that stays unknown.
//!
//! Limits: the depth of an overlap is that of the deepest place found ([`DepthKind::Local`]). A relation is
//! the strongest of any two parts. So a flat shape that lies entirely where parts of a union touch each other
//! only touches the union.

mod cover;
mod deepest;
mod manifold;
mod within;

pub(crate) use cover::way_out;
use within::{is_within, may_contain};

use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::answer::{Clearance, DepthKind, Manifold, QueryError, Relation};
use super::ask::table::PairSpace;
use super::decide;
use super::near_parts::nearest;
use super::near_parts::{
    are_single, facets_beside, for_each_near_pair, has_many_parts, is_compound, meeting,
};
use super::order::order;
use super::solids;
use super::solids::{Solid, touching};
use crate::math::Real;
use crate::pair;
use crate::shape::{AnyShape, Placed};

/// Relation of two shapes at least one of which is not convex.
pub(crate) fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    whole_relation(a, b, RelationDetail::All)
}

/// Whether two shapes, at least one of which is not convex, meet. Stops at the first pair of parts that do.
pub(crate) fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let known = surely_meet_in_point(&a, &b).or_else(|| V::regions_meet(&a, &b));
    known.unwrap_or_else(|| whole_relation(a, b, RelationDetail::Intersects).intersects())
}

/// Whether a region of the plane and a point surely meet, or surely do not; `None` for all other shapes.
#[inline]
fn surely_meet_in_point<V: PairSpace>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
    if V::DIM != 2 {
        return None;
    }
    match (a.as_point(), b.as_point()) {
        (Some(point), None) => b.surely_holds(point),
        (None, Some(point)) => a.surely_holds(point),
        _ => None,
    }
}

/// Clearance of two shapes at least one of which is not convex.
pub(crate) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    clearance_by(a, b, |a, b| whole_relation(a, b, RelationDetail::Strength))
}

/// The same where the relation is known.
#[cfg(feature = "std")] // only assemblies ask for it
pub(crate) fn clearance_after<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    relation: Relation,
) -> Result<Clearance<V>, QueryError> {
    clearance_by(a, b, |_, _| relation)
}

/// `relation` tells whether they are apart, only touch, or overlap.
fn clearance_by<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    relation: impl Fn(Placed<'_, V>, Placed<'_, V>) -> Relation,
) -> Result<Clearance<V>, QueryError> {
    if order(a, b).is_gt() {
        return in_order(b, a, relation).map(Clearance::mirrored);
    }
    in_order(a, b, relation)
}

fn in_order<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    relation: impl Fn(Placed<'_, V>, Placed<'_, V>) -> Relation,
) -> Result<Clearance<V>, QueryError> {
    let (simple_a, simple_b) = (a.simplest(), b.simplest());
    if are_single(simple_a, simple_b) {
        return super::clearance(simple_a, simple_b);
    }
    match relation(simple_a, simple_b) {
        Relation::Disjoint => nearest::clearance(simple_a, simple_b),
        Relation::Touching => touching::clearance(simple_a, simple_b),
        _ => deepest::clearance(a, b),
    }
}

/// Distance of two shapes at least one of which is not convex: 0 as soon as they are seen to meet.
pub(crate) fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    distance_unless(a, b, intersects)
}

/// The same of shapes that are known not to meet.
pub(crate) fn distance_apart<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    distance_unless(a, b, |_, _| false)
}

/// The distance, or 0 where two shapes meet.
fn distance_unless<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    meet: fn(Placed<'_, V>, Placed<'_, V>) -> bool,
) -> V::Scalar {
    if order(a, b).is_gt() {
        return distance_unless(b, a, meet);
    }
    let (simple_a, simple_b) = (a.simplest(), b.simplest());
    if are_single(simple_a, simple_b) {
        return pair::distance(simple_a, simple_b);
    }
    if meet(a, b) {
        return Real::ZERO;
    }
    // Only shapes that overlap without end have no clearance, and these meet.
    nearest::clearance(simple_a, simple_b).map_or(Real::ZERO, |c| c.distance.max(Real::ZERO))
}

/// The manifold along the normal of the clearance, from all parts that are near each other.
pub(crate) fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    if order(a, b).is_gt() {
        return manifold(b, a, margin).map(Manifold::mirrored);
    }
    let (a, b) = (a.simplest(), b.simplest());
    if are_single(a, b) {
        return super::manifold(a, b, margin);
    }
    let whole = clearance(a, b)?;
    if whole.distance > margin {
        return Ok(Manifold::new(whole.normal));
    }
    manifold::manifold(a, b, &whole, margin)
}

/// How much of a relation is needed; the rest may be wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RelationDetail {
    /// Whether it is `Disjoint`.
    Intersects,
    /// Whether it is `Disjoint`, `Touching`, or any of the others. Compounds within compounds need no more:
    /// otherwise each level would ask all those below it again what contains what.
    Strength,
    /// All of it.
    All,
}

impl RelationDetail {
    /// A relation at least as strong as this settles the question.
    fn enough(self) -> Relation {
        match self {
            Self::Intersects => Relation::Touching,
            Self::Strength | Self::All => Relation::Overlapping,
        }
    }
}

/// As much of the relation as is needed.
fn whole_relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, detail: RelationDetail) -> Relation {
    let (a, b) = (a.simplest(), b.simplest());
    if are_single(a, b) {
        return match detail {
            RelationDetail::Intersects => meeting(a, b),
            RelationDetail::Strength | RelationDetail::All => pair::relation(a, b),
        };
    }
    if !a.aabb().overlaps(&b.aabb()) {
        return Relation::Disjoint;
    }
    let intersects_only = detail == RelationDetail::Intersects;
    match (Solid::new(a), Solid::new(b)) {
        _ if is_compound(a) || is_compound(b) => union_relation(a, b, detail),
        (Some(solid), Some(_)) if V::DIM == 2 && has_few_parts(a, b) => region_relation(solid, a, b, detail),
        (Some(solid), _) => solids::relation(solid, b, intersects_only),
        (None, Some(solid)) => solids::relation(solid, a, intersects_only).mirrored(),
        (None, None) => union_relation(a, b, detail),
    }
}

fn has_few_parts<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    [a, b]
        .iter()
        .all(|s| !s.shape.parts().is_some_and(has_many_parts))
}

/// Two regions of the plane with few parts. Their convex parts tell whether the interiors meet; only then can
/// one contain the other.
fn region_relation<V: PairSpace>(
    solid: Solid<'_, V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    detail: RelationDetail,
) -> Relation {
    // `intersects` has asked that before.
    let is_asked = detail == RelationDetail::Intersects;
    let meet = if is_asked { None } else { V::regions_meet(&a, &b) };
    let strongest = match meet {
        Some(true) => Relation::Overlapping,
        Some(false) => Relation::Disjoint,
        None => strongest(a, b, detail),
    };
    let is_known = detail != RelationDetail::All || strongest < Relation::Overlapping;
    if is_known || !(may_contain(a, b) || may_contain(b, a)) {
        return strongest;
    }
    solids::relation(solid, b, false)
}

/// Two unions: the strongest relation of two parts, then containment.
fn union_relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, detail: RelationDetail) -> Relation {
    let strongest = strongest(a, b, detail);
    if detail != RelationDetail::All || strongest < Relation::Overlapping {
        return strongest;
    }
    decide::relation_from(Ordering::Less, || [is_within(a, b), is_within(b, a)])
}

/// The strongest relation of two parts: `Disjoint`, `Touching` or `Overlapping`, or the first that settles
/// the question.
fn strongest<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, detail: RelationDetail) -> Relation {
    if let Some((side, facets)) = facets_beside([a, b]) {
        let first_only = detail == RelationDetail::Intersects;
        return solids::strongest_facet(facets, [b, a][side], first_only);
    }
    let mut strongest = Relation::Disjoint;
    let _ = for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, _| {
        let relation = match detail {
            RelationDetail::Intersects => meeting(p, q),
            _ if are_single(p, q) => pair::relation(p, q),
            _ => whole_relation(p, q, RelationDetail::Strength),
        };
        strongest = strongest.max(relation.min(Relation::Overlapping));
        if strongest < detail.enough() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    strongest
}

/// The clearance of two parts as that of the wholes.
fn as_local<V: PairSpace>(c: Clearance<V>) -> Clearance<V> {
    let exact = c.distance >= V::Scalar::ZERO;
    Clearance {
        depth_kind: if exact { DepthKind::Exact } else { DepthKind::Local },
        ..c
    }
}
