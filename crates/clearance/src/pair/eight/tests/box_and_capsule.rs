//! Boxes and capsules.

use super::*;

fn boxes_and_capsules(
    boxes: impl FnMut(&mut Dice) -> Placed3,
    capsules: impl FnMut(&mut Dice) -> Placed3,
) -> [usize; 2] {
    boxes_and::<BoxAndCapsule>(row3, boxes, capsules)
}

fn box_nearby(dice: &mut Dice) -> Placed3 {
    turned_box(dice, 0.5)
}

#[test]
fn boxes_and_capsules_are_sure() {
    let turned = |dice: &mut Dice| {
        let ends = [0; 2].map(|_: i32| dice.vector());
        let pose = at(dice.vector() * 1.2).turned(dice.turn()).expect("a rotation");
        (capsule(ends, 0.3 * dice.next().abs() + 0.01), pose)
    };
    check(boxes_and_capsules(box_nearby, turned), 3980);
    // Long ones that pass through the box, or near it.
    let long = |dice: &mut Dice| {
        let ends = [-20.0, 20.0].map(|along| dice.vector() + DVec3::new(along, along, 0.0));
        (capsule(ends, 0.2), at(dice.vector()))
    };
    check(boxes_and_capsules(box_nearby, long), 3980);
}

/// Along an axis of the box or in one of its planes: the distance is the same all along, or its slope 0.
#[test]
fn parallel_boxes_and_capsules_are_sure() {
    let upright = |dice: &mut Dice| (capsule([DVec3::ZERO, DVec3::Y], 0.25), at(dice.vector() * 1.4));
    check(boxes_and_capsules(quarter_turned_box, upright), 3980);
    let slanting = |dice: &mut Dice| {
        let ends = [DVec3::ZERO, DVec3::new(1.0, 0.0, -1.0)];
        (capsule(ends, 0.25), at(dice.vector() * 1.4))
    };
    check(boxes_and_capsules(quarter_turned_box, slanting), 3980);
}

/// As near to touching as a single rounds a center: the error bound is needed. The segment is along a face or
/// across an edge, or an end is at a corner.
#[test]
fn boxes_and_capsules_nearer_than_rounding_are_not_sure() {
    check_near_a_box::<BoxAndCapsule>(|contact, size| capsule(contact.segment(size), size));
}

/// What is thinner than the error bound, and what is of another size than ordinary.
#[test]
fn thin_capsules_and_other_sizes_are_not_sure() {
    let thin = |dice: &mut Dice| {
        let ends = [dice.vector() * 0.05, dice.vector() * 0.05];
        (capsule(ends, 1e-9), Pose::IDENTITY)
    };
    let around = |dice: &mut Dice| (any_box(dice), Pose::IDENTITY);
    assert_eq!(boxes_and_capsules(around, thin), [0, 4000]);
    for size in [1e-12, 1e12] {
        let boxes = |dice: &mut Dice| (cuboid(DVec3::splat(size)), at(dice.vector() * size));
        let sized = |dice: &mut Dice| {
            let ends = [dice.vector() * size, dice.vector() * size];
            (capsule(ends, size), Pose::IDENTITY)
        };
        assert_eq!(boxes_and_capsules(boxes, sized)[0], 0);
    }
}
