//! Half-spaces: against a core by its lowest vertex, against each other by their normals.

use super::answer::{Clearance, QueryError, Relation};
use crate::shape::{Placed, ShapeSpace};

/// A core against a half-space in float arithmetic; `None` when too close to call.
pub(crate) fn quick<V: ShapeSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Option<Clearance<V>> {
    None
}

/// Relation of two half-spaces, exact.
pub(crate) fn relation_of_two<V: ShapeSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Relation {
    todo!()
}

/// Clearance of two half-spaces: finite only where they face away from each other.
pub(crate) fn clearance_of_two<V: ShapeSpace>(
    _a: Placed<'_, V>,
    _b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    todo!()
}
