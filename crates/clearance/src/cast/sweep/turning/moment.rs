//! The positions of all corners at a time.

use glam::DVec2;

use super::{LANES, MOST, PlanePair};
use crate::math::Real;
use crate::shape::{Shape2, Space2};

/// Space for them, and for the first again after a whole number of lanes.
const ROOM: usize = MOST + LANES;
/// For angles smaller than this, a few terms of the series are exact in double precision.
const SMALL: f64 = 1.0 / 64.0;

/// Corners relative to the position that they turn about, counter-clockwise; then the first again, up to one
/// more than a whole number of lanes.
#[derive(Clone, Copy)]
pub(super) struct Corners {
    pub(super) x: [f64; ROOM],
    pub(super) y: [f64; ROOM],
    pub(super) count: usize,
}

impl Corners {
    #[inline]
    const fn none() -> Self {
        Self {
            x: [0.0; ROOM],
            y: [0.0; ROOM],
            count: 0,
        }
    }
    /// Sets them to those of a shape, turned and enlarged by `axis`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn put<V: Space2>(&mut self, shape: &Shape2<V>, axis: DVec2) {
        let four;
        let corners = match shape {
            Shape2::Box(cuboid) => {
                let half = cuboid.half_extents();
                let other = V::new(half.x(), -half.y());
                four = [-half, other, half, -other];
                &four
            }
            Shape2::Convex(polygon) => polygon.vertices(),
            Shape2::Segment(segment) => segment.ends(),
            Shape2::Capsule(capsule) => capsule.ends(),
            _ => &[V::ZERO][..],
        };
        self.count = corners.len().min(MOST);
        for block in 0..self.blocks() {
            let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
            for k in 0..LANES {
                let i = block * LANES + k;
                let p = corners[if i < self.count { i } else { 0 }].to_double();
                (x[k], y[k]) = (p.x * axis.x - p.y * axis.y, p.x * axis.y + p.y * axis.x);
            }
            self.x.as_chunks_mut::<LANES>().0[block] = x;
            self.y.as_chunks_mut::<LANES>().0[block] = y;
        }
        let end = self.blocks() * LANES;
        (self.x[end], self.y[end]) = (self.x[0], self.y[0]);
    }
    /// Sets them to those at the start, turned.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn turn(&mut self, start: &Self, turn: DVec2) {
        self.count = start.count;
        for i in 0..=start.blocks() * LANES {
            let (x, y) = (start.x[i], start.y[i]);
            (self.x[i], self.y[i]) = (x * turn.x - y * turn.y, x * turn.y + y * turn.x);
        }
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn blocks(&self) -> usize {
        self.count.div_ceil(LANES).min(MOST / LANES)
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn corner(&self, i: usize) -> DVec2 {
        DVec2::new(self.x[i], self.y[i])
    }
    /// Four edges: where they begin, and their outward normals, as long as the edges.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn edges(&self, block: usize) -> Edges {
        let (all_x, all_y) = (self.x.as_chunks::<LANES>().0, self.y.as_chunks::<LANES>().0);
        let (x, y) = (all_x[block], all_y[block]);
        let (end_x, end_y) = (all_x[block + 1][0], all_y[block + 1][0]);
        Edges {
            nx: [y[1] - y[0], y[2] - y[1], y[3] - y[2], end_y - y[3]],
            ny: [x[0] - x[1], x[1] - x[2], x[2] - x[3], x[3] - end_x],
            x,
            y,
        }
    }
    /// The greatest height along a normal.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn top(&self, n: DVec2) -> f64 {
        let mut tops = [f64::NEG_INFINITY; LANES];
        for block in 0..self.blocks() {
            for (k, top) in tops.iter_mut().enumerate() {
                let i = block * LANES + k;
                let height = n.x * self.x[i] + n.y * self.y[i];
                *top = if height > *top { height } else { *top };
            }
        }
        Real::max(Real::max(tops[0], tops[1]), Real::max(tops[2], tops[3]))
    }
}

/// Edges as columns.
pub(super) struct Edges {
    pub(super) x: [f64; LANES],
    pub(super) y: [f64; LANES],
    pub(super) nx: [f64; LANES],
    pub(super) ny: [f64; LANES],
}

/// Both shapes at a time.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) corners: [Corners; 2],
    /// How far each has turned: cosine and sine.
    pub(super) turns: [DVec2; 2],
    /// From A's position to B's.
    pub(super) between: DVec2,
    pub(super) time: f64,
}

impl Moment {
    /// No corners, at the start.
    #[inline(always)]
    pub(super) const fn at_start(between: DVec2) -> Self {
        Self {
            corners: [Corners::none(), Corners::none()],
            turns: [DVec2::X; 2],
            between,
            time: 0.0,
        }
    }
}

impl PlanePair<'_> {
    /// Moves on or back by a time, at most to the end; `None` where that is before the start, or NaN.
    #[inline]
    pub(super) fn go_on(&self, now: &mut Moment, left: f64) -> Option<()> {
        let time = now.time + left;
        (time >= 0.0).then(|| self.go_to(now, Real::min(time, 1.0)))
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn go_to(&self, now: &mut Moment, time: f64) {
        self.turn_to(now, time);
        for k in 0..2 {
            if self.rates[k] != 0.0 || now.corners[k].count == 0 {
                now.corners[k].turn(&self.start.corners[k], now.turns[k]);
            }
        }
    }
    /// The same without the corners.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn turn_to(&self, now: &mut Moment, time: f64) {
        let step = time - now.time;
        now.time = time;
        now.between = self.start.between + self.way * time;
        for k in 0..2 {
            let rate = self.rates[k];
            if rate != 0.0 {
                now.turns[k] = if (rate * step).abs() < SMALL {
                    now.turns[k].rotate(turned_little(rate * step))
                } else {
                    let (sin, cos) = libm::sincos(rate * time);
                    DVec2::new(cos, sin)
                };
            }
        }
    }
}

/// Cosine and sine of a small angle.
#[cfg_attr(not(target_family = "wasm"), inline)]
fn turned_little(x: f64) -> DVec2 {
    let x2 = x * x;
    let cos = 1.0 - x2 * (0.5 - x2 * (1.0 / 24.0 - x2 * (1.0 / 720.0)));
    let sin = x - x * x2 * (1.0 / 6.0 - x2 * (1.0 / 120.0));
    DVec2::new(cos, sin)
}
