//! What moving parts meet. The truth is closed form, or exact relations sampled densely along the way.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::ControlFlow::{Break, Continue};

use clearance::assembly::{Assembly, Tolerance};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::motion::{Move, MoveReport, PathError, PathReport, Screw, follow};
use clearance::{Placed, Pose, distance, intersects};
use clearance_testkit::cubes::{Cells, mesh_of, random_cells};
use clearance_testkit::revolved::{pin, sleeve};
use clearance_testkit::threads::{Ridge, above, trapezoid};
use clearance_testkit::{Hits, Random};

use crate::assemblies::assembly_of;

fn at(x: f64, y: f64, z: f64) -> Pose<DVec3> {
    Pose::at(DVec3::new(x, y, z)).expect("finite")
}

fn block(x: f64, y: f64, z: f64) -> Shape<DVec3> {
    Shape::cuboid(DVec3::new(x, y, z)).expect("a block")
}

fn followed(assembly: &Assembly, moves: &[Move]) -> Result<PathReport, PathError> {
    follow(assembly, moves, Tolerance::Auto, &|_, _| true, &|| Continue(()))
}

/// What part 0 meets on a screw.
fn of_first(assembly: &Assembly, screw: Screw) -> MoveReport {
    let moves = [Move {
        parts: vec![0],
        screw,
    }];
    let report = followed(assembly, &moves).expect("a valid move");
    assert!(report.moves[0].is_certified);
    report.moves.into_iter().next().expect("one move")
}

/// Perhaps towards something.
fn random_screw(random: &mut Random, away: DVec3) -> Screw {
    let angular = match random.one_in(3) {
        true => DVec3::ZERO,
        false => random.direction::<DVec3>() * random.between(0.2, 4.0),
    };
    Screw {
        about: random.vector(3.0),
        linear: random.vector::<DVec3>(2.0) + away * random.between(0.0, 1.5),
        angular,
    }
}

/// Solids of cubes on screws: not later than any sampled time at which the exact relation says that they meet, and where a meeting is told
/// they are within its bound; the least clearance is that of the samples.
#[test]
fn as_dense_samples() {
    let mut random = Random::new(31);
    let mut hits = Hits::default();
    for case in 0..50 {
        let solid =
            |random: &mut Random| mesh_of(&random_cells(random, 2, 60), |c| DVec3::from(c) - DVec3::ONE);
        let shapes = [solid(&mut random), solid(&mut random)];
        let turn = DQuat::from_rotation_arc(DVec3::Z, random.direction());
        let away: DVec3 = random.direction::<DVec3>() * random.between(3.6, 5.0);
        let poses = [Pose::IDENTITY, Pose::new(away, turn).expect("finite")];
        let screw = random_screw(&mut random, away);
        let [a, b] = shapes.clone();
        let report = of_first(&assembly_of([(a, poses[0]), (b, poses[1])]), screw);
        let placed = |time: f64| screw.pose(&poses[0], time).expect("in range");
        let asked = |time: f64| (placed(time), Placed::new(&shapes[1], &poses[1]));
        let meets = |time: f64| {
            let (pose, other) = asked(time);
            intersects(Placed::new(&shapes[0], &pose), other)
        };
        let gap = |time: f64| {
            let (pose, other) = asked(time);
            distance(Placed::new(&shapes[0], &pose), other)
        };
        let steps = 200;
        let times = || (0..=steps).map(|i| f64::from(i) / f64::from(steps));
        let sampled = times().find(|&time| meets(time));
        let first = report.contacts.first();
        hits.count(first.is_some());
        match (first, sampled) {
            (Some(contact), sampled) => {
                assert!(
                    sampled.is_none_or(|time| contact.time <= time),
                    "case {case}: late"
                );
                assert!(
                    gap(contact.time) < 1e-9,
                    "case {case}: {} apart",
                    gap(contact.time)
                );
                let least = report.least_clearance.expect("another part");
                assert_eq!((least.value, least.time), (0.0, contact.time));
            }
            (None, None) => {
                let least = report.least_clearance.expect("another part");
                let of_samples = times().map(gap).fold(f64::INFINITY, f64::min);
                assert!(
                    least.value <= of_samples + least.within,
                    "case {case}: {least:?} {of_samples}"
                );
                assert!((gap(least.time) - least.value).abs() < 1e-9, "case {case}");
                assert!(least.within <= 1e-3 * least.value + 1e-7);
            }
            (None, Some(time)) => panic!("case {case}: a meeting at {time} was passed over"),
        }
    }
    hits.check("solids on screws");
}

/// A block that slides over a table, turns on it, and runs over its edge meets nothing; a bump of a thousandth it meets at its place.
#[test]
fn what_slides_meets_nothing() {
    let table = || (block(10.0, 10.0, 1.0), at(0.0, 0.0, -1.0));
    let cube = || (block(1.0, 1.0, 1.0), at(0.0, 0.0, 1.0));
    let along = Screw::straight(DVec3::new(14.0, 3.0, 0.0));
    let turning = Screw {
        about: DVec3::new(0.5, 0.2, 0.0),
        linear: DVec3::X * 4.0,
        angular: DVec3::Z * 9.0,
    };
    for screw in [along, turning, Screw::straight(DVec3::Z * 3.0)] {
        let report = of_first(&assembly_of([cube(), table()]), screw);
        assert!(report.contacts.is_empty(), "{screw:?} {report:?}");
        assert_eq!(report.least_clearance.map(|least| least.value), Some(0.0));
    }
    // Into the table, and against a bump on it.
    for down in [1e-6, 0.1] {
        let report = of_first(
            &assembly_of([cube(), table()]),
            Screw::straight(DVec3::new(3.0, 0.0, -down)),
        );
        assert_eq!(report.contacts.len(), 1, "{down}");
        assert!(report.contacts[0].time < 1e-5, "{report:?}");
    }
    let bump = || (block(0.5, 0.5, 0.001), at(5.5, 0.0, 0.0));
    let report = of_first(
        &assembly_of([cube(), table(), bump()]),
        Screw::straight(DVec3::X * 8.0),
    );
    let contact = report.contacts[0];
    assert_eq!((report.contacts.len(), contact.with), (1, 2));
    assert!(
        (contact.time - 0.5).abs() < 1e-9 && contact.normal.distance(DVec3::X) < 1e-9,
        "{contact:?}"
    );
}

/// Two equal blocks face to face, with all other faces in common planes: one that is pressed on is met at once, though no edge
/// crosses a face.
#[test]
fn aligned_blocks_do_not_pass_through_each_other() {
    let cube = || block(1.0, 1.0, 1.0);
    for apart in [0.0, 0.5] {
        let assembly = assembly_of([(cube(), Pose::IDENTITY), (cube(), at(2.0 + apart, 0.0, 0.0))]);
        let report = of_first(&assembly, Screw::straight(DVec3::X * 5.0));
        assert_eq!(report.contacts.len(), 1, "{apart}");
        assert!((report.contacts[0].time - apart / 5.0).abs() < 1e-9);
        let back = of_first(&assembly, Screw::straight(DVec3::X * -5.0));
        assert!(back.contacts.is_empty(), "{back:?}");
    }
}

/// A drawer with a play of 0.01 in its case: it goes in straight, with that clearance, and not turned by more than the play allows.
#[test]
fn a_drawer_with_play() {
    let cells = |keep: &dyn Fn(i32, i32, i32) -> bool| {
        let all = (-4..4).flat_map(|x| (-3..3).flat_map(move |y| (-2..2).map(move |z| [x, y, z])));
        all.filter(|&[x, y, z]| keep(x, y, z)).collect::<Cells>()
    };
    // Open at +x.
    let case = cells(&|x, y, z| x == -4 || !(-2..2).contains(&y) || !(-1..1).contains(&z));
    let case = mesh_of(&case, DVec3::from);
    let play = 0.01;
    let drawer = || block(3.0, 2.0 - play, 1.0 - play);
    let outside = |x: f64| Pose::at(DVec3::X * x).expect("finite");
    let assembly = assembly_of([(drawer(), outside(8.0)), (case, Pose::IDENTITY)]);
    let inside = Screw::straight(DVec3::X * -7.0 + DVec3::X * play);
    let report = of_first(&assembly, inside);
    assert!(report.contacts.is_empty(), "{report:?}");
    let least = report.least_clearance.expect("a case");
    assert!(
        (least.value - play).abs() <= least.within && least.within <= 1e-3 * play,
        "{least:?}"
    );
    // Pushed too far it meets the back; lifted by more than the play the front.
    let report = of_first(&assembly, Screw::straight(DVec3::X * -8.0));
    assert!((report.contacts[0].time - 1.0).abs() < 1e-9, "{report:?}");
    let report = of_first(&assembly, Screw::straight(DVec3::new(-7.0, 0.0, 0.0201)));
    assert_eq!(report.contacts.len(), 1);
    let expected = play / 0.0201;
    assert!(
        (report.contacts[0].time - expected).abs() < 1e-6,
        "{report:?} {expected}"
    );
}

/// A pin goes through a hole that its facets touch: by the tolerance nothing is met, and exactly the facets meet; with real play and without
/// a tolerance neither.
#[test]
fn pins_go_through_round_holes() {
    let pin_at = |radius: f64| (pin(radius, [-2.0, 2.0], 20, 0.3), at(0.0, 0.0, 10.0));
    let hole = || (sleeve([10.0, 20.0], [-3.0, 3.0], 31, 0.0), Pose::IDENTITY);
    let down = Screw::straight(DVec3::Z * -20.0);
    let report = of_first(&assembly_of([pin_at(10.0), hole()]), down);
    assert!(report.contacts.is_empty(), "{report:?}");
    let too_thick = of_first(&assembly_of([pin_at(10.3), hole()]), down);
    assert_eq!(too_thick.contacts.len(), 1);
    assert!(
        (too_thick.contacts[0].time - 5.0 / 20.0).abs() < 0.02,
        "{too_thick:?}"
    );
    // By less than the facets are off: the surfaces tell.
    for (radius, meets) in [(10.01, true), (9.99, false)] {
        let report = of_first(&assembly_of([pin_at(radius), hole()]), down);
        assert_eq!(!report.contacts.is_empty(), meets, "{radius}: {report:?}");
        assert!(
            report
                .contacts
                .iter()
                .all(|contact| (0.2..0.35).contains(&contact.time)),
            "{report:?}"
        );
    }
    let moves = [Move {
        parts: vec![0],
        screw: down,
    }];
    for (radius, meets) in [(10.0, true), (9.8, false)] {
        let assembly = assembly_of([pin_at(radius), hole()]);
        let exactly = follow(&assembly, &moves, Tolerance::Length(0.0), &|_, _| true, &|| {
            Continue(())
        });
        assert_eq!(
            !exactly.expect("valid").moves[0].contacts.is_empty(),
            meets,
            "{radius}"
        );
    }
    // It turns in its hole, where the facets of both slide over each other.
    let turning = Screw {
        about: DVec3::ZERO,
        linear: DVec3::ZERO,
        angular: DVec3::Z * TAU,
    };
    let inside = assembly_of([(pin(10.0, [-3.0, 3.0], 20, 0.3), Pose::IDENTITY), hole()]);
    assert!(of_first(&inside, turning).contacts.is_empty());
}

/// A door turns about its hinge: it meets what stands in its way at an angle in closed form.
#[test]
fn a_door_turns_about_its_hinge() {
    // From x = 0 to 4, hinge at the origin.
    let door = (block(2.0, 0.05, 3.0), at(2.0, 0.0, 0.0));
    // A post whose face is the plane x = -1 … at y from 2.
    let post = (block(0.5, 0.5, 3.0), at(0.0, 3.5, 0.0));
    let screw = Screw {
        about: DVec3::ZERO,
        linear: DVec3::ZERO,
        angular: DVec3::Z * FRAC_PI_2,
    };
    let report = of_first(&assembly_of([door, post]), screw);
    // The corner (0.5, 3) is met by the line y' = 0.05 of the door: its distance from the hinge is r.
    let corner = DVec3::new(0.5, 3.0, 0.0);
    let angle = corner.y.atan2(corner.x) - (0.05 / corner.length()).asin();
    let contact = report.contacts[0];
    assert!(
        (contact.time - angle / FRAC_PI_2).abs() < 1e-9,
        "{contact:?} {}",
        angle / FRAC_PI_2
    );
    assert!((contact.point - corner).truncate().length() < 1e-8);
}

/// Balls, cylinders and half-spaces are swept: about their own positions and about other points.
#[test]
fn shapes_without_facets() {
    let ball = || Shape::sphere(1.0).expect("a ball");
    let straight = of_first(
        &assembly_of([(ball(), Pose::IDENTITY), (ball(), at(6.0, 0.0, 0.0))]),
        Screw::straight(DVec3::X * 8.0),
    );
    assert!((straight.contacts[0].time - 0.5).abs() < 1e-9);
    // Around the origin at radius 5, towards a ball a third of a turn ahead.
    let arc = Screw {
        about: DVec3::ZERO,
        linear: DVec3::ZERO,
        angular: DVec3::Z * TAU,
    };
    let angle: f64 = 2.0;
    let there = at(5.0 * angle.cos(), 5.0 * angle.sin(), 0.0);
    let report = of_first(&assembly_of([(ball(), at(5.0, 0.0, 0.0)), (ball(), there)]), arc);
    let expected = (angle - 2.0 * (1.0_f64 / 5.0).asin()) / TAU;
    assert!(
        (report.contacts[0].time - expected).abs() < 1e-6,
        "{report:?} {expected}"
    );
    let passes = of_first(
        &assembly_of([
            (ball(), Pose::IDENTITY),
            (block(1.0, 1.0, 1.0), at(4.0, 2.5, 0.0)),
        ]),
        Screw::straight(DVec3::X * 8.0),
    );
    let least = passes.least_clearance.expect("a block");
    assert!(
        passes.contacts.is_empty() && (least.value - 0.5).abs() < 1e-3,
        "{least:?}"
    );
}

/// Moves follow each other, and several parts move as one; what has moved stays there.
#[test]
fn moves_come_one_after_the_other() {
    let cube = || block(1.0, 1.0, 1.0);
    let assembly = assembly_of([
        (cube(), Pose::IDENTITY),
        (cube(), at(0.0, 2.0, 0.0)),
        (cube(), at(10.0, 2.25, 0.0)),
    ]);
    let straight = |parts: &[usize], by: DVec3| Move {
        parts: parts.to_vec(),
        screw: Screw::straight(by),
    };
    let moves = [
        straight(&[0, 1], DVec3::X * 4.0),
        straight(&[0], DVec3::X * 12.0),
        straight(&[1], DVec3::X * 8.0),
    ];
    let report = followed(&assembly, &moves).expect("valid");
    let contacts: Vec<_> = report.moves.iter().map(|one| one.contacts.len()).collect();
    assert_eq!(contacts, [0, 0, 1]);
    assert!((report.moves[2].contacts[0].time - 0.5).abs() < 1e-9);
    assert_eq!(report.poses[0].position(), DVec3::X * 16.0);
    // The pair moves together: what they are to each other is not asked.
    assert!((report.moves[0].least_clearance.expect("the third").value - 4.0).abs() < 1e-7);
}

/// Parts that interfere at first meet at time 0.
#[test]
fn what_interferes_meets_at_once() {
    let assembly = assembly_of([
        (block(1.0, 1.0, 1.0), Pose::IDENTITY),
        (block(1.0, 1.0, 1.0), at(1.5, 0.0, 0.0)),
    ]);
    let report = of_first(&assembly, Screw::straight(DVec3::X * -4.0));
    assert_eq!(report.contacts[0].time, 0.0);
}

/// Bad moves are refused by number, and a caller may stop.
#[test]
fn bad_moves_are_refused() {
    let assembly = assembly_of([
        (block(1.0, 1.0, 1.0), Pose::IDENTITY),
        (block(1.0, 1.0, 1.0), at(4.0, 0.0, 0.0)),
    ]);
    let one = |parts: &[usize], screw: Screw| Move {
        parts: parts.to_vec(),
        screw,
    };
    let good = one(&[0], Screw::straight(DVec3::Y));
    let ask = |bad: Move| followed(&assembly, &[good.clone(), bad]);
    assert_eq!(
        ask(one(&[], Screw::straight(DVec3::X))),
        Err(PathError::Part { of: 1 })
    );
    assert_eq!(
        ask(one(&[2], Screw::straight(DVec3::X))),
        Err(PathError::Part { of: 1 })
    );
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        assert_eq!(
            ask(one(&[0], Screw::straight(DVec3::X * bad))),
            Err(PathError::Motion { of: 1 })
        );
    }
    let stopped = follow(
        &assembly,
        std::slice::from_ref(&good),
        Tolerance::Auto,
        &|_, _| true,
        &|| Break(()),
    );
    assert_eq!(stopped, Err(PathError::Stopped));
}

/// Threads: a ridge of a nut on a ridge of a bolt, apart by 0.05. It goes along its helix with that clearance, and straight down it meets the
/// flank after the gap along the axis.
#[test]
fn a_thread_is_screwed() {
    let (pitch, gap) = (2.0, 0.05);
    let profile = trapezoid(9.0, [1.0, 0.6], 0.8);
    let ridge = |profile: Vec<(f64, f64)>, turns: f64, start: f64| {
        Ridge {
            profile,
            pitch,
            turns,
            deflection: 0.005,
            start,
        }
        .shape()
    };
    let nut = ridge(above(&profile, pitch, gap), 0.15, 0.6);
    let bolt = ridge(profile.clone(), 0.6, 0.0);
    let assembly = assembly_of([(nut, Pose::IDENTITY), (bolt, Pose::IDENTITY)]);
    let turn = |angle: f64| Screw {
        about: DVec3::ZERO,
        linear: DVec3::Z * (pitch * angle / TAU),
        angular: DVec3::Z * angle,
    };
    let report = of_first(&assembly, turn(1.0));
    assert!(report.contacts.is_empty(), "{report:?}");
    let least = report.least_clearance.expect("a bolt").value;
    assert!((gap - 0.015..=gap).contains(&least), "{least}");
    // With a wrong pitch, and straight down, it meets the flank.
    let wrong = Screw {
        linear: DVec3::Z * (0.6 * pitch / TAU),
        ..turn(1.0)
    };
    assert_eq!(of_first(&assembly, wrong).contacts.len(), 1);
    let lift = above(&profile, pitch, gap)[0].1 - profile[3].1;
    let report = of_first(&assembly, Screw::straight(-DVec3::Z));
    let time = report.contacts[0].time;
    assert!((time - lift).abs() < 0.02, "{time} {lift}");
}

/// A scene scaled by a power of two: the same times, bit by bit.
///
/// At 1e-110 a block met the floor that it slid on, and places at 1e110 were not numbers: products of four lengths are no floats there.
#[test]
fn the_same_at_every_scale() {
    let mut random = Random::new(32);
    let mut hits = Hits::default();
    for case in 0..50 {
        let cells = [random_cells(&mut random, 2, 60), random_cells(&mut random, 2, 60)];
        let away: DVec3 = random.direction::<DVec3>() * random.between(3.6, 5.0);
        let screw = random_screw(&mut random, away);
        let report = |scale: f64| {
            let shapes = cells
                .each_ref()
                .map(|cells| mesh_of(cells, |c| (DVec3::from(c) - DVec3::ONE) * scale));
            let [a, b] = shapes;
            let there = Pose::at(away * scale).expect("in range");
            let screw = Screw {
                about: screw.about * scale,
                linear: screw.linear * scale,
                angular: screw.angular,
            };
            of_first(&assembly_of([(a, Pose::IDENTITY), (b, there)]), screw)
        };
        let usual = report(1.0);
        let exponent = if case % 2 == 0 { 20 } else { 380 };
        for scale in [2.0_f64.powi(-exponent), 2.0_f64.powi(exponent)] {
            let scaled = report(scale);
            let times = |report: &MoveReport| report.contacts.first().map(|contact| contact.time);
            assert_eq!(times(&scaled), times(&usual));
            let least = |report: &MoveReport| report.least_clearance.expect("another part").value;
            assert_eq!(least(&scaled), least(&usual) * scale);
        }
        hits.count(!usual.contacts.is_empty());
    }
    hits.check("scaled scenes");
}

/// Plates of 3,200 facets lie on each other, and one slides. However short a time, some 40,000 pairs of facets touch.
///
/// It did not end: a window with more than 32,768 pairs was halved until it was as short as a rounding.
#[test]
fn many_facets_in_contact() {
    let cells = |z: i32| -> Cells { (0..40).flat_map(|x| (0..40).map(move |y| [x, y, z])).collect() };
    let plate = |z: i32| (mesh_of(&cells(z), DVec3::from), Pose::IDENTITY);
    let assembly = assembly_of([plate(1), plate(0)]);
    let moves = [Move {
        parts: vec![0],
        screw: Screw::straight(DVec3::X * 1.5),
    }];
    let as_facets = Tolerance::Length(0.0);
    let report = follow(&assembly, &moves, as_facets, &|_, _| true, &|| Continue(())).expect("a valid move");
    assert!(report.moves[0].contacts.is_empty() && report.moves[0].is_certified);
}
