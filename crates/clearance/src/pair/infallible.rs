//! The questions that have an answer for every pair, as other tests ask them about parts.

use super::answer::Relation;
use super::table::{PairSpace, Test, choose};
use crate::shape::Placed;

#[inline]
pub(super) fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    V::intersects_at_once(&a, &b).unwrap_or_else(|| V::intersects_by_family(a, b))
}

#[inline]
pub(super) fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    if choose::<V>(a.shape, b.shape) == Test::Core
        && let Some(relation) = V::relation(a, b)
    {
        return relation;
    }
    V::relation_by_family(a, b)
}

#[inline]
pub(super) fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    V::distance_at_once(&a, &b).unwrap_or_else(|| V::distance_by_family(a, b))
}
