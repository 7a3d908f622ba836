//! Triangles: on which side of each edge the ray passes, and when it crosses the plane.
//!
//! Seen from the start of the ray each edge spans a plane, and the ray passes within all three or not: signs
//! of three triple products (J. Plücker's coordinates; T. Möller & B. Trumbore, "Fast, minimum storage
//! ray/triangle intersection", 1997, solve for the same). A rounded product has the right sign beyond its
//! bound. Two triangles with a common edge agree on every ray that both are sure of, and what is not sure
//! goes to the exact test for both: none slips through between them (S. Woop, C. Benthin & I. Wald,
//! "Watertight ray/triangle intersection", 2013, fall back on double precision in the same way).

use glam::DVec3;

use super::{Aim, MISS, Verdict};
use crate::cast::ray::exact::line::Crossing;
use crate::math::{Vector, magnitude};

/// A triangle that the ray crosses at a lower sine than this is left to the exact test.
const FLATTEST: f64 = 1e-2;

/// A triangle, which has no inside; its normal faces the ray.
#[inline(always)]
pub(super) fn triangle(aim: &Aim, corners: [DVec3; 3]) -> Verdict {
    let verdict = facet(aim, corners)?;
    Some(verdict.map(|hit| {
        Crossing {
            normal: hit
                .normal
                .map(|n| if n.dot(aim.direction) > 0.0 { -n } else { n }),
            ..hit
        }
    }))
}

/// A triangle of a border, with the normal of the side from which its corners turn counter-clockwise.
#[inline(always)]
pub(crate) fn facet(aim: &Aim, corners: [DVec3; 3]) -> Verdict {
    let [a, b, c] = corners.map(|v| v.abs().max_element());
    let error_bound = aim.error_bound(a.max(b).max(c));
    let Some((time, normal, speed)) = crossed(aim.origin, aim.direction, corners, error_bound)? else {
        return MISS;
    };
    let error = 4.0 * error_bound / speed;
    if time < -error {
        return MISS;
    }
    if time <= error {
        return None;
    }
    aim.hit(time, error, normal)
}

/// When the line of a ray crosses a triangle, its unit normal, and the speed along that; `Some(None)` where
/// it surely passes by. `error_bound` is by how much the line may be off near the triangle.
#[inline(always)]
pub(crate) fn crossed(
    origin: DVec3,
    direction: DVec3,
    corners: [DVec3; 3],
    error_bound: f64,
) -> Option<Option<(f64, DVec3, f64)>> {
    let [a, b, c] = corners.map(
        #[inline(always)]
        |v| v - origin,
    );
    let e = [b - a, c - b, a - c];
    // Each is the edge's length times the speed times how far beside the edge the ray passes.
    let sides = [
        direction.dot(e[0].cross(a)),
        direction.dot(e[1].cross(b)),
        direction.dot(e[2].cross(c)),
    ];
    // No root before it is known to hit.
    let off = 4.0 * error_bound * magnitude(direction);
    let bounds = e.map(
        #[inline(always)]
        |e| off * magnitude(e) + f64::MIN_POSITIVE,
    );
    let least = (sides[0] + bounds[0])
        .min(sides[1] + bounds[1])
        .min(sides[2] + bounds[2]);
    let most = (sides[0] - bounds[0])
        .max(sides[1] - bounds[1])
        .max(sides[2] - bounds[2]);
    if least < 0.0 && most > 0.0 {
        return Some(None);
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
    // A sliver has no plane to speak of.
    let is_sharp = area > 1e-3 * (e[0].length_squared() + e[1].length_squared());
    if !is_sharp || speed.abs() < FLATTEST * Vector::length(direction) {
        return None;
    }
    Some(Some((normal.dot(a) / speed, normal, speed.abs())))
}
