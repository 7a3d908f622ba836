//! Triangles: the side of each edge on which the ray passes, and when it crosses the plane.
//!
//! Each edge and the ray's start span a plane, and the ray passes within all three planes or misses. The
//! signs of three triple products tell (J. Plücker's coordinates; T. Möller & B. Trumbore, "Fast, minimum
//! storage ray/triangle intersection", 1997, solve for the same). A rounded product has the right sign beyond
//! its error bound. Two triangles with a common edge agree on every ray that is decided for both, and an
//! undecided ray goes to the exact test for both. So no ray slips through between them (S. Woop, C. Benthin &
//! I. Wald, "Watertight ray/triangle intersection", 2013, fall back on double precision in the same way).

use glam::DVec3;

use super::{FilterRay, FilteredRay, MISS};
use crate::cast::decided::{Decided, Filtered};
use crate::math::{Vector, magnitude};

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
    let Decided::Hit((time, normal, speed)) = crossed(local.origin, local.direction, corners, error_bound)?
    else {
        return MISS;
    };
    let error = 4.0 * error_bound / speed;
    if time < -error {
        return MISS;
    }
    if time <= error {
        return None;
    }
    local.hit(time, error, normal)
}

/// When the line of a ray crosses a triangle, the triangle's unit normal, and the speed along it.
/// `error_bound` is that of the line near the triangle.
#[inline(always)]
pub(crate) fn crossed(
    origin: DVec3,
    direction: DVec3,
    corners: [DVec3; 3],
    error_bound: f64,
) -> Filtered<(f64, DVec3, f64)> {
    let [a, b, c] = corners.map(
        #[inline]
        |v| v - origin,
    );
    let e = [b - a, c - b, a - c];
    // Each is the edge's length times the speed times the distance at which the ray passes the edge.
    let sides = [
        direction.dot(e[0].cross(a)),
        direction.dot(e[1].cross(b)),
        direction.dot(e[2].cross(c)),
    ];
    // No square root before the hit is decided: bounds of lengths serve.
    let off = 4.0 * error_bound * magnitude(direction);
    let bounds = e.map(
        #[inline]
        |e| off * magnitude(e) + f64::MIN_POSITIVE,
    );
    let least = (sides[0] + bounds[0])
        .min(sides[1] + bounds[1])
        .min(sides[2] + bounds[2]);
    let most = (sides[0] - bounds[0])
        .max(sides[1] - bounds[1])
        .max(sides[2] - bounds[2]);
    if least < 0.0 && most > 0.0 {
        return Some(Decided::Miss);
    }
    let all_less = (0..3).all(|i| sides[i] < -bounds[i]);
    let all_more = (0..3).all(|i| sides[i] > bounds[i]);
    if !all_less && !all_more {
        return None;
    }
    let normal = e[0].cross(e[1]);
    let area = Vector::length(normal);
    let normal = normal * (1.0 / area);
    let speed = normal.dot(direction);
    // The normal of a nearly degenerate triangle is too inexact.
    let is_sharp = area > 1e-3 * (e[0].length_squared() + e[1].length_squared());
    if !is_sharp || speed.abs() < FLATTEST * Vector::length(direction) {
        return None;
    }
    Some(Decided::Hit((normal.dot(a) / speed, normal, speed.abs())))
}
