//! The pairs of the boxes that have changed, in the dynamic hierarchy.
//!
//! Some go down the tree together, level by level, so that the processor need not wait for the nodes of one before it asks
//! for those of the next. They are taken in the order of their leaves: what one read is still at hand for the next. Which
//! nodes a box meets nobody can guess, so each is written down, and written over where it is not met. Leaves, eight boxes
//! each, are compared in the widest registers there are.

use alloc::vec::Vec;

use super::leaves::each_bit;
use super::pair_list::ordered;
use super::tree::{Link, Place, Tree};
use super::{Boxes, SlotPair, Volume};
use crate::math::Vector;
use crate::simd::{AHEAD, prefetch, widest};

/// So many changed boxes go down the tree together.
const TOGETHER: usize = 32;

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Adds the pairs with a changed box, each once, in no particular order.
    pub(super) fn pairs_of_changed(&mut self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        let mut queue = core::mem::take(&mut self.queue);
        queue.clear();
        queue.extend(boxes.changed().iter().filter_map(|&slot| {
            let place = self.places[slot as usize];
            (place != Place::NOWHERE).then_some(u64::from(place.0) << 32 | u64::from(slot))
        }));
        queue.sort_unstable();
        let (mut level, mut below) = (core::mem::take(&mut self.open), core::mem::take(&mut self.below));
        let root = self.root();
        for queries in queue.chunks(TOGETHER) {
            let slots = queries.iter().map(|&query| query as u32);
            if !self.endless.is_empty() {
                slots
                    .clone()
                    .for_each(|slot| self.meet_endless(boxes, slot, found));
            }
            if root != Link::NOTHING {
                level.clear();
                level.extend(slots.map(|slot| [slot, root.0]));
                widest(
                    #[inline(always)]
                    || self.descend(boxes, [&mut level, &mut below], found),
                );
            }
        }
        (self.open, self.below, self.queue) = (level, below, queue);
    }
    /// Meets one that has changed with those without end.
    fn meet_endless(&self, boxes: &Boxes<V>, slot: u32, found: &mut Vec<SlotPair>) {
        let aabb = &boxes.slots()[slot as usize];
        let endless = self.endless.iter().copied();
        let met = endless
            .filter(|&other| is_of(slot, other, boxes) && boxes.slots()[other as usize].overlaps(aabb));
        found.extend(met.map(|other| ordered(slot, other)));
    }
    /// From boxes and the nodes they have reached to the leaves.
    #[inline(always)]
    fn descend(&self, boxes: &Boxes<V>, [level, below]: [&mut Vec<[u32; 2]>; 2], found: &mut Vec<SlotPair>) {
        let mut count = level.len();
        while count > 0 {
            if below.len() < 2 * count {
                below.resize(2 * count, [0; 2]);
            }
            let mut reached = 0;
            for (i, &[slot, link]) in level[..count].iter().enumerate() {
                if let Some(&[_, next]) = level[..count].get(i + AHEAD) {
                    self.prefetch(Link(next));
                }
                let (query, link) = (&boxes.slots()[slot as usize], Link(link));
                if let Some(leaf) = link.as_leaf() {
                    let (slots, met) = (&self.leaves.head(leaf).slots, self.leaves.meeting(leaf, query));
                    each_bit(met, |lane| {
                        if is_of(slot, slots[lane], boxes) {
                            found.push(ordered(slot, slots[lane]));
                        }
                    });
                    continue;
                }
                let twins = &self.twins[link.0 as usize / 2];
                for side in [0, 1] {
                    below[reached] = [slot, twins.links[side].0];
                    reached += usize::from(twins.volumes[side].meets(query));
                }
            }
            core::mem::swap(level, below);
            count = reached;
        }
    }
    #[inline(always)]
    fn prefetch(&self, link: Link) {
        match link.as_leaf() {
            Some(leaf) => self.leaves.prefetch(leaf),
            None => prefetch(&self.twins, link.0 as usize / 2),
        }
    }
}

/// Whether a pair is found from this slot, which has changed: two that have would find each other twice, and the pair is
/// that of the smaller.
#[inline(always)]
fn is_of<V: Vector>(slot: u32, other: u32, boxes: &Boxes<V>) -> bool {
    other > slot || other != slot && !boxes.is_changed(other)
}
