//! Found by fuzzing, kept.

use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::pair::verify;
use clearance::{Placed, Pose, Relation, clearance, relation};

/// Whether one holds the other is a search for the greatest excess of its reach. Along the flat ridge of an ellipsoid of
/// 1 : 10^25 steps of 10^-8 went on for minutes, each a little higher than the last.
#[test]
fn flat_ridges_are_not_walked_step_by_step() {
    let needle = Shape::ellipsoid(DVec3::new(2.997595911977802e19, 9.0, 6.189968781020615e26)).unwrap();
    let ball = Shape::ellipsoid(DVec3::splat(13.0)).unwrap();
    let there = DVec3::new(2.685725999467782e-32, 108.04296875, 1.3197758857996789e-11);
    let turned = DQuat::from_xyzw(13.000_000_000_000_08, 13.000_000_000_000_108, 13.0, 13.0);
    let there = Pose::new(there, turned).unwrap();
    let here = Pose::at(DVec3::new(13.0, 13.0, 2.0)).unwrap();
    let found = relation(Placed::new(&needle, &there), Placed::new(&ball, &here)).unwrap();
    // They overlap by 20, which is less than rounding at a size of 10^26: that counts as touching.
    assert_eq!(found, Relation::Touching);
}

/// The depth was that of the nearest face, the normal that of another at the same distance, whose plane was not known to be
/// in the border: another corner stuck out of it by fourteen times the depth.
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
