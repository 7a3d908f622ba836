//! The triangles within a distance of a point.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::query::{point_pose, triangles};
use crate::math::{Aabb, Place, Real, ScalarOf, Vector};
use crate::pair::{PairSpace, QueryError, clearance};
use crate::shape::{AnyShape, Placed};

/// A triangle near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearTriangle<V: Vector> {
    /// Its number in the mesh.
    pub triangle: u32,
    /// How far it is from the point; exactly 0 where the point is on it.
    pub distance: V::Scalar,
    /// Its point nearest to that, in the world.
    pub point: V,
}

/// The triangles of a mesh or terrain within a radius of a point of the world, the nearest first; those of
/// one distance in the order of their numbers.
///
/// Distances are those of [`clearance`]; they have no sign, also for a point inside. A triangle at exactly
/// the radius, as its distance is computed, is within it.
///
/// Errors: shapes without triangles; a point that is not finite or too large; a radius that is negative or
/// not finite. O(log n + k log k) for the k triangles whose boxes are within the radius.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, mesh::triangles_within};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let mesh = Shape::mesh(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let near = triangles_within(Placed::new(&mesh, &Pose::IDENTITY), DVec3::new(0.25, 0.25, -1.0), 1.0)?;
/// assert_eq!((near.len(), near[0].triangle, near[0].distance), (1, 0, 1.0));
/// assert_eq!(near[0].point, DVec3::new(0.25, 0.25, 0.0));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn triangles_within<V: PairSpace>(
    shape: Placed<'_, V>,
    point: V,
    radius: V::Scalar,
) -> Result<Vec<NearTriangle<V>>, QueryError> {
    let border = triangles(&shape)?;
    let pose = point_pose(point)?;
    if !(radius >= Real::ZERO && radius.is_finite()) {
        return Err(QueryError::NotFinite("radius"));
    }
    let own = V::Shape::point();
    let placed = Placed {
        shape: &own,
        place: Place::world(&pose),
    };
    let room = radius + (radius + point.max_abs()) * ScalarOf::<V>::EPSILON * V::Scalar::lit(4.0);
    let query = Aabb {
        min: point,
        max: point,
    };
    let mut found = Vec::new();
    let mut failed = None;
    let _ = border
        .facet_boxes()
        .meeting(&shape.place, &query.inflated(room), &mut |i| {
            let facet = border.facet(i);
            match facet.placed_in(&shape.place, |triangle| clearance(placed, triangle)) {
                Err(error) => failed = Some(error),
                Ok(near) if near.distance <= radius => found.push(NearTriangle {
                    triangle: i as u32,
                    distance: near.distance,
                    point: near.point_b,
                }),
                Ok(_) => {}
            }
            ControlFlow::Continue(())
        });
    found.sort_unstable_by(|a, b| {
        let by_distance = a.distance.to_f64().total_cmp(&b.distance.to_f64());
        by_distance.then(a.triangle.cmp(&b.triangle))
    });
    failed.map_or(Ok(found), Err)
}
