//! Two capsules at a time: which points of them would meet if both went on straight, and the line between
//! these points: along the side of one, or across from an end of one to an end of the other.

use glam::DVec2;

use super::PlanePair;
use super::heights::{FIXED, TurningLine};
use super::moment::{Corners, Moment};
use crate::cast::sweep::fast_path::MinkowskiSum;
use crate::math::Real;

/// The number of the first of four lines between an end of A and an end of B.
const ENDS: usize = 4;

/// The segment of a capsule.
#[derive(Clone, Copy)]
pub(super) struct CapsuleAxis {
    pub(super) middle: DVec2,
    /// From the middle to an end.
    pub(super) half: DVec2,
    /// A unit vector along it.
    along: DVec2,
}

impl CapsuleAxis {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(ends: &Corners) -> Self {
        let (a, b) = (ends.corner(0), ends.corner(1));
        let half = (b - a) * 0.5;
        let length2 = Real::max(half.length_squared(), f64::MIN_POSITIVE);
        Self {
            middle: (a + b) * 0.5,
            half,
            along: half * (1.0 / Real::sqrt(length2)),
        }
    }
    #[inline]
    fn turned(&self, turn: DVec2) -> Self {
        Self {
            middle: turn.rotate(self.middle),
            half: turn.rotate(self.half),
            along: turn.rotate(self.along),
        }
    }
}

/// Two capsules at a time.
pub(super) struct CapsulePair {
    pub(super) both: [CapsuleAxis; 2],
    /// From A's position to B's.
    pub(super) between: DVec2,
}

/// A point of each.
#[derive(Clone, Copy)]
pub(super) struct PointPair {
    /// The point on each segment; the ends are 1 and -1.
    pub(super) on: [f64; 2],
    /// The one whose side is met by an end of the other; [`FIXED`] where two ends meet.
    pub(super) owner: usize,
    /// Which side: 1 for the left side of A and the right side of B, else -1.
    side: f64,
}

impl CapsulePair {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn new(now: &Moment) -> Self {
        let [a, b] = &now.corners;
        Self {
            both: [CapsuleAxis::new(a), CapsuleAxis::new(b)],
            between: now.between,
        }
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn turned(&self, now: &Moment) -> Self {
        let ([a, b], [v, w]) = (&self.both, now.turns);
        Self {
            both: [a.turned(v), b.turned(w)],
            between: now.between,
        }
    }
    #[inline]
    fn are_balls(&self) -> bool {
        let [a, b] = &self.both;
        (a.half == DVec2::ZERO) & (b.half == DVec2::ZERO)
    }
    #[inline]
    pub(super) fn points(&self, on: [f64; 2]) -> [DVec2; 2] {
        let [a, b] = &self.both;
        [a.middle + a.half * on[0], b.middle + b.half * on[1]]
    }
    /// From a point of A to a point of B.
    #[inline]
    pub(super) fn apart(&self, on: [f64; 2]) -> DVec2 {
        let [from, to] = self.points(on);
        self.between + (to - from)
    }
    /// Across the side that is met, from A to B.
    #[inline]
    pub(super) fn normal(&self, places: &PointPair) -> DVec2 {
        self.both[places.owner & 1].along.perp() * places.side
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn places(&self, on: [f64; 2]) -> PointPair {
        let ([a, b], [i, j]) = (&self.both, on);
        let is_on_a = (i.abs() < 1.0) & (a.half != DVec2::ZERO);
        let is_on_b = (j.abs() < 1.0) & (b.half != DVec2::ZERO);
        let other = if is_on_b { 1 } else { FIXED };
        let places = PointPair {
            on,
            owner: if is_on_a { 0 } else { other },
            side: 1.0,
        };
        let height = self.normal(&places).dot(self.apart(on));
        PointPair {
            side: Real::copysign(1.0, height),
            ..places
        }
    }
}

impl PlanePair<'_> {
    /// The velocity of B's middle relative to A's.
    #[inline]
    pub(super) fn way_of(&self, capsules: &CapsulePair) -> DVec2 {
        let ([a, b], [v, w]) = (&capsules.both, self.rates);
        self.way + (b.middle.perp() * w - a.middle.perp() * v)
    }
    /// The points that would meet if both went on straight, and the normal there; `None` where the two pass
    /// each other.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn places(&self, capsules: &CapsulePair) -> Option<(PointPair, DVec2)> {
        let (way, [a, b]) = (self.way_of(capsules), &capsules.both);
        let sum = MinkowskiSum {
            halves: [a.half, b.half],
            radius: self.radius,
            between: capsules.apart([0.0; 2]),
            way,
        };
        if capsules.are_balls() {
            return Some((capsules.places([0.0; 2]), sum.between));
        }
        let ([i, j], normal) = sum.side(way.length_squared())?;
        Some((capsules.places([i, -j]), normal))
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn line_between(&self, now: &Moment) -> TurningLine {
        let start = CapsulePair::new(self.start);
        let capsules = start.turned(now);
        let Some((places, normal)) = self.places(&capsules) else {
            return self.passing_line(&capsules);
        };
        let is_past = normal.dot(capsules.apart([0.0; 2])) <= 0.0;
        if is_past {
            let way = self.way_of(&capsules);
            return still(way * (1.0 / Real::sqrt(way.length_squared())));
        }
        let line = self.line_of(&start, &places);
        if line.owner != FIXED {
            return line;
        }
        let line = TurningLine {
            still: normal,
            ..line
        };
        if capsules.are_balls() {
            self.between_ends(now, &line)
        } else {
            line
        }
    }
    /// A fixed line parallel to the relative motion, which the two pass on opposite sides.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn passing_line(&self, capsules: &CapsulePair) -> TurningLine {
        let way = self.way_of(capsules);
        let across = way.perp() * Real::copysign(1.0, way.perp_dot(capsules.apart([0.0; 2])));
        still(across * (1.0 / Real::sqrt(way.length_squared())))
    }
    /// The line along the side that is met; for two ends, the lower bits of its number say which ends.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn line_of(&self, start: &CapsulePair, places: &PointPair) -> TurningLine {
        let (owner, [i, j]) = (places.owner, places.on);
        if owner == FIXED {
            return TurningLine {
                edge: ENDS + usize::from(i > 0.0) * 2 + usize::from(j > 0.0),
                ..TurningLine::NONE
            };
        }
        let n = start.normal(places);
        let still = if owner == 0 { n } else { -n };
        TurningLine {
            owner,
            edge: usize::from((places.side > 0.0) == (owner == 0)),
            still,
            top: self.start.corners[owner].top(still),
        }
    }
    /// The line between the same ends at a slightly different time: its normal goes from one end to the other
    /// where these are as near as both radii.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn between_ends(&self, now: &Moment, line: &TurningLine) -> TurningLine {
        if line.owner != FIXED || line.edge < ENDS {
            return *line;
        }
        let [a, b] = &now.corners;
        let (from, to) = (a.corner(line.edge >> 1 & 1), b.corner(line.edge & 1));
        let apart = now.between + (to - from);
        let way = self.way + (to.perp() * self.rates[1] - from.perp() * self.rates[0]);
        let (speed2, aside) = (way.length_squared(), apart.perp_dot(way));
        let under = Real::max(self.radius * self.radius * speed2 - aside * aside, 0.0);
        let out = apart - way * ((apart.dot(way) + Real::sqrt(under)) / speed2);
        TurningLine {
            still: out * (1.0 / Real::sqrt(out.length_squared())),
            ..*line
        }
    }
}

/// A fixed line with this normal.
fn still(normal: DVec2) -> TurningLine {
    TurningLine {
        still: normal,
        ..TurningLine::NONE
    }
}
