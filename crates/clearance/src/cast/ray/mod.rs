//! Ray against every shape: where a ray first meets it, and the normal there.

pub(super) mod closest;
pub(super) mod exact;
pub(super) mod fast_path;
pub(super) mod filter;
pub(super) mod parts;
pub(super) mod space;
pub(super) mod start;

use glam::DVec3;

pub use crate::math::Ray;
use crate::math::{DoubleFrame, Real, Vector, lift, lower};
use crate::pair::QueryError;
use crate::shape::Placed;
use exact::line::{Crossing, LocalRay};
use space::{Hits, RaySpace};

/// Where a ray first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit<V: Vector> {
    /// In units of the direction; 0 from inside.
    pub time: V::Scalar,
    /// `origin + time * direction`.
    pub point: V,
    /// The outward unit normal there; `None` where the ray starts inside.
    pub normal: Option<V>,
}

/// The first point of `a` on the ray, or `None`.
///
/// Shapes are closed: a ray that only grazes hits. From inside the time is 0 and there is no normal; from a
/// start exactly on the border, as [`relation`](crate::relation) has it, the time is 0 and the normal is the
/// border's; from outside it is more than 0. In `f32` that is said of shapes that are not turned: rays see
/// the others where double precision has them. Shapes without an inside (segments, triangles, open meshes,
/// terrain) are hit from either side, and their normal faces the ray. On an edge the normal is that of one of
/// its faces.
///
/// Time and normal are computed in double precision whatever the space's; the time is within about 1e-12 of
/// itself in `f64` where the border is not nearly parallel to the ray, and within a few roundings in `f32`.
/// The direction may be of any length. Some 15 to 50 ns for a simple shape, about one µs for a mesh of 40,000
/// triangles; what grazes is decided in twice the precision, ten times as slowly.
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
    match fast_path::cast(&a, ray) {
        Some(answer) => Ok(answer),
        None => in_steps(a, ray),
    }
}

/// The same for any shape and any ray.
#[inline(never)]
fn in_steps<V: RaySpace>(a: Placed<'_, V>, ray: &Ray<V>) -> Result<Option<RayHit<V>>, QueryError> {
    check(ray)?;
    let (origin, direction) = (lift(ray.origin), lift(ray.direction));
    let Some(Crossing { time, normal }) = filter::cast(&a, ray).unwrap_or_else(|| exact(&a, ray)) else {
        return Ok(None);
    };
    let rounded = V::Scalar::lit(time);
    if !rounded.is_finite() || time > ray.max_time.to_f64() && rounded > ray.max_time {
        return Ok(None);
    }
    Ok(Some(RayHit {
        time: rounded,
        point: lower(origin + direction * time),
        normal: normal.map(lower),
    }))
}

/// The first hit, every sum on which it depends formed in twice the precision.
#[cold]
#[inline(never)]
pub(super) fn exact<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>) -> Option<Crossing> {
    let line = Line {
        origin: lift(ray.origin),
        direction: lift(ray.direction),
        last: ray.max_time.to_f64(),
    };
    let hit = line.cast::<V>(a.shape, &DoubleFrame::of_place(&a.place));
    start::settled(a, ray, &line, hit)
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

/// A ray in the frame around a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Where it starts.
    pub origin: DVec3,
    /// Where it goes, of any length but zero.
    pub direction: DVec3,
    /// The last time that counts: hits well after it may be left out.
    pub last: f64,
}

impl Line {
    /// The first hit of a shape that stands there, in units of the direction, and its normal.
    pub(super) fn cast<V: RaySpace>(&self, shape: &V::Shape, stand: &DoubleFrame) -> Option<Crossing> {
        let origin = stand.inward(self.origin);
        let direction = stand.turned_back(self.direction);
        let size = V::extent(shape) * stand.scale;
        let unit = unit_of(size.max(origin.abs().max_element()), stand.scale);
        let swiftness = exponent(direction.abs().max_element());
        let ray = LocalRay {
            origin: scaled(origin, -unit),
            direction: scaled(direction, -swiftness),
            dimension: V::DIM,
        };
        let hits = Hits {
            ray,
            scale: libm::scalbn(stand.scale, -unit),
            last: libm::scalbn(self.last, swiftness - unit),
        };
        let Crossing { time, normal } = V::first_hit(shape, &hits)?;
        Some(Crossing {
            time: libm::scalbn(time, unit - swiftness),
            normal: normal.map(|n| stand.turned(n)),
        })
    }
}

/// The exponent of a unit in which lengths up to `size` are about 1, and a scale is a float, too.
pub(super) fn unit_of(size: f64, scale: f64) -> i32 {
    exponent(size).max(exponent(scale) - 1000)
}

/// The power of two just above a magnitude.
fn exponent(x: f64) -> i32 {
    if x > 0.0 && x.is_finite() {
        libm::frexp(x).1
    } else {
        0
    }
}

pub(super) fn scaled(v: DVec3, exponent: i32) -> DVec3 {
    DVec3::from_array(v.to_array().map(|x| libm::scalbn(x, exponent)))
}
