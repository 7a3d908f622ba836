//! What is sure is so, by the clearance, in which no test in single precision has a part; and nearly all
//! random pairs are sure.

use glam::{DQuat, DVec3};

use super::*;
use crate::math::Pose;
use crate::pair::clearance;
use crate::pair::dice::{BoxContact, Dice, HALF, NEAR};
use crate::shape::{Capsule, Cuboid, Placed, Shape3};

type Ends = [DVec3; 2];

fn check(sure: Option<bool>, a: &Placed<'_, DVec3>, b: &Placed<'_, DVec3>) {
    let truth = clearance(*a, *b).expect("both have an end").distance <= 0.0;
    assert!(sure.is_none_or(|sure| sure == truth), "{a:?} {b:?}");
}

/// Whether a box and a capsule surely meet.
fn box_and_capsule(half: DVec3, pose: &Pose<DVec3>, ends: Ends, radius: f64) -> Option<bool> {
    let cuboid = Cuboid::new(half).expect("a box");
    let capsule = Capsule::new(ends[0], ends[1], radius).expect("a capsule");
    let at = Pose::IDENTITY;
    let sure = box_meets_capsule((&cuboid, &Place::world(pose)), (&capsule, &Place::world(&at)));
    let (a, b) = (Shape3::Box(cuboid), Shape3::Capsule(capsule));
    check(sure, &Placed::new(&a, pose), &Placed::new(&b, &at));
    sure
}

/// How many of 3000 pairs are sure, and how many surely meet.
fn counted(mut next: impl FnMut(&mut Dice, usize) -> Option<bool>) -> [usize; 2] {
    let mut dice = Dice(5);
    let all: Vec<_> = (0..3000).filter_map(|k| next(&mut dice, k)).collect();
    [all.len(), all.iter().filter(|sure| **sure).count()]
}

fn check_counts([sure, meeting]: [usize; 2]) {
    assert!(
        sure > 2980 && (800..2200).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
}

/// Upright, and in a plane of the axes: to a box that is not turned they are parallel.
const SEGMENTS: [Ends; 2] = [
    [DVec3::NEG_Y, DVec3::Y],
    [DVec3::ZERO, DVec3::new(1.0, 0.0, -1.0)],
];

fn turned(dice: &mut Dice, reach: f64, turn: f64) -> Pose<DVec3> {
    let rotation = DQuat::from_scaled_axis(dice.vector() * turn);
    Pose::new(dice.vector() * reach, rotation).expect("a rotation")
}

#[test]
fn boxes_and_capsules_are_sure() {
    for ends in SEGMENTS {
        for turn in [0.0, 1.0] {
            check_counts(counted(|dice, _| {
                box_and_capsule(HALF, &turned(dice, 2.0, turn), ends, 0.3)
            }));
        }
    }
}

/// The bound is an error bound: nearer than rounding nothing is sure, and nothing is wrong.
#[test]
fn nearer_than_rounding_is_not_sure() {
    for nearness in NEAR {
        let [sure, _] = counted(|dice, k| {
            let contact = BoxContact::new(dice, k % 3, nearness);
            let ends = contact.segment(nearness.size);
            box_and_capsule(HALF, &contact.pose, ends, nearness.size)
        });
        assert!(sure < 1500, "{sure}");
    }
    // Sizes of which products vanish, and radii of rounding.
    for (size, radius) in [(1e-25, 1e-25), (1.0, 1e-9)] {
        let [sure, _] = counted(|dice, _| {
            let ends = [dice.vector() * (0.1 * size), dice.vector() * (0.1 * size)];
            box_and_capsule(HALF * size, &Pose::IDENTITY, ends, radius)
        });
        assert_eq!(sure, 0);
    }
}
