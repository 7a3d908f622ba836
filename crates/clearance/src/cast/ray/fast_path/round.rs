//! Balls and capsules: a ray meets a capsule as it meets the ball around one point of its segment.
//!
//! Which point that is, the strip (in space the cylinder) around the segment's line tells: where the ray
//! comes into that, it is abreast of it, or else beyond the end that comes first. Whatever point was found is
//! proven by the hit it leads to: a point of the border, seen from the nearest point of the segment, at which
//! the ray comes in. Convex shapes have no other.
//!
//! How far a line passes beside a point is the length of a cross product, which nothing cancels in but what
//! the input does.

use glam::{DVec2, DVec3};

use super::{Outcome, Shot};
use crate::math::{Real, Space, cross_squared};

/// Rays that come in at a lower cosine than this, squared, are left to the test that takes more steps.
const STEEPEST: f64 = 1.0 / 64.0;

/// Squares of lengths of segments below which products of six lengths may vanish.
const LEAST: f64 = 1e-80;

/// Squares of sines between a ray and a segment below which both have about one direction.
const PARALLEL: f64 = 1e-6;

/// A ball of which the ray starts at `start`, as seen from its center.
#[inline(always)]
pub(super) fn ball<D: Space<Scalar = f64>>(shot: &Shot<D>, start: D, radius: f64) -> Outcome<D> {
    let error_bound = shot.error_bound(radius);
    let outer = radius + error_bound;
    let (side2, coming) = (cross_squared(start, shot.direction), start.dot(shot.direction));
    let is_leaving = (coming > 0.0) & (start.length_squared() > outer * outer);
    if (side2 > outer * outer * shot.speed2) | is_leaving {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    let entry = Entry::new(shot, start, radius, error_bound);
    entry.outcome(shot.is_sound(error_bound))
}

/// Where a ray comes into a ball.
struct Entry<D> {
    time: f64,
    /// From the center to the point there.
    out: D,
    normal: D,
    /// Whether the time is positive and near enough to the truth.
    is_sure: bool,
}

impl<D: Space<Scalar = f64>> Entry<D> {
    /// Of a ray that starts at `start`, as seen from the center.
    #[inline(always)]
    fn new(shot: &Shot<D>, start: D, radius: f64, error_bound: f64) -> Self {
        let d = shot.direction;
        let radius2 = radius * radius;
        let under = radius2 * shot.speed2 - cross_squared(start, d);
        let time = (-start.dot(d) - Real::max(under, 0.0).sqrt()) * shot.inverse;
        // The doubt over the speed along the normal, squared.
        let (off, allowed) = (error_bound * radius, shot.precision * time);
        let is_near = off * off < allowed * allowed * under;
        let is_steep = under > STEEPEST * radius2 * shot.speed2;
        // The normal is off by the square of what it was off before.
        let is_round = 16.0 * error_bound * error_bound < shot.precision * radius2;
        let out = start + d * time;
        // One step of Newton's method for the inverse of the length, which is the radius but for rounding.
        let inverse = 1.0 / radius;
        let stretch = out.length_squared() * (inverse * inverse);
        Self {
            time,
            out,
            normal: out * (inverse * (1.5 - 0.5 * stretch)),
            is_sure: (time > 0.0) & is_near & is_steep & is_round,
        }
    }
    #[inline(always)]
    fn outcome(&self, is_sure: bool) -> Outcome<D> {
        Outcome {
            is_sure: is_sure & self.is_sure,
            is_hit: true,
            time: self.time,
            normal: self.normal,
        }
    }
}

/// All points within `radius` of the segment from `a` to `b` in the plane.
#[inline(always)]
pub(super) fn capsule2(shot: &Shot<DVec2>, ends: [DVec2; 2], radius: f64) -> Outcome<DVec2> {
    let [a, b] = ends;
    let (axis, start, d) = (b - a, shot.origin - a, shot.direction);
    let (error_bound, outer) = doubt_and_outer(shot, ends, radius);
    // On which side of the ray the two ends are.
    let across = axis.perp_dot(d);
    let side_a = d.perp_dot(start);
    let side_b = side_a + across;
    let is_one_side = side_a * side_b > 0.0;
    let aside = Real::min(side_a.abs(), side_b.abs());
    if is_one_side & (aside * aside > outer * outer * shot.speed2) {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    // When the ray comes into the strip of this width around the line of the segment, and where that is.
    let length2 = axis.length_squared();
    let width = radius * length2.sqrt();
    let time = (-axis.perp_dot(start) * 1.0.copysign(across) - width) / across.abs();
    let place = (start + d * time).dot(axis) / length2;
    capsule(shot, ends, radius, place)
}

/// The same in space.
#[inline(always)]
pub(super) fn capsule3(shot: &Shot<DVec3>, ends: [DVec3; 2], radius: f64) -> Outcome<DVec3> {
    let [a, b] = ends;
    let (axis, start, d) = (b - a, shot.origin - a, shot.direction);
    let (error_bound, outer) = doubt_and_outer(shot, ends, radius);
    let length2 = axis.length_squared();
    // How far the lines of both pass each other.
    let normal = d.cross(axis);
    let (across, apart) = (normal.length_squared(), normal.dot(start));
    if (across < PARALLEL * shot.speed2 * length2) | (length2 < LEAST) {
        return Outcome::unsure();
    }
    if apart * apart > outer * outer * across {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    // Where they do.
    let (along, inverse) = (d.dot(axis), 1.0 / across);
    let place = (shot.speed2 * axis.dot(start) - along * d.dot(start)) * inverse;
    let nearest = start - axis * clamped(place);
    if cross_squared(nearest, d) > outer * outer * shot.speed2 {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    // Half of the ray's way through the cylinder around the segment's line, as a way along that.
    let under = Real::max(radius * radius - apart * apart * inverse, 0.0);
    capsule(
        shot,
        ends,
        radius,
        place - along * (under * inverse / length2).sqrt(),
    )
}

#[inline(always)]
fn doubt_and_outer<D: Space<Scalar = f64>>(shot: &Shot<D>, [a, b]: [D; 2], radius: f64) -> (f64, f64) {
    let error_bound = shot.error_bound(a.max_abs() + b.max_abs() + radius);
    (error_bound, radius + 4.0 * error_bound)
}

/// A capsule that the ray comes near when it is abreast of `place`, a part of its length.
#[inline(always)]
fn capsule<D: Space<Scalar = f64>>(shot: &Shot<D>, [a, b]: [D; 2], radius: f64, place: f64) -> Outcome<D> {
    let (error_bound, outer) = doubt_and_outer(shot, [a, b], radius);
    // Both ends well behind the start.
    let [ahead_a, ahead_b] = [a, b].map(|end| (end - shot.origin).dot(shot.direction));
    let ahead = Real::max(ahead_a, ahead_b);
    if (ahead < 0.0) & (ahead * ahead > outer * outer * shot.speed2) {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    let (axis, place) = (b - a, clamped(place));
    let entry = Entry::new(shot, shot.origin - (a + axis * place), radius, error_bound);
    // The point of the segment nearest to the hit is the center, but for what moves the border by less than
    // the doubt.
    let length2 = axis.length_squared();
    let slip = clamped(place + entry.out.dot(axis) / length2) - place;
    let is_nearest = slip * slip * length2 < radius * error_bound;
    entry.outcome(shot.is_sound(error_bound) & is_nearest)
}

/// Not a number stays what it is.
#[inline(always)]
fn clamped(place: f64) -> f64 {
    let place = if place < 0.0 { 0.0 } else { place };
    if place > 1.0 { 1.0 } else { place }
}
