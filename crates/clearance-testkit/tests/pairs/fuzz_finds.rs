//! Bugs that fuzzing found.

use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec2, DVec3, Vec2};
use clearance::math::Rotation2;
use clearance::pair::verify;
use clearance::{Placed, Pose, Relation, clearance, d2, relation};

/// Containment is a search for the largest excess of one support function over the other. Along the flat
/// ridge of an ellipsoid of 1 : 10^25 it made steps of 10^-8 for minutes, each a little higher than the last.
#[test]
fn flat_ridges_are_not_walked_step_by_step() {
    let needle = Shape::ellipsoid(DVec3::new(2.997595911977802e19, 9.0, 6.189968781020615e26)).unwrap();
    let ball = Shape::ellipsoid(DVec3::splat(13.0)).unwrap();
    let there = DVec3::new(2.685725999467782e-32, 108.04296875, 1.3197758857996789e-11);
    let turned = DQuat::from_xyzw(13.000_000_000_000_08, 13.000_000_000_000_108, 13.0, 13.0);
    let there = Pose::new(there, turned).unwrap();
    let here = Pose::at(DVec3::new(13.0, 13.0, 2.0)).unwrap();
    let found = relation(Placed::new(&needle, &there), Placed::new(&ball, &here));
    // They overlap by 20, which is less than rounding at a size of 10^26: that counts as touching.
    assert_eq!(found, Relation::Touching);
}

/// The depth was that of the nearest face, but the normal that of another face at the same distance, which
/// was not proven to be on the border: another corner stuck out of it by fourteen times the depth.
#[test]
fn the_normal_is_that_of_the_face_that_was_proven() {
    let far = 865_309_568.0;
    let corners = [
        DVec3::new(-2.0, -0.999_999_999_999_999_9, -0.999_999_999_999_999_9),
        DVec3::new(-1.0, -1.0, 5.14e-322),
        DVec3::new(0.0, 14.0, 14.0),
        DVec3::new(1.0, 0.0, -1.0),
        DVec3::new(865_308_480.0, far, far),
        DVec3::splat(far),
    ];
    let (needle, point) = (Shape::convex(&corners).unwrap(), Shape::Point);
    let there = Pose::at(DVec3::splat(far)).unwrap();
    let (a, b) = (Placed::new(&needle, &there), Placed::new(&point, &there));
    let answer = clearance(a, b).unwrap();
    verify(&answer, a, b).unwrap();
    let reach = corners
        .iter()
        .map(|c| c.dot(answer.normal))
        .fold(f64::MIN, f64::max);
    assert!(
        (reach + answer.distance).abs() < 1e-12 * far,
        "{reach} {answer:?}"
    );
}

/// The product of two scales was subnormal, and nothing was assumed to be known about it: the box around the
/// inner part was everything. No other box contains that, so the union did not contain the part.
#[test]
fn parts_of_parts_below_the_normal_numbers() {
    let unit = 2.0_f32.powi(-100) * 2.0_f32.powi(-37);
    let at = |x: f32, y: f32| Vec2::new(x, y) * unit;
    let halves = [
        [at(3.0, 1.0), at(7.0, 1.0), at(7.0, 5.0)],
        [at(3.0, 1.0), at(7.0, 5.0), at(3.0, 5.0)],
    ];
    let halves = halves.map(|corners| (d2::Shape::convex(&corners).unwrap(), Pose::IDENTITY));
    let square = d2::Shape::compound(halves.to_vec()).unwrap();
    let pixels = d2::Shape::bitmap(&["000", "010", "010"], 2.0).unwrap();
    let local = Pose::at(at(-2.0, -3.0)).unwrap().scaled(unit).unwrap();
    let inner = d2::Shape::compound(vec![(pixels, local)]).unwrap();
    let [here, there] = [at(-3.0, -1.0), at(2.0, 3.0)].map(|p| Pose::at(p).unwrap());
    let (a, b) = (Placed::new(&square, &here), Placed::new(&inner, &there));
    assert_eq!(relation(a, b), Relation::BInA);
}

/// GJK's first, coarse run ended when the simplex passed the origin within 1e-4 of the line's length, far
/// more than the size of the cone. That counted as an intersection, and the clearance was -142 where it is
/// 955.
#[test]
fn a_line_that_dwarfs_what_it_passes() {
    let ends = [
        DVec3::new(-2.3828125, 0.0, 420_920_950_784.0),
        DVec3::new(-12.0, 100.1484375, -88.5859375),
    ];
    let (line, cone) = (
        Shape::segment(ends[0], ends[1]).unwrap(),
        Shape::cone(13.0, 4.0).unwrap(),
    );
    let turned = DQuat::from_xyzw(4.0, 1.0, 5.0, 0.0);
    let here = Pose::new(DVec3::new(0.0, -10.0, -9.0), turned)
        .unwrap()
        .scaled(14.0)
        .unwrap();
    let there = Pose::at(DVec3::new(-12.0, 12.0, 15.0)).unwrap();
    let (a, b) = (Placed::new(&line, &here), Placed::new(&cone, &there));
    assert_eq!(relation(a, b), Relation::Disjoint);
    let answer = clearance(a, b).unwrap();
    // A capsule around the cone's axis, no wider than the cone, bounds it from both sides. The rounding error
    // is 10^-12 of the line.
    let axis = [DVec3::Y * 13.0, DVec3::Y * -13.0];
    let of_radius = |r: f64| {
        let capsule = Shape::capsule(axis[0], axis[1], r).unwrap();
        clearance(a, Placed::new(&capsule, &there)).unwrap().distance
    };
    assert!(
        answer.distance < of_radius(1e-9) + 6.0 && answer.distance > of_radius(4.0) - 6.0,
        "{answer:?}"
    );
}

/// The point of a solid nearest to another was taken from a slightly thicker solid, then moved inwards until
/// it was in the solid. Where the solid is 10^120 times wider than high, it ended in the middle.
#[test]
fn verify_knows_flat_ellipses() {
    for radii in [
        DVec2::new(14.0, 5.3e-119),
        DVec2::new(1.3e-37, 15.0),
        DVec2::new(2.9e-209, 12.0),
    ] {
        let (ellipse, point) = (d2::Shape::ellipse(radii).unwrap(), d2::Shape::Point);
        let there = Pose::new(DVec2::new(-9.0, -6.0), Rotation2::from_angle(82.6)).unwrap();
        let here = Pose::at(DVec2::new(2.0, -5.0)).unwrap();
        let (a, b) = (Placed::new(&ellipse, &there), Placed::new(&point, &here));
        let mut answer = clearance(a, b).unwrap();
        assert!(verify(&answer, a, b).is_ok(), "{answer:?}");
        answer.point_a += DVec2::Y * 1e-6;
        answer.point_b += DVec2::Y * 1e-6;
        assert!(verify(&answer, a, b).is_err());
    }
}

/// A relation looked at the parts whose boxes meet in the frame of the shape, exact to rounding in its own
/// numbers; a clearance looked at others, too. Of a line from 1e46 to 1 the two then disagreed.
#[test]
fn relation_and_clearance_look_at_the_same_parts_of_a_long_line() {
    let corners = [
        (2.260256496326391e46, -35.171875),
        (1.2384898975268864e16, 77.4921875),
        (-15.0, -6.0),
        (0.0703125, 2.3882890919047836e-132),
        (-15.0, 1.0),
        (-2.0, 3.979039320256561e-13),
        (44.25, 9.0),
    ];
    let line = d2::Shape::polyline(&corners.map(DVec2::from), true).unwrap();
    let ellipse = d2::Shape::ellipse(DVec2::new(1.0000000000000138, 13.0)).unwrap();
    let turned = Rotation2::from_angle(-0.00146484375);
    let there = Pose::new(DVec2::new(1.6922585303383814e25, 1.0), turned).unwrap();
    let here = Pose::new(DVec2::new(-2.0, 0.0), Rotation2::from_angle(-58.17578125)).unwrap();
    let (a, b) = (Placed::new(&line, &there), Placed::new(&ellipse, &here));
    let distance = clearance(a, b).unwrap().distance;
    assert_eq!(relation(a, b) == Relation::Disjoint, distance > 0.0, "{distance}");
}
