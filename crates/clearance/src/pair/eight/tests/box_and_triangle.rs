//! Boxes and triangles.

use super::*;

fn boxes_and_triangles(
    boxes: impl FnMut(&mut Dice) -> Placed3,
    triangles: impl FnMut(&mut Dice) -> Placed3,
) -> [usize; 2] {
    boxes_and::<BoxAndTriangle>(row3, boxes, triangles)
}

fn triangle(corners: [DVec3; 3]) -> Shape3<DVec3> {
    Shape3::triangle(corners).expect("finite")
}

fn box_nearby(dice: &mut Dice) -> Placed3 {
    turned_box(dice, 0.5)
}

fn any_corners(dice: &mut Dice) -> [DVec3; 3] {
    [0; 3].map(|_: i32| dice.vector())
}

#[test]
fn boxes_and_triangles_are_sure() {
    let turned = |dice: &mut Dice| {
        let corners = any_corners(dice);
        let pose = at(dice.vector()).turned(dice.turn()).expect("a rotation");
        (triangle(corners), pose)
    };
    check(boxes_and_triangles(box_nearby, turned), 3980);
    // Of long ones and short ones, too.
    let of_any_size = |dice: &mut Dice| {
        let size = libm::exp(2.0 * dice.next());
        (triangle(any_corners(dice).map(|v| v * size)), at(dice.vector()))
    };
    check(boxes_and_triangles(box_nearby, of_any_size), 3980);
}

/// Edges along the axes of a box, or nearly: of their cross products some vanish, or are as long as rounding.
#[test]
fn parallel_edges_are_sure() {
    for tilt in [0.0, 1e-30, 1e-9, 1e-6] {
        let floors = |dice: &mut Dice| {
            let corners = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Z * 2.0];
            let tilted = corners.map(|v| v - DVec3::splat(0.5).with_y(tilt * v.x));
            (triangle(tilted), at(dice.vector()))
        };
        check(boxes_and_triangles(quarter_turned_box, floors), 3980);
    }
}

/// As near to touching as a single rounds a corner: the error bound is needed. A corner of the triangle is at
/// a face of a turned box, an edge of it at an edge, or a corner of the box at it.
#[test]
fn boxes_and_triangles_nearer_than_rounding_are_not_sure() {
    check_near_a_box::<BoxAndTriangle>(|contact, size| triangle(contact.triangle(size)));
}

/// Without an area, they are not sure where they meet; nor are sizes of which products vanish or overflow.
#[test]
fn slivers_and_other_sizes_are_not_sure() {
    let slivers = |dice: &mut Dice| {
        let [p, q, _] = any_corners(dice);
        (triangle([p, q, p.lerp(q, 0.25)]), at(dice.vector() * 0.5))
    };
    let [sure, meeting] = boxes_and_triangles(box_nearby, slivers);
    assert!(
        meeting > 1000 && sure <= 4000 - meeting,
        "{sure} sure, {meeting} meet"
    );
    for size in [1e-12, 1e13] {
        let boxes = |dice: &mut Dice| (cuboid(DVec3::splat(size)), at(dice.vector() * size));
        let sized = |dice: &mut Dice| (triangle(any_corners(dice).map(|v| v * size)), Pose::IDENTITY);
        assert_eq!(boxes_and_triangles(boxes, sized)[0], 0);
    }
}
