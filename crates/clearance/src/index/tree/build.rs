//! Building the dynamic hierarchy from all boxes.

use crate::index::{Boxes, Threads, Volume};

use super::centers::{CenterScale, PackedCenter, cut, split_all};
use super::leaves::NONE;
use super::nodes::{BoxLocation, Link, Siblings};
use super::rows::LANES;
use super::{Degradation, Tree};
use crate::math::Vector;

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Rebuilds the hierarchy, in the order in which walks read it.
    pub(crate) fn rebuild(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.locations.clear();
        self.locations.resize(boxes.slots().len(), BoxLocation::NOWHERE);
        self.unbounded.clear();
        // This is scratch memory of sorting pairs, not needed during a build.
        let mut words = core::mem::take(&mut self.seconds);
        words.clear();
        let finite = boxes.iter().filter(|(_, aabb)| !Self::is_unbounded(aabb));
        if let Some(scale) = CenterScale::around(finite.clone().map(|(_, aabb)| *aabb)) {
            words.reserve_exact(4 * boxes.len());
            finite.for_each(|(slot, aabb)| words.extend(scale.packed(aabb, slot)));
        }
        for (slot, aabb) in boxes.iter().filter(|(_, aabb)| Self::is_unbounded(aabb)) {
            self.insert(slot, aabb);
        }
        let (centers, _) = words.as_chunks_mut::<4>();
        split_all(centers, threads);
        self.rebuild_leaves(centers, boxes);
        self.seconds = words;
        self.degradation = Degradation::default();
        self.degradation.built = self.refit_all(boxes, threads).unwrap_or(0.0);
        (0..self.leaves.len()).for_each(|leaf| self.note_size(leaf));
    }
    /// Makes leaves of these centers, in this order. Boxes and volumes are left to a refit.
    fn rebuild_leaves(&mut self, centers: &[PackedCenter], boxes: &Boxes<V>) {
        if !centers.is_empty() && self.is_in_order && self.built_for == centers.len() {
            // All trees of the same number of boxes have the same shape: only the leaves are filled again.
            return (0..)
                .zip(centers.chunks(LANES))
                .for_each(|(leaf, centers)| self.fill(centers, leaf));
        }
        self.siblings.clear();
        self.free.clear();
        self.leaves.clear();
        self.order.clear();
        if let Some(first) = centers.first() {
            self.add_root(B::around(&[boxes.slots()[first[3] as usize]]));
            self.build_below(centers, 0);
        }
        (self.is_in_order, self.built_for) = (true, centers.len());
        self.leaves.trim();
        self.siblings.shrink_to(self.siblings.len() * 17 / 16);
    }
    /// Adds the pair of siblings of which the first is the root.
    pub(super) fn add_root(&mut self, volume: B) {
        self.siblings.push(Siblings {
            volumes: [volume; 2],
            links: [Link::NOTHING; 2],
            parent: NONE,
        });
    }
    /// Builds the nodes of these centers below a node.
    fn build_below(&mut self, centers: &[PackedCenter], node: u32) {
        if centers.len() <= LANES {
            let leaf = self.open_leaf(node);
            return self.fill(centers, leaf);
        }
        let siblings = self.open_siblings(node);
        *self.link_mut(node) = Link::siblings(siblings);
        let (left, right) = centers.split_at(cut(centers.len()));
        self.build_below(left, 2 * siblings);
        self.build_below(right, 2 * siblings + 1);
    }
    fn fill(&mut self, centers: &[PackedCenter], leaf: u32) {
        let info = self.leaves.info_mut(leaf);
        (info.slots, info.count) = ([NONE; LANES], centers.len() as u32);
        for (lane, center) in centers.iter().enumerate() {
            info.slots[lane] = center[3];
            self.locations[center[3] as usize] = BoxLocation::in_leaf(leaf, lane);
        }
    }
}
