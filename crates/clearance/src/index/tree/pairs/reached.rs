//! Where boxes are that go down a hierarchy together: a list that is written without a branch.
//!
//! Which nodes a box meets nobody can guess, so each is written down, and written over where it is not met.

use alloc::vec::Vec;

use crate::index::pair_list::heap;
use crate::index::tree::rows::LANES;
use crate::simd::Lanes;

/// Which of the boxes, and what it has reached: a node, or a leaf. What stands beyond `count` means nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    who: Vec<u32>,
    links: Vec<u32>,
    pub(crate) count: usize,
}

impl Reached {
    /// Makes room for so many more, and for eight that are written and not kept.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, more: usize) {
        let room = self.count + more + LANES;
        if self.who.len() < room {
            self.who.resize(room, 0);
            self.links.resize(room, 0);
        }
    }
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> (u32, u32) {
        (self.who[i], self.links[i])
    }
    /// Writes one down, and keeps it where it counts.
    #[inline(always)]
    pub(super) fn push_if(&mut self, counts: bool, who: u32, link: u32) {
        self.who[self.count] = who;
        self.links[self.count] = link;
        self.count += usize::from(counts);
    }
    /// Adds those of eight links of which the bit is set.
    #[inline(always)]
    pub(super) fn push_eight<L: Lanes>(&mut self, who: u32, links: &[u32; LANES], bits: u8, lanes: L) {
        let at = self.count;
        if let (Some(all), Some(out)) = (
            self.who[at..].first_chunk_mut::<LANES>(),
            self.links[at..].first_chunk_mut(),
        ) {
            *all = [who; LANES];
            self.count += lanes.pack(links, bits, out);
        }
    }
    pub(crate) fn bytes(&self) -> usize {
        heap(&self.who) + heap(&self.links)
    }
}

/// What those that go down together have reached: nodes, those below them, and leaves.
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
