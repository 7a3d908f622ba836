//! Triangles: the side of each edge on which the ray passes, and when it crosses the plane.
//!
//! Each edge and the ray's start span a plane, and the ray passes within all three planes or misses. The
//! signs of three triple products tell (J. Plücker's coordinates; T. Möller & B. Trumbore, "Fast, minimum
//! storage ray/triangle intersection", 1997, solve for the same). A rounded product has the right sign beyond
//! its error bound. Two triangles with a common edge agree on every ray that is decided for both, and an
//! undecided ray goes to the exact test for both. So no ray slips through between them (S. Woop, C. Benthin &
//! I. Wald, "Watertight ray/triangle intersection", 2013, fall back on double precision in the same way).
//!
//! Two of the products share a factor, the moment of the ray about a corner. The third follows, since all
//! three add up to the product of the normal and the direction. One error bound serves all three. With `e`
//! the error bound of the ray, `d` its speed and `s` the length of both edges at that corner, an error of the
//! ray moves one product by `e d s` at most, and the sum by twice that; roundings of the products move them
//! by less. So four times `e d s` would do for the third, and eight are taken.

use glam::DVec3;

use super::{FilterRay, FilteredRay, MISS};
use crate::cast::decided::{Decided, Filtered};
use crate::math::{Real, Vector, magnitude};

/// The lowest sine of the angle between ray and triangle here; flatter ones are left to the exact test.
const FLATTEST: f64 = 1e-2;

/// A triangle. It has no inside, and its normal faces the ray.
#[inline(always)]
pub(crate) fn triangle(local: &FilterRay, corners: [DVec3; 3]) -> FilteredRay {
    let facing = |n: DVec3| if n.dot(local.direction) > 0.0 { -n } else { n };
    Some(facet(local, corners)?.map(|hit| hit.with_normal(facing)))
}

/// A facet of a border, with the normal of the side from which its corners are counter-clockwise.
#[inline(always)]
pub(crate) fn facet(local: &FilterRay, corners: [DVec3; 3]) -> FilteredRay {
    let [a, b, c] = corners.map(|v| v.abs().max_element());
    let error_bound = local.error_bound(a.max(b).max(c));
    let Decided::Hit(plane) = crossed(local.origin, local.direction, corners, error_bound)? else {
        return MISS;
    };
    if plane.ahead <= plane.error {
        return None;
    }
    local.hit(
        plane.time(),
        plane.error / plane.speed.abs(),
        plane.normal / plane.area,
    )
}

/// The plane of a triangle whose edges a line passes on one side, and how a ray on that line crosses it: all
/// times twice the triangle's area, so that nothing is divided before it is needed.
pub(crate) struct CrossedPlane {
    /// Counter-clockwise.
    pub normal: DVec3,
    /// Its length: twice the area.
    pub area: f64,
    /// The ray's speed along the normal.
    pub speed: f64,
    /// How far the plane is ahead of the ray's start.
    pub ahead: f64,
    /// What that may err by.
    pub error: f64,
}

impl CrossedPlane {
    /// When the ray crosses it.
    #[inline(always)]
    pub fn time(&self) -> f64 {
        self.ahead / self.speed.abs()
    }
}

/// The plane of a triangle that the line of a ray crosses within its edges; a miss where it is behind the
/// ray's start. `error_bound` is that of the line near the triangle.
#[inline(always)]
pub(crate) fn crossed(
    origin: DVec3,
    direction: DVec3,
    corners: [DVec3; 3],
    error_bound: f64,
) -> Filtered<CrossedPlane> {
    let [a, b, c] = corners;
    let (ab, ac, to_a) = (b - a, c - a, a - origin);
    let (normal, moment) = (ab.cross(ac), direction.cross(to_a));
    let speed = normal.dot(direction);
    // Each is the edge's length times the speed times the distance at which the ray passes the edge; the
    // three add up to the speed against the normal.
    let (first, last) = (-ab.dot(moment), ac.dot(moment));
    let other = -(speed + first + last);
    let least = Real::min(Real::min(first, last), other);
    let most = Real::max(Real::max(first, last), other);
    // No square root before the hit is decided: bounds of lengths serve.
    let lengths = magnitude(direction) * magnitude(ab.abs() + ac.abs());
    let bound = 8.0 * error_bound * lengths + 4.0 * f64::MIN_POSITIVE;
    if least < -bound && most > bound {
        return Some(Decided::Miss);
    }
    if !(least > bound || most < -bound) {
        return None;
    }
    let area = Vector::length(normal);
    // The normal of a nearly degenerate triangle is too inexact.
    let is_sharp = area > 1e-3 * (ab.length_squared() + ac.length_squared());
    let is_steep = speed * speed > FLATTEST * FLATTEST * area * area * direction.length_squared();
    if !(is_sharp & is_steep) {
        return None;
    }
    let (ahead, error) = (
        normal.dot(to_a) * 1.0_f64.copysign(speed),
        4.0 * error_bound * area,
    );
    if ahead < -error {
        return Some(Decided::Miss);
    }
    Some(Decided::Hit(CrossedPlane {
        normal,
        area,
        speed,
        ahead,
        error,
    }))
}
