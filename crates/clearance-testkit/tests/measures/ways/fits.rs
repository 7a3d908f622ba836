//! Ways of parts that hold each other by their form: keys, clips, shapes without facets in holes of facets,
//! files of few digits. The truth is how they were made.

use std::ops::ControlFlow::Continue;

use clearance::Pose;
use clearance::assembly::{AXES, Assembly, Tolerance};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::motion::{Move, MoveReport, Screw, follow};
use clearance_testkit::Random;
use clearance_testkit::fits::{Clip, HALF_WIDTH, Keyed};
use clearance_testkit::revolved::{pin, sleeve};
use clearance_testkit::written::{Written, as_written, moved, parts_of};

use crate::assemblies::{assembly_of, cuboid, in_place, removal_of};
use crate::mesh::shapes::{joined, mesh};

/// What parts meet on a screw.
fn moved_by(assembly: &Assembly, parts: &[usize], screw: Screw) -> MoveReport {
    let moves = [Move {
        parts: parts.to_vec(),
        screw,
    }];
    let report = follow(assembly, &moves, Tolerance::Auto, &|_, _| true, &|| Continue(()));
    let one = report.expect("a valid move").moves.remove(0);
    assert!(one.is_certified);
    one
}

fn turn(angle: f64) -> Screw {
    Screw {
        about: DVec3::ZERO,
        linear: DVec3::ZERO,
        angular: DVec3::Z * angle,
    }
}

/// A key leaves along its keyways alone, and the hub too. A hub and its key that turn on the shaft meet the
/// wall of its keyway when they have used up the play.
#[test]
fn a_key_in_its_keyways() {
    for (play, sides) in [(0.0, 60), (0.01, 60), (0.05, 120)] {
        let keyed = Keyed { sides, play };
        let [length, short] = [[-15.0, 15.0], [-5.0, 5.0]];
        let assembly = in_place([keyed.shaft(length), keyed.hub(short), keyed.key(short)]);
        let removal = removal_of(&assembly, &AXES);
        let of = |part: usize| (0..4).map(|d| removal.blockers(part, d)).collect::<Vec<_>>();
        // The shaft leaves the key behind where its keyway is open.
        assert_eq!(of(0), [&[1, 2][..], &[1], &[1, 2], &[1, 2]], "{play}");
        assert_eq!(of(1), [&[0, 2]; 4], "{play}");
        assert_eq!(of(2), [&[1][..], &[0, 1], &[0, 1], &[0, 1]], "{play}");
        for part in 0..3 {
            assert!(
                (4..6).all(|d| removal.blockers(part, d).is_empty()),
                "{play}: {part}"
            );
        }
        let slides = moved_by(&assembly, &[2], Screw::straight(DVec3::Z * 30.0));
        assert!(slides.contacts.is_empty(), "{play}: {slides:?}");
        let report = moved_by(&assembly, &[1, 2], turn(0.02));
        let contact = report.contacts.first().expect("the keyway's wall");
        assert_eq!((contact.part, contact.with), (2, 0));
        // The mouth's edge, seen from the key, is as high as the key's side.
        let edge = Keyed::mouth().hypot(HALF_WIDTH);
        let angle = (HALF_WIDTH / edge).asin() - ((HALF_WIDTH - play) / edge).asin();
        let deflection = 10.0 * (1.0 - (std::f64::consts::PI / f64::from(sides)).cos());
        let late = contact.time * 0.02 - angle;
        assert!(
            (-1e-9..2.5 * deflection / 7.0).contains(&late),
            "{play}: {late} late"
        );
    }
}

/// A clip is caught by its lips when it is pulled, after its play; it slides off along the rail, and bent
/// open it comes off upwards.
#[test]
fn a_clip_on_a_rail() {
    for play in [0.0, 0.01, 0.1] {
        let snapped = Clip { play, lip: 0.75 };
        let assembly = in_place([snapped.clip(), Clip::rail()]);
        let removal = removal_of(&assembly, &AXES);
        let blocked: Vec<_> = (0..6).map(|d| removal.blockers(0, d).len()).collect();
        assert_eq!(blocked, [1, 1, 0, 0, 1, 1], "{play}");
        let pulled = moved_by(&assembly, &[0], Screw::straight(DVec3::Z * 2.0));
        assert!(
            (pulled.contacts[0].time - play / 2.0).abs() < 1e-9,
            "{play}: {pulled:?}"
        );
        let slid = moved_by(&assembly, &[0], Screw::straight(DVec3::Y * -9.0));
        assert!(slid.contacts.is_empty(), "{play}: {slid:?}");
        let bent = in_place([Clip { play, lip: 0.0 }.clip(), Clip::rail()]);
        assert_eq!(removal_of(&bent, &AXES).blockers(0, 4).len(), 0);
        let lifted = moved_by(&bent, &[0], Screw::straight(DVec3::Z * 9.0));
        assert!(lifted.contacts.is_empty(), "{play}: {lifted:?}");
    }
}

/// A cylinder without facets cuts those of its hole. It slides in it and turns, a thicker one does not enter,
/// and sideways it is held.
///
/// Both were wrong: `follow` said that the cylinder meets its hole at once, and `removal` that it leaves
/// sideways, since an overlap at the start was passed over while the motion parts the one facet that it is
/// deepest in.
#[test]
fn a_cylinder_in_a_hole_of_facets() {
    let along_z = DQuat::from_rotation_arc(DVec3::Y, DVec3::Z);
    let cylinder = |radius: f64, z: f64| {
        let shape = Shape::cylinder(4.0, radius).expect("a cylinder");
        (shape, Pose::new(DVec3::Z * z, along_z).expect("finite"))
    };
    let hole = || (sleeve([10.0, 20.0], [-3.0, 3.0], 17, 0.0), Pose::IDENTITY);
    let inside = assembly_of([cylinder(10.0, 0.0), hole()]);
    let removal = removal_of(&inside, &AXES);
    for part in [0, 1] {
        let blocked: Vec<_> = (0..6).map(|d| removal.blockers(part, d).len()).collect();
        assert_eq!(blocked, [1, 1, 1, 1, 0, 0]);
    }
    for screw in [Screw::straight(DVec3::Z * 20.0), turn(3.0)] {
        let report = moved_by(&inside, &[0], screw);
        assert!(report.contacts.is_empty(), "{report:?}");
    }
    for (radius, meets) in [(10.0, false), (10.2, true)] {
        let above = assembly_of([cylinder(radius, 12.0), hole()]);
        let report = moved_by(&above, &[0], Screw::straight(DVec3::Z * -20.0));
        assert_eq!(report.contacts.len(), usize::from(meets), "{radius}: {report:?}");
        for contact in &report.contacts {
            assert!((contact.time - 0.25).abs() < 1e-9, "{contact:?}");
        }
        assert_eq!(
            removal_of(&above, &AXES).blockers(0, 5).len(),
            usize::from(meets),
            "{radius}"
        );
    }
    // Above, a ledge stands in its way by less than the facets of the hole explain.
    let ledge = cuboid(DVec3::new(9.95, -3.0, 6.0), DVec3::new(20.0, 3.0, 8.0));
    let with_ledge = mesh(joined(&[parts_of(&hole().0), parts_of(&ledge)])).into();
    let under = assembly_of([cylinder(10.0, 0.0), (with_ledge, Pose::IDENTITY)]);
    assert_eq!(
        [4, 5].map(|d| removal_of(&under, &AXES).blockers(0, d).len()),
        [1, 0]
    );
    // Nor does it leave its hole sideways.
    let report = moved_by(&inside, &[0], Screw::straight(DVec3::X * 2.0));
    assert_eq!(report.contacts.len(), 1);
    assert!(report.contacts[0].time < 1e-6, "{report:?}");
}

/// Shapes without facets that lie on flat faces slide along them, and meet what stands in the way.
#[test]
fn balls_and_cylinders_slide_on_a_table() {
    let table = || Shape::cuboid(DVec3::new(10.0, 10.0, 1.0)).expect("a table");
    let at = |x: f64, y: f64, z: f64| Pose::at(DVec3::new(x, y, z)).expect("finite");
    let lying = [
        Shape::sphere(1.0).expect("a ball"),
        Shape::cylinder(2.0, 1.0).expect("a cylinder"),
        Shape::capsule(DVec3::Y * -2.0, DVec3::Y * 2.0, 1.0).expect("a capsule"),
    ];
    for shape in lying {
        let wall = (table(), at(15.0, 0.0, 1.0));
        let assembly = assembly_of([(shape, at(0.0, 0.0, 1.0)), (table(), at(0.0, 0.0, -1.0)), wall]);
        let report = moved_by(&assembly, &[0], Screw::straight(DVec3::X * 8.0));
        let met: Vec<_> = report.contacts.iter().map(|contact| contact.with).collect();
        assert_eq!(met, [2], "{report:?}");
        assert!((report.contacts[0].time - 0.5).abs() < 1e-9, "{report:?}");
        let pressed = moved_by(&assembly, &[0], Screw::straight(DVec3::new(3.0, 0.0, -0.1)));
        assert_eq!(pressed.contacts[0].with, 1, "{pressed:?}");
    }
}

/// Rods that pass each other with an overlap of 0.05, of which their facets show nothing; with a gap of 0.05
/// they do not meet. A box that slides over a plate passes a hole, whose wall ends below it.
///
/// Facets that do not overlap were not looked at. The box met the plate: see `classes_at_rims`.
#[test]
fn surfaces_bulge_out_of_facets() {
    let along_x = DQuat::from_rotation_arc(DVec3::Z, DVec3::X);
    for (sides, phase) in [(11, 0.0), (14, 0.25)] {
        for (apart, meets) in [(9.95, true), (9.997, true), (10.05, false)] {
            let rod = |y: f64, z: f64, phase: f64| {
                let pose = Pose::new(DVec3::new(0.0, y, z), along_x).expect("finite");
                (pin(5.0, [-20.0, 20.0], sides, phase), pose)
            };
            let rods = assembly_of([rod(0.0, 0.0, phase), rod(apart, 20.0, 0.3)]);
            let removal = removal_of(&rods, &AXES);
            let of_first: Vec<_> = (4..6).map(|d| removal.blockers(0, d).len()).collect();
            assert_eq!(of_first, [usize::from(meets), 0], "{sides} sides, {apart}");
            let report = moved_by(&rods, &[0], Screw::straight(DVec3::Z * 40.0));
            assert_eq!(
                report.contacts.len(),
                usize::from(meets),
                "{sides} sides, {apart}"
            );
            for contact in &report.contacts {
                let expected = (20.0 - (100.0 - apart * apart).sqrt()) / 40.0;
                assert!((contact.time - expected).abs() < 1e-4, "{contact:?} {expected}");
            }
        }
        // A block over the rod's end: on its way down it cuts the wall by 0.05.
        let rod = pin(10.0, [-10.0, 0.0], sides + 3, phase);
        let block = Shape::cuboid(DVec3::new(3.0, 2.5, 5.0)).expect("a block");
        let above = Pose::at(DVec3::new(0.0, 9.95 + 2.5, 5.0)).expect("finite");
        let removal = removal_of(&assembly_of([(block, above), (rod, Pose::IDENTITY)]), &AXES);
        let of_block: Vec<_> = (0..6).map(|d| removal.blockers(0, d).len()).collect();
        assert_eq!(of_block, [0, 0, 0, 0, 0, 1], "{sides} sides");
        let plate = sleeve([4.0, 30.0], [-2.0, 0.0], 2 * sides, phase);
        let slider = Shape::cuboid(DVec3::new(3.0, 2.0, 1.0)).expect("a block");
        for angle in [0.0, 0.3] {
            let pose = Pose::new(DVec3::new(-12.0, 0.5, 1.0), DQuat::from_rotation_z(angle)).expect("finite");
            let assembly = assembly_of([(slider.clone(), pose), (plate.clone(), Pose::IDENTITY)]);
            let slid = moved_by(&assembly, &[0], Screw::straight(DVec3::X * 24.0));
            assert!(slid.contacts.is_empty(), "{sides} sides: {slid:?}");
        }
    }
}

/// Sheets with a round hole that stand far apart: the ones above are in the way of those below.
///
/// Where they overlap was asked at an eighth of the way from its end at most: at that place thin sheets far
/// apart do not.
#[test]
fn thin_sheets_far_apart() {
    for (thick, away) in [(0.3, 10.0), (0.05, 2.0), (0.5, 100.0)] {
        for (sides, shift) in [(20, 5.0), (60, 0.0)] {
            let sheet = |low: f64| sleeve([10.0, 30.0], [low, low + thick], sides, 0.0);
            let above = (
                sheet(0.0),
                Pose::at(DVec3::new(shift, 0.0, away)).expect("finite"),
            );
            let removal = removal_of(&assembly_of([(sheet(0.0), Pose::IDENTITY), above]), &AXES);
            for (part, up) in [(0, 1), (1, 0)] {
                let blocked: Vec<_> = (0..6).map(|d| removal.blockers(part, d).len()).collect();
                assert_eq!(
                    blocked,
                    [0, 0, 0, 0, up, 1 - up],
                    "{thick} thick, {away} away: part {part}"
                );
            }
        }
    }
}

/// Blocks on a slanted plane as a file of six digits holds them: what lies on it slides along it, and what is
/// pressed into it by more than the digits say meets it.
///
/// The class knew how exactly numbers were written, the way did not: such blocks met at time 0.
#[test]
fn files_of_few_digits() {
    let mut random = Random::new(29);
    for case in 0..20 {
        let turn = DQuat::from_rotation_arc(DVec3::Z, random.direction());
        let corner: DVec3 = random.vector(40.0);
        let placed = |center: DVec3, half: DVec3| {
            let mesh = cuboid(center - half, center + half);
            as_written(&moved(&mesh, |p| turn * p + corner), Written::Digits(6))
        };
        let assembly = in_place([
            placed(DVec3::new(0.0, 0.0, 1.0), DVec3::ONE),
            placed(DVec3::new(1.0, 0.0, -1.0), DVec3::new(8.0, 8.0, 1.0)),
        ]);
        let slid = moved_by(&assembly, &[0], Screw::straight(turn * DVec3::new(3.0, 1.0, 0.0)));
        assert!(slid.contacts.is_empty(), "case {case}: {slid:?}");
        let pressed = moved_by(
            &assembly,
            &[0],
            Screw::straight(turn * DVec3::new(3.0, 1.0, -0.1)),
        );
        assert_eq!(pressed.contacts.len(), 1, "case {case}");
        assert!(pressed.contacts[0].time < 0.02, "case {case}: {pressed:?}");
    }
}

/// Two pins in one mesh that overlap each other: what they have in common with a hole of facets cannot be
/// told. So the hole holds them, and their way is not certified.
///
/// Such a pair counted as free, and its way as certified.
#[test]
fn what_is_unanswered_is_not_free() {
    let pins = [[-9.0, -3.0], [-5.0, -1.0]].map(|ends| parts_of(&pin(10.0, ends, 30, 0.3)));
    let crossing = mesh(joined(&pins)).into();
    let assembly = in_place([crossing, sleeve([10.0, 20.0], [2.0, 6.0], 47, 0.0)]);
    assert_eq!(removal_of(&assembly, &AXES).blockers(0, 4), [1]);
    let moves = [Move {
        parts: vec![0],
        screw: Screw::straight(DVec3::Z * 20.0),
    }];
    let report = follow(&assembly, &moves, Tolerance::Auto, &|_, _| true, &|| Continue(()));
    assert!(!report.expect("a valid move").moves[0].is_certified);
}

/// Rods side by side, flat sides towards each other: their facets stay apart, and so do the boxes around
/// them, but their surfaces do not.
///
/// Pairs whose boxes stay apart were not looked at.
#[test]
fn surfaces_meet_though_boxes_do_not() {
    for (apart, meets) in [(19.8, true), (20.01, false)] {
        let rod = |low: f64| pin(10.0, [low, low + 10.0], 12, 0.5);
        let beside = Pose::at(DVec3::X * apart).expect("finite");
        let rods = assembly_of([(rod(-20.0), beside), (rod(0.0), Pose::IDENTITY)]);
        let report = moved_by(&rods, &[0], Screw::straight(DVec3::Z * 15.0));
        let times: Vec<f64> = report.contacts.iter().map(|contact| contact.time).collect();
        assert_eq!(times.len(), usize::from(meets), "{apart}: {report:?}");
        assert!(
            times.iter().all(|time| (time * 15.0 - 10.0).abs() < 0.5),
            "{apart}: {times:?}"
        );
    }
}
