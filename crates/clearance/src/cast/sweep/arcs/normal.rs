//! A normal that separates two shapes at a time, and the point between them: from their closest points, by
//! GJK.

use glam::{DVec2, DVec3};

use super::{Configuration, ConvexPair};
use crate::math::{Real, lift, lower};
use crate::pair::gjk_epa::gjk::{Limits, Outcome, search_by};
use crate::pair::{SimplexSpace, Support};

/// The most support points.
const STEPS: usize = 64;
/// The same where a rough answer suffices.
const MOST_FAR: usize = 8;

impl ConvexPair<'_> {
    /// A unit vector along which the two are apart by more than rounding explains, and the gap along it. If
    /// GJK converges, no vector has a gap larger by more than `tolerance`. `None` where none was found.
    pub(super) fn normal(&self, now: &Configuration, start: DVec3, tolerance: f64) -> Option<(DVec3, f64)> {
        let [a, b] = self.bodies;
        let fixed = a.plane().or_else(|| b.plane().map(|n| -n));
        let axis = fixed.or_else(|| self.closest(now, start, limits(tolerance, self.steps())).0)?;
        let gap = self.gap(now, axis);
        (gap > now.margin).then_some((axis, gap))
    }
    /// The middle between the points nearest to each other along a normal, relative to A's position.
    pub(super) fn place(&self, now: &Configuration, normal: DVec3) -> DVec3 {
        let [a, b] = self.bodies;
        let gap = self.gap(now, normal);
        if a.plane().is_some() {
            return now.between + b.support_after(-normal, now.turns[1]) - normal * (b.radius + 0.5 * gap);
        }
        if b.plane().is_some() {
            return a.support_after(normal, now.turns[0]) + normal * (a.radius + 0.5 * gap);
        }
        let tolerance = 0.25 * Real::min(Real::max(gap, 0.0), now.margin);
        let [p, q] = self.closest(now, normal, limits(tolerance, STEPS)).1;
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
        let axis = fixed.or_else(|| self.closest(&now, self.direction(&now), limits).0);
        axis.is_some_and(|axis| self.gap(&now, axis) > far)
    }
    /// The closest points, without the balls, and their direction; no direction where these are together up to
    /// rounding.
    fn closest(&self, now: &Configuration, start: DVec3, limits: Limits) -> (Option<DVec3>, [DVec3; 2]) {
        if self.motion.is_flat {
            self.closest_in::<DVec2>(now, start, limits)
        } else {
            self.closest_in::<DVec3>(now, start, limits)
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
    ) -> (Option<DVec3>, [DVec3; 2]) {
        let [a, b] = self.bodies;
        let support = |n: W| {
            let n = lift(n);
            self.pay(a.cost() + b.cost());
            let (p, q) = (
                a.support_after(n, now.turns[0]),
                b.support_after(-n, now.turns[1]),
            );
            Support::new(lower::<W>(p), lower::<W>(now.between + q))
        };
        match search_by(lower::<W>(start), limits, &support) {
            Outcome::Separated(s, _) | Outcome::Unconverged(s, _) => {
                (Some(lift(s.axis)), [s.point_a, s.point_b].map(lift))
            }
            Outcome::Overlapping(simplex) => {
                let (p, q) = simplex.witnesses();
                (None, [p, q].map(lift))
            }
        }
    }
}

fn limits(tolerance: f64, steps: usize) -> Limits {
    Limits {
        gap: tolerance,
        enough: f64::INFINITY,
        steps,
    }
}
