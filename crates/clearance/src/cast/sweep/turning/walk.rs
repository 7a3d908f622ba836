//! The search from the start to the meeting, or to the end of the time.

use glam::DVec2;

use super::PlanePair;
use super::heights::{FIXED, Gap, TurningLine};
use super::moment::Moment;
use crate::cast::decided::{Decided, Filtered};
use crate::cast::sweep::bounds::GRAZE;
use crate::cast::sweep::hit::PlaneHit;
use crate::math::Real;

/// The most moments; few pairs need more than four.
const MOMENTS: usize = 12;
/// The most halvings of a proof.
const HALVINGS: u32 = 5;
/// After a step longer than this part of both sizes, another edge may be the one that is met.
const COARSE: f64 = 1.0 / 64.0;

impl PlanePair<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn walk(&self) -> Filtered<PlaneHit> {
        let mut first = self.line(self.start, &TurningLine::NONE)?;
        let start = self.gap(self.start, &first);
        if start.least <= self.error_bound {
            return None;
        }
        let coarse = COARSE * (self.sizes[0] + self.sizes[1] + self.radius) / self.fastest;
        let mut now = Moment::at_start(self.between);
        let (mut kept, mut line, mut left) = (None, first, start.left - coarse);
        for _ in 0..MOMENTS {
            self.go_on(&mut now, left)?;
            let is_far = left.abs() > 4.0 * coarse;
            if now.time < 1.0 && !is_far && self.radius > 0.0 {
                line = self.between_ends(&now, &line).checked()?;
            }
            if now.time < 1.0 && is_far {
                let next = self.line(&now, &line)?;
                if !next.is(&line) {
                    let from = kept.as_ref().unwrap_or(self.start);
                    // A line that does not separate the two at the start may do so from here on.
                    let is_late = self.gap(from, &next).least <= self.error_bound;
                    if is_late && self.is_free(&line, [from, &now], self.error_bound) {
                        (kept, first) = (Some(now), next);
                    }
                }
                line = next;
            }
            let here = self.gap(&now, &line);
            if let Some((met, margin)) = self.end(&now, &line, &here) {
                let ends = [kept.as_ref().unwrap_or(self.start), &now];
                let is_sure = self.is_free(&line, ends, margin)
                    || self.proves_in_halves(ends, [&first, &line], margin, HALVINGS);
                return met.filter(|_| is_sure);
            }
            left = here.left;
        }
        None
    }
    /// Whether the search ends here, where the two meet or never will. Then the answer, if it is sure, and
    /// the gap that a line must prove until then.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn end(
        &self,
        now: &Moment,
        line: &TurningLine,
        here: &Gap,
    ) -> Option<(Filtered<PlaneHit>, f64)> {
        if now.time >= 1.0 && here.least > self.error_bound {
            return Some((Some(Decided::Miss), self.error_bound));
        }
        let is_here = here.least >= self.gap_error && here.least <= self.gap_error + self.near;
        is_here.then(|| (self.met(now, line, here.speed).map(Decided::Hit), self.gap_error))
    }
    /// The line that would be used up last if all went on as now. Mostly that is the known one, and then
    /// nothing waits for this result.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn line(&self, now: &Moment, known: &TurningLine) -> Option<TurningLine> {
        if self.radius > 0.0 {
            return self.line_between(now).checked();
        }
        let (owner, edge) = self.last_edge(now)?;
        if owner == known.owner && edge == known.edge {
            return Some(*known);
        }
        self.edge(owner, edge).checked()
    }
    /// Whether lines separate the two between two moments: either of them, or one up to the middle and one
    /// from there.
    #[inline(never)]
    fn proves_in_halves(
        &self,
        ends: [&Moment; 2],
        lines: [&TurningLine; 2],
        margin: f64,
        depth: u32,
    ) -> bool {
        if lines.iter().any(|line| self.is_free(line, ends, margin)) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let mut middle = Moment::at_start(self.between);
        self.go_to(&mut middle, 0.5 * (ends[0].time + ends[1].time));
        let is_above = |line: &&TurningLine| self.gap(&middle, line).least > margin;
        let known = lines.into_iter().find(is_above).copied();
        let Some(line) = known.or_else(|| self.line(&middle, lines[1])) else {
            return false;
        };
        self.proves_in_halves([ends[0], &middle], [lines[0], &line], margin, depth - 1)
            && self.proves_in_halves([&middle, ends[1]], [&line, lines[1]], margin, depth - 1)
    }
    /// The meeting when a line is used up, if the two surely have a point of it in common.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn met(&self, now: &Moment, line: &TurningLine, speed: f64) -> Option<PlaneHit> {
        // The two may slide while the rest of the gap is used up.
        let slide = 2.0 * (self.error_bound + self.near) * self.fastest / speed;
        // In a unit of time the closing speed of a gap changes by no more than this.
        let rate = self.rates[0].abs() + self.rates[1].abs();
        let bend = rate * (rate * (self.furthest + self.sizes[0] + self.sizes[1]) + 2.0 * self.fastest);
        let is_soon = speed * speed > 4.0 * bend * (self.error_bound + self.near);
        let is_steep = speed > GRAZE * self.fastest && is_soon;
        let is_before_the_end = (1.0 - now.time) * self.fastest > slide;
        if !(is_steep & is_before_the_end) {
            return None;
        }
        let n = line.normal(now);
        let point = if line.owner == FIXED {
            self.place_of_corners(now, n)?
        } else {
            self.place_of_edge(now, line, slide)?
        };
        Some(PlaneHit {
            time: now.time,
            normal: if line.owner == 1 { -n } else { n },
            point,
        })
    }
    /// The common part of an edge and the other's lowest corners above it, if it is longer than a slide.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place_of_edge(&self, now: &Moment, line: &TurningLine, slide: f64) -> Option<DVec2> {
        let (own, other) = (&now.corners[line.owner], &now.corners[1 - line.owner]);
        let (p, _) = self.seen_by(line.owner, now.between);
        let n = line.normal(now);
        let across = n.perp();
        let start = across.dot(own.corner(line.edge));
        let end = across.dot(own.corner(line.edge + 1));
        let level = 8.0 * self.rounding - other.top(-n);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for j in 0..other.count {
            let corner = other.corner(j);
            if n.dot(corner) <= level {
                let place = across.dot(corner + p);
                (low, high) = (Real::min(low, place), Real::max(high, place));
            }
        }
        let is_common = Real::min(end - low, high - start) > slide;
        let place = 0.5 * (Real::max(low, start) + Real::min(high, end));
        let out = line.top + self.radii[line.owner];
        let origin = if line.owner == 0 { DVec2::ZERO } else { now.between };
        is_common.then(|| origin + across * place + n * out)
    }
    /// The point where two corners grown by balls touch.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place_of_corners(&self, now: &Moment, n: DVec2) -> Option<DVec2> {
        let [a, b] = &now.corners;
        let is_first = |c: DVec2, d: DVec2| n.dot(c) >= n.dot(d);
        let from = if is_first(a.corner(0), a.corner(1)) {
            a.corner(0)
        } else {
            a.corner(1)
        };
        let to = if is_first(b.corner(0), b.corner(1)) {
            b.corner(1)
        } else {
            b.corner(0)
        };
        let gap = Real::sqrt((now.between + (to - from)).length_squared()) - self.radius;
        (gap <= self.gap_error + 2.0 * self.near).then(|| from + n * self.radii[0])
    }
}
