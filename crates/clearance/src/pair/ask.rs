//! The questions: each goes to the fast path of its space, to the test that the table names, and where floats are unsure to exact
//! arithmetic.

use super::answer::{Clearance, Manifold, QueryError, Relation};
use super::other_scale::{self, at_another_scale};
use super::table::{PairSpace, Test, choose};
use super::union::{PartContact, PartManifold};
use super::{decide, order, smooth, union};
use crate::math::Real;
use crate::shape::{Placed, prefetch_both};

/// Whether two shapes have a point in common, touching included: `relation` is not `Disjoint`, as fast as it can be
/// had.
///
/// As exact as [`relation`]. Nanoseconds for boxes, balls and small polygons; shapes made of parts are left at the first two
/// that meet. Errors: none for any pair today.
#[inline]
pub fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    match V::intersects_at_once(&a, &b) {
        Some(answer) => Ok(answer),
        None => V::intersects_by_family(a, b),
    }
}

pub(super) fn intersects_by_family<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<bool, QueryError> {
    prefetch_both(&a, &b);
    match choose::<V>(a.shape, b.shape) {
        Test::Core => V::intersects(a, b).map_or_else(|| unsure_intersects(a, b), Ok),
        Test::Smooth => smooth::intersects(a, b),
        Test::Parts => union::intersects(a, b),
        _ => relation(a, b).map(Relation::intersects),
    }
}

/// How two shapes lie to each other: exact for every pair whose shapes are made of flat faces and balls.
///
/// Points, segments, triangles, boxes, hulls, balls, capsules, rounded ones of these, half-spaces, and polygons, meshes and
/// compounds of them: by the numbers as given where no pose turns, else by world vertices rounded once. Ellipses,
/// ellipsoids, cylinders and cones: within a few roundings of the size. A union holds what its parts hold together.
///
/// A float test answers nearly always; what it is not sure of costs exact arithmetic, some 10 to 100 times as much.
/// Errors: none for any pair today.
///
/// ```
/// use clearance::{Placed, Pose, Relation, d3::Shape, glam::DVec3, relation};
/// let (cube, beside) = (Shape::cuboid(DVec3::splat(0.1))?, Pose::at(DVec3::X * 0.2)?);
/// let next = Pose::at(DVec3::X * 0.2_f64.next_up())?;
/// let to = |pose| relation(Placed::new(&cube, &Pose::IDENTITY), Placed::new(&cube, pose));
/// assert_eq!((to(&beside)?, to(&next)?), (Relation::Touching, Relation::Disjoint));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Relation, QueryError> {
    if choose::<V>(a.shape, b.shape) == Test::Core
        && let Some(relation) = V::relation(a, b)
    {
        return Ok(relation);
    }
    V::relation_by_family(a, b)
}

pub(super) fn relation_by_family<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Relation, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => unsure_relation(a, b),
        Test::HalfSpace => decide::half_space::quick_relation(a, b).map_or_else(|| unsure_relation(a, b), Ok),
        Test::HalfSpaces => Ok(decide::half_space::relation_of_two(a, b)),
        Test::Smooth => smooth::relation(a, b),
        Test::Parts => union::relation(a, b),
    }
}

/// Signed distance with normal and the two witness points: the gap where apart, exactly 0 where they touch, minus the
/// depth where they overlap.
///
/// Within 1e-12 (`f64`) or 1e-5 (`f32`) of the size of the query, the largest world coordinate of either shape; the sign
/// is that of [`relation`], always. `clearance(b, a)` is the same, mirrored; only a shape and its like in the same place, of which
/// neither is first, get one answer for both. The depth of shapes made of parts is that of
/// the deepest place found ([`DepthKind::Local`]).
///
/// Errors: [`QueryError::UnsupportedPair`] for two half-spaces, or a half-space and something else without end, whose overlap
/// has no depth.
///
/// ```
/// use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2};
/// let (square, ball) = (Shape::cuboid(DVec2::ONE)?, Shape::circle(0.5)?);
/// let beside = Pose::at(DVec2::new(1.25, 0.0))?;
/// let c = clearance(Placed::new(&square, &Pose::IDENTITY), Placed::new(&ball, &beside))?;
/// assert_eq!((c.distance, c.normal), (-0.25, DVec2::X)); // moving the ball by 0.25 along X parts them
/// assert_eq!(c.point_b - c.point_a, c.normal * c.distance);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn clearance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    match V::clearance_at_once(&a, &b) {
        Some(answer) => Ok(answer),
        None => V::clearance_by_family(a, b),
    }
}

pub(super) fn clearance_by_family<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    prefetch_both(&a, &b);
    match choose::<V>(a.shape, b.shape) {
        Test::Core => V::clearance(a, b).map_or_else(|| unsure_clearance(a, b), Ok),
        Test::HalfSpace => decide::half_space::quick(a, b).map_or_else(|| unsure_clearance(a, b), Ok),
        Test::HalfSpaces => decide::half_space::clearance_of_two(a, b),
        Test::Smooth => smooth::clearance(a, b),
        Test::Parts => union::clearance(a, b),
    }
}

/// How far apart two shapes are, 0 where they meet: the clearance where it is not negative, without the cost of a depth.
///
/// As accurate as [`clearance`], with its errors.
#[inline]
pub fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<V::Scalar, QueryError> {
    match V::distance_at_once(&a, &b) {
        Some(answer) => Ok(answer),
        None => V::distance_by_family(a, b),
    }
}

pub(super) fn distance_by_family<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<V::Scalar, QueryError> {
    prefetch_both(&a, &b);
    if choose::<V>(a.shape, b.shape) == Test::Core {
        if let Some(distance) = V::distance(a, b) {
            return Ok(distance);
        }
        if let Some(distance) = other_scale::distance(a, b) {
            return distance;
        }
    }
    clearance(a, b).map(|c| c.distance.max(Real::ZERO))
}

/// Contact points with clearance up to `margin` (not negative), at most 2 in 2D and 4 in 3D; none where the shapes are
/// further apart.
///
/// All lie along one normal, that of [`clearance`]; the deepest is among them, and the others span the common part of the two
/// faces as widely as so few can. Their [`FeatureId`]s stay the same from step to step while the same features touch.
///
/// Errors: those of [`clearance`], and a margin that is negative or not finite.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, manifold};
/// let (cube, above) = (Shape::cuboid(DVec3::ONE)?, Pose::at(DVec3::Y * 2.25)?);
/// let at = |margin| manifold(Placed::new(&cube, &Pose::IDENTITY), Placed::new(&cube, &above), margin);
/// assert_eq!(at(0.0)?.contacts().len(), 0); // a quarter apart
/// let near = at(0.25)?;
/// assert!(near.contacts().len() == 4 && near.contacts().iter().all(|c| c.clearance == 0.25));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    if !margin.is_finite() || margin < Real::ZERO {
        return Err(QueryError::NotFinite("margin"));
    }
    match V::manifold_at_once(&a, &b, margin) {
        Some(answer) => Ok(answer),
        None => V::manifold_by_family(a, b, margin),
    }
}

pub(super) fn manifold_by_family<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    prefetch_both(&a, &b);
    match choose::<V>(a.shape, b.shape) {
        Test::Parts => return union::manifold(a, b, margin),
        Test::Core => {
            if let Some(manifold) = V::manifold(a, b, margin) {
                return Ok(manifold);
            }
        }
        _ => {}
    }
    if let Some(manifold) = other_scale::manifold(a, b, margin) {
        return manifold;
    }
    let c = clearance(a, b)?;
    if c.distance > margin {
        return Ok(Manifold::new(c.normal));
    }
    Ok(V::clip(a, b, &c, margin))
}

/// Contacts of two convex shapes, given their clearance, at any scale.
pub(super) fn clip<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    other_scale::clip(a, b, c, margin).unwrap_or_else(|| V::clip(a, b, c, margin))
}

// What the float tests are not sure of: at another scale, where the size of the pair is why, else in exact arithmetic.

#[cold]
fn unsure_intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    at_another_scale(a, b, |a, b, _| intersects(a, b))
        .map_or_else(|| Ok(decide::intersects(a, b)), |(answer, _)| answer)
}

#[cold]
fn unsure_relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Relation, QueryError> {
    at_another_scale(a, b, |a, b, _| relation(a, b))
        .map_or_else(|| Ok(decide::relation(a, b)), |(answer, _)| answer)
}

#[cold]
fn unsure_clearance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    other_scale::clearance(a, b).unwrap_or_else(|| Ok(decide::clearance(a, b)))
}

/// The contacts of all two parts of two shapes that are no further apart than `within` (not negative), each with its own
/// normal: what a character or a body that rests on many faces needs, where [`manifold`] has one normal for all.
///
/// Without ghosts, as at the inner edges of a floor of many parts: where the shortest way out of a part leads into another
/// part of the same shape, its contact is that along a normal that stays, or none where another contact says it all. Gaps up
/// to 1/4096 and steps up to 2^-20 of the smaller of the two parts' extents count as none. A part that is made of parts itself, a
/// mesh in a compound, has the contacts of these. Not promised of flat shapes that have sunk into a mesh of space: of two flat parts
/// the shortest way out may lead anywhere.
///
/// In the order of the shapes' trees; `contacts(b, a, within)` are the same in the same order, mirrored. Costs a clearance
/// for each two parts and a walk to the parts beside each contact; what is hidden there costs some ten clearances more.
///
/// Errors: those of [`clearance`], and a distance that is negative or not finite.
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
) -> Result<alloc::vec::Vec<PartContact<V>>, QueryError> {
    if !within.is_finite() || within < Real::ZERO {
        return Err(QueryError::NotFinite("within"));
    }
    if order::order(a, b).is_le() {
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
) -> Result<alloc::vec::Vec<PartManifold<V>>, QueryError> {
    if !within.is_finite() || within < Real::ZERO {
        return Err(QueryError::NotFinite("within"));
    }
    union::manifolds(a, b, within)
}
