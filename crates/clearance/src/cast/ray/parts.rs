//! Rays against shapes made of parts: polygons and solid meshes by their border, the others part by part.

use super::double_ray::DoubleRay;
use super::exact::along::Projection;
use super::exact::line::{Crossing, Span};
use super::facets::{Facets, Slabs};
use super::feature::Feature;
use super::space::{RayQuery, RaySpace, Search};
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
    let feature = part_feature(parts);
    first_of(parts.part_boxes(), query, |i| {
        let part = parts.part(i);
        let hit = match part.pose() {
            None => hit_part::<V>(part.shape(), query),
            Some(pose) => hit_posed::<V>(part.shape(), pose, query),
        }?;
        Some(hit.of(feature(i, hit.feature)))
    })
}

/// The feature of part `i`, given that within the part: a facet of a surface or line, else a part.
pub(super) fn part_feature<V: ShapeSpace>(parts: &dyn Parts<V>) -> impl Fn(usize, Feature) -> Feature {
    let is_compound = parts.holds_any_shape();
    let facets = parts.facets();
    move |i, within| match is_compound {
        true => within.in_part(i),
        false => facets
            .and_then(|border| border.number(i))
            .map_or(within, Feature::of_facet),
    }
}

/// A part without a pose of its own: by the filter, else exactly.
pub(super) fn hit_part<V: RaySpace>(part: &V::Shape, query: &RayQuery) -> Option<Crossing> {
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
            match best {
                None => query.last,
                Some(hit) if query.search == Search::Any && hit.time <= query.last => f64::NEG_INFINITY,
                Some(hit) => hit.time,
            }
        });
        return best;
    }
    let slabs = Slabs::new(query, &boxes.whole());
    boxes.nearest(
        |bounds| V::Scalar::lit(slabs.enters(bounds)),
        |i, _| {
            best = earlier(best, hit(i), &query.ray);
            match best {
                None => Real::INFINITY,
                // No box is entered before that.
                Some(hit) if query.search == Search::Any && hit.time <= query.last => -V::Scalar::INFINITY,
                Some(hit) => V::Scalar::lit(hit.time),
            }
        },
    );
    best
}

fn hit_posed<V: RaySpace>(shape: &V::Shape, pose: &Pose<V>, query: &RayQuery) -> Option<Crossing> {
    DoubleRay::of_query(query).cast::<V>(shape, &DoubleFrame::of_pose(pose).enlarged(query.scale))
}

/// The hit of a facet of a border.
pub(super) fn facet_hit<V: RaySpace>(
    border: &dyn Border<V>,
    facets: &Facets<'_, V>,
    i: usize,
    query: &RayQuery,
    projection: &Projection,
) -> Option<Crossing> {
    let hit = match facets.filtered(i, query) {
        Some(answer) => answer.hit(),
        None => facets.span(i, projection).and_then(Span::first_hit),
    }?;
    Some(match border.number(i) {
        Some(number) => hit.of(Feature::of_facet(number)),
        None => hit,
    })
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
    let best = first_of(border.facet_boxes(), query, |i| {
        facet_hit(border, &facets, i, query, &projection)
    });
    if best.is_some_and(|hit| hit.time == 0.0) || !is_inside(&facets, query.ray.origin) {
        return best;
    }
    Some(Crossing::INSIDE)
}
