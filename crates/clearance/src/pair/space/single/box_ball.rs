//! A box and a ball, by the closest point of the box.
//!
//! That is the ball's center clamped to the box (C. Ericson, "Real-Time Collision Detection", 2005, 5.1.3);
//! its distance is 0 where the center is inside.
//!
//! Error bound: with `R` the sum of the half extents, of the magnitudes of the distance's components and of
//! the radius, the center in the box's frame is right to `64 u |d|`, clamping moves no point further from
//! another, and the length, the radius and their difference take a few roundings: less than `128 u R`. A
//! turned ball is where its position is, so that only the box's corners are rounded in the world.

use super::{SinglePose, are_ordinary, between, is_ordinary, sum};
use crate::math::{Place, Real};
use crate::shape::{Ball, Cuboid, Space3};

/// The error bound of the gap in units of the sum `R`, as derived above.
const OWN_ERROR: f32 = 96.0 * f32::EPSILON;

/// Whether a box and a ball meet: a sure yes or a sure no.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn meet<V: Space3>(
    (cuboid, place_a): (&Cuboid<V>, &Place<'_, V>),
    (ball, place_b): (&Ball<V::Scalar>, &Place<'_, V>),
) -> Option<bool> {
    let pose = SinglePose::new(place_a)?;
    if place_b.outer.is_some() || !are_ordinary(pose.rotation, pose.rotation) {
        return None;
    }
    let half = cuboid.half_extents().to_single() * pose.scale;
    let radius = ball.radius().to_f64() as f32 * place_b.pose.scale().to_f64() as f32;
    let between = between(place_a, place_b);
    let error = (half + between.abs()) * OWN_ERROR + (half + pose.distance) * pose.rounding;
    let error = sum(error) + radius * OWN_ERROR;
    let center = pose.turn_back(between);
    let gap = (center - center.min(half).max(-half)).length() - radius;
    (is_ordinary(error) && gap.abs() > error).then_some(gap < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound is an error bound: a ball at the limit of it is told from one that touches.
    #[test]
    fn a_ball_at_rest_on_a_face_is_undecided() {
        use crate::math::Pose;
        use glam::DVec3;
        let (cuboid, ball) = (Cuboid::new(DVec3::ONE).unwrap(), Ball::new(0.5).unwrap());
        let ask = |y: f64| {
            let (at, above) = (Pose::IDENTITY, Pose::at(DVec3::Y * y).unwrap());
            meet((&cuboid, &Place::world(&at)), (&ball, &Place::world(&above)))
        };
        assert_eq!(
            [ask(1.499), ask(1.5), ask(1.501)],
            [Some(true), None, Some(false)]
        );
    }
}
