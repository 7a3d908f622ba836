//! Shapes of many parts in any rotation: nonconvex solids, compared with the boxes they are made of, their
//! contacts, and rays at the inner edges of a terrain.

use std::time::Instant;

use clearance::cast::{Ray, ray};
use clearance::glam::{DVec2, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Shape3, Space3};
use clearance::{Placed, Relation, clearance, d2, manifold, relation};
use clearance_testkit::bracket::arms;
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate, oracle, tolerance};

const CASES: usize = 150;

/// A rotated bracket and a core; about half of the pairs meet.
fn bracket_pair<V: TestSpace>(random: &mut Random) -> Pair<V> {
    let mut pair = generate::core_pair::<V>(random);
    pair.a.shape = V::bracket();
    pair
}

fn a_turned_solid_is_the_nearer_of_its_arms<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(71), Hits::default());
    for _ in 0..CASES {
        let pair = bracket_pair::<V>(&mut random);
        let of_arm = |shape: V::Shape| {
            let arm = Object {
                shape,
                pose: pair.a.pose,
            };
            oracle::distance(&Pair {
                a: arm,
                b: pair.b.clone(),
            })
        };
        let truth = arms::<V>().map(of_arm).into_iter().fold(f64::INFINITY, f64::min);
        let slack = 4.0 * tolerance::<V>() * pair.size();
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let (relation, answer) = (relation(a, b), clearance(a, b).unwrap());
        if truth > slack {
            let off = answer.distance.to_f64() - truth;
            assert!(off.abs() <= slack, "{truth}, {answer:?}, {pair:?}");
        } else if truth < -slack {
            assert!(
                relation.overlaps() && answer.distance.to_f64() < 0.0,
                "{truth}, {answer:?}, {pair:?}"
            );
        }
        hits.count(relation.intersects());
    }
    hits.check("brackets");
}

fn parts_keep_their_answers_when_all_is_moved_or_enlarged<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(72), Hits::default());
    for k in 0..CASES {
        let mut pair = bracket_pair::<V>(&mut random);
        if k % 2 == 0 {
            pair = generate::solid_pair::<V>(&mut random);
            pair.a.shape = V::special(&mut random);
        }
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let (here, found) = (clearance(a, b).unwrap(), relation(a, b));

        let larger = generate::enlarged(&pair, *random.pick(&[-20, -3, 1, 20]));
        let (c, d) = (larger.a.placed(), larger.b.placed());
        assert_eq!(relation(c, d), found, "{pair:?}");

        let motion = Pose::new(random.vector(2.0), V::any_rotation(&mut random)).unwrap();
        let moved = Pair {
            a: pair.a.carried(&motion),
            b: pair.b.carried(&motion),
        };
        let there = clearance(moved.a.placed(), moved.b.placed()).unwrap();
        let slack = 8.0 * tolerance::<V>() * pair.size().max(moved.size());
        let (near, far) = (here.distance.to_f64(), there.distance.to_f64());
        // After rounding, another pair of parts may be the deepest: of depths only the sign must agree.
        let same = if near > slack {
            (near - far).abs() <= slack
        } else {
            near >= -slack || far < 0.0
        };
        assert!(same, "{here:?}, {there:?}, {pair:?}");
        hits.count(found.intersects());
    }
    hits.check("parts, moved");
}

fn parts_have_contacts_where_they_are_within_the_margin<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(73), Hits::default());
    for k in 0..CASES {
        let mut pair = bracket_pair::<V>(&mut random);
        if k % 3 == 0 {
            pair.b = Object {
                shape: V::bracket(),
                pose: generate::pose(&mut random, 1.5),
            };
        }
        if k % 3 == 1 {
            pair.a.shape = V::special(&mut random);
        }
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let margin = generate::scalar::<V>(0.05);
        let (answer, found) = (clearance(a, b).unwrap(), manifold(a, b, margin).unwrap());
        let slack = 8.0 * tolerance::<V>() * pair.size();
        let apart = answer.distance.to_f64();
        if (apart - margin.to_f64()).abs() > slack {
            let touch = !found.contacts().is_empty();
            assert_eq!(touch, apart < margin.to_f64(), "{answer:?}, {found:?}, {pair:?}");
        }
        for contact in found.contacts() {
            let off = (contact.point_b - contact.point_a) - found.normal * contact.clearance;
            assert!(
                contact.clearance <= margin && off.max_abs().to_f64() <= slack,
                "{contact:?}, {found:?}, {pair:?}"
            );
        }
        hits.count(!found.contacts().is_empty());
    }
    hits.check("contacts of parts");
}

for_each_space!(
    a_turned_solid_is_the_nearer_of_its_arms,
    parts_keep_their_answers_when_all_is_moved_or_enlarged,
    parts_have_contacts_where_they_are_within_the_margin
);

/// 18,000 rays at the lines between cells, at their diagonals and at grid points, none of which may slip
/// through.
fn no_vertical_ray_slips_through<V: TestSpace + Space3>() {
    const SIDE: usize = 31;
    let mut random = Random::new(74);
    for spacing in [[1.0, 1.0], [0.1, 0.3], [1.0 / 3.0, 7.0]] {
        let mut row = || {
            (0..SIDE)
                .map(|_| generate::scalar::<V>(random.between(-1.0, 1.0)))
                .collect()
        };
        let heights: Vec<Vec<V::Scalar>> = (0..SIDE).map(|_| row()).collect();
        let [sx, sz] = spacing.map(generate::scalar::<V>);
        let terrain = Shape3::<V>::terrain(&heights, [sx, sz]).unwrap();
        let pose = Pose::at(random.vector::<V>(1.0)).unwrap();
        for k in 0..6000 {
            let (i, j) = (random.count(1, SIDE - 3) as f64, random.count(1, SIDE - 3) as f64);
            let t = random.between(0.0, 1.0);
            let (row, column) = [(i, j + t), (i + t, j), (i + t, j + t), (i, j)][k % 4];
            let at = |n: f64, s: V::Scalar| generate::scalar::<V>(n) * s;
            // Every second one in the origin's own frame, where the lines are exact products.
            let (place, moved) = if k % 2 == 0 {
                (Pose::IDENTITY, V::ZERO)
            } else {
                (pose, pose.position())
            };
            let origin = V::new(at(column, sx), Real::lit(9.0), at(row, sz)) + moved;
            let down = Ray {
                origin,
                direction: V::new(Real::ZERO, -V::Scalar::ONE, Real::ZERO),
                max_time: Real::INFINITY,
            };
            let hit = ray(Placed::new(&terrain, &place), &down).unwrap();
            let hit = hit.unwrap_or_else(|| panic!("{origin:?} slips through, spacing {spacing:?}"));
            let height = hit.point.y().to_f64() - moved.y().to_f64();
            let corner = |i: usize, j: usize| heights[i][j].to_f64();
            let (i, j) = (i as usize, j as usize);
            let all = [
                corner(i, j),
                corner(i + 1, j),
                corner(i, j + 1),
                corner(i + 1, j + 1),
            ];
            let (low, high) = all
                .iter()
                .fold((f64::MAX, f64::MIN), |(l, h), &x| (l.min(x), h.max(x)));
            let slack = 100.0 * V::Scalar::EPSILON.to_f64();
            assert!(
                (low - slack..=high + slack).contains(&height),
                "{height}, {all:?}"
            );
        }
    }
}

#[test]
fn terrain_in_double_precision() {
    no_vertical_ray_slips_through::<DVec3>();
}

#[test]
fn terrain_in_single_precision() {
    no_vertical_ray_slips_through::<Vec3>();
}

/// Each level of a compound asked all levels below it about containment, even for a clearance, which does not
/// need it: sixty nested compounds took seconds. The cost may grow with the cube of the depth; it grew faster
/// than the fourth power.
#[test]
fn compounds_within_compounds_are_not_asked_over_and_over() {
    let time = |depth: usize| {
        let circle = || d2::Shape::<DVec2>::circle(1.0).unwrap();
        let nest = |shape, _| d2::Shape::compound(vec![(shape, Pose::IDENTITY)]).unwrap();
        let (nested, circle) = ((0..depth).fold(circle(), nest), circle());
        let [nested, circle] = [&nested, &circle].map(|shape| Placed::new(shape, &Pose::<DVec2>::IDENTITY));
        let ask = || {
            let start = Instant::now();
            assert_eq!(relation(nested, circle), Relation::Equal);
            assert_eq!(clearance(nested, circle).map(|c| c.distance), Ok(-2.0));
            start.elapsed()
        };
        (0..3).map(|_| ask()).min().unwrap().as_secs_f64()
    };
    let (shallow, deep) = (time(8), time(40));
    // 5 to the third is 125, to the fourth 625; it took a thousand times as long.
    assert!(deep < shallow * 500.0, "{shallow} s, {deep} s");
}
