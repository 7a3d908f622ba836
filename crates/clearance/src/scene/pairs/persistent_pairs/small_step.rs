//! A step in which few objects changed: only their pairs are looked up.

use super::entries::{has_bit, set_bit};
use super::{PersistentPairs, StepKind};
use crate::index::{SlotPair, key};
use crate::math::Vector;
use crate::scene::pairs::adjacency::NONE;
use crate::scene::pairs::pair_list::PairList;
use crate::simd::{AHEAD, prefetch};

impl<V: Vector> PersistentPairs<V> {
    /// A small step: `found` has the pairs that the changed slots are in now, in any order. They replace the
    /// pairs that these slots were in before.
    pub(in crate::scene) fn small_step(&mut self, changed: &[u32], slots: usize, found: &PairList<V>) {
        self.prepare_small_step(slots);
        let first_new = self.now.pairs.len() as u32;
        let mut kept = core::mem::take(&mut self.kept_entries);
        let mut new = core::mem::take(&mut self.new_pairs);
        for (i, &pair) in found.pairs.iter().enumerate() {
            self.prefetch_next(&found.pairs[i..]);
            match self.entry_of(pair) {
                Some(entry) => {
                    self.now.details.set_from(entry as usize, &found.details, i);
                    set_bit(&mut self.is_kept, entry);
                    kept.push(entry);
                }
                None => new.push((pair, i as u32)),
            }
        }
        new.sort_unstable_by_key(|(pair, _)| key(*pair));
        for (_, i) in new.drain(..) {
            self.begin(found, i as usize);
        }
        self.new_pairs = new;
        self.end_others(changed, first_new);
        for entry in kept.drain(..) {
            self.is_kept[entry as usize / 64] = 0;
        }
        self.kept_entries = kept;
        self.sort_appended();
    }
    /// Makes the adjacency of a base from which little has changed.
    fn prepare_small_step(&mut self, slots: usize) {
        let changes = self.now.pairs.len() - self.base;
        if self.last == StepKind::Small && changes > 256 + self.base / 8 {
            self.compact();
        }
        if self.last == StepKind::Whole {
            self.reset_changes();
            self.adjacency.build(&self.now.pairs, slots);
            self.last = StepKind::Small;
        }
        self.adjacency.grow(slots);
        self.began.clear();
        self.ended.clear();
    }
    /// Prefetches what finding the entries of the next pairs needs.
    #[inline]
    fn prefetch_next(&self, pairs: &[SlotPair]) {
        if let Some(&[a, b]) = pairs.get(2 * AHEAD) {
            self.adjacency.prefetch(a);
            self.adjacency.prefetch(b);
        }
        if let Some(&[a, _]) = pairs.get(AHEAD) {
            prefetch(&self.now.pairs, self.adjacency.as_first(a).start as usize);
        }
    }
    /// The entry of a pair, unless it is deleted.
    pub(in crate::scene) fn entry_of(&self, pair: SlotPair) -> Option<u32> {
        let of_first = self.adjacency.as_first(pair[0]);
        let base = &self.now.pairs[of_first.start as usize..of_first.end as usize];
        if let Ok(i) = base.binary_search_by_key(&pair[1], |other| other[1]) {
            let entry = of_first.start + i as u32;
            if !has_bit(&self.deleted, entry) {
                return Some(entry);
            }
        }
        // An appended entry is in the chains of both slots, so the search ends with the shorter chain.
        let mut entries = pair.map(|slot| self.adjacency.last(slot));
        while entries[0] != NONE && entries[1] != NONE {
            for (entry, slot) in entries.iter_mut().zip(pair) {
                if self.now.pairs[*entry as usize] == pair && !has_bit(&self.deleted, *entry) {
                    return Some(*entry);
                }
                *entry = self.previous_entry(*entry, slot);
            }
        }
        None
    }
    /// Appends the pair of another list's entry.
    fn begin(&mut self, found: &PairList<V>, i: usize) {
        let (pair, entry) = (found.pairs[i], self.now.pairs.len() as u32);
        self.now.push_from(found, i);
        self.previous_links
            .push(pair.map(|slot| self.adjacency.last(slot)));
        for slot in pair {
            self.adjacency.set_last(slot, entry);
        }
        self.began.push(pair);
    }
    /// Ends the entries of these slots that are neither kept nor new.
    fn end_others(&mut self, changed: &[u32], first_new: u32) {
        let mut ended = core::mem::take(&mut self.ended_entries);
        for (i, &slot) in changed.iter().enumerate() {
            if let Some(&next) = changed.get(i + 2 * AHEAD) {
                self.adjacency.prefetch(next);
            }
            if let Some(&next) = changed.get(i + AHEAD) {
                self.adjacency.prefetch_second(next);
            }
            self.for_each_of(slot, |entry| {
                if entry < first_new && !has_bit(&self.is_kept, entry) {
                    ended.push(entry);
                }
            });
        }
        for entry in ended.drain(..) {
            // Where both objects of a pair have changed, its entry is listed twice.
            if !has_bit(&self.deleted, entry) {
                set_bit(&mut self.deleted, entry);
                self.deleted_count += 1;
                self.ended.push(self.now.pairs[entry as usize]);
            }
        }
        self.ended.sort_unstable_by_key(|&pair| key(pair));
        self.ended_entries = ended;
    }
    /// Merges the entries that this step appended with those that were appended before, from the back;
    /// deleted ones stay until the next base.
    fn sort_appended(&mut self) {
        let first_new = self.now.pairs.len() - self.began.len();
        let (mut old, mut new) = (self.appended.len(), self.began.len());
        self.appended.resize(old + new, ([NONE; 2], NONE));
        while new > 0 {
            let pair = self.began[new - 1];
            let to = old + new - 1;
            if old > 0 && key(self.appended[old - 1].0) > key(pair) {
                self.appended[to] = self.appended[old - 1];
                old -= 1;
            } else {
                self.appended[to] = (pair, (first_new + new - 1) as u32);
                new -= 1;
            }
        }
    }
}
