//! Forward kinematics: closed forms of planar arms, and matrices along the chain for random trees.

use clearance::Pose;
use clearance::glam::DVec3;
use clearance_robot::{Joint, JointKind, Mimic, Robot};
use clearance_testkit::Random;

use crate::made;

/// Links of these lengths in a row, each turned about z at the end of the one before.
fn arm(lengths: &[f64]) -> Robot {
    let links = (0..=lengths.len()).map(|i| made::link(&format!("{i}"), vec![]));
    let joints = lengths.iter().enumerate().map(|(i, _)| {
        let x = if i == 0 { 0.0 } else { lengths[i - 1] };
        let names = [&*i.to_string(), &*(i + 1).to_string()];
        made::joint(
            &format!("joint {i}"),
            JointKind::Revolute,
            names,
            Pose::at(DVec3::X * x).unwrap(),
            DVec3::Z,
        )
    });
    Robot::new("arm", links.collect(), joints.collect()).unwrap()
}

/// The tip of a planar arm is the sum of its links, each turned by the sum of the angles so far.
#[test]
fn planar_arms_reach_where_the_closed_form_says() {
    let mut random = Random::new(1);
    for lengths in [&[1.0, 0.5][..], &[0.7, 0.5, 0.25]] {
        let robot = arm(lengths);
        for _ in 0..200 {
            let q: Vec<f64> = lengths.iter().map(|_| random.between(-7.0, 7.0)).collect();
            let (mut angle, mut tip) = (0.0, DVec3::ZERO);
            for (length, value) in lengths.iter().zip(&q) {
                angle += value;
                tip += DVec3::new(f64::cos(angle), f64::sin(angle), 0.0) * *length;
            }
            let last = robot.at(&q).unwrap().link_pose(lengths.len()).unwrap();
            let found = last.frame().point(DVec3::X * lengths[lengths.len() - 1]);
            assert!(found.distance(tip) < 1e-14, "{q:?}: {found} {tip}");
        }
    }
}

#[test]
fn a_slide_goes_along_its_axis_and_a_follower_follows() {
    let slide = |name: &str, ends: [&str; 2], axis| {
        made::joint(name, JointKind::Prismatic, ends, Pose::IDENTITY, axis)
    };
    let follower = Joint {
        mimic: Some(Mimic {
            joint: "a".into(),
            multiplier: -2.0,
            offset: 0.5,
        }),
        ..slide("b", ["base", "right"], DVec3::Y)
    };
    let links = ["base", "left", "right"].map(|name| made::link(name, vec![]));
    let joints = vec![follower, slide("a", ["base", "left"], DVec3::new(0.0, 0.0, 4.0))];
    let robot = Robot::new("gripper", links.to_vec(), joints).unwrap();
    assert_eq!(
        robot
            .joints()
            .map(|joint| joint.name.as_str())
            .collect::<Vec<_>>(),
        ["a"]
    );
    let posture = robot.at(&[0.25]).unwrap();
    let place = |link| posture.link_pose(link).unwrap().position();
    // The axis has length 4 and counts as 1; the follower is at -2 * 0.25 + 0.5 = 0.
    assert_eq!((place(1), place(2)), (DVec3::Z * 0.25, DVec3::ZERO));
    assert_eq!(
        robot.at(&[1.0]).unwrap().link_pose(2).unwrap().position(),
        DVec3::Y * -1.5
    );
}

#[test]
fn random_trees_stand_as_matrices_say() {
    let mut random = Random::new(2);
    for case in 0..60 {
        let robot = made::robot(&mut random, 7);
        let q = made::values(&mut random, &robot, 1.0);
        let posture = robot.at(&q).unwrap();
        for (i, link) in robot.links().iter().enumerate() {
            let expected = made::matrix(&robot, &link.name, &q);
            let found = posture.link_pose(i).unwrap();
            for p in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
                let gap = expected.transform_point3(p).distance(found.frame().point(p));
                assert!(gap < 1e-13, "case {case}, {}: {gap:e}", link.name);
            }
        }
        for (i, (link, placed)) in posture.shapes().enumerate() {
            let own = robot.links().iter().flat_map(|link| &link.shapes).nth(i).unwrap();
            let expected = made::matrix(&robot, &robot.links()[link].name, &q) * made::of_pose(&own.pose);
            let gap = expected
                .transform_point3(DVec3::ONE)
                .distance(placed.place.frame().point(DVec3::ONE));
            assert!(gap < 1e-13, "case {case}, shape {i}: {gap:e}");
        }
    }
}
