//! Single boxes of the dynamic hierarchy: insert, remove, move.

use super::Tree;
use super::leaves::NONE;
use super::nodes::{BoxLocation, Link};
use super::rows::LANES;
use crate::index::static_tree::surface_area::{Item, split_at_rank};
use crate::index::{Boxes, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector};

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Inserts a box that is not in the tree.
    pub(crate) fn insert(&mut self, slot: u32, aabb: &Aabb<V>) {
        if Self::is_unbounded(aabb) {
            self.locations[slot as usize] = BoxLocation::unbounded(self.unbounded.len());
            return self.unbounded.push(slot);
        }
        self.note_single_change();
        let volume = B::around(&[*aabb]);
        if self.siblings.is_empty() {
            self.add_root(volume);
        }
        if self.root() == Link::NOTHING {
            *self.volume_mut(0) = volume;
            self.open_leaf(0);
        }
        let leaf = self.best_leaf(&volume);
        if self.leaves.info(leaf).count as usize == LANES {
            return self.split_leaf(leaf, slot, aabb);
        }
        self.put(leaf, slot, aabb);
        self.note_size(leaf);
    }
    /// Adds a box to a leaf that is not full.
    fn put(&mut self, leaf: u32, slot: u32, aabb: &Aabb<V>) {
        let lane = self.leaves.push(leaf, slot, aabb);
        self.locations[slot as usize] = BoxLocation::in_leaf(leaf, lane);
    }
    /// The leaf to which a volume adds least: goes down to the child that grows least, and enlarges all
    /// volumes on the way.
    fn best_leaf(&mut self, volume: &B) -> u32 {
        let mut node = 0;
        loop {
            *self.volume_mut(node) = self.volume(node).union(volume);
            let link = self.link(node);
            if let Some(leaf) = link.as_leaf() {
                return leaf;
            }
            let first = link.first_child();
            let [a, b] = [first, first + 1].map(|child| {
                let old = self.volume(child);
                (old.union(volume).size() - old.size(), old.size())
            });
            node = if b < a { first + 1 } else { first };
        }
    }
    /// Splits a full leaf and one more box into two leaves.
    fn split_leaf(&mut self, leaf: u32, slot: u32, aabb: &Aabb<V>) {
        let node = self.leaves.info(leaf).node;
        let mut items = [Item {
            aabb: *aabb,
            id: slot,
        }; LANES + 1];
        for (lane, item) in items.iter_mut().enumerate().take(LANES) {
            *item = Item {
                aabb: self.leaves.aabb(leaf, lane),
                id: self.leaves.info(leaf).slots[lane],
            };
        }
        for _ in 0..LANES {
            self.leaves.swap_remove(leaf, 0);
        }
        self.leaves.close(leaf);
        let siblings = self.open_siblings(node);
        self.forget_order();
        *self.link_mut(node) = Link::siblings(siblings);
        let cut = split_at_rank(&mut items, LANES / 2);
        let (left, right) = items.split_at_mut(cut);
        for (side, half) in [left, right].into_iter().enumerate() {
            let node = 2 * siblings + side as u32;
            let leaf = self.open_leaf(node);
            half.iter().for_each(|item| self.put(leaf, item.id, &item.aabb));
            let (boxes, count) = self.leaves.boxes(leaf);
            *self.volume_mut(node) = B::around(&boxes[..count]);
            self.note_size(leaf);
        }
    }
    /// Records the size of a leaf whose boxes were chosen just now.
    pub(super) fn note_size(&mut self, leaf: u32) {
        let size = self.volume(self.leaves.info(leaf).node).size();
        self.leaves.info_mut(leaf).size = size;
    }
    /// Removes the box of a slot, if it is in the tree.
    pub(crate) fn remove(&mut self, slot: u32) {
        let location = core::mem::replace(&mut self.locations[slot as usize], BoxLocation::NOWHERE);
        if location == BoxLocation::NOWHERE {
            return;
        }
        if let Some(index) = location.as_unbounded() {
            self.unbounded.swap_remove(index);
            if let Some(&moved) = self.unbounded.get(index) {
                self.locations[moved as usize] = location;
            }
            return;
        }
        let (leaf, lane) = location.leaf_and_lane();
        self.leaves.swap_remove(leaf, lane);
        if let Some(&moved) = self.leaves.slots(leaf).get(lane) {
            self.locations[moved as usize] = location;
        }
        if self.leaves.info(leaf).count > 0 {
            return self.refit(leaf);
        }
        let node = self.leaves.info(leaf).node;
        self.leaves.close(leaf);
        self.remove_node(node);
    }
    /// Removes a node with nothing below: its sibling replaces their parent.
    fn remove_node(&mut self, node: u32) {
        let siblings = node / 2;
        let parent = self.siblings[siblings as usize].parent;
        if parent == NONE {
            *self.link_mut(node) = Link::NOTHING;
            return self.forget_order();
        }
        let sibling = node ^ 1;
        let link = self.link(sibling);
        *self.volume_mut(parent) = *self.volume(sibling);
        *self.link_mut(parent) = link;
        match link.as_leaf() {
            Some(leaf) => self.leaves.info_mut(leaf).node = parent,
            None => self.siblings[link.0 as usize / 2].parent = parent,
        }
        self.siblings[siblings as usize].parent = NONE;
        self.free.push(siblings);
        self.forget_order();
        self.refit_above(parent);
    }
    /// Updates the tree after the box of a slot in it has changed.
    pub(crate) fn moved(&mut self, slot: u32, aabb: &Aabb<V>) {
        let location = self.locations[slot as usize];
        if location.as_unbounded().is_some() {
            return;
        }
        let (leaf, lane) = location.leaf_and_lane();
        self.leaves.set(leaf, lane, aabb);
        let (boxes, count) = self.leaves.boxes(leaf);
        let volume = B::around(&boxes[..count]);
        let own = B::around(&[*aabb]).size();
        if count > 1 && volume.size() > self.leaves.info(leaf).size * ScalarOf::<V>::lit(1.5) + own {
            self.remove(slot);
            self.insert(slot, aabb);
        } else {
            self.refit_to(leaf, volume);
        }
    }
    /// Refits the volume of a leaf and those above.
    fn refit(&mut self, leaf: u32) {
        let (boxes, count) = self.leaves.boxes(leaf);
        self.refit_to(leaf, B::around(&boxes[..count]));
    }
    #[inline]
    fn refit_to(&mut self, leaf: u32, volume: B) {
        let node = self.leaves.info(leaf).node;
        if volume != *self.volume(node) {
            *self.volume_mut(node) = volume;
            self.refit_above(node);
        }
    }
    /// Refits the ancestors of a node until one stays as it was.
    fn refit_above(&mut self, mut node: u32) {
        loop {
            let siblings = &self.siblings[node as usize / 2];
            if siblings.parent == NONE {
                return;
            }
            node = siblings.parent;
            let volume = siblings.volumes[0].union(&siblings.volumes[1]);
            if volume == *self.volume(node) {
                return;
            }
            *self.volume_mut(node) = volume;
        }
    }
    /// Whether the boxes of a leaf are those of the table.
    pub(super) fn is_current(&self, leaf: u32, boxes: &Boxes<V>) -> bool {
        let slots = self.leaves.slots(leaf).iter().enumerate();
        slots.into_iter().all(|(lane, &slot)| {
            boxes.get(slot) == Some(&self.leaves.aabb(leaf, lane))
                && self.locations[slot as usize] == BoxLocation::in_leaf(leaf, lane)
        })
    }
}
