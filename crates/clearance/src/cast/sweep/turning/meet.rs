//! Two capsules that turn slowly: their meeting from one guess.
//!
//! The points that meet are those that would if both went on straight (`capsules.rs`). The time is found by
//! Newton's method on these points alone, with parabolas instead of lines (E. Halley, 1694), so that the
//! second step is mostly exact up to rounding. Only then are all corners turned to that time, and one line
//! must prove everything.
//!
//! The gap is a function of time of which three terms are known: for an end and a side its height, for two
//! ends the square of their distance. Which of the two it is, is unpredictable, so both are computed and one
//! is selected. It is a guess: pairs that it misses, or that one line does not prove, go on to `walk.rs`.

use super::PlanePair;
use super::capsules::{CapsulePair, PointPair};
use super::heights::{FIXED, TurningLine};
use super::moment::Moment;
use crate::cast::decided::Filtered;
use crate::cast::sweep::hit::PlaneHit;
use crate::math::Real;

/// The most steps.
const STEPS: usize = 3;
/// A step of at most this time is followed by one that is exact up to rounding, if nothing turns by more than
/// half a radian.
const SOON: f64 = 1.0 / 64.0;
/// Of pairs that turn by more radians than this, most would not be decided here.
const SLOW: f64 = 6.0;

impl PlanePair<'_> {
    pub(super) fn are_slow_capsules(&self) -> bool {
        self.radius > 0.0 && Real::max(self.rates[0].abs(), self.rates[1].abs()) <= SLOW
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn meet(&self) -> Filtered<PlaneHit> {
        let mut now = Moment::at_start(self.between);
        let (line, mut left) = self.guess(&mut now)?;
        for _ in 0..STEPS {
            self.go_on(&mut now, left)?;
            let line = self.between_ends(&now, &line).checked()?;
            let here = self.gap(&now, &line);
            if let Some((met, margin)) = self.end(&now, &line, &here) {
                return met.filter(|_| self.is_free(&line, [self.start, &now], margin));
            }
            left = here.left;
        }
        None
    }
    /// The line between the points that meet, and the time left until then; `now` is moved near it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn guess(&self, now: &mut Moment) -> Option<(TurningLine, f64)> {
        let start = CapsulePair::new(self.start);
        let Some((mut places, _)) = self.places(&start) else {
            return Some((self.passing_line(&start), f64::INFINITY));
        };
        let mut left = self.left(&start, &places, true);
        for _ in 0..STEPS {
            let time = now.time + left;
            let is_within = (0.0..1.0).contains(&time);
            if !is_within {
                break;
            }
            self.turn_to(now, time);
            let capsules = start.turned(now);
            if !capsules.are_nearest(&places) {
                (places, _) = self.places(&capsules)?;
            }
            left = self.left(&capsules, &places, false);
            if left.abs() <= SOON {
                break;
            }
        }
        Some((self.line_of(&start, &places), left))
    }
    /// The time left until two points meet. If that is far, both go on straight, until their distance is used
    /// up or least.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn left(&self, capsules: &CapsulePair, places: &PointPair, is_far: bool) -> f64 {
        let ([from, to], [v, w]) = (capsules.points(places.on), self.rates);
        let apart = capsules.between + (to - from);
        let speed = self.way + (to.perp() * w - from.perp() * v);
        let bend = (from * (v * v) - to * (w * w)) * 0.5;
        let radius = self.radius + self.gap_error + 0.5 * self.near;
        let (n, rate) = (capsules.normal(places), self.rates[places.owner & 1]);
        let (turning, height) = (n.perp() * rate, n.dot(apart));
        let side = [
            height - radius,
            n.dot(speed) + turning.dot(apart),
            n.dot(bend) - 0.5 * rate * rate * height + turning.dot(speed),
        ];
        let ends = [
            apart.length_squared() - radius * radius,
            2.0 * apart.dot(speed),
            speed.length_squared() + 2.0 * apart.dot(bend),
        ];
        let is_side = (places.owner != FIXED) & !is_far;
        let [gap, rise, curve] = if is_side { side } else { ends };
        let under = rise * rise - 4.0 * gap * curve;
        let under = if is_far { Real::max(under, 0.0) } else { under };
        2.0 * gap / (Real::sqrt(under) - rise)
    }
}

impl CapsulePair {
    /// Whether no other points are nearer to each other than these.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn are_nearest(&self, places: &PointPair) -> bool {
        let (apart, [a, b], [i, j]) = (self.apart(places.on), &self.both, places.on);
        let is_side = places.owner != FIXED;
        let n = if is_side { self.normal(places) } else { apart };
        let half2 = [a.half.length_squared(), b.half.length_squared()];
        // The foot of the other's end, times the square of half the segment's length.
        let feet = [i * half2[0] + apart.dot(a.half), j * half2[1] - apart.dot(b.half)];
        let owner = places.owner & 1;
        let is_opposite = !is_side | (feet[owner].abs() <= half2[owner]);
        let is_first = (places.owner == 0) | (n.dot(a.half) * i >= 0.0);
        let is_last = (places.owner == 1) | (n.dot(b.half) * j <= 0.0);
        is_opposite & is_first & is_last
    }
}
