//! The last edge of two polygons to be met if both went on as now, and whose it is; four edges at a time.

use super::heights::TurningLine;
use super::moment::{Corners, Edges, Moment};
use super::{LANES, MOST, PlanePair};
use crate::cast::sweep::bounds::GRAZE;
use crate::math::Real;

impl Edges {
    /// The height of the other's lowest corner above each edge, relative to the other's position, and its
    /// offset along the edge.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn lowest(&self, other: &Corners) -> ([f64; LANES], [f64; LANES]) {
        let (mut low, mut aside) = ([f64::INFINITY; LANES], [0.0; LANES]);
        for (x, y) in other.x.iter().zip(&other.y).take(other.count) {
            for k in 0..LANES {
                let (nx, ny) = (self.nx[k], self.ny[k]);
                let (height, across) = (nx * x + ny * y, nx * y - ny * x);
                let is_lower = height < low[k];
                low[k] = if is_lower { height } else { low[k] };
                aside[k] = if is_lower { across } else { aside[k] };
            }
        }
        (low, aside)
    }
}

impl PlanePair<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn last_edge(&self, now: &Moment) -> Option<(usize, usize)> {
        let (mut last, mut edges) = ([f64::NEG_INFINITY; LANES], [0.0; LANES]);
        for owner in 0..2 {
            let (own, other) = (&now.corners[owner], &now.corners[1 - owner]);
            let (p, v) = self.seen_by(owner, now.between);
            let (w, spin) = (self.rates[owner], self.rates[1 - owner] - self.rates[owner]);
            // The velocity of the other's position, as the turning owner sees it.
            let drift = v - p.perp() * w;
            for block in 0..own.blocks() {
                let edge = own.edges(block);
                let (low, aside) = edge.lowest(other);
                for k in 0..LANES {
                    let (nx, ny) = (edge.nx[k], edge.ny[k]);
                    let gap = nx * (p.x - edge.x[k]) + ny * (p.y - edge.y[k]) + low[k];
                    // An edge that nothing approaches counts as approached slowly.
                    let slowest = GRAZE * self.fastest * (nx.abs() + ny.abs());
                    let speed = spin * aside[k] - (nx * drift.x + ny * drift.y);
                    let time = gap / if speed > slowest { speed } else { slowest };
                    let is_later = time > last[k];
                    last[k] = if is_later { time } else { last[k] };
                    edges[k] = if is_later {
                        (owner * MOST + block * LANES + k) as f64
                    } else {
                        edges[k]
                    };
                }
            }
        }
        let mut best = 0;
        for k in 1..LANES {
            best = if last[k] > last[best] { k } else { best };
        }
        let (owner, edge) = (edges[best] as usize / MOST, edges[best] as usize % MOST);
        let is_edge = last[best] > f64::NEG_INFINITY && edge < now.corners[owner].count;
        is_edge.then_some((owner, edge))
    }
    /// The line along an edge.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn edge(&self, owner: usize, edge: usize) -> TurningLine {
        let own = &self.start.corners[owner];
        let along = own.corner(edge + 1) - own.corner(edge);
        let still = -(along * (1.0 / Real::sqrt(along.length_squared()))).perp();
        TurningLine {
            owner,
            edge,
            still,
            top: own.top(still),
        }
    }
}
