//! How often a surface winds around a point.

use super::super::query::{point_pose, triangles};
use super::super::unit::to_about_one;
use super::solid_angle::part_of_sphere;
use crate::math::{DoubleFrame, lift};
use crate::measure::Total;
use crate::pair::{PairSpace, QueryError};
use crate::shape::Placed;

/// How often the surface of a mesh or terrain winds around a point of the world: the sum of the solid angles
/// of its triangles, as a part of the whole sphere.
///
/// Around a closed mesh it is 0 outside and 1 inside, and an integer in general. Of an open one it is a
/// number between, larger than a half where the surface encloses the point more than not: so it tells inside
/// from outside for meshes with holes, gaps and doubled or crossing triangles (Jacobson, Kavan and
/// Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers", 2013). Triangles
/// count as positive where they are seen from behind.
///
/// Within some 1e-15 for each of the triangles, times its size over the point's distance from its edges, near
/// which its angle changes fast. Next to the surface, where the number jumps by 1, the side is decided in
/// double precision. [`cast::contains`](crate::cast::contains) is exact, for closed
/// meshes. On a triangle it is the number of either side or their mean.
///
/// Errors: shapes without triangles, a point that is not finite or too large. O(n), some 100 ns for a
/// triangle; for many points see [`WindingTree`](super::WindingTree).
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, mesh::winding_number};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// // Without its largest face, which from the corner is an eighth of all that is seen.
/// let open = Shape::mesh(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2]])?;
/// let near_corner = winding_number(Placed::new(&open, &Pose::IDENTITY), DVec3::splat(1e-9))?;
/// assert!((near_corner - 7.0 / 8.0).abs() < 1e-8);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn winding_number<V: PairSpace>(shape: Placed<'_, V>, point: V) -> Result<f64, QueryError> {
    let border = triangles(&shape)?;
    point_pose(point)?;
    let frame = DoubleFrame::of_place(&border.place_in(&shape.place));
    let local = frame.inward(lift(point)) / frame.scale;
    if !local.is_finite() {
        return Ok(0.0); // so far away that no float is the distance
    }
    let corner = |i: usize, k: usize| lift(border.corner(i, k)) - local;
    let size = (0..border.facet_count()).map(|i| corner(i, 0).abs().max_element());
    let unit = to_about_one(size.fold(0.0, f64::max));
    let mut sum = Total::default();
    for i in 0..border.facet_count() {
        let seen = [0, 1, 2].map(|k| unit.times_each(corner(i, k)));
        sum.add(part_of_sphere(seen));
    }
    Ok(sum.value())
}
