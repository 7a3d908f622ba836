//! Two convex polygons or two capsules of the plane that turn.
//!
//! A line that turns at a constant rate, and the heights of all corners above it, prove that nothing meets
//! (conservative advancement: B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996). As
//! in E. Catto, "Continuous collision" (GDC 2013), the line turns with the edge that it lies along. Which
//! line, and when it is reached, may be guessed: by Newton's method on the last edge to be met (`edges.rs`),
//! or on the points of capsules that meet (`capsules.rs`); for capsules that turn slowly in one guess,
//! without most moments (`meet.rs`).
//!
//! Where we differ: a guess is proved in one step, from both ends of the time (`heights.rs`). A corner's
//! height lies between the cubic with the same height and speed at both ends, and that cubic less a bound of
//! the fourth derivative. If all its Bernstein coefficients are at least zero, so is the height at all times
//! between. So four or five moments are computed, where conservative advancement needs one for each constant
//! part of the gap. What one line does not prove is halved, and each half has a line of its own.
//!
//! Pairs that start together, graze, meet at the very end, or spin too fast for some halvings go on to
//! `arcs/`.
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

mod body;
mod capsules;
mod edges;
mod heights;
mod meet;
mod moment;
mod walk;

use glam::DVec2;

use super::bounds::{GapErrors, balls_pass};
use super::hit::{Hit, PlaneHit};
use crate::cast::decided::{Decided, Filtered};
use crate::math::{Real, ScalarOf, lift, magnitude};
use crate::shape::{Placed, Space2};
use crate::simd::widest;
use body::PlaneBody;
use moment::Moment;

/// The most corners of a shape.
const MOST: usize = 16;
/// Corners compared in parallel.
const LANES: usize = 4;
/// The most radians in the whole time.
const MOST_TURN: f64 = 32.0;

/// The first meeting of two that turn at these rates; B goes `way`.
pub(in crate::cast) fn plane<V: Space2>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    way: V,
    rates: [ScalarOf<V>; 2],
) -> Filtered<Hit<V>> {
    if a.place.outer.is_some() || b.place.outer.is_some() {
        return None;
    }
    let (p, q) = (a.place.pose, b.place.pose);
    let bodies = [PlaneBody::new(a.shape, p)?, PlaneBody::new(b.shape, q)?];
    let (from, to) = (p.position().to_double(), q.position().to_double());
    let ways = [to - from, way.to_double()];
    let reach = magnitude(from) + magnitude(to);
    let epsilon = ScalarOf::<V>::EPSILON.to_f64();
    let pair = PlanePair::new(
        &bodies,
        ways,
        [rates[0].to_f64(), rates[1].to_f64()],
        reach,
        epsilon,
    )?;
    let within = bodies[0].size + bodies[1].size + pair.radius + 2.0 * pair.error_bound;
    if balls_pass(lift(pair.between), lift(pair.way), 1.0, within) {
        return Some(Decided::Miss);
    }
    let mut start = Moment::at_start(pair.between);
    start.corners[0].put(a.shape, bodies[0].axis);
    start.corners[1].put(b.shape, bodies[1].axis);
    let pair = PlanePair {
        start: &start,
        ..pair
    };
    Some(pair.first()?.map(|hit| {
        let point = from + hit.point;
        PlaneHit { point, ..hit }.in_space()
    }))
}

/// Two moving shapes, relative to A's position, in a time of 1.
struct PlanePair<'m> {
    start: &'m Moment,
    /// From A's position to B's at the start.
    between: DVec2,
    way: DVec2,
    rates: [f64; 2],
    sizes: [f64; 2],
    radii: [f64; 2],
    /// The sum of both.
    radius: f64,
    /// The positions are never further from each other.
    furthest: f64,
    /// No point is faster.
    fastest: f64,
    /// The error bound of a computed gap, with that of the rotations.
    gap_error: f64,
    /// The error bound of a gap in double precision.
    rounding: f64,
    /// The same in the space's own precision, or in an exact decision.
    error_bound: f64,
    /// A gap counts as used up if it is no wider.
    near: f64,
}

impl PlanePair<'_> {
    #[inline]
    fn new(
        [a, b]: &[PlaneBody; 2],
        [between, way]: [DVec2; 2],
        rates: [f64; 2],
        reach: f64,
        epsilon: f64,
    ) -> Option<Self> {
        let speed = Real::sqrt(way.length_squared());
        let radius = a.radius + b.radius;
        let fastest = speed + rates[0].abs() * a.size + rates[1].abs() * b.size;
        let reach = reach + (a.size + b.size) + radius + fastest;
        let errors = GapErrors::new(epsilon, reach);
        let is_moderate = errors.are_moderate() & (fastest > errors.error_bound);
        let is_slow = Real::max(rates[0].abs(), rates[1].abs()) <= MOST_TURN;
        let is_known = (radius == 0.0) | (a.is_capsule & b.is_capsule);
        if !(is_moderate & is_slow & is_known) {
            return None;
        }
        Some(Self {
            start: const { &Moment::at_start(DVec2::ZERO) },
            between,
            way,
            rates,
            sizes: [a.size, b.size],
            radii: [a.radius, b.radius],
            radius,
            furthest: Real::sqrt(between.length_squared()) + speed,
            fastest,
            gap_error: a.drift + b.drift + 0.5 * errors.rounding,
            rounding: errors.rounding,
            error_bound: errors.error_bound,
            near: 4.0 * errors.rounding + epsilon / 4.0 * reach,
        })
    }
    fn first(&self) -> Filtered<PlaneHit> {
        let guessed = self.are_slow_capsules().then(|| {
            widest(
                #[inline(always)]
                || self.meet(),
            )
        });
        #[cfg(test)]
        guessed.iter().for_each(|met| tests::count(met.is_some()));
        guessed.flatten().or_else(|| {
            widest(
                #[inline(always)]
                || self.walk(),
            )
        })
    }
    /// The other's position and motion, as the owner of a line sees them.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn seen_by(&self, owner: usize, between: DVec2) -> (DVec2, DVec2) {
        if owner == 1 {
            (-between, -self.way)
        } else {
            (between, self.way)
        }
    }
}

#[cfg(test)]
mod tests;
