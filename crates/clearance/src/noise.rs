//! Pseudo-random numbers for unit tests.

/// The next number of the sequence: Knuth's linear congruential generator ("The art of computer programming",
/// volume 2, 3.3.4, line 26). Its upper bits are the better ones.
pub(crate) fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state
}
