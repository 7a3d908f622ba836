//! Where a frame stands: a rotation and a position, without a scale.

use clearance::glam::{DQuat, DVec3};
use clearance::math::Pose;

/// `x -> rotation · x + position`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// Of length 1, as closely as rounding allows.
    pub rotation: DQuat,
    pub position: DVec3,
}

impl Stand {
    pub const IDENTITY: Self = Self {
        rotation: DQuat::IDENTITY,
        position: DVec3::ZERO,
    };

    /// The rotation and the position of a pose.
    pub fn of(pose: &Pose<DVec3>) -> Self {
        Self {
            rotation: unit(pose.rotation()),
            position: pose.position(),
        }
    }
    #[inline]
    pub fn point(&self, p: DVec3) -> DVec3 {
        turned(self.rotation, p) + self.position
    }
    #[inline]
    pub fn direction(&self, d: DVec3) -> DVec3 {
        turned(self.rotation, d)
    }
    /// First `inner`, then this one.
    #[inline]
    pub fn after(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            position: self.point(inner.position),
        }
    }
}

/// A vector turned by a quaternion of length 1: `v + 2 u × (u × v + w v)`, with `u` its vector part.
#[inline]
fn turned(by: DQuat, v: DVec3) -> DVec3 {
    let u = DVec3::new(by.x, by.y, by.z);
    v + 2.0 * u.cross(u.cross(v) + by.w * v)
}

/// The same rotation, of length 1. A pose has a quaternion of any length but 0.
fn unit(rotation: DQuat) -> DQuat {
    let parts = rotation.to_array();
    let largest = parts.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let [x, y, z, w] = parts.map(|x| x / largest);
    let length = libm::sqrt(x * x + y * y + z * z + w * w);
    DQuat::from_xyzw(x / length, y / length, z / length, w / length)
}

/// The rotation about a unit vector, in radians.
#[inline]
pub(super) fn about(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}
