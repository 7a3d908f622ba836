//! Rays against shapes made of parts: polygons and solid meshes by their border, the others part by part.

use super::double_ray::DoubleRay;
use super::exact::line::Crossing;
use super::feature::Feature;
use super::first_facet::{FacetsOf, first_facet};
use super::first_of::first_of;
use super::space::{RayQuery, RaySpace};
use crate::math::{DoubleFrame, Pose};
use crate::shape::{AnyShape, Parts, ShapeSpace};

/// The first hit of a shape made of parts.
pub(crate) fn hit<V: RaySpace>(shape: &V::Shape, query: &RayQuery) -> Option<Crossing> {
    let parts = shape.parts()?;
    match FacetsOf::shape(parts) {
        Some(facets) => first_facet(&facets, query, 0.0).hit,
        None => hit_parts::<V>(parts, query),
    }
}

fn hit_parts<V: RaySpace>(parts: &dyn Parts<V>, query: &RayQuery) -> Option<Crossing> {
    let feature = part_feature(parts);
    first_of(parts.part_boxes(), query, 0.0, |i, _| {
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

fn hit_posed<V: RaySpace>(shape: &V::Shape, pose: &Pose<V>, query: &RayQuery) -> Option<Crossing> {
    DoubleRay::of_query(query).cast::<V>(shape, &DoubleFrame::of_pose(pose).enlarged(query.scale))
}
