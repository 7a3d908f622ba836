//! The pairs of a scene from step to step: what began, what goes on, what ended.
//!
//! After a *whole* step there are two sorted lists, of the pairs before and now, and events are read off both
//! as one merges them: nothing is computed that is not asked for. After a *small* step, in which few objects
//! moved, neither list is walked: the pairs of the objects that moved are found through an [`Adjacency`] of
//! the last whole list, the *base*; those that ended are crossed out there, new ones are appended. Once those
//! would fill an eighth of the base, both are merged into a new one, so that a small step costs in proportion
//! to what moved, now and then a merge apart.

use alloc::vec::Vec;

use super::adjacency::{Adjacency, NONE};
use super::pair_list::PairList;
use crate::index::{Broken, SlotPair, key};
use crate::math::Vector;
use crate::scene::store::bytes;
use crate::simd::{AHEAD, prefetch};

/// The pairs of one kind, contacts or those of sensors. An *entry* is the number of a pair in `now`.
#[derive(Debug)]
pub(in crate::scene) struct PairSet<V: Vector> {
    /// Sorted up to `base`; what was appended since follows.
    pub(in crate::scene) now: PairList<V>,
    base: usize,
    /// After a whole step the pairs before it; otherwise scratch.
    pub(in crate::scene) before: PairList<V>,
    pub(in crate::scene) last: Step,
    /// Of a small step, in ascending order.
    pub(in crate::scene) began: Vec<SlotPair>,
    pub(in crate::scene) ended: Vec<SlotPair>,
    adjacency: Adjacency,
    /// For each entry that was appended, for either of its slots, the one before.
    nexts: Vec<[u32; 2]>,
    /// The appended entries in the order of their pairs.
    appended: Vec<Keyed>,
    /// A bit for each entry, whether it is crossed out; empty when none is.
    crossed: Vec<u64>,
    /// How many are.
    crossed_out: usize,
    /// Scratch: the pairs that begin, with where they were found; the entries of before that go on, with a
    /// bit for each entry whether it does, and those that ended.
    fresh: Vec<Keyed>,
    kept: Vec<u32>,
    is_kept: Vec<u64>,
    gone: Vec<u32>,
}

/// A pair and its entry.
pub(in crate::scene) type Keyed = (SlotPair, u32);

/// What the last step was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scene) enum Step {
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
            nexts: Vec::new(),
            appended: Vec::new(),
            crossed: Vec::new(),
            crossed_out: 0,
            fresh: Vec::new(),
            kept: Vec::new(),
            is_kept: Vec::new(),
            gone: Vec::new(),
        }
    }
}

impl<V: Vector> PairSet<V> {
    /// How many pairs there are now.
    pub(in crate::scene) fn len(&self) -> usize {
        self.now.pairs.len() - self.crossed_out
    }
    /// The entries that are not crossed out, in ascending order of their pairs.
    pub(in crate::scene) fn entries(&self) -> Entries<'_, V> {
        Entries {
            set: self,
            base: 0,
            appended: 0,
        }
    }
    /// The entries of a slot, in ascending order of their pairs.
    pub(in crate::scene) fn entries_of(&self, slot: u32) -> Vec<u32> {
        let pairs = &self.now.pairs;
        if self.last == Step::Whole {
            let all = (0..).zip(pairs);
            return all
                .filter(|(_, pair)| pair.contains(&slot))
                .map(|(entry, _)| entry)
                .collect();
        }
        let mut entries = Vec::new();
        self.for_each_of(slot, |entry| entries.push(entry));
        entries.sort_unstable_by_key(|&entry| key(pairs[entry as usize]));
        entries
    }
    /// Room for pairs with their entries.
    pub(in crate::scene) fn keyed(&mut self) -> &mut Vec<Keyed> {
        &mut self.appended
    }
    /// Makes `now` one sorted list with nothing crossed out.
    pub(in crate::scene) fn settle(&mut self) {
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
    /// Begins a whole step: what is now becomes what was before, and `now` is scrap, to be replaced.
    pub(in crate::scene) fn begin_whole(&mut self) {
        self.settle();
        core::mem::swap(&mut self.now, &mut self.before);
        self.forget_changes();
        let count = self.before.pairs.len();
        self.now.make_room(count + count / 16);
    }
    /// Ends a whole step.
    pub(in crate::scene) fn end_whole(&mut self) {
        if self.before.pairs.is_empty() {
            // The first list grew by doubling; the next ones are given room.
            self.now.trim();
        }
        self.base = self.now.pairs.len();
    }
    /// A whole step: those of before of which nothing has changed, and those that were found of what has.
    pub(in crate::scene) fn whole_step(
        &mut self,
        found: &PairList<V>,
        is_changed: impl Fn(SlotPair) -> bool,
    ) {
        self.begin_whole();
        if self.before.facts.is_empty() && found.facts.is_empty() {
            self.now.make_room(self.before.pairs.len() + found.pairs.len());
            let merged = &mut self.now.pairs;
            merge_pairs(&self.before.pairs, &found.pairs, is_changed, merged);
        } else {
            self.merge(found, is_changed);
        }
        self.end_whole();
    }
    fn merge(&mut self, found: &PairList<V>, is_changed: impl Fn(SlotPair) -> bool) {
        self.now.clear();
        let before = self.before.pairs.iter().copied().enumerate();
        let mut stayed = before.filter(|(_, pair)| !is_changed(*pair)).peekable();
        for (i, &pair) in found.pairs.iter().enumerate() {
            while let Some((entry, _)) = stayed.next_if(|(_, other)| key(*other) < key(pair)) {
                self.now.push_from(&self.before, entry);
            }
            self.now.push_from(found, i);
        }
        for (entry, _) in stayed {
            self.now.push_from(&self.before, entry);
        }
    }
    /// A small step: the pairs that these slots are in now, in any order, in place of those they were in
    /// before.
    pub(in crate::scene) fn small_step(&mut self, changed: &[u32], slots: usize, found: &PairList<V>) {
        self.make_adjacent(slots);
        let first_new = self.now.pairs.len() as u32;
        let (mut kept, mut fresh) = (core::mem::take(&mut self.kept), core::mem::take(&mut self.fresh));
        for (i, &pair) in found.pairs.iter().enumerate() {
            self.look_ahead(&found.pairs[i..]);
            match self.entry_of(pair) {
                Some(entry) => {
                    self.now.facts.set_from(entry as usize, &found.facts, i);
                    set_bit(&mut self.is_kept, entry);
                    kept.push(entry);
                }
                None => fresh.push((pair, i as u32)),
            }
        }
        fresh.sort_unstable_by_key(|(pair, _)| key(*pair));
        for (_, i) in fresh.drain(..) {
            self.begin(found, i as usize);
        }
        self.fresh = fresh;
        self.end_others(changed, first_new);
        for entry in kept.drain(..) {
            self.is_kept[entry as usize / 64] = 0;
        }
        self.kept = kept;
        self.sort_appended();
    }
    /// Has what finding the entries of the next pairs needs on its way into the cache.
    #[inline(always)]
    fn look_ahead(&self, pairs: &[SlotPair]) {
        if let Some(&[a, b]) = pairs.get(2 * AHEAD) {
            self.adjacency.prefetch(a);
            self.adjacency.prefetch(b);
        }
        if let Some(&[a, _]) = pairs.get(AHEAD) {
            prefetch(&self.now.pairs, self.adjacency.as_first(a).start as usize);
        }
    }
    /// The pairs before a whole step; none after a small one.
    pub(in crate::scene) fn of_before(&self) -> &[SlotPair] {
        match self.last {
            Step::Whole => &self.before.pairs,
            Step::Small => &[],
        }
    }
    /// Has the entries of each slot found by [`for_each_of`](Self::for_each_of) after a whole step, too.
    pub(in crate::scene) fn make_findable(&mut self, slots: usize) {
        if self.last == Step::Whole {
            self.adjacency.build(&self.now.pairs, slots);
        }
    }
    /// Ends those entries of these slots that are neither kept nor new.
    fn end_others(&mut self, changed: &[u32], first_new: u32) {
        let mut gone = core::mem::take(&mut self.gone);
        for (i, &slot) in changed.iter().enumerate() {
            if let Some(&next) = changed.get(i + 2 * AHEAD) {
                self.adjacency.prefetch(next);
            }
            if let Some(&next) = changed.get(i + AHEAD) {
                self.adjacency.prefetch_second(next);
            }
            self.for_each_of(slot, |entry| {
                if entry < first_new && !has_bit(&self.is_kept, entry) {
                    gone.push(entry);
                }
            });
        }
        for entry in gone.drain(..) {
            // Where both of a pair have changed it was seen twice.
            if !has_bit(&self.crossed, entry) {
                set_bit(&mut self.crossed, entry);
                self.crossed_out += 1;
                self.ended.push(self.now.pairs[entry as usize]);
            }
        }
        self.ended.sort_unstable_by_key(|&pair| key(pair));
        self.gone = gone;
    }
    /// Has the adjacency of a base from which little has changed.
    fn make_adjacent(&mut self, slots: usize) {
        let changes = self.now.pairs.len() - self.base;
        if self.last == Step::Small && changes > 256 + self.base / 8 {
            self.settle();
        }
        if self.last == Step::Whole {
            self.forget_changes();
            self.adjacency.build(&self.now.pairs, slots);
            self.last = Step::Small;
        }
        self.adjacency.grow(slots);
        self.began.clear();
        self.ended.clear();
    }
    /// The entry of a pair that is not crossed out.
    pub(in crate::scene) fn entry_of(&self, pair: SlotPair) -> Option<u32> {
        let of_first = self.adjacency.as_first(pair[0]);
        let base = &self.now.pairs[of_first.start as usize..of_first.end as usize];
        if let Ok(i) = base.binary_search_by_key(&pair[1], |other| other[1]) {
            let entry = of_first.start + i as u32;
            if !has_bit(&self.crossed, entry) {
                return Some(entry);
            }
        }
        // It would be in the lists of both slots: whichever ends first tells.
        let mut entries = pair.map(|slot| self.adjacency.last(slot));
        while entries[0] != NONE && entries[1] != NONE {
            for (entry, slot) in entries.iter_mut().zip(pair) {
                if self.now.pairs[*entry as usize] == pair && !has_bit(&self.crossed, *entry) {
                    return Some(*entry);
                }
                *entry = self.before_it(*entry, slot);
            }
        }
        None
    }
    /// The appended entry of a slot before this one.
    fn before_it(&self, entry: u32, slot: u32) -> u32 {
        let side = usize::from(self.now.pairs[entry as usize][0] != slot);
        self.nexts[entry as usize - self.base][side]
    }
    /// Calls `visit` with the entries that have this slot and are not crossed out; after a small step, or
    /// once they are [findable](Self::make_findable).
    pub(in crate::scene) fn for_each_of(&self, slot: u32, mut visit: impl FnMut(u32)) {
        let mut visit = |entry| {
            if !has_bit(&self.crossed, entry) {
                visit(entry);
            }
        };
        self.adjacency.as_first(slot).for_each(&mut visit);
        self.adjacency
            .as_second(slot)
            .iter()
            .copied()
            .for_each(&mut visit);
        let mut entry = self.adjacency.last(slot);
        while entry != NONE {
            visit(entry);
            entry = self.before_it(entry, slot);
        }
    }
    /// Appends the pair of an entry of another list.
    fn begin(&mut self, found: &PairList<V>, i: usize) {
        let (pair, entry) = (found.pairs[i], self.now.pairs.len() as u32);
        self.now.push_from(found, i);
        self.nexts.push(pair.map(|slot| self.adjacency.last(slot)));
        for slot in pair {
            self.adjacency.set_last(slot, entry);
        }
        self.began.push(pair);
    }
    /// Merges the entries that have just been appended among those that were before, from the back; the
    /// crossed out ones stay until the next base.
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
    pub(in crate::scene) fn bytes(&self) -> usize {
        self.now.bytes()
            + self.before.bytes()
            + self.adjacency.bytes()
            + bytes(&self.began)
            + bytes(&self.ended)
            + bytes(&self.nexts)
            + bytes(&self.appended)
            + bytes(&self.crossed)
            + bytes(&self.fresh)
            + bytes(&self.kept)
            + bytes(&self.is_kept)
            + bytes(&self.gone)
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

/// Merges those of `before` that have not changed with those that were found of what has, all in ascending
/// order.
fn merge_pairs(
    before: &[SlotPair],
    found: &[SlotPair],
    is_changed: impl Fn(SlotPair) -> bool,
    merged: &mut Vec<SlotPair>,
) {
    let most = before.len() + found.len();
    merged.resize(most, [0; 2]);
    let (mut count, mut next) = (0, 0);
    // Without a branch: each is written, and written over where it has changed.
    let stay = |merged: &mut [SlotPair], count: &mut usize, pair: SlotPair| {
        merged[*count] = pair;
        *count += usize::from(!is_changed(pair));
    };
    for &pair in found {
        while let Some(&other) = before.get(next)
            && key(other) < key(pair)
        {
            stay(merged, &mut count, other);
            next += 1;
        }
        merged[count] = pair;
        count += 1;
    }
    for &other in &before[next..] {
        stay(merged, &mut count, other);
    }
    merged.truncate(count);
}

#[inline(always)]
fn has_bit(bits: &[u64], entry: u32) -> bool {
    let word = bits.get(entry as usize / 64);
    word.is_some_and(|word| word >> (entry % 64) & 1 == 1)
}

#[inline(always)]
fn set_bit(bits: &mut Vec<u64>, entry: u32) {
    let word = entry as usize / 64;
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (entry % 64);
}

/// Merges the base with what was appended, in ascending order of pairs.
#[derive(Debug)]
pub(in crate::scene) struct Entries<'a, V: Vector> {
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
                    if !has_bit(&set.crossed, *entry) {
                        return Some(*entry);
                    }
                    continue;
                }
                (Some(_), None) => self.base as u32,
                (None, None) => return None,
            };
            self.base += 1;
            if !has_bit(&set.crossed, entry) {
                return Some(entry);
            }
        }
    }
}
