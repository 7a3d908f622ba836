//! The pixels of `clearance.pygame.Mask`, which change; those of [`crate::mask::Mask`] do not.
//!
//! A mask is cut into stripes of 64 columns. Each row of a stripe is a word, with the leftmost pixel in the
//! lowest bit, and the words of a stripe lie below each other in memory. This is the order in which pygame
//! shows the memory of its masks through the buffer protocol, and it suits overlaps: with the other mask
//! moved by any offset, a word of this one lies on one word of the other, or on two neighbours, which are
//! read with one shift each; and the loop over the rows of a stripe has its numbers side by side.
//!
//! Limits: a mask that is one pixel wide takes as much memory as one that is 64 wide.

mod class;
mod groups;
mod meet;
mod outline;
mod python;
mod rows;
mod sums;

use std::collections::TryReserveError;

pub use class::MaskBase;

/// Pixels in a word.
const WORD: usize = 64;
/// For more words than this, memory may be lacking.
const LARGE: usize = 1 << 20;

/// Row 0 is the top one. Bits beyond the last column are zero.
#[derive(Clone, Default)]
pub struct Pixels {
    width: usize,
    height: usize,
    /// Word `stripe * height + y` is row `y` of a stripe.
    words: Vec<u64>,
}

impl Pixels {
    pub fn empty(width: usize, height: usize) -> Result<Self, TryReserveError> {
        let count = width.div_ceil(WORD) * height;
        let mut words = Vec::new();
        if count > LARGE {
            words.try_reserve_exact(count)?;
            words.resize(count, 0);
        } else {
            // The system gives zeros at no cost.
            words = vec![0; count];
        }
        Ok(Self { width, height, words })
    }
    fn stripes(&self) -> usize {
        self.width.div_ceil(WORD)
    }
    /// The bits that are pixels in the words of a stripe.
    fn inside(&self, stripe: usize) -> u64 {
        match self.width - stripe * WORD {
            0..WORD => !(!0 << (self.width % WORD)),
            _ => !0,
        }
    }
    /// Where a pixel is: its word and its bit; `None` outside.
    fn place(&self, [x, y]: [i64; 2]) -> Option<(usize, u64)> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| (x / WORD * self.height + y, 1 << (x % WORD)))
    }
    fn get(&self, at: [i64; 2]) -> Option<bool> {
        let (word, bit) = self.place(at)?;
        Some(self.words[word] & bit != 0)
    }
    fn set(&mut self, at: [i64; 2], filled: bool) -> Option<()> {
        let (word, bit) = self.place(at)?;
        match filled {
            true => self.words[word] |= bit,
            false => self.words[word] &= !bit,
        }
        Some(())
    }
    /// Fills the pixels of a row from `start` to before `end`.
    fn fill_run(&mut self, y: usize, start: usize, end: usize) {
        for stripe in start / WORD..end.div_ceil(WORD) {
            let first = start.saturating_sub(stripe * WORD);
            let behind = (end - stripe * WORD).min(WORD);
            self.words[stripe * self.height + y] |= !0 >> (WORD - (behind - first)) << first;
        }
    }
    /// Fills all pixels.
    fn fill(&mut self) {
        for stripe in 0..self.stripes() {
            let inside = self.inside(stripe);
            self.words[stripe * self.height..][..self.height].fill(inside);
        }
    }
    fn clear(&mut self) {
        self.words.fill(0);
    }
    fn invert(&mut self) {
        for stripe in 0..self.stripes() {
            let inside = self.inside(stripe);
            let words = &mut self.words[stripe * self.height..][..self.height];
            words.iter_mut().for_each(|word| *word ^= inside);
        }
    }
    fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}
