//! `WorldBox`: a box of space in double precision, as it stands in the world.

use glam::DVec3;

use crate::math::{GivenRotation, Pose, Real, Rotation, ScalarOf, magnitude};
use crate::pair::core_pair::WORLD_ERROR;
use crate::shape::{Placed, Shape3, Space3};

/// Half extents, center and rotation of a box.
pub(crate) struct WorldBox {
    pub half: DVec3,
    pub center: DVec3,
    /// x, y, z, w, of any length.
    pub rotation: [f64; 4],
    /// The sum of all magnitudes of the half extents and of the center.
    pub magnitude: f64,
    /// How far a vertex may be from the true one, in units of that.
    pub rounding: f64,
}

impl WorldBox {
    /// `None` for other shapes, and where the place is a chain of poses.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn of<V: Space3>(placed: &Placed<'_, V>) -> Option<Self> {
        let (Shape3::Box(cuboid), None) = (placed.shape, placed.place.outer) else {
            return None;
        };
        let pose: &Pose<V> = placed.place.pose;
        let half = cuboid.half_extents().to_double() * pose.scale().to_f64();
        let center = pose.position().to_double();
        let (rotation, roundings) = match pose.rotation().given() {
            GivenRotation::Quaternion(q) => (q, WORLD_ERROR),
            _ => ([0.0, 0.0, 0.0, 1.0], 0.0),
        };
        Some(Self {
            half,
            center,
            rotation,
            magnitude: magnitude(half) + magnitude(center),
            rounding: roundings * ScalarOf::<V>::EPSILON.to_f64(),
        })
    }
}
