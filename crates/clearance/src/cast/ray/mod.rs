//! Rays against every shape: where a ray first hits it, and the normal there.
//!
//! A ray is tried by the fast path, then by the filter, then exactly (`exact/`, and `start.rs` for a start on
//! a border). Imports run one way: `feature` → `exact` → `filter` → `fast_path` → `space` → `double_ray` →
//! `facets` → `winding` → `first_of` → `first_facet` → `parts` → `nearest_parts` → `closest` → `contains` →
//! `start` → `all`.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

pub(super) mod all;
pub(super) mod closest;
pub(super) mod contains;
mod double_ray;
pub(super) mod exact;
mod facets;
pub(super) mod fast_path;
pub(super) mod feature;
pub(super) mod filter;
mod first_facet;
mod first_of;
mod nearest_parts;
pub(super) mod parts;
pub(super) mod space;
mod start;
mod winding;

pub use crate::math::Ray;
use crate::math::{DoubleFrame, PowerOfTwo, Real, Vector, lift, lower};
use crate::pair::QueryError;
use crate::shape::{AnyShape, Placed};
use double_ray::DoubleRay;
use exact::line::Crossing;
use feature::Feature;
use first_facet::{FacetsOf, first_facet};
use space::{RaySpace, Search};

/// Where a ray first hits a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit<V: Vector> {
    /// In units of the direction; 0 from inside.
    pub time: V::Scalar,
    /// `origin + time * direction`.
    pub point: V,
    /// The outward unit normal there; `None` where the ray starts inside.
    pub normal: Option<V>,
    /// Which part or triangle it is, of several. Where the ray starts inside: the part that it starts in.
    #[cfg_attr(feature = "serde", serde(default))]
    pub feature: Feature,
}

/// The first point of `a` on the ray, or `None`.
///
/// Shapes are closed: a ray that only grazes hits. From inside the time is 0 and there is no normal. From a
/// start exactly on the border, as [`relation`](crate::relation) decides it, the time is 0 and the normal is
/// the border's. From outside the time is more than 0. In `f32` this holds for shapes that are not turned:
/// rays see turned ones where double precision places them. Shapes without an inside (segments, triangles,
/// open meshes, terrain) are hit from either side, and their normal faces the ray. On an edge the normal is
/// that of one of its faces.
///
/// Time and normal are computed in double precision in every space. The relative error of the time is about
/// 1e-12 in `f64`, where the border is not nearly parallel to the ray, and a few roundings in `f32`. The
/// direction may have any length. A simple shape takes some 15 to 50 ns, a mesh of 100,000 triangles about
/// half a µs; grazes are decided in twice the precision, ten times as slowly.
///
/// Errors: a direction of zero, an origin or direction that is not finite, an origin beyond the largest
/// coordinate, a `max_time` that is not a number or negative.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Ray, ray}, d3::Shape, glam::DVec3};
/// let (ball, pose) = (Shape::sphere(1.0).unwrap(), Pose::at(DVec3::X * 5.0).unwrap());
/// let toward = |y: f64| Ray { origin: DVec3::Y * y, direction: DVec3::X * 2.0, max_time: f64::INFINITY };
/// let hit = ray(Placed::new(&ball, &pose), &toward(1.0)).unwrap().unwrap();
/// assert_eq!(hit.time, 2.5); // it grazes the top
/// assert!(ray(Placed::new(&ball, &pose), &toward(1.0 + 1e-15)).unwrap().is_none());
/// ```
#[inline]
pub fn ray<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>) -> Result<Option<RayHit<V>>, QueryError> {
    hit_of(a, ray, Search::First)
}

#[inline(always)]
fn hit_of<V: RaySpace>(
    a: Placed<'_, V>,
    ray: &Ray<V>,
    search: Search,
) -> Result<Option<RayHit<V>>, QueryError> {
    match try_fast_path(&a, ray) {
        Some(answer) => Ok(answer),
        None => by_filter_or_exact(a, ray, search),
    }
}

#[inline]
fn try_fast_path<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>) -> Option<Option<RayHit<V>>> {
    if a.place.outer.is_some() {
        return None;
    }
    V::fast_path_hit(a.shape, a.place.pose, ray).decide(ray)
}

/// The same for any shape and any ray.
#[inline(never)]
fn by_filter_or_exact<V: RaySpace>(
    a: Placed<'_, V>,
    ray: &Ray<V>,
    search: Search,
) -> Result<Option<RayHit<V>>, QueryError> {
    check(ray)?;
    Ok(crossing_of(&a, ray, search).and_then(|hit| in_time(hit, ray)))
}

/// The same of a ray that is checked already, whenever it is.
fn crossing_of<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>, search: Search) -> Option<Crossing> {
    match filter::cast(a, ray, V::filtered_hit) {
        Some(answer) => answer.hit(),
        None => exact(a, ray, search),
    }
}

/// A hit as it is answered; `None` for one that comes too late.
fn in_time<V: RaySpace>(hit: Crossing, ray: &Ray<V>) -> Option<RayHit<V>> {
    let Crossing {
        time,
        normal,
        feature,
    } = hit;
    let rounded = V::Scalar::lit(time);
    if !rounded.is_finite() || time > ray.max_time.to_f64() && rounded > ray.max_time {
        return None;
    }
    Some(RayHit {
        time: rounded,
        point: lower(lift(ray.origin) + lift(ray.direction) * time),
        normal: normal.map(lower),
        feature,
    })
}

/// The hit; every sum on which it depends is formed in twice the precision, if a filter does not decide.
#[inline(never)]
fn exact<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>, search: Search) -> Option<Crossing> {
    let (line, frame) = (DoubleRay::new(ray, search), DoubleFrame::of_place(&a.place));
    let facets = a.shape.parts().and_then(FacetsOf::shape);
    let Some(facets) = facets.filter(|_| a.place.outer.is_none()) else {
        return start::settled(a, ray, &line, line.cast::<V>(a.shape, &frame));
    };
    let extent = facets.extent();
    let local = line.in_frame(extent, V::DIM, &frame);
    let near = PowerOfTwo(-local.unit).times(start::reach(a, ray, extent));
    let found = first_facet(&facets, &local.query, near);
    let hit = found.hit.map(|hit| local.outward(hit, &frame));
    match found.is_start_clear {
        true => hit,
        false => start::settled(a, ray, &line, hit),
    }
}

pub(crate) fn check<V: Vector>(ray: &Ray<V>) -> Result<(), QueryError> {
    if !ray.origin.is_finite() {
        return Err(QueryError::NotFinite("origin"));
    }
    if ray.origin.max_abs() > Real::LARGEST_COORDINATE {
        return Err(QueryError::TooLarge("origin"));
    }
    if !ray.direction.is_finite() {
        return Err(QueryError::NotFinite("direction"));
    }
    let is_time = ray.max_time >= Real::ZERO;
    if !is_time {
        return Err(QueryError::NotFinite("max_time"));
    }
    if ray.direction.max_abs() == Real::ZERO {
        return Err(QueryError::ZeroDirection);
    }
    Ok(())
}
