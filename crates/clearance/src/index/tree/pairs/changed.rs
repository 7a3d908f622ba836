//! The pairs of the boxes that have changed, in the dynamic hierarchy.
//!
//! Many of them go down the tree together, level by level: first the wide copy of its upper levels
//! (`wide_levels.rs`), then what is below. So the processor can request many nodes at once and need not
//! wait for one before it requests the next. They go in the order of their leaves, so that what one has
//! read is still in the cache for the next. Whether a node is hit is unpredictable, so there is no branch
//! on it: every node reached is written to a list and overwritten where it is not hit (`reached.rs`).
//! WebAssembly, where modules are to be small, has none of this: it searches for each box by itself.

use alloc::vec::Vec;

use super::leaf_join::Join;
use super::reached::Lists;
use super::wide_levels::WideLevels;
use crate::index::pair_list::list::PairList;
use crate::index::pair_list::{heap, ordered};
use crate::index::tree::Tree;
use crate::index::tree::nodes::{BoxLocation, Link};
use crate::index::tree::rows::LANES;
use crate::index::{Boxes, SlotPair, Volume};
use crate::math::{Aabb, Vector};
use crate::simd::{AHEAD, Job, Lanes, dispatch, is_plain, prefetch};

/// So many changed boxes go down the tree together.
const TOGETHER: usize = 128;

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Adds the pairs with a changed box, each once, in no particular order.
    pub(crate) fn pairs_of_changed(&mut self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        let mut scratch = core::mem::take(&mut self.search_scratch);
        let SearchScratch {
            queue, lists, wide, ..
        } = &mut scratch;
        queue.clear();
        queue.extend(boxes.changed().iter().filter_map(|&slot| {
            let place = self.locations[slot as usize];
            (place != BoxLocation::NOWHERE).then_some(u64::from(place.0) << 32 | u64::from(slot))
        }));
        queue.sort_unstable();
        if !self.unbounded.is_empty() {
            queue
                .iter()
                .for_each(|&query| self.meet_unbounded(boxes, query as u32, found));
        }
        if self.root() != Link::NOTHING {
            wide.copy(self, if is_plain() { 0 } else { queue.len() / 2 });
            let mut list = PairList::going_on(core::mem::take(found));
            dispatch(GroupSearch {
                tree: self,
                boxes,
                queue,
                wide,
                lists,
                found: &mut list,
            });
            *found = list.into_pairs();
        }
        self.search_scratch = scratch;
    }
    /// Adds the pairs of a changed box with the unbounded ones.
    fn meet_unbounded(&self, boxes: &Boxes<V>, slot: u32, found: &mut Vec<SlotPair>) {
        let aabb = &boxes.slots()[slot as usize];
        let unbounded = self.unbounded.iter().copied();
        let met = unbounded
            .filter(|&other| is_of(slot, other, boxes) && boxes.slots()[other as usize].overlaps(aabb));
        found.extend(met.map(|other| ordered(slot, other)));
    }
}

/// Scratch memory of searches for many boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchScratch<V: Vector> {
    queue: Vec<u64>,
    lists: Lists,
    pub(crate) wide: WideLevels<V>,
    pub(crate) join: Join,
}

impl<V: Vector> SearchScratch<V> {
    pub(crate) fn bytes(&self) -> usize {
        heap(&self.queue) + self.lists.bytes() + self.wide.bytes() + self.join.bytes()
    }
}

/// A search for many changed boxes, which go down the tree together.
struct GroupSearch<'a, V: Vector, B: Volume<V>> {
    tree: &'a Tree<V, B>,
    boxes: &'a Boxes<V>,
    /// In the upper halves where each box is, for the order; in the lower halves the slots.
    queue: &'a [u64],
    /// The upper levels of the tree.
    wide: &'a WideLevels<V>,
    lists: &'a mut Lists,
    found: &'a mut PairList,
}

impl<V: Vector, B: Volume<V>> Job for GroupSearch<'_, V, B> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let (mut asked, first) = ([Boxes::nothing(); TOGETHER], self.found.count);
        for queries in self.queue.chunks(TOGETHER) {
            for (asked, &query) in asked.iter_mut().zip(queries) {
                *asked = self.boxes.slots()[query as u32 as usize];
            }
            self.start(queries.len());
            for _ in 0..self.wide.count {
                self.wide.descend(
                    self.lists,
                    &asked,
                    #[inline(always)]
                    |_, _| u8::MAX,
                    lanes,
                );
            }
            while self.lists.level.count > 0 {
                self.descend(&asked);
            }
            self.meet_leaves(queries, &asked, lanes);
        }
        self.keep_own(first);
    }
}

impl<V: Vector, B: Volume<V>> GroupSearch<'_, V, B> {
    /// Puts all boxes of the group at the root.
    fn start(&mut self, count: usize) {
        let Lists { level, leaves, .. } = &mut *self.lists;
        (level.count, leaves.count) = (0, 0);
        let root = self.tree.root();
        let first = if self.wide.count > 0 { 0 } else { root.0 };
        let list = if root.as_leaf().is_some() { leaves } else { level };
        list.make_room(count);
        for k in 0..count {
            list.push_if(true, k as u32, first);
        }
    }
    /// Goes down one level of siblings. Hit or miss is unpredictable, so each child is written to the list,
    /// and overwritten where it is not hit.
    #[inline(always)]
    fn descend(&mut self, asked: &[Aabb<V>; TOGETHER]) {
        let Lists {
            level, below, leaves, ..
        } = &mut *self.lists;
        below.count = 0;
        below.make_room(2 * level.count);
        leaves.make_room(2 * level.count);
        for i in 0..level.count {
            if i + AHEAD < level.count {
                prefetch(&self.tree.siblings, level.get(i + AHEAD).1 as usize / 2);
            }
            let (k, link) = level.get(i);
            let siblings = &self.tree.siblings[link as usize / 2];
            for side in [0, 1] {
                let is_met = siblings.volumes[side].meets(&asked[k as usize % TOGETHER]);
                let (next, is_leaf) = (siblings.links[side], siblings.links[side].as_leaf().is_some());
                below.push_if(is_met & !is_leaf, k, next.0);
                leaves.push_if(is_met & is_leaf, k, next.0);
            }
        }
        core::mem::swap(level, below);
    }
    /// Adds the pairs with the boxes of the leaves reached. Eight are written each time; only those that
    /// meet are counted.
    #[inline(always)]
    fn meet_leaves<L: Lanes>(&mut self, queries: &[u64], asked: &[Aabb<V>; TOGETHER], lanes: L) {
        let (reached, held) = (&self.lists.leaves, &self.tree.leaves);
        for i in 0..reached.count {
            if i + AHEAD < reached.count {
                held.prefetch(reached.get(i + AHEAD).1 / 2);
            }
            let (k, link) = reached.get(i);
            let (slot, leaf) = (queries[k as usize] as u32, link / 2);
            let met = held.rows.meeting_by(leaf, &asked[k as usize % TOGETHER], lanes);
            let mut others = [0; LANES];
            let end = lanes.pack(&held.info(leaf).slots, met, &mut others);
            if let Some(room) = self.found.room() {
                *room = others.map(|other| [slot, other]);
                self.found.count += end;
            }
        }
    }
    /// Keeps, of the pairs found, those that are found from the right slot.
    fn keep_own(&mut self, first: usize) {
        let PairList { pairs, count, .. } = &mut *self.found;
        let mut kept = first;
        for i in first..*count {
            let [slot, other] = pairs[i];
            pairs[kept] = ordered(slot, other);
            kept += usize::from(is_of(slot, other, self.boxes));
        }
        *count = kept;
    }
}

/// Whether a pair counts as found from `slot`, which has changed. Two changed boxes find each other twice;
/// then only the search from the smaller slot counts.
#[inline]
fn is_of<V: Vector>(slot: u32, other: u32, boxes: &Boxes<V>) -> bool {
    (other > slot) | ((other != slot) & !boxes.is_changed(other))
}
