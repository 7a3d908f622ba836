//! Cones.

use glam::DVec3;

use super::side::{AboutAxis, length, sign, unit_or};
use crate::math::Pose;

/// A circular cone: one nappe, from its apex on without end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Its apex.
    pub apex: DVec3,
    /// The direction of its axis from the apex into the cone, a unit vector.
    pub axis: DVec3,
    /// The angle between the axis and the surface, between 0 and a right angle.
    pub half_angle: f64,
    /// The material is inside, around the axis, as of a spike; of a countersink it is outside.
    pub outward: bool,
}

impl Cone {
    /// The distance from inside to outside, and its direction.
    fn outwards(&self, p: DVec3) -> (f64, DVec3) {
        let from_apex = p - self.apex;
        let at = AboutAxis::new(from_apex, self.axis);
        let (sin, cos) = libm::sincos(self.half_angle);
        if at.radius * sin + at.height * cos <= 0.0 {
            // The apex is nearest.
            return (length(from_apex), unit_or(from_apex, -self.axis));
        }
        let direction = at.out * cos - self.axis * sin;
        (at.radius * cos - at.height * sin, direction)
    }
    pub(super) fn signed_distance(&self, p: DVec3) -> f64 {
        self.outwards(p).0 * sign(self.outward)
    }
    pub(super) fn normal(&self, p: DVec3) -> DVec3 {
        self.outwards(p).1 * sign(self.outward)
    }
    pub(super) fn placed(&self, pose: &Pose<DVec3>) -> Self {
        let frame = pose.frame();
        Self {
            apex: frame.point(self.apex),
            axis: frame.direction(self.axis),
            ..*self
        }
    }
}
