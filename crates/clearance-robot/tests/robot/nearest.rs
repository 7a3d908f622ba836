//! Distances, against the least one of all allowed pairs of shapes.

use std::collections::BTreeSet;

use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::{Placed, Pose, distance};
use clearance_robot::{Obstacles, Other, Posture};
use clearance_testkit::{Hits, Random};

use crate::colliding::allowed;
use crate::made;

pub fn least(posture: &Posture<'_>, obstacles: &Obstacles, asked: &BTreeSet<[usize; 2]>) -> f64 {
    let shapes: Vec<(usize, Placed<'_, _>)> = posture.shapes().collect();
    let mut least = f64::INFINITY;
    for (i, &(a, one)) in shapes.iter().enumerate() {
        for &(b, other) in &shapes[i + 1..] {
            if asked.contains(&[a, b]) {
                least = least.min(distance(one, other));
            }
        }
        for k in 0..obstacles.len() {
            least = least.min(distance(one, obstacles.get(k).unwrap()));
        }
    }
    least
}

#[test]
fn the_nearest_pair_is_the_nearest_of_all() {
    let mut random = Random::new(7);
    let mut apart = Hits::default();
    for case in 0..150 {
        let robot = made::robot(&mut random, 5);
        let asked = allowed(&robot);
        let obstacles = made::around(&made::obstacles(&mut random, 8, 3.0));
        let q = made::values(&mut random, &robot, 0.8);
        let posture = robot.at(&q).unwrap();
        for around in [&Obstacles::none(), &obstacles] {
            let expected = least(&posture, around, &asked);
            let found = posture.distance(around);
            assert!(
                (found - expected).abs() < 1e-11 || found == expected,
                "case {case}: {found} {expected}"
            );
            let Some(nearest) = posture.nearest(around) else {
                assert_eq!(expected, f64::INFINITY);
                continue;
            };
            let clearance = nearest.clearance;
            assert!(
                (clearance.distance.max(0.0) - expected).abs() < 1e-11,
                "case {case}"
            );
            apart.count(expected > 0.0);
            // The points are of the pair: the shapes of the link and of the other one hold them.
            let holds = |link: usize, p: DVec3| {
                let (point, at) = (Shape::Point, Pose::at(p).unwrap());
                let mut shapes = posture.shapes().filter(|(own, _)| *own == link);
                shapes.any(|(_, placed)| distance(placed, Placed::new(&point, &at)) < 1e-10)
            };
            assert!(holds(nearest.pair.link, clearance.point_a), "case {case}");
            if let Other::Link(other) = nearest.pair.other {
                assert!(holds(other, clearance.point_b), "case {case}");
            }
        }
    }
    apart.check("apart");
}

#[test]
fn a_floor_is_an_obstacle() {
    let mut random = Random::new(8);
    for _ in 0..40 {
        let robot = made::robot(&mut random, 4);
        let q = made::values(&mut random, &robot, 0.5);
        let posture = robot.at(&q).unwrap();
        let lowest = posture
            .shapes()
            .map(|(_, placed)| placed.aabb().min.z)
            .fold(f64::INFINITY, f64::min);
        let floor = |z: f64| {
            made::around(&[(
                Shape::half_space(DVec3::Z * 2.0, 0.0).unwrap(),
                Pose::at(DVec3::Z * z).unwrap(),
            )])
        };
        let itself = posture.distance(&Obstacles::none());
        let below = posture.distance(&floor(lowest - 0.25));
        assert!((below - itself.min(0.25)).abs() < 1e-9, "{below} {itself}");
        assert!(posture.is_colliding(&floor(lowest + 0.01)));
    }
}
