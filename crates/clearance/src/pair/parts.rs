//! Shapes of many parts, part by part; closed meshes and polygons as solids.

use super::answer::{Clearance, Manifold, QueryError, Relation};
use super::table::PairSpace;
use crate::shape::Placed;

/// Relation of two shapes at least one of which is not convex.
pub(crate) fn relation<V: PairSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Result<Relation, QueryError> {
    todo!()
}

/// Whether two shapes, at least one of which is not convex, meet: leaves at the first pair of parts that do.
pub(crate) fn intersects<V: PairSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Result<bool, QueryError> {
    todo!()
}

/// Clearance of two shapes at least one of which is not convex.
pub(crate) fn clearance<V: PairSpace>(
    _a: Placed<'_, V>,
    _b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    todo!()
}

/// The manifold of the deepest pair of parts, filled up from its neighbours that share the normal.
pub(crate) fn manifold<V: PairSpace>(
    _a: Placed<'_, V>,
    _b: Placed<'_, V>,
    _margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    todo!()
}
