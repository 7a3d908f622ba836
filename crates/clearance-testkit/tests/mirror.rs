//! One pair, one answer, however it is asked: all questions agree, and a question and its mirror image are answered by
//! the same bits.

use clearance::math::Real;
use clearance::pair::QueryError;
use clearance::{Clearance, Relation, clearance, distance, intersects, manifold, relation};
use clearance_testkit::agree::assert_sign;
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate, lattice};

const CASES: usize = 600;

/// The relation of the two, which agrees with all other questions.
fn ask<V: TestSpace>(pair: &Pair<V>) -> Relation {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let known = relation(a, b).unwrap();
    assert_eq!(relation(b, a), Ok(known.mirrored()), "{pair:?}");
    assert_eq!(intersects(a, b), Ok(known.intersects()), "{pair:?}");
    let answers = [clearance(a, b), clearance(b, a)];
    match answers {
        [Ok(there), Ok(back)] => {
            assert_sign(known, &there, pair);
            assert_mirrored(there, back, pair);
            assert_eq!(distance(a, b), Ok(there.distance.max(Real::ZERO)), "{pair:?}");
            check_manifolds(pair);
        }
        [
            Err(QueryError::UnsupportedPair { .. }),
            Err(QueryError::UnsupportedPair { .. }),
        ] => {}
        _ => panic!("{answers:?}, {pair:?}"),
    }
    known
}

fn assert_mirrored<V: TestSpace>(there: Clearance<V>, back: Clearance<V>, pair: &Pair<V>) {
    if is_twice_the_same(pair) {
        assert_eq!(there.distance, back.distance, "{pair:?}");
    } else {
        assert_eq!(there, back.mirrored(), "{pair:?}");
    }
}

/// The contacts within a margin: the same, seen from the other side.
fn check_manifolds<V: TestSpace>(pair: &Pair<V>) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let margin = generate::scalar::<V>(0.25);
    let [there, back] = [manifold(a, b, margin), manifold(b, a, margin)].map(|m| m.unwrap());
    if !is_twice_the_same(pair) {
        assert_eq!(there, back.mirrored(), "{pair:?}");
    }
}

/// The same shape in the same place: it has no first and second.
fn is_twice_the_same<V: TestSpace>(pair: &Pair<V>) -> bool {
    format!("{:?}", pair.a) == format!("{:?}", pair.b)
}

fn anywhere<V: TestSpace>() {
    let mut random = Random::new(61);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let pair = Pair {
            a: any::<V>(&mut random, 0.25),
            b: any(&mut random, 2.0),
        };
        hits.count(ask(&pair).intersects());
    }
    hits.check("pairs of all kinds");
}

fn any<V: TestSpace>(random: &mut Random, reach: f64) -> Object<V> {
    Object {
        shape: generate::any::<V>(random, 1),
        pose: generate::pose(random, reach),
    }
}

fn on_a_grid<V: TestSpace>() {
    let mut random = Random::new(62);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        hits.count(ask(&lattice::pair::<V>(&mut random)).intersects());
    }
    hits.check("pairs on a grid");
}

for_each_space!(anywhere, on_a_grid);
