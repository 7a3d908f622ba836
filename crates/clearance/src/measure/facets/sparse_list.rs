//! A list of numbers that are 0 until they are set. Its memory grows with what is set: of a list of a
//! million, an untouched one takes some thousand bytes.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// How many numbers a page has.
const PAGE: usize = 1024;

/// Numbers in pages, which are made when one of them is set.
pub(super) struct SparseList(Vec<Option<Box<[u32; PAGE]>>>);

impl SparseList {
    pub fn new(count: usize) -> Self {
        let pages = count.div_ceil(PAGE);
        Self((0..pages).map(|_| None).collect())
    }
    /// Number `i`, which is less than the count.
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        match &self.0[i / PAGE] {
            Some(page) => page[i % PAGE],
            None => 0,
        }
    }
    pub fn set(&mut self, i: usize, number: u32) {
        let page = self.0[i / PAGE].get_or_insert_with(|| Box::new([0; PAGE]));
        page[i % PAGE] = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    #[test]
    fn numbers_are_those_of_a_plain_list() {
        let (mut seed, count) = (3, 5 * PAGE + 7);
        let (mut sparse, mut plain) = (SparseList::new(count), alloc::vec![0; count]);
        for number in 1..300 {
            let i = (noise::next(&mut seed) >> 33) as usize % count;
            sparse.set(i, number);
            plain[i] = number;
        }
        sparse.set(count - 1, 300);
        plain[count - 1] = 300;
        assert!((0..count).all(|i| sparse.get(i) == plain[i]));
    }
}
