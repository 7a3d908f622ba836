//! Single precision has the same answers as double precision for the same shapes.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::Real;
use clearance::{clearance, relation};
use clearance_testkit::{Hits, Random, TestSpace, generate, oracle};

const CASES: usize = 1000;

fn agree<S: TestSpace<Scalar = f32>, D: TestSpace<Scalar = f64>>() {
    let (mut random_s, mut random_d) = (Random::single(31), Random::single(31));
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let s = generate::core_pair::<S>(&mut random_s);
        let d = generate::core_pair::<D>(&mut random_d);
        let single = clearance(s.a.placed(), s.b.placed()).unwrap();
        let double = clearance(d.a.placed(), d.b.placed()).unwrap();
        let off = (single.distance.to_f64() - double.distance).abs();
        assert!(
            off <= 1e-5 * oracle::size(&d),
            "{off}: {single:?}, {double:?}, {s:?}"
        );
        let relation_d = relation(d.a.placed(), d.b.placed());
        if double.distance.abs() > 1e-5 * oracle::size(&d) {
            let relation_s = relation(s.a.placed(), s.b.placed());
            assert_eq!(relation_s.intersects(), relation_d.intersects(), "{s:?}");
        }
        hits.count(relation_d.intersects());
    }
    hits.check("the same shapes in both precisions");
}

#[test]
fn plane() {
    agree::<Vec2, DVec2>();
}

#[test]
fn space() {
    agree::<Vec3, DVec3>();
}
