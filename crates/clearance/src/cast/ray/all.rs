//! All hits of a ray, and whether there is any.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::double_ray::DoubleRay;
use super::exact::line::Crossing;
use super::facets::{Facets, Slabs};
use super::feature::Feature;
use super::first_facet::facet_hit;
use super::parts::hit_part;
use super::space::{RayQuery, RaySpace};
use super::{Ray, RayHit, Search, check, hit_of, in_time};
use crate::math::DoubleFrame;
use crate::pair::QueryError;
use crate::shape::{AnyShape, Border, Parts, Placed};

/// Whether a ray meets `a` at all: whether [`ray`](super::ray()) has an answer, without the search for the
/// first hit. It stops at the first facet or part that it finds, for shadows, occlusion and lines of sight.
///
/// As exact as [`ray`](super::ray()), with the same errors. Where the ray hits nothing it takes as long.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Ray, any_hit}, d3::Shape, glam::DVec3};
/// let wall = Shape::mesh(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
/// let origin = DVec3::new(0.25, 0.25, 2.0);
/// let to = |max_time| Ray { origin, direction: DVec3::NEG_Z, max_time };
/// let sight = |max_time| any_hit(Placed::new(&wall, &Pose::IDENTITY), &to(max_time));
/// assert_eq!((sight(1.0), sight(2.0)), (Ok(false), Ok(true))); // `max_time` is inclusive
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn any_hit<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>) -> Result<bool, QueryError> {
    Ok(hit_of(a, ray, Search::Any)?.is_some())
}

/// Every facet that a ray meets, in the order of their times: all triangles of a mesh or terrain, all
/// segments of a polyline or of the border of a polygon.
///
/// A ray through an edge meets each of its facets. A ray from inside a solid mesh or polygon has no hit at
/// its start; [`contains`](crate::cast::contains()) tells of it. Any other shape, alone or in a compound, is
/// hit once: where the ray enters it, or from inside at time 0 without a normal.
///
/// Decided as in [`ray`](super::ray()), with the same errors, except for a start within rounding of a facet:
/// that facet may be hit at time 0, or not. Takes time in proportion to the number of facets near the ray.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Ray, all_hits}, d2::Shape, glam::DVec2};
/// let fence = [0.0, 1.0, 2.0].map(|x| DVec2::new(x, 1.0 - x));
/// let fence = Shape::polyline(&fence, false)?;
/// let ray = Ray { origin: DVec2::new(-1.0, 0.25), direction: DVec2::X, max_time: 9.0 };
/// let hits = all_hits(Placed::new(&fence, &Pose::IDENTITY), &ray)?;
/// assert_eq!((hits.len(), hits[0].time, hits[0].feature.facet()), (1, 1.75, Some(0)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn all_hits<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>) -> Result<Vec<RayHit<V>>, QueryError> {
    let mut found = Vec::new();
    for_each_hit(a, ray, &mut |hit| found.push(hit))?;
    found.sort_by(|a: &Crossing, b| a.time.total_cmp(&b.time).then(a.feature.cmp(&b.feature)));
    Ok(found.into_iter().filter_map(|hit| in_time(hit, ray)).collect())
}

/// How many hits [`all_hits`] lists, without a list of them.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Ray, count_hits}, d2::Shape, glam::DVec2};
/// let ring = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(DVec2::from);
/// let ring = Shape::polyline(&ring, true)?;
/// let ray = Ray { origin: DVec2::new(-1.0, 1.0), direction: DVec2::X, max_time: f64::INFINITY };
/// assert_eq!(count_hits(Placed::new(&ring, &Pose::IDENTITY), &ray), Ok(2));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn count_hits<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>) -> Result<usize, QueryError> {
    let mut count = 0;
    for_each_hit(a, ray, &mut |hit| {
        count += usize::from(in_time(hit, ray).is_some())
    })?;
    Ok(count)
}

/// What is done with each hit.
type Visit<'v> = &'v mut dyn FnMut(Crossing);

fn for_each_hit<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>, visit: Visit<'_>) -> Result<(), QueryError> {
    check(ray)?;
    if a.shape.parts().is_none() {
        // A convex shape alone: with the start decided as for any ray.
        if let Some(hit) = super::crossing_of(&a, ray, Search::First) {
            visit(hit);
        }
        return Ok(());
    }
    let frame = DoubleFrame::of_place(&a.place);
    visit_framed::<V>(a.shape, &frame, &DoubleRay::new(ray, Search::First), visit);
    Ok(())
}

/// The hits of a shape with this frame, in the frame around it.
fn visit_framed<V: RaySpace>(shape: &V::Shape, frame: &DoubleFrame, line: &DoubleRay, visit: Visit<'_>) {
    let local = line.localised::<V>(shape, frame);
    visit_all::<V>(shape, &local.query, &mut |hit| visit(local.outward(hit, frame)));
}

/// The hits of a shape in its own frame.
fn visit_all<V: RaySpace>(shape: &V::Shape, query: &RayQuery, visit: Visit<'_>) {
    let Some(parts) = shape.parts() else {
        return hit_part::<V>(shape, query).into_iter().for_each(visit);
    };
    match (parts.border(), parts.holds_any_shape()) {
        (Some(border), _) => visit_facets(border, query, visit),
        (None, false) => visit_entered(parts, query, |i| {
            let hit = hit_part::<V>(parts.part(i).shape(), query);
            let feature = Feature::of_facet(i);
            hit.into_iter().for_each(|hit| visit(hit.of(feature)));
        }),
        (None, true) => visit_entered(parts, query, |i| {
            let part = parts.part(i);
            let visit = &mut |hit: Crossing| visit(hit.of(hit.feature.in_part(i)));
            match part.pose() {
                None => visit_all::<V>(part.shape(), query, visit),
                Some(pose) => {
                    let frame = DoubleFrame::of_pose(pose).enlarged(query.scale);
                    visit_framed::<V>(part.shape(), &frame, &DoubleRay::of_query(query), visit);
                }
            }
        }),
    }
}

fn visit_facets<V: RaySpace>(border: &dyn Border<V>, query: &RayQuery, visit: Visit<'_>) {
    let facets = Facets::new(border, query.scale);
    for i in facets.near_until(query.ray, query.last) {
        facet_hit(border, &facets, i, query)
            .into_iter()
            .for_each(&mut *visit);
    }
}

/// Calls `visit` with the parts whose boxes the ray enters in time.
fn visit_entered<V: RaySpace>(parts: &dyn Parts<V>, query: &RayQuery, mut visit: impl FnMut(usize)) {
    let boxes = parts.part_boxes();
    let slabs = Slabs::new(query, &boxes.whole());
    let _ = boxes.passing(&|bounds| slabs.enters(bounds) < f64::INFINITY, &mut |i| {
        visit(i);
        ControlFlow::Continue(())
    });
}
