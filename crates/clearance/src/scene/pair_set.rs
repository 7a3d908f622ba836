//! The pairs of a scene from step to step: what began, what goes on, what ended.
//!
//! After a *whole* step there are two sorted lists, of the pairs before and now, and events are read off both as one
//! merges them: nothing is computed that is not asked for. After a *small* step, in which few objects moved, neither list
//! is walked: the pairs of the objects that moved are found through an [`Adjacency`] of the last whole list, the *base*;
//! those that ended are crossed out there, new ones are appended. Once those would fill a quarter of the base, both are
//! merged into a new one, so that a small step costs in proportion to what moved, now and then a merge apart.

use alloc::vec::Vec;

use super::adjacency::Adjacency;
use super::pair_list::{Finding, PairList};
use super::store::bytes;
use crate::index::{Broken, SlotPair, key};
use crate::math::Vector;

/// Stands for no entry.
const NONE: u32 = u32::MAX;

/// The pairs of one kind, contacts or those of sensors. An *entry* is the number of a pair in `now`.
#[derive(Debug)]
pub(super) struct PairSet<V: Vector> {
    /// Sorted up to `base`; what was appended since follows.
    pub(super) now: PairList<V>,
    base: usize,
    /// After a whole step the pairs before it; otherwise scratch.
    pub(super) before: PairList<V>,
    pub(super) last: Step,
    /// Of a small step, in ascending order.
    pub(super) began: Vec<SlotPair>,
    pub(super) ended: Vec<SlotPair>,
    adjacency: Adjacency,
    /// For each slot, the last entry that was appended and has it; and for each of those, the ones before.
    heads: Vec<u32>,
    nexts: Vec<[u32; 2]>,
    /// The appended entries in the order of their pairs.
    appended: Vec<Keyed>,
    /// A bit for each entry, whether it is crossed out; empty when none is.
    crossed: Vec<u64>,
    /// How many are.
    crossed_out: usize,
    /// Scratch: the pairs before of what moved.
    old: Vec<Keyed>,
}

/// A pair and its entry.
pub(super) type Keyed = (SlotPair, u32);

/// What the last step was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Whole,
    Small,
}

impl<V: Vector> Default for PairSet<V> {
    fn default() -> Self {
        Self {
            now: PairList::default(),
            base: 0,
            before: PairList::default(),
            last: Step::Whole,
            began: Vec::new(),
            ended: Vec::new(),
            adjacency: Adjacency::default(),
            heads: Vec::new(),
            nexts: Vec::new(),
            appended: Vec::new(),
            crossed: Vec::new(),
            crossed_out: 0,
            old: Vec::new(),
        }
    }
}

impl<V: Vector> PairSet<V> {
    /// How many pairs there are now.
    pub(super) fn len(&self) -> usize {
        self.now.pairs.len() - self.crossed_out
    }
    /// The entries that are not crossed out, in ascending order of their pairs.
    pub(super) fn entries(&self) -> Entries<'_, V> {
        Entries {
            set: self,
            base: 0,
            appended: 0,
        }
    }
    #[inline(always)]
    fn is_crossed(&self, entry: u32) -> bool {
        let bits = self.crossed.get(entry as usize / 64);
        bits.is_some_and(|bits| bits >> (entry % 64) & 1 == 1)
    }
    fn cross_out(&mut self, entry: u32) {
        let word = entry as usize / 64;
        if self.crossed.len() <= word {
            self.crossed.resize(word + 1, 0);
        }
        self.crossed[word] |= 1 << (entry % 64);
        self.crossed_out += 1;
    }
    /// Room for pairs with their entries.
    pub(super) fn keyed(&mut self) -> &mut Vec<Keyed> {
        &mut self.old
    }
    /// Makes `now` one sorted list with nothing crossed out.
    pub(super) fn settle(&mut self) {
        if self.last == Step::Whole {
            return;
        }
        let mut merged = core::mem::take(&mut self.before);
        merged.clear();
        self.entries()
            .for_each(|entry| merged.push_from(&self.now, entry as usize));
        self.before = core::mem::replace(&mut self.now, merged);
        self.forget_changes();
        self.last = Step::Whole;
    }
    fn forget_changes(&mut self) {
        self.base = self.now.pairs.len();
        self.appended.clear();
        self.nexts.clear();
        self.crossed.clear();
        self.crossed_out = 0;
        self.began.clear();
        self.ended.clear();
    }
    /// Begins a whole step: what is now becomes what was before, and `now` is empty, to be filled in ascending order.
    pub(super) fn begin_whole(&mut self) {
        self.settle();
        core::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        self.forget_changes();
    }
    /// Ends a whole step.
    pub(super) fn end_whole(&mut self) {
        self.base = self.now.pairs.len();
    }
    /// A small step: the pairs that these slots are in now, in ascending order, in place of those they were in before.
    pub(super) fn small_step<'a>(
        &mut self,
        changed: &[u32],
        slots: usize,
        found: impl Iterator<Item = (SlotPair, &'a Finding<V>)>,
    ) {
        self.make_adjacent(slots);
        self.gather_old(changed);
        let old = core::mem::take(&mut self.old);
        let mut olds = old.iter().peekable();
        for (pair, finding) in found {
            while let Some((_, entry)) = olds.next_if(|(other, _)| key(*other) < key(pair)) {
                self.end(*entry);
            }
            match olds.next_if(|(other, _)| *other == pair) {
                Some((_, entry)) => self.now.facts.set(*entry as usize, finding),
                None => self.begin(pair, finding),
            }
        }
        olds.for_each(|(_, entry)| self.end(*entry));
        self.old = old;
        self.sort_appended();
    }
    /// Has the adjacency of a base from which little has changed.
    fn make_adjacent(&mut self, slots: usize) {
        let changes = self.now.pairs.len() - self.base;
        if self.last == Step::Small && changes > 256 + self.base / 4 {
            self.settle();
        }
        if self.last == Step::Whole {
            self.forget_changes();
            self.adjacency.build(&self.now.pairs, slots);
            self.heads.clear();
            self.last = Step::Small;
        }
        self.heads.resize(slots.max(self.heads.len()), NONE);
        self.began.clear();
        self.ended.clear();
    }
    /// The entries of these slots, sorted, each once.
    fn gather_old(&mut self, changed: &[u32]) {
        let mut old = core::mem::take(&mut self.old);
        old.clear();
        for &slot in changed {
            self.for_each_of(slot, |entry| old.push((self.now.pairs[entry as usize], entry)));
        }
        // An entry has one pair.
        old.sort_unstable_by_key(|(pair, _)| key(*pair));
        old.dedup();
        self.old = old;
    }
    /// Calls `visit` with the entries that have this slot and are not crossed out; after a small step only.
    fn for_each_of(&self, slot: u32, mut visit: impl FnMut(u32)) {
        let mut visit = |entry| {
            if !self.is_crossed(entry) {
                visit(entry);
            }
        };
        self.adjacency.as_first(slot).for_each(&mut visit);
        self.adjacency
            .as_second(slot)
            .iter()
            .copied()
            .for_each(&mut visit);
        let mut entry = self.heads.get(slot as usize).copied().unwrap_or(NONE);
        while entry != NONE {
            visit(entry);
            let side = usize::from(self.now.pairs[entry as usize][0] != slot);
            entry = self.nexts[entry as usize - self.base][side];
        }
    }
    fn end(&mut self, entry: u32) {
        self.cross_out(entry);
        self.ended.push(self.now.pairs[entry as usize]);
    }
    fn begin(&mut self, pair: SlotPair, finding: &Finding<V>) {
        let entry = self.now.pairs.len() as u32;
        self.now.push(pair, finding);
        self.nexts.push(pair.map(|slot| self.heads[slot as usize]));
        for slot in pair {
            self.heads[slot as usize] = entry;
        }
        self.began.push(pair);
    }
    /// Merges the entries that have just been appended among those that were before, from the back; the crossed out ones
    /// stay until the next base.
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
    pub(super) fn bytes(&self) -> usize {
        self.now.bytes()
            + self.before.bytes()
            + self.adjacency.bytes()
            + bytes(&self.began)
            + bytes(&self.ended)
            + bytes(&self.heads)
            + bytes(&self.nexts)
            + bytes(&self.appended)
            + bytes(&self.crossed)
            + bytes(&self.old)
    }
    pub(super) fn validate(&self) -> Result<(), Broken> {
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

/// Merges the base with what was appended, in ascending order of pairs.
#[derive(Debug)]
pub(super) struct Entries<'a, V: Vector> {
    set: &'a PairSet<V>,
    base: usize,
    appended: usize,
}

impl<V: Vector> Clone for Entries<'_, V> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<V: Vector> Iterator for Entries<'_, V> {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let set = self.set;
        loop {
            let base = set.now.pairs[..set.base].get(self.base);
            let entry = match (base, set.appended.get(self.appended)) {
                (Some(pair), Some((other, _))) if key(*pair) < key(*other) => self.base as u32,
                (_, Some((_, entry))) => {
                    self.appended += 1;
                    if !set.is_crossed(*entry) {
                        return Some(*entry);
                    }
                    continue;
                }
                (Some(_), None) => self.base as u32,
                (None, None) => return None,
            };
            self.base += 1;
            if !set.is_crossed(entry) {
                return Some(entry);
            }
        }
    }
}
