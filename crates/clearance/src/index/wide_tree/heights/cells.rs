//! Which cells of a grid are not holes, as bits, and how many of them come before each word of 64.
//!
//! Source: Jacobson, "Space-efficient static trees and graphs" (1989): rank by counts beside the bits. To
//! find the cell of a number is a binary search in the counts.

use alloc::vec::Vec;

/// How many cells a word has.
const WORD: usize = 64;

/// A set of cells, in the order of their numbers. At most 2^32 of them.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    bits: Vec<u64>,
    /// How many cells come before each word, and how many there are.
    before: Vec<u32>,
}

impl Cells {
    /// All of so many cells but the holes, which may repeat; a hole that is no cell is the error.
    pub fn without(count: usize, holes: &[usize]) -> Result<Self, usize> {
        let mut bits = alloc::vec![u64::MAX; count.div_ceil(WORD)];
        if let (Some(last), rest @ 1..) = (bits.last_mut(), count % WORD) {
            *last = (1 << rest) - 1;
        }
        for (k, &hole) in holes.iter().enumerate() {
            if hole >= count {
                return Err(k);
            }
            bits[hole / WORD] &= !(1 << (hole % WORD));
        }
        let mut sum = 0;
        let counts = bits.iter().map(|word| {
            sum += word.count_ones();
            sum
        });
        let before = core::iter::once(0).chain(counts).collect();
        Ok(Self { bits, before })
    }
    /// How many there are.
    pub fn count(&self) -> usize {
        self.before.last().copied().unwrap_or(0) as usize
    }
    /// Whether a cell is one of them.
    #[inline]
    pub fn is_filled(&self, cell: usize) -> bool {
        self.bits[cell / WORD] >> (cell % WORD) & 1 == 1
    }
    /// How many of them come before a cell, or before the end.
    #[inline]
    pub fn count_before(&self, cell: usize) -> usize {
        let (word, rest) = (cell / WORD, cell % WORD);
        let below = match self.bits.get(word) {
            Some(bits) => (bits & ((1 << rest) - 1)).count_ones(),
            None => 0,
        };
        (self.before[word] + below) as usize
    }
    /// The cell of a number, which must be less than their count.
    #[inline]
    pub fn nth(&self, number: usize) -> usize {
        // Before its word there are at most as many as there are bits.
        let from = number / WORD;
        let is_before = |before: &u32| *before as usize <= number;
        let word = from + self.before[from..].partition_point(is_before) - 1;
        let mut bits = self.bits[word];
        for _ in self.before[word] as usize..number {
            bits &= bits - 1;
        }
        word * WORD + bits.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_cells_are_those_of_a_list() {
        for count in [1, 2, 63, 64, 65, 128, 1000] {
            for step in [2, 3, 7, 200] {
                let holes: Vec<usize> = (0..count).filter(|i| i % step == 1 || i / 70 == 2).collect();
                let left: Vec<usize> = (0..count).filter(|i| !holes.contains(i)).collect();
                let cells = Cells::without(count, &holes).unwrap();
                assert_eq!(cells.count(), left.len());
                for (number, &cell) in left.iter().enumerate() {
                    assert_eq!((cells.nth(number), cells.count_before(cell)), (cell, number));
                }
                assert!((0..count).all(|i| cells.is_filled(i) != holes.contains(&i)));
                assert_eq!(cells.count_before(count), left.len());
            }
        }
        assert_eq!(Cells::without(5, &[1, 5]).map(drop), Err(1));
    }
}
