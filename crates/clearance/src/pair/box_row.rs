//! `BoxRow`: a box of space as a batch reads it, in one line of the cache.

use glam::DVec3;

use crate::math::{GivenRotation, Pose, Real, Rotation, ScalarOf, Vector};
use crate::pair::core_pair::WORLD_ERROR;
use crate::shape::{Placed, Shape3, Space3};

/// A box of space in double precision, as it stands in the world.
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
            magnitude: sum(Vector::abs(half)) + sum(Vector::abs(center)),
            rounding: roundings * ScalarOf::<V>::EPSILON.to_f64(),
        })
    }
}

/// Rounding a center to two singles: twice the square of their unit roundoff, and more.
const CENTER_ERROR: f64 = 1.0 / (1u64 << 44) as f64;

/// A box in single precision, in one line of the cache: half extents, the error bound of the world vertices, the rotation as a
/// quaternion of length 1, and the center as three sums of two numbers.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct BoxRow([f32; 16]);

impl BoxRow {
    /// The row of a shape that is no box, of which nothing is sure.
    pub(crate) const NONE: Self = Self([f32::NAN; 16]);
    /// Whether it is one of a box.
    #[inline(always)]
    pub(crate) fn is_box(&self) -> bool {
        !self.0[0].is_nan()
    }
    /// Its numbers.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> &[f32; 16] {
        &self.0
    }
    /// The row of a box; `None` for other shapes.
    pub(crate) fn of<V: Space3>(placed: &Placed<'_, V>) -> Option<Self> {
        let given = WorldBox::of(placed)?;
        let [x, y, z, w] = normalized(given.rotation)?;
        let world_error = (given.magnitude * (given.rounding + CENTER_ERROR)) as f32;
        let (a, b) = (given.half.as_vec3(), given.center.as_vec3());
        let c = (given.center - b.as_dvec3()).as_vec3();
        Some(Self([
            a.x,
            a.y,
            a.z,
            world_error,
            x,
            y,
            z,
            w,
            b.x,
            b.y,
            b.z,
            c.x,
            c.y,
            c.z,
            0.0,
            0.0,
        ]))
    }
}

fn normalized(q: [f64; 4]) -> Option<[f32; 4]> {
    let length = libm::sqrt(q.iter().map(|x| x * x).sum());
    (length > 1e-6 && length < 1e6).then(|| q.map(|x| (x / length) as f32))
}

fn sum(v: DVec3) -> f64 {
    v.x + v.y + v.z
}
