//! Doors and threads, in closed form.

use super::*;

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

/// Threads: a ridge of a nut on a ridge of a bolt, apart by 0.05. It goes along its helix with that
/// clearance, and straight down it meets the flank after the gap along the axis.
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
