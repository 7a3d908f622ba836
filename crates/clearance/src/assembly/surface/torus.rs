//! Tori.

use glam::DVec3;

use super::side::{AboutAxis, length, sign, unit_or};
use crate::math::Pose;

/// A torus: a circle of radius `minor` that turns about an axis, its centre at a distance `major` from it.
///
/// If `minor` is larger than `major` the circle crosses the axis. Then the surface is the outer one of its
/// two sheets, as the rounding of a thin shaft's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    /// Its centre.
    pub center: DVec3,
    /// The direction of its axis, a unit vector.
    pub axis: DVec3,
    /// From the axis to the centres of the circles.
    pub major: f64,
    /// The radius of the circles.
    pub minor: f64,
    /// The material is inside, as of a ring; of a fillet that fills a corner it is outside.
    pub outward: bool,
}

impl Torus {
    /// From the centre of the circle in the half-plane of a point to that point.
    fn beside_circle(&self, p: DVec3) -> (DVec3, DVec3) {
        let at = AboutAxis::new(p - self.center, self.axis);
        let from = at.out * (at.radius - self.major) + self.axis * at.height;
        (from, at.out)
    }
    pub(super) fn signed_distance(&self, p: DVec3) -> f64 {
        (length(self.beside_circle(p).0) - self.minor) * sign(self.outward)
    }
    pub(super) fn normal(&self, p: DVec3) -> DVec3 {
        let (from, out) = self.beside_circle(p);
        unit_or(from, out) * sign(self.outward)
    }
    pub(super) fn placed(&self, pose: &Pose<DVec3>) -> Self {
        let frame = pose.frame();
        Self {
            center: frame.point(self.center),
            axis: frame.direction(self.axis),
            major: self.major * frame.scale,
            minor: self.minor * frame.scale,
            ..*self
        }
    }
}
