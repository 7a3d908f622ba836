//! The point on the border of a shape closest to a point.

use crate::math::Vector;
use crate::pair::{PairSpace, QueryError};
use crate::shape::Placed;

/// The closest point on the border of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint<V: Vector> {
    /// On the border.
    pub point: V,
    /// How far the query point is from it, negative inside.
    pub distance: V::Scalar,
    /// The outward unit normal there.
    pub normal: V,
}

/// The point on the border of `a` closest to `point`.
pub fn closest_point<V: PairSpace>(_a: Placed<'_, V>, _point: V) -> Result<ClosestPoint<V>, QueryError> {
    todo!()
}
