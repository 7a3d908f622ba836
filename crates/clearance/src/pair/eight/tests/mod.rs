//! What kernels are sure of is so, in all lanes, and they are sure of nearly all random pairs.

mod balls;
mod box_and_capsule;
mod box_and_triangle;
mod boxes;
mod capsules;
mod triangles;

use alloc::vec::Vec;

use glam::{DQuat, DVec2, DVec3};

use super::*;
use crate::math::{Pose, Real, Rotation2};
use crate::pair::ask::table::PairSpace;
use crate::pair::dice::{BoxContact, Dice, HALF, NEAR};
use crate::pair::{BoundingBalls, clearance};
use crate::shape::{Placed, Shape2, Shape3};
use crate::simd::{EIGHT, Job, Lanes, Portable, dispatch};

struct Ask<'a, K: Kernel>([&'a K::A; EIGHT], [&'a K::B; EIGHT]);
impl<K: Kernel> Job for Ask<'_, K> {
    type Output = Sure;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Sure {
        K::ask(lanes, self.0, self.1)
    }
}

/// Which shape of a pair.
enum Side {
    A,
    B,
}

/// Of 4000 pairs, how many are sure, all rightly, and how many meet.
fn sure_of<K: Kernel<A = R, B = R>, V: PairSpace, R>(
    row: impl Fn(&Placed<'_, V>) -> R,
    mut next: impl FnMut(&mut Dice) -> (V::Shape, Pose<V>),
) -> [usize; 2] {
    sure_of_two::<K, V>((&row, &row), |dice, _| next(dice))
}

/// The same of kernels that read two kinds of rows: eight first shapes are asked for, then eight second ones.
fn sure_of_two<K: Kernel, V: PairSpace>(
    row: (impl Fn(&Placed<'_, V>) -> K::A, impl Fn(&Placed<'_, V>) -> K::B),
    mut next: impl FnMut(&mut Dice, Side) -> (V::Shape, Pose<V>),
) -> [usize; 2] {
    let (mut dice, mut sure, mut meeting) = (Dice(3), 0, 0);
    for _ in 0..500 {
        let shapes: [_; 16] =
            core::array::from_fn(|k| next(&mut dice, if k < EIGHT { Side::A } else { Side::B }));
        let placed = shapes.each_ref().map(|(shape, pose)| Placed::new(shape, pose));
        let a: [_; EIGHT] = core::array::from_fn(|k| row.0(&placed[k]));
        let b: [_; EIGHT] = core::array::from_fn(|k| row.1(&placed[EIGHT + k]));
        let answer = dispatch(Ask::<K>(a.each_ref(), b.each_ref()));
        let plain = Ask::<K>(a.each_ref(), b.each_ref()).run(Portable);
        assert_eq!((answer.meet, answer.apart), (plain.meet, plain.apart));
        for k in 0..EIGHT {
            let (meet, apart) = (answer.meet >> k & 1 == 1, answer.apart >> k & 1 == 1);
            // Which no test in single precision has a part in.
            let truth = clearance(placed[k], placed[EIGHT + k]).is_ok_and(|c| c.distance <= V::Scalar::ZERO);
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

fn cuboid(half: DVec3) -> Shape3<DVec3> {
    Shape3::cuboid(half).expect("a box")
}

fn any_box(dice: &mut Dice) -> Shape3<DVec3> {
    cuboid(dice.vector().abs() + DVec3::splat(0.1))
}

fn at(position: DVec3) -> Pose<DVec3> {
    Pose::at(position).expect("finite")
}

/// A box in any rotation, whose center has no larger coordinate.
fn turned_box(dice: &mut Dice, reach: f64) -> Placed3 {
    let turn = dice.turn();
    let pose = at(dice.vector() * reach).turned(turn).expect("a rotation");
    (any_box(dice), pose)
}

/// The same, turned by a right angle or not at all.
fn quarter_turned_box(dice: &mut Dice) -> Placed3 {
    let quarter = core::f64::consts::FRAC_PI_2 * (2.0 * dice.next()).round();
    let pose = at(dice.vector() * 0.5).turned(DQuat::from_rotation_y(quarter));
    (any_box(dice), pose.expect("a rotation"))
}

/// Boxes, and other shapes, each in turn.
fn boxes_and<K: Kernel<A = Row>>(
    row: impl Fn(&Placed<'_, DVec3>) -> K::B,
    mut boxes: impl FnMut(&mut Dice) -> Placed3,
    mut others: impl FnMut(&mut Dice) -> Placed3,
) -> [usize; 2] {
    sure_of_two::<K, DVec3>((row3, row), |dice, side| match side {
        Side::A => boxes(dice),
        Side::B => others(dice),
    })
}

/// The balls of a shape of space.
fn ball_row(placed: &Placed<'_, DVec3>) -> BallRow {
    BallRow::of(&BoundingBalls::of(placed.shape).placed(placed.place.pose))
}

fn capsule(ends: [DVec3; 2], radius: f64) -> Shape3<DVec3> {
    Shape3::capsule(ends[0], ends[1], radius).expect("a capsule")
}

/// Pairs of a turned box and a shape that nearly touches it at a face, an edge or a corner: what is
/// within rounding is not sure.
fn check_near_a_box<K: Kernel<A = Row, B = Row>>(shape: impl Fn(&BoxContact, f64) -> Shape3<DVec3>) {
    for nearness in NEAR {
        let (mut contacts, mut next) = (Vec::new(), 0);
        let [sure, meeting] = sure_of_two::<K, DVec3>((row3, row3), |dice, side| {
            if let Side::A = side {
                let contact = BoxContact::new(dice, contacts.len() % 3, nearness);
                let pose = contact.pose;
                contacts.push(contact);
                return (cuboid(HALF), pose);
            }
            next += 1;
            let touching = shape(&contacts[next - 1], nearness.size);
            if next == EIGHT {
                (contacts, next) = (Vec::new(), 0);
            }
            (touching, Pose::IDENTITY)
        });
        assert!(
            sure < 2000 && (1000..3000).contains(&meeting),
            "{sure} sure, {meeting} meet"
        );
    }
}
