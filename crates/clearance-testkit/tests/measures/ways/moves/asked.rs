//! Other shapes than meshes, several moves and parts, and what is refused.

use super::*;

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
