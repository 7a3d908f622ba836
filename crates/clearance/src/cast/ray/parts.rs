//! Rays against shapes made of parts: polygons and solid meshes by their border, the others part by part.

use super::double_ray::DoubleRay;
use super::exact::along::Projection;
use super::exact::line::{Crossing, Span};
use super::facets::{Facets, Slabs};
use super::space::{RayQuery, RaySpace};
use super::winding::is_inside;
use crate::math::{DoubleFrame, Pose, Real};
use crate::shape::{AnyShape, Border, PartBoxes, Parts, ShapeSpace};

/// The first hit of a shape made of parts.
pub(crate) fn hit<V: RaySpace>(shape: &V::Shape, query: &RayQuery) -> Option<Crossing> {
    let parts = shape.parts()?;
    match parts.border() {
        Some(border) => hit_solid(border, query),
        None => hit_parts::<V>(parts, query),
    }
}

fn hit_parts<V: RaySpace>(parts: &dyn Parts<V>, query: &RayQuery) -> Option<Crossing> {
    first_of(parts.part_boxes(), query, |i| {
        let part = parts.part(i);
        match part.pose() {
            None => hit_part::<V>(part.shape(), query),
            Some(pose) => hit_posed::<V>(part.shape(), pose, query),
        }
    })
}

/// A part without a pose of its own: by the filter, else exactly.
fn hit_part<V: RaySpace>(part: &V::Shape, query: &RayQuery) -> Option<Crossing> {
    let local = query.for_filter::<V>();
    let filtered = local
        .is_moderate(local.scale)
        .then(|| V::filtered_hit(part, &local));
    match filtered.flatten() {
        Some(answer) => answer.hit(),
        None => V::first_hit(part, query),
    }
}

/// The first hit among the parts whose boxes the ray enters, nearest boxes first.
fn first_of<V: ShapeSpace>(
    boxes: &PartBoxes<V>,
    query: &RayQuery,
    hit: impl Fn(usize) -> Option<Crossing>,
) -> Option<Crossing> {
    let mut best = None;
    if let Some(lanes) = query.lanes(boxes) {
        boxes.tree().along(&lanes, query.last, &mut |i| {
            best = earlier(best, hit(i as usize), &query.ray);
            best.map_or(query.last, |hit: Crossing| hit.time)
        });
        return best;
    }
    let slabs = Slabs::new(query, &boxes.whole());
    boxes.nearest(
        |bounds| V::Scalar::lit(slabs.enters(bounds)),
        |i, _| {
            best = earlier(best, hit(i), &query.ray);
            best.map_or(Real::INFINITY, |hit: Crossing| V::Scalar::lit(hit.time))
        },
    );
    best
}

fn hit_posed<V: RaySpace>(shape: &V::Shape, pose: &Pose<V>, query: &RayQuery) -> Option<Crossing> {
    let line = DoubleRay {
        origin: query.ray.origin,
        direction: query.ray.direction,
        last: query.last,
    };
    line.cast::<V>(shape, &DoubleFrame::of_pose(pose).enlarged(query.scale))
}

fn earlier(
    one: Option<Crossing>,
    other: Option<Crossing>,
    ray: &super::exact::line::LocalRay,
) -> Option<Crossing> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.earlier(b, ray.direction)),
        (a, b) => a.or(b),
    }
}

/// A solid or a polygon: at the start from inside, else where the border is first hit.
fn hit_solid<V: RaySpace>(border: &dyn Border<V>, query: &RayQuery) -> Option<Crossing> {
    let facets = Facets::new(border, query.scale);
    let projection = Projection::new(query.ray);
    let best = first_of(border.facet_boxes(), query, |i| match facets.filtered(i, query) {
        Some(answer) => answer.hit(),
        None => facets.span(i, &projection).and_then(Span::first_hit),
    });
    if best.is_some_and(|hit| hit.time == 0.0) || !is_inside(&facets, query.ray.origin) {
        return best;
    }
    Some(Crossing::INSIDE)
}
