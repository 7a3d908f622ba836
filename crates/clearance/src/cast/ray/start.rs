//! A ray that starts on a border, or within rounding of one: decided as pairs are.
//!
//! The ray tests bring the start into the frame of a shape, which rounds it, and form products of three
//! coordinates, which twice the precision does not hold. So a start on a border came out a little before or
//! behind it: at a time of 1e-19, as a miss, or as a start inside. Here the clearance of each convex part or
//! facet near the start is asked, whose sign is exact: on a border the time is 0, inside it is 0 without a
//! normal, outside it is more than 0.
//!
//! Limit: whether a start that is so near to an edge of a mesh, or to a corner of a polygon, but not on it,
//! is inside, is decided in floats.

use core::ops::ControlFlow;

use glam::DVec3;

use super::Ray;
use super::closest::closest_point;
use super::double_ray::DoubleRay;
use super::exact::line::Crossing;
use super::facets::Facets;
use super::feature::Feature;
use super::nearest_parts::start_error;
use super::parts::part_feature;
use crate::cast::ray::space::RaySpace;
use crate::math::{Aabb, DoubleFrame, Place, Pose, Real, Vector, lift};
use crate::pair;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// What is known of a start near a border.
struct StartContact<V: Vector> {
    /// The part that the start is in, if it is in a convex one.
    inside: Option<Feature>,
    /// The normal of a part that the start is on, and which part.
    touched: Option<(DVec3, Feature)>,
    /// The nearest part that the start is not on.
    near_miss: Option<NearbyPart<V::Scalar>>,
}

/// A part or a facet next to the start.
struct NearbyPart<S> {
    distance: S,
    /// From the part to the start.
    normal: DVec3,
    /// For a facet of a solid: whether the start is behind it; `None` next to its edge.
    behind: Option<bool>,
}

/// The first hit, given what the exact ray test has found.
pub(super) fn settled<V: RaySpace>(
    a: &Placed<'_, V>,
    ray: &Ray<V>,
    line: &DoubleRay,
    hit: Option<Crossing>,
) -> Option<Crossing> {
    let whole = match a.shape.parts() {
        // The box of a compound in the world is that around all of its parts, which takes long to compute.
        Some(parts) => BoundedFrame::of(&a.place).turned_box(parts.part_boxes().whole()),
        None => a.aabb(),
    };
    let error = start_error(&whole, ray.origin);
    if !around(&whole, error, ray.origin) {
        return hit;
    }
    let near = find(*a, ray, error);
    if near.touched.is_none() && near.near_miss.is_none() && near.inside.is_none() {
        return hit;
    }
    // A point on the border of a part may be inside other parts, or inside all of them together.
    let is_compound = a.shape.parts().is_some_and(|p| p.holds_any_shape());
    let may_be_inside = near.touched.is_some()
        || hit.is_some_and(|h| h.time <= 0.0)
        || near.near_miss.as_ref().is_some_and(|b| b.behind == Some(true));
    let holder = || {
        let closest = closest_point(*a, ray.origin).ok()?;
        (closest.distance < Real::ZERO).then_some(closest.feature)
    };
    let within = near.inside.or_else(|| match is_compound && may_be_inside {
        true => holder(),
        false => None,
    });
    if let Some(feature) = within {
        return Some(Crossing::INSIDE.of(feature.without_facet()));
    }
    let reach = error.to_f64() / line.direction.abs().max_element();
    if let Some((normal, feature)) = near.touched {
        let known = hit.filter(|h| h.time <= 4.0 * reach && h.normal.is_some());
        let touched = Crossing::new(0.0, normal).of(feature);
        return Some(known.map_or(touched, |h| Crossing { time: 0.0, ..h }));
    }
    let near = near.near_miss?;
    let is_solid = a.shape.parts().is_some_and(|p| p.is_solid());
    match (is_solid, near.behind, hit) {
        (true, Some(true), _) => Some(Crossing::INSIDE),
        (true, None, Some(Crossing { normal: None, .. })) => hit,
        _ => near_miss::<V>(a, line, hit, (near.distance.to_f64(), near.normal), reach),
    }
}

/// The first hit of a ray that starts outside, too near to something for floats to decide.
fn near_miss<V: RaySpace>(
    a: &Placed<'_, V>,
    line: &DoubleRay,
    hit: Option<Crossing>,
    (distance, normal): (f64, DVec3),
    reach: f64,
) -> Option<Crossing> {
    let direction = line.direction;
    let least = distance / direction.abs().max_element() * 0.5;
    let least = least.max(V::Scalar::MIN_POSITIVE.to_f64());
    let later = |h: Crossing, by: f64| Crossing {
        time: (h.time - by).max(least),
        ..h
    };
    if let Some(h) = hit.filter(|h| h.normal.is_some() && h.time > 0.0 && h.time <= 16.0 * reach) {
        return Some(later(h, 0.0));
    }
    let cast_from = |origin: DVec3| {
        DoubleRay { origin, ..*line }.cast::<V>(a.shape, &crate::math::DoubleFrame::of_place(&a.place))
    };
    if normal.dot(direction) < 0.0 {
        // Cast again from a little before the start, where floats decide.
        let found = cast_from(line.origin - direction * (4.0 * reach));
        if let Some(h) = found.filter(|h| h.normal.is_some() && h.time <= 16.0 * reach) {
            return Some(later(h, 4.0 * reach));
        }
    }
    if hit.is_some_and(|h| h.time <= 0.0) {
        let away = reach * direction.abs().max_element() * 4.0;
        return cast_from(line.origin + normal * away).map(|h| later(h, 0.0));
    }
    hit
}

/// A start that is farther than this from all facets of a shape with a single pose is not near a border. The
/// shape reaches as far as `extent` from its origin along each axis.
///
/// The distance of a facet in the world, whose corners are rounded there by up to 4 units in the last place,
/// and that in the frame of the shape, where the start is rounded, differ by less than 60 roundings of their
/// largest coordinates.
pub(super) fn reach<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>, extent: f64) -> f64 {
    let pose = a.place.pose;
    let size = 2.0 * extent * pose.scale().to_f64();
    let largest = size + (pose.position().max_abs().to_f64() + ray.origin.max_abs().to_f64());
    100.0 * V::Scalar::EPSILON.to_f64() * largest
}

fn around<V: Vector>(bounds: &Aabb<V>, error: V::Scalar, p: V) -> bool {
    bounds.inflated(error).overlaps(&Aabb::at(p))
}

/// What all parts and facets near the start tell.
fn find<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>, error: V::Scalar) -> StartContact<V> {
    let mut near = StartContact {
        inside: None,
        touched: None,
        near_miss: None,
    };
    // A start beyond the largest coordinate has been refused.
    if let Ok(pose) = Pose::at(ray.origin) {
        let start = Start {
            ray,
            error,
            pose: &pose,
        };
        look(a, start, Feature::NONE, &mut near);
    }
    near
}

/// A start, and all else that is asked of each part near it.
struct Start<'a, V: RaySpace> {
    ray: &'a Ray<V>,
    error: V::Scalar,
    /// The pose of the point where the ray starts.
    pose: &'a Pose<V>,
}

impl<V: RaySpace> Clone for Start<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: RaySpace> Copy for Start<'_, V> {}

/// Looks at a shape, or at the part of a compound that `feature` names.
fn look<V: RaySpace>(a: Placed<'_, V>, start: Start<'_, V>, feature: Feature, near: &mut StartContact<V>) {
    let Some(parts) = a.shape.parts() else {
        return near.note(a, start, feature, None);
    };
    let (view, border) = (BoundedFrame::of(&a.place), parts.border());
    let boxes = border.map_or(parts.part_boxes(), |b| b.facet_boxes());
    let test = |b: &Aabb<V>| around(&view.turned_box(*b), start.error, start.ray.origin);
    let feature_of = part_feature(parts);
    let frames = (&DoubleFrame::of_place(&a.place), &view);
    let near_start = Aabb::at(start.ray.origin);
    let _ = boxes.meeting_in(frames, &near_start.inflated(start.error), &test, &mut |i| {
        let feature = feature_of(i, Feature::NONE).within(feature);
        match border {
            None => parts
                .part(i)
                .placed_in(&a.place, |p| look(p, start, feature, near)),
            Some(border) => border.facet(i).placed_in(&a.place, |p| {
                let outward = || {
                    let frame = DoubleFrame::of_place(&a.place);
                    frame.turned(Facets::new(border, frame.scale).normal(i))
                };
                near.note(p, start, feature, Some(&outward));
            }),
        }
        ControlFlow::Continue(())
    });
}

impl<V: RaySpace> StartContact<V> {
    /// Notes where a convex part is relative to the start, or a facet of a solid, which has an outside. The
    /// normal of any other flat part faces the ray.
    fn note(
        &mut self,
        p: Placed<'_, V>,
        start: Start<'_, V>,
        feature: Feature,
        outward: Option<&dyn Fn() -> DVec3>,
    ) {
        let point = V::Shape::point();
        let at = Placed {
            shape: &point,
            place: Place::world(start.pose),
        };
        let Ok(c) = pair::clearance(p, at) else {
            return;
        };
        let normal = lift(c.normal);
        let is_nearer = |b: &NearbyPart<V::Scalar>| c.distance < b.distance;
        if c.distance < Real::ZERO {
            self.inside = Some(feature);
        } else if c.distance == Real::ZERO {
            let faces_away = || normal.dot(lift(start.ray.direction)) > 0.0 && p.shape.flat().is_some();
            let known = outward.and_then(|outward| outward().try_normalize());
            let normal = known.unwrap_or_else(|| if faces_away() { -normal } else { normal });
            self.touched = Some((normal, feature));
        } else if c.distance <= start.error && self.near_miss.as_ref().is_none_or(is_nearer) {
            let along = outward.and_then(|outward| Some(outward().try_normalize()?.dot(normal)));
            self.near_miss = Some(NearbyPart {
                distance: c.distance,
                normal,
                behind: along.filter(|x| x.abs() > 0.999_999).map(|x| x < 0.0),
            });
        }
    }
}
