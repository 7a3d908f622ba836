//! The counting sort: counts the boxes of each cell, and writes each box to its place.

use alloc::vec::Vec;

use super::{NOWHERE, SortedCells, level_and_steps};
use crate::index::Boxes;
use crate::index::cells::level::{Level, Steps};
use crate::index::pair_list::heap;
use crate::math::{Aabb, Vector};
use crate::simd::{Job, Lanes};

/// How many entries more may be read or written beyond the last one.
pub(crate) const ROOM: usize = 16;

/// Boxes in steps, by column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// x and y, as [`Steps::plane`].
    pub(crate) planes: Vec<u64>,
    /// z, as [`Steps::depth`]; empty in 2D.
    pub(crate) depths: Vec<u32>,
    /// The number of the cell. Entries have it only where cells share places.
    pub(crate) numbers: Vec<u32>,
}

impl Columns {
    pub(crate) fn resize(&mut self, dimension: usize, count: usize, numbered: bool) {
        self.planes.resize(count, NOWHERE);
        self.depths.resize(if dimension == 3 { count } else { 0 }, 0);
        self.numbers.resize(if numbered { count } else { 0 }, 0);
    }
    #[inline]
    pub(crate) fn all_mut(&mut self) -> ColumnsMut<'_> {
        ColumnsMut {
            planes: &mut self.planes,
            depths: &mut self.depths,
            numbers: &mut self.numbers,
        }
    }
    pub(crate) fn bytes(&self) -> usize {
        heap(&self.planes) + heap(&self.depths) + heap(&self.numbers)
    }
}

/// A range of them, to be written.
pub(crate) struct ColumnsMut<'a> {
    planes: &'a mut [u64],
    depths: &'a mut [u32],
    numbers: &'a mut [u32],
}

impl<'a> ColumnsMut<'a> {
    /// The first `count`, and the others; columns that are empty stay empty.
    #[cfg(feature = "rayon")]
    pub(crate) fn split_at(self, count: usize) -> (Self, Self) {
        let (planes, planes_after) = self.planes.split_at_mut(count);
        let (depths, depths_after) = self.depths.split_at_mut(count.min(self.depths.len()));
        let (numbers, numbers_after) = self.numbers.split_at_mut(count.min(self.numbers.len()));
        let after = Self {
            planes: planes_after,
            depths: depths_after,
            numbers: numbers_after,
        };
        let before = Self {
            planes,
            depths,
            numbers,
        };
        (before, after)
    }
    #[inline(always)]
    fn put(&mut self, at: usize, plane: u64, depth: Option<u32>, number: u32) {
        self.planes[at] = plane;
        if let Some(depth) = depth {
            self.depths[at] = depth;
        }
        if let Some(place) = self.numbers.get_mut(at) {
            *place = number;
        }
    }
}

/// Finds the cells of the boxes in some slots; `level_of` is empty where there is one level.
///
/// `note` is called with the number of each box and its level and place in that level's table; with `None`
/// where the box is too large for any level.
#[inline]
pub(crate) fn find<V: Vector>(
    levels: &[Level],
    boxes: &[Aabb<V>],
    columns: ColumnsMut<'_>,
    level_of: &mut [u8],
    note: impl FnMut(usize, Option<(usize, u32)>),
) {
    match levels {
        // Asked once, not for every box.
        [level] => find_each(core::slice::from_ref(level), boxes, columns, &mut [], note),
        _ => find_each(levels, boxes, columns, level_of, note),
    }
}

#[inline(always)]
fn find_each<V: Vector>(
    levels: &[Level],
    boxes: &[Aabb<V>],
    mut columns: ColumnsMut<'_>,
    level_of: &mut [u8],
    mut note: impl FnMut(usize, Option<(usize, u32)>),
) {
    for (i, aabb) in boxes.iter().enumerate() {
        // Free slots have boxes of NaN.
        let is_here = aabb.min.get(0) <= aabb.max.get(0);
        let Some((l, steps)) = level_and_steps(levels, aabb).filter(|_| is_here) else {
            columns.planes[i] = NOWHERE;
            if is_here {
                note(i, None);
            }
            continue;
        };
        let number = levels[l].cell(&steps);
        put_steps::<V>(&mut columns, i, &steps, number);
        if let Some(level) = level_of.get_mut(i) {
            *level = l as u8;
        }
        note(i, Some((l, number & levels[l].mask)));
    }
}

#[inline]
fn put_steps<V: Vector>(columns: &mut ColumnsMut<'_>, at: usize, steps: &Steps, number: u32) {
    let depth = (V::DIM == 3).then(|| steps.depth());
    columns.put(at, steps.plane(), depth, number);
}

impl SortedCells {
    /// Makes room for the boxes of so many slots.
    pub(super) fn make_slots(&mut self, dimension: usize, slots: usize) {
        self.slots.resize(dimension, slots, true);
        self.level_of
            .resize(if self.levels.len() > 1 { slots } else { 0 }, 0);
        self.starts.clear();
        self.starts.resize(self.cells() + 2, 0);
        self.large.clear();
    }
    /// Makes room for so many entries, and for what may be read beyond the last one.
    pub(super) fn make_entries(&mut self, dimension: usize, count: usize) {
        let numbered = self.levels.iter().any(|level| level.is_shared);
        self.entries.resize(dimension, count + ROOM, numbered);
        self.ids.resize(count + ROOM, 0);
    }
    /// The place in the table of a slot's cell.
    #[inline]
    pub(crate) fn place(&self, slot: usize) -> Option<u32> {
        let l = self.level_of(slot);
        (self.slots.planes[slot] != NOWHERE)
            .then(|| self.bases[l] + (self.slots.numbers[slot] & self.levels[l].mask))
    }
    /// Replaces the counts by where each cell begins; returns the total.
    fn add_up(&mut self) -> usize {
        let (mut sum, mut crowding) = (0, 0);
        for start in &mut self.starts[1..] {
            crowding += u64::from(*start) * u64::from(*start);
            sum += core::mem::replace(start, sum);
        }
        self.crowding = crowding;
        sum as usize
    }
    #[inline(always)]
    fn put_in_place<V: Vector>(&mut self) {
        let mut starts = core::mem::take(&mut self.starts);
        let (mut entries, mut ids) = (core::mem::take(&mut self.entries), core::mem::take(&mut self.ids));
        let (ends, columns, into) = (&mut starts[1..], entries.all_mut(), &mut ids[..]);
        match &self.levels[..] {
            // Asked once, not for every box.
            [level] => self.put_each::<V>(
                #[inline(always)]
                |slot| self.slots.numbers[slot] & level.mask,
                (ends, columns, into),
            ),
            _ => self.put_each::<V>(
                #[inline(always)]
                |slot| self.place(slot).unwrap_or(0),
                (ends, columns, into),
            ),
        }
        (self.starts, self.entries, self.ids) = (starts, entries, ids);
    }
    #[inline(always)]
    fn put_each<V: Vector>(
        &self,
        place: impl Fn(usize) -> u32,
        (ends, mut columns, ids): (&mut [u32], ColumnsMut<'_>, &mut [u32]),
    ) {
        for slot in 0..self.slots.planes.len() {
            if self.slots.planes[slot] != NOWHERE {
                let at = &mut ends[place(slot) as usize];
                let entry = *at as usize;
                *at += 1;
                self.put_entry::<V>(slot, entry, &mut columns, ids);
            }
        }
    }
    /// Writes the entry of a slot.
    #[inline(always)]
    pub(super) fn put_entry<V: Vector>(
        &self,
        slot: usize,
        entry: usize,
        columns: &mut ColumnsMut<'_>,
        ids: &mut [u32],
    ) {
        let depth = (V::DIM == 3).then(|| self.slots.depths[slot]);
        columns.put(entry, self.slots.planes[slot], depth, self.slots.numbers[slot]);
        ids[entry] = slot as u32;
    }
}

/// Sorts a whole table, on one thread.
pub(super) struct SortCells<'a, V> {
    pub(crate) cells: &'a mut SortedCells,
    pub(crate) boxes: &'a Boxes<V>,
}

impl<V: Vector> Job for SortCells<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let (cells, slots) = (self.cells, self.boxes.slots());
        cells.make_slots(V::DIM, slots.len());
        let (columns, level_of) = (cells.slots.all_mut(), &mut cells.level_of[..]);
        let (bases, large) = (&cells.bases, &mut cells.large);
        let counts = &mut cells.starts[1..];
        find(
            &cells.levels,
            slots,
            columns,
            level_of,
            #[inline(always)]
            |i, place| match place {
                Some((l, place)) => counts[(bases[l] + place) as usize] += 1,
                None => large.push(i as u32),
            },
        );
        let count = cells.add_up();
        cells.make_entries(V::DIM, count);
        cells.put_in_place::<V>();
        cells.decide_who_looks(V::DIM);
    }
}
