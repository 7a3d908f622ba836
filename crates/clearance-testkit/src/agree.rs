//! Questions about one pair whose answers must agree.

use clearance::math::Real;
use clearance::{Clearance, Relation, clearance, intersects, relation};

use crate::{Pair, TestSpace};

/// The relation and the clearance of a pair, after checking that they and `intersects` agree.
///
/// Panics where they do not agree, or where a question is not answered.
pub fn ask<V: TestSpace>(pair: &Pair<V>) -> (Relation, Clearance<V>) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let (relation, clearance) = (relation(a, b), clearance(a, b).unwrap());
    assert_eq!(intersects(a, b), relation.intersects(), "{pair:?}");
    assert_sign(relation, &clearance, pair);
    (relation, clearance)
}

/// Checks that the sign of the clearance is that of the relation.
pub fn assert_sign<V: TestSpace>(relation: Relation, clearance: &Clearance<V>, pair: &Pair<V>) {
    let expected = match relation {
        Relation::Disjoint => 1,
        Relation::Touching => 0,
        _ => -1,
    };
    let sign = clearance.distance.partial_cmp(&Real::ZERO).map(|sign| sign as i8);
    assert_eq!(sign, Some(expected), "{relation}, {clearance:?}, {pair:?}");
}
