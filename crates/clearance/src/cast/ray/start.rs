//! A ray that starts on a border, or nearer to one than rounding tells: decided as pairs are.
//!
//! The tests of rays bring the start into the frame of a shape, which rounds it, and form products of three
//! coordinates that twice the precision does not hold. So a start on a border came out a little before or
//! behind it: at a time of 1e-19, at none, or as one inside. Here each convex part or facet near the start is
//! asked for its clearance from it, whose sign is exact: on a border the time is 0, inside 0 without a
//! normal, outside more than 0.
//!
//! Limit: whether a start that is that near to an edge of a mesh, or to a corner of a polygon, but not on it,
//! is inside, floats tell.

use core::ops::ControlFlow;

use glam::DVec3;

use super::closest::closest_point;
use super::exact::line::Crossing;
use super::parts::Facets;
use super::{Line, Ray};
use crate::cast::ray::space::RaySpace;
use crate::math::{Aabb, DoubleFrame, Place, Pose, Real, Vector, lift};
use crate::pair;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// By how much of the largest coordinate a start may be off where the ray is cast.
pub(crate) fn rounding<V: Vector>(a: &Aabb<V>, start: V) -> V::Scalar {
    let finite = |v: V| if v.is_finite() { v.max_abs() } else { Real::ZERO };
    let largest = finite(a.min).max(finite(a.max)).max(start.max_abs());
    largest * V::Scalar::EPSILON * V::Scalar::lit(32.0)
}

/// What is known of a start near a border.
struct Near<V: Vector> {
    /// In one of the convex parts near by.
    inside: bool,
    /// The normal of what it is on.
    touched: Option<DVec3>,
    /// The nearest of what it is not on.
    beside: Option<Beside<V::Scalar>>,
}

/// How a part or a facet lies to a start next to it.
struct Beside<S> {
    distance: S,
    /// From there to the start.
    normal: DVec3,
    /// Of a facet of a solid: whether it has the start behind it; `None` next to its edge.
    behind: Option<bool>,
}

/// The first hit, given what the test of the ray has found.
pub(super) fn settled<V: RaySpace>(
    a: &Placed<'_, V>,
    ray: &Ray<V>,
    line: &Line,
    hit: Option<Crossing>,
) -> Option<Crossing> {
    let whole = match a.shape.parts() {
        // Of a compound the box in the world is that around all of its parts, one by one.
        Some(parts) => BoundedFrame::of(&a.place).turned_box(parts.part_boxes().whole()),
        None => a.aabb(),
    };
    let noise = rounding(&whole, ray.origin);
    if !around(&whole, noise, ray.origin) {
        return hit;
    }
    let near = find(*a, ray, noise);
    if near.touched.is_none() && near.beside.is_none() && !near.inside {
        return hit;
    }
    // What is on the border of a part may be inside of others, or of all of them together.
    let is_compound = a.shape.parts().is_some_and(|p| p.holds_any_shape());
    let may_be_inside = near.touched.is_some()
        || hit.is_some_and(|h| h.time <= 0.0)
        || near.beside.as_ref().is_some_and(|b| b.behind == Some(true));
    let is_inside = || closest_point(*a, ray.origin).is_ok_and(|c| c.distance < Real::ZERO);
    let at_once = |normal| Some(Crossing { time: 0.0, normal });
    if near.inside || is_compound && may_be_inside && is_inside() {
        return at_once(None);
    }
    let reach = noise.to_f64() / line.direction.abs().max_element();
    if let Some(normal) = near.touched {
        let known = hit.filter(|h| h.time <= 4.0 * reach).and_then(|h| h.normal);
        return at_once(known.or(Some(normal)));
    }
    let near = near.beside?;
    let is_solid = a.shape.parts().is_some_and(|p| p.is_solid());
    match (is_solid, near.behind, hit) {
        (true, Some(true), _) => at_once(None),
        (true, None, Some(Crossing { normal: None, .. })) => hit,
        _ => beside::<V>(a, line, hit, (near.distance.to_f64(), near.normal), reach),
    }
}

/// The first hit of a ray that starts outside, so near to something that floats cannot tell.
fn beside<V: RaySpace>(
    a: &Placed<'_, V>,
    line: &Line,
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
        Line { origin, ..*line }.cast::<V>(a.shape, &crate::math::DoubleFrame::of_place(&a.place))
    };
    if normal.dot(direction) < 0.0 {
        // Seen from a little before the start, where floats tell.
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

fn around<V: Vector>(bounds: &Aabb<V>, noise: V::Scalar, p: V) -> bool {
    bounds.inflated(noise).overlaps(&Aabb { min: p, max: p })
}

/// Looks at all parts and facets near the start.
fn find<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>, noise: V::Scalar) -> Near<V> {
    let mut near = Near {
        inside: false,
        touched: None,
        beside: None,
    };
    // A start beyond the largest coordinate has been refused.
    if let Ok(pose) = Pose::at(ray.origin) {
        look(a, ray, noise, &pose, &mut near);
    }
    near
}

fn look<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>, noise: V::Scalar, pose: &Pose<V>, near: &mut Near<V>) {
    let Some(parts) = a.shape.parts() else {
        return near.note(a, ray, noise, pose, None);
    };
    let (view, border) = (BoundedFrame::of(&a.place), parts.border());
    let boxes = border.map_or(parts.part_boxes(), |b| b.facet_boxes());
    let test = |b: &Aabb<V>| around(&view.turned_box(*b), noise, ray.origin);
    let _ = boxes.tree().passing(&test, &mut |i| {
        let i = i as usize;
        match border {
            None => parts
                .part(i)
                .placed_in(&a.place, |p| look(p, ray, noise, pose, near)),
            Some(border) => border.facet(i).placed_in(&a.place, |p| {
                let outward = || {
                    let stand = DoubleFrame::of_place(&a.place);
                    stand.turned(Facets::new(border, stand.scale).normal(i))
                };
                near.note(p, ray, noise, pose, Some(&outward));
            }),
        }
        ControlFlow::Continue(())
    });
}

impl<V: RaySpace> Near<V> {
    /// Notes how a convex part, or a facet of a solid, which knows its outside, lies to the start. The normal
    /// of any other flat part faces the ray.
    fn note(
        &mut self,
        p: Placed<'_, V>,
        ray: &Ray<V>,
        noise: V::Scalar,
        pose: &Pose<V>,
        outward: Option<&dyn Fn() -> DVec3>,
    ) {
        let point = V::Shape::point();
        let start = Placed {
            shape: &point,
            place: Place::world(pose),
        };
        let Ok(c) = pair::clearance(p, start) else {
            return;
        };
        let normal = lift(c.normal);
        if c.distance < Real::ZERO {
            self.inside = true;
        } else if c.distance == Real::ZERO {
            let faces_away = || normal.dot(lift(ray.direction)) > 0.0 && p.shape.flat().is_some();
            let known = outward.and_then(|outward| outward().try_normalize());
            self.touched = known.or_else(|| Some(if faces_away() { -normal } else { normal }));
        } else if c.distance <= noise && self.beside.as_ref().is_none_or(|b| c.distance < b.distance) {
            let along = outward.and_then(|outward| Some(outward().try_normalize()?.dot(normal)));
            self.beside = Some(Beside {
                distance: c.distance,
                normal,
                behind: along.filter(|x| x.abs() > 0.999_999).map(|x| x < 0.0),
            });
        }
    }
}
