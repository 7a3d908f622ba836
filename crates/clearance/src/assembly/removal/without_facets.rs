//! Whether a part is blocked by another one where one of them has no facets: a ball, a cylinder, a
//! half-space.
//!
//! A sweep tells whether they meet at all. Whether they then share more space than a touch is asked where
//! they are deepest in each other: the clearance is looked at in steps along the way, and between the deepest
//! step and its neighbours a golden-section search goes on. The clearance of two convex shapes is a convex
//! function of the way, so of these nothing is missed; of others a common part that is shorter than a step
//! along the way can be.

use glam::DVec3;

use super::shadow::View;
use crate::assembly::class::Tolerance;
use crate::assembly::decide::is_clash;
use crate::assembly::parts::Part;
use crate::cast::{Motion, Start, sweep};
use crate::math::Pose;
use crate::pair::{clearance, intersects};
use crate::shape::AnyShape;

/// The way along which shapes may meet is looked at in so many steps.
const STEPS: u32 = 32;
/// Steps of the search: each makes the interval smaller by 0.618.
const REFINED: u32 = 40;
/// The share of an interval that golden sections keep.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Whether the second part blocks the first one on its way in the direction of a view's height.
pub(super) fn is_blocked(parts: [&Part; 2], view: &View, tolerance: Tolerance) -> bool {
    let up = view.world(DVec3::Z);
    let [moving, other] = parts;
    for (of, sign) in [(other, 1.0), (moving, -1.0)] {
        if let Some(half_space) = of.solid.shape().as_half_space() {
            // What moves into a half-space goes deeper for ever.
            let normal = of.pose.frame().direction(half_space.normal());
            return normal.dot(up) * sign < -f64::EPSILON;
        }
    }
    let [p, q] = parts.map(Part::placed);
    let [low, high] = [p.aabb(), q.aabb()].map(|aabb| {
        let (center, half) = ((aabb.min + aabb.max) / 2.0, (aabb.max - aabb.min) / 2.0);
        (center.dot(up), half.dot(up.abs()))
    });
    let length = (high.0 + high.1) - (low.0 - low.1);
    if !length.is_finite() || length <= 0.0 {
        return false;
    }
    let way = up * length;
    // What a tolerance explains at the start does not part the rest of a shape that is not convex: a pin that
    // the facets of its hole cut leaves them sideways, and the hole still holds it.
    if intersects(p, q) {
        return interferes_after(parts, way, 0.0, tolerance);
    }
    match sweep(p, &Motion::linear(way), q, &Motion::none(), Start::Touching) {
        Ok(None) => false,
        Ok(Some(hit)) => interferes_after(parts, way, hit.time, tolerance),
        Err(_) => true,
    }
}

/// Whether the parts interfere at the deepest place from a time on.
fn interferes_after(parts: [&Part; 2], way: DVec3, start: f64, tolerance: Tolerance) -> bool {
    let [moving, other] = parts;
    let at = |time: f64| moved(&moving.pose, way * time);
    let gap = |time: f64| {
        let pose = at(time)?;
        let found = clearance(moving.placed_at(&pose), other.placed());
        found.ok().map(|c| c.distance)
    };
    let gap = |time: f64| gap(time).unwrap_or(f64::INFINITY);
    let step = (1.0 - start) / f64::from(STEPS);
    let times = (0..=STEPS).map(|i| start + step * f64::from(i));
    let deepest = times.min_by(|s, t| gap(*s).total_cmp(&gap(*t))).unwrap_or(start);
    let time = refined(deepest - step, deepest + step, gap).clamp(start, 1.0);
    interferes_at(parts, way * time, tolerance)
}

/// Where a function that falls and then rises is least, by golden sections.
fn refined(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    let within = |low: f64, high: f64| [high - (high - low) * GOLDEN, low + (high - low) * GOLDEN];
    let [mut left, mut right] = within(low, high);
    let [mut at_left, mut at_right] = [left, right].map(&value);
    for _ in 0..REFINED {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = within(low, high)[0];
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = within(low, high)[1];
            at_right = value(right);
        }
    }
    (low + high) / 2.0
}

/// Whether two parts share more space than the tolerance explains when the first one has moved so far; what
/// is unanswered is taken to be so: a part is free only where that is known.
pub(super) fn interferes_at([moving, other]: [&Part; 2], way: DVec3, tolerance: Tolerance) -> bool {
    let Some(pose) = moved(&moving.pose, way) else {
        return false;
    };
    is_clash((&moving.solid, &pose), (&other.solid, &other.pose), tolerance) != Some(false)
}

/// The pose moved; `None` beyond the range of positions.
fn moved(pose: &Pose<DVec3>, way: DVec3) -> Option<Pose<DVec3>> {
    pose.moved_to(pose.position() + way).ok()
}
