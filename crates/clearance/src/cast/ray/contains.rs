//! Whether a shape contains a point.

use core::ops::ControlFlow;

use super::closest::pose_of;
use super::nearest_parts::{BorderNear, PartsNear, start_error};
use super::space::RaySpace;
use super::winding::is_inside;
use crate::math::{Pose, Real};
use crate::pair::{self, QueryError};
use crate::shape::{AnyShape, Border, BoundedFrame, Parts, Placed};

/// Whether `point` is in `a`, the border included: inside a solid, or on a line or surface.
///
/// As exact as [`relation`](crate::relation) for the same shapes. Takes nanoseconds for simple shapes, and
/// logarithmic time in the number of triangles for a mesh: some µs, except within rounding of its border.
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
    Ok(holds(a, point, &pose))
}

fn holds<V: RaySpace>(a: Placed<'_, V>, point: V, pose: &Pose<V>) -> bool {
    if let Some(is_held) = a.surely_holds(point) {
        return is_held;
    }
    let is_at = |a: Placed<'_, V>| pair::intersects(a, Placed::new(&V::Shape::point(), pose));
    let Some(parts) = a.shape.parts() else {
        return is_at(a);
    };
    match parts.border() {
        Some(_) if V::DIM == 2 && parts.as_convex().is_some() => is_at(a),
        Some(border) => is_in_border(a, border, point, is_at),
        None => is_in_parts(a, parts, point, pose),
    }
}

/// Away from the border by the winding number, which is exact there.
fn is_in_border<V: RaySpace>(
    a: Placed<'_, V>,
    border: &dyn Border<V>,
    point: V,
    is_at: impl Fn(Placed<'_, V>) -> bool,
) -> bool {
    let near = BorderNear::new(&a, border, point, start_error(&a.aabb(), point));
    match near.is_clear(|i| border.facet(i).placed_in(&a.place, &is_at)) {
        Err(_) => true,
        Ok(true) => is_inside(&near.facets, near.local),
        Ok(false) => is_at(a),
    }
}

/// In any part whose box the point is in or next to.
fn is_in_parts<V: RaySpace>(a: Placed<'_, V>, parts: &dyn Parts<V>, point: V, pose: &Pose<V>) -> bool {
    // Not the box of the shape itself: that of a compound is around all of its parts, which takes long.
    let whole = BoundedFrame::of(&a.place).turned_box(parts.part_boxes().whole());
    let near = PartsNear::at(&a, point, start_error(&whole, point).to_f64());
    let flow = near.visit_touching(parts, &mut |i| match parts
        .part(i)
        .placed_in(&a.place, |part| holds(part, point, pose))
    {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    flow.is_break()
}
