//! Single boxes of the dynamic hierarchy: in, out, and elsewhere.

use super::Tree;
use super::leaves::NONE;
use super::nodes::{Link, Place};
use super::rows::LANES;
use crate::index::static_tree::surface_area::{Item, halve_at};
use crate::index::{Boxes, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector};

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Puts in a box that is not in.
    pub(crate) fn insert(&mut self, slot: u32, aabb: &Aabb<V>) {
        if Self::is_endless(aabb) {
            self.places[slot as usize] = Place::endless(self.endless.len());
            return self.endless.push(slot);
        }
        self.wear_out();
        let volume = B::around(&[*aabb]);
        if self.twins.is_empty() {
            self.plant(volume);
        }
        if self.root() == Link::NOTHING {
            *self.volume_mut(0) = volume;
            self.open_leaf(0);
        }
        let leaf = self.best_leaf(&volume);
        if self.leaves.head(leaf).count as usize == LANES {
            return self.split_leaf(leaf, slot, aabb);
        }
        self.put(leaf, slot, aabb);
        self.note_size(leaf);
    }
    /// Adds a box to a leaf that has room.
    fn put(&mut self, leaf: u32, slot: u32, aabb: &Aabb<V>) {
        let lane = self.leaves.push(leaf, slot, aabb);
        self.places[slot as usize] = Place::in_leaf(leaf, lane);
    }
    /// The leaf where a volume adds least, going down to the child that grows least; volumes on the way make
    /// room.
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
    /// A full leaf and one box more become two leaves.
    fn split_leaf(&mut self, leaf: u32, slot: u32, aabb: &Aabb<V>) {
        let node = self.leaves.head(leaf).node;
        let mut items = [Item {
            aabb: *aabb,
            id: slot,
        }; LANES + 1];
        for (lane, item) in items.iter_mut().enumerate().take(LANES) {
            *item = Item {
                aabb: self.leaves.aabb(leaf, lane),
                id: self.leaves.head(leaf).slots[lane],
            };
        }
        for _ in 0..LANES {
            self.leaves.swap_remove(leaf, 0);
        }
        self.leaves.close(leaf);
        let twins = self.open_twins(node);
        self.forget_order();
        *self.link_mut(node) = Link::twins(twins);
        let cut = halve_at(&mut items, LANES / 2);
        let (left, right) = items.split_at_mut(cut);
        for (side, half) in [left, right].into_iter().enumerate() {
            let node = 2 * twins + side as u32;
            let leaf = self.open_leaf(node);
            half.iter().for_each(|item| self.put(leaf, item.id, &item.aabb));
            let (boxes, count) = self.leaves.boxes(leaf);
            *self.volume_mut(node) = B::around(&boxes[..count]);
            self.note_size(leaf);
        }
    }
    /// The leaf's boxes were chosen now.
    pub(super) fn note_size(&mut self, leaf: u32) {
        let size = self.volume(self.leaves.head(leaf).node).size();
        self.leaves.head_mut(leaf).size = size;
    }
    /// Takes out the box of a slot, if it is in.
    pub(crate) fn remove(&mut self, slot: u32) {
        let place = core::mem::replace(&mut self.places[slot as usize], Place::NOWHERE);
        if place == Place::NOWHERE {
            return;
        }
        if let Some(index) = place.as_endless() {
            self.endless.swap_remove(index);
            if let Some(&moved) = self.endless.get(index) {
                self.places[moved as usize] = place;
            }
            return;
        }
        let (leaf, lane) = place.leaf_and_lane();
        self.leaves.swap_remove(leaf, lane);
        if let Some(&moved) = self.leaves.slots(leaf).get(lane) {
            self.places[moved as usize] = place;
        }
        if self.leaves.head(leaf).count > 0 {
            return self.refit(leaf);
        }
        let node = self.leaves.head(leaf).node;
        self.leaves.close(leaf);
        self.cut_off(node);
    }
    /// Removes a node with nothing below: its sibling takes the place of their parent.
    fn cut_off(&mut self, node: u32) {
        let twins = node / 2;
        let parent = self.twins[twins as usize].parent;
        if parent == NONE {
            *self.link_mut(node) = Link::NOTHING;
            return self.forget_order();
        }
        let sibling = node ^ 1;
        let link = self.link(sibling);
        *self.volume_mut(parent) = *self.volume(sibling);
        *self.link_mut(parent) = link;
        match link.as_leaf() {
            Some(leaf) => self.leaves.head_mut(leaf).node = parent,
            None => self.twins[link.0 as usize / 2].parent = parent,
        }
        self.twins[twins as usize].parent = NONE;
        self.free.push(twins);
        self.forget_order();
        self.refit_above(parent);
    }
    /// After the box of a slot, which is in, has changed.
    pub(crate) fn moved(&mut self, slot: u32, aabb: &Aabb<V>) {
        let place = self.places[slot as usize];
        if place.as_endless().is_some() {
            return;
        }
        let (leaf, lane) = place.leaf_and_lane();
        self.leaves.set(leaf, lane, aabb);
        let (boxes, count) = self.leaves.boxes(leaf);
        let volume = B::around(&boxes[..count]);
        let own = B::around(&[*aabb]).size();
        if count > 1 && volume.size() > self.leaves.head(leaf).size * ScalarOf::<V>::lit(1.5) + own {
            self.remove(slot);
            self.insert(slot, aabb);
        } else {
            self.refit_to(leaf, volume);
        }
    }
    /// Makes the volumes of a leaf and above fit again.
    fn refit(&mut self, leaf: u32) {
        let (boxes, count) = self.leaves.boxes(leaf);
        self.refit_to(leaf, B::around(&boxes[..count]));
    }
    #[inline]
    fn refit_to(&mut self, leaf: u32, volume: B) {
        let node = self.leaves.head(leaf).node;
        if volume != *self.volume(node) {
            *self.volume_mut(node) = volume;
            self.refit_above(node);
        }
    }
    /// Refits the parents of a node until one stays as it was.
    fn refit_above(&mut self, mut node: u32) {
        loop {
            let twins = &self.twins[node as usize / 2];
            if twins.parent == NONE {
                return;
            }
            node = twins.parent;
            let volume = twins.volumes[0].union(&twins.volumes[1]);
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
                && self.places[slot as usize] == Place::in_leaf(leaf, lane)
        })
    }
}
