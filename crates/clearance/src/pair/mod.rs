//! The heart: two shapes, one question.
//!
//! A question travels `mod.rs` → `table.rs` (which test) → a quick float test, and to `decide.rs` only when that is
//! unsure.

mod answer;
mod ball_cuboid;
mod balls;
mod boxes_single;
mod clip2;
mod clip3;
mod clip_boxes;
mod closed_form;
mod containment;
mod cut3;
#[cfg(feature = "serde")]
mod data;
pub(crate) mod decide;
#[cfg(test)]
mod dice;
mod disc;
mod epa;
mod epa2;
mod epa3;
mod facing;
mod gjk;
mod half_space;
mod interior;
mod one_contact;
mod parts;
mod patch;
mod polytope;
mod quick;
mod reduce;
mod rods;
mod sat2;
mod sat3;
mod sat3_boxes;
mod sat_hull;
mod signed_volumes;
mod simplex;
mod smooth;
mod solid;
pub mod table;
mod triangles;
mod verify;

pub use answer::{Clearance, Contact, DepthKind, FeatureId, Manifold, QueryError, Relation};
pub(crate) use parts::{for_each_pair, way_out};
pub use quick::Quick;
pub(crate) use smooth::nearest;
pub use table::PairSpace;
pub use verify::{Flaw, Proof, Verified, prove, verify, verify_proof};

use crate::math::Real;
use crate::shape::Placed;
use table::{Test, choose};

/// Whether two shapes have a point in common, touching included: `relation` is not `Disjoint`, as fast as it can be
/// had.
#[inline]
pub fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    match V::intersects_at_once(&a, &b) {
        Some(answer) => Ok(answer),
        None => intersects_by_family(a, b),
    }
}

#[inline(never)]
fn intersects_by_family<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => Ok(V::intersects(a, b).unwrap_or_else(|| decide::intersects(a, b))),
        Test::Smooth => smooth::intersects(a, b),
        Test::Parts => parts::intersects(a, b),
        _ => relation(a, b).map(Relation::intersects),
    }
}

/// How two shapes lie to each other: exact for every pair whose shapes are made of flat faces and balls.
#[inline]
pub fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Relation, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => Ok(V::relation(a, b).unwrap_or_else(|| decide::relation(a, b))),
        Test::HalfSpace => Ok(half_space::quick_relation(a, b).unwrap_or_else(|| decide::relation(a, b))),
        Test::HalfSpaces => Ok(half_space::relation_of_two(a, b)),
        Test::Smooth => smooth::relation(a, b),
        Test::Parts => parts::relation(a, b),
    }
}

/// Signed distance with normal and the two witness points.
#[inline]
pub fn clearance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    match V::clearance_at_once(&a, &b) {
        Some(answer) => Ok(answer),
        None => clearance_by_family(a, b),
    }
}

#[inline(never)]
fn clearance_by_family<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => Ok(V::clearance(a, b).unwrap_or_else(|| decide::clearance(a, b))),
        Test::HalfSpace => Ok(half_space::quick(a, b).unwrap_or_else(|| decide::clearance(a, b))),
        Test::HalfSpaces => half_space::clearance_of_two(a, b),
        Test::Smooth => smooth::clearance(a, b),
        Test::Parts => parts::clearance(a, b),
    }
}

/// How far apart two shapes are, 0 where they meet: the clearance where it is not negative, without the cost of a depth.
#[inline]
pub fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<V::Scalar, QueryError> {
    match V::distance_at_once(&a, &b) {
        Some(answer) => Ok(answer),
        None => distance_by_family(a, b),
    }
}

#[inline(never)]
fn distance_by_family<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<V::Scalar, QueryError> {
    if choose::<V>(a.shape, b.shape) == Test::Core
        && let Some(distance) = V::distance(a, b)
    {
        return Ok(distance);
    }
    clearance(a, b).map(|c| c.distance.max(Real::ZERO))
}

/// Contact points with clearance up to `margin` (not negative), at most 2 in 2D and 4 in 3D; none where the shapes are
/// further apart.
#[inline]
pub fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    if !margin.is_finite() || margin < Real::ZERO {
        return Err(QueryError::NotFinite("margin"));
    }
    match V::manifold_at_once(&a, &b, margin) {
        Some(answer) => Ok(answer),
        None => manifold_by_family(a, b, margin),
    }
}

#[inline(never)]
fn manifold_by_family<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Parts => return parts::manifold(a, b, margin),
        Test::Core => {
            if let Some(manifold) = V::manifold(a, b, margin) {
                return Ok(manifold);
            }
        }
        _ => {}
    }
    let c = clearance(a, b)?;
    if c.distance > margin {
        return Ok(Manifold::new(c.normal));
    }
    Ok(V::clip(a, b, &c, margin))
}
