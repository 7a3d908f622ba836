//! The point on the border of a shape closest to a point.

use super::feature::Feature;
use super::nearest_parts::{BorderNear, PartsNear, start_error};
use super::parts::part_feature;
use super::winding::is_inside;
use crate::cast::ray::space::RaySpace;
use crate::math::{DoubleFrame, InvalidPose, Place, Pose, Real, Vector, lift};
use crate::pair::{self, QueryError};
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
    /// Which part or triangle the point is on, of several; of those that share it, one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub feature: Feature,
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
/// Takes logarithmic time in the number of facets where few of them are about equally near: some 10 µs beside
/// 100,000 triangles. At the centre of a sphere all are equally near, and all are looked at. A compound takes
/// a little for each of its parts besides.
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
    let pose = pose_of(point)?;
    match a.shape.parts() {
        None => of_convex(a, point, &pose),
        Some(parts) => match parts.border() {
            Some(border) => of_border(a, border, point, &pose),
            None => of_parts(a, parts, point),
        },
    }
}

/// The pose of a point that is asked about.
pub(super) fn pose_of<V: RaySpace>(point: V) -> Result<Pose<V>, QueryError> {
    Pose::at(point).map_err(|error| match error {
        InvalidPose::PositionTooLarge => QueryError::TooLarge("point"),
        _ => QueryError::NotFinite("point"),
    })
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
        feature: Feature::NONE,
    })
}

/// Of the nearest part; of several that contain the point, of the one in which it is deepest.
fn of_parts<V: RaySpace>(
    a: Placed<'_, V>,
    parts: &dyn Parts<V>,
    point: V,
) -> Result<ClosestPoint<V>, QueryError> {
    let near = PartsNear::new(&a, point);
    let feature = part_feature(parts);
    let best = near.closest(parts, |i| {
        let part = parts.part(i);
        let found = part.placed_in(&a.place, |placed| closest_point(placed, point))?;
        let feature = feature(i, found.feature);
        Ok((found.distance, ClosestPoint { feature, ..found }))
    })?;
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
    let error = start_error(&a.aabb(), point).to_f64();
    let on_border = PartsNear::at(&a, best.point, error);
    if on_border.touching(parts, 2).len() < 2 {
        return best;
    }
    match pair::way_out(point, a, -best.distance) {
        Some(c) if c.distance >= -best.distance => ClosestPoint {
            point: c.point_b,
            distance: V::Scalar::ZERO - c.distance,
            normal: c.normal,
            feature: part_at(a, parts, c.point_b, error).unwrap_or(best.feature),
        },
        _ => best,
    }
}

/// The part on whose border a point is, up to rounding.
fn part_at<V: RaySpace>(a: Placed<'_, V>, parts: &dyn Parts<V>, point: V, error: f64) -> Option<Feature> {
    let mut near = PartsNear::at(&a, point, error).touching(parts, usize::MAX);
    near.sort_unstable();
    let found = near.into_iter().filter_map(|i| {
        let part = parts.part(i);
        let found = part
            .placed_in(&a.place, |placed| closest_point(placed, point))
            .ok()?;
        Some((found.distance.abs(), found.feature.in_part(i)))
    });
    let nearest = found.reduce(|one, other| if other.0 < one.0 { other } else { one });
    nearest.map(|(_, feature)| feature)
}

/// Of the nearest facet. The winding number says on which side the point is, except so near to the border
/// that only exact numbers can.
fn of_border<V: RaySpace>(
    a: Placed<'_, V>,
    border: &dyn Border<V>,
    point: V,
    pose: &Pose<V>,
) -> Result<ClosestPoint<V>, QueryError> {
    let error = start_error(&a.aabb(), point);
    let near = BorderNear::new(&a, border, point, error);
    let mut best: Option<(usize, ClosestPoint<V>)> = None;
    for i in near.nearest() {
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
    let on_facet = match border.number(nearest) {
        Some(number) => ClosestPoint {
            feature: Feature::of_facet(number),
            ..on_facet
        },
        None => on_facet,
    };
    let is_inside = if on_facet.distance > error {
        is_inside(&near.facets, near.local)
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
    let frame = DoubleFrame::of_place(&a.place);
    let outward = frame.turned(near.facets.normal(nearest));
    let turned = on_facet.distance == Real::ZERO && lift(on_facet.normal).dot(outward) < 0.0;
    Ok(ClosestPoint {
        normal: if turned { -on_facet.normal } else { on_facet.normal },
        ..on_facet
    })
}
