//! The sides of filled pixels that are sides of empty ones, too: 64 pixels of two rows at a time.
//!
//! Those along x are found row by row, those along y in the mask with x and y exchanged (64 by 64 pixels at a
//! time: H. Warren, "Hacker's Delight", 2nd edition, 2012, 7.3).

use super::{Mask, WORD};

impl Mask {
    /// Calls `take` with all sides along x, as runs of pixels: on which line, from where to where, and
    /// whether they are lower ones. Line by line from the bottom; on each line first the lower sides from the
    /// left.
    pub(crate) fn for_each_side(&self, take: &mut dyn FnMut(u32, [u32; 2], bool)) {
        let row = |y: usize, i: usize| {
            if y < self.height {
                self.words[i * self.height + y]
            } else {
                0
            }
        };
        for y in 0..=self.height {
            // There is no row beyond the last, nor before the first.
            let rows = |i: usize| [row(y, i), row(y.wrapping_sub(1), i)];
            let words = || (0..self.stripe_count()).map(rows);
            runs(words().map(|[here, below]| here & !below), |run| {
                take(y as u32, run, true)
            });
            runs(words().map(|[here, below]| below & !here), |run| {
                take(y as u32, run, false)
            });
        }
    }
    /// The mask with x and y exchanged.
    pub(crate) fn transposed(&self) -> Self {
        let (width, height) = (self.height, self.width);
        let mut words = alloc::vec![0; width.div_ceil(WORD) * height];
        for (i, stripe) in (0..self.stripe_count()).map(|i| (i, self.stripe(i))) {
            for (j, rows) in stripe.chunks(WORD).enumerate() {
                let mut square = [0; WORD];
                square[..rows.len()].copy_from_slice(rows);
                transpose(&mut square);
                let first = i * WORD;
                let count = WORD.min(height - first);
                words[j * height + first..][..count].copy_from_slice(&square[..count]);
            }
        }
        Self { width, height, words }
    }
}

/// Exchanges rows and columns: square by square of half the size, down to single bits.
fn transpose(rows: &mut [u64; WORD]) {
    let (mut half, mut mask) = (WORD / 2, u64::MAX >> (WORD / 2));
    while half > 0 {
        let mut k = 0;
        while k < WORD {
            let swapped = (rows[k] >> half ^ rows[k + half]) & mask;
            rows[k] ^= swapped << half;
            rows[k + half] ^= swapped;
            k = (k + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// The maximal runs of bits that are set: where each starts and ends.
fn runs(words: impl Iterator<Item = u64>, mut take: impl FnMut([u32; 2])) {
    let (mut last, mut from) = (0, None);
    for (i, word) in words.chain([0]).enumerate() {
        let mut changes = word ^ (word << 1 | last);
        last = word >> (WORD - 1);
        while changes != 0 {
            let at = (i * WORD) as u32 + changes.trailing_zeros();
            changes &= changes - 1;
            match from.take() {
                None => from = Some(at),
                Some(start) => take([start, at]),
            }
        }
    }
}
