//! Ellipses, ellipsoids, cylinders and cones (and rounded ones) against any convex shape.

pub(crate) mod nearest;

use super::answer::{Clearance, QueryError, Relation};
use crate::shape::{Placed, ShapeSpace};

/// Relation of two convex shapes, at least one of which is smooth.
pub(crate) fn relation<V: ShapeSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Result<Relation, QueryError> {
    todo!()
}

/// Clearance of two convex shapes, at least one of which is smooth.
pub(crate) fn clearance<V: ShapeSpace>(
    _a: Placed<'_, V>,
    _b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    todo!()
}
