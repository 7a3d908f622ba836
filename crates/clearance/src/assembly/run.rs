//! Pairs are decided one by one, on all cores, in an order that does not depend on threads; this can be
//! stopped.
//!
//! A thread that is free takes the next pair. So a part with many others keeps all cores busy, and when the
//! work is stopped, all pairs up to some place in their order have been decided, and none after it.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::candidates::Candidates;
use super::rules::Taken;
use crate::math::Vector;

/// Pairs are listed before they are decided, about this many at a time.
const BLOCK: usize = 1 << 18;

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many pairs have been decided, those before the start included.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// What was found out, and what is left where the work was stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided<T> {
    /// What was found, in the order of the pairs.
    pub found: Vec<T>,
    /// How many pairs have been decided, those before the start included. To go on, start there.
    pub done: u64,
    /// How many there are.
    pub total: u64,
    /// The first pair that is left.
    pub next: Option<(usize, usize)>,
}

/// What is told of progress: whether to go on.
pub type Watch<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

impl<V: Vector + Sync> Candidates<'_, V> {
    /// Decides all pairs from number `start` on, with the feature `rayon` on all cores. Calls `watch` after
    /// each, from any thread; if it breaks, pairs that have been begun are finished, and no other is begun.
    pub fn decide<T: Send>(
        &self,
        start: u64,
        decide: &(impl Fn(usize, usize, &Taken) -> Option<T> + Sync),
        watch: &Watch<'_>,
    ) -> Decided<T> {
        let counts = each(self.len(), |a| self.row(a).len());
        let total = counts.iter().map(|&count| count as u64).sum();
        let (mut first, mut before) = (0, 0_u64);
        let mut decided = Decided {
            found: Vec::new(),
            done: start.min(total),
            total,
            next: None,
        };
        while first < counts.len() && decided.next.is_none() {
            let (rows, size) = block(&counts, first);
            first = rows.end;
            let skipped = start.saturating_sub(before).min(size);
            before += size;
            if skipped < size {
                self.decide_rows(rows, skipped as usize, decide, watch, &mut decided);
            }
        }
        decided
    }
    /// Decides the pairs of some rows but for the first ones.
    fn decide_rows<T: Send>(
        &self,
        rows: Range<usize>,
        skipped: usize,
        decide: &(impl Fn(usize, usize, &Taken) -> Option<T> + Sync),
        watch: &Watch<'_>,
        decided: &mut Decided<T>,
    ) {
        let lists = each(rows.len(), |i| self.row(rows.start + i));
        let lists = lists.into_iter().zip(rows);
        let pairs = lists.flat_map(|(row, a)| row.into_iter().map(move |b| (a, b)));
        let pairs: Vec<_> = pairs.skip(skipped).collect();
        let (next, done, is_stopped) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let (before, total) = (decided.done, decided.total);
        let work = |_| {
            let mut found = Vec::new();
            while !is_stopped.load(Ordering::Relaxed) {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(a, b)) = pairs.get(i) else {
                    break;
                };
                let answer = self.taken(a, b).and_then(|taken| decide(a, b as usize, &taken));
                found.extend(answer.map(|answer| (i, answer)));
                let done = before + done.fetch_add(1, Ordering::Relaxed) as u64 + 1;
                if watch(Progress { done, total }).is_break() {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
            found
        };
        let mut found: Vec<_> = each(threads(), work).into_iter().flatten().collect();
        found.sort_unstable_by_key(|&(i, _)| i);
        decided.found.extend(found.into_iter().map(|(_, answer)| answer));
        // Each number below this one was taken by a thread, which has then decided its pair.
        let begun = next.load(Ordering::Relaxed).min(pairs.len());
        decided.done += begun as u64;
        decided.next = match pairs.get(begun) {
            Some(&(a, b)) => Some((a, b as usize)),
            None if is_stopped.load(Ordering::Relaxed) && decided.done < total => self.first_after(&pairs),
            None => None,
        };
    }
    /// The first pair after these.
    fn first_after(&self, pairs: &[(usize, u32)]) -> Option<(usize, usize)> {
        let (last, _) = *pairs.last()?;
        (last + 1..self.len()).find_map(|a| Some((a, *self.row(a).first()? as usize)))
    }
}

/// The rows from one on that have about as many pairs as a block, and how many those are.
fn block(counts: &[usize], first: usize) -> (Range<usize>, u64) {
    let (mut end, mut size) = (first, 0);
    while end < counts.len() && size < BLOCK {
        size += counts[end];
        end += 1;
    }
    (first..end, size as u64)
}

#[cfg(feature = "rayon")]
fn threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "rayon"))]
fn threads() -> usize {
    1
}

/// What `work` makes of each number below `count`, in their order; with the feature `rayon` on all cores.
#[cfg(feature = "rayon")]
pub(super) fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(work).collect()
}

#[cfg(not(feature = "rayon"))]
pub(super) fn each<T>(count: usize, work: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(work).collect()
}
