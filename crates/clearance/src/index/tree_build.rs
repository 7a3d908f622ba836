//! The dynamic hierarchy, built anew.

use super::{Boxes, Threads, Volume};

use super::leaves::NONE;
use super::rows::LANES;
use super::spots::{Frame, Spot, cut, halve_all};
use super::tree::{Tree, Wear};
use super::twins::{Link, Place, Twins};
use crate::math::Vector;

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Builds the hierarchy anew, in the order in which it is walked.
    pub(super) fn rebuild(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.places.resize(boxes.slots().len(), Place::NOWHERE);
        self.twins.clear();
        self.free.clear();
        self.leaves.clear();
        self.endless.clear();
        self.places.fill(Place::NOWHERE);
        self.wear = Wear::default();
        // A scratch of sorting pairs, which is not needed meanwhile.
        let mut words = core::mem::take(&mut self.seconds);
        words.clear();
        let finite = boxes.iter().filter(|(_, aabb)| !Self::is_endless(aabb));
        if let Some(frame) = Frame::around(finite.clone().map(|(_, aabb)| *aabb)) {
            words.reserve_exact(4 * boxes.len());
            finite.for_each(|(slot, aabb)| words.extend(frame.spot(aabb, slot)));
        }
        for (slot, aabb) in boxes.iter().filter(|(_, aabb)| Self::is_endless(aabb)) {
            self.insert(slot, aabb);
        }
        let (spots, _) = words.as_chunks_mut::<4>();
        if let Some(first) = spots.first() {
            self.plant(B::around(&[boxes.slots()[first[3] as usize]]));
            halve_all(spots, threads);
            self.grow(spots, 0);
            self.is_in_order = true;
            self.leaves.trim();
            self.twins.shrink_to(self.twins.len() * 17 / 16);
            self.wear.built = self.refit_all(boxes).unwrap_or(0.0);
            self.remember_sizes();
        }
        self.seconds = words;
    }
    /// The twins of which one is the root.
    pub(super) fn plant(&mut self, volume: B) {
        self.twins.push(Twins {
            volumes: [volume; 2],
            links: [Link::NOTHING; 2],
            parent: NONE,
        });
    }
    /// Puts spots, in the order of the leaves, below a node. Boxes and volumes are left to a refit.
    fn grow(&mut self, spots: &[Spot], node: u32) {
        if spots.len() <= LANES {
            return self.fill(spots, node);
        }
        let twins = self.open_twins(node);
        *self.link_mut(node) = Link::twins(twins);
        let (left, right) = spots.split_at(cut(spots.len()));
        self.grow(left, 2 * twins);
        self.grow(right, 2 * twins + 1);
    }
    fn fill(&mut self, spots: &[Spot], node: u32) {
        let leaf = self.leaves.open(node);
        *self.link_mut(node) = Link::leaf(leaf);
        let head = self.leaves.head_mut(leaf);
        head.count = spots.len() as u32;
        for (lane, spot) in spots.iter().enumerate() {
            head.slots[lane] = spot[3];
            self.places[spot[3] as usize] = Place::in_leaf(leaf, lane);
        }
    }
    fn remember_sizes(&mut self) {
        for leaf in 0..self.leaves.len() {
            let size = self.volume(self.leaves.head(leaf).node).size();
            self.leaves.head_mut(leaf).size = size;
        }
    }
}
