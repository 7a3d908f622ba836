//! Where boxes are that go down a hierarchy together: a list that is written without a branch.
//!
//! Which nodes a box meets is unpredictable, so each is written to the list, and overwritten where it is
//! not hit.

use alloc::vec::Vec;

use crate::index::pair_list::heap;
use crate::index::tree::rows::LANES;
use crate::simd::Lanes;

/// For each entry the box, and the node or leaf that it has reached. Entries from `count` on are invalid.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    queries: Vec<u32>,
    links: Vec<u32>,
    pub(crate) count: usize,
}

impl Reached {
    /// Makes room for so many entries more, and for eight that are written and not kept.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize) {
        let room = self.count + more + LANES;
        if self.queries.len() < room {
            self.queries.resize(room, 0);
            self.links.resize(room, 0);
        }
    }
    #[inline]
    pub(crate) fn get(&self, i: usize) -> (u32, u32) {
        (self.queries[i], self.links[i])
    }
    /// Writes an entry, and keeps it only if `counts`.
    #[inline]
    pub(super) fn push_if(&mut self, counts: bool, query: u32, link: u32) {
        self.queries[self.count] = query;
        self.links[self.count] = link;
        self.count += usize::from(counts);
    }
    /// Adds those of eight links whose bit is set.
    #[inline(always)]
    pub(super) fn push_eight<L: Lanes>(&mut self, query: u32, links: &[u32; LANES], bits: u8, lanes: L) {
        let at = self.count;
        if let (Some(all), Some(out)) = (
            self.queries[at..].first_chunk_mut::<LANES>(),
            self.links[at..].first_chunk_mut(),
        ) {
            *all = [query; LANES];
            self.count += lanes.pack(links, bits, out);
        }
    }
    pub(crate) fn bytes(&self) -> usize {
        heap(&self.queries) + heap(&self.links)
    }
}

/// What a group has reached: nodes of a level, nodes of the next one, and leaves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    pub(crate) level: Reached,
    pub(crate) below: Reached,
    pub(crate) leaves: Reached,
}

impl Lists {
    pub(crate) fn bytes(&self) -> usize {
        let reached = [&self.level, &self.below, &self.leaves];
        reached.map(Reached::bytes).iter().sum()
    }
}
