//! Every answer at every scale: sizes from the smallest numbers to the largest coordinates, alone and mixed,
//! compared with an oracle in integers (`clearance_testkit::exact`), and with the same question at size 1.
//!
//! Filters whose error bounds ignored that squares of small numbers vanish reported capsules inside each
//! other as disjoint below 2^-540. Others used the error bound of subnormal numbers as a tolerance, so that a
//! gap was as large as the bound.
//!
//! A longer run: `SCALES_CASES=20000 cargo test --release -p clearance-testkit --test oracles scales`.

mod bodies;
mod known;

use clearance::cast::{Ray, closest_point, ray};
use clearance::d3::Shape as Shape3;
use clearance::glam::DVec3;
use clearance::math::{Pose, Real, Vector};
use clearance::shape::AnyShape;
use clearance::{Clearance, Placed, Relation, clearance, distance, intersects, manifold, relation};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

use bodies::{Body, body, nested, sets, times};

fn cases(usual: usize) -> usize {
    let given = std::env::var("SCALES_CASES").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// The exponents of the smallest number and of the largest coordinate, less what small whole numbers need.
fn exponents<V: Vector>() -> (i32, i32) {
    if V::Scalar::IS_SINGLE {
        (-149, 49)
    } else {
        (-1074, 473)
    }
}

/// The spacing of neighbouring numbers where they are smallest.
fn spacing<V: Vector>() -> f64 {
    times(1.0, exponents::<V>().0)
}

/// What must hold for every answer about this pair, given the relation.
fn check<V: TestSpace>(a: &Body, b: &Body, truth: Relation) -> Clearance<V> {
    let (shapes, poses) = ([a.shape::<V>(), b.shape::<V>()], [a.pose::<V>(), b.pose::<V>()]);
    check_placed([a, b], &shapes, &poses, truth)
}

/// How far a distance may be off.
fn error<V: TestSpace>(a: &Body, b: &Body) -> f64 {
    let promised = if exponents::<V>().0 == -149 { 1e-5 } else { 1e-12 };
    promised * a.size().max(b.size()) + 2.0 * spacing::<V>()
}

fn is_right<V: TestSpace>(a: &Body, b: &Body, c: &Clearance<V>) {
    let exact = sets(a, b, V::DIM);
    let is_right = exact.clearance_is_within(c.distance.to_f64(), error::<V>(a, b));
    assert!(is_right, "{c:?}\n{a:?}\n{b:?}");
}

/// The same for the pair scaled by its poses, if the scale is a number.
fn check_scaled_by_poses<V: TestSpace>([a, b]: [&Body; 2], exponent: i32, truth: Relation) -> Clearance<V> {
    let shapes = [a.shape::<V>(), b.shape::<V>()];
    let scaled = [a.scaled(exponent), b.scaled(exponent)];
    let poses = [0, 1].map(|i| {
        scaled[i]
            .pose::<V>()
            .scaled(V::Scalar::lit(times(1.0, exponent)))
            .unwrap()
    });
    check_placed([&scaled[0], &scaled[1]], &shapes, &poses, truth)
}

fn check_placed<V: TestSpace>(
    [a, b]: [&Body; 2],
    shapes: &[V::Shape; 2],
    poses: &[Pose<V>; 2],
    truth: Relation,
) -> Clearance<V> {
    let (p, q) = (
        Placed::new(&shapes[0], &poses[0]),
        Placed::new(&shapes[1], &poses[1]),
    );
    let what = || format!("{a:?}\n{b:?}");
    assert_eq!(relation(p, q), truth, "{}", what());
    assert_eq!(relation(q, p), truth.mirrored(), "{}", what());
    assert_eq!(intersects(p, q), truth.intersects(), "{}", what());
    let c = clearance(p, q).unwrap();
    assert_eq!(clearance(q, p).unwrap().distance, c.distance, "{}", what());
    let sign = c.distance.partial_cmp(&V::Scalar::ZERO).unwrap();
    let wanted = match truth {
        Relation::Disjoint => std::cmp::Ordering::Greater,
        Relation::Touching => std::cmp::Ordering::Equal,
        _ => std::cmp::Ordering::Less,
    };
    assert_eq!(sign, wanted, "{c:?}\n{}", what());
    let error = error::<V>(a, b);
    let near = distance(p, q).to_f64();
    assert!(
        (near - c.distance.to_f64().max(0.0)).abs() <= error,
        "{near}\n{}",
        what()
    );
    let length = (0..V::DIM)
        .map(|i| c.normal.get(i).to_f64().powi(2))
        .sum::<f64>()
        .sqrt();
    assert!((length - 1.0).abs() <= 1e-6, "{c:?}\n{}", what());
    for i in 0..V::DIM {
        let [u, v, n] = [c.point_a, c.point_b, c.normal].map(|v| v.get(i).to_f64());
        assert!(
            (v - u - c.distance.to_f64() * n).abs() <= 4.0 * error,
            "{c:?}\n{}",
            what()
        );
    }
    c
}

fn pair_of_whole_numbers<V: TestSpace>(random: &mut Random) -> [Body; 2] {
    if random.one_in(3) {
        return nested(random, V::DIM);
    }
    let mut number = |random: &mut Random, reach: i64| random.whole(-reach, reach) as f64;
    [body::<V>(random, &mut number), body::<V>(random, &mut number)]
}

fn the_same_scaled<V: TestSpace>() {
    let mut random = Random::new(41);
    let mut hits = Hits::default();
    let (least, most) = exponents::<V>();
    // Here no number of an answer is subnormal.
    let ordinary = if least == -149 { -100..=46 } else { -960..=470 };
    for case in 0..cases(60) {
        let [a, b] = pair_of_whole_numbers::<V>(&mut random);
        let truth = sets(&a, &b, V::DIM).relation();
        hits.count(truth.intersects());
        let one = check::<V>(&a, &b, truth);
        is_right::<V>(&a, &b, &one);
        for _ in 0..3 {
            let exponent = if case % 2 == 0 {
                random.whole(i64::from(least), i64::from(most)) as i32
            } else {
                *random
                    .pick(&[least, least + 3, least + 26, -560, -126, -81, -56, 100, 332, 1])
                    .max(&least)
                    .min(&most)
            };
            let scaled = if random.one_in(2) {
                check::<V>(&a.scaled(exponent), &b.scaled(exponent), truth)
            } else {
                check_scaled_by_poses::<V>([&a, &b], exponent, truth)
            };
            if !ordinary.contains(&exponent) {
                is_right::<V>(&a.scaled(exponent), &b.scaled(exponent), &scaled);
            } else {
                let back = times(scaled.distance.to_f64(), -exponent);
                assert_eq!(back, one.distance.to_f64(), "2^{exponent}\n{a:?}\n{b:?}");
                assert_eq!(scaled.normal, one.normal, "2^{exponent}\n{a:?}\n{b:?}");
            }
        }
    }
    hits.check("whole numbers");
}

fn mixed_magnitudes<V: TestSpace>() {
    let mut random = Random::new(43);
    let (least, most) = exponents::<V>();
    let mut relations = [0; 3];
    for _ in 0..cases(40) {
        let mut exponents: Vec<i32> = (0..random.count(1, 3))
            .map(|_| random.whole(i64::from(least), i64::from(most) - 4) as i32)
            .collect();
        if random.one_in(2) {
            exponents.push(random.whole(-30, 10) as i32);
        }
        let mut number = |random: &mut Random, reach: i64| {
            let of =
                |random: &mut Random| times(random.whole(-reach, reach) as f64, *random.pick(&exponents));
            let x = of(random);
            let sum = x + if random.one_in(6) { of(random) } else { 0.0 };
            V::Scalar::lit(sum).to_f64()
        };
        let (a, mut b) = (
            body::<V>(&mut random, &mut number),
            body::<V>(&mut random, &mut number),
        );
        if random.one_in(8) {
            b = a.clone();
        }
        let truth = sets(&a, &b, V::DIM).relation();
        relations[(truth as usize).min(2)] += 1;
        is_right::<V>(&a, &b, &check::<V>(&a, &b, truth));
    }
    assert!(relations.iter().all(|n| *n > 0), "{relations:?}");
}

for_each_space!(the_same_scaled, mixed_magnitudes);
