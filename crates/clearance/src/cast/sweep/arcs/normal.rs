//! A normal that separates two shapes at a time, and the point between them: from their closest points, by
//! GJK.
//!
//! A search begins with the simplex of the one before, whose corners have moved with the bodies: they are
//! still points of these, and nearly always the closest ones still lie between them (D. Baraff, "Curved
//! surfaces and coherence for non-penetrating rigid body simulation", 1990, keeps witnesses in the same way).
//! Then one support point proves it.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3};

use super::{Configuration, ConvexPair};
use crate::math::{Real, lift, lower};
use crate::pair::gjk_epa::gjk::{Limits, Outcome, search_from};
use crate::pair::{Simplex, SimplexSpace, Support};

/// The most support points.
const STEPS: usize = 64;
/// The same where a rough answer suffices.
const MOST_FAR: usize = 8;

/// The corners of a search's simplex: a point of A and one of B each, in their axes at time 0.
#[derive(Default)]
pub(super) struct LastCorners(ArrayVec<[DVec3; 2], 4>);

impl LastCorners {
    /// The simplex of these where they are now.
    fn simplex<W: SimplexSpace>(&self, now: &Configuration) -> Simplex<W> {
        let [a, b] = &now.turns;
        let mut simplex = Simplex::EMPTY;
        for [p, q] in &self.0 {
            let (p, q) = (a.turned(*p), b.turned(*q));
            simplex.push(Support::new(lower::<W>(p), lower::<W>(now.between + q)));
        }
        simplex
    }
    /// Keeps those of a simplex of now.
    fn keep<W: SimplexSpace>(&mut self, now: &Configuration, simplex: &Simplex<W>) {
        let [a, b] = &now.turns;
        self.0.clear();
        for corner in (0..simplex.count()).filter_map(|k| simplex.corner(k)) {
            self.0.push([
                a.turned_back(lift(corner.a)),
                b.turned_back(lift(corner.b) - now.between),
            ]);
        }
    }
}

impl ConvexPair<'_> {
    /// A unit vector along which the two are apart by more than rounding explains, and the gap along it. If
    /// GJK converges, no vector has a gap larger by more than `tolerance`. `None` where none was found. It
    /// begins with the corners of the last search, and leaves its own.
    pub(super) fn normal(
        &self,
        now: &Configuration,
        start: DVec3,
        tolerance: f64,
        last: &mut LastCorners,
    ) -> Option<(DVec3, f64)> {
        let [a, b] = self.bodies;
        let fixed = a.plane().or_else(|| b.plane().map(|n| -n));
        let axis = fixed.or_else(|| self.closest(now, start, limits(tolerance, self.steps()), last).0)?;
        let gap = self.gap(now, axis);
        (gap > now.margin).then_some((axis, gap))
    }
    /// The middle between the points nearest to each other along a normal, relative to A's position.
    pub(super) fn place(&self, now: &Configuration, normal: DVec3) -> DVec3 {
        let [a, b] = self.bodies;
        let gap = self.gap(now, normal);
        if a.plane().is_some() {
            return now.between + b.support_after(-normal, &now.turns[1]) - normal * (b.radius + 0.5 * gap);
        }
        if b.plane().is_some() {
            return a.support_after(normal, &now.turns[0]) + normal * (a.radius + 0.5 * gap);
        }
        let tolerance = 0.25 * Real::min(Real::max(gap, 0.0), now.margin);
        let from_scratch = &mut LastCorners::default();
        let [p, q] = self
            .closest(now, normal, limits(tolerance, STEPS), from_scratch)
            .1;
        // Balls meet on the line between the two closest points; a slightly wrong normal would lead past a
        // corner.
        let balls = a.radius + b.radius;
        let along = (q - p).try_normalize().filter(|_| balls > 0.0).unwrap_or(normal);
        (p + q + along * (a.radius - b.radius)) * 0.5
    }
    /// Whether the two are too far apart in the middle of an interval to meet in it.
    pub(super) fn are_far(&self, [from, to]: [f64; 2]) -> bool {
        if self.motion.budget.is_spent() {
            return false;
        }
        let [a, b] = self.bodies;
        let now = self.at(0.5 * (from + to));
        let far = 0.5 * (to - from) * self.fastest * (1.0 + 1e-9) + 2.0 * self.at(to).margin;
        let limits = Limits {
            gap: 0.25 * far,
            enough: far + a.radius + b.radius,
            steps: self.steps().min(MOST_FAR),
        };
        let fixed = a.plane().or_else(|| b.plane().map(|n| -n));
        let from_scratch = &mut LastCorners::default();
        let axis = fixed.or_else(|| self.closest(&now, self.direction(&now), limits, from_scratch).0);
        axis.is_some_and(|axis| self.gap(&now, axis) > far)
    }
    /// The closest points, without the balls, and their direction; no direction where these are together up
    /// to rounding.
    fn closest(
        &self,
        now: &Configuration,
        start: DVec3,
        limits: Limits,
        last: &mut LastCorners,
    ) -> (Option<DVec3>, [DVec3; 2]) {
        if self.motion.is_flat {
            self.closest_in::<DVec2>(now, start, limits, last)
        } else {
            self.closest_in::<DVec3>(now, start, limits, last)
        }
    }
    /// How many support points the budget allows.
    fn steps(&self) -> usize {
        let [a, b] = self.bodies;
        let affordable = self.motion.budget.left() / (a.cost() + b.cost());
        affordable.clamp(1, STEPS as u64) as usize
    }
    fn closest_in<W: SimplexSpace>(
        &self,
        now: &Configuration,
        start: DVec3,
        limits: Limits,
        last: &mut LastCorners,
    ) -> (Option<DVec3>, [DVec3; 2]) {
        let [a, b] = self.bodies;
        let support = |n: W| {
            let n = lift(n);
            self.pay(a.cost() + b.cost());
            let (p, q) = (
                a.support_after(n, &now.turns[0]),
                b.support_after(-n, &now.turns[1]),
            );
            Support::new(lower::<W>(p), lower::<W>(now.between + q))
        };
        let begin = last.simplex(now);
        let outcome = search_from(begin, lower::<W>(start), limits, &support);
        let (direction, points, simplex) = match &outcome {
            Outcome::Separated(s, simplex) | Outcome::Unconverged(s, simplex) => {
                (Some(lift(s.axis)), [s.point_a, s.point_b], simplex)
            }
            Outcome::Overlapping(simplex) => (None, simplex.witnesses().into(), simplex),
        };
        last.keep(now, simplex);
        (direction, points.map(lift))
    }
}

fn limits(tolerance: f64, steps: usize) -> Limits {
    Limits {
        gap: tolerance,
        enough: f64::INFINITY,
        steps,
    }
}
