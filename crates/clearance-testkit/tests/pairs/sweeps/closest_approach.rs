//! How near moving shapes come: never nearer than is said, by dense samples in all four spaces, and in closed
//! form.

use clearance::cast::{Motion, Start, closest_approach, sweep};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::math::{Real, Rotation, ScalarOf};
use clearance::{Placed, Pose, distance};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space, generate};

fn motion<V: TestSpace>(random: &mut Random, turn: Option<V::Rotation>) -> Motion<V> {
    Motion {
        linear: random.vector::<V>(6.0),
        angular: turn.map_or_else(Default::default, Rotation::angular),
    }
}

fn as_samples<V: TestSpace>() {
    let mut random = Random::new(77);
    let mut hits = Hits::default();
    let size = V::Scalar::lit(20.0);
    let slack = size * ScalarOf::<V>::EPSILON * V::Scalar::lit(256.0);
    for case in 0..120 {
        let pair = generate::core_pair::<V>(&mut random);
        let turns = case % 2 == 0;
        let motions =
            [&pair.b, &pair.a].map(|object| motion::<V>(&mut random, turns.then(|| object.pose.rotation())));
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let found = closest_approach(a, &motions[0], b, &motions[1]).expect("valid motions");
        let at = |time: V::Scalar| {
            let poses = [(&pair.a, &motions[0]), (&pair.b, &motions[1])]
                .map(|(object, motion)| motion.at(&object.pose, time).expect("in range"));
            distance(
                Placed::new(&pair.a.shape, &poses[0]),
                Placed::new(&pair.b.shape, &poses[1]),
            )
        };
        let said = at(found.time);
        assert!(
            (said - found.distance).abs() <= slack,
            "case {case}: {said} at the time, {found:?}"
        );
        for i in 0..=100 {
            let here = at(V::Scalar::lit(f64::from(i) / 100.0));
            assert!(
                here >= found.distance - found.within - slack,
                "case {case}: {here} {found:?}"
            );
        }
        let meets = sweep(a, &motions[0], b, &motions[1], Start::Touching).expect("valid motions");
        if found.distance > slack + found.within {
            assert!(meets.is_none(), "case {case}: {meets:?} {found:?}");
        }
        if !turns {
            assert!(
                found.within <= size * V::Scalar::lit(1e-3),
                "case {case}: {found:?}"
            );
        }
        hits.count(found.distance == V::Scalar::ZERO);
    }
    assert!((0.05..0.95).contains(&hits.rate()), "{}", hits.rate());
}
for_each_space!(as_samples);

/// A solid that is not convex, and one that turns past another: in closed form.
#[test]
fn in_closed_form() {
    let (ball, rod) = (
        Shape::sphere(1.0).expect("a ball"),
        Shape::cuboid(DVec3::new(3.0, 0.1, 0.1)).expect("a rod"),
    );
    let (here, there) = (Pose::IDENTITY, Pose::at(DVec3::Y * 5.0).expect("finite"));
    // The rod turns by a quarter: a corner of its end is nearest to the ball as it passes below it.
    let turn = Motion {
        linear: DVec3::ZERO,
        angular: DVec3::Z * std::f64::consts::FRAC_PI_2,
    };
    let (rod, ball) = (Placed::new(&rod, &here), Placed::new(&ball, &there));
    let near = closest_approach(rod, &turn, ball, &Motion::none()).expect("valid");
    let expected = 5.0 - 1.0 - (3.0_f64 * 3.0 + 0.1 * 0.1).sqrt();
    assert!(
        (near.distance - expected).abs() <= near.within + 1e-9,
        "{near:?} {expected}"
    );
    assert!(near.within < 0.05 && near.time > 0.9, "{near:?}");
    let bad = Motion::linear(DVec3::splat(f64::NAN));
    assert!(closest_approach(rod, &bad, ball, &Motion::none()).is_err());
}
