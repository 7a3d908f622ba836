//! Whether a normal that changes from one vector to another separates two shapes all the while, from three
//! support points of each.
//!
//! Two shapes are apart where for some vector n, of any length, `n·p > h(n) + k(-n)`: p goes from A's
//! position to B's, and h and k are the support functions of both, relative to these positions. Let n go
//! straight from x to y during a time s. Then n·p is a polynomial of degree 2. A body that turns by f sees
//! the direction m = R(-f)n. The parabola q through m at the start, in the middle and at the end differs from
//! m by at most `√3/216 |m‴|`, and `|m‴| <= f³ + 3f²|y - x|`. A support function is convex and grows with the
//! length of its argument: for `q = Σ bᵢ qᵢ` in Bernstein polynomials bᵢ, which are positive, it is at most
//! `Σ bᵢ h(qᵢ)`. So the gap is at least a polynomial with known coefficients, and that polynomial is at least
//! its smallest coefficient (G. Farin, "Curves and surfaces for CAGD", 2002, 6).
//!
//! This needs only support functions, no features, so it holds for every convex shape. Its loss is
//! proportional to the square of the time, where conservative advancement along a fixed plane (B. Mirtich,
//! 1996) loses in proportion to the time. Near a graze the gap itself is such a square. So each interval is a
//! fixed part of the time that is left, and some dozens of intervals suffice instead of tens of thousands of
//! steps.

use glam::DVec3;

use super::{Configuration, ConvexPair};
use crate::math::Real;

/// √3/216, rounded up.
const THIRD: f64 = 0.008_018_8;

impl ConvexPair<'_> {
    /// The gap along a unit vector; negative where no plane across it separates the two.
    #[inline(always)]
    pub(super) fn gap(&self, now: &Configuration, n: DVec3) -> f64 {
        let [a, b] = self.bodies;
        self.pay(a.cost() + b.cost());
        let [one, other] = [now.turns[0].turned_back(n), now.turns[1].turned_back(-n)];
        n.dot(now.between) - a.height(one) - b.height(other)
    }
    /// Whether the two are surely apart between two times by more than rounding explains, with a normal that
    /// goes from `x` to `y`, each with the gap along it.
    pub(super) fn is_free(
        &self,
        [from, middle, to]: [&Configuration; 3],
        [(x, gap_x), (y, gap_y)]: [(DVec3, f64); 2],
    ) -> bool {
        let ends = Real::min(gap_x, gap_y);
        if ends <= to.margin {
            return false;
        }
        let mut least = 0.5 * (x.dot(to.between) + y.dot(from.between));
        let mut off = 0.0;
        for (k, body) in self.bodies.iter().enumerate() {
            self.pay(body.cost());
            let sign = if k == 0 { 1.0 } else { -1.0 };
            let seen = |now: &Configuration, n: DVec3| now.turns[k].turned_back(n * sign);
            let control = seen(middle, x + y) - (seen(from, x) + seen(to, y)) * 0.5;
            least -= body.height(control);
            let turn = body.rate * (to.time - from.time);
            off += THIRD * turn * turn * (turn + 3.0 * (y - x).length()) * body.reach;
        }
        Real::min(least, ends) - off > to.margin
    }
    /// A normal that separates the two at the last time, and with `x` all the time between, and the gap along
    /// it; `None` where none was found. `x` separates them at the first time, `y` perhaps at the last.
    pub(super) fn parted(
        &self,
        ends: [&Configuration; 2],
        x: (DVec3, f64),
        y: Option<(DVec3, f64)>,
    ) -> Option<(DVec3, f64)> {
        let [from, to] = ends;
        let middle = self.at(0.5 * (from.time + to.time));
        let is_free = |x, y| self.is_free([from, &middle, to], [x, y]);
        let with_gap = |now, n| (n, self.gap(now, n));
        let Some(y) = y else {
            let mut last = self.turning(ends, x.0).map(|z| with_gap(to, z));
            return last.find(|&z| is_free(x, z));
        };
        let is_parted = is_free(x, y)
            || self.turning(ends, x.0).any(|z| is_free(x, with_gap(to, z)))
            || self
                .turning([to, from], y.0)
                .any(|z| is_free(with_gap(from, z), y));
        is_parted.then_some(y)
    }
    /// A vector at one time, turned like either body until another, or not turned.
    fn turning(&self, [from, to]: [&Configuration; 2], x: DVec3) -> impl Iterator<Item = DVec3> {
        let with = |k: usize| {
            let turns = self.bodies[k].rate > 0.0;
            turns.then(|| to.turns[k].turned(from.turns[k].turned_back(x)))
        };
        [with(0), with(1), Some(x)].into_iter().flatten()
    }
}
