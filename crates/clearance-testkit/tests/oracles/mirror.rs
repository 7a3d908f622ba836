//! One pair has one answer: all questions agree, and a question and its mirror image have the same bits.

use clearance::math::Real;
use clearance::pair::QueryError;
use clearance::pair::contacts;
use clearance::{Clearance, Pose, Relation, clearance, distance, intersects, manifold, relation};
use clearance_testkit::agree::assert_sign;
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate, lattice};

const CASES: usize = 250;

/// The relation of the two; checks that all other questions agree with it.
fn ask<V: TestSpace>(pair: &Pair<V>) -> Relation {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let known = relation(a, b);
    assert_eq!(relation(b, a), known.mirrored(), "{pair:?}");
    assert_eq!(intersects(a, b), known.intersects(), "{pair:?}");
    let answers = [clearance(a, b), clearance(b, a)];
    match answers {
        [Ok(there), Ok(back)] => {
            assert_sign(known, &there, pair);
            assert_mirrored(there, back, pair);
            assert_eq!(distance(a, b), there.distance.max(Real::ZERO), "{pair:?}");
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

/// The contacts within a margin: the same from the other side.
fn check_manifolds<V: TestSpace>(pair: &Pair<V>) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let margin = generate::scalar::<V>(0.25);
    let [there, back] = [manifold(a, b, margin), manifold(b, a, margin)].map(|m| m.unwrap());
    if !is_twice_the_same(pair) {
        assert_eq!(there, back.mirrored(), "{pair:?}");
        check_contacts(pair, margin);
    }
}

/// The contacts of all parts: the same in the same order.
fn check_contacts<V: TestSpace>(pair: &Pair<V>, within: V::Scalar) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let [there, mut back] = [contacts(a, b, within), contacts(b, a, within)].map(|c| c.unwrap());
    for contact in &mut back {
        contact.parts.reverse();
        contact.clearance = contact.clearance.mirrored();
    }
    assert_eq!(there, back, "{pair:?}");
}

/// The same shape at the same place: there is no first and second.
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

/// Compounds at one place whose parts have the same boxes but differ inside them. The order that a pair is
/// put into compared the boxes only, so these pairs were asked in both orders, and each had another of two
/// equally deep places first.
fn alike_outside<V: TestSpace>() {
    let mut random = Random::new(63);
    let (mut hits, mut tied) = (Hits::default(), 0);
    for round in 0..CASES / 2 {
        let pose = Pose::at(random.grid::<V>(1)).unwrap();
        let twins = round % 2 == 0;
        let [a, b] = [0, 1].map(|i| Object {
            shape: row_of_two::<V>(&mut random, if twins { 1.0 } else { 1.0 + 0.5 * f64::from(i) }),
            pose,
        });
        tied += usize::from(twins);
        let apart = Object {
            pose: Pose::at(random.grid::<V>(4)).unwrap(),
            ..b.clone()
        };
        hits.count(
            ask(&Pair {
                a: a.clone(),
                b: apart,
            })
            .intersects(),
        );
        ask(&Pair { a, b });
    }
    hits.check("compounds of two");
    assert!(tied > CASES / 5);
}

/// Two parts side by side, each with a box of this size around it, or infinite.
fn row_of_two<V: TestSpace>(random: &mut Random, half: f64) -> V::Shape {
    let mut part = |x: f64| {
        let end = V::from_fn(|_| generate::scalar::<V>(half));
        let shape = match random.count(0, 4) {
            0 => V::cuboid(end),
            1 => V::ball(generate::scalar::<V>(half)),
            2 => V::segment(end, -end),
            3 => V::ellipsoid(end),
            _ => V::half_space(random.direction(), Real::ZERO),
        };
        let at = V::from_fn(|k| generate::scalar::<V>(if k == 0 { x } else { 0.0 }));
        (shape.unwrap(), Pose::at(at).unwrap())
    };
    V::compound(vec![part(-half), part(half)]).unwrap()
}

for_each_space!(anywhere, on_a_grid, alike_outside);
