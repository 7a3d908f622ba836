//! A ray in double precision, and how it is brought into the frame of a shape for the exact tests.

use glam::DVec3;

use super::Ray;
use super::exact::line::{Crossing, LocalRay};
use super::space::{RayQuery, RaySpace, Search};
use crate::math::{DoubleFrame, PowerOfTwo, Real, Space, lift};

/// A ray in double precision and in space, in the frame around a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoubleRay {
    pub origin: DVec3,
    /// Of any length except zero.
    pub direction: DVec3,
    /// The last time that counts: later hits may be left out.
    pub last: f64,
    pub search: Search,
}

impl DoubleRay {
    pub(super) fn new<V: Space>(ray: &Ray<V>, search: Search) -> Self {
        Self {
            origin: lift(ray.origin),
            direction: lift(ray.direction),
            last: ray.max_time.to_f64(),
            search,
        }
    }
    /// That of a shape, for its parts.
    pub(super) fn of_query(query: &RayQuery) -> Self {
        Self {
            origin: query.ray.origin,
            direction: query.ray.direction,
            last: query.last,
            search: query.search,
        }
    }
    /// The first hit of a shape with this frame.
    pub(super) fn cast<V: RaySpace>(&self, shape: &V::Shape, frame: &DoubleFrame) -> Option<Crossing> {
        let local = self.localised::<V>(shape, frame);
        Some(local.outward(V::first_hit(shape, &local.query)?, frame))
    }
    /// The ray in the frame of a shape.
    pub(super) fn localised<V: RaySpace>(&self, shape: &V::Shape, frame: &DoubleFrame) -> Localised {
        self.in_frame(V::extent(shape), V::DIM, frame)
    }
    /// The ray in the frame of a shape that reaches so far from the origin there.
    #[inline]
    pub(super) fn in_frame(&self, extent: f64, dimension: usize, frame: &DoubleFrame) -> Localised {
        let origin = frame.inward(self.origin);
        let direction = frame.turned_back(self.direction);
        let size = extent * frame.scale;
        let unit = unit_of(size.max(origin.abs().max_element()), frame.scale);
        let speed = exponent(direction.abs().max_element());
        let ray = LocalRay {
            origin: scaled(origin, -unit),
            direction: scaled(direction, -speed),
            dimension,
        };
        let query = RayQuery {
            ray,
            scale: PowerOfTwo(-unit).times(frame.scale),
            last: PowerOfTwo(speed - unit).times(self.last),
            search: self.search,
        };
        Localised {
            query,
            unit,
            slower: unit - speed,
        }
    }
}

/// A ray in the frame of a shape.
pub(super) struct Localised {
    pub query: RayQuery,
    /// The exponent of the unit of length there.
    pub unit: i32,
    /// The exponent of the unit of time there.
    slower: i32,
}

impl Localised {
    /// A hit in the frame around the shape.
    #[inline]
    pub(super) fn outward(&self, hit: Crossing, frame: &DoubleFrame) -> Crossing {
        let hit = hit.with_normal(|n| frame.turned(n));
        Crossing {
            time: PowerOfTwo(self.slower).times(hit.time),
            ..hit
        }
    }
}

/// The exponent of a unit in which lengths up to `size` are at most about 1, and the scale is still a float.
pub(super) fn unit_of(size: f64, scale: f64) -> i32 {
    exponent(size).max(exponent(scale) - 1000)
}

/// The exponent of the power of two just above a magnitude.
#[inline]
fn exponent(x: f64) -> i32 {
    if x.is_finite() {
        PowerOfTwo::above(x).unwrap_or(0)
    } else {
        0
    }
}

#[inline]
pub(super) fn scaled(v: DVec3, exponent: i32) -> DVec3 {
    PowerOfTwo(exponent).times_each(v)
}
