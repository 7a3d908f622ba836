//! Ways, against dense sampling of exact answers, refined by bisection.

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance_robot::{
    JointKind, LinkShape, Obstacles, Other, PathContact, PathOutcome, PathSettings, Robot, RobotError,
};
use clearance_testkit::{Hits, Random};

use crate::colliding::{allowed, brute_force};
use crate::made;
use crate::nearest::least;

const SAMPLES: usize = 200;

fn between(from: &[f64], to: &[f64], time: f64) -> Vec<f64> {
    from.iter()
        .zip(to)
        .map(|(a, b)| (1.0 - time) * a + time * b)
        .collect()
}

/// One way, and what it is asked among.
struct Way<'a> {
    robot: &'a Robot,
    obstacles: &'a Obstacles,
    from: &'a [f64],
    to: &'a [f64],
}

impl Way<'_> {
    fn at(&self, time: f64) -> Vec<f64> {
        between(self.from, self.to, time)
    }
    fn is_colliding(&self, time: f64) -> bool {
        self.robot
            .at(&self.at(time))
            .unwrap()
            .is_colliding(self.obstacles)
    }
    /// The first of many times at which something meets, refined to where it begins.
    fn first_sampled(&self) -> Option<f64> {
        let times = (0..=SAMPLES).map(|i| i as f64 / SAMPLES as f64);
        let hit = times.into_iter().find(|&time| self.is_colliding(time))?;
        let (mut free, mut met) = ((hit - 1.0 / SAMPLES as f64).max(0.0), hit);
        for _ in 0..40 {
            let middle = 0.5 * (free + met);
            if self.is_colliding(middle) {
                met = middle
            } else {
                free = middle
            }
        }
        Some(met)
    }
    fn check_contact(&self, contact: &PathContact, tolerance: f64) {
        let PathContact { free_until, time, .. } = *contact;
        assert!(
            0.0 <= free_until && free_until <= time && time <= 1.0,
            "{contact:?}"
        );
        assert!((contact.normal.length() - 1.0).abs() < 1e-12);
        let posture = self.robot.at(&self.at(time)).unwrap();
        let meets = posture.collisions(self.obstacles).contains(&contact.pair);
        assert_eq!(meets, contact.distance == 0.0, "{contact:?}");
        assert!(contact.distance <= tolerance, "{contact:?}");
        // Before it the two are near each other already.
        let before = self.robot.at(&self.at(free_until)).unwrap();
        let near = least(&before, self.obstacles, &allowed(self.robot));
        assert!(near <= 4.0 * tolerance, "{contact:?}: {near}");
    }
    fn check_free(&self, [lower, upper]: [f64; 2], at: f64, accuracy: f64) {
        let asked = allowed(self.robot);
        let clearance = |time: f64| least(&self.robot.at(&self.at(time)).unwrap(), self.obstacles, &asked);
        assert!(
            0.0 < lower && lower <= upper && upper - lower <= accuracy,
            "{lower} {upper}"
        );
        assert!(clearance(at) <= upper + 1e-10);
        for i in 0..=60 {
            let sampled = clearance(f64::from(i) / 60.0);
            assert!(sampled >= lower - 1e-12, "{sampled} at {i} of 60, not {lower}");
        }
    }
}

#[test]
fn ways_agree_with_dense_sampling() {
    let mut random = Random::new(9);
    let mut hits = Hits::default();
    let (tolerance, accuracy) = (1e-5, 0.02);
    let settings = PathSettings {
        tolerance: Some(tolerance),
        accuracy: Some(accuracy),
        ..PathSettings::default()
    };
    let mut cases = 0;
    while cases < 50 {
        let robot = made::robot(&mut random, 4);
        let obstacles = made::around(&made::obstacles(&mut random, 20, 2.8));
        let (from, to) = (
            made::values(&mut random, &robot, 0.5),
            made::values(&mut random, &robot, 0.5),
        );
        let to = between(&from, &to, 0.7);
        let way = Way {
            robot: &robot,
            obstacles: &obstacles,
            from: &from,
            to: &to,
        };
        if way.is_colliding(0.0) {
            let PathOutcome::Contact(contact) =
                robot.path(&from, &to, &obstacles, &settings).unwrap().outcome
            else {
                panic!("a start that collides is a contact");
            };
            let asked = allowed(&robot);
            assert!(
                contact.time == 0.0
                    && brute_force(&robot.at(&from).unwrap(), &obstacles, &asked).contains(&contact.pair)
            );
            continue;
        }
        let report = robot.path(&from, &to, &obstacles, &settings).unwrap();
        let sampled = way.first_sampled();
        match report.outcome {
            PathOutcome::Contact(contact) => {
                way.check_contact(&contact, tolerance);
                assert!(
                    sampled.is_none_or(|time| contact.free_until < time),
                    "{contact:?}: {sampled:?}"
                );
            }
            PathOutcome::Free { clearance, nearest } => {
                assert_eq!(sampled, None);
                match nearest {
                    Some((time, _)) => way.check_free(clearance, time, accuracy),
                    None => assert_eq!(clearance, [f64::INFINITY; 2]),
                }
            }
            PathOutcome::Undecided { .. } => panic!("{} steps", report.steps),
        }
        hits.count(matches!(report.outcome, PathOutcome::Contact(_)));
        cases += 1;
    }
    hits.check("contacts");
}

/// A blade of 2 m that turns by a radian passes a wire of a tenth of a millimetre: it is at the wire for a
/// few hundred-thousandths of the way, which 1000 samples miss nearly always.
#[test]
fn nothing_is_passed_over_that_samples_miss() {
    let blade = LinkShape {
        shape: Shape::cuboid(DVec3::new(1.0, 1e-5, 0.01)).unwrap(),
        pose: Pose::IDENTITY,
    };
    let links = vec![made::link("base", vec![]), made::link("blade", vec![blade])];
    let spin = made::joint(
        "spin",
        JointKind::Continuous,
        ["base", "blade"],
        Pose::IDENTITY,
        DVec3::Z,
    );
    let robot = Robot::new("fan", links, vec![spin]).unwrap();
    let mut random = Random::new(10);
    let mut missed = 0;
    for _ in 0..50 {
        let (angle, radius) = (random.between(0.1, 0.9), random.between(0.2, 0.99));
        let place = DVec3::new(angle.cos() * radius, angle.sin() * radius, 0.0);
        let wire = (Shape::sphere(5e-5).unwrap(), Pose::at(place).unwrap());
        let obstacles = made::around(&[wire]);
        let report = robot
            .path(&[0.0], &[1.0], &obstacles, &PathSettings::default())
            .unwrap();
        let PathOutcome::Contact(contact) = report.outcome else {
            panic!("{angle}: {report:?}");
        };
        // The blade's side is at the wire where its line has turned to within both half widths of it.
        let first = angle - ((5e-5 + 1e-5) / radius).asin();
        assert!((contact.time - first).abs() < 1e-5, "{contact:?}: {first}");
        assert!(contact.free_until <= first + 1e-12);
        assert_eq!(contact.pair.other, Other::Obstacle(0));
        let samples = (0..=1000).map(|i| robot.at(&[f64::from(i) / 1000.0]).unwrap());
        missed += usize::from(
            !samples
                .into_iter()
                .any(|posture| posture.is_colliding(&obstacles)),
        );
    }
    assert!(missed > 25, "{missed} of 50");
}

/// Joints before the link that two chains have in common move neither to the other: a turn of the base,
/// however far, is proved free in one step.
#[test]
fn what_moves_both_links_does_not_count() {
    let ball = |x: f64| LinkShape {
        shape: Shape::sphere(0.1).unwrap(),
        pose: Pose::at(DVec3::X * x).unwrap(),
    };
    let links = vec![
        made::link("base", vec![]),
        made::link("body", vec![]),
        made::link("left", vec![ball(5.0)]),
        made::link("right", vec![ball(5.3)]),
    ];
    let joint = |name: &str, ends| made::joint(name, JointKind::Continuous, ends, Pose::IDENTITY, DVec3::Z);
    let joints = vec![
        joint("turn", ["base", "body"]),
        joint("a", ["body", "left"]),
        joint("b", ["body", "right"]),
    ];
    let robot = Robot::new("twins", links, joints).unwrap();
    let report = robot
        .path(
            &[0.0, 0.0, 0.0],
            &[100.0, 0.0, 0.0],
            &Obstacles::none(),
            &PathSettings::default(),
        )
        .unwrap();
    let PathOutcome::Free {
        clearance: [lower, upper],
        ..
    } = report.outcome
    else {
        panic!("{report:?}");
    };
    assert!(
        (lower - 0.1).abs() < 1e-9 && (upper - 0.1).abs() < 1e-9,
        "{lower} {upper}"
    );
    assert!(report.steps <= 2, "{}", report.steps);
}

/// A ball rolls past another one at a gap that is less than the tolerance: this is called a contact, with its
/// gap. At a finer tolerance it is free.
#[test]
fn a_graze_is_told_by_its_distance() {
    let ball = |radius: f64| LinkShape {
        shape: Shape::sphere(radius).unwrap(),
        pose: Pose::IDENTITY,
    };
    let links = vec![made::link("base", vec![]), made::link("ball", vec![ball(0.5)])];
    let slide = made::joint(
        "slide",
        JointKind::Prismatic,
        ["base", "ball"],
        Pose::at(DVec3::X * -2.0).unwrap(),
        DVec3::X,
    );
    let robot = Robot::new("slide", links, vec![slide]).unwrap();
    let above = made::around(&[(
        Shape::sphere(0.5).unwrap(),
        Pose::at(DVec3::Y * (1.0 + 1e-7)).unwrap(),
    )]);
    let with = |tolerance| PathSettings {
        tolerance: Some(tolerance),
        accuracy: Some(f64::INFINITY),
        ..PathSettings::default()
    };
    let coarse = robot.path(&[0.0], &[4.0], &above, &with(1e-5)).unwrap();
    let PathOutcome::Contact(contact) = coarse.outcome else {
        panic!("{coarse:?}");
    };
    assert!(contact.distance > 0.0 && contact.distance <= 1e-5, "{contact:?}");
    let fine = robot.path(&[0.0], &[4.0], &above, &with(1e-9)).unwrap();
    let PathOutcome::Free {
        clearance: [lower, upper],
        ..
    } = fine.outcome
    else {
        panic!("{fine:?}");
    };
    assert!(
        0.0 < lower && lower <= 1e-7 && upper >= 0.999e-7,
        "{lower} {upper}"
    );
}

/// There are no absolute tolerances: a robot of another size, by a power of two, meets the same things at the
/// same time.
#[test]
fn ways_are_the_same_at_every_scale() {
    let mut random = Random::new(12);
    let mut contacts = 0;
    for case in 0..12 {
        let robot = made::robot(&mut random, 4);
        let shapes = made::obstacles(&mut random, 12, 2.8);
        let (from, to) = (
            made::values(&mut random, &robot, 0.5),
            made::values(&mut random, &robot, 0.5),
        );
        let at_scale = |scale: f64| {
            let pose = |pose: &Pose<DVec3>| {
                let moved = pose.moved_to(pose.position() * scale).unwrap();
                moved.scaled(pose.scale() * scale).unwrap()
            };
            let links = robot.links().iter().cloned().map(|mut link| {
                link.shapes.iter_mut().for_each(|own| own.pose = pose(&own.pose));
                link
            });
            let joints = robot.all_joints().iter().cloned().map(|mut joint| {
                joint.origin = joint.origin.moved_to(joint.origin.position() * scale).unwrap();
                joint.kind = match joint.kind {
                    JointKind::Prismatic => JointKind::Fixed,
                    kind => kind,
                };
                joint.mimic = joint.mimic.filter(|_| joint.kind != JointKind::Fixed);
                joint
            });
            let scaled = Robot::new("scaled", links.collect(), joints.collect()).unwrap();
            let around = shapes.iter().map(|(shape, at)| (shape.clone(), pose(at)));
            let count = scaled.degrees_of_freedom();
            let settings = PathSettings::default();
            let obstacles = Obstacles::new(around.collect());
            let outcome = scaled
                .path(&from[..count], &to[..count], &obstacles, &settings)
                .unwrap()
                .outcome;
            match outcome {
                PathOutcome::Contact(contact) => (contact.time, contact.free_until, contact.distance / scale),
                PathOutcome::Free {
                    clearance: [lower, upper],
                    ..
                } => (2.0, lower / scale, upper / scale),
                PathOutcome::Undecided { free_until } => (3.0, free_until, 0.0),
            }
        };
        let plain = at_scale(1.0);
        contacts += usize::from((0.0..=1.0).contains(&plain.0));
        for power in [-30, -10, 10, 30] {
            assert_eq!(at_scale(2.0_f64.powi(power)), plain, "case {case}, 2^{power}");
        }
    }
    assert!(contacts > 3, "{contacts}");
}

#[test]
fn too_many_steps_are_not_taken() {
    let mut random = Random::new(11);
    let robot = made::robot(&mut random, 4);
    let obstacles = made::around(&[]);
    let (from, to) = (
        made::values(&mut random, &robot, 0.5),
        made::values(&mut random, &robot, 0.5),
    );
    for most_steps in [0, 1, 2, 7] {
        let settings = PathSettings {
            most_steps,
            ..PathSettings::default()
        };
        let report = robot.path(&from, &to, &obstacles, &settings).unwrap();
        assert!(report.steps <= most_steps.max(1), "{report:?}");
    }
    let settings = PathSettings {
        tolerance: Some(f64::NAN),
        ..PathSettings::default()
    };
    let error = robot.path(&from, &to, &obstacles, &settings).unwrap_err();
    assert_eq!(error, RobotError::Setting { field: "tolerance" });
    let error = robot
        .path(&from, &to[1..], &obstacles, &PathSettings::default())
        .unwrap_err();
    assert!(matches!(error, RobotError::WrongCount { field: "to", .. }));
}
