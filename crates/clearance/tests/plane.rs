//! The quick float tests of the plane against the slow oracle: what they answer is right, and they seldom decline.

use clearance::Clearance;
use clearance::glam::{DVec2, Vec2};
use clearance::math::{Pose, Real, Vector};
use clearance::pair::Quick;
use clearance::shape::Space2;
use clearance_testkit::{Hits, Pair, Random, TestSpace, generate, oracle};

/// Of answers, in units of the size: what the formats promise for clearances.
fn tolerance<V: Vector>() -> f64 {
    if V::Scalar::EPSILON.to_f64() > 1e-10 {
        1e-5
    } else {
        1e-12
    }
}

fn size<V: TestSpace>(pair: &Pair<V>) -> f64 {
    [&pair.a, &pair.b].into_iter().fold(0.0, |size, object| {
        let (vertices, radius) = oracle::world(object);
        vertices
            .iter()
            .fold(size, |s: f64, v| s.max(v.abs().max_element() + radius))
    })
}

/// Everything a clearance promises, apart from being the true one.
fn check_witness<V: TestSpace + Space2>(pair: &Pair<V>, c: &Clearance<V>, size: f64) {
    let close = tolerance::<V>();
    let tolerance = close * size;
    let normal = c.normal.to_double();
    assert!((normal.length() - 1.0).abs() < close, "{c:?}");
    let between = c.point_b.to_double() - c.point_a.to_double();
    assert!(
        (between - normal * c.distance.to_f64()).length() <= tolerance,
        "{c:?} {pair:?}"
    );
    for (object, point) in [(&pair.a, c.point_a), (&pair.b, c.point_b)] {
        let point = generate::Object {
            shape: V::point(),
            pose: Pose::at(point).unwrap(),
        };
        let outside = oracle::distance(&Pair {
            a: object.clone(),
            b: point,
        });
        assert!(outside <= tolerance, "{outside} {c:?} {object:?}");
    }
    // The gap along the normal is the clearance: nothing deeper, nothing wider.
    let support = |object, sign: f64| {
        let (vertices, radius) = oracle::world(object);
        let height = |v: &clearance::glam::DVec3| sign * normal.dot(v.truncate());
        vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max) + radius
    };
    let gap = -support(&pair.a, 1.0) - support(&pair.b, -1.0);
    assert!(
        (gap - c.distance.to_f64()).abs() <= tolerance,
        "{gap} {c:?} {pair:?}"
    );
}

fn answers_are_right<V: TestSpace + Space2 + Quick>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut hits, mut declined) = (Hits::default(), 0_u32);
    for _ in 0..4000 {
        let pair = generate::core_pair::<V>(&mut random);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let (truth, size) = (oracle::distance(&pair), size(&pair));
        hits.count(truth <= 0.0);
        if let Some(answer) = V::intersects(a, b) {
            assert_eq!(answer, truth <= 0.0, "{truth} {pair:?}");
        } else {
            declined += 1;
        }
        let Some(c) = V::clearance(a, b) else {
            declined += 1;
            continue;
        };
        assert!(
            (c.distance.to_f64() - truth).abs() <= tolerance::<V>() * size,
            "{truth} {c:?} {pair:?}"
        );
        check_witness(&pair, &c, size);
    }
    hits.check("core pairs");
    assert!(declined < 40, "declined {declined}");
}

#[test]
fn single_precision_answers_are_right() {
    answers_are_right::<Vec2>(1);
}
#[test]
fn double_precision_answers_are_right() {
    answers_are_right::<DVec2>(2);
}
