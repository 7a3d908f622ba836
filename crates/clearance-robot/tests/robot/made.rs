//! Random robots and obstacles, and their poses computed in another way: by matrices, along each chain by
//! itself.

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::{DMat4, DQuat, DVec3};
use clearance_robot::{Joint, JointKind, Link, LinkShape, Mimic, Obstacles, Robot};
use clearance_testkit::Random;

pub const ENDLESS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// A joint without limits that follows no other.
pub fn joint(
    name: &str,
    kind: JointKind,
    [parent, child]: [&str; 2],
    origin: Pose<DVec3>,
    axis: DVec3,
) -> Joint {
    Joint {
        name: name.into(),
        kind,
        parent: parent.into(),
        child: child.into(),
        origin,
        axis,
        limits: ENDLESS,
        mimic: None,
    }
}

pub fn link(name: &str, shapes: Vec<LinkShape>) -> Link {
    Link {
        name: name.into(),
        shapes,
    }
}

/// A shape of any kind within about this distance of its origin.
pub fn shape(random: &mut Random, size: f64) -> Shape<DVec3> {
    let mut length = || random.between(0.2, 0.6) * size;
    match length().to_bits() % 6 {
        0 => Shape::sphere(length()).unwrap(),
        1 => Shape::cuboid(DVec3::new(length(), length(), length())).unwrap(),
        2 => Shape::cylinder(length(), length()).unwrap(),
        3 => Shape::capsule(DVec3::Y * -length(), DVec3::Y * length(), 0.5 * length()).unwrap(),
        4 => {
            let corners: Vec<DVec3> = (0..8).map(|_| random.direction::<DVec3>() * size * 0.6).collect();
            Shape::convex(&corners).unwrap()
        }
        _ => bowl(size * 0.6),
    }
}

/// A solid that is not convex: a cube with a pyramid cut into its top.
pub fn bowl(half: f64) -> Shape<DVec3> {
    let corner = |i: u32| {
        let sign = |k: u32| if i >> k & 1 == 0 { -half } else { half };
        DVec3::new(sign(0), sign(1), sign(2))
    };
    let mut corners: Vec<DVec3> = (0..8).map(corner).collect();
    corners.push(DVec3::new(0.0, 0.0, -0.5 * half));
    let quads = [
        [0, 2, 3, 1],
        [0, 1, 5, 4],
        [1, 3, 7, 5],
        [3, 2, 6, 7],
        [2, 0, 4, 6],
    ];
    let sides = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let top = [[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
    let mesh = clearance::shape::Mesh::new(corners, sides.chain(top).collect()).unwrap();
    assert!(mesh.is_solid());
    mesh.into()
}

pub fn pose(random: &mut Random, reach: f64) -> Pose<DVec3> {
    let [x, y, z, w] = std::array::from_fn(|_| random.between(-1.0, 1.0));
    Pose::new(random.vector(reach), DQuat::from_xyzw(x, y, z, w)).unwrap()
}

/// A tree of `count` links with one or two shapes each, but for the odd one that has none.
pub fn robot(random: &mut Random, count: usize) -> Robot {
    let kinds = [
        JointKind::Revolute,
        JointKind::Continuous,
        JointKind::Prismatic,
        JointKind::Fixed,
    ];
    let links = (0..count).map(|i| {
        let shapes = if i > 0 && random.one_in(6) {
            0
        } else {
            random.count(1, 2)
        };
        let shapes = (0..shapes).map(|_| LinkShape {
            shape: shape(random, 0.6),
            pose: pose(random, 0.2).scaled(random.between(0.7, 1.4)).unwrap(),
        });
        link(&format!("link {i}"), shapes.collect())
    });
    let links: Vec<_> = links.collect();
    let mut joints: Vec<Joint> = Vec::new();
    for i in 1..count {
        let parent = if random.one_in(3) {
            random.count(0, i - 1)
        } else {
            i - 1
        };
        let kind = if i == 1 {
            JointKind::Revolute
        } else {
            kinds[random.count(0, 7).saturating_sub(4)]
        };
        let names = [&*format!("link {parent}"), &*format!("link {i}")];
        let (origin, axis) = (
            pose(random, 0.7),
            random.direction::<DVec3>() * random.between(0.5, 2.0),
        );
        let mut made = joint(&format!("joint {i}"), kind, names, origin, axis);
        if kind != JointKind::Fixed && i > 1 && random.one_in(5) {
            made.mimic = Some(Mimic {
                joint: "joint 1".into(),
                multiplier: random.between(-1.5, 1.5),
                offset: random.between(-0.3, 0.3),
            });
        }
        joints.push(made);
    }
    // Given in any order: what leads to a link may stand after it.
    joints.reverse();
    Robot::new("made", links, joints).unwrap()
}

/// Values for all joints: angles within half a turn, ways within this length.
pub fn values(random: &mut Random, robot: &Robot, length: f64) -> Vec<f64> {
    let kinds: Vec<_> = robot.joints().map(|joint| joint.kind).collect();
    let value = |kind| match kind {
        JointKind::Prismatic => random.between(-length, length),
        _ => random.between(-3.0, 3.0),
    };
    kinds.into_iter().map(value).collect()
}

pub fn obstacles(random: &mut Random, count: usize, reach: f64) -> Vec<(Shape<DVec3>, Pose<DVec3>)> {
    (0..count)
        .map(|_| (shape(random, 0.5), pose(random, reach)))
        .collect()
}

pub fn around(shapes: &[(Shape<DVec3>, Pose<DVec3>)]) -> Obstacles {
    Obstacles::new(shapes.to_vec())
}

/// The matrix of a link, by the chain of its parents.
pub fn matrix(robot: &Robot, link: &str, q: &[f64]) -> DMat4 {
    let Some(joint) = robot.all_joints().iter().find(|joint| joint.child == link) else {
        return DMat4::IDENTITY;
    };
    let value = value(robot, joint, q);
    let axis = joint.axis.normalize_or_zero();
    let motion = match joint.kind {
        JointKind::Fixed => DMat4::IDENTITY,
        JointKind::Prismatic => DMat4::from_translation(axis * value),
        _ => DMat4::from_axis_angle(axis, value),
    };
    matrix(robot, &joint.parent, q) * of_pose(&joint.origin) * motion
}

fn value(robot: &Robot, joint: &Joint, q: &[f64]) -> f64 {
    match &joint.mimic {
        Some(mimic) => {
            let other = robot
                .all_joints()
                .iter()
                .find(|other| other.name == mimic.joint)
                .unwrap();
            mimic.multiplier * value(robot, other, q) + mimic.offset
        }
        None => robot
            .joints()
            .position(|it| it.name == joint.name)
            .map_or(0.0, |i| q[i]),
    }
}

pub fn of_pose(pose: &Pose<DVec3>) -> DMat4 {
    let scale = DVec3::splat(pose.scale());
    DMat4::from_scale_rotation_translation(scale, pose.rotation().normalize(), pose.position())
}
