//! Whether a shape contains a point.

use super::ray::closest::pose_of;
use super::ray::space::RaySpace;
use crate::pair::{self, QueryError};
use crate::shape::{AnyShape, Placed};

/// Whether `point` is in `a`, the border included: inside a solid, or on a line or surface.
///
/// As exact as [`relation`](crate::relation) for the same shapes. Takes nanoseconds for simple shapes, and
/// logarithmic time in the number of triangles for a solid mesh.
///
/// Errors: a point that is not finite, or beyond the largest coordinate of a pose.
///
/// ```
/// use clearance::{Placed, Pose, cast::contains, d2::Shape, glam::DVec2};
/// let bend = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)].map(DVec2::from);
/// let bend = Shape::polygon(&bend, &[])?;
/// let is_in = |x, y| contains(Placed::new(&bend, &Pose::IDENTITY), DVec2::new(x, y));
/// assert_eq!((is_in(0.5, 3.0), is_in(2.0, 1.0)), (Ok(true), Ok(true)));
/// assert_eq!(is_in(2.0, 1.0_f64.next_up()), Ok(false));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn contains<V: RaySpace>(a: Placed<'_, V>, point: V) -> Result<bool, QueryError> {
    let pose = pose_of(point)?;
    Ok(pair::intersects(a, Placed::new(&V::Shape::point(), &pose)))
}
