//! Two hulls of space without radii: which face of their Minkowski difference D the motion goes through.
//!
//! Source: G. Snethen, "XenoCollide: complex collision made simple", 2008. A portal is a triangle of points
//! of D that a ray goes through. It is moved out to the border of D by support points along its normal; each
//! of these says which third of it the ray goes through. This is the simplex method for "how far along the
//! ray", one column at a time.
//!
//! Where we differ: D = { b - a } is cast along B's motion, so the ray's other end is infinitely far away.
//! Everything before the first portal happens in the projection of D along the motion: a plane parallel to
//! the motion that has the origin on its outer side proves that the two pass each other. The plane across a
//! portal separates the two until it is crossed, and the portal's own points are together when the portal is
//! crossed. Where these are the same up to rounding, both are the answer. Nothing is normalised, and no
//! nearest points are computed.

use glam::DVec3;

use super::{CorePair, Found, SeparatingPlane};
use crate::math::Vector;
use crate::pair::{PairSpace, Support, unit};
use crate::simd::widest;

/// The most support points, in the projection and for the portal; few pairs need more than a dozen.
const STEPS: usize = 48;

/// A portal counts as in its plane within so many error bounds.
const TOGETHER: f64 = 4.0;

/// The offset of the inner point from A's middle, as a part of A's size; and the square of a sine that counts
/// as 0.
const OFF: f64 = 1.0 / 64.0;
const SMALLEST: f64 = 1e-16;

/// Where the motion enters D; `None` where that is undecided, or near the border of the projection.
pub(super) fn search<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    widest(
        #[inline(always)]
        || cast(pair),
    )
}

#[inline(always)]
fn cast<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    match first_portal(pair)? {
        Ok(portal) => entrance(pair, portal),
        Err(plane) => pair.parts_from(&plane, 0.0).then_some(Found::Apart),
    }
}

type Portal = [Support<DVec3>; 3];

/// A triangle around the origin, counter-clockwise as seen along the motion; or a plane parallel to the
/// motion that has the origin on its outer side.
///
/// Its first corner is a point inside. The others, to its left and right, are the same point until they are
/// found.
#[inline(always)]
fn first_portal<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Result<Portal, SeparatingPlane>> {
    let (way, center) = (pair.way, within(pair)?);
    let c = center.difference;
    let aside = way.cross(c);
    let is_seen_aside = aside.length_squared() > SMALLEST * way.length_squared() * c.length_squared();
    if c.dot(way) >= 0.0 || !is_seen_aside {
        return None;
    }
    let mut across = c - way * (c.dot(way) / way.length_squared());
    let (mut left, mut right) = (center, center);
    for _ in 0..STEPS {
        let support = pair.support(across);
        if across.dot(support.difference) > 0.0 {
            return Some(Err(pair.plane(unit(across)?, &support)));
        }
        if aside.dot(support.difference) > 0.0 {
            left = support;
        } else {
            right = support;
        }
        // Across the line through both, towards the inner point: the origin is on that side of the line, or
        // not yet.
        across = way.cross(right.difference - left.difference);
        if across.dot(left.difference) <= 0.0 {
            return Some(Ok([center, left, right]));
        }
    }
    None
}

/// A point of D, a little off the middle: the motion often aims exactly at the middle.
#[inline(always)]
fn within<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Support<DVec3>> {
    let (middle, corner) = (pair.a.middle(), pair.a.corner());
    Some(Support::new(middle + (corner - middle) * OFF, pair.b.middle()))
}

/// The plane of D through which the motion enters, from a portal that it goes through.
#[inline(always)]
fn entrance<V: PairSpace>(pair: &CorePair<'_, V>, mut portal: Portal) -> Option<Found> {
    let way = pair.way;
    for _ in 0..STEPS {
        let [a, b, c] = portal.map(|point| point.difference);
        let normal = (c - a).cross(b - a);
        let support = pair.support(normal);
        let s = support.difference;
        let (gap, speed) = (normal.dot(s), -normal.dot(way));
        let error_bound = pair.error_bound * (normal.x.abs() + normal.y.abs() + normal.z.abs());
        if (gap > error_bound) & (gap - speed * pair.limit > error_bound) {
            return Some(Found::Apart);
        }
        let behind = normal.dot(a) - gap;
        if behind <= TOGETHER * pair.rounding * Vector::length(normal) {
            let plane = pair.plane(unit(normal)?, &support);
            let point = together(&portal, way)?;
            return pair
                .parts_at_start(&plane)
                .then_some(Found::Together(plane, point));
        }
        // Which third: the origin is left of ab, bc and ca.
        let aside = s.cross(way);
        let (by_a, by_b, by_c) = (aside.dot(a), aside.dot(b), aside.dot(c));
        let off = if (by_a >= 0.0) & (by_c <= 0.0) {
            1
        } else if (by_a < 0.0) & (by_b >= 0.0) {
            2
        } else {
            0
        };
        // Not by index: an array written element by element and read as a whole waits for the memory.
        let [a, b, c] = portal;
        portal = [(a, 0), (b, 1), (c, 2)].map(
            #[inline(always)]
            |(kept, place)| if place == off { support } else { kept },
        );
    }
    None
}

/// A's point where the motion goes through a portal.
#[inline(always)]
fn together(portal: &Portal, way: DVec3) -> Option<DVec3> {
    let [a, b, c] = portal.map(|point| point.difference);
    let weights = [b.cross(c), c.cross(a), a.cross(b)].map(|n| n.dot(way).max(0.0));
    let sum = weights[0] + weights[1] + weights[2];
    let point = portal[0].a * weights[0] + portal[1].a * weights[1] + portal[2].a * weights[2];
    (sum > 0.0).then(|| point * (1.0 / sum))
}
