//! Many points or rays at one shape in one call.
//!
//! Each answer has the bits of the single question, on any number of threads.

use alloc::vec::Vec;

use super::ray::all::any_hit;
use super::ray::closest::{ClosestPoint, closest_point};
use super::ray::contains::contains;
use super::ray::space::RaySpace;
use super::ray::{Ray, RayHit, ray};
use crate::index::Threads;
use crate::pair::QueryError;
use crate::shape::Placed;

/// [`contains`] for each of many points, in their order; with [`Threads::All`] and the feature `rayon` on all
/// threads.
///
/// ```
/// use clearance::{Placed, Pose, cast::contains_points, d3::Shape, glam::DVec3, index::Threads};
/// let ball = Shape::sphere(1.0)?;
/// let points = [DVec3::ZERO, DVec3::X, DVec3::ONE];
/// let inside = contains_points(Placed::new(&ball, &Pose::IDENTITY), &points, Threads::One);
/// assert_eq!(inside, [Ok(true), Ok(true), Ok(false)]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn contains_points<V: RaySpace>(
    a: Placed<'_, V>,
    points: &[V],
    threads: Threads,
) -> Vec<Result<bool, QueryError>> {
    each(points, threads, |&point| contains(a, point))
}

/// [`closest_point`] for each of many points, in their order; with [`Threads::All`] and the feature `rayon`
/// on all threads.
///
/// ```
/// use clearance::{Placed, Pose, cast::closest_points, d3::Shape, glam::DVec3, index::Threads};
/// let ball = Shape::sphere(1.0)?;
/// let points = [DVec3::X * 3.0, DVec3::Y * 0.5, DVec3::splat(f64::NAN)];
/// let closest = closest_points(Placed::new(&ball, &Pose::IDENTITY), &points, Threads::All);
/// let distances: Vec<_> = closest.iter().map(|c| c.map(|c| c.distance).ok()).collect();
/// assert_eq!(distances, [Some(2.0), Some(-0.5), None]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn closest_points<V: RaySpace>(
    a: Placed<'_, V>,
    points: &[V],
    threads: Threads,
) -> Vec<Result<ClosestPoint<V>, QueryError>> {
    each(points, threads, |&point| closest_point(a, point))
}

/// [`ray`](super::ray()) for each of many rays, in their order; with [`Threads::All`] and the feature `rayon`
/// on all threads.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Ray, cast_rays}, d3::Shape, glam::DVec3, index::Threads};
/// let ball = Shape::sphere(1.0)?;
/// let rays = [0.0, 1.0, 2.0].map(|y| Ray {
///     origin: DVec3::new(-3.0, y, 0.0),
///     direction: DVec3::X,
///     max_time: f64::INFINITY,
/// });
/// let hits = cast_rays(Placed::new(&ball, &Pose::IDENTITY), &rays, Threads::One);
/// let times: Vec<_> = hits.iter().map(|hit| hit.unwrap().map(|hit| hit.time)).collect();
/// assert_eq!(times, [Some(2.0), Some(3.0), None]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn cast_rays<V: RaySpace>(
    a: Placed<'_, V>,
    rays: &[Ray<V>],
    threads: Threads,
) -> Vec<Result<Option<RayHit<V>>, QueryError>> {
    each(rays, threads, |r| ray(a, r))
}

/// [`any_hit`] for each of many rays, in their order; with [`Threads::All`] and the feature `rayon` on all
/// threads.
pub fn any_hits<V: RaySpace>(
    a: Placed<'_, V>,
    rays: &[Ray<V>],
    threads: Threads,
) -> Vec<Result<bool, QueryError>> {
    each(rays, threads, |r| any_hit(a, r))
}

/// The fewest questions that are worth another thread.
#[cfg(feature = "rayon")]
const LEAST_EACH: usize = 64;

fn each<Q: Sync, R: Send>(questions: &[Q], threads: Threads, ask: impl Fn(&Q) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "rayon")]
    if threads == Threads::All {
        use rayon::prelude::*;
        let questions = questions.par_iter().with_min_len(LEAST_EACH);
        return questions.map(ask).collect();
    }
    let _ = threads;
    questions.iter().map(ask).collect()
}
