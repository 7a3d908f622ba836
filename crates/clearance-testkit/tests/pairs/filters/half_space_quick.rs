//! Cores and half-spaces in all four spaces, compared with the heights of the corners in double precision.

use clearance::math::{Pose, Real};
use clearance::{Relation, clearance, relation};
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate, oracle};

/// The lowest and highest point of a core above the border of a half-space, and the size of the query.
fn heights<V: TestSpace>(core: &Object<V>, normal: V, offset: V::Scalar, pose: &Pose<V>) -> (f64, f64, f64) {
    let (vertices, radius) = oracle::world(core);
    let at = |v: V| {
        oracle::world(&Object::<V> {
            shape: V::point(),
            pose: Pose::at(v).unwrap(),
        })
        .0[0]
    };
    let turned = at(pose.frame().direction(normal));
    let unit = turned / turned.length();
    let border = offset.to_f64() / at(normal).length() * pose.scale().to_f64();
    let height = |p: &clearance::glam::DVec3| unit.dot(*p - at(pose.position())) - border;
    let heights: Vec<f64> = vertices.iter().map(height).collect();
    let size = vertices
        .iter()
        .fold(radius, |s, p| s.max(p.abs().max_element() + radius));
    let low = heights.iter().copied().fold(f64::INFINITY, f64::min) - radius;
    let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max) + radius;
    (low, high, size.max(border.abs()))
}

fn heights_decide<V: TestSpace>() {
    let mut random = Random::new(7);
    let mut hits = Hits::default();
    let close = if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 };
    for _ in 0..300 {
        let core = generate::core_pair::<V>(&mut random).b;
        let (normal, offset) = (
            random.vector::<V>(3.0),
            generate::scalar::<V>(random.between(-6.0, 3.0)),
        );
        let pose = generate::pose::<V>(&mut random, 0.5);
        let (low, high, size) = heights(&core, normal, offset, &pose);
        let border = Object {
            shape: V::half_space(normal, offset).unwrap(),
            pose,
        };
        let pair = Pair { a: border, b: core };
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let c = clearance(a, b).unwrap();
        assert!(
            (c.distance.to_f64() - low).abs() <= close * size,
            "{low} {c:?} {pair:?}"
        );
        let between = c.point_b - c.point_a - c.normal * c.distance;
        assert!(between.length().to_f64() <= close * size, "{c:?}");
        assert_eq!(clearance(b, a).unwrap(), c.mirrored());
        let expected = match (low < 0.0, high < 0.0) {
            (false, _) => Relation::Disjoint,
            (true, true) => Relation::BInA,
            (true, false) => Relation::Overlapping,
        };
        assert_eq!(relation(a, b), expected, "{low} {high} {pair:?}");
        assert_eq!(relation(b, a), expected.mirrored());
        hits.count(low < 0.0);
    }
    hits.check("half-spaces");
}
for_each_space!(heights_decide);
