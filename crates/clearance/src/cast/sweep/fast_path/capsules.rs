//! Circles and capsules of the plane: segments grown by a ball.
//!
//! B's middle, relative to A's, hits a parallelogram grown by both radii: the Minkowski sum. It enters the
//! strip along each pair of sides, and it enters the later one at a side or beyond a side's end. The point of
//! the parallelogram nearest to there is the center of the ball that is hit. The separating line with that
//! normal proves it: it separates the two until then, and touches both.

use glam::DVec2;

use crate::cast::decided::{Decided, Filtered};
use crate::cast::sweep::bounds::{GRAZE, GapErrors, crossing_time, gap_error, least_slant, rotation_error};
use crate::cast::sweep::hit::{Hit, PlaneHit};
use crate::math::{Pose, Real, ScalarOf, magnitude};
use crate::shape::{Shape2, Space2};

/// A segment grown by a ball, in the world's axes, relative to its own origin.
pub(super) struct PlacedCapsule<V> {
    position: V,
    middle: DVec2,
    /// From the middle to an end.
    half: DVec2,
    radius: f64,
    extent: f64,
    drift: f64,
}

impl<V: Space2> PlacedCapsule<V> {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn new(shape: &Shape2<V>, pose: &Pose<V>) -> Option<Self> {
        let (ends, radius) = match shape {
            Shape2::Capsule(c) => (*c.ends(), c.radius()),
            Shape2::Circle(c) => ([V::ZERO; 2], c.radius()),
            _ => return None,
        };
        let (rotation, scale) = (pose.rotation(), pose.scale().to_f64());
        let axis = DVec2::new(rotation.cos().to_f64(), rotation.sin().to_f64());
        let [a, b] = ends.map(|p| p.to_double() * scale);
        let radius = radius.to_f64() * scale;
        let extent = magnitude(a) + magnitude(b) + radius;
        Some(Self {
            position: pose.position(),
            middle: axis.rotate((a + b) * 0.5),
            half: axis.rotate((b - a) * 0.5),
            radius,
            extent,
            drift: rotation_error::<V>(axis, extent),
        })
    }
}

/// The first meeting, like [`plane`](super::plane).
#[inline]
pub(super) fn first<V: Space2>(a: &PlacedCapsule<V>, b: &PlacedCapsule<V>, way: V) -> Filtered<Hit<V>> {
    let (from, to, way) = (a.position.to_double(), b.position.to_double(), way.to_double());
    let fastest = Real::max(way.max_element(), -way.min_element());
    let reach = a.extent + b.extent + magnitude(from) + magnitude(to) + fastest;
    let errors = GapErrors::new(ScalarOf::<V>::EPSILON.to_f64(), reach);
    let error_bound = errors.error_bound;
    let is_moderate = errors.are_moderate() & (fastest > error_bound);
    let (between, radius) = ((to - from) + (b.middle - a.middle), a.radius + b.radius);
    let outer = radius + 2.0 * error_bound;
    let speed2 = way.length_squared();
    // They pass each other, or B moves away.
    let lateral = way.perp_dot(between).abs() - (way.perp_dot(a.half).abs() + way.perp_dot(b.half).abs());
    let behind = way.dot(between) - (way.dot(a.half).abs() + way.dot(b.half).abs());
    let apart = Real::max(lateral, behind);
    if !is_moderate {
        return None;
    }
    if (apart > 0.0) & (apart * apart > outer * outer * speed2) {
        return Some(Decided::Miss);
    }
    let met = MinkowskiSum {
        halves: [a.half, b.half],
        radius,
        between,
        way,
    };
    let (place, normal) = met.side(speed2)?;
    // The line with that normal.
    let support = normal.dot(a.half).abs() + normal.dot(b.half).abs();
    let core = a.half * place[0] + b.half * place[1];
    let (gap, speed) = (normal.dot(between) - support - radius, -normal.dot(way));
    let at_end = gap - speed;
    let drift = a.drift + b.drift;
    let is_plane = (gap > error_bound) & (speed > least_slant::<V>(drift) * fastest);
    let is_there = normal.dot(core) > support - 8.0 * errors.rounding;
    if !(is_plane & is_there) {
        return None;
    }
    if at_end > error_bound {
        return Some(Decided::Miss);
    }
    let is_axis = (normal.x == 0.0) | (normal.y == 0.0);
    let gap_error = gap_error(drift, errors.rounding, is_axis);
    (at_end < -error_bound).then(|| {
        let hit = PlaneHit {
            time: crossing_time(gap, speed, gap_error),
            normal,
            point: from + a.middle + a.half * place[0] + normal * a.radius,
        };
        Decided::Hit(hit.in_space())
    })
}

/// A parallelogram grown by a ball, and the point that moves towards it.
pub(in crate::cast::sweep) struct MinkowskiSum {
    pub(in crate::cast::sweep) halves: [DVec2; 2],
    pub(in crate::cast::sweep) radius: f64,
    pub(in crate::cast::sweep) between: DVec2,
    pub(in crate::cast::sweep) way: DVec2,
}

impl MinkowskiSum {
    /// The nearest point of the parallelogram, in parts of both half sides, and the outward unit normal
    /// there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(in crate::cast::sweep) fn side(&self, speed2: f64) -> Option<([f64; 2], DVec2)> {
        let [a, b] = self.halves;
        let width = a.perp_dot(b);
        // All divisions that need only the start come first, so that nothing waits for them.
        let inverses = [inverse(a), inverse(b)];
        let inverse2 = 1.0 / speed2;
        let (enter_a, enter_b) = (self.enters(a, width), self.enters(b, width));
        // Which side is the later one is unpredictable, so it is looked up without a branch.
        let later = usize::from(enter_a <= enter_b);
        let (edge, other) = (self.halves[later], self.halves[1 - later]);
        let enter = Real::max(enter_a, enter_b);
        // The side that the point comes from.
        let way = -1.0.copysign(edge.perp_dot(self.way)) * 1.0.copysign(edge.perp_dot(other));
        let point = self.between + self.way * enter;
        let along = nearest(point - other * way, edge * inverses[later]);
        let across = nearest(point - edge * along, other * inverses[1 - later]);
        let start = self.between - (edge * along + other * across);
        let (aside, coming) = (start.perp_dot(self.way), start.dot(self.way));
        let under = self.radius * self.radius * speed2 - aside * aside;
        let is_steep = under > GRAZE * GRAZE * self.radius * self.radius * speed2;
        if !is_steep {
            return None;
        }
        let out = start - self.way * ((coming + under.sqrt()) * inverse2);
        let normal = out * (1.0 / out.length_squared().sqrt());
        let mut place = [across; 2];
        place[later] = along;
        Some((place, normal))
    }
    /// When the point enters the strip along a side.
    #[inline]
    fn enters(&self, edge: DVec2, width: f64) -> f64 {
        if edge == DVec2::ZERO {
            return f64::NEG_INFINITY;
        }
        let across = edge.perp_dot(self.way);
        let slowness = 1.0 / across.abs();
        let width = width.abs() + self.radius * edge.length_squared().sqrt();
        (-edge.perp_dot(self.between) * 1.0.copysign(across) - width) * slowness
    }
}

/// The inverse of the squared length, unless that is 0.
#[inline]
fn inverse(half: DVec2) -> f64 {
    1.0 / Real::max(half.length_squared(), f64::MIN_POSITIVE)
}

/// The nearest point of a segment around the origin, in halves of it; `half` is divided by its squared
/// length.
#[inline]
fn nearest(point: DVec2, half: DVec2) -> f64 {
    let place = point.dot(half);
    let place = if place < -1.0 { -1.0 } else { place };
    if place > 1.0 { 1.0 } else { place }
}
