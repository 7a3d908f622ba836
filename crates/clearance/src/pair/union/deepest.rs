//! Two shapes of parts that overlap: how deep, at the deepest place found.
//!
//! For unions this is the deepest pair of parts; for two solids of the plane, too. In space it is the deepest
//! point of either solid within the other (`solids/depth/`), because triangles do not know where the
//! interior is.

use crate::pair::answer::{Clearance, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::deepest::deepest_parts;
use crate::pair::near_parts::is_compound;
use crate::pair::solids;
use crate::pair::solids::Solid;
use crate::shape::Placed;

/// The clearance of two shapes whose interiors meet.
pub(super) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let (simple_a, simple_b) = (a.simplest(), b.simplest());
    let in_space = V::DIM == 3 && !is_compound(a) && !is_compound(b);
    // A convex mesh beside one that is not convex stays a mesh: the points tried are corners and edges, which
    // are on its border, and not its middle.
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

/// A flat shape within a region that runs along borders between the region's parts, so no two parts overlap.
fn between_parts<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    match (Solid::new(a), Solid::new(b)) {
        (Some(solid), _) => solids::deepest(solid, b),
        (None, Some(solid)) => solids::deepest(solid, a).map(Clearance::mirrored),
        (None, None) => crate::pair::near_parts::nearest::clearance(a, b),
    }
}
