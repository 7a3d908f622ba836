//! Sorting boxes by cell and finding their pairs with all threads of rayon's pool.
//!
//! Nothing is shared while it is written: slots, cells, entries and slots again are cut into one part for each thread, and
//! each part belongs to one. Where a thread must know what belongs to its part, it reads everything and takes what is its
//! own. The result is that of one thread, bit by bit.

use alloc::vec::Vec;

use rayon::prelude::*;

use super::pair_list::sort_parts;
use super::sorted_cells::{List, NONE, Pairs, SortedCells, find_cells, place_entry};
use super::{Boxes, SlotPair};
use crate::math::{Aabb, Vector};
use crate::simd::{Job, Lanes, dispatch};

/// How many parts are worth it: a thread needs some thousand boxes to be worth waking.
pub(super) fn parts(boxes: usize) -> usize {
    rayon::current_num_threads().min(boxes / 2048).max(1)
}

impl SortedCells {
    /// The same as `sort`, by several threads.
    pub(super) fn sort_in_parts<V: Vector>(&mut self, boxes: &Boxes<V>, parts: usize) {
        let slots = boxes.slots();
        self.by_slot.resize(slots.len(), NONE);
        let chunk = slots.len().div_ceil(parts);
        let (levels, bases) = (&self.levels, &self.bases);
        let large: Vec<Vec<u32>> = (self.by_slot.par_chunks_mut(chunk).zip(slots.par_chunks(chunk)))
            .enumerate()
            .map(|(k, (places, aabbs))| {
                let first = (k * chunk) as u32;
                dispatch(Find(|| find_cells(levels, bases, first, aabbs, places)))
            })
            .collect();
        self.large.clear();
        self.large.extend(large.into_iter().flatten());
        let cells = self.bases[self.bases.len() - 1] as usize;
        self.starts.clear();
        self.starts.resize(cells + 2, 0);
        let range = (cells + 1).div_ceil(parts);
        let by_slot = &self.by_slot;
        let counted: Vec<(u32, u64)> = (self.starts[1..].par_chunks_mut(range).enumerate())
            .map(|(k, counts)| count((k * range) as u32, by_slot, counts))
            .collect();
        let mut ends = Vec::with_capacity(counted.len());
        let mut sum = 0;
        for (count, _) in &counted {
            sum += count;
            ends.push(sum);
        }
        self.crowding = counted.iter().map(|(_, crowding)| crowding).sum();
        self.make_entries(V::DIM, sum as usize);
        self.place_in_parts(slots, range, &ends);
        self.decide_who_looks(V::DIM);
    }
    fn place_in_parts<V: Vector>(&mut self, slots: &[Aabb<V>], range: usize, ends: &[u32]) {
        let (levels, bases, by_slot) = (&self.levels[..], &self.bases[..], &self.by_slot[..]);
        let mut rest = (
            &mut self.planes[..],
            &mut self.depths[..],
            &mut self.ids[..],
            &mut self.by_entry[..],
        );
        let mut parts = Vec::with_capacity(ends.len());
        let mut from = 0;
        for (starts, &end) in self.starts[1..].chunks_mut(range).zip(ends) {
            let count = (end - from) as usize;
            let (planes, planes_after) = rest.0.split_at_mut(count);
            let (depths, depths_after) = rest.1.split_at_mut(if V::DIM == 3 { count } else { 0 });
            let (ids, ids_after) = rest.2.split_at_mut(count);
            let (numbers, numbers_after) = rest.3.split_at_mut(count);
            rest = (planes_after, depths_after, ids_after, numbers_after);
            parts.push((starts, from, planes, depths, ids, numbers));
            from = end;
        }
        parts
            .into_par_iter()
            .enumerate()
            .for_each(|(k, (starts, from, planes, depths, ids, numbers))| {
                let first = (k * range) as u32;
                dispatch(Find(|| {
                    for ((slot, aabb), &cell) in (0..).zip(slots).zip(by_slot) {
                        if let Some(at) = starts.get_mut(cell.wrapping_sub(first) as usize) {
                            let entry = *at as usize;
                            *at += 1;
                            place_entry(
                                levels,
                                bases,
                                slot,
                                aabb,
                                cell,
                                entry,
                                (planes, depths, ids, numbers),
                            );
                        }
                    }
                }));
                starts.iter_mut().for_each(|start| *start += from);
            });
    }
    /// The same as `pairs`, by several threads.
    pub(super) fn pairs_in_parts<V: Vector>(
        &mut self,
        boxes: &Boxes<V>,
        parts: usize,
        found: &mut Vec<SlotPair>,
    ) {
        let mut lists = core::mem::take(&mut self.lists);
        lists.resize_with(parts + 1, List::default);
        let cells = &*self;
        (lists[..parts].par_iter_mut().enumerate()).for_each(|(part, list)| {
            dispatch(Pairs {
                cells,
                boxes,
                list,
                part,
                parts,
            });
        });
        let mut of_large = Vec::new();
        self.pairs_of_large(boxes, &mut of_large);
        lists[parts].count = of_large.len();
        lists[parts].pairs = of_large;
        let all: Vec<&[SlotPair]> = lists.iter().map(|list| &list.pairs[..list.count]).collect();
        sort_parts(&all, boxes.slots().len(), parts, found);
        self.lists = lists;
    }
}

/// Counts the boxes of each cell from `first` on, and puts in place of these where each begins; gives their sum and the sum
/// of their squares.
fn count(first: u32, by_slot: &[u32], counts: &mut [u32]) -> (u32, u64) {
    let mut others = 0;
    for &cell in by_slot {
        // Without a branch: which cells are ours nobody can guess.
        *counts
            .get_mut(cell.wrapping_sub(first) as usize)
            .unwrap_or(&mut others) += 1;
    }
    let (mut sum, mut crowding) = (0, 0);
    for count in counts {
        crowding += u64::from(*count) * u64::from(*count);
        sum += core::mem::replace(count, sum);
    }
    (sum, crowding)
}

/// A function as a job.
struct Find<F>(F);

impl<T, F: FnOnce() -> T> Job for Find<F> {
    type Output = T;
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> T {
        (self.0)()
    }
}
