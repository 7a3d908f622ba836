//! Half-spaces: against a core by its lowest vertex, against each other by their normals.

use core::cmp::Ordering;

use super::answer::{Clearance, QueryError, Relation};
use super::decide;
use crate::exact::half_space::Parallel;
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// A core against a half-space in float arithmetic; `None` when too close to call.
pub(crate) fn quick<V: ShapeSpace>(_a: Placed<'_, V>, _b: Placed<'_, V>) -> Option<Clearance<V>> {
    None
}

/// Relation of two half-spaces, exact.
pub(crate) fn relation_of_two<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    let relation = if V::DIM == 2 {
        parallel::<V, 2>(a, b).map(|p| word(&p))
    } else {
        parallel::<V, 3>(a, b).map(|p| word(&p))
    };
    relation.unwrap_or(Relation::Overlapping)
}

fn word<const D: usize>(parallel: &Parallel<D>) -> Relation {
    match parallel.alike() {
        Some(Ordering::Less) => Relation::AInB,
        Some(Ordering::Equal) => Relation::Equal,
        Some(Ordering::Greater) => Relation::BInA,
        None => decide::word(parallel.meeting(), || [false, false]),
    }
}

/// Clearance of two half-spaces: finite only where they face each other with parallel borders.
pub(crate) fn clearance_of_two<V: ShapeSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let parallel = if V::DIM == 2 {
        parallel::<V, 2>(a, b).and_then(|p| finite(&p))
    } else {
        parallel::<V, 3>(a, b).and_then(|p| finite(&p))
    };
    parallel.ok_or(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: b.shape.kind(),
    })
}

fn finite<V: ShapeSpace, const D: usize>(parallel: &Parallel<D>) -> Option<Clearance<V>> {
    match parallel.alike() {
        Some(_) => None,
        None => Some(decide::rounded(&parallel.measured())),
    }
}

/// Two half-spaces whose borders do not cross, at one scale.
fn parallel<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Parallel<D>> {
    Parallel::new(&decide::half_space(a)?, &decide::half_space(b)?)
}
