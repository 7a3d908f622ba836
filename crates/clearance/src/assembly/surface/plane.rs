//! Planes.

use glam::DVec3;

use crate::math::Pose;

/// A plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point of it.
    pub point: DVec3,
    /// Its unit normal, out of the material.
    pub normal: DVec3,
}

impl Plane {
    pub(super) fn signed_distance(&self, p: DVec3) -> f64 {
        (p - self.point).dot(self.normal)
    }
    pub(super) fn normal(&self, _: DVec3) -> DVec3 {
        self.normal
    }
    pub(super) fn placed(&self, pose: &Pose<DVec3>) -> Self {
        let frame = pose.frame();
        Self {
            point: frame.point(self.point),
            normal: frame.direction(self.normal),
        }
    }
}
