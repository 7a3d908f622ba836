//! Balls and capsules: a ray meets a capsule as it meets the ball around one point of its segment.
//!
//! The strip (in space the cylinder) around the segment's line says which point that is: the one opposite to
//! where the ray enters the strip, or the end of the segment that is nearer to it. The point is a guess. The
//! hit that follows from it proves it: a point of the border where the ray enters, whose nearest point on the
//! segment is the guess. A convex shape has only one such hit.
//!
//! The distance of a line from a point is the length of a cross product over that of the direction, so that
//! nothing cancels except in the input.

use glam::{DVec2, DVec3};

use super::{FastRay, FlaggedHit};
use crate::math::{Real, Space, cross_squared};

/// The square of the lowest cosine at which a ray may enter here; flatter hits are left to the filter.
const STEEPEST: f64 = 1.0 / 64.0;

/// The square of a segment's length below which products of six lengths may vanish.
const LEAST: f64 = 1e-80;

/// The square of the sine between a ray and a segment below which they count as parallel.
const PARALLEL: f64 = 1e-6;

/// A ball; `start` is the ray's origin relative to its center.
#[inline(always)]
pub(super) fn ball<D: Space<Scalar = f64>>(local: &FastRay<D>, start: D, radius: f64) -> FlaggedHit<D> {
    let error_bound = local.error_bound(radius);
    let outer = radius + error_bound;
    let (side2, coming) = (cross_squared(start, local.direction), start.dot(local.direction));
    let is_leaving = (coming > 0.0) & (start.length_squared() > outer * outer);
    if (side2 > outer * outer * local.speed2) | is_leaving {
        return FlaggedHit::miss(local.is_sound(error_bound));
    }
    let entry = EntryPoint::new(local, start, radius, error_bound);
    entry.flagged(local.is_sound(error_bound))
}

/// Where a ray enters a ball.
struct EntryPoint<D> {
    time: f64,
    /// From the center to that point.
    out: D,
    normal: D,
    /// Whether the time is positive, and its error within the tolerance.
    is_decided: bool,
}

impl<D: Space<Scalar = f64>> EntryPoint<D> {
    /// `start` is the ray's origin relative to the center.
    #[inline(always)]
    fn new(local: &FastRay<D>, start: D, radius: f64, error_bound: f64) -> Self {
        let d = local.direction;
        let radius2 = radius * radius;
        let under = radius2 * local.speed2 - cross_squared(start, d);
        let time = (-start.dot(d) - Real::max(under, 0.0).sqrt()) * local.inverse;
        // The error bound over the speed along the normal, squared.
        let (off, allowed) = (error_bound * radius, local.tolerance * time);
        let is_near = off * off < allowed * allowed * under;
        let is_steep = under > STEEPEST * radius2 * local.speed2;
        // The error of the normal is the square of what it was before.
        let is_round = 16.0 * error_bound * error_bound < local.tolerance * radius2;
        let out = start + d * time;
        // The length is the radius up to rounding, so one step of Newton's method inverts it.
        let inverse = 1.0 / radius;
        let stretch = out.length_squared() * (inverse * inverse);
        Self {
            time,
            out,
            normal: out * (inverse * (1.5 - 0.5 * stretch)),
            is_decided: (time > 0.0) & is_near & is_steep & is_round,
        }
    }
    #[inline(always)]
    fn flagged(&self, is_decided: bool) -> FlaggedHit<D> {
        FlaggedHit {
            is_decided: is_decided & self.is_decided,
            is_hit: true,
            time: self.time,
            normal: self.normal,
        }
    }
}

/// All points within `radius` of the segment from `a` to `b` in the plane.
#[inline(always)]
pub(super) fn capsule2(local: &FastRay<DVec2>, ends: [DVec2; 2], radius: f64) -> FlaggedHit<DVec2> {
    let [a, b] = ends;
    let (axis, start, d) = (b - a, local.origin - a, local.direction);
    let (error_bound, outer) = error_bound_and_outer(local, ends, radius);
    // The side of the ray's line on which each end is.
    let across = axis.perp_dot(d);
    let side_a = d.perp_dot(start);
    let side_b = side_a + across;
    let is_one_side = side_a * side_b > 0.0;
    let aside = Real::min(side_a.abs(), side_b.abs());
    if is_one_side & (aside * aside > outer * outer * local.speed2) {
        return FlaggedHit::miss(local.is_sound(error_bound));
    }
    // When the ray enters the strip of this width around the segment's line, and where along the segment.
    let length2 = axis.length_squared();
    let width = radius * length2.sqrt();
    let time = (-axis.perp_dot(start) * 1.0.copysign(across) - width) / across.abs();
    let place = (start + d * time).dot(axis) / length2;
    capsule(local, ends, radius, place)
}

/// The same in space.
#[inline(always)]
pub(super) fn capsule3(local: &FastRay<DVec3>, ends: [DVec3; 2], radius: f64) -> FlaggedHit<DVec3> {
    let [a, b] = ends;
    let (axis, start, d) = (b - a, local.origin - a, local.direction);
    let (error_bound, outer) = error_bound_and_outer(local, ends, radius);
    let length2 = axis.length_squared();
    // The common normal of the two lines, and their distance along it.
    let normal = d.cross(axis);
    let (across, apart) = (normal.length_squared(), normal.dot(start));
    if (across < PARALLEL * local.speed2 * length2) | (length2 < LEAST) {
        return FlaggedHit::undecided();
    }
    if apart * apart > outer * outer * across {
        return FlaggedHit::miss(local.is_sound(error_bound));
    }
    // Where along the segment the lines are nearest to each other.
    let (along, inverse) = (d.dot(axis), 1.0 / across);
    let place = (local.speed2 * axis.dot(start) - along * d.dot(start)) * inverse;
    let nearest = start - axis * clamped(place);
    if cross_squared(nearest, d) > outer * outer * local.speed2 {
        return FlaggedHit::miss(local.is_sound(error_bound));
    }
    // Half of the ray's chord through the cylinder around the segment's line, measured along the segment.
    let under = Real::max(radius * radius - apart * apart * inverse, 0.0);
    capsule(
        local,
        ends,
        radius,
        place - along * (under * inverse / length2).sqrt(),
    )
}

#[inline]
fn error_bound_and_outer<D: Space<Scalar = f64>>(
    local: &FastRay<D>,
    [a, b]: [D; 2],
    radius: f64,
) -> (f64, f64) {
    let error_bound = local.error_bound(a.max_abs() + b.max_abs() + radius);
    (error_bound, radius + 4.0 * error_bound)
}

/// A capsule, with a guess at which part of the segment's length the ray enters.
#[inline(always)]
fn capsule<D: Space<Scalar = f64>>(
    local: &FastRay<D>,
    [a, b]: [D; 2],
    radius: f64,
    place: f64,
) -> FlaggedHit<D> {
    let (error_bound, outer) = error_bound_and_outer(local, [a, b], radius);
    // Both ends are surely behind the start.
    let [ahead_a, ahead_b] = [a, b].map(|end| (end - local.origin).dot(local.direction));
    let ahead = Real::max(ahead_a, ahead_b);
    if (ahead < 0.0) & (ahead * ahead > outer * outer * local.speed2) {
        return FlaggedHit::miss(local.is_sound(error_bound));
    }
    let (axis, place) = (b - a, clamped(place));
    let entry = EntryPoint::new(local, local.origin - (a + axis * place), radius, error_bound);
    // The guess must be the point of the segment nearest to the hit, up to what moves the border by less than
    // the error bound.
    let length2 = axis.length_squared();
    let slip = clamped(place + entry.out.dot(axis) / length2) - place;
    let is_nearest = slip * slip * length2 < radius * error_bound;
    entry.flagged(local.is_sound(error_bound) & is_nearest)
}

/// Keeps NaN.
#[inline]
fn clamped(place: f64) -> f64 {
    let place = if place < 0.0 { 0.0 } else { place };
    if place > 1.0 { 1.0 } else { place }
}
