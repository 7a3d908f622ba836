//! All pairs of boxes sorted by cell.
//!
//! Each box, in the order of slots, looks at the cells around it, in which every box is that could meet it, eight at a
//! time, and keeps those of later slots: every pair is found once, and comes out in the order of its first slot. Looking
//! only at the cells *after* its own, as is usual, takes as many steps (rows are so wide that two hold all of a box's
//! neighbourhood, four in space, where all of those after it lie in two, or four, as well) and leaves pairs in no order.
//!
//! No step depends on a guess: the runs a box looks at are nearly always shorter than eight, and what is found is written
//! by the vector and counted, not branched on. Where steps are equal, a few times in a hundred, and in shared cells, the
//! boxes themselves are asked. Boxes of different levels, and those too large for any, are put in order afterwards, and so
//! are all where slots do not lie as in space: then boxes look in the order of cells.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::level::Run;
use super::pair_list::{ordered, sort_many};
#[cfg(feature = "rayon")]
use super::parallel;
use super::sorted_cells::{NOWHERE, SortedCells, View};
use super::{Boxes, SlotPair, Threads};
use crate::math::{Aabb, Vector};
use crate::simd::{GUARDS, Job, Lanes, dispatch};

/// What a thread finds.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Written eight at a time: only so many of them count.
    pub(super) pairs: Vec<SlotPair>,
    pub(super) count: usize,
    /// Those that the box at hand meets.
    met: Vec<u32>,
}

impl List {
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [SlotPair; 8]> {
        if self.count + 8 > self.pairs.len() {
            grow(&mut self.pairs, [0; 2]);
        }
        self.pairs.get_mut(self.count..)?.first_chunk_mut()
    }
    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<SlotPair>() + self.met.capacity() * size_of::<u32>()
    }
}

#[cold]
#[inline(never)]
fn grow<T: Clone>(list: &mut Vec<T>, nothing: T) {
    let longer = list.len().max(64) * 3 / 2;
    list.resize(longer.max(list.capacity()), nothing);
}

impl SortedCells {
    /// Replaces `found` by all pairs of boxes that meet, in ascending order.
    pub(super) fn pairs<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        let by_entry = self.levels.len() == 1 && !self.are_slots_in_order();
        let is_in_order = self.levels.len() == 1 && self.large.is_empty() && !by_entry;
        #[cfg(feature = "rayon")]
        if threads == Threads::All && parallel::parts(boxes.len()) > 1 {
            let parts = parallel::parts(boxes.len());
            return self.pairs_in_parts(boxes, parts, (by_entry, is_in_order), found);
        }
        let _ = threads;
        let mut lists = core::mem::take(&mut self.lists);
        lists.resize_with(1, List::default);
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
    pub(super) fn pairs_of_large<V: Vector>(&self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        for (i, &a) in self.large.iter().enumerate() {
            let aabb = &boxes.slots()[a as usize];
            let later = self.large[i + 1..].iter();
            let met = later.filter(|&&b| boxes.slots()[b as usize].overlaps(aabb));
            found.extend(met.map(|&b| ordered(a, b)));
            let _ = self.overlapping_small(boxes, aabb, &mut |b| {
                found.push(ordered(a, b));
                ControlFlow::Continue(())
            });
        }
    }
}

/// A box that looks for others.
#[derive(Clone, Copy)]
struct Seeker {
    plane: u64,
    depth: u32,
    slot: u32,
    /// Whether it wants only those of later slots.
    only_later: bool,
}

impl Seeker {
    /// From the form in which entries are kept to that in which they are compared: negated, corners swapped.
    #[inline(always)]
    fn new(plane: u64, depth: u32, slot: u32, only_later: bool) -> Self {
        Self {
            plane: (GUARDS - plane.rotate_left(32)) | GUARDS,
            depth: (GUARDS as u32 - depth.rotate_left(16)) | GUARDS as u32,
            slot,
            only_later,
        }
    }
}

/// Finds the pairs of which the box that looks is in one part of the slots, or of the entries.
pub(super) struct Pairs<'a, V> {
    pub(super) cells: &'a SortedCells,
    pub(super) boxes: &'a Boxes<V>,
    pub(super) list: &'a mut List,
    /// Whether boxes look in the order of entries: where slots lie anywhere, that of the cells is much faster.
    pub(super) by_entry: bool,
    pub(super) part: usize,
    pub(super) parts: usize,
}

impl<V: Vector> Job for Pairs<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        // Not where the lists of other threads are: they would fight for its cache line.
        let mut list = core::mem::take(self.list);
        list.count = 0;
        let search = Search {
            lanes,
            slots: self.boxes.slots(),
            list: &mut list,
            met: 0,
        };
        let part = |count: usize| count * self.part / self.parts..count * (self.part + 1) / self.parts;
        if self.by_entry {
            search.by_entry(self.cells, part(self.cells.count()));
        } else {
            search.by_slot(self.cells, part(self.boxes.slots().len()));
        }
        *self.list = list;
    }
}

/// Boxes looked for, one after the other.
struct Search<'a, V, L> {
    lanes: L,
    slots: &'a [Aabb<V>],
    list: &'a mut List,
    /// How many the box at hand meets.
    met: usize,
}

impl<V: Vector, L: Lanes> Search<'_, V, L> {
    #[inline(always)]
    fn by_slot(mut self, cells: &SortedCells, slots: Range<usize>) {
        if cells.levels.len() == 1 {
            let view = cells.view(0);
            for slot in slots {
                self.own_level(cells, &view, slot);
            }
            return;
        }
        for slot in slots {
            if !cells.levels.is_empty() && cells.slots.planes[slot] != NOWHERE {
                let l = cells.level_of(slot);
                self.own_level(cells, &cells.view(l), slot);
                self.other_levels(cells, l, slot);
            }
        }
    }
    /// In the only level.
    #[inline(always)]
    fn by_entry(mut self, cells: &SortedCells, entries: Range<usize>) {
        let view = cells.view(0);
        for entry in entries {
            let depth = if V::DIM == 3 { view.depths[entry] } else { 0 };
            self.neighbours(
                cells,
                &view,
                view.ids[entry] as usize,
                (view.planes[entry], depth),
            );
        }
    }
    /// Those of its own level that come after a box.
    #[inline(always)]
    fn own_level(&mut self, cells: &SortedCells, view: &View<'_>, slot: usize) {
        let plane = cells.slots.planes[slot];
        if plane != NOWHERE {
            let depth = if V::DIM == 3 { cells.slots.depths[slot] } else { 0 };
            self.neighbours(cells, view, slot, (plane, depth));
        }
    }
    #[inline(always)]
    fn neighbours(&mut self, cells: &SortedCells, view: &View<'_>, slot: usize, (plane, depth): (u64, u32)) {
        let seeker = Seeker::new(plane, depth, slot as u32, true);
        self.met = 0;
        // Written out: a loop would keep its runs in memory.
        let number = cells.slots.numbers[slot];
        let [a, b, c, d] = view.level.around(V::DIM, number, plane, depth);
        self.run(view, &seeker, a);
        self.run(view, &seeker, b);
        if V::DIM == 3 {
            self.run(view, &seeker, c);
            self.run(view, &seeker, d);
        }
        self.write_sorted(slot as u32);
    }
    /// Those of the levels that its own looks at.
    #[inline(always)]
    fn other_levels(&mut self, cells: &SortedCells, own: usize, slot: usize) {
        let mut looks_at = cells.looks_at[own];
        while looks_at != 0 {
            let l = looks_at.trailing_zeros() as usize;
            looks_at &= looks_at - 1;
            let view = cells.view(l);
            let steps = view.level.steps(&self.slots[slot]);
            let seeker = Seeker::new(steps.plane(), steps.depth(), slot as u32, false);
            self.met = 0;
            // Loops, not a closure: that would be compiled without the instructions of these lanes.
            let [xs, ys, zs] = view.level.window(&steps, V::DIM);
            for z in zs[0]..=zs[1] {
                for y in ys[0]..=ys[1] {
                    self.run(&view, &seeker, view.level.run(xs, y, z));
                }
            }
            self.write(slot as u32);
        }
    }
    /// Those of a run of cells.
    #[inline(always)]
    fn run(&mut self, view: &View<'_>, seeker: &Seeker, run: Run) {
        let [entries, (again, end)] = view.entries(run);
        self.meet(view, seeker, run, entries);
        if end > again {
            self.meet_again(view, seeker, run, (again, end));
        }
    }
    /// The same as [`meet`](Self::meet), where it is rare.
    #[cold]
    #[inline(always)]
    fn meet_again(&mut self, view: &View<'_>, seeker: &Seeker, run: Run, entries: (usize, usize)) {
        self.meet(view, seeker, run, entries);
    }
    /// Those of a run of entries, at least eight of which are read.
    #[inline(always)]
    fn meet(&mut self, view: &View<'_>, seeker: &Seeker, run: Run, (mut first, last): (usize, usize)) {
        loop {
            let wanted = ((1_u32 << last.saturating_sub(first).min(8)) - 1) as u8;
            let (Some(planes), Some(ids)) = (eight(view.planes, first), eight(view.ids, first)) else {
                return;
            };
            let meeting = self.lanes.meet_four(seeker.plane, planes);
            let (mut bits, mut clear) = (meeting.possible & wanted, meeting.clear);
            if V::DIM == 3 {
                let Some(depths) = eight(view.depths, first) else {
                    return;
                };
                let meeting = self.lanes.meet_two(seeker.depth, depths);
                (bits, clear) = (bits & meeting.possible, clear & meeting.clear);
            }
            if seeker.only_later {
                bits &= self.lanes.above(seeker.slot, ids);
            }
            if view.level.is_shared {
                let Some(numbers) = eight(view.numbers, first) else {
                    return;
                };
                bits &= self.lanes.within(run.first, run.more, numbers);
                clear &= if view.level.repeats { 0 } else { 0xff };
            }
            if bits & !clear != 0 {
                bits = ask(self.slots, seeker.slot, ids, bits);
            }
            self.keep(ids, bits);
            first += 8;
            if first >= last {
                return;
            }
        }
    }
    /// Notes those of eight that the box at hand meets.
    #[inline(always)]
    fn keep(&mut self, ids: &[u32; 8], bits: u8) {
        let met = &mut self.list.met;
        if self.met + 8 > met.len() {
            grow(met, 0);
        }
        if let Some(room) = met.get_mut(self.met..).and_then(<[u32]>::first_chunk_mut) {
            self.met += self.lanes.pack(ids, bits, room);
        }
    }
    /// Lists the pairs of a box with those that come after it, in ascending order.
    #[inline(always)]
    fn write_sorted(&mut self, slot: u32) {
        if self.met > 4 {
            self.list.met[..self.met].sort_unstable();
            return self.write(slot);
        }
        let Some(room) = self
            .list
            .met
            .get_mut(self.met..)
            .and_then(<[u32]>::first_chunk_mut::<4>)
        else {
            return;
        };
        *room = [u32::MAX; 4];
        let Some(&[a, b, c, d]) = self.list.met.first_chunk::<4>() else {
            return;
        };
        let mut s = [a, b, c, d, 0, 0, 0, 0];
        // The shortest network for four (Knuth, The Art of Computer Programming 3, 5.3.4).
        for (i, k) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            (s[i], s[k]) = (s[i].min(s[k]), s[i].max(s[k]));
        }
        if let Some(room) = self.list.room() {
            self.lanes.pairs(slot, &s, room);
        }
        self.list.count += self.met;
    }
    /// Lists the pairs of a box with those it meets.
    #[inline(always)]
    fn write(&mut self, slot: u32) {
        let met = core::mem::take(&mut self.list.met);
        for first in (0..self.met).step_by(8) {
            let count = (self.met - first).min(8);
            if let (Some(ids), Some(room)) = (eight(&met, first), self.list.room()) {
                self.lanes.pairs(slot, ids, room);
            }
            self.list.count += count;
        }
        self.list.met = met;
    }
}

/// Leaves the bits of those boxes that do meet.
#[cold]
#[inline(never)]
fn ask<V: Vector>(slots: &[Aabb<V>], slot: u32, ids: &[u32; 8], bits: u8) -> u8 {
    let aabb = &slots[slot as usize];
    let meets = |k: &usize| bits >> k & 1 == 1 && slots[ids[*k] as usize].overlaps(aabb);
    (0..8).filter(meets).fold(0, |bits, k| bits | 1 << k)
}

#[inline(always)]
fn eight<T>(list: &[T], first: usize) -> Option<&[T; 8]> {
    list.get(first..)?.first_chunk()
}
