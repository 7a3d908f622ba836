//! One box among those sorted by cell: which boxes in the runs of entries around it does it meet?
//!
//! This is where a step of a crowd spends its time, and the number of instructions counts: about thirty for
//! eight entries, hardly more for sixteen where registers hold as many. A run longer than that costs
//! another comparison and, because it is unpredictable which runs are long, a mispredicted branch. With
//! eight at a time, one box in three of an even crowd has such a run, and three in four of a clustered one;
//! with sixteen, one in fifty and one in fourteen.
//!
//! So all columns of entries are sliced to one length, and a single bounds check covers all of them.
//! Whether cells are shared, and which of two slots is the later, is decided before the loop, and the loop
//! calls no function. Where steps are equal, a few times in a hundred, the order of two coordinates is
//! unknown. Then all boxes that may meet are noted, and those that do not are dropped at the end, by
//! comparing the boxes themselves.

mod levels;
pub(crate) mod nearest;
pub(crate) mod pairs;
mod query;
pub(crate) mod rays;

use alloc::vec::Vec;

use super::level::{CellRun, Level};
use super::sorted::SortedCells;
use super::sorted::sort::ROOM;
use crate::index::pair_list::list::PairList;
use crate::index::pair_list::rank::sort_few;
use crate::index::pair_list::sort_four;
use crate::math::{Aabb, Vector};
use crate::simd::{GUARDS, Lanes};

/// The entries of one level, by column. All columns have the same length, except those that are not read,
/// which are empty.
#[derive(Clone, Copy)]
pub(crate) struct EntryColumns<'a> {
    pub(crate) level: &'a Level,
    /// The starts of this level's cells.
    starts: &'a [u32],
    pub(crate) planes: &'a [u64],
    pub(super) depths: &'a [u32],
    numbers: &'a [u32],
    pub(crate) ids: &'a [u32],
}

impl<'a> EntryColumns<'a> {
    #[inline(always)]
    pub(crate) fn new<const SHARED: bool>(cells: &'a SortedCells, level: usize, dimension: usize) -> Self {
        let (entries, ids) = (&cells.entries, &cells.ids[..]);
        let len = ids.len();
        Self {
            level: &cells.levels[level],
            starts: &cells.starts[cells.bases[level] as usize..=cells.bases[level + 1] as usize],
            planes: &entries.planes[..len],
            depths: if dimension == 3 {
                &entries.depths[..len]
            } else {
                &[]
            },
            numbers: if SHARED { &entries.numbers[..len] } else { &[] },
            ids,
        }
    }
    #[inline]
    fn start(&self, cell: u32) -> usize {
        self.starts.get(cell as usize).map_or(0, |&start| start as usize)
    }
    /// The first entry of a run of cells, the first entry beyond its first cell, and the end. Where the run
    /// continues at the beginning of the table, it is the part before the table's end.
    #[inline(always)]
    fn span<const SHARED: bool>(&self, run: CellRun) -> [usize; 3] {
        let last = run.first.wrapping_add(run.more);
        if !SHARED {
            let [second, end] = [run.first.wrapping_add(1), last.wrapping_add(1)];
            return [run.first, second, end].map(|cell| self.start(cell));
        }
        let [first, last] = [run.first, last].map(|cell| cell & self.level.mask);
        let end = if first <= last { last + 1 } else { self.level.cells };
        [first, first + 1, end].map(|cell| self.start(cell))
    }
    /// The other part of such a run.
    #[inline]
    fn rest<const SHARED: bool>(&self, run: CellRun) -> Option<[usize; 3]> {
        let last = run.first.wrapping_add(run.more) & self.level.mask;
        let goes_on = SHARED && last < run.first & self.level.mask;
        goes_on.then(|| [self.start(0), self.start(0), self.start(last + 1)])
    }
}

/// Which boxes are noted, where both of two boxes may search for each other.
pub(crate) mod wanted {
    /// All boxes.
    pub const ALL: u8 = 0;
    /// Boxes in later slots.
    pub const LATER: u8 = 1;
    /// All boxes, but in the first cell of a run only those in later slots: runs begin with the box's own
    /// column.
    pub const AHEAD: u8 = 2;
}

/// A method that notes those of so many entries that a box meets; it returns `None` beyond all entries. It is
/// written once for both widths.
macro_rules! compare_block {
    ($name:ident, $count:literal, $bits:ty, $four:ident, $two:ident, $above:ident, $within:ident, $pack:ident) => {
        #[inline(always)]
        fn $name<const WANTED: u8, const SHARED: bool>(
            &mut self,
            rows: &EntryColumns<'_>,
            query: &PackedQuery,
            run: CellRun,
            [first, second, last]: [usize; 3],
            mut met: Matches,
        ) -> Option<Matches> {
            let up_to = |end: usize| ((1_u32 << end.saturating_sub(first).min($count)) - 1) as $bits;
            let ids = some(rows.ids, first)?;
            let meeting = self.lanes.$four(query.plane, some(rows.planes, first)?);
            let (mut bits, mut clear) = (meeting.possible & up_to(last), meeting.clear);
            if V::DIM == 3 {
                let meeting = self.lanes.$two(query.depth, some(rows.depths, first)?);
                (bits, clear) = (bits & meeting.possible, clear & meeting.clear);
            }
            match WANTED {
                wanted::LATER => bits &= self.lanes.$above(query.slot, ids),
                wanted::AHEAD => bits &= self.lanes.$above(query.slot, ids) | !up_to(second),
                _ => {}
            }
            if SHARED {
                bits &= self
                    .lanes
                    .$within(run.first, run.more, some(rows.numbers, first)?);
                // Where even the numbers of cells repeat, boxes far from each other may look as if they met.
                clear &= if rows.level.repeats { 0 } else { <$bits>::MAX };
            }
            met.undecided |= u16::from(bits & !clear);
            met.count += self
                .lanes
                .$pack(ids, bits, some_mut(&mut self.met, met.count)?);
            Some(met)
        }
    };
}

/// A box that searches, in the form in which entries are compared with it.
#[derive(Clone, Copy)]
pub(crate) struct PackedQuery {
    plane: u64,
    depth: u32,
    slot: u32,
}

impl PackedQuery {
    /// From the form in which entries are kept to that in which they are compared: negated, corners
    /// swapped.
    #[inline(always)]
    pub(crate) fn new(plane: u64, depth: u32, slot: u32) -> Self {
        Self {
            plane: (GUARDS - plane.rotate_left(32)) | GUARDS,
            depth: (GUARDS as u32 - depth.rotate_left(16)) | GUARDS as u32,
            slot,
        }
    }
}

/// Searches for many boxes, one after the other.
pub(crate) struct Search<'a, V, L> {
    lanes: L,
    slots: &'a [Aabb<V>],
    list: &'a mut PairList,
    /// The slots that the searching box meets, or may meet.
    met: Vec<u32>,
}

/// What a box met so far. Passed on by value, so that it stays in registers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Matches {
    count: usize,
    /// Not 0 where some boxes must be compared themselves.
    undecided: u16,
}

impl<'a, V: Vector, L: Lanes> Search<'a, V, L> {
    #[inline(always)]
    pub(crate) fn new(lanes: L, slots: &'a [Aabb<V>], list: &'a mut PairList) -> Self {
        let met = core::mem::take(&mut list.met);
        Self {
            lanes,
            slots,
            list,
            met,
        }
    }
    #[inline]
    pub(super) fn finish(self) {
        self.list.met = self.met;
    }
    #[inline]
    pub(crate) fn aabb(&self, slot: u32) -> &'a Aabb<V> {
        &self.slots[slot as usize]
    }
    /// Notes the boxes in a run of cells that a box meets; see [`wanted`].
    #[inline(always)]
    pub(crate) fn look<const WANTED: u8, const SHARED: bool>(
        &mut self,
        rows: &EntryColumns<'_>,
        query: &PackedQuery,
        run: CellRun,
        mut met: Matches,
    ) -> Matches {
        met = self.meet::<WANTED, SHARED>(rows, query, (run, rows.span::<SHARED>(run)), met);
        if let Some(rest) = rows.rest::<SHARED>(run) {
            met = self.meet::<WANTED, SHARED>(rows, query, (run, rest), met);
        }
        met
    }
    #[inline(always)]
    fn meet<const WANTED: u8, const SHARED: bool>(
        &mut self,
        rows: &EntryColumns<'_>,
        query: &PackedQuery,
        (run, [mut first, second, last]): (CellRun, [usize; 3]),
        mut met: Matches,
    ) -> Matches {
        if met.count + last.saturating_sub(first) + ROOM > self.met.len() {
            grow(&mut self.met, last.saturating_sub(first));
        }
        loop {
            let next = if L::WIDE {
                self.compare_sixteen::<WANTED, SHARED>(rows, query, run, [first, second, last], met)
            } else {
                self.compare_eight::<WANTED, SHARED>(rows, query, run, [first, second, last], met)
            };
            let Some(more) = next else { return met };
            met = more;
            first += if L::WIDE { 16 } else { 8 };
            if first >= last {
                return met;
            }
        }
    }
    compare_block!(compare_eight, 8, u8, meet_four, meet_two, above, within, pack);
    compare_block!(
        compare_sixteen,
        16,
        u16,
        meet_four_wide,
        meet_two_wide,
        above_wide,
        within_wide,
        pack_wide
    );
    /// Drops what the box does not meet; returns how many are left.
    #[inline(always)]
    fn drop_apart(&mut self, slot: u32, met: Matches) -> usize {
        if met.undecided == 0 {
            return met.count;
        }
        drop_apart(self.slots, slot, &mut self.met[..met.count])
    }
    /// Lists the pairs of a box with the later boxes it meets, in ascending order.
    #[inline(always)]
    pub(crate) fn write_sorted(&mut self, slot: u32, met: Matches) {
        let count = self.drop_apart(slot, met);
        if count > 4 {
            sort_few(&mut self.met[..count]);
            return self.write_all(slot, count);
        }
        let Some(&first_four) = self.met.first_chunk() else {
            return;
        };
        let [a, b, c, d] = sort_four(count, first_four);
        if let Some(room) = self.list.room() {
            self.lanes.pairs(slot, &[a, b, c, d, 0, 0, 0, 0], room);
        }
        self.list.count += count;
    }
    /// Lists the pairs of a box with those it meets, in any order.
    #[inline]
    pub(crate) fn write(&mut self, slot: u32, met: Matches) {
        let count = self.drop_apart(slot, met);
        self.write_all(slot, count);
    }
    #[inline(always)]
    fn write_all(&mut self, slot: u32, count: usize) {
        let mut first = 0;
        // The first eight are always written: whether there are any is unpredictable.
        loop {
            if let (Some(ids), Some(room)) = (some(&self.met, first), self.list.room()) {
                self.lanes.pairs(slot, ids, room);
            }
            self.list.count += count.saturating_sub(first).min(8);
            first += 8;
            if first >= count {
                return;
            }
        }
    }
}

/// Moves the boxes that a box does meet to the front and returns how many they are.
#[cold]
#[inline(never)]
fn drop_apart<V: Vector>(slots: &[Aabb<V>], slot: u32, met: &mut [u32]) -> usize {
    let (aabb, mut count) = (&slots[slot as usize], 0);
    for k in 0..met.len() {
        let id = met[k];
        met[count] = id;
        count += usize::from(slots[id as usize].overlaps(aabb));
    }
    count
}

#[cold]
#[inline(never)]
fn grow(met: &mut Vec<u32>, more: usize) {
    met.resize(met.len() * 3 / 2 + more + 64, 0);
}

/// `N` items from one on.
#[inline]
fn some<T, const N: usize>(list: &[T], first: usize) -> Option<&[T; N]> {
    list.get(first..first.wrapping_add(N))?.try_into().ok()
}

#[inline]
fn some_mut<const N: usize>(list: &mut [u32], first: usize) -> Option<&mut [u32; N]> {
    list.get_mut(first..first.wrapping_add(N))?.try_into().ok()
}
