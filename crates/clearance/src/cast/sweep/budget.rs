//! What one sweep may cost, all its pairs of parts together: counted, not timed, so that every machine stops
//! at the same place.

use core::cell::Cell;

/// What a sweep may cost, in units: four corners looked at side by side, or what takes as long, some 2 to 3
/// ns.
const WHOLE: u64 = 1 << 18;

/// What a sweep has cost so far. A step that has begun is ended, and the place of the answer is looked for,
/// whatever is left.
#[derive(Debug)]
pub(crate) struct Budget {
    spent: Cell<u64>,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { spent: Cell::new(0) }
    }
    pub(super) fn pay(&self, cost: u64) {
        self.spent.set(self.spent.get().saturating_add(cost));
    }
    pub(super) fn left(&self) -> u64 {
        WHOLE.saturating_sub(self.spent.get())
    }
    pub(super) fn is_spent(&self) -> bool {
        self.left() == 0
    }
    /// By how much more than all of it was spent.
    #[cfg(test)]
    pub(super) fn overspent(&self) -> u64 {
        self.spent.get().saturating_sub(WHOLE)
    }
}
