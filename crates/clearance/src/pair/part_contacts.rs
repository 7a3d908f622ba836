//! The questions that are answered part by part: all contacts of two shapes, each with its own normal.

use alloc::vec::Vec;

use super::answer::QueryError;
use super::order::order;
use super::table::PairSpace;
use super::union::{self, PartContact, PartManifold};
use crate::math::Real;
use crate::shape::Placed;

/// The contacts of all two parts of two shapes that are no further apart than `within` (not negative), each
/// with its own normal: what a character or a body that rests on many faces needs, where
/// [`manifold`](crate::manifold) has one normal for all.
///
/// Without ghosts, as at the inner edges of a floor of many parts: where the shortest way out of a part leads
/// into another part of the same shape, its contact is that along a normal that stays, or none where another
/// contact says it all. Gaps up to 1/4096 and steps up to 2^-20 of the smaller of the two parts' extents
/// count as none. A part that is made of parts itself, a mesh in a compound, has the contacts of these. Not
/// promised of flat shapes that have sunk into a mesh of space: of two flat parts the shortest way out may
/// lead anywhere. Nor of parts with faces of more than 64 directions, where all contacts lead into other
/// parts.
///
/// In the order of the shapes' trees; `contacts(b, a, within)` are the same in the same order, mirrored.
/// Costs a clearance for each two parts and a walk to the parts beside each contact; what is hidden there
/// costs some ten clearances more.
///
/// Errors: those of [`clearance`](crate::clearance), and a distance that is negative or not finite.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, pair::contacts};
/// let corners = [(0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0)].map(|(x, z)| DVec3::new(x, 0.0, z));
/// let floor = Shape::mesh(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
/// let (ball, above) = (Shape::sphere(1.0)?, Pose::at(DVec3::new(1.9, 1.0, 2.1))?);
/// let (floor, ball) = (Placed::new(&floor, &Pose::IDENTITY), Placed::new(&ball, &above));
/// let found = contacts(floor, ball, 0.125)?; // the other triangle is near, too, but only by its inner edge
/// assert_eq!((found.len(), found[0].clearance.normal), (1, DVec3::Y));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartContact<V>>, QueryError> {
    if !within.is_finite() || within < Real::ZERO {
        return Err(QueryError::NotFinite("within"));
    }
    if order(a, b).is_le() {
        return union::contacts(a, b, within);
    }
    let mut found = union::contacts(b, a, within)?;
    for contact in &mut found {
        contact.parts.reverse();
        contact.clearance = contact.clearance.mirrored();
    }
    Ok(found)
}

/// The [`contacts`] of all two parts with all their points, at most 2 in 2D and 4 in 3D for each.
///
/// Costs a manifold more for each contact. Errors: those of [`contacts`].
pub fn part_manifolds<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartManifold<V>>, QueryError> {
    if !within.is_finite() || within < Real::ZERO {
        return Err(QueryError::NotFinite("within"));
    }
    union::manifolds(a, b, within)
}
