//! The questions that no fast path has answered: each goes to the test that the table names, and where floats
//! are unsure to exact arithmetic. The spaces are compiled for these once, not again with everyone who asks
//! (`spaces.rs`).

use super::answer::{Clearance, Manifold, QueryError, Relation};
use super::other_scale::{self, at_another_scale};
use super::table::{PairSpace, Test, choose};
use super::{decide, smooth, union};
use crate::math::Real;
use crate::shape::{Placed, prefetch_both};

pub(super) fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    prefetch_both(&a, &b);
    match choose::<V>(a.shape, b.shape) {
        Test::Core => V::intersects(a, b).unwrap_or_else(|| unsure_intersects(a, b)),
        Test::Smooth => smooth::intersects(a, b),
        Test::Parts => union::intersects(a, b),
        _ => relation(a, b).intersects(),
    }
}

pub(super) fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => unsure_relation(a, b),
        Test::HalfSpace => decide::half_space::filter_relation(a, b).unwrap_or_else(|| unsure_relation(a, b)),
        Test::HalfSpaces => decide::half_space::relation_of_two(a, b),
        Test::Smooth => smooth::relation(a, b),
        Test::Parts => union::relation(a, b),
    }
}

pub(super) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    prefetch_both(&a, &b);
    match choose::<V>(a.shape, b.shape) {
        Test::Core => V::clearance(a, b).map_or_else(|| unsure_clearance(a, b), Ok),
        Test::HalfSpace => {
            decide::half_space::filter_clearance(a, b).map_or_else(|| unsure_clearance(a, b), Ok)
        }
        Test::HalfSpaces => decide::half_space::clearance_of_two(a, b),
        Test::Smooth => Ok(smooth::clearance(a, b)),
        Test::Parts => union::clearance(a, b),
    }
}

pub(super) fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    prefetch_both(&a, &b);
    if choose::<V>(a.shape, b.shape) == Test::Core {
        if let Some(distance) = V::distance(a, b) {
            return distance;
        }
        if let Some(distance) = other_scale::distance(a, b) {
            return distance;
        }
    }
    // Only half-spaces that overlap have no clearance.
    clearance(a, b).map_or(Real::ZERO, |c| c.distance.max(Real::ZERO))
}

pub(super) fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    prefetch_both(&a, &b);
    match choose::<V>(a.shape, b.shape) {
        Test::Parts => return union::manifold(a, b, margin),
        Test::Core => {
            if let Some(manifold) = V::manifold(a, b, margin) {
                return Ok(manifold);
            }
        }
        _ => {}
    }
    if let Some(manifold) = other_scale::manifold(a, b, margin) {
        return manifold;
    }
    let c = clearance(a, b)?;
    if c.distance > margin {
        return Ok(Manifold::new(c.normal));
    }
    Ok(V::clip(a, b, &c, margin))
}

// What the float tests are not sure of: at another scale, where the size of the pair is why, else in exact
// arithmetic.

#[cold]
fn unsure_intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    at_another_scale(a, b, |a, b, _| intersects(a, b))
        .map_or_else(|| decide::intersects(a, b), |(answer, _)| answer)
}

#[cold]
fn unsure_relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    at_another_scale(a, b, |a, b, _| relation(a, b))
        .map_or_else(|| decide::relation(a, b), |(answer, _)| answer)
}

#[cold]
fn unsure_clearance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    other_scale::clearance(a, b).unwrap_or_else(|| Ok(decide::clearance(a, b)))
}
