//! Curved shapes and shapes made of parts: what must hold for their answers without knowing them.

use clearance::math::{Pose, Real};
use clearance::{Clearance, Relation, clearance, relation};
use clearance_testkit::{
    Hits, Object, Pair, Random, TestSpace, agree, for_each_space, generate, oracle, tolerance,
};

const CASES: usize = 150;

/// Relation and clearance, which agree with each other and with the questions in the other order.
fn ask<V: TestSpace>(pair: &Pair<V>) -> (Relation, Clearance<V>) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let (relation_ab, clearance_ab) = agree::ask(pair);
    assert_eq!(relation(b, a), relation_ab.mirrored(), "{pair:?}");
    let back = clearance(b, a).unwrap();
    let off = (clearance_ab.distance.to_f64() - back.distance.to_f64()).abs();
    assert!(
        off <= 2.0 * tolerance::<V>() * pair.size(),
        "{clearance_ab:?}, {back:?}, {pair:?}"
    );
    let step = clearance_ab.point_b - clearance_ab.point_a - clearance_ab.normal * clearance_ab.distance;
    assert!(
        step.max_abs().to_f64() <= 4.0 * tolerance::<V>() * pair.size(),
        "{clearance_ab:?}, {pair:?}"
    );
    (relation_ab, clearance_ab)
}

fn curved<V: TestSpace>(random: &mut Random) -> V::Shape {
    let radii = V::from_fn(|_| generate::scalar::<V>(random.between(0.25, 1.0)));
    let ellipsoid = V::ellipsoid(radii).unwrap();
    if random.one_in(3) {
        V::rounded(ellipsoid, generate::scalar::<V>(random.between(0.1, 0.5))).unwrap()
    } else {
        ellipsoid
    }
}

fn curved_shapes_agree_and_part<V: TestSpace>() {
    let mut random = Random::new(41);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let mut pair = generate::core_pair::<V>(&mut random);
        pair.a.shape = curved::<V>(&mut random);
        if random.one_in(3) {
            pair.b.shape = curved::<V>(&mut random);
        }
        let (relation, answer) = ask(&pair);
        let moved = Pair {
            a: pair.a.clone(),
            b: pair.b.moved(answer.normal * -answer.distance),
        };
        let after = clearance(moved.a.placed(), moved.b.placed()).unwrap();
        assert!(
            after.distance.to_f64().abs() <= 4.0 * tolerance::<V>() * pair.size(),
            "{answer:?}, {after:?}, {pair:?}"
        );
        hits.count(relation.intersects());
    }
    hits.check("curved");
}

fn an_even_ellipsoid_is_a_ball<V: TestSpace>() {
    let mut random = Random::new(42);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let mut pair = generate::core_pair::<V>(&mut random);
        let radius = generate::scalar::<V>(random.between(0.25, 1.0));
        pair.a.shape = V::ball(radius).unwrap();
        let truth = oracle::distance(&pair);
        pair.a.shape = V::ellipsoid(V::splat(radius)).unwrap();
        let (relation, answer) = ask(&pair);
        let off = (answer.distance.to_f64() - truth).abs();
        assert!(
            off <= 2.0 * tolerance::<V>() * pair.size(),
            "{truth}, {answer:?}, {pair:?}"
        );
        hits.count(relation.intersects());
    }
    hits.check("even ellipsoids");
}

fn a_compound_is_its_nearest_part<V: TestSpace>() {
    let mut random = Random::new(43);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let mut pair = generate::core_pair::<V>(&mut random);
        let far = Pose::at(V::from_fn(|i| {
            generate::scalar::<V>(if i == 0 { random.between(1.0, 3.0) } else { 0.0 })
        }))
        .unwrap();
        let parts = [
            (generate::core::<V>(&mut random), Pose::IDENTITY),
            (generate::core::<V>(&mut random), far),
        ];
        let outer = pair.a.pose;
        // One by one: a part placed in the world, with its pose rounded.
        let alone = |(shape, pose): &(V::Shape, Pose<V>)| {
            let at = outer.frame().point(pose.position());
            let pose = Pose::new(at, outer.rotation())
                .unwrap()
                .scaled(outer.scale())
                .unwrap();
            oracle::distance(&Pair {
                a: Object {
                    shape: shape.clone(),
                    pose,
                },
                b: pair.b.clone(),
            })
        };
        let truth = parts.iter().map(alone).fold(f64::INFINITY, f64::min);
        pair.a.shape = V::compound(parts.to_vec()).unwrap();
        let (relation, answer) = ask(&pair);
        let slack = 4.0 * tolerance::<V>() * pair.size();
        if truth > slack {
            assert!(
                (answer.distance.to_f64() - truth).abs() <= slack,
                "{truth}, {answer:?}, {pair:?}"
            );
        } else if truth < -slack {
            assert!(
                relation.overlaps() && answer.distance.to_f64() <= -slack,
                "{truth}, {answer:?}, {pair:?}"
            );
        }
        hits.count(relation.intersects());
    }
    hits.check("compounds");
}

fn special_shapes_agree<V: TestSpace>() {
    let mut random = Random::new(44);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let mut pair = generate::solid_pair::<V>(&mut random);
        pair.a.shape = V::special(&mut random);
        hits.count(ask(&pair).0.intersects());
    }
    hits.check("special shapes");
}

for_each_space!(
    curved_shapes_agree_and_part,
    an_even_ellipsoid_is_a_ball,
    a_compound_is_its_nearest_part,
    special_shapes_agree
);
