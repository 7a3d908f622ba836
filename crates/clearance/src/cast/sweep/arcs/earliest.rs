//! The first meeting among several pairs of parts: the pair that is proved apart least far always goes next.
//!
//! So no pair is searched beyond the first meeting. Where the budget runs out, all pairs are proved up to the
//! time of the pair that would go next, which is the best answer left.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::search::IntervalSearch;
use super::{ConvexPair, End};

/// A pair of parts, and how far it is proved.
struct PairSearch<'b> {
    pair: ConvexPair<'b>,
    search: Option<IntervalSearch>,
}

/// The first meeting of some pairs that are apart at `from`; `None` where none meets up to `limit`.
pub(super) fn earliest<'b>(
    pairs: Vec<ConvexPair<'b>>,
    from: f64,
    mut limit: f64,
) -> Option<(ConvexPair<'b>, End)> {
    let mut runs: Vec<PairSearch<'b>> = pairs
        .into_iter()
        .map(|pair| PairSearch { pair, search: None })
        .collect();
    let mut queue: BinaryHeap<_> = (0..runs.len()).map(|k| Reverse((key(from), k))).collect();
    let mut first = None;
    while let Some(Reverse((_, k))) = queue.pop() {
        let run = &mut runs[k];
        if run.time(from) >= limit {
            break;
        }
        match run.advance(from, limit) {
            None => queue.push(Reverse((key(run.time(from)), k))),
            Some(End::Free) => {}
            Some(End::Together(time, normal)) => {
                limit = time;
                first = Some((k, End::Together(time, normal)));
            }
            Some(spent) => {
                first = Some((k, spent));
                break;
            }
        }
    }
    first.map(|(k, end)| (runs.swap_remove(k).pair, end))
}

/// Orders times, which are not negative.
fn key(time: f64) -> u64 {
    time.abs().to_bits()
}

impl PairSearch<'_> {
    fn time(&self, from: f64) -> f64 {
        self.search.as_ref().map_or(from, IntervalSearch::time)
    }
    /// Takes a step; the end of the search, where it ends.
    fn advance(&mut self, from: f64, limit: f64) -> Option<End> {
        if let Some(search) = &mut self.search {
            return self.pair.advance(search, limit);
        }
        if self.pair.motion.budget.is_spent() {
            return Some(End::Spent(from, self.pair.direction(&self.pair.at(from))));
        }
        self.search = self.pair.begin(from);
        self.search.is_none().then_some(End::Together(from, None))
    }
}
