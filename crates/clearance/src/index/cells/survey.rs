//! A survey of the boxes of a table before cells are chosen for them: how large they are, and where.

use alloc::vec::Vec;

use super::level::CellSize;
use super::sorted::LEVELS;
use crate::index::Boxes;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::simd::is_wide;

/// Sizes and places of the boxes of a table.
#[derive(Clone, Debug)]
pub(crate) struct Survey<V> {
    /// Around the smallest corners of all finite boxes.
    bounds: Aabb<V>,
    /// The largest extent of all finite boxes.
    largest: f64,
    /// Largest extents of a sample of the boxes, ascending.
    sizes: Vec<f64>,
    /// The smallest corners of the sample.
    corners: Vec<V>,
}

/// The size of a sample that shows the distribution of sizes.
const SAMPLE: usize = 2048;

impl<V: Vector> Survey<V> {
    /// Looks at all boxes.
    pub(crate) fn new(boxes: &Boxes<V>) -> Self {
        let mut survey = Self {
            bounds: Aabb::empty(),
            largest: 0.0,
            sizes: Vec::with_capacity(2 * SAMPLE),
            corners: Vec::with_capacity(2 * SAMPLE),
        };
        let every = (boxes.slots().len() / SAMPLE).max(1);
        for (i, aabb) in boxes.iter() {
            if !(aabb.min.is_finite() && aabb.max.is_finite()) {
                continue;
            }
            survey.bounds.min = survey.bounds.min.min(aabb.min);
            survey.bounds.max = survey.bounds.max.max(aabb.min);
            let size = extent(aabb);
            survey.largest = survey.largest.max(size);
            if (i as usize).is_multiple_of(every) {
                survey.sizes.push(size);
                survey.corners.push(aabb.min);
            }
        }
        survey.sizes.sort_unstable_by(f64::total_cmp);
        if survey.corners.is_empty() {
            (survey.bounds.min, survey.bounds.max) = (V::ZERO, V::ZERO);
        }
        survey
    }
    /// Whether boxes are of similar sizes: at most one in eight of a sample is smaller than a quarter of
    /// the largest one, the largest half percent not counted.
    pub(crate) fn are_alike(boxes: &Boxes<V>) -> bool {
        let (mut sizes, mut count) = ([0.0; SAMPLE], 0);
        let every = boxes.slots().len().div_ceil(SAMPLE).max(1);
        let some = boxes.slots().iter().step_by(every);
        let some = some.filter(|aabb| aabb.min.get(0) <= aabb.max.get(0)).map(extent);
        for size in some.filter(|size| size.is_finite()) {
            sizes[count] = size;
            count += 1;
        }
        let sizes = &mut sizes[..count];
        sizes.sort_unstable_by(f64::total_cmp);
        let usual = sizes
            .get((count - count / 200).saturating_sub(1))
            .copied()
            .unwrap_or(0.0);
        sizes.partition_point(|size| *size < usual / 4.0) <= count / 8
    }
    /// The region to cut into cells for boxes of this size. Where a few boxes lie too far away, it is only
    /// the region around the others.
    pub(crate) fn bounds(&self, size: f64) -> Aabb<V> {
        let most = size.max(f64::MIN_POSITIVE) * (1_u64 << 36) as f64;
        if self.corners.is_empty()
            || extent(&self.bounds) <= most
            || size == 0.0 && extent(&self.bounds).is_finite()
        {
            return self.bounds;
        }
        let middle = |k: usize| {
            let mut along: Vec<f64> = self.corners.iter().map(|corner| corner.get(k).to_f64()).collect();
            along.sort_unstable_by(f64::total_cmp);
            along[along.len() / 2]
        };
        let middle = V::from_fn(|k| Real::lit(middle(k)));
        let reach = V::splat(Real::lit((most / 4.0).min(ScalarOf::<V>::MAX.to_f64() / 8.0)));
        Aabb::new(
            self.bounds.min.max(middle - reach),
            self.bounds.max.min(middle + reach),
        )
    }
    /// The size that all boxes fit in, or, where a few are far larger, all boxes except these.
    pub(super) fn usual_size(&self) -> f64 {
        let most = self.size(0.995);
        if self.largest <= 1.5 * most {
            self.largest
        } else {
            self.size(1.0)
        }
    }
    /// The sizes of the cells of the levels of a grid, ascending. It is one size, or several where there
    /// are so many boxes that their runs would be long; more sizes, up to `at_least`, where the boxes are
    /// not spread evenly.
    ///
    /// To start a run costs as much as to compare what lies in it, and with each level more every box
    /// starts one more run in every row. So one level is best as long as a run takes one comparison, and
    /// rows half as wide are better than runs of a few comparisons. Measured with sizes of every magnitude,
    /// from 1 : 8 to 1 : 100,000, and with one box in two to one in two hundred that was 4 to 300 times as
    /// large as the others.
    pub(crate) fn cell_sizes(&self, count: usize, at_least: usize) -> Vec<CellSize> {
        let one = self.one_size(count);
        let longest = if one.is_narrow {
            0.75 * f64::from(1 << (V::DIM - 1))
        } else {
            2.0
        };
        let is_short = self.run(count, one.size) <= longest * at_once();
        if at_least <= 1 && is_short || !self.are_many_smaller(one.size) {
            return alloc::vec![one];
        }
        let mut cell_sizes = alloc::vec![CellSize::wide(one.size), CellSize::wide(one.size / 4.0)];
        while cell_sizes.len() < LEVELS {
            let size = cell_sizes[cell_sizes.len() - 1].size;
            let is_short = self.run(count, size) <= 8.0 && cell_sizes.len() >= at_least;
            if !self.are_many_smaller(size) || is_short {
                break;
            }
            cell_sizes.push(CellSize::wide(size / 4.0));
        }
        cell_sizes.reverse();
        cell_sizes
    }
    /// The size of the cells of a grid of one level.
    pub(super) fn one_size(&self, count: usize) -> CellSize {
        let size = self.usual_size();
        let is_long = || self.run(count, size) > 0.9 * at_once();
        CellSize {
            size,
            is_narrow: CellSize::CAN_BE_NARROW && self.are_many_smaller(size) && is_long(),
        }
    }
    /// Whether more than one box in eight is no larger than a quarter of this size.
    fn are_many_smaller(&self, size: f64) -> bool {
        self.sizes.partition_point(|s| *s <= size / 4.0) * 8 > self.sizes.len()
    }
    /// How many boxes up to this size one of them looks at in each row of two sizes.
    fn run(&self, count: usize, size: f64) -> f64 {
        let up_to = &self.sizes[..self.sizes.partition_point(|s| *s <= size)];
        let reach = up_to.iter().sum::<f64>() / (up_to.len() as f64).max(1.0) + size / 64.0;
        let density = (0..V::DIM).map(|k| {
            let extent = self.bounds.max.get(k).to_f64() - self.bounds.min.get(k).to_f64();
            (if k == 0 { reach } else { 2.0 * size }) / (extent + size)
        });
        let share = up_to.len() as f64 / (self.sizes.len() as f64).max(1.0);
        count as f64 * share * density.product::<f64>()
    }
    /// The size that this share of the boxes does not exceed.
    pub(crate) fn size(&self, share: f64) -> f64 {
        let rank = (self.sizes.len() as f64 * share) as usize;
        self.sizes
            .get(rank.min(self.sizes.len().saturating_sub(1)))
            .copied()
            .unwrap_or(1.0)
    }
}

/// How many boxes are compared at once.
fn at_once() -> f64 {
    if is_wide() { 16.0 } else { 8.0 }
}

/// The largest extent of a box.
#[inline]
pub(crate) fn extent<V: Vector>(aabb: &Aabb<V>) -> f64 {
    let extent = |k: usize| aabb.max.get(k).to_f64() - aabb.min.get(k).to_f64();
    (0..V::DIM).map(extent).fold(0.0, f64::max)
}
