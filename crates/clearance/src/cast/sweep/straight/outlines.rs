//! Two convex polygons: the normals of their edges are the candidate axes.
//!
//! Source: D. Eberly, "Intersection of convex objects: the method of separating axes", 2001, section 5, and
//! C. Ericson, "Real-Time Collision Detection", 2005, 5.5.7. Along each axis the two overlap for an interval
//! of time, and they meet when all of these overlap. The last axis to begin is the normal. Where the two
//! edges or corners across it overlap then, they meet.
//!
//! Where we differ: each edge is one half-space of the difference { b - a }, and axes are not normalised,
//! since times do not depend on their length. A polygon's offset along its own edge is that of its furthest
//! corner, not of a corner of the edge: rounding may turn a short edge anywhere.

use glam::DVec2;

use super::axes::{CandidateAxes, LANES};
use super::body::PlacedCore;
use super::{CorePair, Found, SeparatingPlane, unit};
use crate::cast::cyrus_beck::ClipInterval;
use crate::cast::decided::Decided;
use crate::math::lift;
use crate::pair::PairSpace;
use crate::simd::widest;

/// Polygons with more corners are left to `gjk_ray_cast.rs`, whose cost grows more slowly.
const MOST: usize = 16;

/// Corners, counter-clockwise; the last one is repeated up to a whole number of lanes.
struct Outline {
    x: [f64; MOST],
    y: [f64; MOST],
    count: usize,
}

/// When two convex polygons first meet.
pub(super) fn search<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    let (a, b) = (Outline::of(&pair.a)?, Outline::of(&pair.b)?);
    let clip = widest(
        #[inline(always)]
        || clip(pair, &a, &b),
    );
    let Decided::Hit(place) = pair.last_plane(&clip)? else {
        return Some(Found::Apart);
    };
    let edge = place / 2;
    let normal = if edge < a.count {
        a.normal(edge)
    } else {
        -b.normal(edge - a.count)
    };
    arrive(pair, &a, &b, normal)
}

/// When the planes of all edges are crossed.
#[inline(always)]
fn clip<V: PairSpace>(pair: &CorePair<'_, V>, a: &Outline, b: &Outline) -> ClipInterval {
    let mut axes = CandidateAxes::<{ 2 * MOST }>::new();
    for i in 0..a.count {
        let n = a.normal(i);
        axes.set_side(i, n.extend(0.0), b.least(n) + a.least(-n));
    }
    for i in 0..b.count {
        let n = b.normal(i);
        axes.set_side(a.count + i, -n.extend(0.0), a.least(n) + b.least(-n));
    }
    pair.clip(&axes, a.count + b.count)
}

/// When two boxes first meet: each has two axes, and reaches equally far in both directions from its middle.
pub(super) fn boxes<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    let between = pair.b.origin - pair.a.origin;
    let [a, b] = [&pair.a, &pair.b].map(half_sides);
    let mut axes = CandidateAxes::<LANES>::new();
    for (i, side) in [a[0], a[1], b[0], b[1]].into_iter().enumerate() {
        let n = side.perp();
        let middle = n.dot(between.truncate());
        let reach = [a[0], a[1], b[0], b[1]].map(|side| side.dot(n).abs());
        let reach = (reach[0] + reach[1]) + (reach[2] + reach[3]);
        axes.set(i, n.extend(0.0));
        (axes.near[i], axes.far[i]) = (middle - reach, middle + reach);
    }
    let clip = pair.clip(&axes, LANES);
    let Decided::Hit(place) = pair.last_plane(&clip)? else {
        return Some(Found::Apart);
    };
    let (a, b) = (Outline::of(&pair.a)?, Outline::of(&pair.b)?);
    arrive(pair, &a, &b, axes.outward(place).truncate())
}

/// From the middle of a box to the middles of two of its sides.
#[inline]
fn half_sides<V: PairSpace>(body: &PlacedCore<'_, V>) -> [DVec2; 2] {
    // The corners are in order around the box: the third is the first one's opposite in x and y.
    let half = lift(body.vertices[2]);
    [body.axes[0] * half.x, body.axes[1] * half.y].map(|side| side.truncate())
}

impl Outline {
    #[inline(always)]
    fn of<V: PairSpace>(body: &PlacedCore<'_, V>) -> Option<Self> {
        let count = body.vertices.len();
        if !(3..=MOST).contains(&count) {
            return None;
        }
        let (mut x, mut y) = ([0.0; MOST], [0.0; MOST]);
        for i in 0..count.next_multiple_of(LANES) {
            let p = body.point(body.vertices[i.min(count - 1)]);
            (x[i], y[i]) = (p.x, p.y);
        }
        Some(Self { x, y, count })
    }
    #[inline]
    fn corner(&self, i: usize) -> DVec2 {
        DVec2::new(self.x[i], self.y[i])
    }
    fn corners(&self) -> impl Iterator<Item = DVec2> + '_ {
        (0..self.count).map(|i| self.corner(i))
    }
    /// The outward normal of the edge from a corner to the next, as long as the edge.
    #[inline]
    fn normal(&self, i: usize) -> DVec2 {
        let next = if i + 1 == self.count { 0 } else { i + 1 };
        -(self.corner(next) - self.corner(i)).perp()
    }
    /// Its least height along a normal.
    #[inline(always)]
    fn least(&self, normal: DVec2) -> f64 {
        let mut least = [f64::INFINITY; LANES];
        let lanes = self
            .x
            .as_chunks::<LANES>()
            .0
            .iter()
            .zip(self.y.as_chunks::<LANES>().0);
        for (x, y) in lanes.take(self.count.div_ceil(LANES)) {
            for lane in 0..LANES {
                let height = x[lane] * normal.x + y[lane] * normal.y;
                least[lane] = if height < least[lane] { height } else { least[lane] };
            }
        }
        least[0].min(least[1]).min(least[2].min(least[3]))
    }
}

/// The plane with this normal, and the middle of what the two have in common when they meet there.
fn arrive<V: PairSpace>(pair: &CorePair<'_, V>, a: &Outline, b: &Outline, normal: DVec2) -> Option<Found> {
    let normal = unit(normal.extend(0.0))?;
    let n = normal.truncate();
    let (front, back) = (-a.least(-n), b.least(n));
    let speed = -normal.dot(pair.way);
    let gap = back - front;
    let level = 8.0 * pair.rounding;
    let across = n.perp();
    let shift = across.dot(pair.way.truncate()) * (gap / speed);
    let one = span(a, across, |p| p.dot(n) >= front - level);
    let other = span(b, across, |p| p.dot(n) <= back + level);
    let (low, high) = (one.0.max(other.0 + shift), one.1.min(other.1 + shift));
    // The edges pass each other: rounding chose the wrong axis.
    if low > high + level {
        return None;
    }
    let point = n * front + across * (0.5 * (low + high));
    Some(Found::Together(
        SeparatingPlane { normal, gap, speed },
        point.extend(0.0),
    ))
}

/// The extent of some corners along a vector.
#[inline(always)]
fn span(outline: &Outline, across: DVec2, is_in: impl Fn(DVec2) -> bool) -> (f64, f64) {
    let mut span = (f64::INFINITY, f64::NEG_INFINITY);
    for p in outline.corners().filter(|&p| is_in(p)) {
        let place = p.dot(across);
        span = (span.0.min(place), span.1.max(place));
    }
    span
}
