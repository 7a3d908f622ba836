//! All pairs of boxes sorted by cell.
//!
//! Rows are so wide that two (in space four) contain all that a box may meet; a large box among many small
//! ones needs three (in space nine; `level/mod.rs`). In each row, a run of entries that lie side by side is
//! compared, eight or sixteen at a time. There are two ways to find each pair once:
//!
//! - *In order.* Each box, in the order of slots, looks at all boxes around it and keeps those of later
//!   slots: pairs are found in the order of their first slots. This way is taken where slots lie in the
//!   table as in space and runs mostly take one comparison.
//! - *Ahead.* Each box looks only from its own column on, at half as many boxes; of those in its column it
//!   keeps the later slots. Half of the pairs are found from their later slot and must be sorted afterwards
//!   (`pair_list/mod.rs`), which takes less time than the longer runs would. Here, too, boxes look in the
//!   order of slots if these lie as in space, so that sorting writes to nearby places; else in the order of
//!   cells.
//!
//! No step depends on a misprediction: a run nearly always takes one comparison, and the pairs are written
//! by vector instructions and counted, without a branch (`search/mod.rs`). Pairs of boxes of different
//! levels, and of those too large for any level, are sorted in afterwards.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::levels::{by_block, look_from};
use super::wanted::{AHEAD, LATER};
use super::{EntryColumns, Matches, PackedQuery, Search};
use crate::index::cells::level::{CellRun, Level};
use crate::index::cells::sorted::{NOWHERE, SortedCells};
use crate::index::interface::pairs_of_outsiders;
use crate::index::pair_list::list::PairList;
use crate::index::pair_list::sort_many;
use crate::index::{Boxes, SlotPair, Threads};
use crate::math::Vector;
use crate::simd::{Job, Lanes, dispatch, is_wide};

/// In WebAssembly code must be small, so there is only one way.
const IS_SMALL: bool = cfg!(target_family = "wasm");

impl SortedCells {
    /// Replaces `found` by all pairs of boxes that meet, in ascending order.
    pub(crate) fn pairs<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        let is_narrow = self.levels.iter().any(Level::is_narrow);
        let is_long = is_narrow || self.usual_run(1.75) > short_run(V::DIM);
        let by_entry = is_long || !self.are_slots_in_order() || IS_SMALL;
        let is_in_order = self.levels.len() == 1 && self.large.is_empty() && !by_entry;
        #[cfg(feature = "rayon")]
        if let parts @ 2.. = threads.parts(boxes.len()) {
            return self.pairs_in_parts(boxes, parts, (by_entry, is_in_order), found);
        }
        let _ = threads;
        let mut lists = core::mem::take(&mut self.lists);
        lists.resize_with(1, PairList::default);
        let list = &mut lists[0];
        core::mem::swap(&mut list.pairs, found);
        dispatch(FindPairs {
            cells: self,
            boxes,
            list,
            by_entry,
            part: 0,
            parts: 1,
        });
        core::mem::swap(&mut list.pairs, found);
        found.truncate(list.count);
        self.lists = lists;
        if !is_in_order {
            self.pairs_of_large(boxes, found);
            let [counts, seconds] = &mut self.scratch;
            sort_many(found, boxes.slots().len(), counts, seconds);
        }
    }
    pub(crate) fn pairs_of_large<V: Vector>(&self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        pairs_of_outsiders(&self.large, boxes, found, |aabb, note| {
            let _ = self.overlapping_small(boxes, aabb, &mut |slot| {
                note(slot);
                ControlFlow::Continue(())
            });
        });
    }
}

/// Up to how many entries a run is, so that looking both ways takes no longer than looking ahead.
fn short_run(dimension: usize) -> f64 {
    match (is_wide(), dimension) {
        (true, _) => 12.0,
        (false, 2) => 7.0,
        (false, _) => 0.0,
    }
}

/// Finds the pairs whose searching box is in one part of the slots, or of the entries.
pub(crate) struct FindPairs<'a, V> {
    pub(crate) cells: &'a SortedCells,
    pub(crate) boxes: &'a Boxes<V>,
    pub(crate) list: &'a mut PairList,
    /// Whether boxes look only ahead.
    pub(crate) by_entry: bool,
    pub(crate) part: usize,
    pub(crate) parts: usize,
}

impl<V: Vector> Job for FindPairs<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        // Works on a copy: in the table it would share a cache line with the lists of other threads.
        let mut list = core::mem::take(self.list);
        list.count = 0;
        let mut search = Search::new(lanes, self.boxes.slots(), &mut list);
        let part = |all: Range<usize>| {
            let at = |k: usize| all.start + all.len() * k / self.parts;
            at(self.part)..at(self.part + 1)
        };
        let cells = self.cells;
        if let [level] = &cells.levels[..]
            && (!self.by_entry || cells.are_slots_in_order())
            && !IS_SMALL
        {
            let slots = part(0..self.boxes.slots().len());
            match (level.is_shared, self.by_entry, level.is_narrow()) {
                (true, false, _) => by_slot::<V, L, true, LATER, false>(&mut search, cells, slots),
                (false, false, _) => by_slot::<V, L, false, LATER, false>(&mut search, cells, slots),
                (true, true, false) => by_slot::<V, L, true, AHEAD, false>(&mut search, cells, slots),
                (false, true, false) => by_slot::<V, L, false, AHEAD, false>(&mut search, cells, slots),
                (true, true, true) => by_slot::<V, L, true, AHEAD, true>(&mut search, cells, slots),
                (false, true, true) => by_slot::<V, L, false, AHEAD, true>(&mut search, cells, slots),
            }
        } else if cells.are_slots_in_order() && !IS_SMALL {
            by_block(&mut search, cells, part(0..self.boxes.slots().len()));
        } else {
            for l in 0..cells.levels.len() {
                let entries = part(cells.entries_of(l));
                look_from(&mut search, cells, l, &cells.ids[entries]);
            }
        }
        search.finish();
        *self.list = list;
    }
}

/// Searches for all boxes of the only level, in the order of slots.
#[inline(always)]
fn by_slot<V: Vector, L: Lanes, const SHARED: bool, const WANTED: u8, const NARROW: bool>(
    search: &mut Search<'_, V, L>,
    cells: &SortedCells,
    slots: Range<usize>,
) {
    let rows = EntryColumns::new::<SHARED>(cells, 0, V::DIM);
    let planes = &cells.slots.planes[..slots.end];
    let numbers = &cells.slots.numbers[..slots.end];
    let depths: &[u32] = if V::DIM == 3 {
        &cells.slots.depths[..slots.end]
    } else {
        &[]
    };
    for slot in slots {
        let (plane, number) = (planes[slot], numbers[slot]);
        if plane != NOWHERE {
            let steps = (plane, if V::DIM == 3 { depths[slot] } else { 0 });
            let slot = slot as u32;
            let met = neighbours::<V, L, WANTED, SHARED, NARROW>(search, &rows, number, steps, slot);
            if WANTED == LATER {
                search.write_sorted(slot, met);
            } else {
                search.write(slot, met);
            }
        }
    }
}

/// Notes the boxes of the same level that a box meets; see `WANTED`.
#[inline(always)]
pub(crate) fn neighbours<V: Vector, L: Lanes, const WANTED: u8, const SHARED: bool, const NARROW: bool>(
    search: &mut Search<'_, V, L>,
    rows: &EntryColumns<'_>,
    number: u32,
    (plane, depth): (u64, u32),
    slot: u32,
) -> Matches {
    let query = PackedQuery::new(plane, depth, slot);
    // Written out four times: a loop would keep the runs in memory.
    let [a, b, c, d] = rows.level.around(V::DIM, number, (plane, depth), WANTED == AHEAD);
    let mut met = search.look::<WANTED, SHARED>(rows, &query, a, Matches::default());
    met = search.look::<WANTED, SHARED>(rows, &query, b, met);
    if V::DIM == 3 {
        met = search.look::<WANTED, SHARED>(rows, &query, c, met);
        met = search.look::<WANTED, SHARED>(rows, &query, d, met);
    }
    if !NARROW {
        return met;
    }
    let (offsets, count) = rows.level.third_rows(V::DIM, (plane, depth));
    for offset in &offsets[..count] {
        let run = CellRun {
            first: a.first.wrapping_add(*offset),
            more: a.more,
        };
        met = search.look::<WANTED, SHARED>(rows, &query, run, met);
    }
    met
}
