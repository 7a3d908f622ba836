//! The filters of space, compared with the slow oracle: their answers are right, and they seldom decline.

mod known;
mod random;

use clearance::glam::{DMat3, DQuat, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::pair::{Manifold, PairSpace, Relation};
use clearance::shape::{Shape3, Space3};
use clearance::{Clearance, Placed};
use clearance_testkit::generate::{Object, core_pair, enlarged, solid_pair};
use clearance_testkit::{Hits, Pair, Random, TestSpace, oracle};

use super::floats::Floats;

trait Test3: TestSpace + Space3 {
    /// Error bounds of answers, in units of the size, as the documentation promises for clearances.
    const TOLERANCE: f64;
    fn rotation(q: DQuat) -> Self::Rotation;
}
impl Test3 for DVec3 {
    const TOLERANCE: f64 = 1e-12;
    fn rotation(q: DQuat) -> DQuat {
        q
    }
}
impl Test3 for Vec3 {
    const TOLERANCE: f64 = 1e-5;
    fn rotation(q: DQuat) -> clearance::glam::Quat {
        q.as_quat()
    }
}

fn world_size<V: Test3>(pair: &Pair<V>) -> f64 {
    [&pair.a, &pair.b].into_iter().fold(0.0, |size, object| {
        let (vertices, radius) = oracle::world(object);
        let largest = |s: f64, v: &DVec3| s.max(v.abs().max_element() + radius);
        vertices.iter().fold(size, largest)
    })
}

fn outside<V: Test3>(object: &Object<V>, point: V) -> f64 {
    let b = Object {
        shape: V::point(),
        pose: Pose::at(point).unwrap(),
    };
    oracle::distance(&Pair { a: object.clone(), b })
}

/// How wide the gap is along a unit vector from A to B.
fn gap_along<V: Test3>(pair: &Pair<V>, n: DVec3) -> f64 {
    let support = |object, sign: f64| {
        let (vertices, radius) = oracle::world(object);
        let heights = vertices.iter().map(|v: &DVec3| sign * n.dot(*v));
        heights.fold(f64::NEG_INFINITY, f64::max) + radius
    };
    -support(&pair.a, 1.0) - support(&pair.b, -1.0)
}

/// Everything a clearance promises, except that it is the true one.
fn check_witness<V: Test3>(pair: &Pair<V>, c: &Clearance<V>, size: f64) {
    let tolerance = V::TOLERANCE * size;
    let n = c.normal.to_double();
    assert!((n.length() - 1.0).abs() < V::TOLERANCE, "{c:?}");
    let between = c.point_b.to_double() - c.point_a.to_double();
    let off = (between - n * c.distance.to_f64()).length();
    assert!(off <= 2.0 * tolerance, "off by {off}: {c:?} {pair:?}");
    for (object, point) in [(&pair.a, c.point_a), (&pair.b, c.point_b)] {
        let out = outside(object, point);
        assert!(out <= 2.0 * tolerance, "{out} outside: {c:?} {object:?}");
    }
    // The gap along the normal equals the clearance.
    let gap = gap_along(pair, n);
    assert!(
        (gap - c.distance.to_f64()).abs() <= 4.0 * tolerance,
        "{gap} {c:?} {pair:?}"
    );
}

/// Asks all questions about a pair; returns whether it meets, and whether exact arithmetic was needed.
fn check_pair<V: Test3>(pair: &Pair<V>) -> (bool, bool) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let size = world_size(pair);
    let truth = oracle::distance(pair);
    // Nearer to contact than this, rounding may change the sign of the oracle's own sums.
    let near = (4.0 * V::Scalar::EPSILON.to_f64()).max(2e-13) * size;
    let meets = V::intersects(a, b);
    if let Some(meets) = meets {
        assert!(truth.abs() <= near || meets == (truth < 0.0), "{truth} {pair:?}");
        assert_eq!(V::intersects(b, a).unwrap_or(meets), meets);
    }
    let relation = V::relation(a, b);
    if let Some(relation) = relation {
        assert!(
            truth.abs() <= near || relation.intersects() == (truth < 0.0),
            "{truth} {pair:?}"
        );
        check_relation(pair, relation, size);
        assert_eq!(V::relation(b, a).map_or(relation, Relation::mirrored), relation);
    }
    let clearance = V::clearance(a, b);
    assert_eq!(clearance.map(Clearance::mirrored), V::clearance(b, a));
    if let Some(c) = clearance {
        let d = c.distance.to_f64();
        assert!((d - truth).abs() <= V::TOLERANCE * size, "{d} {truth} {pair:?}");
        assert!(
            truth.abs() <= near || (d > 0.0) == (truth > 0.0),
            "{d} {truth} {pair:?}"
        );
        check_witness(pair, &c, size);
        check_manifold(pair, &c, size);
    }
    (
        truth <= 0.0,
        meets.is_none() || relation.is_none() || clearance.is_none(),
    )
}

/// If A contains B, it contains every vertex of B; if not, some vertex is outside.
fn check_relation<V: Test3>(pair: &Pair<V>, relation: Relation, size: f64) {
    let within = |inner: &Object<V>, outer: &Object<V>| {
        let (vertices, radius) = oracle::world(inner);
        let deepest = vertices.iter().map(|v| {
            let a = Object {
                shape: V::point(),
                pose: Pose::at(V::from_double(*v)).unwrap(),
            };
            oracle::distance(&Pair { a, b: outer.clone() }) + radius
        });
        deepest.fold(f64::NEG_INFINITY, f64::max)
    };
    let near = V::TOLERANCE * size;
    match relation {
        Relation::AInB => assert!(within(&pair.a, &pair.b) <= near, "{pair:?}"),
        Relation::BInA => assert!(within(&pair.b, &pair.a) <= near, "{pair:?}"),
        Relation::Overlapping => {
            // With balls, a vertex may be inside while the ball around it is not. Then this shows nothing.
            assert!(within(&pair.a, &pair.b) >= -near, "{pair:?}");
            assert!(within(&pair.b, &pair.a) >= -near, "{pair:?}");
        }
        Relation::Disjoint => {}
        other => panic!("{other:?} is not for floats to say"),
    }
}

fn check_manifold<V: Test3>(pair: &Pair<V>, c: &Clearance<V>, size: f64) {
    let margin = V::Scalar::lit(0.05);
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let manifold = V::clip(a, b, c, margin);
    let mirrored = V::clip(b, a, &c.mirrored(), margin).mirrored();
    assert_eq!(manifold, mirrored);
    assert!(!manifold.contacts().is_empty());
    let tolerance = 4.0 * V::TOLERANCE * size;
    let n = c.normal.to_double();
    let least = manifold.contacts().iter().map(|p| p.clearance.to_f64());
    assert!((least.fold(f64::INFINITY, f64::min) - c.distance.to_f64()).abs() <= tolerance);
    for p in manifold.contacts() {
        let d = p.clearance.to_f64();
        assert!(manifold.contacts().len() == 1 || d <= 0.05);
        let between = p.point_b.to_double() - p.point_a.to_double();
        assert!((between - n * d).length() <= tolerance, "{p:?} {pair:?}");
        for (object, point) in [(&pair.a, p.point_a), (&pair.b, p.point_b)] {
            let out = outside(object, point);
            assert!(out <= tolerance, "{out} outside: {p:?} {pair:?}");
        }
    }
}
