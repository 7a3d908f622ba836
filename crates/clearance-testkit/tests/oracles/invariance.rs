//! What must not change an answer: the order of the two shapes, the unit of length, the position of the
//! scene; and what must change it.

use clearance::math::{Pose, Real};
use clearance::{clearance, relation};
use clearance_testkit::{Hits, Pair, Random, TestSpace, for_each_space, generate, oracle, tolerance};

const CASES: usize = 400;

fn every_pair<V: TestSpace>(seed: u64, mut check: impl FnMut(&mut Random, &Pair<V>)) {
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..CASES {
        let pair = generate::core_pair::<V>(&mut random);
        hits.count(relation(pair.a.placed(), pair.b.placed()).intersects());
        check(&mut random, &pair);
    }
    hits.check("core pairs");
}

fn swapping_mirrors<V: TestSpace>() {
    every_pair::<V>(21, |_, pair| {
        let (a, b) = (pair.a.placed(), pair.b.placed());
        assert_eq!(relation(b, a), relation(a, b).mirrored(), "{pair:?}");
        let (there, back) = (clearance(a, b).unwrap(), clearance(b, a).unwrap());
        let off = (there.distance.to_f64() - back.distance.to_f64()).abs();
        assert!(
            off <= tolerance::<V>() * oracle::size(pair),
            "{there:?}, {back:?}, {pair:?}"
        );
    });
}

fn powers_of_two_scale_every_answer<V: TestSpace>() {
    every_pair::<V>(22, |random, pair| {
        let exponent = *random.pick(&[-20, -3, 1, 20, 40]);
        let larger = generate::enlarged(pair, exponent);
        let (a, b, c, d) = (
            pair.a.placed(),
            pair.b.placed(),
            larger.a.placed(),
            larger.b.placed(),
        );
        assert_eq!(relation(a, b), relation(c, d), "{pair:?} times 2^{exponent}");
        let factor = generate::scalar::<V>(2.0_f64.powi(exponent));
        let (small, large) = (clearance(a, b).unwrap(), clearance(c, d).unwrap());
        let off = small.distance.to_f64() - (large.distance / factor).to_f64();
        assert!(
            off.abs() <= tolerance::<V>() * oracle::size(pair),
            "{small:?}, {large:?}, {pair:?}"
        );
    });
}

fn rigid_motion_keeps_distances<V: TestSpace>() {
    every_pair::<V>(23, |random, pair| {
        let motion = Pose::new(random.vector(2.0), V::any_rotation(random)).unwrap();
        let moved = Pair {
            a: pair.a.carried(&motion),
            b: pair.b.carried(&motion),
        };
        let (here, there) = (
            clearance(pair.a.placed(), pair.b.placed()).unwrap(),
            clearance(moved.a.placed(), moved.b.placed()).unwrap(),
        );
        let size = oracle::size(pair).max(oracle::size(&moved));
        let off = (here.distance.to_f64() - there.distance.to_f64()).abs();
        assert!(
            off <= 4.0 * tolerance::<V>() * size,
            "{off}: {here:?}, {there:?}, {pair:?}"
        );
    });
}

fn moving_by_the_depth_parts<V: TestSpace>() {
    every_pair::<V>(24, |_, pair| {
        let answer = clearance(pair.a.placed(), pair.b.placed()).unwrap();
        let moved = pair.b.moved(answer.normal * -answer.distance);
        let after = clearance(pair.a.placed(), moved.placed()).unwrap();
        let slack = 4.0 * tolerance::<V>() * oracle::size(pair);
        assert!(
            after.distance.to_f64().abs() <= slack,
            "{answer:?}, then {after:?}, {pair:?}"
        );
    });
}

for_each_space!(
    swapping_mirrors,
    powers_of_two_scale_every_answer,
    rigid_motion_keeps_distances,
    moving_by_the_depth_parts
);
