//! Many axes at once: when two that go straight come to overlap along each, and when they part again.
//!
//! The intervals of D. Eberly, "Intersection of convex objects: the method of separating axes", 2001, four
//! axes side by side: what a crossing time says is chosen by masks and gathered by the largest and the
//! smallest, where one axis at a time takes a branch for each that no predictor knows. The largest of some
//! numbers is the same in any order, so that the answers are those of one by one; of axes that begin together
//! the first is kept.

use glam::DVec3;

use super::Problem;
use crate::cast::cyrus_beck::Passes;
use crate::pair::PairSpace;

/// Axes looked at side by side.
pub(super) const LANES: usize = 4;

/// Part of its doubt below which a gap does not change on all the way.
const STILL: f64 = 1e-3;

/// Up to `N` axes, a whole number of lanes. Those not set tell nothing.
pub(super) struct Axes<const N: usize> {
    /// Components of the normals, which are of any length; `[k][i]` is component `k` of one.
    normals: [[f64; N]; 3],
    /// How much further along the normal B begins than A ends, at time 0.
    pub(super) near: [f64; N],
    /// How much further B ends than A begins; infinite where only one side of the axis counts.
    pub(super) far: [f64; N],
}

impl<const N: usize> Axes<N> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            normals: [[0.0; N]; 3],
            near: [f64::NEG_INFINITY; N],
            far: [f64::INFINITY; N],
        }
    }
    #[inline(always)]
    pub(super) fn set(&mut self, i: usize, normal: DVec3) {
        for k in 0..3 {
            self.normals[k][i] = normal[k];
        }
    }
    /// An axis of which only the near side counts.
    #[inline(always)]
    pub(super) fn set_side(&mut self, i: usize, normal: DVec3, gap: f64) {
        self.set(i, normal);
        self.near[i] = gap;
    }
    #[inline(always)]
    pub(super) fn normal(&self, i: usize) -> DVec3 {
        DVec3::from_array(self.normals.map(
            #[inline(always)]
            |component| component[i],
        ))
    }
    /// Whether there is an axis.
    #[inline(always)]
    pub(super) fn is_set(&self, i: usize) -> bool {
        self.normals[0][i] != 0.0 || self.normals[1][i] != 0.0 || self.normals[2][i] != 0.0
    }
    /// The components of the normals of a block.
    #[inline(always)]
    pub(super) fn block(&self, i: usize) -> [&[f64; LANES]; 3] {
        let [x, y, z] = &self.normals;
        [lanes(x, i), lanes(y, i), lanes(z, i)]
    }
    /// The way out of A that a place in [`Passes`] stands for.
    #[inline(always)]
    pub(super) fn outward(&self, place: usize) -> DVec3 {
        let normal = self.normal(place / 2);
        if place & 1 == 0 { normal } else { -normal }
    }
}

#[inline(always)]
fn lanes<const N: usize>(numbers: &[f64; N], block: usize) -> &[f64; LANES] {
    &numbers.as_chunks::<LANES>().0[block]
}

/// What four lanes have seen, as in [`Passes`].
struct Seen {
    time: [f64; LANES],
    place: [f64; LANES],
    surely_in: [f64; LANES],
    surely_out: [f64; LANES],
    stays: [f64; LANES],
    left: [f64; LANES],
}

impl<V: PairSpace> Problem<'_, V> {
    /// When the first `count` axes are crossed. Places are twice the number of an axis, and one more where B
    /// comes from the far side.
    #[inline(always)]
    pub(super) fn passes<const N: usize>(&self, axes: &Axes<N>, count: usize) -> Passes {
        let (never, ever) = ([f64::NEG_INFINITY; LANES], [f64::INFINITY; LANES]);
        let mut seen = Seen {
            time: never,
            place: [0.0; LANES],
            surely_in: never,
            surely_out: never,
            stays: ever,
            left: ever,
        };
        let mut number = [0.0, 2.0, 4.0, 6.0];
        for i in 0..count.div_ceil(LANES).min(N / LANES) {
            let (near, far) = (lanes(&axes.near, i), lanes(&axes.far, i));
            self.pass_lanes(&mut seen, axes.block(i), [near, far], &mut number);
        }
        seen.together()
    }
    #[inline(always)]
    fn pass_lanes(
        &self,
        seen: &mut Seen,
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
            // Outside one side of an axis across the way for good: never inside, or never surely.
            let outside = larger(near[k], -far[k]);
            let is_out = is_still & (outside > 2.0 * error_bound);
            let may_be_out = is_still & (outside >= -2.0 * error_bound);
            let here = number[k] + pick(comes_near, 0.0, 1.0);
            seen.place[k] = pick(enter > seen.time[k], here, seen.place[k]);
            seen.time[k] = larger(enter, seen.time[k]);
            seen.surely_in[k] = larger(enter + error, seen.surely_in[k]);
            seen.surely_out[k] = larger(enter - error, seen.surely_out[k]);
            let stays = pick(may_be_out, f64::NEG_INFINITY, exit - error);
            seen.stays[k] = smaller(stays, seen.stays[k]);
            let left = pick(is_out, f64::NEG_INFINITY, exit + error);
            seen.left[k] = smaller(left, seen.left[k]);
            number[k] += 2.0 * LANES as f64;
        }
    }
}

impl Seen {
    /// All lanes; of those that begin together, the first place.
    #[inline(always)]
    fn together(&self) -> Passes {
        let mut all = Passes::new();
        let mut place = f64::INFINITY;
        for k in 0..LANES {
            let (time, here) = (self.time[k], self.place[k]);
            if time > all.time || (time == all.time && here < place) {
                (all.time, place) = (time, here);
            }
            all.surely_in = larger(self.surely_in[k], all.surely_in);
            all.surely_out = larger(self.surely_out[k], all.surely_out);
            all.stays = smaller(self.stays[k], all.stays);
            all.left = smaller(self.left[k], all.left);
        }
        all.place = place as usize;
        all
    }
}

// Written out, so that masks come of them.
#[inline(always)]
fn pick(first: bool, a: f64, b: f64) -> f64 {
    if first { a } else { b }
}
#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
#[inline(always)]
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
