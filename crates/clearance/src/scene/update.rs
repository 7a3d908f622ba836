//! A step: from what has changed since the last one to the pairs there are now.

use alloc::vec::Vec;

use super::crowding::is_too_crowded;
use super::object::Data;
use super::pair_list::Finding;
use super::pair_set::{PairSet, Step};
use super::store::{Store, bytes};
use super::{Detail, Handle, Scene, SceneError};
use crate::cast::CastSpace;
use crate::index::{SlotPair, Threads, key};
use crate::math::Vector;
use crate::pair::QueryError;

/// A step is small when at most one in this many objects has changed.
const SMALL: usize = 8;

/// Pairs on their way through a step.
#[derive(Debug)]
pub(super) struct Candidates<V: Vector> {
    /// Those whose boxes meet, in ascending order.
    pub(super) pairs: Vec<SlotPair>,
    /// What was found out about each.
    pub(super) findings: Vec<Finding<V>>,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Brings the pairs up to date with everything that was added, moved, changed or removed since the last update.
    ///
    /// What began, goes on and ended is then read from [`contacts`](Self::contacts) and [`sensors`](Self::sensors). Takes
    /// time in proportion to the objects that changed where those are few, else to all; allocates nothing once its lists
    /// have grown. The same answers whatever the index and however many threads.
    ///
    /// Errors: [`SceneError::TooManyPairs`]. Where a pile is seen before its pairs are listed, nothing is done and the pairs
    /// stay those of the last update; where they are too many only once listed, they are all there. Either way the scene
    /// goes on once enough objects have moved away or been removed.
    pub fn update(&mut self) -> Result<(), SceneError> {
        if self.order.is_due(&self.store) {
            self.sort_storage();
        }
        self.check_crowding()?;
        self.store.release_left();
        self.index.refresh(&self.store.boxes, self.threads);
        match self.detail {
            Detail::Nothing => {}
            Detail::Boxes if self.store.is_plain() && !self.is_small_step() => self.list_boxes(),
            _ => self.step(),
        }
        self.store.boxes.settle();
        let pairs = self.contacts.len() + self.sensors.len();
        if pairs > self.max_pairs {
            return Err(self.too_many_pairs());
        }
        Ok(())
    }
    /// Restores the storage order now, at the cost of a few steps, instead of when it is due; handles stay what they
    /// are. What began and ended at the last update is forgotten.
    pub fn sort_storage(&mut self) {
        let sets = [&mut self.contacts, &mut self.sensors];
        self.order.restore(&mut self.store, sets);
    }
    fn too_many_pairs(&self) -> SceneError {
        SceneError::TooManyPairs {
            limit: self.max_pairs,
        }
    }
    fn is_small_step(&self) -> bool {
        self.store.boxes.changed().len() * SMALL <= self.store.boxes.len()
    }
    fn check_crowding(&self) -> Result<(), SceneError> {
        let boxes = &self.store.boxes;
        let possible = boxes.changed().len() as u64 * boxes.len() as u64;
        let listed = self.detail != Detail::Nothing;
        if listed && possible > self.max_pairs as u64 && is_too_crowded(boxes, self.max_pairs) {
            return Err(self.too_many_pairs());
        }
        Ok(())
    }
    /// The whole step where every candidate is a contact: the index writes the list.
    fn list_boxes(&mut self) {
        self.unanswered.clear();
        self.sensors.begin_whole();
        self.sensors.end_whole();
        self.contacts.begin_whole();
        let found = &mut self.contacts.now.pairs;
        self.index.pairs(&self.store.boxes, self.threads, found);
        self.contacts.end_whole();
    }
    fn step(&mut self) {
        let Self {
            store,
            index,
            candidates,
            threads,
            detail,
            ..
        } = self;
        let all = store.boxes.changed().len() >= store.boxes.len();
        let found = &mut candidates.pairs;
        if all {
            index.pairs(&store.boxes, *threads, found);
        } else {
            index.changed_pairs(&store.boxes, *threads, found);
        }
        candidates.judge(store, *detail, *threads);
        self.note_unanswered();
        let small = self.is_small_step();
        let steps = [(&mut self.contacts, false), (&mut self.sensors, true)];
        for (set, sensing) in steps {
            if small {
                small_step(&self.store, &self.candidates, set, sensing);
            } else {
                whole_step(&self.store, &self.candidates, set, sensing);
            }
        }
    }
    /// Keeps the pairs whose question had no answer, with why not.
    fn note_unanswered(&mut self) {
        let store = &self.store;
        let still = |[a, b]: [Handle; 2]| {
            let unchanged = |handle| {
                let slot = store.handle_slot(handle);
                slot.is_some_and(|slot| !store.boxes.is_changed(slot))
            };
            unchanged(a) && unchanged(b)
        };
        self.unanswered.retain(|(pair, _)| still(*pair));
        for (pair, finding) in self.candidates.iter() {
            if let Finding::Unanswered(error) = finding {
                let pair = store.oriented(pair).map(|slot| store.names[slot as usize]);
                self.unanswered.push((pair, *error));
            }
        }
    }
    /// The pairs that could not be judged, with why not: their boxes meet, but they are in no list.
    pub fn unanswered(&self) -> &[([Handle; 2], QueryError)] {
        &self.unanswered
    }
}

impl<V: CastSpace> Candidates<V> {
    pub(super) fn new() -> Self {
        Self {
            pairs: Vec::new(),
            findings: Vec::new(),
        }
    }
    pub(super) fn bytes(&self) -> usize {
        bytes(&self.pairs) + bytes(&self.findings)
    }
    fn iter(&self) -> impl Iterator<Item = (SlotPair, &Finding<V>)> {
        self.pairs.iter().copied().zip(&self.findings)
    }
    /// Asks about every candidate.
    fn judge<T: Data>(&mut self, store: &Store<V, T>, detail: Detail, threads: Threads) {
        let judge = |&pair: &SlotPair| store.judge(pair, detail);
        #[cfg(feature = "rayon")]
        if threads == Threads::All {
            use rayon::prelude::*;
            let judged = self.pairs.par_iter().with_min_len(64).map(judge);
            return judged.collect_into_vec(&mut self.findings);
        }
        let _ = threads;
        self.findings.clear();
        self.findings.extend(self.pairs.iter().map(judge));
    }
}

/// Those of the candidates that are pairs of this kind.
fn of_kind<'a, V: CastSpace, T: Data>(
    store: &'a Store<V, T>,
    candidates: &'a Candidates<V>,
    sensing: bool,
) -> impl Iterator<Item = (SlotPair, &'a Finding<V>)> {
    let is_pair = move |(pair, finding): &(SlotPair, &Finding<V>)| {
        finding.is_pair() && store.is_sensing(*pair) == sensing
    };
    candidates.iter().filter(is_pair)
}

fn small_step<V: CastSpace, T: Data>(
    store: &Store<V, T>,
    candidates: &Candidates<V>,
    set: &mut PairSet<V>,
    sensing: bool,
) {
    let slots = store.boxes.slots().len();
    set.small_step(store.boxes.changed(), slots, of_kind(store, candidates, sensing));
}

/// Merges the pairs of what has changed with those of what has not.
fn whole_step<V: CastSpace, T: Data>(
    store: &Store<V, T>,
    candidates: &Candidates<V>,
    set: &mut PairSet<V>,
    sensing: bool,
) {
    set.begin_whole();
    let changed = |pair: &SlotPair| pair.iter().any(|&slot| store.boxes.is_changed(slot));
    let before = set.before.pairs.iter().enumerate();
    let mut stayed = before.filter(|(_, pair)| !changed(pair)).peekable();
    for (pair, finding) in of_kind(store, candidates, sensing) {
        while let Some((entry, _)) = stayed.next_if(|(_, other)| key(**other) < key(pair)) {
            set.now.push_from(&set.before, entry);
        }
        stayed.next_if(|(_, other)| **other == pair);
        set.now.push(pair, finding);
    }
    for (entry, _) in stayed {
        set.now.push_from(&set.before, entry);
    }
    set.end_whole();
    debug_assert!(set.last == Step::Whole);
}
