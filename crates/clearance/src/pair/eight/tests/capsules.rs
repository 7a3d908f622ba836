//! Capsules.

use super::*;

#[test]
fn capsules_are_sure() {
    let of = |size: f64, length: f64| {
        let one = move |dice: &mut Dice| {
            let ends = [0; 2].map(|_: i32| dice.vector() * size * length);
            let pose = at(dice.vector() * size).turned(dice.turn()).expect("a rotation");
            (capsule(ends, (dice.next().abs() * 0.5 + 0.15) * size), pose)
        };
        sure_of::<Capsules, DVec3, _>(row3, one)
    };
    check(of(1.0, 0.7), 3990);
    check(of(1e5, 0.7), 3990);
    // As short as balls, and so long that most cross.
    check(of(1.0, 1e-6), 3990);
    check(of(1.0, 1e-30), 3990);
    let [sure, meeting] = of(1.0, 10.0);
    assert!(sure > 3900 && meeting > 100, "{sure} sure, {meeting} meet");
    // Of a size where fourth powers vanish or overflow.
    assert_eq!([of(1e-10, 0.7)[0], of(1e10, 0.7)[0]], [0, 0]);
}

/// In the plane many inner segments cross.
#[test]
fn capsules_of_the_plane_are_sure() {
    let one = |dice: &mut Dice| {
        let mut vector = || DVec2::new(dice.next(), dice.next());
        let (ends, position) = ([vector(), vector()], vector());
        let pose = Pose::at(position).expect("finite");
        let pose = pose
            .turned(Rotation2::from_angle(3.0 * dice.next()))
            .expect("a rotation");
        let radius = dice.next().abs() * 0.2 + 0.01;
        (
            Shape2::capsule(ends[0], ends[1], radius).expect("a capsule"),
            pose,
        )
    };
    check(sure_of::<Capsules, DVec2, _>(row2, one), 3990);
}

/// Parallel, or turned by a millionth: where `s` is lost any point is as good. What touches is not sure.
#[test]
fn parallel_capsules_are_sure_unless_they_touch() {
    let rods = |aside: [f64; 2], turn: f64| {
        let mut count = 0;
        let one = move |dice: &mut Dice| {
            count += 1;
            let is_second = (count - 1) / 8 % 2 == 1;
            let away = if is_second {
                aside[usize::from(dice.next() > 0.0)]
            } else {
                0.0
            };
            let position = DVec3::new(dice.next(), away, 0.0);
            let angle = if is_second { turn * dice.next() } else { 0.0 };
            let pose = at(position)
                .turned(DQuat::from_rotation_y(angle))
                .expect("a rotation");
            (capsule([DVec3::NEG_X * 2.0, DVec3::X * 2.0], 0.25), pose)
        };
        sure_of::<Capsules, DVec3, _>(row3, one)
    };
    for turn in [0.0, 1e-6, 1e-3] {
        check(rods([0.4999, 0.5001], turn), 3900);
        let [sure, meeting] = rods([0.5, 0.5], turn);
        assert!(
            sure == 0 && meeting == 4000,
            "{sure} sure, {meeting} meet, turned by {turn}"
        );
    }
}

/// Crossed, and as near to touching as a single rounds their ends: the error bound is needed.
#[test]
fn capsules_nearer_than_rounding_are_not_sure() {
    let (mut firsts, mut next) = (Vec::new(), 0);
    let one = |dice: &mut Dice| {
        let (along, middle, normal) = if firsts.len() < EIGHT {
            let first = (dice.vector().normalize(), dice.vector() * 640.0);
            firsts.push(first);
            (first.0, first.1, None)
        } else {
            let first: (DVec3, DVec3) = firsts[next];
            next += 1;
            let along = dice.vector().normalize();
            (along, first.1, Some(first.0.cross(along).normalize()))
        };
        if next == EIGHT {
            (firsts, next) = (Vec::new(), 0);
        }
        let away = normal.map_or(DVec3::ZERO, |n| n * (1.0 + 2e-5 * dice.next()));
        (capsule([-along, along], 0.5), at(middle + away))
    };
    let [sure, meeting] = sure_of::<Capsules, DVec3, _>(row3, one);
    assert!(
        sure < 100 && (1500..2500).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
}
