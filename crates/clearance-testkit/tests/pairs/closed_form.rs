//! Points, segments, balls, capsules and boxes in all four spaces, compared with the minimum over all
//! features of the other shape.

use clearance::math::{Pose, Real};
use clearance::{Relation, clearance, relation};
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate, oracle};

fn shape<V: TestSpace>(random: &mut Random) -> V::Shape {
    let size = |random: &mut Random| {
        generate::scalar::<V>(random.between(0.2, 0.8) * if V::DIM == 3 { 2.0 } else { 1.0 })
    };
    // Sometimes on a grid: parallel and crossing segments, equal points.
    let point = |random: &mut Random| {
        if random.one_in(2) {
            random.grid::<V>(1)
        } else {
            random.vector::<V>(1.0)
        }
    };
    match random.count(0, 6) {
        0 => V::point(),
        1 => V::segment(point(random), point(random)).unwrap(),
        2 | 3 => V::ball(size(random)).unwrap(),
        4 | 5 => V::capsule(point(random), point(random), size(random)).unwrap(),
        _ => V::cuboid(V::from_fn(|_| size(random))).unwrap(),
    }
}

fn closed_forms_are_right<V: TestSpace>() {
    let mut random = Random::new(11);
    let mut hits = Hits::default();
    let close = if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 };
    for _ in 0..600 {
        let mut object = |reach| {
            let pose = if random.one_in(4) {
                Pose::at(random.grid::<V>(1)).unwrap()
            } else {
                generate::pose(&mut random, reach)
            };
            Object {
                shape: shape::<V>(&mut random),
                pose,
            }
        };
        let pair = Pair {
            a: object(0.5),
            b: object(if V::DIM == 3 { 0.9 } else { 1.3 }),
        };
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let truth = oracle::distance(&pair);
        let c = clearance(a, b).unwrap();
        let distance = c.distance.to_f64();
        assert!((distance - truth).abs() <= close * 4.0, "{truth} {c:?} {pair:?}");
        let off = c.point_b - c.point_a - c.normal * c.distance;
        assert!(off.length().to_f64() <= close * 4.0, "{c:?}");
        for (object, p) in [(&pair.a, c.point_a), (&pair.b, c.point_b)] {
            let point = Object {
                shape: V::point(),
                pose: Pose::at(p).unwrap(),
            };
            let outside = oracle::distance(&Pair {
                a: object.clone(),
                b: point,
            });
            assert!(outside <= close * 4.0, "{outside} {c:?} {pair:?}");
        }
        let relation = relation(a, b);
        assert_eq!(relation == Relation::Disjoint, distance > 0.0, "{c:?} {pair:?}");
        assert_eq!(relation == Relation::Touching, distance == 0.0, "{c:?} {pair:?}");
        if c.distance != Real::ZERO && pair.a.pose != pair.b.pose {
            assert_eq!(clearance(b, a).unwrap(), c.mirrored(), "{pair:?}");
        }
        hits.count(relation.intersects());
    }
    hits.check("closed forms");
}
for_each_space!(closed_forms_are_right);
