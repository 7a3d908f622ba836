//! What kernels are sure of is so, in all lanes, and they are sure of nearly all random pairs.

use alloc::vec::Vec;

use glam::{DQuat, DVec2, DVec3};

use super::*;
use crate::math::{Pose, Rotation2};
use crate::pair::ask::table::PairSpace;
use crate::pair::dice::Dice;
use crate::pair::{BoundingBalls, intersects};
use crate::shape::{Placed, Shape2, Shape3};
use crate::simd::{EIGHT, Job, Lanes, Portable, dispatch};

struct Ask<'a, K: Kernel>([&'a K::Row; EIGHT], [&'a K::Row; EIGHT]);
impl<K: Kernel> Job for Ask<'_, K> {
    type Output = Sure;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Sure {
        K::ask(lanes, self.0, self.1)
    }
}

/// Of 4000 pairs, how many are sure, all rightly, and how many meet.
fn sure_of<K: Kernel, V: PairSpace>(
    row: impl Fn(&Placed<'_, V>) -> K::Row,
    mut next: impl FnMut(&mut Dice) -> (V::Shape, Pose<V>),
) -> [usize; 2] {
    let (mut dice, mut sure, mut meeting) = (Dice(3), 0, 0);
    for _ in 0..500 {
        let shapes: [_; 16] = core::array::from_fn(|_| next(&mut dice));
        let placed = shapes.each_ref().map(|(shape, pose)| Placed::new(shape, pose));
        let rows = placed.map(|placed| row(&placed));
        let side = |first: usize| core::array::from_fn(|k| &rows[first + k]);
        let answer = dispatch(Ask::<K>(side(0), side(8)));
        let plain = Ask::<K>(side(0), side(8)).run(Portable);
        assert_eq!((answer.meet, answer.apart), (plain.meet, plain.apart));
        for k in 0..EIGHT {
            let (meet, apart) = (answer.meet >> k & 1 == 1, answer.apart >> k & 1 == 1);
            let truth = intersects(placed[k], placed[8 + k]);
            assert!(
                !(if truth { apart } else { meet }),
                "{:?} {:?}",
                shapes[k],
                shapes[8 + k]
            );
            sure += usize::from(meet | apart);
            meeting += usize::from(truth);
        }
    }
    [sure, meeting]
}

fn check([sure, meeting]: [usize; 2], least: usize) {
    assert!(
        sure >= least && (500..3200).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
}

type Placed3 = (Shape3<DVec3>, Pose<DVec3>);

fn boxes_of_space(next: impl FnMut(&mut Dice) -> Placed3) -> [usize; 2] {
    sure_of::<SpaceBoxes, DVec3>(row3, next)
}

fn any_turn(dice: &mut Dice) -> DQuat {
    DQuat::from_xyzw(dice.next(), dice.next(), dice.next(), 1.01 + dice.next())
}

fn cuboid(half: DVec3) -> Shape3<DVec3> {
    Shape3::cuboid(half).expect("a box")
}

fn any_box(dice: &mut Dice) -> Shape3<DVec3> {
    cuboid(dice.vector().abs() + DVec3::splat(0.1))
}

fn at(position: DVec3) -> Pose<DVec3> {
    Pose::at(position).expect("finite")
}

#[test]
fn turned_boxes_are_sure() {
    let one = |dice: &mut Dice| {
        let turn = any_turn(dice);
        let pose = at(dice.vector() * 1.5).turned(turn).expect("a rotation");
        (any_box(dice), pose)
    };
    check(boxes_of_space(one), 3980);
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
fn triangles_are_sure() {
    let one = |dice: &mut Dice| {
        let corners = [0; 3].map(|_: i32| dice.vector());
        let pose = at(dice.vector() * 0.2)
            .turned(any_turn(dice))
            .expect("a rotation");
        (Shape3::triangle(corners).expect("finite"), pose)
    };
    check(sure_of::<Triangles, DVec3>(row3, one), 3980);
    // Of long ones and short ones, too.
    let one = |dice: &mut Dice| {
        let size = libm::exp(2.0 * dice.next());
        let corners = [0; 3].map(|_: i32| dice.vector() * size);
        (
            Shape3::triangle(corners).expect("finite"),
            at(dice.vector() * 0.1),
        )
    };
    check(sure_of::<Triangles, DVec3>(row3, one), 3960);
}

/// In one plane, with a common edge, without an area, or of a size where products of three lengths vanish or overflow.
#[test]
fn triangles_without_eleven_axes_are_not_sure() {
    let of_size = |size: f64| {
        let one = move |dice: &mut Dice| {
            let corners = [0; 3].map(|_: i32| dice.vector() * size);
            (Shape3::triangle(corners).expect("finite"), Pose::IDENTITY)
        };
        sure_of::<Triangles, DVec3>(row3, one)[0]
    };
    assert_eq!([of_size(1e-12), of_size(1e13)], [0, 0]);
    let flat = |dice: &mut Dice| {
        let corners = [0; 3].map(|_: i32| DVec3::new(dice.next(), dice.next(), 0.0));
        (Shape3::triangle(corners).expect("finite"), Pose::IDENTITY)
    };
    // Those of one plane that are apart have an axis in it at most by rounding.
    assert_eq!(sure_of::<Triangles, DVec3>(row3, flat)[0], 0);
    let at_one_edge = |dice: &mut Dice| {
        let corners = [DVec3::ZERO, DVec3::X, dice.vector()];
        (Shape3::triangle(corners).expect("finite"), Pose::IDENTITY)
    };
    assert_eq!(sure_of::<Triangles, DVec3>(row3, at_one_edge)[0], 0);
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
    check(sure_of::<PlaneBoxes, DVec2>(row2, turned), 3980);
    check(sure_of::<PlaneBoxes, DVec2>(row2, |dice| any(dice, 0.0)), 3980);
    let touching = sure_of::<PlaneBoxes, DVec2>(row2, |dice| {
        let at = DVec2::new((dice.next() > 0.0).into(), 0.5 * dice.next().round());
        (
            Shape2::cuboid(DVec2::splat(0.5)).expect("a box"),
            Pose::at(at).expect("finite"),
        )
    });
    assert!(touching[0] < 2500 && touching[1] == 4000, "{touching:?}");
}

#[test]
fn balls_are_sure() {
    let row =
        |placed: &Placed<'_, DVec3>| BallRow::of(&BoundingBalls::of(placed.shape).placed(placed.place.pose));
    let ball = |dice: &mut Dice| {
        let radius = dice.next().abs() + 0.1;
        (Shape3::sphere(radius).expect("a ball"), at(dice.vector() * 1.2))
    };
    check(sure_of::<Balls, DVec3>(row, ball), 3990);
    // As near to touching as a single rounds a center.
    let (mut centers, mut next) = (Vec::new(), 0);
    let touching = |dice: &mut Dice| {
        let center = if centers.len() < EIGHT {
            centers.push(dice.vector() * 64.0);
            centers[centers.len() - 1]
        } else {
            let (first, along) = (centers[next], dice.vector());
            next += 1;
            first + along * ((2.0 + 1e-5 * dice.next()) / along.length())
        };
        if next == EIGHT {
            (centers, next) = (Vec::new(), 0);
        }
        (Shape3::sphere(1.0).expect("a ball"), at(center))
    };
    let [sure, meeting] = sure_of::<Balls, DVec3>(row, touching);
    assert!(
        sure < 500 && (1000..3000).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
    // Around boxes, they decide some.
    let cube = |dice: &mut Dice| (cuboid(DVec3::splat(0.5)), at(dice.vector() * 1.2));
    let [sure, _] = sure_of::<Balls, DVec3>(row, cube);
    assert!((1000..3500).contains(&sure), "{sure}");
    // So large that squares overflow, and without an end.
    let huge = |dice: &mut Dice| {
        let shape = if dice.next() > 0.0 {
            Shape3::sphere(1e20 * dice.next().abs()).expect("a ball")
        } else {
            Shape3::half_space(DVec3::Z, 1e19 * dice.next()).expect("a half-space")
        };
        (shape, at(dice.vector() * 1e20))
    };
    sure_of::<Balls, DVec3>(row, huge);
}

fn capsule(ends: [DVec3; 2], radius: f64) -> Shape3<DVec3> {
    Shape3::capsule(ends[0], ends[1], radius).expect("a capsule")
}

#[test]
fn capsules_are_sure() {
    let of = |size: f64, length: f64| {
        let one = move |dice: &mut Dice| {
            let ends = [0; 2].map(|_: i32| dice.vector() * size * length);
            let pose = at(dice.vector() * size)
                .turned(any_turn(dice))
                .expect("a rotation");
            (capsule(ends, (dice.next().abs() * 0.5 + 0.15) * size), pose)
        };
        sure_of::<Capsules, DVec3>(row3, one)
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
    check(sure_of::<Capsules, DVec2>(row2, one), 3990);
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
        sure_of::<Capsules, DVec3>(row3, one)
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
    let [sure, meeting] = sure_of::<Capsules, DVec3>(row3, one);
    assert!(
        sure < 100 && (1500..2500).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
}
