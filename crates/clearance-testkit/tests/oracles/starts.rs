//! Rays that start near a border, in any pose: the relation of the start to the shape tells on which side it
//! is.

use clearance::cast::{Ray, closest_point, ray};
use clearance::math::{Pose, Real};
use clearance::shape::AnyShape;
use clearance::{Placed, Relation, relation};
use clearance_testkit::{Object, Random, TestSpace, for_each_space, generate};

const CASES: usize = 600;

fn any<V: TestSpace>(random: &mut Random) -> Object<V> {
    let shape = match random.count(0, 6) {
        0 | 1 => V::special(random),
        2 => V::bracket(),
        3 => V::compound(vec![
            (generate::convex::<V>(random), pose(random, 0.5)),
            (V::bracket(), pose(random, 0.5)),
        ])
        .unwrap(),
        4 => V::half_space(random.direction(), generate::scalar::<V>(0.25)).unwrap(),
        _ => generate::convex::<V>(random),
    };
    let reach = *random.pick(&[0.5, 100.0]);
    Object {
        shape,
        pose: pose(random, reach),
    }
}

/// In single precision not rotated: for rays, a rotated shape is where double precision places it.
fn pose<V: TestSpace>(random: &mut Random, reach: f64) -> Pose<V> {
    let pose = generate::pose::<V>(random, reach);
    if V::Scalar::EPSILON < Real::lit(1e-10) {
        return pose;
    }
    Pose::at(pose.position()).unwrap().scaled(pose.scale()).unwrap()
}

/// A few units in the last place away.
fn nudged<V: TestSpace>(random: &mut Random, p: V) -> V {
    V::from_fn(|k| {
        let x = p.get(k);
        x + x * V::Scalar::EPSILON * generate::scalar::<V>(random.whole(-3, 3) as f64)
    })
}

/// The start was rounded into the frame of a rotated shape, and then was inside, or behind a surface, though
/// it was not.
fn next_to_a_border<V: TestSpace>() {
    let mut random = Random::new(93);
    let mut seen = [0; 3];
    for _ in 0..CASES {
        let object = any::<V>(&mut random);
        let a = object.placed();
        let from = object.pose.position() + random.vector::<V>(2.0);
        let border = closest_point(a, from).unwrap().point;
        let origin = if random.one_in(3) {
            border
        } else {
            nudged(&mut random, border)
        };
        let point = V::point();
        let pose = Pose::at(origin).unwrap();
        let told = relation(Placed::new(&point, &pose), a);
        let r = Ray {
            origin,
            direction: random.direction::<V>(),
            max_time: Real::INFINITY,
        };
        let hit = ray(a, &r).unwrap();
        let near = closest_point(a, origin).unwrap();
        let about = || format!("{told:?} {near:?} {hit:?} {r:?} {object:?}");
        let is_compound = a.shape.parts().is_some_and(|p| p.holds_any_shape());
        seen[match told {
            Relation::Disjoint => 0,
            Relation::Touching => 1,
            _ => 2,
        }] += 1;
        match told {
            Relation::Disjoint => {
                assert!(near.distance > Real::ZERO, "{}", about());
                // Near an edge of a solid floats decide.
                let is_told = a.shape.is_convex()
                    || !a
                        .shape
                        .parts()
                        .is_some_and(|p| p.is_solid() || p.holds_any_shape());
                assert!(!is_told || hit.is_none_or(|h| h.time > Real::ZERO), "{}", about());
            }
            Relation::Touching if is_compound => assert!(near.distance <= Real::ZERO, "{}", about()),
            Relation::Touching => {
                assert!(near.distance == Real::ZERO, "{}", about());
                assert!(
                    hit.is_some_and(|h| h.time == Real::ZERO && h.normal.is_some()),
                    "{}",
                    about()
                );
            }
            _ => {
                assert!(near.distance < Real::ZERO, "{}", about());
                let is_told = a.shape.is_convex() || is_compound;
                assert!(
                    !is_told || hit.is_some_and(|h| h.time == Real::ZERO && h.normal.is_none()),
                    "{}",
                    about()
                );
            }
        }
    }
    assert!(seen.iter().all(|n| *n > CASES / 50), "{seen:?}");
}

/// Corners of right triangles with integer sides: exactly on a ball, and exactly on a rounded box.
fn on_round_borders<V: TestSpace>() {
    for k in [-100, -7, 0, 5, 60].map(|k| {
        2.0_f64.powi(if V::Scalar::EPSILON > Real::lit(1e-10) {
            k / 3
        } else {
            k
        })
    }) {
        let x = |x: f64| generate::scalar::<V>(x * k);
        let at = |p: [f64; 3]| V::from_fn(|i| x(p[i]));
        let shapes = [
            (
                V::ball(x(65.0)).unwrap(),
                [
                    [16.0, 63.0, 0.0],
                    [33.0, 56.0, 0.0],
                    [-25.0, 60.0, 0.0],
                    [39.0, -52.0, 0.0],
                ],
            ),
            (
                V::capsule(at([0.0; 3]), at([40.0, 0.0, 0.0]), x(13.0)).unwrap(),
                [
                    [45.0, 12.0, 0.0],
                    [52.0, -5.0, 0.0],
                    [-12.0, 5.0, 0.0],
                    [17.0, 13.0, 0.0],
                ],
            ),
            (
                V::rounded(V::cuboid(at([7.0, 9.0, 2.0])).unwrap(), x(5.0)).unwrap(),
                [
                    [10.0, 13.0, 2.0],
                    [-11.0, 12.0, 1.0],
                    [3.0, 14.0, -1.0],
                    [-12.0, -9.0, 2.0],
                ],
            ),
        ];
        for (shape, points) in shapes {
            for p in points {
                let moved = Pose::at(at([3.0, -8.0, 1.0])).unwrap();
                let (a, origin) = (
                    Placed::new(&shape, &moved),
                    at([p[0] + 3.0, p[1] - 8.0, p[2] + 1.0]),
                );
                assert_eq!(
                    closest_point(a, origin).unwrap().distance,
                    Real::ZERO,
                    "{p:?} {shape:?}"
                );
                for direction in [at(p), -at(p), at([p[1], -p[0], 0.0]), at([1.0, 0.3, 0.1])] {
                    let r = Ray {
                        origin,
                        direction,
                        max_time: Real::ZERO,
                    };
                    let hit = ray(a, &r).unwrap().unwrap_or_else(|| panic!("{r:?} {shape:?}"));
                    assert!(
                        hit.time == Real::ZERO && hit.normal.is_some(),
                        "{hit:?} {r:?}, {shape:?}"
                    );
                }
            }
        }
    }
}

for_each_space!(next_to_a_border, on_round_borders);
