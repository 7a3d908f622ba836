//! Lines that turn at a constant rate, and the heights of corners above them.
//!
//! Relative to a line that turns at a rate w, a point at c on a body that turns at w + s about a position p
//! with velocity v has the height `n·(R(-w t)(p + v t) + R(s t) c)`. Its derivatives at t = 0 are sums and
//! products, and its fourth derivative is at most `w⁴|p| + 4|w|³|v| + s⁴|c|`.
//!
//! A function between two times is the cubic with the same values and slopes there, plus `f⁗/24 (t - t₀)²(t -
//! t₁)²` (J. Stoer, R. Bulirsch, "Introduction to numerical analysis", 2002, 2.1.5). That term is a multiple
//! of the middle one of the five Bernstein polynomials of degree 4, so it takes `f⁗ h⁴/144` from the third
//! coefficient and nothing from the others. A polynomial is nowhere less than its smallest Bernstein
//! coefficient, since the Bernstein polynomials sum up to 1 (G. Farin, "Curves and surfaces for CAGD", 2002,
//! 6).

use glam::DVec2;

use super::moment::Moment;
use super::{LANES, PlanePair};
use crate::math::Real;

/// A line that has all of A, or all of B, behind it.
#[derive(Clone, Copy)]
pub(super) struct TurningLine {
    /// The shape that it turns with: 0 for A, 1 for B. A line between two corners is fixed and has all of A
    /// behind it.
    pub(super) owner: usize,
    /// The edge of its owner that it lies along, from this corner to the next.
    pub(super) edge: usize,
    /// The outward unit normal at the start.
    pub(super) still: DVec2,
    /// The height of its owner, without the ball.
    pub(super) top: f64,
}

/// The owner of a line that does not turn.
pub(super) const FIXED: usize = 2;

impl TurningLine {
    pub(super) const NONE: Self = Self {
        owner: FIXED,
        edge: 0,
        still: DVec2::ZERO,
        top: 0.0,
    };
    /// `None` where an edge or a motion is too short for a direction. The square of its length may underflow,
    /// and then the normal has any length, which would scale all gaps but not the radius.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn checked(self) -> Option<Self> {
        let off = self.still.length_squared() - 1.0;
        (off.abs() <= 16.0 * f64::EPSILON).then_some(self)
    }
    /// Whether it is the same line.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn is(&self, other: &Self) -> bool {
        (self.owner == other.owner) & (self.edge == other.edge) & (self.still == other.still)
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn normal(&self, now: &Moment) -> DVec2 {
        if self.owner == FIXED {
            self.still
        } else {
            now.turns[self.owner].rotate(self.still)
        }
    }
}

/// The gap between a line and the corners above it.
pub(super) struct Gap {
    /// The smallest.
    pub(super) least: f64,
    /// After which time the first one is used up, if heights were parabolas.
    pub(super) left: f64,
    /// The closing speed of the smallest.
    pub(super) speed: f64,
}

/// A line at a time, and what all heights above it have in common.
struct HeightsAbove {
    owner: usize,
    normal: DVec2,
    height: f64,
    rise: f64,
    curve: f64,
    /// The rates at which the corners turn, as seen from the line: of those above it, and of those below a
    /// fixed line.
    spins: [f64; 2],
}

impl PlanePair<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn level(&self, now: &Moment, line: &TurningLine) -> HeightsAbove {
        let (n, owner) = (line.normal(now), line.owner);
        let (p, v) = self.seen_by(owner, now.between);
        if owner == FIXED {
            return HeightsAbove {
                owner,
                normal: n,
                height: n.dot(p) - self.radius,
                rise: n.dot(v),
                curve: 0.0,
                spins: [self.rates[1], self.rates[0]],
            };
        }
        let w = self.rates[owner];
        HeightsAbove {
            owner,
            normal: n,
            height: n.dot(p) - line.top - self.radius,
            rise: n.dot(v) + w * n.perp_dot(p),
            curve: w * n.perp_dot(v) - 0.5 * w * w * n.dot(p),
            spins: [self.rates[1 - owner] - w, 0.0],
        }
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn gap(&self, now: &Moment, line: &TurningLine) -> Gap {
        let (level, near) = (self.level(now, line), self.gap_error + 0.5 * self.near);
        let mut times = [f64::INFINITY; LANES];
        let (mut least, mut speeds) = ([f64::INFINITY; LANES], [0.0; LANES]);
        for block in 0..level.blocks(now) {
            let four = level.four(now, block);
            let ends = four.used_up(near);
            for k in 0..LANES {
                let is_lower = four.gaps[k] < least[k];
                times[k] = if ends[k] < times[k] { ends[k] } else { times[k] };
                speeds[k] = if is_lower { four.speeds[k] } else { speeds[k] };
                least[k] = if is_lower { four.gaps[k] } else { least[k] };
            }
        }
        let mut lowest = 0;
        for k in 1..LANES {
            lowest = if least[k] < least[lowest] { k } else { lowest };
        }
        Gap {
            least: least[lowest],
            left: smallest(times),
            speed: speeds[lowest],
        }
    }
    /// A bound of the fourth derivative of all heights above a line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fourth(&self, owner: usize) -> f64 {
        let fourth = |x: f64| (x * x) * (x * x);
        if owner == FIXED {
            return fourth(self.rates[0]) * self.sizes[0] + fourth(self.rates[1]) * self.sizes[1];
        }
        let w = self.rates[owner];
        let spin = self.rates[1 - owner] - w;
        let going = 4.0 * w.abs() * self.fastest;
        w * w * (w * w * self.furthest + going) + fourth(spin) * self.sizes[1 - owner]
    }
    /// Whether all gaps are surely at least `margin` at all times between two moments.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn is_free(&self, line: &TurningLine, [from, to]: [&Moment; 2], margin: f64) -> bool {
        let span = to.time - from.time;
        let off = self.fourth(line.owner) * (span * span) * (span * span) * (1.0 / 144.0);
        // Two that start nearer than this may touch.
        let more = if from.time == 0.0 {
            self.error_bound - margin
        } else {
            0.0
        };
        let (sixth, quarter) = (span * (1.0 / 6.0), span * 0.25);
        let (low, high) = (self.level(from, line), self.level(to, line));
        let mut least = [f64::INFINITY; LANES];
        for block in 0..low.blocks(from) {
            let (low, high) = (low.four(from, block), high.four(to, block));
            for (k, least) in least.iter_mut().enumerate() {
                let (start, end) = (low.gaps[k], high.gaps[k]);
                let (fall, rise) = (low.speeds[k], high.speeds[k]);
                let middle = 0.5 * (start + end) + sixth * (rise - fall) - off;
                let sides = Real::min(start - quarter * fall, end + quarter * rise);
                let all = Real::min(Real::min(middle, sides), Real::min(start - more, end));
                *least = if all < *least { all } else { *least };
            }
        }
        smallest(least) >= margin
    }
}

/// Four heights above a line, as `gap - speed t + curve t²`.
struct FourHeights {
    gaps: [f64; LANES],
    speeds: [f64; LANES],
    curves: [f64; LANES],
}

impl FourHeights {
    /// When no more than `near` is left; infinite where that never happens.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn used_up(&self, near: f64) -> [f64; LANES] {
        let mut times = [f64::INFINITY; LANES];
        for (k, time) in times.iter_mut().enumerate() {
            let (speed, rest) = (self.speeds[k], self.gaps[k] - near);
            let under = speed * speed - 4.0 * self.curves[k] * rest;
            let divisor = Real::sqrt(under) + speed;
            let is_root = (under >= 0.0) & (divisor > 0.0);
            *time = if is_root {
                2.0 * rest / divisor
            } else {
                f64::INFINITY
            };
        }
        times
    }
}

impl HeightsAbove {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn blocks(&self, now: &Moment) -> usize {
        if self.owner == FIXED {
            1
        } else {
            now.corners[1 - self.owner].blocks()
        }
    }
    /// The heights of four corners; above a fixed line, those of the four differences of two corners of each.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn four(&self, now: &Moment, block: usize) -> FourHeights {
        let (n, [spin, w]) = (self.normal, self.spins);
        let mut four = FourHeights {
            gaps: [0.0; LANES],
            speeds: [0.0; LANES],
            curves: [0.0; LANES],
        };
        if self.owner == FIXED {
            let [a, b] = &now.corners;
            for k in 0..LANES {
                let (from, to) = (a.corner(k / 2), b.corner(k % 2));
                let (above, below) = (n.dot(to), n.dot(from));
                four.gaps[k] = self.height + (above - below);
                four.speeds[k] = spin * n.perp_dot(to) - w * n.perp_dot(from) - self.rise;
                four.curves[k] = 0.5 * (w * w * below - spin * spin * above);
            }
            return four;
        }
        let other = &now.corners[1 - self.owner];
        let (xs, ys) = (
            other.x.as_chunks::<LANES>().0[block],
            other.y.as_chunks::<LANES>().0[block],
        );
        let bend = 0.5 * spin * spin;
        for k in 0..LANES {
            let (above, aside) = (n.x * xs[k] + n.y * ys[k], n.x * ys[k] - n.y * xs[k]);
            four.gaps[k] = self.height + above;
            four.speeds[k] = spin * aside - self.rise;
            four.curves[k] = self.curve - bend * above;
        }
        four
    }
}

#[cfg_attr(not(target_family = "wasm"), inline)]
fn smallest([a, b, c, d]: [f64; LANES]) -> f64 {
    Real::min(Real::min(a, b), Real::min(c, d))
}
