//! All motions shorter than the shortest way known, in cells: those in which bodies surely overlap are struck
//! out, nearest cells first.
//!
//! Source: branch and bound on a function that changes no faster than its argument (Piyavskii, 1972; Shubert,
//! 1972). Idea: where two bodies are deep in each other by d after a motion, no motion within d of it parts
//! them. So a cell whose middle has bodies deeper in each other than its corners are away holds no way out;
//! any other cell is halved along each axis. The cell that is nearest to no motion at all is always the next:
//! whenever the search ends, no motion shorter than to the nearest cell left parts the two.
//!
//! A cell in whose middle no bodies overlap may hold a way out, since bodies do not fill the shapes: then B
//! is tried there, and swept back.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::body::Body;
use super::ways::Ways;
use crate::cast::spaces::CastSpace;
use crate::math::{Ranked, Real, ScalarOf, lower, rank_of};
use crate::pair;
use crate::shape::Placed;
use glam::DVec3;

/// How many cells are looked at, how many depths are computed, and how often B is tried, at most.
const MOST_CELLS: usize = 3000;
const MOST_DEPTHS: usize = 10_000;
const MOST_TRIES: usize = 48;
/// The gap that is near enough, relative.
const ENOUGH: f64 = 1.0 - 1.0 / 4096.0;

/// A cube of motions, in units of the shortest way that was known at the start.
struct Cell {
    middle: DVec3,
    half: f64,
    /// How long the shortest motion in it is.
    nearest: f64,
    /// The two bodies that were deepest in each other around it.
    bodies: [usize; 2],
}

impl Cell {
    fn new(middle: DVec3, half: f64, axes: usize, bodies: [usize; 2]) -> Self {
        let extent = DVec3::from_array(core::array::from_fn(|i| if i < axes { half } else { 0.0 }));
        let nearest = (middle.abs() - extent).max(DVec3::ZERO).length();
        Self {
            middle,
            half,
            nearest,
            bodies,
        }
    }
    fn ranked(self) -> Ranked<Rank, Self> {
        let place = self.middle.to_array().map(rank_of);
        Ranked {
            rank: (Reverse(rank_of(self.nearest)), rank_of(self.half), place),
            item: self,
        }
    }
    fn halves(&self, axes: usize, bodies: [usize; 2]) -> impl Iterator<Item = Self> + '_ {
        let half = 0.5 * self.half;
        (0..1_usize << axes).map(move |k| {
            let side = |i: usize| match (i < axes, k >> i & 1) {
                (false, _) => 0.0,
                (true, 0) => -half,
                (true, _) => half,
            };
            let step = DVec3::new(side(0), side(1), side(2));
            Self::new(self.middle + step, half, axes, bodies)
        })
    }
}

/// The nearest first; of equally near ones the larger, then by place.
type Rank = (Reverse<i64>, i64, [i64; 3]);

/// A length that no shorter motion parts the two by, not below `least`; shortens `ways` where it finds a
/// shorter one.
pub(super) fn cover<V: CastSpace>(
    bodies: &[Vec<Body<V>>; 2],
    least: V::Scalar,
    ways: &mut Ways<'_, V>,
) -> V::Scalar {
    let Some(unit) = ways.shortest().map(|way| way.length.to_f64()) else {
        return least;
    };
    let mut cover = Cover {
        bodies,
        unit,
        error: ways.two.error() * 2.0 / unit,
        depths: 0,
        tries: 0,
    };
    let nearest = cover.nearest_left(least.to_f64() / unit, ways);
    V::Scalar::lit(nearest * unit).max(least)
}

struct Cover<'c, V: CastSpace> {
    bodies: &'c [Vec<Body<V>>; 2],
    unit: f64,
    /// By how much depths may be wrong.
    error: f64,
    depths: usize,
    tries: usize,
}

impl<V: CastSpace> Cover<'_, V> {
    /// How far the nearest cell is that cannot be struck out; all in units.
    fn nearest_left(&mut self, least: f64, ways: &mut Ways<'_, V>) -> f64 {
        let axes = V::DIM;
        let mut cells = BinaryHeap::from([Cell::new(DVec3::ZERO, 1.0, axes, [0, 0]).ranked()]);
        for _ in 0..MOST_CELLS {
            let Some(Ranked { item: cell, .. }) = cells.pop() else {
                break;
            };
            let shortest = ways.shortest().map_or(1.0, |way| way.length.to_f64() / self.unit);
            if cell.nearest.max(least) >= shortest * ENOUGH || self.depths > MOST_DEPTHS {
                return cell.nearest;
            }
            let away = cell.half * libm::sqrt(axes as f64) * (1.0 + 1e-12);
            let is_short = (cell.middle.length() + away) <= least;
            let (depth, bodies) = match is_short {
                true => continue,
                false => self.deepest(&cell, away + self.error),
            };
            if depth >= away + self.error {
                continue;
            }
            if depth <= self.error && cell.middle.length() < shortest * ENOUGH {
                self.try_at(cell.middle, ways);
            }
            cells.extend(
                cell.halves(axes, bodies)
                    .filter(|half| half.nearest < shortest)
                    .map(Cell::ranked),
            );
        }
        cells.pop().map_or(f64::INFINITY, |next| next.item.nearest)
    }
    fn try_at(&mut self, middle: DVec3, ways: &mut Ways<'_, V>) {
        let way = self.motion(middle);
        if self.tries < MOST_TRIES && way != V::ZERO {
            self.tries += 1;
            if ways.two.is_free(way)
                && let Some(normal) = ways.back_from(way)
            {
                ways.along(normal);
            }
        }
    }
    fn motion(&self, middle: DVec3) -> V {
        lower::<V>(middle) * V::Scalar::lit(self.unit)
    }
    /// The bodies that are deepest in each other in the middle of a cell, or any deeper than `enough`; and
    /// how deep, in units.
    fn deepest(&mut self, cell: &Cell, enough: f64) -> (f64, [usize; 2]) {
        let way = self.motion(cell.middle);
        let mut deepest = (0.0, cell.bodies);
        let [of_a, of_b] = self.bodies;
        let first = core::iter::once(cell.bodies);
        let all = (0..of_a.len()).flat_map(|i| (0..of_b.len()).map(move |j| [i, j]));
        for [i, j] in first.chain(all) {
            let (Some(p), Some(q)) = (of_a.get(i), of_b.get(j)) else {
                continue;
            };
            if self.most(p, q, way) > deepest.0 {
                let depth = self.depth(p, q, way);
                if depth > deepest.0 {
                    deepest = (depth, [i, j]);
                }
            }
            if deepest.0 >= enough {
                break;
            }
        }
        deepest
    }
    /// How deep two bodies can be in each other, by their boxes.
    fn most(&self, p: &Body<V>, q: &Body<V>, way: V) -> f64 {
        let along = (0..V::DIM).map(|i| {
            let step = way.get(i);
            let ahead = p.aabb.max.get(i) - q.aabb.min.get(i) - step;
            let behind = q.aabb.max.get(i) + step - p.aabb.min.get(i);
            ahead.min(behind)
        });
        along.fold(ScalarOf::<V>::INFINITY, Real::min).to_f64() / self.unit
    }
    fn depth(&mut self, p: &Body<V>, q: &Body<V>, way: V) -> f64 {
        self.depths += 1;
        let Ok(pose) = q.pose.moved_to(q.pose.position() + way) else {
            return 0.0;
        };
        match pair::clearance(p.placed(), Placed::new(&q.shape, &pose)) {
            Ok(c) => c.depth().to_f64() / self.unit,
            Err(_) => 0.0,
        }
    }
}
