//! From the start to the meeting, or to the end.

use glam::DVec2;

use super::PlanePair;
use super::heights::{FIXED, Gap, TurningLine};
use super::moment::Moment;
use crate::cast::decided::{Decided, Filtered};
use crate::cast::sweep::bounds::GRAZE;
use crate::cast::sweep::hit::PlaneHit;
use crate::math::Real;

/// Moments looked at, at most; few pairs need more than four.
const MOMENTS: usize = 12;
/// Times that a proof is halved, at most.
const HALVINGS: u32 = 5;
/// A step that is longer than this part of both sizes may end before another edge.
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
                    // What does not part the two at the start may do from here on.
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
    /// Whether the search ends here, where the two meet or part for good: the meeting, if one is sure, and by
    /// how much a line must part them until then.
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
        let is_here = here.least >= self.slack && here.least <= self.slack + self.near;
        is_here.then(|| (self.met(now, line, here.speed).map(Decided::Hit), self.slack))
    }
    /// Which line is used up last, if all went on as now. Most often it is the known one: then nothing waits
    /// for this.
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
    /// Whether lines part the two between two moments: either, or one of them up to the middle and one from
    /// there.
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
    /// The meeting when a line is used up, if it is sure that the two have a place of it in common.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn met(&self, now: &Moment, line: &TurningLine, speed: f64) -> Option<PlaneHit> {
        // What is left of the gap may be slid along.
        let slide = 2.0 * (self.error_bound + self.near) * self.fastest / speed;
        // No gap closes less than so much slower after a unit of time.
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
    /// Where an edge and the other's corners above it have a place in common, along it, by more than a slide.
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
    /// Where two corners grown by balls touch.
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
        (gap <= self.slack + 2.0 * self.near).then(|| from + n * self.radii[0])
    }
}
