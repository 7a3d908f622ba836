//! Cylinders.

use glam::DVec3;

use super::side::{AboutAxis, sign};
use crate::math::Pose;

/// An endless circular cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    /// A point of its axis.
    pub point: DVec3,
    /// The direction of its axis, a unit vector.
    pub axis: DVec3,
    /// Its radius.
    pub radius: f64,
    /// The material is inside, as of a pin; of a hole it is outside.
    pub outward: bool,
}

impl Cylinder {
    pub(super) fn signed_distance(&self, p: DVec3) -> f64 {
        let at = AboutAxis::new(p - self.point, self.axis);
        (at.radius - self.radius) * sign(self.outward)
    }
    pub(super) fn normal(&self, p: DVec3) -> DVec3 {
        AboutAxis::new(p - self.point, self.axis).out * sign(self.outward)
    }
    pub(super) fn placed(&self, pose: &Pose<DVec3>) -> Self {
        let frame = pose.frame();
        Self {
            point: frame.point(self.point),
            axis: frame.direction(self.axis),
            radius: self.radius * frame.scale,
            ..*self
        }
    }
}
