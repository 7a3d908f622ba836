//! The pairs of a scene from step to step: which began, go on and ended.
//!
//! After a *whole* step there are two sorted lists, the pairs before and now. Events are found by merging the
//! two, so nothing is computed that no caller asks for.
//!
//! After a *small* step, in which few objects changed, neither list is walked. The pairs of the changed
//! objects are found through an [`Adjacency`] of the last whole list, the *base*. Pairs that ended are marked
//! as deleted, new ones are appended. When the appended pairs would fill an eighth of the base, both are
//! merged into a new base. So a small step costs in proportion to what changed, except for a merge now and
//! then.

mod entries;
mod small_step;
mod whole_step;

use alloc::vec::Vec;

use super::adjacency::Adjacency;
use super::pair_list::{PairList, PairResult};
use crate::index::{Broken, SlotPair, key};
use crate::math::Vector;
use crate::scene::store::bytes;
use entries::{Entries, has_bit};

/// The pairs of one kind: contacts, or pairs with a sensor. An *entry* is the place of a pair in `now`.
#[derive(Debug, Default)]
pub(in crate::scene) struct PersistentPairs<V: Vector> {
    /// Sorted up to `base`; the pairs that were appended since then follow.
    pub(in crate::scene) now: PairList<V>,
    base: usize,
    /// After a whole step the pairs before it; otherwise scratch.
    pub(in crate::scene) before: PairList<V>,
    pub(in crate::scene) last: StepKind,
    /// The pairs that began in a small step, in ascending order.
    pub(in crate::scene) began: Vec<SlotPair>,
    /// The pairs that ended in a small step, in ascending order.
    pub(in crate::scene) ended: Vec<SlotPair>,
    adjacency: Adjacency,
    /// For each appended entry and each of its two slots, the slot's appended entry before it.
    previous_links: Vec<[u32; 2]>,
    /// The appended entries in the order of their pairs.
    appended: Vec<PairEntry>,
    /// A bit for each entry: whether it is deleted. Empty when none is.
    deleted: Vec<u64>,
    deleted_count: usize,
    /// Scratch of a small step: the pairs that begin, with their places in the list of what was found.
    new_pairs: Vec<PairEntry>,
    /// Scratch: the entries that go on.
    kept_entries: Vec<u32>,
    /// Scratch: a bit for each entry, whether it goes on.
    is_kept: Vec<u64>,
    /// Scratch: the entries that end.
    ended_entries: Vec<u32>,
}

/// A pair and its entry.
type PairEntry = (SlotPair, u32);

/// How the last step found the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::scene) enum StepKind {
    #[default]
    Whole,
    Small,
}

impl<V: Vector> PersistentPairs<V> {
    /// How many pairs there are now.
    pub(in crate::scene) fn len(&self) -> usize {
        self.now.pairs.len() - self.deleted_count
    }
    /// The entries that are not deleted, in ascending order of their pairs.
    pub(in crate::scene) fn entries(&self) -> Entries<'_, V> {
        Entries::new(self)
    }
    /// The entries of a slot, in ascending order of their pairs.
    pub(in crate::scene) fn entries_of(&self, slot: u32) -> Vec<u32> {
        let pairs = &self.now.pairs;
        let mut entries = Vec::new();
        if self.last == StepKind::Whole {
            let with_slot = (0..).zip(pairs).filter(|(_, pair)| pair.contains(&slot));
            entries.extend(with_slot.map(|(entry, _)| entry));
        } else {
            self.for_each_of(slot, |entry| entries.push(entry));
            entries.sort_unstable_by_key(|&entry| key(pairs[entry as usize]));
        }
        entries
    }
    /// Calls `visit` with the entries that have this slot and are not deleted; after a small step, or after
    /// [`index_by_slot`](Self::index_by_slot).
    pub(in crate::scene) fn for_each_of(&self, slot: u32, mut visit: impl FnMut(u32)) {
        let mut visit = |entry| {
            if !has_bit(&self.deleted, entry) {
                visit(entry);
            }
        };
        self.adjacency.as_first(slot).for_each(&mut visit);
        self.adjacency
            .as_second(slot)
            .iter()
            .for_each(|&entry| visit(entry));
        let mut entry = self.adjacency.last(slot);
        while entry != super::adjacency::NONE {
            visit(entry);
            entry = self.previous_entry(entry, slot);
        }
    }
    /// The appended entry of a slot before this one.
    fn previous_entry(&self, entry: u32, slot: u32) -> u32 {
        let side = usize::from(self.now.pairs[entry as usize][0] != slot);
        self.previous_links[entry as usize - self.base][side]
    }
    /// Has [`for_each_of`](Self::for_each_of) find the entries of each slot after a whole step, too.
    pub(in crate::scene) fn index_by_slot(&mut self, slots: usize) {
        if self.last == StepKind::Whole {
            self.adjacency.build(&self.now.pairs, slots);
        }
    }
    /// Makes `now` one sorted list without deleted entries.
    fn compact(&mut self) {
        if self.last == StepKind::Whole {
            return;
        }
        let mut merged = core::mem::take(&mut self.before);
        merged.clear();
        self.entries()
            .for_each(|entry| merged.push_from(&self.now, entry as usize));
        self.before = core::mem::replace(&mut self.now, merged);
        self.reset_changes();
        self.last = StepKind::Whole;
    }
    fn reset_changes(&mut self) {
        self.base = self.now.pairs.len();
        self.appended.clear();
        self.previous_links.clear();
        self.deleted.clear();
        self.deleted_count = 0;
        self.began.clear();
        self.ended.clear();
    }
    /// Gives all pairs new slots; no pair counts as begun or ended.
    pub(in crate::scene) fn renumber(&mut self, new_slots: &[u32]) {
        self.compact();
        // After compacting no entry is appended: the list is free to sort the pairs in.
        let mut renumbered = core::mem::take(&mut self.appended);
        renumbered.extend((0..).zip(&self.now.pairs).map(|(entry, pair)| {
            let [a, b] = pair.map(|slot| new_slots[slot as usize]);
            ([a.min(b), a.max(b)], entry)
        }));
        renumbered.sort_unstable_by_key(|(pair, _)| key(*pair));
        self.before.clear();
        for (pair, entry) in renumbered.drain(..) {
            self.before.details.push_from(&self.now.details, entry as usize);
            self.before.push(pair, &PairResult::Meets);
        }
        core::mem::swap(&mut self.now, &mut self.before);
        self.before.clear();
        self.before.pairs.extend_from_slice(&self.now.pairs);
        self.appended = renumbered;
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let entries = [&self.kept_entries, &self.ended_entries].map(bytes);
        let bits = [&self.deleted, &self.is_kept].map(bytes);
        let pairs = [&self.began, &self.ended].map(bytes);
        let with_entries = [&self.appended, &self.new_pairs].map(bytes);
        let lists = [entries, bits, pairs, with_entries]
            .concat()
            .iter()
            .sum::<usize>();
        lists + self.now.bytes() + self.before.bytes() + self.adjacency.bytes() + bytes(&self.previous_links)
    }
    pub(in crate::scene) fn validate(&self) -> Result<(), Broken> {
        let ascends = |pairs: &[SlotPair]| pairs.windows(2).all(|w| w[0] < w[1]);
        let pairs = &self.now.pairs;
        if !ascends(&pairs[..self.base]) || !ascends(&self.began) || !ascends(&self.ended) {
            return Err(Broken("a list of pairs is not in order"));
        }
        let sorted: Vec<_> = self.entries().map(|entry| pairs[entry as usize]).collect();
        if !ascends(&sorted) || sorted.len() != self.len() {
            return Err(Broken("the pairs that were appended are not in order"));
        }
        Ok(())
    }
}
