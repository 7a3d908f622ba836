//! Of two capsules that turn slowly, the meeting at once: which places meet is told by two that go on
//! straight (`capsules.rs`), and when they do by Newton's method on these places alone, with curves instead of
//! lines (E. Halley, 1694), so that the second step is most often exact but for rounding. Only then are all
//! corners turned there, and one line has to prove all.
//!
//! The gap is a function of time of which three terms are known: of an end and a side the height, of two ends
//! the square of their distance. Nobody can predict which of the two it is, so both are computed and one is
//! chosen. It is a guess: what it misses, or one line does not prove, goes on to `walk.rs`.

use super::PlanePair;
use super::capsules::{CapsulePair, PointPair};
use super::heights::{FIXED, TurningLine};
use super::moment::Moment;
use crate::cast::decided::Filtered;
use crate::cast::sweep::hit::PlaneHit;
use crate::math::Real;

/// Steps, at most.
const STEPS: usize = 3;
/// A time after which one more step is exact but for rounding, if nothing turns by more than half a radian.
const SOON: f64 = 1.0 / 64.0;
/// Of those that turn by more radians than this, most would be looked at in vain.
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
    /// The line between the places that meet, and when that is from `now`, which goes to a little before or
    /// after.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn guess(&self, now: &mut Moment) -> Option<(TurningLine, f64)> {
        let start = CapsulePair::new(self.start);
        let Some((mut places, _)) = self.places(&start) else {
            return Some((self.beside(&start), f64::INFINITY));
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
    /// How long it takes until the places meet; if that is far, both as they are now: their distance is used
    /// up, or least.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn left(&self, capsules: &CapsulePair, places: &PointPair, is_far: bool) -> f64 {
        let ([from, to], [v, w]) = (capsules.points(places.on), self.rates);
        let apart = capsules.between + (to - from);
        let speed = self.way + (to.perp() * w - from.perp() * v);
        let bend = (from * (v * v) - to * (w * w)) * 0.5;
        let radius = self.radius + self.slack + 0.5 * self.near;
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
    /// Whether no places are nearer to each other than these.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn are_nearest(&self, places: &PointPair) -> bool {
        let (apart, [a, b], [i, j]) = (self.apart(places.on), &self.both, places.on);
        let is_side = places.owner != FIXED;
        let n = if is_side { self.normal(places) } else { apart };
        let half2 = [a.half.length_squared(), b.half.length_squared()];
        // The foot of the other's end, in parts of the square of a half.
        let feet = [i * half2[0] + apart.dot(a.half), j * half2[1] - apart.dot(b.half)];
        let owner = places.owner & 1;
        let is_beside = !is_side | (feet[owner].abs() <= half2[owner]);
        let is_first = (places.owner == 0) | (n.dot(a.half) * i >= 0.0);
        let is_last = (places.owner == 1) | (n.dot(b.half) * j <= 0.0);
        is_beside & is_first & is_last
    }
}
