//! Which pairs of a sorted list an object is in: two tables of offsets, made by counting.

use alloc::vec::Vec;
use core::ops::Range;

use super::store::bytes;
use crate::index::SlotPair;
use crate::simd::prefetch;

/// For each slot, its entries in a list of pairs sorted in ascending order.
#[derive(Debug, Default)]
pub(super) struct Adjacency {
    /// Where the entries begin in which each slot is the first; one more at the end.
    firsts: Vec<u32>,
    /// The same for `second`, which lists the entries in which each slot is the second.
    seconds: Vec<u32>,
    second: Vec<u32>,
}

impl Adjacency {
    /// Of another list, over this many slots.
    pub(super) fn build(&mut self, pairs: &[SlotPair], slots: usize) {
        begin(&mut self.firsts, pairs.iter().map(|pair| pair[0]), slots);
        begin(&mut self.seconds, pairs.iter().map(|pair| pair[1]), slots);
        self.second.resize(pairs.len(), 0);
        for (entry, pair) in (0..).zip(pairs) {
            let next = &mut self.seconds[pair[1] as usize];
            self.second[*next as usize] = entry;
            *next += 1;
        }
        // Each beginning has moved on to where the next one was.
        self.seconds.copy_within(0..slots, 1);
        self.seconds[0] = 0;
    }
    /// The entries in which a slot is the first.
    pub(super) fn as_first(&self, slot: u32) -> Range<u32> {
        range(&self.firsts, slot)
    }
    /// The entries in which a slot is the second.
    pub(super) fn as_second(&self, slot: u32) -> &[u32] {
        let range = range(&self.seconds, slot);
        &self.second[range.start as usize..range.end as usize]
    }
    /// Has the offsets of a slot on their way into the cache;
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: u32) {
        prefetch(&self.firsts, slot as usize);
        prefetch(&self.seconds, slot as usize);
    }
    /// and, once these are there, the entries in which it is the second.
    #[inline(always)]
    pub(super) fn prefetch_second(&self, slot: u32) {
        let start = self.seconds.get(slot as usize);
        prefetch(&self.second, start.map_or(0, |&start| start as usize));
    }
    pub(super) fn bytes(&self) -> usize {
        bytes(&self.firsts) + bytes(&self.seconds) + bytes(&self.second)
    }
}

/// Where the entries of each slot begin when they are put in order of slots.
fn begin(offsets: &mut Vec<u32>, slots_of_entries: impl Iterator<Item = u32>, slots: usize) {
    offsets.clear();
    offsets.resize(slots + 1, 0);
    for slot in slots_of_entries {
        offsets[slot as usize + 1] += 1;
    }
    let mut end = 0;
    for offset in offsets {
        end += *offset;
        *offset = end;
    }
}

/// The entries of a slot; none for slots that came after the tables were made.
fn range(offsets: &[u32], slot: u32) -> Range<u32> {
    match offsets.get(slot as usize..slot as usize + 2) {
        Some(&[start, end]) => start..end,
        _ => 0..0,
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
