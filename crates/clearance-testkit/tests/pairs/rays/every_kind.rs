//! Rays and closest points of every kind of shape, in all four spaces: answers are numbers, and agree with
//! each other.

use clearance::cast::{CastSpace, Ray, closest_point, ray};
use clearance::math::{Pose, Real, Vector};
use clearance::shape::Placed;
use clearance::{Relation, relation};
use clearance_testkit::generate::{convex, pose, scalar};
use clearance_testkit::{Hits, Random, TestSpace};

fn close<V: Vector>(x: V::Scalar, y: V::Scalar, size: V::Scalar) -> bool {
    (x - y).abs() <= scalar::<V>(1e-10).max(V::Scalar::EPSILON * V::Scalar::lit(64.0)) * size
}

/// A ray towards the closest point hits it and nothing before. The sign is that of the relation.
fn rays_meet_the_closest_point<V: TestSpace + CastSpace>(seed: u64) {
    let mut random = Random::new(seed);
    let mut inside = Hits::default();
    for i in 0..400 {
        let shape = if i % 2 == 0 {
            convex::<V>(&mut random)
        } else {
            V::special(&mut random)
        };
        let at = pose::<V>(&mut random, 2.0);
        let a = Placed::new(&shape, &at);
        let point = at.position() + random.vector::<V>(if i % 3 == 0 { 0.4 } else { 3.0 });
        let found = closest_point(a, point).unwrap();
        let size = point.max_abs() + scalar::<V>(8.0);
        assert!(
            found.point.is_finite() && found.normal.is_finite(),
            "{shape:?} {at:?} {point:?} {found:?}"
        );
        assert!(close::<V>(found.normal.length(), Real::ONE, Real::ONE));
        let there = found.point + found.normal * found.distance - point;
        assert!(
            close::<V>(there.length(), Real::ZERO, size),
            "{shape:?} {at:?} {point:?} {found:?}"
        );
        let (dot, dot_at) = (<V as CastSpace>::point(), Pose::at(point).unwrap());
        let side = relation(a, Placed::new(&dot, &dot_at));
        let zero = V::Scalar::ZERO;
        assert_eq!(
            side == Relation::Disjoint,
            found.distance > zero,
            "{shape:?} {at:?} {point:?} {found:?}"
        );
        assert_eq!(
            side.overlaps(),
            found.distance < zero,
            "{side} {shape:?} {at:?} {point:?} {found:?}"
        );
        inside.count(side.intersects());
        if found.distance < zero {
            let r = Ray {
                origin: point,
                direction: random.direction(),
                max_time: Real::INFINITY,
            };
            let hit = ray(a, &r)
                .unwrap()
                .unwrap_or_else(|| panic!("{shape:?} {at:?} {point:?}"));
            assert!(
                hit.time == zero && hit.normal.is_none(),
                "{shape:?} {at:?} {point:?} {hit:?}"
            );
        } else if found.distance > scalar::<V>(1e-3) {
            // A little further, so that rounding does not end the ray before a thin shape. Thin shapes may be
            // missed.
            let r = Ray {
                origin: point,
                direction: -found.normal,
                max_time: Real::INFINITY,
            };
            if let Some(hit) = ray(a, &r).unwrap() {
                assert!(
                    hit.time >= found.distance - size * scalar::<V>(1e-5),
                    "{shape:?} {at:?} {point:?} {found:?} {hit:?}"
                );
            }
        }
    }
    // Most special shapes have no interior, so fewer than half.
    assert!((0.1..0.7).contains(&inside.rate()), "{inside:?}");
}

#[test]
fn vec2() {
    rays_meet_the_closest_point::<clearance::glam::Vec2>(1);
}
#[test]
fn dvec2() {
    rays_meet_the_closest_point::<clearance::glam::DVec2>(2);
}
#[test]
fn vec3() {
    rays_meet_the_closest_point::<clearance::glam::Vec3>(3);
}
#[test]
fn dvec3() {
    rays_meet_the_closest_point::<clearance::glam::DVec3>(4);
}
