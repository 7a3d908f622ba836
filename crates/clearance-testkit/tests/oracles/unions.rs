//! Unions, flat shapes and solids on a lattice: every relation, in either order, compared with a count of
//! cells.
//!
//! A longer run: `CASES=20000 cargo test --release -p clearance-testkit --test oracles unions`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use clearance::cast::{Ray, closest_point, ray};
use clearance::math::{Pose, Real};
use clearance::{Relation, clearance, intersects, relation};
use clearance_testkit::agree::assert_sign;
use clearance_testkit::cells::{Cells, Side, side};
use clearance_testkit::unions::{Built, Case, Plan, SIDE, expected, lattice};
use clearance_testkit::{Object, Pair, Random, for_each_space};

/// This many, or as many as the environment variable says.
fn cases(wanted: usize) -> usize {
    std::env::var("CASES")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(wanted)
}

fn relations_are_those_of_cells<V: Built>() {
    let wanted = if V::DIM == 2 { 400 } else { 60 };
    let count = cases(wanted);
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(91);
    let (mut random, cells) = (Random::new(seed), Cells::new(V::DIM, SIDE));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for _ in 0..count {
        let unit = 2.0_f64.powi(random.whole(-20, 20) as i32);
        let plans = if random.one_in(5) {
            Plan::<V>::solid_and_flats(&mut random)
        } else {
            [Plan::any(&mut random), Plan::any(&mut random)]
        };
        let [p, q] = plans.map(|plan| plan.case(&mut random, &cells, unit));
        let truth = expected(cells.compare(&p.figure, &q.figure));
        *seen.entry(format!("{truth:?}")).or_default() += 1;
        let pair = Pair {
            a: p.object,
            b: q.object,
        };
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let told = relation(a, b);
        if told != truth {
            wrong.push(format!("{told:?}, not {truth:?}: {}\n {}", p.note, q.note));
            continue;
        }
        assert_eq!(relation(b, a), truth.mirrored());
        assert_eq!(intersects(a, b), truth.intersects());
        if let Ok(c) = clearance(a, b) {
            assert_sign(truth, &c, &pair);
        }
    }
    wrong.sort_by_key(String::len);
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n\n")
    );
    for (which, times) in &seen {
        let least = if which == "Equal" { 0 } else { count / 50 };
        assert!(*times > least, "{seen:?}");
    }
}

/// On a border the distance is 0, and so is the time of a ray in any direction; inside there is no normal;
/// outside both are larger. The numbers have many digits, so that products of three of them are rounded even
/// in twice the precision.
fn starts_know_their_side<V: Built>() {
    let count = cases(if V::DIM == 2 { 400 } else { 120 });
    let (mut random, cells) = (Random::new(92), Cells::new(V::DIM, 0));
    let mut seen = [0; 3];
    for _ in 0..count {
        let digits = if V::Scalar::EPSILON < Real::lit(1e-10) {
            40
        } else {
            12
        };
        let unit = 4.0
            * (2 * random.whole(0, 1 << (digits - 1)) + 1) as f64
            * 2.0_f64.powi(random.whole(-60, 20) as i32);
        let plan = Plan::<V>::any(&mut random);
        let boxes = plan.solid.as_ref().map_or(Vec::new(), |s| s.boxes.clone());
        let convex = plan.convex.clone();
        let case = plan.case(&mut random, &cells, unit);
        for _ in 0..6 {
            let quarters = match random.count(0, 2) {
                0 => lattice::<V>(&mut random, -1, 25),
                1 => lattice::<V>(&mut random, 0, 6).map(|c| 4 * c),
                _ => lattice::<V>(&mut random, 0, 8).map(|c| 2 * c),
            };
            let truth = side(V::DIM, &convex, &boxes, quarters);
            seen[truth as usize] += 1;
            let point = V::from_fn(|k| Real::lit(quarters[k] as f64 * unit / 4.0));
            let direction = if random.one_in(2) {
                random.direction()
            } else {
                V::from_fn(|k| Real::lit(if k == 0 { 1.0 } else { 0.5 }))
            };
            check_start(truth, &case, point, direction);
        }
    }
    assert!(seen.iter().all(|n| *n > count / 8), "{seen:?}");
}

fn check_start<V: Built>(truth: Side, case: &Case<V>, origin: V, direction: V) {
    let a = case.object.placed();
    let about = || {
        format!(
            "{truth:?} {origin:?} {direction:?} {} {:?}",
            case.note, case.object
        )
    };
    let near = closest_point(a, origin).unwrap();
    let sign = near.distance.partial_cmp(&Real::ZERO);
    let hit = |max_time| {
        ray(
            a,
            &Ray {
                origin,
                direction,
                max_time,
            },
        )
        .unwrap()
    };
    let (first, at_once) = (hit(Real::INFINITY), hit(Real::ZERO));
    match truth {
        Side::Outside => {
            assert_eq!(sign, Some(Ordering::Greater), "{near:?} {}", about());
            assert!(
                first.is_none_or(|h| h.time > Real::ZERO) && at_once.is_none(),
                "{first:?} {}",
                about()
            );
        }
        Side::Border => {
            assert_eq!(
                (sign, near.point),
                (Some(Ordering::Equal), origin),
                "{near:?} {}",
                about()
            );
            let normal = first.and_then(|h| h.normal);
            assert!(normal.is_some_and(|n| n.is_finite()), "{first:?} {}", about());
            assert_eq!(
                (first.map(|h| h.time), at_once),
                (Some(Real::ZERO), first),
                "{}",
                about()
            );
        }
        Side::Inside => {
            assert_eq!(sign, Some(Ordering::Less), "{near:?} {}", about());
            assert!(
                first.is_some_and(|h| h.time == Real::ZERO && h.normal.is_none()),
                "{first:?} {}",
                about()
            );
            assert_eq!(at_once, first);
        }
    }
}

/// A cell in the plane of a face of a hull counted as outside of the hull, so a shape along a border that two
/// parts share was contained in neither; and a shape in the border of a solid of a compound only touched it.
fn pieces_along_a_border_are_held<V: Built>() {
    let point = |x: f64, y: f64| -> V { V::from_fn(|k| Real::lit([x, y, 0.25][k])) };
    let line = |ends: [[f64; 2]; 3]| -> Object<V> {
        let [p, q, r] = ends.map(|[x, y]| point(x, y));
        let parts = [[p, q], [q, r]].map(|[a, b]| (V::segment(a, b).unwrap(), Pose::<V>::IDENTITY));
        Object {
            shape: V::compound(parts.to_vec()).unwrap(),
            pose: Pose::IDENTITY,
        }
    };
    let cube = V::cuboid(V::from_fn(|_| Real::ONE)).unwrap();
    let at = |x: f64| Pose::<V>::at(V::from_fn(|k| Real::lit(if k == 0 { x } else { 0.0 }))).unwrap();
    let boxes = Object {
        shape: V::compound(vec![(cube.clone(), at(-1.0)), (cube, at(1.0))]).unwrap(),
        pose: Pose::IDENTITY,
    };
    let bracket = Object {
        shape: V::bracket(),
        pose: Pose::IDENTITY,
    };
    for (line, outer) in [
        (line([[-1.0, 1.0], [1.0, 1.0], [0.5, 0.5]]), boxes),
        (line([[0.0, 1.0], [0.0, 0.25], [0.25, 0.5]]), bracket),
    ] {
        let (a, b) = (line.placed(), outer.placed());
        assert_eq!((relation(a, b), relation(b, a)), (Relation::AInB, Relation::BInA));
    }
}

for_each_space!(
    relations_are_those_of_cells,
    starts_know_their_side,
    pieces_along_a_border_are_held
);
