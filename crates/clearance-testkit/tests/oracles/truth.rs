//! Relations and clearances of cores equal those of the oracle, the questions agree with each other, and the
//! proof of every answer holds.

use clearance::math::Real;
use clearance::pair::{Shown, prove, verify, verify_proof};
use clearance::{Clearance, Relation};
use clearance_testkit::touching::{touching_pair, ulps_off};
use clearance_testkit::{Hits, Pair, Random, TestSpace, agree, for_each_space, generate, oracle, tolerance};

const CASES: usize = 600;

/// Relation and clearance, which agree with each other, each with its proof.
fn ask<V: TestSpace>(pair: &Pair<V>) -> (Relation, Clearance<V>) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let (relation, clearance) = agree::ask(pair);
    let verified = verify(&clearance, a, b);
    assert!(
        verified.is_ok_and(|v| v.is_proven()),
        "{verified:?}, {clearance:?}, {pair:?}"
    );
    let proof = prove(a, b).unwrap();
    assert_eq!(proof.relation(), relation, "{pair:?}");
    assert_eq!(verify_proof(&proof, a, b), Ok(Shown::Exactly), "{pair:?}");
    (relation, clearance)
}

/// The witness: `point_b - point_a = distance * normal`, the normal of unit length.
fn check_witness<V: TestSpace>(pair: &Pair<V>, c: &Clearance<V>) {
    let slack = 4.0 * tolerance::<V>() * oracle::size(pair);
    let step = c.point_b - c.point_a - c.normal * c.distance;
    assert!(step.max_abs().to_f64() <= slack, "{c:?}, {pair:?}");
    assert!(
        (c.normal.length().to_f64() - 1.0).abs() <= tolerance::<V>(),
        "{c:?}"
    );
}

fn random_cores_have_the_true_clearance<V: TestSpace>() {
    let mut random = Random::new(11);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let pair = generate::core_pair::<V>(&mut random);
        let (relation, clearance) = ask(&pair);
        let (truth, size) = (oracle::distance(&pair), oracle::size(&pair));
        let off = (clearance.distance.to_f64() - truth).abs();
        assert!(
            off <= 2.0 * tolerance::<V>() * size,
            "{off}: {truth}, {clearance:?}, {pair:?}"
        );
        check_witness(&pair, &clearance);
        hits.count(relation.intersects());
    }
    hits.check("core pairs");
}

fn pairs_made_to_touch_touch<V: TestSpace>() {
    let mut random = Random::new(12);
    for _ in 0..CASES / 2 {
        let touching = touching_pair::<V>(&mut random);
        let (relation, clearance) = ask(&touching.pair);
        assert_eq!(relation, Relation::Touching, "{touching:?}");
        check_witness(&touching.pair, &clearance);
        check_separates(&touching.pair, &clearance);
    }
}

/// The plane of the normal through the touching point has A on one side and B on the other.
fn check_separates<V: TestSpace>(pair: &Pair<V>, c: &Clearance<V>) {
    let slack = 8.0 * tolerance::<V>() * oracle::size(pair);
    let ((a, radius_a), (b, radius_b)) = (oracle::world(&pair.a), oracle::world(&pair.b));
    let n: [f64; 3] = core::array::from_fn(|i| if i < V::DIM { c.normal.get(i).to_f64() } else { 0.0 });
    let along = |p: [f64; 3]| p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
    let highest = a
        .iter()
        .map(|p| along(p.to_array()))
        .fold(f64::NEG_INFINITY, f64::max)
        + radius_a;
    let lowest = b
        .iter()
        .map(|p| along(p.to_array()))
        .fold(f64::INFINITY, f64::min)
        - radius_b;
    assert!(lowest - highest >= -slack, "{c:?}, {pair:?}");
}

fn an_ulp_off_contact_is_decided<V: TestSpace>() {
    let mut random = Random::new(13);
    let mut hits = Hits::default();
    for i in 0..CASES / 2 {
        let touching = touching_pair::<V>(&mut random);
        let apart = i % 2 == 0;
        let ulps = i32::try_from(1 + i / 2 % 4).unwrap();
        let pair = ulps_off(&touching, if apart { ulps } else { -ulps });
        let (relation, _) = ask(&pair);
        assert!(!apart || relation == Relation::Disjoint, "{pair:?}");
        hits.count(relation.intersects());
    }
    hits.check("an ulp off");
}

for_each_space!(
    random_cores_have_the_true_clearance,
    pairs_made_to_touch_touch,
    an_ulp_off_contact_is_decided
);
