//! Whether a normal that changes from one vector to another parts two shapes all the while, from three looks
//! at each.
//!
//! Two shapes are apart where for some vector n, of any length, `n·p > h(n) + k(-n)`: p goes from A's
//! position to B's, and h and k are the support functions of both, seen from there. Let n go straight from x
//! to y while a time s passes. Then n·p is a polynomial of degree 2. A body that turns by f sees the
//! direction m = R(-f)n; the parabola q through m at the start, in the middle and at the end is off by no
//! more than `√3/216 |m‴|`, and `|m‴| <= f³ + 3f²|y - x|`. A support function is convex and grows with the
//! length of its argument: of `q = Σ bᵢ qᵢ`, in the polynomials bᵢ of S. Bernstein, which are positive, it is
//! at most `Σ bᵢ h(qᵢ)`. So the gap is no less than a polynomial with known coefficients, and that no less
//! than the least of these (G. Farin, "Curves and surfaces for CAGD", 2002, 6).
//!
//! That asks for no feature, only for support functions, so it holds for whatever is convex. What is lost is
//! a multiple of the square of the time, where an advancement along a fixed plane (B. Mirtich, 1996) loses a
//! multiple of the time: near a graze, where the gap is such a square itself, each interval is a part of the
//! time that is left, and some dozens do for what took tens of thousands of steps.

use glam::DVec3;

use super::{Configuration, ConvexPair};
use crate::math::Real;

/// √3/216, rounded up.
const THIRD: f64 = 0.008_018_8;

impl ConvexPair<'_> {
    /// The gap along a unit vector; negative where no plane across it parts the two.
    pub(super) fn gap(&self, now: &Configuration, n: DVec3) -> f64 {
        let [a, b] = self.bodies;
        self.pay(a.cost() + b.cost());
        let [one, other] = [a.turned_back(n, now.turns[0]), b.turned_back(-n, now.turns[1])];
        n.dot(now.between) - a.height(one) - b.height(other)
    }
    /// Whether the two are surely apart between two moments by more than rounding explains, by a normal that
    /// goes from `x` to `y`.
    pub(super) fn is_free(&self, [from, middle, to]: [&Configuration; 3], [x, y]: [DVec3; 2]) -> bool {
        let ends = [self.gap(from, x), self.gap(to, y)];
        if Real::min(ends[0], ends[1]) <= to.margin {
            return false;
        }
        let mut least = 0.5 * (x.dot(to.between) + y.dot(from.between));
        let mut off = 0.0;
        for (k, body) in self.bodies.iter().enumerate() {
            self.pay(body.cost());
            let sign = if k == 0 { 1.0 } else { -1.0 };
            let seen = |now: &Configuration, n: DVec3| body.turned_back(n * sign, now.turns[k]);
            let control = seen(middle, x + y) - (seen(from, x) + seen(to, y)) * 0.5;
            least -= body.height(control);
            let turn = body.rate * (to.time - from.time);
            off += THIRD * turn * turn * (turn + 3.0 * (y - x).length()) * body.reach;
        }
        Real::min(least, Real::min(ends[0], ends[1])) - off > to.margin
    }
    /// A vector that parts the two between two moments, the one at the end of the normal that does; `None`
    /// where none was found. `x` parts them at the first, `y` perhaps at the last.
    pub(super) fn parted(
        &self,
        ends: [&Configuration; 2],
        x: DVec3,
        y: Option<DVec3>,
    ) -> Option<(DVec3, f64)> {
        let [from, to] = ends;
        let middle = self.at(0.5 * (from.time + to.time));
        let is_free = |x, y| self.is_free([from, &middle, to], [x, y]);
        let with_gap = |y| (y, self.gap(to, y));
        if let Some(y) = y {
            let is_parted = is_free(x, y)
                || self.turning(ends, x).any(|z| is_free(x, z))
                || self.turning([to, from], y).any(|z| is_free(z, y));
            return is_parted.then(|| with_gap(y));
        }
        self.turning(ends, x).find(|&z| is_free(x, z)).map(with_gap)
    }
    /// A vector at one at, turned as either body is until another, or not at all.
    fn turning(&self, [from, to]: [&Configuration; 2], x: DVec3) -> impl Iterator<Item = DVec3> {
        let with = |k: usize| {
            let body = self.bodies[k];
            let back = body.turned_back(x, from.turns[k]);
            (body.rate > 0.0).then(|| body.turned(back, to.turns[k]))
        };
        [with(0), with(1), Some(x)].into_iter().flatten()
    }
}
