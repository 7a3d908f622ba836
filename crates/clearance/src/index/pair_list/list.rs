//! The pairs that one thread finds: written eight at a time, without a branch on how many of the eight count.

use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use super::span::{BLOCK, Span};
use super::{heap, lengthen};
use crate::index::SlotPair;

/// What a thread finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairList {
    /// Written eight at a time: only so many of them count.
    pub(crate) pairs: Vec<SlotPair>,
    pub(crate) count: usize,
    /// Those that the box at hand meets.
    pub(crate) met: Vec<u32>,
    /// Of the first slots of each block of pairs, where several threads put them in order.
    #[cfg(feature = "rayon")]
    spans: Vec<Span>,
}

impl PairList {
    /// One that goes on after these pairs.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn going_on(pairs: Vec<SlotPair>) -> Self {
        Self {
            count: pairs.len(),
            pairs,
            ..Self::default()
        }
    }
    /// The pairs that count.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn into_pairs(mut self) -> Vec<SlotPair> {
        self.pairs.truncate(self.count);
        self.pairs
    }
    /// Room for eight more.
    #[inline(always)]
    pub(crate) fn room(&mut self) -> Option<&mut [SlotPair; 8]> {
        if self.count + 8 > self.pairs.len() {
            grow(&mut self.pairs);
        }
        self.pairs.get_mut(self.count..self.count + 8)?.try_into().ok()
    }
    /// The pairs that count.
    #[cfg(feature = "rayon")]
    pub(crate) fn found(&self) -> &[SlotPair] {
        &self.pairs[..self.count]
    }
    /// Finds out which first slots there are in each block.
    #[cfg(feature = "rayon")]
    pub(crate) fn find_spans(&mut self) {
        self.spans.clear();
        let blocks = self.pairs[..self.count].chunks(BLOCK);
        let firsts = |block: &[SlotPair]| Span::of(block.iter().map(|pair| pair[0]));
        self.spans.extend(blocks.map(firsts));
    }
    /// The pairs of all blocks of which some may have one of `slots` first slots from `base` on.
    #[cfg(feature = "rayon")]
    pub(crate) fn found_within(&self, base: usize, slots: usize) -> impl Iterator<Item = &SlotPair> {
        let blocks = self.found().chunks(BLOCK).zip(&self.spans);
        let some = blocks.filter(move |(_, span)| span.meets(base as u32, slots));
        some.flat_map(|(block, _)| block)
    }
    pub(crate) fn bytes(&self) -> usize {
        let own = heap(&self.pairs) + heap(&self.met);
        #[cfg(feature = "rayon")]
        let own = own + heap(&self.spans);
        own
    }
}

#[cold]
#[inline(never)]
fn grow(list: &mut Vec<SlotPair>) {
    let longer = list.len().max(64) * 3 / 2;
    lengthen(list, longer.max(list.capacity()));
}
