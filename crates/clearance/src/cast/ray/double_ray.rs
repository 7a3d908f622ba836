//! A ray in double precision, and how it is brought into the frame of a shape for the exact tests.

use glam::DVec3;

use super::Ray;
use super::exact::line::{Crossing, LocalRay};
use super::space::{RayQuery, RaySpace};
use crate::math::{DoubleFrame, Real, Space, lift};

/// A ray in double precision and in space, in the frame around a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoubleRay {
    pub origin: DVec3,
    /// Of any length except zero.
    pub direction: DVec3,
    /// The last time that counts: later hits may be left out.
    pub last: f64,
}

impl DoubleRay {
    pub(super) fn new<V: Space>(ray: &Ray<V>) -> Self {
        Self {
            origin: lift(ray.origin),
            direction: lift(ray.direction),
            last: ray.max_time.to_f64(),
        }
    }
    /// The first hit of a shape with this frame.
    pub(super) fn cast<V: RaySpace>(&self, shape: &V::Shape, frame: &DoubleFrame) -> Option<Crossing> {
        let origin = frame.inward(self.origin);
        let direction = frame.turned_back(self.direction);
        let size = V::extent(shape) * frame.scale;
        let unit = unit_of(size.max(origin.abs().max_element()), frame.scale);
        let speed = exponent(direction.abs().max_element());
        let ray = LocalRay {
            origin: scaled(origin, -unit),
            direction: scaled(direction, -speed),
            dimension: V::DIM,
        };
        let query = RayQuery {
            ray,
            scale: libm::scalbn(frame.scale, -unit),
            last: libm::scalbn(self.last, speed - unit),
        };
        let hit = V::first_hit(shape, &query)?.with_normal(|n| frame.turned(n));
        Some(Crossing {
            time: libm::scalbn(hit.time, unit - speed),
            ..hit
        })
    }
}

/// The exponent of a unit in which lengths up to `size` are at most about 1, and the scale is still a float.
pub(super) fn unit_of(size: f64, scale: f64) -> i32 {
    exponent(size).max(exponent(scale) - 1000)
}

/// The exponent of the power of two just above a magnitude.
fn exponent(x: f64) -> i32 {
    if x > 0.0 && x.is_finite() {
        libm::frexp(x).1
    } else {
        0
    }
}

pub(super) fn scaled(v: DVec3, exponent: i32) -> DVec3 {
    DVec3::from_array(v.to_array().map(|x| libm::scalbn(x, exponent)))
}
