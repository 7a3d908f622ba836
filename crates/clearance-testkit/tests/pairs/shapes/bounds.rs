//! Boxes around placed shapes: never too small, computed in double precision for single-precision shapes, and
//! not much too large.

use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::math::{Aabb, Place, Rotation2};
use clearance::shape::{AnyShape, Placed};
use clearance::{Pose, d2, d3};
use clearance_testkit::Random;

/// Where a pose puts a point, in double precision.
fn place3(pose: &Pose<Vec3>, p: DVec3) -> DVec3 {
    let q: Quat = pose.rotation();
    let q = DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize();
    q * (p * f64::from(pose.scale())) + pose.position().as_dvec3()
}

fn place2(pose: &Pose<Vec2>, p: DVec2, angle: f32) -> DVec2 {
    DVec2::from_angle(angle.into()).rotate(p * f64::from(pose.scale())) + pose.position().as_dvec2()
}

fn pose3(random: &mut Random, size: f32) -> Pose<Vec3> {
    let q: DVec3 = random.vector(1.0);
    let position: Vec3 = random.vector(10.0);
    Pose::new(
        position * size,
        Quat::from_xyzw(
            q.x as f32,
            q.y as f32,
            q.z as f32,
            random.between(-1.0, 1.0) as f32,
        ),
    )
    .unwrap()
    .scaled(random.between(0.1, 3.0) as f32)
    .unwrap()
}

/// A shape of each kind and some of its border points, dense enough to reach within a hundredth of its box.
fn shapes3(random: &mut Random, size: f32) -> Vec<(d3::Shape<Vec3>, Vec<DVec3>)> {
    let mut length = || random.between(0.1, 2.0) as f32 * size;
    let [x, y, z, r] = [length(), length(), length(), length()];
    let s = Vec3::new(x, y, z);
    let sphere: Vec<DVec3> = (0..4000).map(|_| random.direction()).collect();
    let ring: Vec<DVec3> = (0..200)
        .map(|i| DVec2::from_angle(i as f64 * 0.0315))
        .map(|d| DVec3::new(d.x, 0.0, d.y))
        .collect();
    let ball = |center: DVec3| sphere.iter().map(move |&d| center + d * f64::from(r));
    let level = |y: f32, radius: f32| {
        ring.iter()
            .map(move |&d| d * f64::from(radius) + DVec3::Y * f64::from(y))
    };
    let corners: Vec<DVec3> = (0..8)
        .map(|i| {
            s.as_dvec3() * DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }))
        })
        .collect();
    let cloud: Vec<Vec3> = (0..20).map(|_| random.vector::<Vec3>(1.0) * s).collect();
    let lift = |list: &[Vec3]| list.iter().map(|p| p.as_dvec3()).collect::<Vec<_>>();
    let many: Vec<Vec3> = sphere.iter().step_by(8).map(|d| d.as_vec3() * r).collect();
    vec![
        (d3::Shape::Point, vec![DVec3::ZERO]),
        (d3::Shape::segment(cloud[0], cloud[1]).unwrap(), lift(&cloud[..2])),
        (
            d3::Shape::triangle([cloud[0], cloud[1], cloud[2]]).unwrap(),
            lift(&cloud[..3]),
        ),
        (d3::Shape::sphere(r).unwrap(), ball(DVec3::ZERO).collect()),
        (
            d3::Shape::capsule(s, cloud[0], r).unwrap(),
            ball(s.as_dvec3()).chain(ball(cloud[0].as_dvec3())).collect(),
        ),
        (
            d3::Shape::ellipsoid(s).unwrap(),
            sphere.iter().map(|&d| d * s.as_dvec3()).collect(),
        ),
        (
            d3::Shape::cylinder(y, r).unwrap(),
            level(y, r).chain(level(-y, r)).collect(),
        ),
        (
            d3::Shape::cone(y, r).unwrap(),
            level(-y, r).chain([DVec3::Y * f64::from(y)]).collect(),
        ),
        (d3::Shape::cuboid(s).unwrap(), corners.clone()),
        (d3::Shape::convex(&cloud).unwrap(), lift(&cloud)),
        (d3::Shape::convex(&many).unwrap(), lift(&many)),
        (
            d3::Shape::mesh(cloud[..4].to_vec(), vec![[0, 1, 2], [0, 3, 1]]).unwrap(),
            lift(&cloud[..4]),
        ),
        (
            d3::Shape::cuboid(s).unwrap().rounded(r).unwrap(),
            corners.iter().flat_map(|&c| ball(c)).collect(),
        ),
        (
            d3::Shape::cylinder(y, x).unwrap().rounded(r).unwrap(),
            level(y, x)
                .chain(level(-y, x))
                .flat_map(|c| sphere.iter().step_by(9).map(move |&d| c + d * f64::from(r)))
                .collect(),
        ),
    ]
}

fn check(aabb: Aabb<DVec3>, points: &[DVec3], what: &str) {
    let tight = Aabb::from_points(points.iter().copied()).unwrap();
    assert!(
        aabb.contains(&tight),
        "{what}: {aabb:?} is smaller than {tight:?}"
    );
    let size = tight.max - tight.min;
    let waste = (aabb.max - aabb.min - size).max_element();
    let rounding = 1e-4 * tight.max.abs().max(tight.min.abs()).max_element();
    assert!(
        waste <= 0.03 * size.max_element() + rounding,
        "{what}: {aabb:?} is larger than {tight:?}"
    );
}

fn lifted(aabb: Aabb<Vec3>) -> Aabb<DVec3> {
    Aabb {
        min: aabb.min.as_dvec3(),
        max: aabb.max.as_dvec3(),
    }
}

#[test]
fn boxes_in_space() {
    let mut random = Random::new(1);
    for round in 0..30 {
        let size = [1.0, 1e-20, 1e12][round % 3];
        for (shape, points) in shapes3(&mut random, size) {
            let (pose, outer) = (pose3(&mut random, size), pose3(&mut random, size));
            check(lifted(shape.local_aabb()), &points, shape.kind());
            let placed: Vec<DVec3> = points.iter().map(|&p| place3(&pose, p)).collect();
            check(lifted(Placed::new(&shape, &pose).aabb()), &placed, shape.kind());
            let world = Place::world(&outer);
            let chained = Placed {
                shape: &shape,
                place: Place {
                    pose: &pose,
                    outer: Some(&world),
                },
            };
            let placed: Vec<DVec3> = placed.iter().map(|&p| place3(&outer, p)).collect();
            check(lifted(chained.aabb()), &placed, shape.kind());
            let compound = d3::Shape::compound(vec![(shape, pose)]).unwrap();
            check(lifted(Placed::new(&compound, &outer).aabb()), &placed, "compound");
        }
    }
}

#[test]
fn boxes_in_the_plane() {
    let mut random = Random::new(2);
    for round in 0..100 {
        let size = [1.0, 1e-20, 1e12][round % 3];
        let mut length = || random.between(0.1, 2.0) as f32 * size;
        let (s, r, position) = (
            Vec2::new(length(), length()),
            length(),
            Vec2::new(length(), -length()),
        );
        let angle = random.between(-4.0, 4.0) as f32;
        let pose = Pose::new(position, Rotation2::from_angle(angle))
            .unwrap()
            .scaled(0.7)
            .unwrap();
        let circle: Vec<DVec2> = (0..400)
            .map(|i| DVec2::from_angle(f64::from(i) * 0.01571))
            .collect();
        let corners =
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|c| DVec2::from(c) * s.as_dvec2());
        let balls = |centers: &[DVec2]| {
            centers
                .iter()
                .flat_map(|&c| circle.iter().map(move |&d| c + d * f64::from(r)))
                .collect()
        };
        let notched = [(0.0, 0.0), (2.0, 0.0), (0.5, 0.5), (0.0, 2.0)].map(|c| Vec2::from(c) * s);
        let cases: [(d2::Shape<Vec2>, Vec<DVec2>); 6] = [
            (d2::Shape::circle(r).unwrap(), balls(&[DVec2::ZERO])),
            (
                d2::Shape::polygon(&notched, &[]).unwrap(),
                notched.map(Vec2::as_dvec2).to_vec(),
            ),
            (
                d2::Shape::ellipse(s).unwrap(),
                circle.iter().map(|&d| d * s.as_dvec2()).collect(),
            ),
            (d2::Shape::cuboid(s).unwrap(), corners.to_vec()),
            (d2::Shape::cuboid(s).unwrap().rounded(r).unwrap(), balls(&corners)),
            (
                d2::Shape::capsule(s, -s * 0.5, r).unwrap(),
                balls(&[s.as_dvec2(), s.as_dvec2() * -0.5]),
            ),
        ];
        for (shape, points) in cases {
            let placed: Vec<DVec3> = points
                .iter()
                .map(|&p| place2(&pose, p, angle).extend(0.0))
                .collect();
            let aabb = Placed::new(&shape, &pose).aabb();
            check(
                lifted(Aabb {
                    min: aabb.min.extend(0.0),
                    max: aabb.max.extend(0.0),
                }),
                &placed,
                shape.kind(),
            );
        }
    }
}

#[test]
fn far_poses_that_cancel_do_not_lose_the_shape() {
    let shape = d3::Shape::<Vec3>::sphere(1e-3).unwrap();
    let inner = Pose::at(Vec3::splat(1.0e8)).unwrap();
    let outer = Pose::new(Vec3::splat(-1.0e8), Quat::from_xyzw(1e-4, 0.0, 0.0, 1.0)).unwrap();
    let world = Place::world(&outer);
    let aabb = Placed {
        shape: &shape,
        place: Place {
            pose: &inner,
            outer: Some(&world),
        },
    }
    .aabb();
    let center = place3(&outer, DVec3::splat(1.0e8));
    assert!(lifted(aabb).contains(&Aabb {
        min: center - 1e-3,
        max: center + 1e-3
    }));
}

#[test]
fn what_does_not_fit_is_everywhere() {
    let shape = d3::Shape::<Vec3>::sphere(7e16).unwrap();
    let pose = Pose::<Vec3>::IDENTITY.scaled(7e16).unwrap();
    let outer = Place::world(&pose);
    let place = Place {
        pose: &pose,
        outer: Some(&outer),
    };
    let shape_twice_scaled = Placed { shape: &shape, place };
    assert_eq!(shape_twice_scaled.aabb(), Aabb::everything());
    let half_space = d3::Shape::half_space(Vec3::Y, 0.0).unwrap();
    assert_eq!(
        Placed::new(&half_space, &Pose::<Vec3>::IDENTITY).aabb(),
        Aabb::everything()
    );
}
