//! Shapes of many parts, part by part; closed meshes, polygons and bitmaps as solids.
//!
//! A solid (also one region of the plane) is asked about as a whole, `interior/`; anything else is the union of its parts,
//! and each pair of parts goes back to the table, where the place of a part has the pose of the whole outside. A mesh or
//! polygon that is convex is asked about as the convex shape it is.
//!
//! A union holds what its parts hold together: `cover/`, which says where that stays unknown.
//!
//! Limits: the depth of an overlap is that of the deepest place found ([`DepthKind::Local`]). A relation is the strongest of
//! two parts, so a flat shape all of which lies where parts of a union touch each other touches it, too.

mod cover;
mod deepest;
mod gather;
mod nearest;
mod touching;
mod walk;

pub(crate) use cover::way_out;
pub(super) use deepest::deepest_parts;
pub(super) use touching::clearance as touching_clearance;
pub(crate) use walk::for_each_pair;
use walk::{each_near, for_each_near_pair};

use core::ops::ControlFlow;

use super::answer::{Clearance, DepthKind, Manifold, QueryError, Relation};
use super::interior::{self, Solid};
use super::table::PairSpace;
use crate::math::{Place, Pose, Real};
use crate::shape::{AnyShape, Parts, Placed};

/// Relation of two shapes at least one of which is not convex.
pub(crate) fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Relation, QueryError> {
    whole_relation(a, b, false)
}

/// Whether two shapes, at least one of which is not convex, meet: leaves at the first pair of parts that do.
pub(crate) fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    whole_relation(a, b, true).map(Relation::intersects)
}

/// Clearance of two shapes at least one of which is not convex.
pub(crate) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let (simple_a, simple_b) = (a.simplest(), b.simplest());
    if are_single(simple_a, simple_b) {
        return super::clearance(simple_a, simple_b);
    }
    match whole_relation(simple_a, simple_b, false)? {
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

fn are_single<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    a.shape.parts().is_none() && b.shape.parts().is_none()
}

/// The relation; with `hurry` only whether it is `Disjoint` is right.
fn whole_relation<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    hurry: bool,
) -> Result<Relation, QueryError> {
    let (a, b) = (a.simplest(), b.simplest());
    if are_single(a, b) {
        return if hurry {
            super::intersects(a, b).map(|met| {
                if met {
                    Relation::Touching
                } else {
                    Relation::Disjoint
                }
            })
        } else {
            super::relation(a, b)
        };
    }
    if !a.aabb().overlaps(&b.aabb()) {
        return Ok(Relation::Disjoint);
    }
    match (Solid::new(a), Solid::new(b)) {
        _ if is_compound(a) || is_compound(b) => union_relation(a, b, hurry),
        (Some(solid), Some(_)) if V::DIM == 2 => region_relation(solid, a, b, hurry),
        (Some(solid), _) => interior::relation(solid, b, hurry),
        (None, Some(solid)) => interior::relation(solid, a, hurry).map(Relation::mirrored),
        (None, None) => union_relation(a, b, hurry),
    }
}

fn is_compound<V: PairSpace>(placed: Placed<'_, V>) -> bool {
    placed.shape.parts().is_some_and(Parts::holds_any_shape)
}

/// Two regions of the plane: their convex parts tell whether the insides meet; only if they do can one hold the other.
fn region_relation<V: PairSpace>(
    solid: Solid<'_, V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    hurry: bool,
) -> Result<Relation, QueryError> {
    let strongest = strongest(a, b, hurry)?;
    if strongest < Relation::Overlapping || !(may_hold(a, b) || may_hold(b, a)) {
        return Ok(strongest);
    }
    interior::relation(solid, b, hurry)
}

/// Two unions: the strongest relation of two parts, then containment.
fn union_relation<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    hurry: bool,
) -> Result<Relation, QueryError> {
    let strongest = strongest(a, b, hurry)?;
    if hurry || strongest < Relation::Overlapping {
        return Ok(strongest);
    }
    Ok(match (is_within(a, b)?, is_within(b, a)?) {
        (false, false) => Relation::Overlapping,
        (true, false) => Relation::AInB,
        (false, true) => Relation::BInA,
        (true, true) => Relation::Equal,
    })
}

/// The strongest relation of two parts: `Disjoint`, `Touching` or `Overlapping`; with `hurry`, the first that is not
/// `Disjoint`.
fn strongest<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, hurry: bool) -> Result<Relation, QueryError> {
    let enough = if hurry {
        Relation::Touching
    } else {
        Relation::Overlapping
    };
    let mut strongest = Relation::Disjoint;
    for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, _| {
        let relation = if hurry {
            super::intersects(p, q).map(|met| {
                if met {
                    Relation::Touching
                } else {
                    Relation::Disjoint
                }
            })?
        } else {
            super::relation(p, q)?.min(Relation::Overlapping)
        };
        strongest = strongest.max(relation);
        Ok(strongest < enough)
    })?;
    Ok(strongest)
}

/// Whether the box around `b` could hold that around `a`, with room for their rounding.
fn may_hold<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let (inner, outer) = (a.aabb(), b.aabb());
    let room = (outer.max - outer.min).max_element() * V::Scalar::lit(1e-3)
        + outer.min.max_abs().max(outer.max.max_abs()) * V::Scalar::EPSILON * V::Scalar::lit(1024.0);
    outer.inflated(room).contains(&inner) || !room.is_finite()
}

/// Whether `a` is a part of `b`, for two shapes whose insides meet or that are parts of such.
fn is_within<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    let (a, b) = (a.simplest(), b.simplest());
    if !may_hold(a, b) {
        return Ok(false);
    }
    if let Some(parts) = a.shape.parts().filter(|p| p.holds_any_shape() || !p.is_solid()) {
        return every_part_within(a, parts, b);
    }
    match b.shape.parts() {
        // Within a surface only where within one of its flat pieces; asking the whole would come back here.
        Some(parts) if parts.holds_any_shape() || !parts.is_solid() => parts_hold(a, b, parts),
        None if is_sharp(a) => corners_within(a, b),
        _ => Ok(matches!(super::relation(a, b)?, Relation::AInB | Relation::Equal)),
    }
}

fn every_part_within<V: PairSpace>(
    a: Placed<'_, V>,
    parts: &dyn Parts<V>,
    b: Placed<'_, V>,
) -> Result<bool, QueryError> {
    for i in 0..parts.part_count() {
        if !parts.part(i).placed_in(&a.place, |p| is_within(p, b))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether one part of a union holds `a`, or several do together.
fn parts_hold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    parts: &dyn Parts<V>,
) -> Result<bool, QueryError> {
    let mut one_holds = Ok(false);
    let _ = each_near(b, parts, a, &mut |q, _| {
        one_holds = is_within(a, q);
        match one_holds {
            Ok(false) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    if one_holds? {
        return Ok(true);
    }
    // The quick way out first: most of what sticks out does so with a corner.
    Ok((!is_sharp(a) || corners_within(a, b)?) && cover::is_covered(a, b))
}

/// Whether a shape is the hull of points, without a ball.
fn is_sharp<V: PairSpace>(a: Placed<'_, V>) -> bool {
    a.shape.core().is_some_and(|c| c.radius == V::Scalar::ZERO)
}

/// Whether every vertex of a hull of points is in the convex shape `b`.
fn corners_within<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    let Some(core) = a.shape.core() else {
        return Ok(false);
    };
    for &v in core.vertices.iter() {
        if !at_point(v, &a.place, |p| super::intersects(p, b))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Asks `question` about the point `p` of a frame that stands at `place`, as a shape.
pub(super) fn at_point<V: PairSpace, R>(
    p: V,
    place: &Place<'_, V>,
    question: impl FnOnce(Placed<'_, V>) -> R,
) -> R {
    let shape = V::Shape::point();
    // A coordinate of a shape is finite, so this pose is good.
    let pose = Pose::at(p).unwrap_or(Pose::IDENTITY);
    question(Placed {
        shape: &shape,
        place: Place {
            pose: &pose,
            outer: Some(place),
        },
    })
}

/// The clearance of two parts as that of the wholes.
fn as_local<V: PairSpace>(c: Clearance<V>) -> Clearance<V> {
    let exact = c.distance >= V::Scalar::ZERO;
    Clearance {
        depth_kind: if exact { DepthKind::Exact } else { DepthKind::Local },
        ..c
    }
}
