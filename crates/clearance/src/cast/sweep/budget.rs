//! What one sweep may cost, all its pairs of parts together. Cost is counted, not timed, so that every
//! machine stops at the same place.

use core::cell::Cell;

/// The whole budget. A unit is what it takes to compare four corners in parallel, some 2 to 3 ns.
const WHOLE: u64 = 1 << 18;

/// What a sweep has cost so far. A step that has begun is finished, and the point of the answer is computed,
/// even where nothing is left.
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
    /// By how much the budget was exceeded.
    #[cfg(test)]
    pub(super) fn overspent(&self) -> u64 {
        self.spent.get().saturating_sub(WHOLE)
    }
}
