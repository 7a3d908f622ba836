//! Two cores, or a core and a half-space, decided in exact arithmetic: the last word of every relation.

use super::answer::{Clearance, Relation};
use crate::shape::{Placed, ShapeSpace};

/// The exact relation of two shapes that are cores or half-spaces.
pub(crate) fn relation<V: ShapeSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Relation {
    todo!()
}

/// The clearance of two shapes that are cores or half-spaces, computed exactly and rounded once.
pub(crate) fn clearance<V: ShapeSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Clearance<V> {
    todo!()
}
