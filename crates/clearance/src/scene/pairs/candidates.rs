//! Pairs whose boxes meet, and what the narrow phase says of each.

use alloc::vec::Vec;

use super::narrow::Asked;
use super::pair_list::{PairList, PairResult};
use crate::cast::CastSpace;
#[cfg(feature = "rayon")]
use crate::index::threads::each;
use crate::index::{SlotPair, Threads};
use crate::math::Vector;
use crate::pair::{Memory, PairCache, QueryError};
use crate::scene::store::object::Data;
use crate::scene::store::{Store, bytes};
use crate::scene::{Detail, StopSignal};

/// The pairs of a step on their way to the lists of contacts and of sensors, kept from step to step.
#[derive(Debug, Default)]
pub(in crate::scene) struct Candidates<V: Vector> {
    /// The pairs whose boxes meet, in ascending order.
    pub(in crate::scene) pairs: Vec<SlotPair>,
    pub(in crate::scene) results: NarrowResults<V>,
    /// What was seen of pairs in earlier steps.
    memories: PairCache,
    /// Scratch: the results of several threads, each for a run of the candidates.
    #[cfg(feature = "rayon")]
    runs: Vec<NarrowResults<V>>,
}

/// What became of the candidates, each list in ascending order.
#[derive(Debug, Default)]
pub(in crate::scene) struct NarrowResults<V: Vector> {
    pub(in crate::scene) contacts: PairList<V>,
    pub(in crate::scene) sensors: PairList<V>,
    pub(in crate::scene) unanswered: Vec<(SlotPair, QueryError)>,
    /// What is to be remembered: each pair of which something new was seen.
    learned: Vec<(SlotPair, Memory)>,
    /// Whether the caller stopped the step before all pairs were tested.
    pub(in crate::scene) is_interrupted: bool,
}

/// A thread gets at least this many candidates.
#[cfg(feature = "rayon")]
const RUN: usize = 512;
/// The caller's stop signal, which may be slow, is asked once for so many pairs.
const PAIRS_PER_STOP_TEST: usize = 8;

impl<V: CastSpace> Candidates<V> {
    /// Tests every candidate, unless the caller stops it.
    pub(in crate::scene) fn test_all<T: Data>(
        &mut self,
        store: &Store<V, T>,
        detail: Detail,
        threads: Threads,
        stop: StopSignal<'_>,
    ) {
        self.results.clear();
        if detail == Detail::Boxes && store.accepts_all_pairs() {
            // The boxes meet: there is nothing else to ask.
            return core::mem::swap(&mut self.pairs, &mut self.results.contacts.pairs);
        }
        #[cfg(feature = "rayon")]
        if threads == Threads::All && self.pairs.len() > 2 * RUN {
            return self.test_in_runs(store, detail, stop);
        }
        let _ = threads;
        let asked = Asked {
            store,
            detail,
            memories: &self.memories,
        };
        self.results.test(&self.pairs, &asked, stop);
        self.remember();
    }
    /// Keeps what was learned, with room for all candidates.
    fn remember(&mut self) {
        if !self.results.learned.is_empty() {
            self.memories.reserve(self.pairs.len());
        }
        for (pair, memory) in self.results.learned.drain(..) {
            self.memories.set(pair, memory);
        }
    }
    #[cfg(feature = "rayon")]
    fn test_in_runs<T: Data>(&mut self, store: &Store<V, T>, detail: Detail, stop: StopSignal<'_>) {
        let most = 8 * rayon::current_num_threads();
        let length = self.pairs.len().div_ceil(most).max(RUN);
        let count = self.pairs.len().div_ceil(length);
        self.runs
            .resize_with(self.runs.len().max(count), NarrowResults::default);
        let chunk = |run: usize| &self.pairs[run * length..self.pairs.len().min((run + 1) * length)];
        let asked = Asked {
            store,
            detail,
            memories: &self.memories,
        };
        each(&mut self.runs[..count], 0, &|run, results| {
            results.clear();
            results.test(chunk(run), &asked, stop);
        });
        for run in &self.runs[..count] {
            self.results.append(run);
        }
        self.remember();
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let own = bytes(&self.pairs) + self.results.bytes() + self.memories.bytes();
        #[cfg(feature = "rayon")]
        let own = own + bytes(&self.runs) + self.runs.iter().map(NarrowResults::bytes).sum::<usize>();
        own
    }
}

impl<V: CastSpace> NarrowResults<V> {
    fn clear(&mut self) {
        self.contacts.clear();
        self.sensors.clear();
        self.unanswered.clear();
        self.learned.clear();
        self.is_interrupted = false;
    }
    fn test<T: Data>(&mut self, pairs: &[SlotPair], asked: &Asked<'_, V, T>, stop: StopSignal<'_>) {
        for few in pairs.chunks(PAIRS_PER_STOP_TEST) {
            if stop() {
                self.is_interrupted = true;
                return;
            }
            for &pair in few {
                match asked.narrow_phase(pair, &mut self.learned) {
                    PairResult::Apart => {}
                    PairResult::Unanswered(error) => self.unanswered.push((pair, error)),
                    result if asked.store.has_sensor(pair) => self.sensors.push(pair, &result),
                    result => self.contacts.push(pair, &result),
                }
            }
        }
    }
    #[cfg(feature = "rayon")]
    fn append(&mut self, other: &Self) {
        self.contacts.append(&other.contacts);
        self.sensors.append(&other.sensors);
        self.unanswered.extend_from_slice(&other.unanswered);
        self.learned.extend_from_slice(&other.learned);
        self.is_interrupted |= other.is_interrupted;
    }
    fn bytes(&self) -> usize {
        self.contacts.bytes() + self.sensors.bytes() + bytes(&self.unanswered) + bytes(&self.learned)
    }
}
