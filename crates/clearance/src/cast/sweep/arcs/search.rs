//! How a search advances from a time at which a plane separates two shapes: interval by interval, each proved
//! before the next.

use glam::DVec3;

use super::normal::LastCorners;
use super::{COARSE, Configuration, ConvexPair, End, KEPT, TURN};
use crate::math::Real;

/// A search: the two are surely apart up to `now`.
pub(super) struct IntervalSearch {
    now: Configuration,
    n: DVec3,
    gap: f64,
    step: Step,
    is_closing: bool,
    last: LastCorners,
}

/// The length of the next interval.
struct Step {
    length: f64,
    /// The part of the gap to be left.
    kept: f64,
    /// The gap that should be left, if the step was chosen by it.
    foreseen: Option<f64>,
}

impl IntervalSearch {
    pub(super) fn time(&self) -> f64 {
        self.now.time
    }
    /// The end of a search for which the budget has run out.
    pub(super) fn spent(&self) -> End {
        End::Spent(self.now.time, self.n)
    }
}

impl ConvexPair<'_> {
    /// Advances until the gap is within the tolerance.
    pub(super) fn search(&self, from: f64, limit: f64) -> End {
        let Some(mut search) = self.begin(from) else {
            return End::Together(from, None);
        };
        loop {
            if let Some(end) = self.advance(&mut search, limit) {
                return end;
            }
        }
    }
    /// A search from a time at which the two are apart; `None` where no plane separates them by more than
    /// rounding explains.
    pub(super) fn begin(&self, from: f64) -> Option<IntervalSearch> {
        let now = self.at(from);
        let ((n, gap), last) = self.first_normal(&now)?;
        let step = Step {
            length: 2.0 * gap / self.fastest,
            kept: KEPT[0],
            foreseen: None,
        };
        Some(IntervalSearch {
            now,
            n,
            gap,
            step,
            is_closing: false,
            last,
        })
    }
    /// Proves the next interval, or shortens it; the end of the search, where it ends.
    pub(super) fn advance(&self, search: &mut IntervalSearch, limit: f64) -> Option<End> {
        let IntervalSearch { now, n, gap, .. } = &*search;
        if now.time >= limit {
            return Some(End::Free);
        }
        if *gap <= self.near(now) && search.is_closing {
            return Some(End::Together(now.time, Some(*n)));
        }
        if self.motion.budget.is_spent() {
            return Some(search.spent());
        }
        let (n, gap) = (*n, *gap);
        let to = self.next(&search.now, gap, limit, &mut search.step);
        if to.time <= search.now.time {
            return Some(End::Together(search.now.time, Some(n)));
        }
        let tolerance = Real::max(gap / 64.0, 0.25 * (self.near(&to) - to.margin));
        let found = self.normal(&to, n, tolerance, &mut search.last);
        match self.parted([&search.now, &to], (n, gap), found) {
            Some((m, rest)) => {
                search.is_closing = rest <= gap;
                search.step = self.foresee(&to, [gap, rest], &search.step);
                (search.now, search.n, search.gap) = (to, m, rest);
            }
            None => search.step.cut(),
        }
        None
    }
    /// From A's middle to B's.
    pub(super) fn direction(&self, now: &Configuration) -> DVec3 {
        let [a, b] = self.bodies;
        let between = now.between + b.middle(&now.turns[1]) - a.middle(&now.turns[0]);
        between.try_normalize().unwrap_or(DVec3::X)
    }
    /// A normal that separates the two, and the gap along it, from scratch; and the corners of its search.
    pub(super) fn first_normal(&self, now: &Configuration) -> Option<((DVec3, f64), LastCorners)> {
        let (start, mut last) = (self.direction(now), LastCorners::default());
        let coarse = self.normal(now, start, COARSE * self.size, &mut last);
        let found = coarse.or_else(|| self.normal(now, start, 0.25 * now.margin, &mut last))?;
        Some((found, last))
    }
    /// The end of the next interval, which is never shorter than one that a fixed plane proves.
    fn next(&self, now: &Configuration, gap: f64, limit: f64, step: &mut Step) -> Configuration {
        let [a, b] = self.bodies;
        let sure = 0.25 * (gap - now.margin) / self.fastest;
        let most = TURN / Real::max(a.rate, b.rate);
        step.length = Real::max(Real::min(step.length, most), sure);
        let is_last = step.length >= limit - now.time;
        self.at(if is_last { limit } else { now.time + step.length })
    }
    /// The step after a proved one that changed the gap.
    fn foresee(&self, now: &Configuration, [gap, rest]: [f64; 2], last: &Step) -> Step {
        let target = 0.5 * (now.margin + self.near(now));
        let is_as_foreseen = last
            .foreseen
            .is_some_and(|foreseen| (0.5..=2.0).contains(&((rest - target) / (foreseen - target))));
        let kept = if is_as_foreseen {
            Real::max(last.kept * last.kept, KEPT[1])
        } else {
            KEPT[0]
        };
        let (longer, speed) = (4.0 * last.length, (gap - rest) / last.length);
        let ahead = (rest - target) / speed * (1.0 - kept);
        let is_newton = speed > 0.0 && ahead < longer;
        Step {
            length: if is_newton { Real::max(ahead, 0.0) } else { longer },
            kept,
            foreseen: is_newton.then_some(target + kept * (rest - target)),
        }
    }
}

impl Step {
    /// After an interval that could not be proved.
    fn cut(&mut self) {
        *self = Self {
            length: self.length * 0.25,
            kept: KEPT[0],
            foreseen: None,
        };
    }
}
