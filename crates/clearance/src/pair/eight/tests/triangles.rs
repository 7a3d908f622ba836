//! Triangles.

use super::*;

#[test]
fn triangles_are_sure() {
    let one = |dice: &mut Dice| {
        let corners = [0; 3].map(|_: i32| dice.vector());
        let pose = at(dice.vector() * 0.2).turned(dice.turn()).expect("a rotation");
        (Shape3::triangle(corners).expect("finite"), pose)
    };
    check(sure_of::<Triangles, DVec3, _>(row3, one), 3980);
    // Of long ones and short ones, too.
    let one = |dice: &mut Dice| {
        let size = libm::exp(2.0 * dice.next());
        let corners = [0; 3].map(|_: i32| dice.vector() * size);
        (
            Shape3::triangle(corners).expect("finite"),
            at(dice.vector() * 0.1),
        )
    };
    check(sure_of::<Triangles, DVec3, _>(row3, one), 3960);
}

/// In one plane, with a common edge, without an area, or of a size where products of three lengths vanish or
/// overflow.
#[test]
fn triangles_without_eleven_axes_are_not_sure() {
    let of_size = |size: f64| {
        let one = move |dice: &mut Dice| {
            let corners = [0; 3].map(|_: i32| dice.vector() * size);
            (Shape3::triangle(corners).expect("finite"), Pose::IDENTITY)
        };
        sure_of::<Triangles, DVec3, _>(row3, one)[0]
    };
    assert_eq!([of_size(1e-12), of_size(1e13)], [0, 0]);
    let flat = |dice: &mut Dice| {
        let corners = [0; 3].map(|_: i32| DVec3::new(dice.next(), dice.next(), 0.0));
        (Shape3::triangle(corners).expect("finite"), Pose::IDENTITY)
    };
    // Those of one plane that are apart have an axis in it at most by rounding.
    assert_eq!(sure_of::<Triangles, DVec3, _>(row3, flat)[0], 0);
    let at_one_edge = |dice: &mut Dice| {
        let corners = [DVec3::ZERO, DVec3::X, dice.vector()];
        (Shape3::triangle(corners).expect("finite"), Pose::IDENTITY)
    };
    assert_eq!(sure_of::<Triangles, DVec3, _>(row3, at_one_edge)[0], 0);
}
