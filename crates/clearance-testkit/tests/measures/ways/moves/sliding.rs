//! What slides along a face, or through a hole that it fits.

use super::*;

/// A block that slides over a table, turns on it, and runs over its edge meets nothing; a bump of a
/// thousandth it meets at its place.
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

/// Two equal blocks face to face, with all other faces in common planes: one that is pressed on is met at
/// once, though no edge crosses a face.
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

/// A drawer with a play of 0.01 in its case: it goes in straight, with that clearance, and not turned by more
/// than the play allows.
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

/// A pin goes through a hole that its facets touch: by the tolerance nothing is met, and exactly the facets
/// meet; with real play and without a tolerance neither.
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
