//! The classes of cases, one per file.

mod bytes;
mod cores;
mod lives;
mod pressing;
mod regions;
mod rounded;
mod solids;
mod terrain;
pub mod turns;
mod unions;

use clearance::math::{Real, Vector};
use clearance::{Relation, clearance, distance, intersects, relation};
use clearance_testkit::{Pair, Random, TestSpace};

use crate::run::{Class, Outcome};

/// All of them.
pub const ALL: &[Class] = &[
    regions::CLASS,
    solids::CLASS,
    unions::CLASS,
    rounded::CLASS,
    terrain::CLASS,
    lives::CLASS,
    pressing::CLASS,
    bytes::CLASS,
];

/// Checks that the relation of a pair is the expected one, and that the other questions agree with it, in
/// both orders.
fn check<V: TestSpace>(pair: &Pair<V>, expected: Relation) -> Outcome {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let said = [
        ("relation", relation(a, b) == expected),
        ("relation, exchanged", relation(b, a) == expected.mirrored()),
        ("intersects", intersects(a, b) == expected.intersects()),
        (
            "distance",
            (distance(a, b) > Real::ZERO) == (expected == Relation::Disjoint),
        ),
        (
            "clearance",
            clearance(a, b).is_ok_and(|c| c.distance.partial_cmp(&Real::ZERO) == sign(expected)),
        ),
    ];
    for (question, is_right) in said {
        if !is_right {
            let (relation, clearance) = (relation(a, b), clearance(a, b));
            return Err(format!(
                "{question}: {expected} expected, {relation:?}, {clearance:?}, {pair:?}"
            ));
        }
    }
    Ok(expected.intersects())
}

fn sign(relation: Relation) -> Option<core::cmp::Ordering> {
    Some(relation.cmp(&Relation::Touching).reverse())
}

/// The largest exponent of a unit: integers of two digits times the unit, and sums of these, are within the
/// supported range.
fn largest<V: Vector>() -> i64 {
    if is_double::<V>() { 470 } else { 46 }
}

fn is_double<V: Vector>() -> bool {
    !V::Scalar::IS_SINGLE
}

/// The exponent of the smallest unit: a few spacings of subnormal numbers.
fn smallest<V: Vector>() -> i64 {
    if is_double::<V>() { -1070 } else { -148 }
}

/// A power of two: mostly of ordinary size, sometimes so large or small that products of coordinates leave
/// the range of numbers.
fn unit<V: Vector>(random: &mut Random) -> f64 {
    let exponent = match random.count(0, 3) {
        0 => random.whole(smallest::<V>(), largest::<V>()),
        1 => random.whole(-40, 30),
        _ => random.whole(-3, 3),
    };
    power(exponent)
}

/// Two to a power, down to the smallest subnormal number.
fn power(exponent: i64) -> f64 {
    let half = exponent as i32 / 2;
    2.0_f64.powi(half) * 2.0_f64.powi(exponent as i32 - half)
}
