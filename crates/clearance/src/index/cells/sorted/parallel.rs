//! Sorting boxes by cell and finding their pairs with all threads of rayon's pool.
//!
//! Nothing is shared while it is written: the slots, then the cells, then the entries are each divided
//! among the threads, and every part belongs to one thread. A thread that must find what belongs to its
//! part goes through all blocks that may have some of it (`pair_list/span.rs`): where slots lie in the
//! table as in space, these are its own and a few others. The result has the same bits as that of one
//! thread.

use alloc::vec::Vec;

use super::sort::{ColumnsMut, find};
use super::{NOWHERE, SortedCells};
use crate::index::cells::search::pairs::FindPairs;
use crate::index::pair_list::list::PairList;
use crate::index::pair_list::span::{BLOCK, Span};
use crate::index::pair_list::{lengthen, sort_parts};
use crate::index::threads::{each, join};
use crate::index::{Boxes, SlotPair};
use crate::math::{Aabb, Vector};
use crate::simd::{Job, Lanes, dispatch};

impl SortedCells {
    /// The same as `sort`, by several threads.
    pub(super) fn sort_in_parts<V: Vector>(&mut self, boxes: &Boxes<V>, parts: usize) {
        let slots = boxes.slots();
        self.make_slots(V::DIM, slots.len());
        self.find_in_parts(slots, parts);
        let range = (self.cells() + 1).div_ceil(parts);
        let mut starts = core::mem::take(&mut self.starts);
        let mut tallies = core::mem::take(&mut self.tallies);
        tallies.resize(parts, (0, 0));
        self.count_in_parts((0, range), &mut starts[1..], &mut tallies);
        let mut sum = 0;
        for (count, _) in &mut tallies {
            sum += *count;
            *count = sum;
        }
        self.crowding = tallies.iter().map(|(_, crowding)| crowding).sum();
        self.make_entries(V::DIM, sum as usize);
        let (mut entries, mut ids) = (core::mem::take(&mut self.entries), core::mem::take(&mut self.ids));
        let part = CellRange {
            first: 0,
            range,
            from: 0,
            ends: &tallies,
            starts: &mut starts[1..],
            columns: entries.all_mut(),
            ids: &mut ids,
        };
        self.place_in_parts::<V>(part);
        (self.starts, self.tallies) = (starts, tallies);
        (self.entries, self.ids) = (entries, ids);
        self.decide_who_looks(V::DIM);
    }
    fn find_in_parts<V: Vector>(&mut self, slots: &[Aabb<V>], parts: usize) {
        self.spans.clear();
        self.spans.resize(slots.len().div_ceil(BLOCK), Span::NONE);
        let job = FindCells {
            levels: &self.levels,
            bases: &self.bases,
            spans: &mut self.spans,
            slots,
            columns: self.slots.all_mut(),
            level_of: &mut self.level_of,
            parts,
        };
        let large = job.split();
        if large > 0 {
            let boxes = (0..).zip(slots).zip(&self.slots.planes);
            let is_large = |&((_, aabb), &plane): &((u32, &Aabb<V>), &u64)| {
                plane == NOWHERE && aabb.min.get(0) <= aabb.max.get(0)
            };
            self.large
                .extend(boxes.filter(is_large).map(|((slot, _), _)| slot));
        }
    }
    /// Does [`count_own`](Self::count_own) with ranges of cells, one for each tally.
    fn count_in_parts(&self, (first, range): (usize, usize), counts: &mut [u32], tallies: &mut [(u32, u64)]) {
        if let [tally] = tallies {
            *tally = self.count_own(first as u32, counts);
            return;
        }
        let (tallies, tallies_after) = tallies.split_at_mut(tallies.len() / 2);
        let cells = (tallies.len() * range).min(counts.len());
        let (counts, counts_after) = counts.split_at_mut(cells);
        join(
            || self.count_in_parts((first, range), counts, tallies),
            || self.count_in_parts((first + cells, range), counts_after, tallies_after),
        );
    }
    /// Counts the boxes of each cell from `first` on, and replaces the counts by where each cell's entries
    /// begin. Returns the sum of the counts and of their squares.
    fn count_own(&self, first: u32, counts: &mut [u32]) -> (u32, u64) {
        let mut others = 0;
        for slot in self.slots_within(first, counts.len()) {
            if let Some(place) = self.place(slot) {
                // Without a branch, because it is unpredictable which cells belong to this thread.
                *counts
                    .get_mut(place.wrapping_sub(first) as usize)
                    .unwrap_or(&mut others) += 1;
            }
        }
        let (mut sum, mut crowding) = (0, 0);
        for count in counts {
            crowding += u64::from(*count) * u64::from(*count);
            sum += core::mem::replace(count, sum);
        }
        (sum, crowding)
    }
    /// The slots of all blocks some of which may be in these cells.
    fn slots_within(&self, first: u32, cells: usize) -> impl Iterator<Item = usize> + '_ {
        let count = self.slots.planes.len();
        let blocks = self.spans.iter().enumerate();
        blocks
            .filter(move |(_, span)| span.meets(first, cells))
            .flat_map(move |(block, _)| block * BLOCK..((block + 1) * BLOCK).min(count))
    }
    fn place_in_parts<V: Vector>(&self, part: CellRange<'_>) {
        match part.split() {
            Ok((a, b)) => {
                join(|| self.place_in_parts::<V>(a), || self.place_in_parts::<V>(b));
            }
            Err(part) => self.place_own::<V>(part),
        }
    }
    fn place_own<V: Vector>(&self, part: CellRange<'_>) {
        let CellRange {
            first,
            from,
            starts,
            mut columns,
            ids,
            ..
        } = part;
        for slot in self.slots_within(first as u32, starts.len()) {
            let Some(place) = self.place(slot) else { continue };
            if let Some(at) = starts.get_mut((place as usize).wrapping_sub(first)) {
                let entry = *at as usize;
                *at += 1;
                self.put_entry::<V>(slot, entry, &mut columns, ids);
            }
        }
        starts.iter_mut().for_each(|start| *start += from);
    }
    /// The same as `pairs`, by several threads.
    pub(crate) fn pairs_in_parts<V: Vector>(
        &mut self,
        boxes: &Boxes<V>,
        parts: usize,
        (by_entry, is_in_order): (bool, bool),
        found: &mut Vec<SlotPair>,
    ) {
        let mut lists = core::mem::take(&mut self.lists);
        lists.resize_with(parts + 1, PairList::default);
        let (cells, count) = (&*self, boxes.slots().len());
        if is_in_order {
            // The first thread's pairs stay where it writes them.
            core::mem::swap(&mut lists[0].pairs, found);
        }
        each(&mut lists[..parts], 0, &|part, list| {
            dispatch(FindPairs {
                cells,
                boxes,
                list,
                by_entry,
                part,
                parts,
            });
        });
        let of_large = &mut lists[parts];
        of_large.pairs.clear();
        of_large.count = 0;
        if is_in_order {
            core::mem::swap(&mut lists[0].pairs, found);
            append(&lists, found);
        } else {
            self.pairs_of_large(boxes, &mut of_large.pairs);
            of_large.count = of_large.pairs.len();
            sort_parts(&mut lists, count, parts, &mut self.part_scratch, found);
        }
        self.lists = lists;
    }
}

/// Appends the pairs of all lists to those of the first list, which are already in `found`.
fn append(lists: &[PairList], found: &mut Vec<SlotPair>) {
    let total = lists.iter().map(|list| list.count).sum();
    lengthen(found, total);
    let mut at = 0;
    for (k, list) in lists.iter().enumerate() {
        if k > 0 {
            copy(list.found(), &mut found[at..at + list.count]);
        }
        at += list.count;
    }
    found.truncate(total);
}

/// Copies a list, in pieces where it is long.
fn copy(from: &[SlotPair], to: &mut [SlotPair]) {
    if from.len() < 1 << 14 {
        return to.copy_from_slice(from);
    }
    let ((a, b), (c, d)) = (from.split_at(from.len() / 2), to.split_at_mut(from.len() / 2));
    join(|| copy(a, c), || copy(b, d));
}

/// A range of cells, with its entries.
struct CellRange<'a> {
    /// The first cell and the first entry.
    first: usize,
    from: u32,
    /// How many cells each thread takes, and where its entries end.
    range: usize,
    ends: &'a [(u32, u64)],
    starts: &'a mut [u32],
    columns: ColumnsMut<'a>,
    ids: &'a mut [u32],
}

impl<'a> CellRange<'a> {
    /// Two halves, or `Err` with the range itself if it is that of one thread.
    fn split(self) -> Result<(Self, Self), Self> {
        let middle = self.ends.len() / 2;
        let cells = middle * self.range;
        if middle == 0 || cells >= self.starts.len() {
            return Err(self);
        }
        let end = self.ends[middle - 1].0;
        let (ends, ends_after) = self.ends.split_at(middle);
        let (starts, starts_after) = self.starts.split_at_mut(cells);
        let (columns, columns_after) = self.columns.split_at((end - self.from) as usize);
        let (ids, ids_after) = self.ids.split_at_mut((end - self.from) as usize);
        let after = Self {
            first: self.first + cells,
            from: end,
            range: self.range,
            ends: ends_after,
            starts: starts_after,
            columns: columns_after,
            ids: ids_after,
        };
        let before = Self {
            ends,
            starts,
            columns,
            ids,
            ..self
        };
        Ok((before, after))
    }
}

/// Slots whose cells are to be found, by so many threads.
struct FindCells<'a, V> {
    levels: &'a [crate::index::cells::level::Level],
    bases: &'a [u32],
    /// For each block of slots, the range of its cells.
    spans: &'a mut [Span],
    slots: &'a [Aabb<V>],
    columns: ColumnsMut<'a>,
    level_of: &'a mut [u8],
    parts: usize,
}

impl<V: Vector> FindCells<'_, V> {
    /// Finds the cells, divided among the threads. Returns how many boxes are too large for any level.
    fn split(self) -> usize {
        let parts = self.parts.div_ceil(2);
        let count = (self.slots.len() * parts / self.parts).next_multiple_of(BLOCK);
        if self.parts < 2 || count >= self.slots.len() {
            return dispatch(self);
        }
        let (slots, slots_after) = self.slots.split_at(count);
        let (spans, spans_after) = self.spans.split_at_mut(count / BLOCK);
        let (columns, columns_after) = self.columns.split_at(count);
        let (level_of, level_of_after) = self.level_of.split_at_mut(count.min(self.level_of.len()));
        let after = FindCells {
            spans: spans_after,
            slots: slots_after,
            columns: columns_after,
            level_of: level_of_after,
            parts: self.parts - parts,
            ..self
        };
        let before = FindCells {
            spans,
            slots,
            columns,
            level_of,
            parts,
            ..self
        };
        let (a, b) = join(|| before.split(), || after.split());
        a + b
    }
}

impl<V: Vector> Job for FindCells<'_, V> {
    type Output = usize;
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> usize {
        let (mut large, bases, spans) = (0, self.bases, self.spans);
        find(
            self.levels,
            self.slots,
            self.columns,
            self.level_of,
            #[inline(always)]
            |i, place| match place {
                Some((l, place)) => spans[i / BLOCK].add(bases[l] + place),
                None => large += 1,
            },
        );
        large
    }
}
