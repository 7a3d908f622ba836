//! Lists of pairs: the one order in which every index gives them.

use super::SlotPair;

/// Two slots in order.
#[inline(always)]
pub(super) fn ordered(a: u32, b: u32) -> SlotPair {
    [a.min(b), a.max(b)]
}

/// Puts pairs into ascending order.
pub(super) fn sort(pairs: &mut [SlotPair]) {
    pairs.sort_unstable();
}
