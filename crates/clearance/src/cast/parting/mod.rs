//! How deep two shapes overlap, as a pair of bounds: no shorter motion parts them, and this one does.
//!
//! Two convex shapes have one depth, that of their clearance. Of others the shortest motion that parts them
//! is hard to find: it may lead out of a pocket that no local search sees, and among n and m convex parts
//! there are n · m pairs, each of which rules out a convex set of motions (Varadhan and Manocha, "Accurate
//! Minkowski sum approximation of polyhedral models", 2006). So it is bounded from both sides:
//!
//! - **From above** by motions that part them (`ways.rs`): along a few directions, B starts where it is free
//!   and is swept back to its place, as far as it gets; the normal of what it meets is the next direction.
//! - **From below** by convex bodies inside both (`bodies.rs`): their parts, and boxes that are grown inside
//!   a solid until they meet its border (`inscribed.rs`). As long as a body of A and one of B overlap, so do
//!   A and B, and the depth of these two is exact. `balls.rs` adds a bound from the depths of single points.
//! - `cover.rs` brings both together: it covers all motions shorter than the best one with cells, nearest
//!   first, and strikes out those in which two bodies surely overlap. The nearest cell that is left is a
//!   bound from below, and its middle is tried from above.
//!
//! Limit: the work is bounded, not the gap. Imports run one way: `moved` → `body` → `inscribed` → `bodies` →
//! `balls` → `ways` → `cover`.

mod balls;
mod bodies;
mod body;
mod cover;
mod inscribed;
mod moved;
mod ways;

use super::spaces::CastSpace;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::{self, QueryError};
use crate::shape::{AnyShape, Placed};
use bodies::bodies_of;
use moved::Two;
use ways::Ways;

/// How far one of two overlapping shapes must be moved until they no longer overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DepthBounds<V: Vector> {
    /// No translation shorter than this parts them.
    pub at_least: V::Scalar,
    /// Moving B by `direction * at_most`, or A by as much the other way, parts them: then they touch or are
    /// apart. Both were checked with [`relation`](crate::relation), with positions rounded as the scalar type
    /// rounds them.
    pub at_most: V::Scalar,
    /// Unit vector, up to rounding.
    pub direction: V,
}

impl<V: Vector> DepthBounds<V> {
    /// The bounds of B and A.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            direction: -self.direction,
            ..self
        }
    }
}

/// How deep two shapes overlap: bounds of the shortest translation that parts them, and one that does. `None`
/// where they do not overlap: where they are apart, or only touch.
///
/// For two convex shapes both bounds are the depth of [`clearance`](crate::clearance()), but for its error:
/// the lower is smaller by 1e-12 of the size (1e-5 in `f32`), the upper larger by what it takes that the
/// moved shape is really free. For all others the bounds may be apart; they are near each other where few
/// convex parts decide; where the way out is a narrow pocket, the upper one may be twice the true depth and
/// more. `depth_bounds(b, a)` has the same bounds, and the opposite direction, except for one shape twice in
/// one place.
///
/// Costs some relations for convex shapes. For others it asks one clearance, some hundred relations and
/// sweeps, and thousands of clearances of convex parts: up to about a second between small meshes. Between
/// meshes of 100 000 triangles it takes tenths of a second where they overlap a little, and seconds where
/// they lie deep within each other.
///
/// Errors: [`QueryError::UnsupportedPair`] where no motion that parts them was found, as for two
/// half-spaces that do not face each other, or a box in a compound of half-spaces on all sides.
///
/// ```
/// use clearance::{Placed, Pose, d2::Shape, depth_bounds, glam::DVec2};
/// // A bar in a bracket, with which it crosses in two places: out through the opening, the way is 1.5.
/// let bracket = [(0., 0.), (6., 0.), (6., 4.), (5., 4.), (5., 1.), (1., 1.), (1., 4.), (0., 4.)].map(DVec2::from);
/// let (bracket, bar) = (Shape::polygon(&bracket, &[])?, Shape::cuboid(DVec2::new(2.5, 0.5))?);
/// let there = Pose::at(DVec2::new(3.0, 3.0))?;
/// let bounds = depth_bounds(Placed::new(&bracket, &Pose::IDENTITY), Placed::new(&bar, &there))?.unwrap();
/// assert!((1.5..1.5 + 1e-12).contains(&bounds.at_most) && bounds.direction == DVec2::Y);
/// assert!(bounds.at_least > 1.499);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn depth_bounds<V: CastSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Option<DepthBounds<V>>, QueryError> {
    if !pair::relation(a, b).overlaps() {
        return Ok(None);
    }
    if pair::order(a, b).is_gt() {
        return Ok(Some(of_overlap(b, a)?.mirrored()));
    }
    of_overlap(a, b).map(Some)
}

/// How many units in the last place of its size a shape is moved further than to where it would touch.
#[cfg(feature = "std")]
const PARTED_BY: f64 = 128.0;

/// A motion along a direction that parts two overlapping shapes: longer than asked for by some hundred
/// roundings, so that what is parted is not left in contact, which takes exact numbers to tell. Whether a
/// shorter one parts them, too, is not looked at.
#[cfg(feature = "std")]
pub(crate) fn parted_along<V: CastSpace>(
    [a, b]: [Placed<'_, V>; 2],
    direction: V,
    length: V::Scalar,
) -> Option<DepthBounds<V>> {
    let two = Two::new(a, b);
    let gap = two.size.max(length) * V::Scalar::EPSILON * ScalarOf::<V>::lit(PARTED_BY);
    two.confirmed(direction, length + gap).ok()
}

fn of_overlap<V: CastSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<DepthBounds<V>, QueryError> {
    let two = Two::new(a.simplest(), b.simplest());
    if two.a.shape.parts().is_some() || two.b.shape.parts().is_some() {
        return of_parts(&two);
    }
    let c = pair::clearance(two.a, two.b)?;
    let size = two.size.max(c.point_a.max_abs()).max(c.point_b.max_abs());
    let bounds = two.with_size(size).confirmed(c.normal, c.depth())?;
    Ok(two.with_size(size).at_least(bounds, c.depth()))
}

/// Two shapes of which at least one is made of parts.
fn of_parts<V: CastSpace>(two: &Two<'_, V>) -> Result<DepthBounds<V>, QueryError> {
    let mut ways = Ways::new(*two);
    // The depth of one place; of large solids it takes as long as all else.
    let local = pair::clearance(two.a, two.b).ok();
    ways.look_around(local.as_ref());
    let Some(first) = ways.shortest() else {
        return Err(two.unsupported());
    };
    let reach = first.length * ScalarOf::<V>::lit(1.0 + 1e-6);
    let bodies = [
        bodies_of(two.a, &two.b.aabb().inflated(reach)),
        bodies_of(two.b, &two.a.aabb().inflated(reach)),
    ];
    let least = bodies::deepest_parts(two).max(balls::deepest_point(two, local.as_ref()));
    let least = cover::cover(&bodies, least, &mut ways);
    let best = ways.shortest().unwrap_or(first);
    let bounds = two.confirmed(best.direction, best.length)?;
    Ok(two.at_least(bounds, least))
}
