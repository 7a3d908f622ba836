//! Which entries of a list of pairs a slot is in. For the sorted part of the list: offsets, found by
//! counting. For the appended part: a chain per slot.
//!
//! All offsets of a slot lie together in memory. They are read for slots from all over the table, and each
//! read of another place is likely to miss the cache.

use alloc::vec::Vec;
use core::ops::Range;

use crate::index::SlotPair;
use crate::scene::store::bytes;
use crate::simd::prefetch;

/// No entry.
pub(in crate::scene) const NONE: u32 = u32::MAX;

/// For each slot, its entries in a list of pairs whose first part is sorted.
#[derive(Debug, Default)]
pub(in crate::scene) struct Adjacency {
    /// One more than there are slots: the last one is an end only.
    slots: Vec<SlotEntries>,
    /// The entries in which each slot is the second.
    second: Vec<u32>,
}

/// Where the entries of a slot begin. They end where those of the next slot begin.
#[derive(Clone, Copy, Debug)]
struct SlotEntries {
    /// The first of the sorted entries in which the slot is the first.
    first: u32,
    /// The place in `second` of the entries in which the slot is the second.
    second: u32,
    /// The last appended entry that has the slot.
    last: u32,
}

impl SlotEntries {
    const NOTHING: Self = Self {
        first: 0,
        second: 0,
        last: NONE,
    };
}

impl Adjacency {
    /// Rebuilds the table for a sorted list over this many slots, with no appended entries.
    pub(in crate::scene) fn build(&mut self, pairs: &[SlotPair], slots: usize) {
        self.slots.clear();
        self.slots.resize(slots + 1, SlotEntries::NOTHING);
        for &[a, b] in pairs {
            self.slots[a as usize + 1].first += 1;
            self.slots[b as usize + 1].second += 1;
        }
        let (mut first, mut second) = (0, 0);
        for slot in &mut self.slots {
            first += slot.first;
            second += slot.second;
            (slot.first, slot.second) = (first, second);
        }
        self.second.resize(pairs.len(), 0);
        for (entry, pair) in (0..).zip(pairs) {
            let next = &mut self.slots[pair[1] as usize].second;
            self.second[*next as usize] = entry;
            *next += 1;
        }
        // Each beginning has moved on to where the next one was: shift them back.
        let mut begin = 0;
        for slot in &mut self.slots {
            begin = core::mem::replace(&mut slot.second, begin);
        }
    }
    /// Adds slots, without entries, up to this many.
    pub(in crate::scene) fn grow(&mut self, slots: usize) {
        if let Some(&end) = self.slots.last() {
            self.slots.resize(self.slots.len().max(slots + 1), end);
        }
    }
    /// The sorted entries in which a slot is the first.
    #[inline]
    pub(in crate::scene) fn as_first(&self, slot: u32) -> Range<u32> {
        let [this, next] = self.ends(slot);
        this.first..next.first
    }
    /// The sorted entries in which a slot is the second.
    #[inline]
    pub(in crate::scene) fn as_second(&self, slot: u32) -> &[u32] {
        let [this, next] = self.ends(slot);
        &self.second[this.second as usize..next.second as usize]
    }
    /// The last appended entry that has a slot, or [`NONE`].
    #[inline]
    pub(in crate::scene) fn last(&self, slot: u32) -> u32 {
        self.ends(slot)[0].last
    }
    pub(in crate::scene) fn set_last(&mut self, slot: u32, entry: u32) {
        self.slots[slot as usize].last = entry;
    }
    /// Prefetches the offsets of a slot.
    #[inline]
    pub(in crate::scene) fn prefetch(&self, slot: u32) {
        prefetch(&self.slots, slot as usize);
    }
    /// Prefetches the entries in which a slot is the second; its offsets must be in the cache.
    #[inline]
    pub(in crate::scene) fn prefetch_second(&self, slot: u32) {
        let [this, _] = self.ends(slot);
        prefetch(&self.second, this.second as usize);
    }
    /// The offsets of a slot and of the next one; no entries for a slot beyond the end.
    #[inline]
    fn ends(&self, slot: u32) -> [SlotEntries; 2] {
        let both = self.slots.get(slot as usize..slot as usize + 2);
        both.and_then(|both| both.try_into().ok())
            .unwrap_or([SlotEntries::NOTHING; 2])
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        bytes(&self.slots) + bytes(&self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_from_both_sides() {
        let pairs = [[0, 2], [0, 3], [1, 2], [2, 3]];
        let mut adjacency = Adjacency::default();
        adjacency.build(&[[0, 1]], 2);
        adjacency.build(&pairs, 5);
        for slot in 0..7 {
            for (entry, pair) in (0..).zip(pairs) {
                assert_eq!(adjacency.as_first(slot).contains(&entry), pair[0] == slot);
                assert_eq!(adjacency.as_second(slot).contains(&entry), pair[1] == slot);
            }
        }
    }
}
