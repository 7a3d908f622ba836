//! Ray against every shape.

use crate::math::Vector;
use crate::pair::{PairSpace, QueryError};
use crate::shape::Placed;

/// Where a ray starts, where it goes, how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    /// Where it starts.
    pub origin: V,
    /// Where it goes, any length but zero; times are in units of it.
    pub direction: V,
    /// The last time that counts, inclusive; may be infinite.
    pub max_time: V::Scalar,
}

/// Where a ray first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V: Vector> {
    /// In units of the direction; 0 from inside.
    pub time: V::Scalar,
    /// `origin + time * direction`.
    pub point: V,
    /// The outward unit normal there; `None` where the ray starts inside.
    pub normal: Option<V>,
}

/// The first point of `a` on the ray, or `None`.
pub fn ray<V: PairSpace>(_a: Placed<'_, V>, _ray: &Ray<V>) -> Result<Option<RayHit<V>>, QueryError> {
    todo!()
}
