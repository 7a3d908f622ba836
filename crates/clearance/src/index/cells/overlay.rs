//! The overlay: boxes that changed since the others were sorted, in linked lists by hashed cell. To add, move
//! or remove a box takes one step.
//!
//! Source: Teschner et al., "Optimized spatial hashing for collision detection of deformable objects" (2003),
//! with a level for each size (Ericson, Real-Time Collision Detection, 7.2.1). A box is in one cell, that of
//! its smallest corner. A query looks in all cells of all levels in which a box can be that reaches it: four
//! cells in the plane, eight in space, for a query of the size of the level.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::level::Level;
use super::sorted::level_and_steps;
use crate::index::error::ensure;
use crate::index::interface::Flow;
use crate::index::pair_list::heap;
use crate::index::{Boxes, Broken, Visit};
use crate::math::{Aabb, Vector};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// The bucket that a slot is in: its level, and the index of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bucket {
    level: u8,
    index: u32,
}

/// In no bucket.
const NOWHERE: Bucket = Bucket {
    level: u8::MAX,
    index: NONE,
};

/// Boxes by hashed cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    /// The first slot of each bucket's list.
    first_slots: Vec<u32>,
    /// The next slot in the list, for each slot.
    next: Vec<u32>,
    buckets: Vec<Bucket>,
    /// How many boxes each level has.
    counts: Vec<u32>,
    /// Boxes too large for any level.
    large: Vec<u32>,
    /// A bit for each slot that has changed since all were sorted.
    stale: Vec<u64>,
    count: usize,
}

impl Overlay {
    /// How many slots have changed since all were sorted.
    pub(crate) fn len(&self) -> usize {
        self.count
    }
    /// Whether a slot has changed since all were sorted.
    #[inline]
    pub(super) fn is_stale(&self, slot: u32) -> bool {
        let bits = self.stale.get(slot as usize / 64);
        bits.is_some_and(|bits| bits >> (slot % 64) & 1 == 1)
    }
    /// Empties the overlay, after all boxes were sorted.
    pub(crate) fn clear(&mut self) {
        if self.count > 0 {
            self.first_slots.fill(NONE);
            self.buckets.fill(NOWHERE);
            self.counts.fill(0);
            self.stale.fill(0);
            self.large.clear();
            self.count = 0;
        }
    }
    /// Brings one slot up to date with the table.
    pub(crate) fn change<V: Vector>(&mut self, levels: &[Level], boxes: &Boxes<V>, slot: u32) {
        self.make_room(levels.len(), boxes.slots().len());
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if self.stale[word] & bit == 0 {
            self.stale[word] |= bit;
            self.count += 1;
        } else {
            let bucket = boxes
                .get(slot)
                .map_or(NOWHERE, |aabb| self.bucket_of(levels, aabb));
            if bucket != NOWHERE && bucket == self.buckets[slot as usize] {
                return;
            }
            self.unlink(slot);
        }
        let Some(aabb) = boxes.get(slot) else { return };
        match self.bucket_of(levels, aabb) {
            NOWHERE => self.large.push(slot),
            bucket => self.link(slot, bucket),
        }
    }
    #[inline]
    fn bucket_of<V: Vector>(&self, levels: &[Level], aabb: &Aabb<V>) -> Bucket {
        level_and_steps(levels, aabb).map_or(NOWHERE, |(level, steps)| {
            self.bucket(level, levels[level].wide_cell(&steps))
        })
    }
    fn make_room(&mut self, levels: usize, slots: usize) {
        if self.buckets.len() < slots {
            self.buckets.resize(slots, NOWHERE);
            self.next.resize(slots, NONE);
            self.stale.resize(slots.div_ceil(64), 0);
        }
        if self.count == 0 {
            self.counts.clear();
            self.counts.resize(levels, 0);
            self.first_slots.clear();
            self.first_slots
                .resize((slots / 2).next_power_of_two().max(64), NONE);
        }
    }
    fn link(&mut self, slot: u32, bucket: Bucket) {
        self.buckets[slot as usize] = bucket;
        self.next[slot as usize] = core::mem::replace(&mut self.first_slots[bucket.index as usize], slot);
        self.counts[usize::from(bucket.level)] += 1;
    }
    fn unlink(&mut self, slot: u32) {
        let bucket = core::mem::replace(&mut self.buckets[slot as usize], NOWHERE);
        if bucket == NOWHERE {
            return self.large.retain(|&other| other != slot);
        }
        self.counts[usize::from(bucket.level)] -= 1;
        let after = self.next[slot as usize];
        let head = &mut self.first_slots[bucket.index as usize];
        if *head == slot {
            *head = after;
            return;
        }
        let mut before = *head;
        while before != NONE && self.next[before as usize] != slot {
            before = self.next[before as usize];
        }
        if before != NONE {
            self.next[before as usize] = after;
        }
    }
    #[inline]
    fn bucket(&self, level: usize, [x, y, z]: [u64; 3]) -> Bucket {
        // The multipliers of Teschner et al.; then only the high bits are used, on which all bits have an
        // effect.
        let mixed = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
        let mixed = (mixed ^ (level as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Bucket {
            level: level as u8,
            index: (mixed >> 32) as u32 & (self.first_slots.len() as u32).wrapping_sub(1),
        }
    }
    /// Calls `visit` with the slot of every box in the overlay that meets `query`.
    pub(crate) fn overlapping<V: Vector>(
        &self,
        levels: &[Level],
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: Visit<'_>,
    ) -> Flow {
        if self.count == 0 {
            return ControlFlow::Continue(());
        }
        let meets = |slot: u32| boxes.slots()[slot as usize].overlaps(query);
        self.large
            .iter()
            .filter(|&&slot| meets(slot))
            .try_for_each(|&slot| visit(slot))?;
        for (l, level) in levels.iter().enumerate() {
            if self.counts[l] == 0 {
                continue;
            }
            let [xs, ys, zs] = level.wide_cells(&level.steps(query), V::DIM);
            let cells = [xs, ys, zs].map(|[from, to]| (to - from + 1) as f64);
            // With so many cells it is faster to go through all boxes of the level.
            if cells.iter().product::<f64>() > self.buckets.len() as f64 / 8.0 + 8.0 {
                let in_level =
                    |&(_, bucket): &(u32, &Bucket)| *bucket != NOWHERE && usize::from(bucket.level) == l;
                let all = (0..).zip(&self.buckets).filter(in_level);
                all.filter(|(slot, _)| meets(*slot))
                    .try_for_each(|(slot, _)| visit(slot))?;
                continue;
            }
            for z in zs[0]..=zs[1] {
                for y in ys[0]..=ys[1] {
                    for x in xs[0]..=xs[1] {
                        self.visit_cell(level, l, boxes, query, [x, y, z], visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn visit_cell<V: Vector>(
        &self,
        level: &Level,
        l: usize,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        cell: [u64; 3],
        visit: Visit<'_>,
    ) -> Flow {
        let bucket = self.bucket(l, cell);
        let mut slot = self.first_slots[bucket.index as usize];
        while slot != NONE {
            let aabb = &boxes.slots()[slot as usize];
            // Several cells share a bucket. Which cell it is, is asked only of boxes that do overlap.
            if aabb.overlaps(query)
                && self.buckets[slot as usize] == bucket
                && level.wide_cell(&level.steps(aabb)) == cell
            {
                visit(slot)?;
            }
            slot = self.next[slot as usize];
        }
        ControlFlow::Continue(())
    }
    /// The slots of the boxes in the overlay, ascending.
    pub(crate) fn slots<'a, V: Vector>(&'a self, boxes: &'a Boxes<V>) -> impl Iterator<Item = u32> + 'a {
        let words = (0..).zip(&self.stale).filter(|(_, bits)| **bits != 0);
        let all = words.flat_map(|(word, bits)| {
            (0..64)
                .filter(move |k| bits >> k & 1 == 1)
                .map(move |k| word * 64 + k)
        });
        all.filter(|&slot| boxes.get(slot).is_some())
    }
    /// Checks that each changed box is in its list, once.
    pub(crate) fn validate<V: Vector>(&self, levels: &[Level], boxes: &Boxes<V>) -> Result<(), Broken> {
        let mut linked = 0;
        for (index, &head) in (0..).zip(&self.first_slots) {
            let mut slot = head;
            while slot != NONE {
                linked += 1;
                let own = boxes.get(slot).map(|aabb| self.bucket_of(levels, aabb));
                let is_here = own.is_some_and(|own| own.index == index && own == self.buckets[slot as usize]);
                ensure(is_here, "a changed box is not in its bucket")?;
                ensure(linked <= self.buckets.len(), "a bucket's list has no end")?;
                slot = self.next[slot as usize];
            }
        }
        let stale = boxes.iter().filter(|(slot, _)| self.is_stale(*slot)).count();
        ensure(
            linked + self.large.len() == stale,
            "a changed box is in no bucket",
        )
    }
    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        let words = [&self.first_slots, &self.next, &self.counts, &self.large];
        words.into_iter().map(heap).sum::<usize>() + heap(&self.buckets) + heap(&self.stale)
    }
}
