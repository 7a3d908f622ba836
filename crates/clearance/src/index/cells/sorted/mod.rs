//! Boxes sorted by the cell they are in, level by level.
//!
//! A counting sort (Green, "Particle simulation using CUDA", 2010): count the boxes of each cell, add up,
//! and write each box to its place. So the boxes of a cell, and of neighbouring cells in a row, lie side by
//! side (`sorted/sort.rs`; by several threads, `sorted/parallel.rs`). Boxes are kept as 15-bit steps
//! (`level/mod.rs`): 8 bytes each in the plane, 12 in space. Then each box looks at the rows around it,
//! eight others at a time (`search/pairs.rs`); queries walk the cells (`search/query.rs`).

#[cfg(feature = "rayon")]
mod parallel;
pub(crate) mod sort;

use alloc::vec::Vec;
use core::ops::Range;

use super::level::{CellRun, Level, Steps};
use super::survey::extent;
use crate::index::error::ensure;
use crate::index::pair_list::heap;
use crate::index::pair_list::list::PairList;
#[cfg(feature = "rayon")]
use crate::index::pair_list::span::Span;
use crate::index::{Boxes, Broken, Threads};
use crate::math::{Aabb, Vector};
use crate::simd::dispatch;
use sort::{Columns, SortCells};

/// Stands for the steps of a box that is in no cell: no real steps have these bits.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// Boxes by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct SortedCells {
    /// From the finest to the coarsest.
    pub(crate) levels: Vec<Level>,
    /// The first cell of each level, and the end.
    pub(super) bases: Vec<u32>,
    /// Where each cell's entries begin, and the end of the last.
    pub(crate) starts: Vec<u32>,
    /// The steps of each entry.
    pub(crate) entries: Columns,
    /// The slot of each entry.
    pub(crate) ids: Vec<u32>,
    /// The steps of each slot.
    pub(crate) slots: Columns,
    /// The level of each slot; empty where there is only one.
    pub(super) level_of: Vec<u8>,
    /// The slots of boxes too large for any level, ascending.
    pub(crate) large: Vec<u32>,
    /// How crowded the cells are: the sum of the squares of their counts.
    pub(crate) crowding: u64,
    /// For each level, a bit for each other level in which its boxes search.
    pub(super) looks_at: Vec<u8>,
    /// What each thread finds, and scratch memory for sorting it.
    pub(crate) lists: Vec<PairList>,
    pub(crate) scratch: [Vec<u32>; 2],
    /// For each thread, scratch memory for sorting what all threads found.
    #[cfg(feature = "rayon")]
    pub(super) part_scratch: Vec<[Vec<u32>; 2]>,
    /// For each thread, how many entries there are up to the end of its cells, and how crowded its cells
    /// are.
    #[cfg(feature = "rayon")]
    pub(super) tallies: Vec<(u32, u64)>,
    /// For each block of slots the range of its cells, where several threads sort.
    #[cfg(feature = "rayon")]
    pub(super) spans: Vec<Span>,
}

/// The largest number of levels: each has a bit in a byte.
pub(super) const LEVELS: usize = 8;

impl SortedCells {
    /// Replaces the levels; [`sort`](Self::sort) must follow.
    pub(crate) fn set_levels(&mut self, levels: impl IntoIterator<Item = Level>) {
        self.levels.clear();
        self.levels.extend(levels.into_iter().take(LEVELS));
        self.bases.clear();
        self.bases.push(0);
        for level in &self.levels {
            let base = self.bases[self.bases.len() - 1];
            self.bases.push(base + level.cells);
        }
    }
    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.bases.last().map_or(0, |&cells| cells as usize)
    }
    /// How many boxes are in cells.
    pub(crate) fn count(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }
    /// Sorts all boxes of a table.
    pub(crate) fn sort<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads) {
        #[cfg(feature = "rayon")]
        if let parts @ 2.. = threads.parts(boxes.len()) {
            return self.sort_in_parts(boxes, parts);
        }
        let _ = threads;
        dispatch(SortCells { cells: self, boxes });
    }
    /// The level of a slot's box.
    #[inline]
    pub(super) fn level_of(&self, slot: usize) -> usize {
        self.level_of.get(slot).map_or(0, |&l| usize::from(l))
    }
    /// Whether the slots lie in the table roughly as in space: the cells of consecutive slots are mostly
    /// near each other.
    pub(super) fn are_slots_in_order(&self) -> bool {
        let (slots, near) = (self.slots.planes.len(), self.cells() as u32 / 8);
        if slots < 4096 {
            return true;
        }
        let sample = (0..slots - 1).step_by(slots / 256);
        let places = sample.map(|slot| [slot, slot + 1].map(|slot| self.place(slot)));
        let is_far = |pair: &[Option<u32>; 2]| matches!(*pair, [Some(a), Some(b)] if a.abs_diff(b) > near);
        places.filter(is_far).count() < 100
    }
    /// The entries of a level.
    pub(super) fn entries_of(&self, level: usize) -> Range<usize> {
        let [first, end] = [level, level + 1].map(|l| self.starts[self.bases[l] as usize] as usize);
        first..end
    }
    /// About how many entries a box looks at in a row, if it looks along so many sizes: 0.75 when looking
    /// ahead, 1.75 both ways.
    pub(super) fn usual_run(&self, sizes: f64) -> f64 {
        let Some(level) = self.levels.first() else {
            return 0.0;
        };
        let count = self.count().max(1) as f64;
        (self.crowding as f64 / count - 1.0) * level.columns(sizes)
    }
    #[inline]
    pub(super) fn view(&self, level: usize) -> CellView<'_> {
        CellView {
            level: &self.levels[level],
            starts: &self.starts[self.bases[level] as usize..=self.bases[level + 1] as usize],
            ids: &self.ids,
        }
    }
    /// Decides, for each two levels, in which of them the boxes of the other search: whichever costs less.
    ///
    /// A small box looks at few rows of a coarse level but at every box in them; a large box looks at many
    /// rows of a fine level, and meets most of what is there.
    pub(super) fn decide_who_looks(&mut self, dimension: usize) {
        let mut looks_at = core::mem::take(&mut self.looks_at);
        looks_at.clear();
        looks_at.resize(self.levels.len(), 0);
        let count = |l: usize| self.entries_of(l).len() as f64;
        // The number of comparisons, of eight entries each, for one box that searches a level, from the
        // number of rows and the length along these.
        let steps = |l: usize, rows: f64, reach: f64| {
            let level = &self.levels[l];
            let filled = count(l) / f64::from(level.cells);
            (1..dimension).map(|_| rows).product::<f64>() * (1.0 + filled * level.columns(reach) / 8.0)
        };
        for fine in 0..self.levels.len() {
            for coarse in fine + 1..self.levels.len() {
                let times = self.levels[fine].times(&self.levels[coarse]);
                // On average, boxes are half as large as their level allows.
                let up = count(fine) * steps(coarse, 1.75, 1.0 + 0.5 / times);
                let down = count(coarse) * steps(fine, times / 4.0 + 1.5, 1.0 + times / 2.0);
                // Beyond sixteen times, differences of steps do not fit in 15 bits; and where numbers of
                // cells repeat, rows would be confused.
                if down < up && times < 17.0 && !self.levels[fine].repeats {
                    looks_at[coarse] |= 1 << fine;
                } else {
                    looks_at[fine] |= 1 << coarse;
                }
            }
        }
        self.looks_at = looks_at;
    }
    /// Checks that every box is in its cell, once, except those that have changed since the sort.
    pub(crate) fn validate<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        is_stale: impl Fn(u32) -> bool,
    ) -> Result<(), Broken> {
        let in_cells = &self.ids[..self.count().min(self.ids.len())];
        let held = in_cells
            .iter()
            .chain(&self.large)
            .filter(|&&slot| !is_stale(slot));
        let fresh = boxes.iter().filter(|(slot, _)| !is_stale(*slot));
        ensure(
            held.count() == fresh.count(),
            "the grid does not hold each box once",
        )?;
        let cells = self.starts.len().saturating_sub(2);
        for (cell, ends) in (0..).zip(self.starts.windows(2).take(cells)) {
            let slots = self.ids.get(ends[0] as usize..ends[1] as usize).unwrap_or(&[]);
            for &slot in slots.iter().filter(|&&slot| !is_stale(slot)) {
                let found = boxes
                    .get(slot)
                    .and_then(|aabb| level_and_steps(&self.levels, aabb));
                let cell_of = |l: usize, steps: &Steps| self.levels[l].cell(steps) & self.levels[l].mask;
                let is_here = found.is_some_and(|(l, steps)| self.bases[l] + cell_of(l, &steps) == cell);
                ensure(is_here, "a box is not in its cell")?;
            }
        }
        Ok(())
    }
    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        let [counts, seconds] = &self.scratch;
        let words = [&self.bases, &self.starts, &self.ids, &self.large, counts, seconds];
        let words: usize = words.into_iter().map(heap).sum();
        #[cfg(feature = "rayon")]
        let words = words + heap(&self.spans) + self.part_scratch.iter().flatten().map(heap).sum::<usize>();
        let columns = self.entries.bytes() + self.slots.bytes();
        words
            + heap(&self.levels)
            + heap(&self.level_of)
            + columns
            + self.lists.iter().map(PairList::bytes).sum::<usize>()
    }
}

/// The entries of one level, as slices.
#[derive(Clone, Copy)]
pub(super) struct CellView<'a> {
    pub(crate) level: &'a Level,
    /// The starts of this level's cells.
    starts: &'a [u32],
    pub(crate) ids: &'a [u32],
}

impl CellView<'_> {
    /// All entries of the level.
    pub(crate) fn all(&self) -> Range<usize> {
        let end = |start: Option<&u32>| start.map_or(0, |&start| start as usize);
        end(self.starts.first())..end(self.starts.last())
    }
    /// The slots in a run of cells, which may continue at the beginning of the table.
    #[inline(always)]
    pub(crate) fn slots(&self, run: CellRun) -> [&[u32]; 2] {
        let mask = self.level.mask;
        let (first, last) = (run.first & mask, run.first.wrapping_add(run.more) & mask);
        let at = |cell: u32| self.starts.get(cell as usize).map_or(0, |&start| start as usize);
        let ranges = if first <= last {
            [at(first)..at(last + 1), 0..0]
        } else {
            [at(first)..at(self.level.cells), at(0)..at(last + 1)]
        };
        ranges.map(|range| self.ids.get(range).unwrap_or(&[]))
    }
}

/// The level that a box belongs to, and its steps there; `None` if it is too large for all levels.
#[inline(always)]
pub(crate) fn level_and_steps<V: Vector>(levels: &[Level], aabb: &Aabb<V>) -> Option<(usize, Steps)> {
    if let [level] = levels {
        let steps = level.steps(aabb);
        return steps.fits(V::DIM).then_some((0, steps));
    }
    let size = extent(aabb);
    // Counted without a branch, because the level is unpredictable. The levels that are too fine come
    // first.
    let narrow = |level: &Level| usize::from(!level.is_wide_enough(size));
    let mut l: usize = levels.iter().map(narrow).sum();
    loop {
        let steps = levels.get(l)?.steps(aabb);
        if steps.fits(V::DIM) {
            return Some((l, steps));
        }
        l += 1;
    }
}
