//! Balls, and boxes against the balls of other shapes.

use super::*;

#[test]
fn balls_are_sure() {
    let ball = |dice: &mut Dice| {
        let radius = dice.next().abs() + 0.1;
        (Shape3::sphere(radius).expect("a ball"), at(dice.vector() * 1.2))
    };
    check(sure_of::<Balls, DVec3, _>(ball_row, ball), 3990);
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
    let [sure, meeting] = sure_of::<Balls, DVec3, _>(ball_row, touching);
    assert!(
        sure < 500 && (1000..3000).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
    // Around boxes, they decide some.
    let cube = |dice: &mut Dice| (cuboid(DVec3::splat(0.5)), at(dice.vector() * 1.2));
    let [sure, _] = sure_of::<Balls, DVec3, _>(ball_row, cube);
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
    sure_of::<Balls, DVec3, _>(ball_row, huge);
}

fn boxes_and_balls(
    boxes: impl FnMut(&mut Dice) -> Placed3,
    others: impl FnMut(&mut Dice) -> Placed3,
) -> [usize; 2] {
    boxes_and::<SpaceBoxAndBall>(ball_row, boxes, others)
}

fn box_nearby(dice: &mut Dice) -> Placed3 {
    turned_box(dice, 1.0)
}

#[test]
fn boxes_and_balls_are_sure() {
    let of = |reach: f64, size: f64| {
        boxes_and_balls(box_nearby, move |dice| {
            let ball = Shape3::sphere(size * (dice.next().abs() + 0.1)).expect("a ball");
            (ball, at(dice.vector() * reach))
        })
    };
    check(of(1.5, 0.5), 3980);
    // Small ones, of which many are within a box.
    check(of(0.7, 0.01), 3980);
    // Of other shapes, some: each of them has a point within its inner radius, which is negative for a frame.
    let [sure, meeting] = boxes_and_balls(box_nearby, |dice| {
        let ends = [0; 2].map(|_: i32| dice.vector());
        (capsule(ends, 0.1), at(dice.vector() * 1.5))
    });
    assert!(sure > 1500 && meeting > 500, "{sure} sure, {meeting} meet");
    let [sure, meeting] = boxes_and_balls(box_nearby, |dice| (frame(0.2), at(dice.vector() * 1.5)));
    assert!(sure > 500 && meeting > 500, "{sure} sure, {meeting} meet");
    // Deep in a box, each.
    let around = |_: &mut Dice| (cuboid(DVec3::splat(2.0)), at(DVec3::ZERO));
    let inside = boxes_and_balls(around, |dice| (frame(0.2), at(dice.vector() * 0.5)));
    assert_eq!(inside, [4000, 4000]);
}

/// Four rods around a hole of this half width: their center is in none of them.
fn frame(half: f64) -> Shape3<DVec3> {
    let rods = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y].map(|away| {
        let along = DVec3::new(away.y.abs(), away.x.abs(), 0.0) * half + DVec3::splat(0.05);
        (cuboid(along), at(away * half))
    });
    Shape3::compound(rods.to_vec()).expect("parts")
}

/// A ball at a face, an edge or a corner of a turned box, as near to touching as a single rounds a center:
/// the error bound is needed. And what has no end, or is of another size than ordinary, is not sure.
#[test]
fn boxes_and_balls_nearer_than_rounding_are_not_sure() {
    let (mut boxes, mut next) = (Vec::new(), 0);
    let (mut dice_of_boxes, half) = (Dice(7), DVec3::new(0.5, 1.0, 2.0));
    let mut first = || {
        let (turn, middle) = (dice_of_boxes.turn(), dice_of_boxes.vector() * 64.0);
        at(middle).turned(turn.normalize()).expect("a rotation")
    };
    let [sure, meeting] = sure_of_two::<SpaceBoxAndBall, DVec3>((row3, ball_row), |dice, side| {
        if let Side::A = side {
            boxes.push(first());
            return (cuboid(half), boxes[boxes.len() - 1]);
        }
        let pose: Pose<DVec3> = boxes[next];
        next += 1;
        // Of a face, an edge or a corner, the point, and the direction in which the ball is.
        let [point, away] = [
            [DVec3::X * half.x, DVec3::X],
            [half.with_z(0.0), DVec3::new(0.6, 0.8, 0.0)],
            [half, DVec3::new(2.0, 3.0, 6.0) / 7.0],
        ][next % 3];
        let center = pose.position() + pose.rotation() * (point + away * (1.0 + 2e-5 * dice.next()));
        if next == EIGHT {
            (boxes, next) = (Vec::new(), 0);
        }
        (Shape3::sphere(1.0).expect("a ball"), at(center))
    });
    assert!(
        sure < 2000 && (1000..3000).contains(&meeting),
        "{sure} sure, {meeting} meet"
    );
    let [sure, _] = boxes_and_balls(box_nearby, |dice| {
        let half_space = Shape3::half_space(DVec3::Z, dice.next()).expect("a half-space");
        (half_space, at(dice.vector()))
    });
    assert_eq!(sure, 0);
    let small = |dice: &mut Dice| (cuboid(DVec3::splat(1e-20)), at(dice.vector() * 1e-20));
    let [sure, _] = boxes_and_balls(small, |dice| {
        (Shape3::sphere(1e-20).expect("a ball"), at(dice.vector() * 1e-20))
    });
    assert_eq!(sure, 0);
}

#[test]
fn boxes_and_balls_of_the_plane_are_sure() {
    let row =
        |placed: &Placed<'_, DVec2>| BallRow::of(&BoundingBalls::of(placed.shape).placed(placed.place.pose));
    let of = |reach: f64, near: f64| {
        sure_of_two::<PlaneBoxAndBall, DVec2>((row2, row), move |dice, side| {
            let (x, y) = (dice.next(), dice.next());
            let at = Pose::at(DVec2::new(x, y) * reach).expect("finite");
            if let Side::B = side {
                let radius = near * (dice.next().abs() + 0.1);
                return (Shape2::circle(radius).expect("a circle"), at);
            }
            let half = DVec2::new(dice.next(), dice.next()).abs() + DVec2::splat(0.1);
            let turn = Rotation2::from_angle(3.0 * dice.next());
            (
                Shape2::cuboid(half).expect("a box"),
                at.turned(turn).expect("a rotation"),
            )
        })
    };
    check(of(1.0, 0.5), 3980);
    check(of(0.7, 0.01), 3980);
    // Of a size where squares overflow.
    assert_eq!(of(1e20, 0.5)[0], 0);
}
