//! The point on the border of a shape closest to a point.

use alloc::vec::Vec;

use glam::DVec3;

use super::double_ray::{scaled, unit_of};
use super::facets::Facets;
use super::winding::is_inside;
use crate::cast::ray::space::RaySpace;
use crate::index::PointQuery;
use crate::math::{Aabb, DoubleFrame, InvalidPose, Place, Pose, Real, Vector, lift};
use crate::pair::{self, QueryError, distance_to_facet};
use crate::shape::{AnyShape, Border, Parts, Placed};

/// The closest point on the border of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClosestPoint<V: Vector> {
    /// On the border.
    pub point: V,
    /// The distance of the query point from it, negative inside.
    pub distance: V::Scalar,
    /// The outward unit normal there.
    pub normal: V,
}

/// The point on the border of `a` closest to `point`.
///
/// For a convex shape this is its [`clearance`](crate::clearance) from the point, with the same promises: the
/// distance is negative inside, exactly 0 on the border, and its sign agrees with the relation of the two.
/// The border of a solid mesh or a polygon is that of the whole, not of its parts. A shape without an inside
/// has no negative distances. The border of a compound is that of the union of its parts, with one exception:
/// where a part with a curved surface is near a point inside, it is the border of the part in which the point
/// lies deepest, and may lie within another part. On all these borders, with that exception, the distance is
/// exactly 0, and its sign is decided as exactly as a relation.
///
/// Takes O(log n) time for a mesh or a polygon of n facets, and O(n) for other shapes of n parts.
///
/// Errors: a point that is not finite, or beyond the largest coordinate of a pose.
///
/// ```
/// use clearance::{Placed, Pose, cast::closest_point, d2::Shape, glam::DVec2};
/// let ring = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(DVec2::from);
/// let hole = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)].map(DVec2::from);
/// let frame = Shape::polygon(&ring, &[hole.to_vec()]).unwrap();
/// let at = |x, y| closest_point(Placed::new(&frame, &Pose::IDENTITY), DVec2::new(x, y)).unwrap();
/// assert_eq!((at(2.0, 1.5).distance, at(2.0, 1.5).normal), (0.5, DVec2::Y)); // in the hole
/// assert_eq!((at(2.0, 0.75).distance, at(2.0, 0.75).point), (-0.25, DVec2::new(2.0, 1.0)));
/// ```
pub fn closest_point<V: RaySpace>(a: Placed<'_, V>, point: V) -> Result<ClosestPoint<V>, QueryError> {
    let pose = Pose::at(point).map_err(|error| match error {
        InvalidPose::PositionTooLarge => QueryError::TooLarge("point"),
        _ => QueryError::NotFinite("point"),
    })?;
    match a.shape.parts() {
        None => of_convex(a, point, &pose),
        Some(parts) => match parts.border() {
            Some(border) => of_border(a, border, point, &pose),
            None => of_parts(a, parts, point),
        },
    }
}

/// The error bound of a point in the frame of a shape, from the largest coordinate.
pub(super) fn start_error<V: Vector>(a: &Aabb<V>, point: V) -> V::Scalar {
    let finite = |v: V| if v.is_finite() { v.max_abs() } else { Real::ZERO };
    let largest = finite(a.min).max(finite(a.max)).max(point.max_abs());
    largest * V::Scalar::EPSILON * V::Scalar::lit(32.0)
}

fn of_convex<V: RaySpace>(a: Placed<'_, V>, point: V, pose: &Pose<V>) -> Result<ClosestPoint<V>, QueryError> {
    let shape = V::Shape::point();
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

/// Of the nearest part; of several that contain the point, of the one in which it is deepest.
fn of_parts<V: RaySpace>(
    a: Placed<'_, V>,
    parts: &dyn Parts<V>,
    point: V,
) -> Result<ClosestPoint<V>, QueryError> {
    let frame = DoubleFrame::of_place(&a.place);
    let local = frame.inward(lift(point));
    let error = start_error(&a.aabb(), point).to_f64();
    let mut best: Option<ClosestPoint<V>> = None;
    for (i, bounds) in parts.part_boxes().boxes().iter().enumerate() {
        let [min, max] = [bounds.min, bounds.max].map(|v| lift(v) * frame.scale);
        let gap = box_gap::<V>(min, max, local);
        // Next to a border, rounding may hide a part that contains the point.
        let room = |distance: f64| if distance <= error { error } else { distance };
        if best.is_some_and(|b| gap > room(b.distance.to_f64())) {
            continue;
        }
        let part = parts.part(i);
        let found = part.placed_in(&a.place, |placed| closest_point(placed, point))?;
        if best.is_none_or(|b| found.distance < b.distance) {
            best = Some(found);
        }
    }
    let best = best.ok_or(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: "point",
    })?;
    if best.distance > Real::ZERO || !parts.holds_any_shape() {
        return Ok(best);
    }
    Ok(through_the_others(a, parts, point, best))
}

/// For a point in a part: where the border of that part is within others, the way out of all of them.
fn through_the_others<V: RaySpace>(
    a: Placed<'_, V>,
    parts: &dyn Parts<V>,
    point: V,
    best: ClosestPoint<V>,
) -> ClosestPoint<V> {
    let frame = DoubleFrame::of_place(&a.place);
    let on_border = frame.inward(lift(best.point));
    let error = start_error(&a.aabb(), point).to_f64();
    let boxes = parts.part_boxes().boxes().iter();
    let near = boxes.filter(|b| {
        let [min, max] = [b.min, b.max].map(|v| lift(v) * frame.scale);
        box_gap::<V>(min, max, on_border) <= error
    });
    if near.count() < 2 {
        return best;
    }
    match pair::way_out(point, a, -best.distance) {
        Some(c) if c.distance >= -best.distance => ClosestPoint {
            point: c.point_b,
            distance: V::Scalar::ZERO - c.distance,
            normal: c.normal,
        },
        _ => best,
    }
}

/// A lower bound of the distance of a point from a box.
fn box_gap<V: Vector>(min: DVec3, max: DVec3, p: DVec3) -> f64 {
    (0..V::DIM).fold(0.0_f64, |gap, i| {
        let error = 1e-14 * (min[i].abs() + max[i].abs() + p[i].abs());
        gap.max(min[i] - p[i] - error).max(p[i] - max[i] - error)
    })
}

/// Of the nearest facet. The winding number says on which side the point is, except so near to the border
/// that only exact numbers can.
fn of_border<V: RaySpace>(
    a: Placed<'_, V>,
    border: &dyn Border<V>,
    point: V,
    pose: &Pose<V>,
) -> Result<ClosestPoint<V>, QueryError> {
    let frame = DoubleFrame::of_place(&a.place);
    let inward = frame.inward(lift(point));
    // In a unit of about their size, so that products of a few lengths neither overflow nor vanish.
    let size = V::extent(a.shape) * frame.scale;
    let unit = unit_of(size.max(inward.abs().max_element()), frame.scale);
    let (local, scale) = (scaled(inward, -unit), libm::scalbn(frame.scale, -unit));
    let facets = Facets::new(border, scale);
    let error = start_error(&a.aabb(), point);
    let error_in_unit = libm::scalbn(error.to_f64(), -unit);
    let mut best: Option<(usize, ClosestPoint<V>)> = None;
    for i in nearest_facets(border, &facets, scale, local, error_in_unit) {
        let found = border
            .facet(i)
            .placed_in(&a.place, |facet| of_convex(facet, point, pose))?;
        if best.is_none_or(|(_, b)| found.distance < b.distance) {
            best = Some((i, found));
        }
    }
    let (nearest, on_facet) = best.ok_or(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: "point",
    })?;
    let is_inside = if on_facet.distance > error {
        is_inside(&facets, local)
    } else {
        on_facet.distance > Real::ZERO && pair::intersects(a, Placed::new(&V::Shape::point(), pose))
    };
    if is_inside {
        return Ok(ClosestPoint {
            distance: -on_facet.distance,
            normal: -on_facet.normal,
            ..on_facet
        });
    }
    let outward = frame.turned(facets.normal(nearest));
    let turned = on_facet.distance == Real::ZERO && lift(on_facet.normal).dot(outward) < 0.0;
    Ok(ClosestPoint {
        normal: if turned { -on_facet.normal } else { on_facet.normal },
        ..on_facet
    })
}

/// The facet nearest to a point, up to rounding; for a point on the border or next to it, all candidates.
fn nearest_facets<V: RaySpace>(
    border: &dyn Border<V>,
    facets: &Facets<'_, V>,
    scale: f64,
    p: DVec3,
    error: f64,
) -> Vec<usize> {
    let mut near: Vec<(usize, f64)> = Vec::new();
    let mut least = f64::INFINITY;
    let tree = border.facet_boxes().tree();
    let query = PointQuery::new(
        tree.unit(),
        (p / scale).to_array(),
        1e-14 * p.abs().max_element() / scale,
    );
    tree.nearest_to(&query, &mut |i| {
        let distance = distance_to_facet(facets.corners(i as usize), p);
        if distance <= least + error {
            near.push((i as usize, distance));
            least = least.min(distance);
        }
        (least + error) / scale
    });
    // The first of several at the same distance is taken, in whatever order they were found.
    near.sort_unstable_by_key(|&(i, _)| i);
    let is_near_border = least <= error;
    let kept = |distance: f64| distance == least || is_near_border && distance <= least + error;
    let kept = near.into_iter().filter(|(_, distance)| kept(*distance));
    kept.map(|(i, _)| i)
        .take(if is_near_border { usize::MAX } else { 1 })
        .collect()
}
