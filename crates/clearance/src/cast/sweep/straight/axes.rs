//! Many candidate axes in parallel: when two that go straight begin to overlap along each, and when they
//! stop.
//!
//! These are the intervals of D. Eberly, "Intersection of convex objects: the method of separating axes",
//! 2001, for four axes at a time. Masks select what a crossing time means, and maxima and minima gather the
//! results; one axis at a time would take an unpredictable branch for each. The maximum of some numbers is
//! the same in any order, so the answers are those of one axis at a time; of axes that begin together the
//! first is kept.

use glam::DVec3;

use super::CorePair;
use crate::cast::cyrus_beck::ClipInterval;
use crate::pair::PairSpace;

/// Axes computed in parallel.
pub(super) const LANES: usize = 4;

/// The gap along an axis is constant if it changes by less than this part of its error bound.
const STILL: f64 = 1e-3;

/// Up to `N` candidate axes, a whole number of lanes. Axes that are not set have no effect.
pub(super) struct CandidateAxes<const N: usize> {
    /// Components of the normals, which have any length; `[k][i]` is component `k` of normal `i`.
    normals: [[f64; N]; 3],
    /// The gap from A's end to B's beginning along the normal, at time 0.
    pub(super) near: [f64; N],
    /// The distance from A's beginning to B's end; infinite where only one side of the axis counts.
    pub(super) far: [f64; N],
}

impl<const N: usize> CandidateAxes<N> {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            normals: [[0.0; N]; 3],
            near: [f64::NEG_INFINITY; N],
            far: [f64::INFINITY; N],
        }
    }
    #[inline]
    pub(super) fn set(&mut self, i: usize, normal: DVec3) {
        for k in 0..3 {
            self.normals[k][i] = normal[k];
        }
    }
    /// An axis of which only the near side counts.
    #[inline]
    pub(super) fn set_side(&mut self, i: usize, normal: DVec3, gap: f64) {
        self.set(i, normal);
        self.near[i] = gap;
    }
    #[inline]
    pub(super) fn normal(&self, i: usize) -> DVec3 {
        DVec3::from_array(self.normals.map(
            #[inline(always)]
            |component| component[i],
        ))
    }
    /// Whether this axis is set.
    #[inline]
    pub(super) fn is_set(&self, i: usize) -> bool {
        self.normals[0][i] != 0.0 || self.normals[1][i] != 0.0 || self.normals[2][i] != 0.0
    }
    /// The components of the normals of a block.
    #[inline]
    pub(super) fn block(&self, i: usize) -> [&[f64; LANES]; 3] {
        let [x, y, z] = &self.normals;
        [lanes(x, i), lanes(y, i), lanes(z, i)]
    }
    /// The outward normal of A that a `plane` of [`ClipInterval`] stands for.
    #[inline]
    pub(super) fn outward(&self, place: usize) -> DVec3 {
        let normal = self.normal(place / 2);
        if place & 1 == 0 { normal } else { -normal }
    }
}

#[inline]
fn lanes<const N: usize>(numbers: &[f64; N], block: usize) -> &[f64; LANES] {
    &numbers.as_chunks::<LANES>().0[block]
}

/// The [`ClipInterval`] of each of four lanes.
struct ClipLanes {
    time: [f64; LANES],
    place: [f64; LANES],
    inside_from: [f64; LANES],
    outside_until: [f64; LANES],
    inside_until: [f64; LANES],
    outside_from: [f64; LANES],
}

impl<V: PairSpace> CorePair<'_, V> {
    /// When the first `count` axes are crossed. The number of a plane is twice that of its axis, and one more
    /// where B comes from the far side.
    #[inline(always)]
    pub(super) fn clip<const N: usize>(&self, axes: &CandidateAxes<N>, count: usize) -> ClipInterval {
        let (never, ever) = ([f64::NEG_INFINITY; LANES], [f64::INFINITY; LANES]);
        let mut four = ClipLanes {
            time: never,
            place: [0.0; LANES],
            inside_from: never,
            outside_until: never,
            inside_until: ever,
            outside_from: ever,
        };
        let mut number = [0.0, 2.0, 4.0, 6.0];
        for i in 0..count.div_ceil(LANES).min(N / LANES) {
            let (near, far) = (lanes(&axes.near, i), lanes(&axes.far, i));
            self.pass_lanes(&mut four, axes.block(i), [near, far], &mut number);
        }
        four.together()
    }
    #[inline(always)]
    fn pass_lanes(
        &self,
        four: &mut ClipLanes,
        [x, y, z]: [&[f64; LANES]; 3],
        [near, far]: [&[f64; LANES]; 2],
        number: &mut [f64; LANES],
    ) {
        let way = self.way;
        for k in 0..LANES {
            let speed = -(x[k] * way.x + y[k] * way.y + z[k] * way.z);
            let error_bound = self.error_bound * (x[k].abs() + y[k].abs() + z[k].abs());
            let is_still = speed.abs() * self.limit <= STILL * error_bound;
            let inverse = 1.0 / speed;
            let (by_near, by_far) = (near[k] * inverse, far[k] * inverse);
            let error = pick(is_still, 0.0, error_bound * inverse.abs());
            let comes_near = speed > 0.0;
            let enter = pick(is_still, f64::NEG_INFINITY, pick(comes_near, by_near, by_far));
            let exit = pick(is_still, f64::INFINITY, pick(comes_near, by_far, by_near));
            // Outside one side of an axis that the motion does not change: never inside, or never surely.
            let outside = larger(near[k], -far[k]);
            let is_out = is_still & (outside > 2.0 * error_bound);
            let may_be_out = is_still & (outside >= -2.0 * error_bound);
            let here = number[k] + pick(comes_near, 0.0, 1.0);
            four.place[k] = pick(enter > four.time[k], here, four.place[k]);
            four.time[k] = larger(enter, four.time[k]);
            four.inside_from[k] = larger(enter + error, four.inside_from[k]);
            four.outside_until[k] = larger(enter - error, four.outside_until[k]);
            let inside_until = pick(may_be_out, f64::NEG_INFINITY, exit - error);
            four.inside_until[k] = smaller(inside_until, four.inside_until[k]);
            let outside_from = pick(is_out, f64::NEG_INFINITY, exit + error);
            four.outside_from[k] = smaller(outside_from, four.outside_from[k]);
            number[k] += 2.0 * LANES as f64;
        }
    }
}

impl ClipLanes {
    /// The interval of all lanes; of planes that are entered together, the first.
    #[inline(always)]
    fn together(&self) -> ClipInterval {
        let mut all = ClipInterval::new();
        let mut place = f64::INFINITY;
        for k in 0..LANES {
            let (time, here) = (self.time[k], self.place[k]);
            if time > all.time || (time == all.time && here < place) {
                (all.time, place) = (time, here);
            }
            all.inside_from = larger(self.inside_from[k], all.inside_from);
            all.outside_until = larger(self.outside_until[k], all.outside_until);
            all.inside_until = smaller(self.inside_until[k], all.inside_until);
            all.outside_from = smaller(self.outside_from[k], all.outside_from);
        }
        all.plane = place as usize;
        all
    }
}

// Written so that they compile to masks.
#[inline]
fn pick(first: bool, a: f64, b: f64) -> f64 {
    if first { a } else { b }
}
#[inline]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
#[inline]
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
