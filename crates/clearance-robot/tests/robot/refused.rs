//! Links and joints that are no robot, and values that are no configuration: refused by name.

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::index::Threads;
use clearance_robot::{
    InvalidRobot, Joint, JointFault, JointKind, Link, LinkShape, Mimic, Obstacles, Robot, RobotError,
};

use crate::made;

fn links(names: &[&str]) -> Vec<Link> {
    names.iter().map(|name| made::link(name, vec![])).collect()
}

fn turn(name: &str, ends: [&str; 2]) -> Joint {
    made::joint(name, JointKind::Revolute, ends, Pose::IDENTITY, DVec3::Z)
}

fn refused(names: &[&str], joints: Vec<Joint>) -> InvalidRobot {
    Robot::new("refused", links(names), joints).unwrap_err()
}

#[test]
fn what_is_no_tree_is_refused() {
    assert_eq!(refused(&[], vec![]), InvalidRobot::NoLinks);
    assert_eq!(refused(&["a", "a"], vec![]), InvalidRobot::SameLink("a".into()));
    assert_eq!(
        refused(&["a", "b"], vec![]),
        InvalidRobot::TwoRoots(["a".into(), "b".into()])
    );
    let twice = vec![turn("x", ["a", "b"]), turn("x", ["a", "c"])];
    assert_eq!(
        refused(&["a", "b", "c"], twice),
        InvalidRobot::SameJoint("x".into())
    );
    let both = vec![turn("x", ["a", "c"]), turn("y", ["b", "c"])];
    let parents = InvalidRobot::TwoParents {
        link: "c".into(),
        joints: ["x".into(), "y".into()],
    };
    assert_eq!(refused(&["a", "b", "c"], both), parents);
    // b and c move each other, and d hangs below them.
    let circle = vec![
        turn("x", ["c", "b"]),
        turn("y", ["b", "c"]),
        turn("z", ["c", "d"]),
    ];
    assert!(
        matches!(refused(&["a", "b", "c", "d"], circle), InvalidRobot::Cycle(link) if link == "b" || link == "c")
    );
    assert_eq!(
        refused(&["a"], vec![turn("x", ["a", "a"])]),
        InvalidRobot::Cycle("a".into())
    );
    let unknown = refused(&["a", "b"], vec![turn("x", ["a", "elbow"])]);
    assert_eq!(
        unknown.to_string(),
        r#"joints["x"].child: there is no link "elbow""#
    );
}

#[test]
fn joints_with_wrong_numbers_are_refused() {
    let one = |change: &dyn Fn(&mut Joint)| {
        let mut joint = turn("x", ["a", "b"]);
        change(&mut joint);
        match refused(&["a", "b"], vec![joint]) {
            InvalidRobot::Joint { joint, field, fault } => {
                assert_eq!(joint, "x");
                (field, fault)
            }
            other => panic!("{other}"),
        }
    };
    let follow = |name: &str| {
        Some(Mimic {
            joint: name.into(),
            multiplier: 1.0,
            offset: 0.0,
        })
    };
    assert_eq!(one(&|joint| joint.axis = DVec3::ZERO), ("axis", JointFault::Zero));
    assert_eq!(
        one(&|joint| joint.axis.y = f64::NAN),
        ("axis", JointFault::NotFinite)
    );
    assert_eq!(
        one(&|joint| joint.limits = [1.0, 0.0]),
        ("limits", JointFault::Limits)
    );
    assert_eq!(
        one(&|joint| joint.limits[1] = f64::NAN),
        ("limits", JointFault::Limits)
    );
    assert_eq!(
        one(&|joint| joint.origin = joint.origin.scaled(2.0).unwrap()),
        ("origin", JointFault::Scaled)
    );
    assert_eq!(
        one(&|joint| joint.mimic = follow("y")),
        ("mimic", JointFault::UnknownJoint)
    );
    assert_eq!(
        one(&|joint| joint.mimic = follow("x")),
        ("mimic", JointFault::Cycle)
    );
    let nan = Mimic {
        joint: "x".into(),
        multiplier: f64::NAN,
        offset: 0.0,
    };
    assert_eq!(
        one(&|joint| joint.mimic = Some(nan.clone())),
        ("mimic", JointFault::NotFinite)
    );
    let fixed = Joint {
        kind: JointKind::Fixed,
        ..turn("y", ["b", "c"])
    };
    let follower = Joint {
        mimic: follow("y"),
        ..turn("x", ["a", "b"])
    };
    let fault = refused(&["a", "b", "c"], vec![follower, fixed]);
    assert!(
        matches!(
            fault,
            InvalidRobot::Joint {
                field: "mimic",
                fault: JointFault::Fixed,
                ..
            }
        ),
        "{fault}"
    );
}

#[test]
fn a_link_without_an_end_is_refused() {
    let plane = LinkShape {
        shape: Shape::half_space(DVec3::Z, 0.0).unwrap(),
        pose: Pose::IDENTITY,
    };
    let error = Robot::new("plane", vec![made::link("a", vec![plane])], vec![]).unwrap_err();
    assert_eq!(error.to_string(), r#"links["a"].shapes[0]: has no end"#);
}

#[test]
fn values_that_are_no_configuration_are_refused() {
    let ball = LinkShape {
        shape: Shape::sphere(1.0).unwrap(),
        pose: Pose::IDENTITY,
    };
    let slide = Joint {
        kind: JointKind::Prismatic,
        ..turn("y", ["b", "c"])
    };
    let links = vec![
        made::link("a", vec![]),
        made::link("b", vec![]),
        made::link("c", vec![ball]),
    ];
    let mut robot = Robot::new("robot", links, vec![turn("x", ["a", "b"]), slide]).unwrap();
    let error = |q: &[f64]| robot.at(q).unwrap_err();
    assert_eq!(
        error(&[0.0]),
        RobotError::WrongCount {
            field: "q",
            expected: 2,
            got: 1
        }
    );
    let not_finite = error(&[0.0, f64::NAN]);
    assert_eq!(
        not_finite,
        RobotError::NotFinite {
            field: "q",
            index: 1,
            joint: "y".into()
        }
    );
    assert_eq!(not_finite.to_string(), r#"q[1]: the value of "y" must be finite"#);
    assert!(matches!(error(&[0.0, 1e200]), RobotError::TooFar { link, .. } if link == "c"));
    assert!(
        robot.at(&[1e300, -1e3]).is_ok(),
        "an angle may be as large as it likes"
    );
    let many = |rows: &[f64]| {
        robot
            .colliding_many(rows, &Obstacles::none(), Threads::All)
            .unwrap_err()
    };
    assert!(matches!(
        many(&[0.0; 3]),
        RobotError::WrongCount {
            field: "configurations",
            ..
        }
    ));
    assert!(
        matches!(many(&[0.0, 0.0, f64::INFINITY, 0.0]), RobotError::NotFinite { index: 2, joint, .. } if joint == "x")
    );
    let unknown = robot.set_asked("a", "wrist", false).unwrap_err();
    assert_eq!(unknown.to_string(), r#"link_b: there is no link "wrist""#);
}
