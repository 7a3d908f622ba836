//! The pairs that one thread finds: written eight at a time, without a branch on how many of the eight
//! count.

use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use super::span::{BLOCK, Span};
use super::{heap, lengthen};
use crate::index::SlotPair;

/// The pairs that a thread finds, and scratch memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairList {
    /// Only the first `count` are valid, because they are written eight at a time.
    pub(crate) pairs: Vec<SlotPair>,
    pub(crate) count: usize,
    /// The slots that the searching box meets.
    pub(crate) met: Vec<u32>,
    /// The first slots of each block of pairs, for sorting by several threads.
    #[cfg(feature = "rayon")]
    spans: Vec<Span>,
}

impl PairList {
    /// A list that continues after these pairs.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn going_on(pairs: Vec<SlotPair>) -> Self {
        Self {
            count: pairs.len(),
            pairs,
            ..Self::default()
        }
    }
    /// The valid pairs.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn into_pairs(mut self) -> Vec<SlotPair> {
        self.pairs.truncate(self.count);
        self.pairs
    }
    /// Room for eight more pairs.
    #[inline]
    pub(crate) fn room(&mut self) -> Option<&mut [SlotPair; 8]> {
        if self.count + 8 > self.pairs.len() {
            grow(&mut self.pairs);
        }
        self.pairs.get_mut(self.count..self.count + 8)?.try_into().ok()
    }
    /// The valid pairs.
    #[cfg(feature = "rayon")]
    pub(crate) fn found(&self) -> &[SlotPair] {
        &self.pairs[..self.count]
    }
    /// Finds the range of first slots in each block.
    #[cfg(feature = "rayon")]
    pub(crate) fn find_spans(&mut self) {
        self.spans.clear();
        let blocks = self.pairs[..self.count].chunks(BLOCK);
        let firsts = |block: &[SlotPair]| Span::of(block.iter().map(|pair| pair[0]));
        self.spans.extend(blocks.map(firsts));
    }
    /// The pairs of all blocks some of which may have one of `slots` first slots from `base` on.
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
