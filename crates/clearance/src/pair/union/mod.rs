//! Shapes of many parts, part by part; closed meshes, polygons and bitmaps as solids.
//!
//! A solid (also one region of the plane) is asked about as a whole, `solids/`; anything else is the union of
//! its parts, and each pair of parts goes back to the table, where the place of a part has the pose of the
//! whole outside. A mesh or polygon that is convex is asked about as the convex shape it is.
//!
//! A union holds what its parts hold together: `cover/`, which says where that stays unknown.
//!
//! Limits: the depth of an overlap is that of the deepest place found ([`DepthKind::Local`]). A relation is
//! the strongest of two parts, so a flat shape all of which lies where parts of a union touch each other
//! touches it, too.

mod contacts;
mod cover;
mod deepest;
mod gather;
mod within;

pub use contacts::{PartContact, PartManifold};
pub(super) use contacts::{contacts, manifolds};
pub(crate) use cover::way_out;
use within::{is_within, may_hold};

use super::answer::{Clearance, DepthKind, Manifold, QueryError, Relation};
use super::near_parts::nearest;
use super::near_parts::{are_single, for_each_near_pair, is_compound};
use super::order::order;
use super::solids;
use super::solids::{Solid, touching};
use super::table::PairSpace;
use crate::math::Real;
use crate::shape::Placed;

/// Relation of two shapes at least one of which is not convex.
pub(crate) fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Relation, QueryError> {
    whole_relation(a, b, Asked::All)
}

/// Whether two shapes, at least one of which is not convex, meet: leaves at the first pair of parts that do.
pub(crate) fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    whole_relation(a, b, Asked::Meeting).map(Relation::intersects)
}

/// Clearance of two shapes at least one of which is not convex.
pub(crate) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    if order(a, b).is_gt() {
        return clearance(b, a).map(Clearance::mirrored);
    }
    let (simple_a, simple_b) = (a.simplest(), b.simplest());
    if are_single(simple_a, simple_b) {
        return super::clearance(simple_a, simple_b);
    }
    match whole_relation(simple_a, simple_b, Asked::Strength)? {
        Relation::Disjoint => nearest::clearance(simple_a, simple_b),
        Relation::Touching => touching::clearance(simple_a, simple_b),
        _ => deepest::clearance(a, b),
    }
}

/// The manifold along the normal of the clearance, gathered from all parts that come near each other.
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
    gather::manifold(a, b, &whole, margin)
}

/// How much of a relation is asked for; what is not asked for may be wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Whether it is `Disjoint`.
    Meeting,
    /// Whether it is `Disjoint`, `Touching`, or any of the others: of a compound within a compound no more is
    /// asked, or each level would ask all those below it once more what holds what.
    Strength,
    /// All of it.
    All,
}

impl Asked {
    /// Known to be as strong as this, no more need be asked.
    fn enough(self) -> Relation {
        match self {
            Self::Meeting => Relation::Touching,
            Self::Strength | Self::All => Relation::Overlapping,
        }
    }
}

/// As much of the relation as is asked for.
fn whole_relation<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    asked: Asked,
) -> Result<Relation, QueryError> {
    let (a, b) = (a.simplest(), b.simplest());
    if are_single(a, b) {
        return match asked {
            Asked::Meeting => meeting(a, b),
            Asked::Strength | Asked::All => super::relation(a, b),
        };
    }
    if !a.aabb().overlaps(&b.aabb()) {
        return Ok(Relation::Disjoint);
    }
    let hurry = asked == Asked::Meeting;
    match (Solid::new(a), Solid::new(b)) {
        _ if is_compound(a) || is_compound(b) => union_relation(a, b, asked),
        (Some(solid), Some(_)) => match V::DIM {
            2 => region_relation(solid, a, b, asked),
            _ => solids::relation(solid, b, hurry),
        },
        (Some(solid), None) => solids::relation(solid, b, hurry),
        (None, Some(solid)) => solids::relation(solid, a, hurry).map(Relation::mirrored),
        (None, None) => union_relation(a, b, asked),
    }
}

/// `Touching` where they meet.
fn meeting<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Relation, QueryError> {
    super::intersects(a, b).map(|met| {
        if met {
            Relation::Touching
        } else {
            Relation::Disjoint
        }
    })
}

/// Two regions of the plane: their convex parts tell whether the insides meet; only if they do can one hold
/// the other.
fn region_relation<V: PairSpace>(
    solid: Solid<'_, V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    asked: Asked,
) -> Result<Relation, QueryError> {
    let strongest = strongest(a, b, asked)?;
    let is_known = asked != Asked::All || strongest < Relation::Overlapping;
    if is_known || !(may_hold(a, b) || may_hold(b, a)) {
        return Ok(strongest);
    }
    solids::relation(solid, b, false)
}

/// Two unions: the strongest relation of two parts, then containment.
fn union_relation<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    asked: Asked,
) -> Result<Relation, QueryError> {
    let strongest = strongest(a, b, asked)?;
    if asked != Asked::All || strongest < Relation::Overlapping {
        return Ok(strongest);
    }
    Ok(match (is_within(a, b)?, is_within(b, a)?) {
        (false, false) => Relation::Overlapping,
        (true, false) => Relation::AInB,
        (false, true) => Relation::BInA,
        (true, true) => Relation::Equal,
    })
}

/// The strongest relation of two parts: `Disjoint`, `Touching` or `Overlapping`, or the first that is enough.
fn strongest<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, asked: Asked) -> Result<Relation, QueryError> {
    let mut strongest = Relation::Disjoint;
    for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, _| {
        let relation = match asked {
            Asked::Meeting => meeting(p, q),
            _ if are_single(p, q) => super::relation(p, q),
            _ => whole_relation(p, q, Asked::Strength),
        };
        strongest = strongest.max(relation?.min(Relation::Overlapping));
        Ok(strongest < asked.enough())
    })?;
    Ok(strongest)
}

/// The clearance of two parts as that of the wholes.
fn as_local<V: PairSpace>(c: Clearance<V>) -> Clearance<V> {
    let exact = c.distance >= V::Scalar::ZERO;
    Clearance {
        depth_kind: if exact { DepthKind::Exact } else { DepthKind::Local },
        ..c
    }
}
