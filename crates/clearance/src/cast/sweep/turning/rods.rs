//! Of two capsules, the line between the two places that meet, if both went on straight: beside an edge of either, or across from
//! the end of one to that of the other, where these are as near as both radii.

use glam::DVec2;

use super::super::at_once::Sum;
use super::Flight;
use super::heights::{Axis, NOBODY};
use super::moment::{Corners, Moment};
use crate::math::Real;

/// The number of the first of four lines between an end of A and one of B.
const ENDS: usize = 4;

/// Of a segment that turns at a rate: its middle, half of it, and how fast the middle goes.
fn middle(ends: &Corners, rate: f64) -> [DVec2; 3] {
    let (a, b) = (ends.corner(0), ends.corner(1));
    let middle = (a + b) * 0.5;
    [middle, (b - a) * 0.5, middle.perp() * rate]
}

impl Flight<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn line_between(&self, now: &Moment) -> Axis {
        let [a, b] = &now.corners;
        if a.count == 1 && b.count == 1 {
            let ends = Axis {
                edge: ENDS,
                ..Axis::NONE
            };
            return self.between_ends(now, &ends);
        }
        let ([from, half, v], [to, other, u]) = (middle(a, self.rates[0]), middle(b, self.rates[1]));
        let way = self.way + (u - v);
        let between = now.between + (to - from);
        let sum = Sum {
            halves: [half, other],
            radius: self.radius,
            between,
            way,
        };
        let speed2 = way.length_squared();
        let Some((place, normal)) = sum.side(speed2) else {
            // They pass each other by.
            let across = way.perp() * Real::copysign(1.0, way.perp_dot(between));
            return still(across * (1.0 / Real::sqrt(speed2)));
        };
        if normal.dot(between) <= 0.0 {
            // They have passed.
            return still(way * (1.0 / Real::sqrt(speed2)));
        }
        for (owner, place) in place.into_iter().enumerate() {
            if place.abs() < 1.0 && now.corners[owner].count > 1 {
                let outwards = if owner == 0 { normal } else { -normal };
                let axis = self.edge(owner, 0);
                let is_other_side = axis.normal(now).dot(outwards) < 0.0;
                return if is_other_side { self.edge(owner, 1) } else { axis };
            }
        }
        // By the ends that are nearest: the lower bits of the number of an edge.
        let ends = usize::from(place[0] > 0.0) * 2 + usize::from(place[1] < 0.0);
        Axis {
            edge: ENDS + ends,
            ..still(normal)
        }
    }
    /// The same between the same ends, a little later or sooner.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn between_ends(&self, now: &Moment, axis: &Axis) -> Axis {
        if axis.owner != NOBODY || axis.edge < ENDS {
            return *axis;
        }
        let [a, b] = &now.corners;
        let (from, to) = (a.corner(axis.edge >> 1 & 1), b.corner(axis.edge & 1));
        let apart = now.between + (to - from);
        let way = self.way + (to.perp() * self.rates[1] - from.perp() * self.rates[0]);
        let (speed2, aside) = (way.length_squared(), apart.perp_dot(way));
        let under = Real::max(self.radius * self.radius * speed2 - aside * aside, 0.0);
        let out = apart - way * ((apart.dot(way) + Real::sqrt(under)) / speed2);
        Axis {
            still: out * (1.0 / Real::sqrt(out.length_squared())),
            ..*axis
        }
    }
}

/// Across this, and turning with nobody.
fn still(normal: DVec2) -> Axis {
    Axis {
        still: normal,
        ..Axis::NONE
    }
}
