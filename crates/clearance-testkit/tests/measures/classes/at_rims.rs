//! Classes where surfaces that face each other are beside each other, or walls are thinner than facets are
//! off. The truth is how the parts were made.

use clearance::Pose;
use clearance::assembly::{Class, Settings, Solid, interference};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance_testkit::revolved::{pin, sleeve};
use clearance_testkit::written::moved;

use crate::assemblies::cuboid;

fn class([a, b]: [&Shape<DVec3>; 2], pose: &Pose<DVec3>) -> Option<Class> {
    let [a, b] = [a, b].map(|shape| Solid::new(shape.clone(), 0.0, 0.0));
    let settings = Settings::default();
    let [found, swapped] = [((&a, pose), (&b, pose)), ((&b, pose), (&a, pose))]
        .map(|(p, q)| interference(p, q, &settings).map(|found| found.class));
    assert_eq!(found, swapped);
    found
}

fn poses() -> [Pose<DVec3>; 2] {
    let turn = DQuat::from_rotation_arc(DVec3::Z, DVec3::new(0.3, -0.5, 0.8).normalize());
    [
        Pose::IDENTITY,
        Pose::new(DVec3::new(4.0, 5.0, 6.0), turn).expect("finite"),
    ]
}

/// A block above the end of a rod, whose side is over the rod's wall in a line, though the wall's surface
/// goes on beyond it: contact. Sunk by a hundredth of the rod's radius it interferes by 0.05, less than
/// facets are off.
///
/// A point of the line counted as one over both faces, so that what slides over a round rim was said to
/// interfere.
#[test]
fn a_block_over_a_rim() {
    for sides in [13, 20, 40] {
        let rod = pin(10.0, [-20.0, 0.0], sides, 0.25);
        let hole = sleeve([10.0, 30.0], [-20.0, 0.0], sides, 0.25);
        for pose in &poses() {
            for angle in [0.0, 0.4, 1.0] {
                let beside = |part: &Shape<DVec3>, low: DVec3, high: DVec3| {
                    let turned = moved(&cuboid(low, high), |p| DQuat::from_rotation_z(angle) * p);
                    class([part, &turned], pose)
                };
                let at = |y: [f64; 2], z: f64| [DVec3::new(-2.0, y[0], z), DVec3::new(2.0, y[1], z + 5.0)];
                for (part, y) in [(&rod, [9.95, 15.0]), (&hole, [-5.0, 10.03])] {
                    let [low, high] = at(y, 0.0);
                    let on = beside(part, low, high);
                    assert_eq!(on, Some(Class::Contact), "{sides} sides, {angle}");
                    let [low, high] = at(y, -0.1);
                    let sunk = beside(part, low, high);
                    assert_eq!(sunk, Some(Class::Interference), "{sides} sides, {angle}");
                }
            }
        }
    }
}

/// Tubes in each other with walls of 0.2, whose facets are off by up to 0.1.
///
/// The outside of the outer one was taken to reach through both walls to the inside of the other.
#[test]
fn thin_tubes_in_each_other() {
    for (sides, phase) in [(22, 0.0), (26, 0.5), (40, 0.3)] {
        let outer = sleeve([9.8, 10.0], [-5.0, 5.0], sides, 0.0);
        for pose in &poses() {
            for (radius, expected) in [
                (9.8, Some(Class::Contact)),
                (9.85, Some(Class::Interference)),
                (9.82, Some(Class::Interference)),
                (9.7, None),
            ] {
                let inner = sleeve([9.6, radius], [-7.0, 7.0], sides, phase);
                assert_eq!(class([&outer, &inner], pose), expected, "{sides} sides, {radius}");
            }
        }
    }
}
