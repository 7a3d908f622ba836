//! Pairs whose boxes meet, and what the narrow phase says of each.

use alloc::vec::Vec;

use super::pair_list::{PairList, PairResult};
use crate::cast::CastSpace;
#[cfg(feature = "rayon")]
use crate::index::threads::each;
use crate::index::{SlotPair, Threads};
use crate::math::Vector;
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::store::{Store, bytes};
use crate::scene::{Detail, StopSignal};

/// The pairs of a step on their way to the lists of contacts and of sensors, kept from step to step.
#[derive(Debug, Default)]
pub(in crate::scene) struct Candidates<V: Vector> {
    /// The pairs whose boxes meet, in ascending order.
    pub(in crate::scene) pairs: Vec<SlotPair>,
    pub(in crate::scene) results: NarrowResults<V>,
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
        self.results.test(&self.pairs, store, detail, stop);
    }
    #[cfg(feature = "rayon")]
    fn test_in_runs<T: Data>(&mut self, store: &Store<V, T>, detail: Detail, stop: StopSignal<'_>) {
        let most = 8 * rayon::current_num_threads();
        let length = self.pairs.len().div_ceil(most).max(RUN);
        let count = self.pairs.len().div_ceil(length);
        self.runs
            .resize_with(self.runs.len().max(count), NarrowResults::default);
        let chunk = |run: usize| &self.pairs[run * length..self.pairs.len().min((run + 1) * length)];
        each(&mut self.runs[..count], 0, &|run, results| {
            results.clear();
            results.test(chunk(run), store, detail, stop);
        });
        for run in &self.runs[..count] {
            self.results.append(run);
        }
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let own = bytes(&self.pairs) + self.results.bytes();
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
        self.is_interrupted = false;
    }
    fn test<T: Data>(
        &mut self,
        pairs: &[SlotPair],
        store: &Store<V, T>,
        detail: Detail,
        stop: StopSignal<'_>,
    ) {
        for few in pairs.chunks(PAIRS_PER_STOP_TEST) {
            if stop() {
                self.is_interrupted = true;
                return;
            }
            for &pair in few {
                match store.narrow_phase(pair, detail) {
                    PairResult::Apart => {}
                    PairResult::Unanswered(error) => self.unanswered.push((pair, error)),
                    result if store.has_sensor(pair) => self.sensors.push(pair, &result),
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
        self.is_interrupted |= other.is_interrupted;
    }
    fn bytes(&self) -> usize {
        self.contacts.bytes() + self.sensors.bytes() + bytes(&self.unanswered)
    }
}
