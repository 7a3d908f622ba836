//! The same bits everywhere: one fingerprint of the answers to a large set of questions, in every profile and
//! on every machine.

use clearance::cast::{Ray, closest_point, ray};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::Real;
use clearance::{clearance, manifold, relation};
use clearance_testkit::touching::{touching_pair, ulps_off};
use clearance_testkit::{Fingerprint, Pair, Random, TestSpace, generate};

const CASES: usize = 60;

fn corpus<V: TestSpace>() -> Vec<Pair<V>> {
    let mut random = Random::new(51);
    let mut pairs = Vec::new();
    for _ in 0..CASES {
        pairs.push(generate::core_pair(&mut random));
        pairs.push(generate::convex_pair(&mut random));
        let touching = touching_pair(&mut random);
        pairs.push(ulps_off(&touching, 1));
        pairs.push(touching.pair);
        let mut special = generate::solid_pair::<V>(&mut random);
        special.a.shape = V::special(&mut random);
        pairs.push(special);
    }
    pairs
}

fn add<V: TestSpace>(print: &mut Fingerprint, pair: &Pair<V>) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    print.bytes(relation(a, b).as_str().as_bytes());
    let answer = clearance(a, b).unwrap();
    print.number(answer.distance);
    for v in [answer.normal, answer.point_a, answer.point_b] {
        print.vector(v);
    }
    let touch = manifold(a, b, V::Scalar::HALF).unwrap();
    for contact in touch.contacts() {
        print.vector(contact.point_a);
        print.bytes(&contact.feature.a.to_le_bytes());
    }
    let nearest = closest_point(a, pair.b.pose.position()).unwrap();
    print.vector(nearest.point);
    let direction = pair.b.pose.position() - pair.a.pose.position();
    let view = Ray {
        origin: V::splat(V::Scalar::lit(-4.0)),
        direction: direction + V::splat(V::Scalar::lit(4.0)),
        max_time: Real::INFINITY,
    };
    if let Some(hit) = ray(a, &view).unwrap_or(None) {
        print.number(hit.time);
    }
}

fn fingerprint<V: TestSpace>(print: &mut Fingerprint) {
    corpus::<V>().iter().for_each(|pair| add(print, pair));
}

fn once() -> u64 {
    let mut print = Fingerprint::default();
    fingerprint::<Vec2>(&mut print);
    fingerprint::<DVec2>(&mut print);
    fingerprint::<Vec3>(&mut print);
    fingerprint::<DVec3>(&mut print);
    print.value()
}

/// Twice in one process. `.ci/determinism` compares what this prints between profiles.
#[test]
fn the_corpus_has_one_fingerprint() {
    let value = once();
    assert_eq!(value, once());
    println!("fingerprint {value:#018x}");
}

/// A change that moves it says why, and records the new one: `.ci/determinism --record`.
#[test]
fn the_fingerprint_is_the_one_on_record() {
    let record = include_str!("../fingerprint");
    assert_eq!(format!("fingerprint {:#018x}", once()), record.trim());
}
