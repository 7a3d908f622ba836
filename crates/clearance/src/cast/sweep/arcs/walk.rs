//! How a search goes on from a time at which a normal parts two shapes: interval by interval, each proved
//! before the next.

use glam::DVec3;

use super::{Arcs, COARSE, End, KEPT, Moment, TURN};
use crate::math::Real;

/// A search on its way: up to `now`, the two are surely apart.
pub(super) struct Walk {
    now: Moment,
    n: DVec3,
    gap: f64,
    step: Step,
    is_closing: bool,
}

/// How far the next interval is to go.
struct Step {
    length: f64,
    /// The part of the gap that is to be left.
    kept: f64,
    /// The gap that is to be left, if the step was chosen by it.
    foreseen: Option<f64>,
}

impl Walk {
    pub(super) fn time(&self) -> f64 {
        self.now.time
    }
    /// As far as it came.
    pub(super) fn spent(&self) -> End {
        End::Spent(self.now.time, self.n)
    }
}

impl Arcs<'_> {
    /// Goes on until next to nothing is left of the gap.
    pub(super) fn walk(&self, from: f64, limit: f64) -> End {
        let Some(mut walk) = self.begin(from) else {
            return End::Near(from, None);
        };
        loop {
            if let Some(end) = self.advance(&mut walk, limit) {
                return end;
            }
        }
    }
    /// A search from a time at which the two are apart; `None` where no normal parts them by more than
    /// rounding explains.
    pub(super) fn begin(&self, from: f64) -> Option<Walk> {
        let now = self.moment(from);
        let (n, gap) = self.first_normal(&now)?;
        let step = Step {
            length: 2.0 * gap / self.fastest,
            kept: KEPT[0],
            foreseen: None,
        };
        Some(Walk {
            now,
            n,
            gap,
            step,
            is_closing: false,
        })
    }
    /// Proves the next interval, or cuts it; how the search ended, where it did.
    pub(super) fn advance(&self, walk: &mut Walk, limit: f64) -> Option<End> {
        let Walk { now, n, gap, .. } = &*walk;
        if now.time >= limit {
            return Some(End::Free);
        }
        if *gap <= self.near(now) && walk.is_closing {
            return Some(End::Near(now.time, Some(*n)));
        }
        if self.course.budget.is_spent() {
            return Some(walk.spent());
        }
        let (n, gap) = (*n, *gap);
        let to = self.next(&walk.now, gap, limit, &mut walk.step);
        if to.time <= walk.now.time {
            return Some(End::Near(walk.now.time, Some(n)));
        }
        let tolerance = Real::max(gap / 64.0, 0.25 * (self.near(&to) - to.margin));
        let found = self.normal(&to, n, tolerance).map(|(m, _)| m);
        match self.parted([&walk.now, &to], n, found) {
            Some((m, rest)) => {
                walk.is_closing = rest <= gap;
                walk.step = self.foresee(&to, [gap, rest], &walk.step);
                (walk.now, walk.n, walk.gap) = (to, m, rest);
            }
            None => walk.step.cut(),
        }
        None
    }
    /// From the middle of the one to that of the other.
    pub(super) fn direction(&self, now: &Moment) -> DVec3 {
        let [a, b] = self.bodies;
        let between = now.between + b.middle(now.turns[1]) - a.middle(now.turns[0]);
        between.try_normalize().unwrap_or(DVec3::X)
    }
    /// A normal that parts the two, and the gap along it, when nothing is known.
    pub(super) fn first_normal(&self, now: &Moment) -> Option<(DVec3, f64)> {
        let start = self.direction(now);
        let coarse = self.normal(now, start, COARSE * self.size);
        coarse.or_else(|| self.normal(now, start, 0.25 * now.margin))
    }
    /// The end of the next interval: what a plane that does not turn proves is not cut further.
    fn next(&self, now: &Moment, gap: f64, limit: f64, step: &mut Step) -> Moment {
        let [a, b] = self.bodies;
        let sure = 0.25 * (gap - now.margin) / self.fastest;
        let most = TURN / Real::max(a.rate, b.rate);
        step.length = Real::max(Real::min(step.length, most), sure);
        let is_last = step.length >= limit - now.time;
        self.moment(if is_last { limit } else { now.time + step.length })
    }
    /// The step after one that was proved and changed the gap.
    fn foresee(&self, now: &Moment, [gap, rest]: [f64; 2], last: &Step) -> Step {
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
    /// After one that could not be proved.
    fn cut(&mut self) {
        *self = Self {
            length: self.length * 0.25,
            kept: KEPT[0],
            foreseen: None,
        };
    }
}
