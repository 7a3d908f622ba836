//! Separating axes in space.

use super::answer::{Clearance, Manifold, Relation};
use crate::shape::{Placed, Space3};

pub(crate) fn intersects<V: Space3>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Option<bool> {
    None
}
pub(crate) fn relation<V: Space3>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Option<Relation> {
    None
}
pub(crate) fn clearance<V: Space3>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Option<Clearance<V>> {
    None
}
pub(crate) fn clip<V: Space3>(
    _a: Placed<'_, V>,
    _b: Placed<'_, V>,
    _c: &Clearance<V>,
    _margin: V::Scalar,
) -> Manifold<V> {
    todo!()
}
