//! Rays against convex shapes of which only the distance from a point is known: rounded ellipsoids, cylinders
//! and cones.
//!
//! Along a line the distance from a convex set is a convex function of time. So Newton's method for its first
//! root, started outside, never passes the root, and where the distance no longer falls there is no root.
//! (Conservative advancement, Mirtich 1996, takes the same step with a slower bound in place of the
//! derivative.) It converges quadratically; on a ray that grazes it halves the remaining time in each step.

use glam::DVec3;

use super::line::{Crossing, LocalRay};
use crate::pair::nearest::Nearest;

/// Steps after which the remaining time of a grazing ray is below double precision.
const MOST_STEPS: usize = 120;

/// The first hit of a convex set no larger than `size` around the local origin.
pub(crate) fn advance(ray: &LocalRay, size: f64, nearest: impl Fn(DVec3) -> Nearest) -> Option<Crossing> {
    let start = nearest(ray.origin);
    if start.distance < 0.0 {
        return Some(Crossing::INSIDE);
    }
    let mut time = 0.0;
    let mut last = start;
    for _ in 0..MOST_STEPS {
        let speed = -last.normal.dot(ray.direction);
        let reached = 4.0 * f64::EPSILON * (size + ray.at(time).abs().max_element());
        if last.distance <= reached {
            return Some(Crossing::new(time, last.normal));
        }
        if speed <= 0.0 {
            return None;
        }
        let next = time + last.distance / speed;
        if next <= time {
            return Some(Crossing::new(time, last.normal));
        }
        time = next;
        last = nearest(ray.at(time));
    }
    Some(Crossing::new(time, last.normal))
}
