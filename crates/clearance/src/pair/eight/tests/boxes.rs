//! Boxes of space and of the plane.

use super::*;

fn boxes_of_space(next: impl FnMut(&mut Dice) -> Placed3) -> [usize; 2] {
    sure_of::<SpaceBoxes, DVec3, _>(row3, next)
}

#[test]
fn turned_boxes_are_sure() {
    check(boxes_of_space(|dice| turned_box(dice, 1.5)), 3980);
}

/// By right angles, or a millionth more: no cross product of their edges is an axis.
#[test]
fn parallel_boxes_are_sure() {
    let one = |dice: &mut Dice| {
        let quarter = core::f64::consts::FRAC_PI_2 * (2.0 * dice.next()).round();
        let turn = DQuat::from_rotation_y(quarter + 1e-6 * dice.next().max(0.0));
        let pose = at(dice.vector() * 1.5).turned(turn).expect("a rotation");
        (any_box(dice), pose)
    };
    check(boxes_of_space(one), 3980);
}

/// Touching, and of other sizes than ordinary: not sure, rather than wrong.
#[test]
fn what_is_too_close_is_not_sure() {
    let mut count = 0;
    let touching = boxes_of_space(|_| {
        count += 1;
        let x = f64::from((count - 1) / 8 % 2);
        (cuboid(DVec3::splat(0.5)), at(DVec3::X * x))
    });
    assert_eq!(touching, [0, 4000]);
    let small = |dice: &mut Dice| (cuboid(DVec3::splat(1e-20)), at(dice.vector() * 1e-20));
    assert_eq!(boxes_of_space(small)[0], 0);
    let far = |dice: &mut Dice| {
        (
            cuboid(DVec3::ONE),
            at(DVec3::X * (dice.next() * 1e8).round() * 2.0),
        )
    };
    let [sure, _] = boxes_of_space(far);
    assert!(sure > 3000, "{sure}");
}

#[test]
fn boxes_of_the_plane_are_sure() {
    let any = |dice: &mut Dice, turn: f64| {
        let half = DVec2::new(dice.next(), dice.next()).abs() + DVec2::splat(0.1);
        let pose = Pose::at(DVec2::new(dice.next(), dice.next()) * 1.5).expect("finite");
        let pose = pose.turned(Rotation2::from_angle(turn)).expect("a rotation");
        (Shape2::cuboid(half).expect("a box"), pose)
    };
    let turned = |dice: &mut Dice| {
        let angle = 4.0 * dice.next();
        any(dice, angle)
    };
    check(sure_of::<PlaneBoxes, DVec2, _>(row2, turned), 3980);
    check(sure_of::<PlaneBoxes, DVec2, _>(row2, |dice| any(dice, 0.0)), 3980);
    let touching = sure_of::<PlaneBoxes, DVec2, _>(row2, |dice| {
        let at = DVec2::new((dice.next() > 0.0).into(), 0.5 * dice.next().round());
        (
            Shape2::cuboid(DVec2::splat(0.5)).expect("a box"),
            Pose::at(at).expect("finite"),
        )
    });
    assert!(touching[0] < 2500 && touching[1] == 4000, "{touching:?}");
}
