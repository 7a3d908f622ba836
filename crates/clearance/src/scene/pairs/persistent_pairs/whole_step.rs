//! A step in which many objects changed: the whole list is made anew.

use alloc::vec::Vec;

use super::PersistentPairs;
use crate::index::{SlotPair, key};
use crate::math::Vector;
use crate::scene::pairs::pair_list::PairList;

impl<V: Vector> PersistentPairs<V> {
    /// Begins a whole step: the pairs of now become those of before. What `now` holds after this is of no
    /// use: the caller replaces it.
    pub(in crate::scene) fn begin_whole(&mut self) {
        self.compact();
        core::mem::swap(&mut self.now, &mut self.before);
        self.reset_changes();
        let count = self.before.pairs.len();
        self.now.reserve_total(count + count / 16);
    }
    /// Ends a whole step.
    pub(in crate::scene) fn end_whole(&mut self) {
        if self.before.pairs.is_empty() {
            // The first list grew by doubling; memory for later lists is reserved.
            self.now.trim();
        }
        self.base = self.now.pairs.len();
    }
    /// A whole step: the pairs of before whose objects have not changed, and the pairs that were found for
    /// those that have.
    pub(in crate::scene) fn whole_step(
        &mut self,
        found: &PairList<V>,
        is_changed: impl Fn(SlotPair) -> bool,
    ) {
        self.begin_whole();
        if self.before.details.is_empty() && found.details.is_empty() {
            self.now
                .reserve_total(self.before.pairs.len() + found.pairs.len());
            merge_pairs(&self.before.pairs, &found.pairs, is_changed, &mut self.now.pairs);
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
    /// The pairs before a whole step; none after a small one.
    pub(in crate::scene) fn previous_pairs(&self) -> &[SlotPair] {
        match self.last {
            super::StepKind::Whole => &self.before.pairs,
            super::StepKind::Small => &[],
        }
    }
}

/// Merges the pairs of `before` that have not changed with those of `found`, all in ascending order.
fn merge_pairs(
    before: &[SlotPair],
    found: &[SlotPair],
    is_changed: impl Fn(SlotPair) -> bool,
    merged: &mut Vec<SlotPair>,
) {
    merged.resize(before.len() + found.len(), [0; 2]);
    let (mut count, mut next) = (0, 0);
    // Whether a pair has changed is unpredictable, so there is no branch: each pair is written, and the next
    // one overwrites it if it has changed.
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
