//! Spheres.

use glam::DVec3;

use super::side::{length, sign, unit_or};
use crate::math::Pose;

/// A sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its centre.
    pub center: DVec3,
    /// Its radius.
    pub radius: f64,
    /// The material is inside, as of a ball; of a socket it is outside.
    pub outward: bool,
}

impl Sphere {
    pub(super) fn signed_distance(&self, p: DVec3) -> f64 {
        (length(p - self.center) - self.radius) * sign(self.outward)
    }
    pub(super) fn normal(&self, p: DVec3) -> DVec3 {
        unit_or(p - self.center, DVec3::Z) * sign(self.outward)
    }
    pub(super) fn placed(&self, pose: &Pose<DVec3>) -> Self {
        let frame = pose.frame();
        Self {
            center: frame.point(self.center),
            radius: self.radius * frame.scale,
            ..*self
        }
    }
}
