//! All pairs in a hierarchy of boxes: many leaves at a time search for all others.
//!
//! Walking a tree against itself branches on whether two nodes meet, and one in three of these branches is
//! mispredicted. Here there is no such branch. The volumes of leaves go down the wide copy of the tree
//! together, level by level; what they reach is written to a list and overwritten where it is not hit
//! (`reached.rs`). The same is done for the boxes of one leaf that meet the volume of another, and for
//! their pairs. Each pair of leaves is found from the one with the smaller number: nodes know the largest
//! number below them, so half of the tree is passed over.

use alloc::vec::Vec;
use core::ops::Range;

use super::changed::SearchScratch;
use super::reached::{Lists, Reached};
use super::wide_levels::WideLevels;
use crate::index::pair_list::list::PairList;
use crate::index::pair_list::sort_many;
#[cfg(feature = "rayon")]
use crate::index::pair_list::{heap, sort_parts};
#[cfg(feature = "rayon")]
use crate::index::threads::each;
use crate::index::tree::Tree;
use crate::index::tree::nodes::{BoxLocation, Link};
use crate::index::tree::rows::LANES;
use crate::index::{Boxes, SlotPair, Threads, Volume};
use crate::math::{Aabb, Vector};
use crate::simd::{AHEAD, Job, Lanes, dispatch};

/// So many leaves go down the tree together.
const TOGETHER: usize = 64;
/// The boxes of so many pairs of leaves are compared together. This bounds the memory where a leaf meets
/// all others.
const LEAF_PAIRS: usize = 512;

/// Scratch memory and results of each thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Join {
    parts: Vec<JoinPart>,
    lists: Vec<PairList>,
    #[cfg(feature = "rayon")]
    scratch: Vec<[Vec<u32>; 2]>,
}

/// What a group of leaves has reached: wide nodes, leaves, boxes that may meet some of a leaf's; and the
/// pairs found.
#[derive(Clone, Debug, Default)]
struct JoinPart {
    lists: Lists,
    boxes: Reached,
    found: PairList,
}

impl JoinPart {
    fn bytes(&self) -> usize {
        self.lists.bytes() + self.boxes.bytes() + self.found.bytes()
    }
}

impl Join {
    pub(crate) fn bytes(&self) -> usize {
        let own = self.parts.iter().map(JoinPart::bytes).sum::<usize>()
            + self.lists.iter().map(PairList::bytes).sum::<usize>();
        #[cfg(feature = "rayon")]
        let own = own + self.scratch.iter().flatten().map(heap).sum::<usize>();
        own
    }
}

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Whether this way is possible: there must be more than one leaf.
    pub(crate) fn can_join(&self) -> bool {
        Self::joins() && self.root().as_leaf().is_none() && self.root() != Link::NOTHING
    }
    /// Replaces `found` by all pairs, in ascending order.
    pub(crate) fn join_leaves(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        let mut scratch = core::mem::take(&mut self.search_scratch);
        let SearchScratch { wide, join, .. } = &mut scratch;
        wide.copy_all(self);
        join.parts
            .resize_with(threads.parts(boxes.len()), JoinPart::default);
        if let [part] = &mut join.parts[..] {
            core::mem::swap(&mut part.found.pairs, found);
            self.join_range(wide, 0..self.leaves.len(), part);
            core::mem::swap(&mut part.found.pairs, found);
            found.truncate(part.found.count);
            self.pairs_of_unbounded(boxes, found);
            sort_many(found, boxes.slots().len(), &mut self.counts, &mut self.seconds);
        } else {
            #[cfg(feature = "rayon")]
            self.join_parts(boxes, wide, join, found);
        }
        self.search_scratch = scratch;
    }
    /// Finds the pairs of some leaves with all that do not come before them.
    fn join_range(&self, wide: &WideLevels<V>, range: Range<u32>, part: &mut JoinPart) {
        // Works on a copy: in the table it would share cache lines with the parts of other threads.
        let mut own = core::mem::take(part);
        own.found.count = 0;
        dispatch(LeafJoin {
            tree: self,
            wide,
            range,
            part: &mut own,
        });
        *part = own;
    }
    /// The same by several threads, each for a part of the leaves.
    #[cfg(feature = "rayon")]
    fn join_parts(&self, boxes: &Boxes<V>, wide: &WideLevels<V>, join: &mut Join, found: &mut Vec<SlotPair>) {
        let leaves = self.leaves.len();
        let size = leaves.div_ceil(join.parts.len() as u32);
        each(&mut join.parts, 0, &|k, part| {
            let first = k as u32 * size;
            self.join_range(wide, first..leaves.min(first + size), part);
        });
        self.gather(boxes, join, found);
    }
    /// Puts what several threads have found into one list, in order.
    #[cfg(feature = "rayon")]
    fn gather(&self, boxes: &Boxes<V>, join: &mut Join, found: &mut Vec<SlotPair>) {
        let parts = join.parts.len();
        join.lists.resize_with(parts + 1, PairList::default);
        let exchange = |join: &mut Join| {
            for (part, list) in join.parts.iter_mut().zip(&mut join.lists) {
                core::mem::swap(&mut part.found, list);
            }
        };
        exchange(join);
        let of_unbounded = &mut join.lists[parts];
        of_unbounded.pairs.clear();
        self.pairs_of_unbounded(boxes, &mut of_unbounded.pairs);
        of_unbounded.count = of_unbounded.pairs.len();
        sort_parts(
            &mut join.lists,
            boxes.slots().len(),
            parts,
            &mut join.scratch,
            found,
        );
        exchange(join);
    }
}

/// Some leaves of a tree, to be joined with all that do not come before them.
struct LeafJoin<'a, V: Vector, B: Volume<V>> {
    tree: &'a Tree<V, B>,
    /// All levels of the tree.
    wide: &'a WideLevels<V>,
    range: Range<u32>,
    part: &'a mut JoinPart,
}

impl<V: Vector, B: Volume<V>> Job for LeafJoin<'_, V, B> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let mut volumes = [Boxes::nothing(); TOGETHER];
        for first in self.range.clone().step_by(TOGETHER) {
            let count = (self.range.end - first).min(TOGETHER as u32);
            self.start(first, count, &mut volumes);
            for _ in 0..self.wide.count {
                // Only towards leaves whose numbers are not smaller.
                self.wide.descend(
                    &mut self.part.lists,
                    &volumes,
                    #[inline(always)]
                    |k, info| lanes.above(first + k, &info.beyond),
                    lanes,
                );
            }
            let reached = self.part.lists.leaves.count;
            for from in (0..reached).step_by(LEAF_PAIRS) {
                self.meet_leaves(first, &volumes, from..reached.min(from + LEAF_PAIRS), lanes);
                self.meet_boxes(lanes);
            }
        }
    }
}

impl<V: Vector, B: Volume<V>> LeafJoin<'_, V, B> {
    /// Puts all leaves of the group at the root.
    #[inline(always)]
    fn start(&mut self, first: u32, count: u32, volumes: &mut [Aabb<V>; TOGETHER]) {
        let (leaves, level) = (&self.tree.leaves, &mut self.part.lists.level);
        (level.count, self.part.lists.leaves.count) = (0, 0);
        level.make_room(count as usize);
        for k in 0..count {
            let node = leaves.info(first + k).node;
            let is_some = leaves.info(first + k).count > 0;
            volumes[k as usize % TOGETHER] = self.tree.volume(node).bounds();
            level.push_if(is_some, k, 0);
        }
    }
    /// Lists the boxes of a leaf that meet the volume of another, for some pairs of leaves.
    #[inline(always)]
    fn meet_leaves<L: Lanes>(
        &mut self,
        first: u32,
        volumes: &[Aabb<V>; TOGETHER],
        leaf_pairs: Range<usize>,
        lanes: L,
    ) {
        let (reached, boxes) = (&self.part.lists.leaves, &mut self.part.boxes);
        boxes.count = 0;
        boxes.make_room(LANES * leaf_pairs.len());
        for i in leaf_pairs {
            if i + AHEAD < reached.count {
                self.tree.leaves.prefetch(reached.get(i + AHEAD).1 / 2);
            }
            let (k, link) = reached.get(i);
            let other = link / 2;
            let met = self
                .tree
                .leaves
                .rows
                .meeting_by(other, &volumes[k as usize % TOGETHER], lanes);
            let locations = core::array::from_fn(
                #[inline(always)]
                |lane| other * LANES as u32 + lane as u32,
            );
            boxes.push_eight(first + k, &locations, met, lanes);
        }
    }
    /// Adds the pairs of those boxes with those of the leaf.
    #[inline(always)]
    fn meet_boxes<L: Lanes>(&mut self, lanes: L) {
        let JoinPart {
            boxes: reached,
            found,
            ..
        } = &mut *self.part;
        let leaves = &self.tree.leaves;
        for i in 0..reached.count {
            let (leaf, place) = reached.get(i);
            let (other, lane) = BoxLocation(place).leaf_and_lane();
            let met = leaves.rows.meeting_by(leaf, &leaves.aabb(other, lane), lanes);
            // Within a leaf, of each two lanes only the larger one searches.
            let among = if other == leaf {
                !(u8::MAX << lane)
            } else {
                u8::MAX
            };
            let mut others = [0; LANES];
            let count = lanes.pack(&leaves.info(leaf).slots, met & among, &mut others);
            if let Some(room) = found.room() {
                lanes.pairs(leaves.info(other).slots[lane], &others, room);
                found.count += count;
            }
        }
    }
}
