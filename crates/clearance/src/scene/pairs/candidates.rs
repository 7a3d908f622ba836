//! Pairs whose boxes meet, on their way to the lists of contacts and of sensors.

use alloc::vec::Vec;

use super::pair_list::{Finding, PairList};
use crate::cast::CastSpace;
#[cfg(feature = "rayon")]
use crate::index::threads::each;
use crate::index::{SlotPair, Threads};
use crate::math::Vector;
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::store::{Store, bytes};
use crate::scene::{Detail, Stop};

/// Room for the pairs of a step.
#[derive(Debug)]
pub(in crate::scene) struct Candidates<V: Vector> {
    /// Those whose boxes meet, in ascending order.
    pub(in crate::scene) pairs: Vec<SlotPair>,
    pub(in crate::scene) judged: Judged<V>,
    /// What several threads found, each about a run of the candidates.
    #[cfg(feature = "rayon")]
    runs: Vec<Judged<V>>,
}

/// What became of candidates, each list in ascending order.
#[derive(Debug)]
pub(in crate::scene) struct Judged<V: Vector> {
    pub(in crate::scene) contacts: PairList<V>,
    pub(in crate::scene) sensors: PairList<V>,
    pub(in crate::scene) unanswered: Vec<(SlotPair, QueryError)>,
    /// Whether some were not asked about, since nobody waits for the answers any more.
    pub(in crate::scene) is_cut: bool,
}

impl<V: Vector> Default for Candidates<V> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            judged: Judged::default(),
            #[cfg(feature = "rayon")]
            runs: Vec::new(),
        }
    }
}

impl<V: Vector> Default for Judged<V> {
    fn default() -> Self {
        Self {
            contacts: PairList::default(),
            sensors: PairList::default(),
            unanswered: Vec::new(),
            is_cut: false,
        }
    }
}

/// So many candidates, at least, are worth a thread.
#[cfg(feature = "rayon")]
const RUN: usize = 512;
/// After so many pairs it is asked whether to stop, by a call to whatever the caller has for that.
const ASKED_EACH: usize = 8;

impl<V: CastSpace> Candidates<V> {
    /// Asks about every candidate, unless it is told to stop.
    pub(in crate::scene) fn judge<T: Data>(
        &mut self,
        store: &Store<V, T>,
        detail: Detail,
        threads: Threads,
        stop: Stop<'_>,
    ) {
        self.judged.clear();
        if detail == Detail::Boxes && store.is_plain() {
            // The boxes have met: there is nothing else to ask.
            return core::mem::swap(&mut self.pairs, &mut self.judged.contacts.pairs);
        }
        #[cfg(feature = "rayon")]
        if threads == Threads::All && self.pairs.len() > 2 * RUN {
            return self.judge_in_runs(store, detail, stop);
        }
        let _ = threads;
        self.judged.judge(&self.pairs, store, detail, stop);
    }
    #[cfg(feature = "rayon")]
    fn judge_in_runs<T: Data>(&mut self, store: &Store<V, T>, detail: Detail, stop: Stop<'_>) {
        let most = 8 * rayon::current_num_threads();
        let length = self.pairs.len().div_ceil(most).max(RUN);
        let count = self.pairs.len().div_ceil(length);
        self.runs.resize_with(self.runs.len().max(count), Judged::default);
        let chunk = |run: usize| &self.pairs[run * length..self.pairs.len().min((run + 1) * length)];
        each(&mut self.runs[..count], 0, &|run, judged| {
            judged.clear();
            judged.judge(chunk(run), store, detail, stop);
        });
        for run in &self.runs[..count] {
            self.judged.append(run);
        }
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let own = bytes(&self.pairs) + self.judged.bytes();
        #[cfg(feature = "rayon")]
        let own = own + bytes(&self.runs) + self.runs.iter().map(Judged::bytes).sum::<usize>();
        own
    }
}

impl<V: CastSpace> Judged<V> {
    fn clear(&mut self) {
        self.contacts.clear();
        self.sensors.clear();
        self.unanswered.clear();
        self.is_cut = false;
    }
    fn judge<T: Data>(&mut self, pairs: &[SlotPair], store: &Store<V, T>, detail: Detail, stop: Stop<'_>) {
        for few in pairs.chunks(ASKED_EACH) {
            if stop() {
                self.is_cut = true;
                return;
            }
            for &pair in few {
                match store.judge(pair, detail) {
                    Finding::Apart => {}
                    Finding::Unanswered(error) => self.unanswered.push((pair, error)),
                    finding if store.is_sensing(pair) => self.sensors.push(pair, &finding),
                    finding => self.contacts.push(pair, &finding),
                }
            }
        }
    }
    #[cfg(feature = "rayon")]
    fn append(&mut self, other: &Self) {
        self.contacts.append(&other.contacts);
        self.sensors.append(&other.sensors);
        self.unanswered.extend_from_slice(&other.unanswered);
        self.is_cut |= other.is_cut;
    }
    fn bytes(&self) -> usize {
        self.contacts.bytes() + self.sensors.bytes() + bytes(&self.unanswered)
    }
}
