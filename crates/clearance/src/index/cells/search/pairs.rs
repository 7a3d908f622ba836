//! All pairs of boxes sorted by cell.
//!
//! Rows are so wide that two hold all of a box's neighbourhood, four in space, or three and nine that of a
//! large box among many small ones (`level/mod.rs`); of each, a run of entries that lie side by side is
//! compared, eight or sixteen at a time. There are two ways to find every pair once:
//!
//! - *In order.* Each box, in the order of slots, looks at all around it and keeps those of later slots:
//!   pairs come out in the order of their first slots. Where slots lie as in space and the runs are mostly
//!   compared at once.
//! - *Ahead.* Each box looks only from its own column on, at half as many; of those in its column at those of
//!   later slots. Half of the pairs come out from their later slot and are put in order afterwards
//!   (`pair_list/mod.rs`), which takes less time than the longer runs would. Boxes look in the order of slots
//!   as well where these lie as in space, so that putting in order writes to places not far apart; else in
//!   the order of cells.
//!
//! No step depends on a guess: the runs a box looks at are nearly always compared at once, and what is found
//! is written by the vector and counted, not branched on (`search/mod.rs`). Boxes of different levels, and
//! those too large for any, are put in order afterwards as well.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::levels::{by_block, look_from};
use super::wanted::{AHEAD, LATER};
use super::{Matches, Query, Rows, Search};
use crate::index::cells::level::{CellRun, Level};
use crate::index::cells::sorted::{NOWHERE, SortedCells};
use crate::index::interface::pairs_of_outsiders;
use crate::index::pair_list::list::PairList;
use crate::index::pair_list::sort_many;
use crate::index::{Boxes, SlotPair, Threads};
use crate::math::Vector;
use crate::simd::{Job, Lanes, dispatch, is_wide};

/// Whether there is room for one way only: in WebAssembly.
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
        dispatch(Pairs {
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
        pairs_of_outsiders(&self.large, boxes, found, |aabb, met| {
            let _ = self.overlapping_small(boxes, aabb, &mut |slot| {
                met.push(slot);
                ControlFlow::Continue(())
            });
        });
    }
}

/// How many entries are mostly compared at once, so that looking both ways takes no longer than looking
/// ahead.
fn short_run(dimension: usize) -> f64 {
    match (is_wide(), dimension) {
        (true, _) => 12.0,
        (false, 2) => 7.0,
        (false, _) => 0.0,
    }
}

/// Finds the pairs of which the box that looks is in one part of the slots, or of the entries.
pub(crate) struct Pairs<'a, V> {
    pub(crate) cells: &'a SortedCells,
    pub(crate) boxes: &'a Boxes<V>,
    pub(crate) list: &'a mut PairList,
    /// Whether boxes look ahead, in the order of entries.
    pub(crate) by_entry: bool,
    pub(crate) part: usize,
    pub(crate) parts: usize,
}

impl<V: Vector> Job for Pairs<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        // Not where the lists of other threads are: they would fight for its cache line.
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

/// Boxes of the only level look, in the order of slots: pairs come out in ascending order.
#[inline(always)]
fn by_slot<V: Vector, L: Lanes, const SHARED: bool, const WANTED: u8, const NARROW: bool>(
    search: &mut Search<'_, V, L>,
    cells: &SortedCells,
    slots: Range<usize>,
) {
    let rows = Rows::new::<SHARED>(cells, 0, V::DIM);
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
            let depth = if V::DIM == 3 { depths[slot] } else { 0 };
            let met = neighbours::<V, L, WANTED, SHARED, NARROW>(
                search,
                &rows,
                number,
                (plane, depth),
                slot as u32,
            );
            if WANTED == LATER {
                search.write_sorted(slot as u32, met);
            } else {
                search.write(slot as u32, met);
            }
        }
    }
}

/// Notes those of its own level that come after a box.
#[inline(always)]
pub(crate) fn neighbours<V: Vector, L: Lanes, const WANTED: u8, const SHARED: bool, const NARROW: bool>(
    search: &mut Search<'_, V, L>,
    rows: &Rows<'_>,
    number: u32,
    (plane, depth): (u64, u32),
    slot: u32,
) -> Matches {
    let query = Query::new(plane, depth, slot);
    // Written out: a loop would keep its runs in memory.
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
