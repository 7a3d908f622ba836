//! Two shapes of parts that overlap: how deep, at the deepest place found.
//!
//! Unions: the deepest pair of parts. Solids: two convex parts of the plane, too; in space the deepest point
//! of either within the other, `solids/depth.rs`, since triangles know nothing of an inside.

use crate::pair::answer::{Clearance, QueryError};
use crate::pair::near_parts::deepest::deepest_parts;
use crate::pair::near_parts::is_compound;
use crate::pair::solids;
use crate::pair::solids::Solid;
use crate::pair::table::PairSpace;
use crate::shape::Placed;

/// The clearance of two shapes whose insides meet.
pub(super) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let (simple_a, simple_b) = (a.simplest(), b.simplest());
    let in_space = V::DIM == 3 && !is_compound(a) && !is_compound(b);
    // A convex mesh beside one that is not stays a mesh: its corners and edges are on its border, its middle
    // is not.
    if let (true, Some(solid)) = (in_space, Solid::new(simple_a)) {
        return solids::deepest(solid, b);
    }
    if let (true, Some(solid)) = (in_space, Solid::new(simple_b)) {
        return solids::deepest(solid, a).map(Clearance::mirrored);
    }
    match deepest_parts(simple_a, simple_b)? {
        Some(c) => Ok(super::as_local(c)),
        None => between_parts(simple_a, simple_b),
    }
}

/// A flat shape that runs between the parts of a region, within it.
fn between_parts<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    match (Solid::new(a), Solid::new(b)) {
        (Some(solid), _) => solids::deepest(solid, b),
        (None, Some(solid)) => solids::deepest(solid, a).map(Clearance::mirrored),
        (None, None) => crate::pair::near_parts::nearest::clearance(a, b),
    }
}
