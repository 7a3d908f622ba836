//! The point on the border of a shape closest to a point.

use super::CastSpace;
use crate::math::{Place, Pose, Real, Vector};
use crate::pair::{self, QueryError};
use crate::shape::{AnyShape, Placed};

/// The closest point on the border of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint<V: Vector> {
    /// On the border.
    pub point: V,
    /// How far the query point is from it, negative inside.
    pub distance: V::Scalar,
    /// The outward unit normal there.
    pub normal: V,
}

/// The point on the border of `a` closest to `point`.
///
/// For a convex shape this is its [`clearance`](crate::clearance) from the point, with all that is said there: the
/// distance is negative inside, exactly 0 on the border, and its sign agrees with the relation of the two. A shape
/// without an inside has no negative distances.
///
/// Errors: a point that is not finite.
pub fn closest_point<V: CastSpace>(a: Placed<'_, V>, point: V) -> Result<ClosestPoint<V>, QueryError> {
    let pose = Pose::at(point).map_err(|_| QueryError::NotFinite("point"))?;
    if a.shape.is_convex() {
        return of_convex(a, point, &pose);
    }
    Err(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: "point",
    })
}

fn of_convex<V: CastSpace>(
    a: Placed<'_, V>,
    point: V,
    pose: &Pose<V>,
) -> Result<ClosestPoint<V>, QueryError> {
    let shape = V::point();
    let b = Placed {
        shape: &shape,
        place: Place::world(pose),
    };
    let c = pair::clearance(a, b)?;
    let on_border = if c.distance > Real::ZERO {
        c.point_a
    } else {
        point - c.normal * c.distance
    };
    Ok(ClosestPoint {
        point: on_border,
        distance: c.distance,
        normal: c.normal,
    })
}
