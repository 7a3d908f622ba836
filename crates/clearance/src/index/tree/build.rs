//! The dynamic hierarchy, built anew.

use crate::index::{Boxes, Threads, Volume};

use super::centers::{Frame, Spot, cut, halve_all};
use super::leaves::NONE;
use super::nodes::{Link, Place, Twins};
use super::rows::LANES;
use super::{Tree, Wear};
use crate::math::Vector;

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Builds the hierarchy anew, in the order in which it is walked.
    pub(crate) fn rebuild(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.places.clear();
        self.places.resize(boxes.slots().len(), Place::NOWHERE);
        self.endless.clear();
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
        halve_all(spots, threads);
        self.put_all(spots, boxes);
        self.seconds = words;
        self.wear = Wear::default();
        self.wear.built = self.refit_all(boxes, threads).unwrap_or(0.0);
        (0..self.leaves.len()).for_each(|leaf| self.note_size(leaf));
    }
    /// Holds these spots, in the order of the leaves, and nothing else. Boxes and volumes are left to a
    /// refit.
    fn put_all(&mut self, spots: &[Spot], boxes: &Boxes<V>) {
        if !spots.is_empty() && self.is_in_order && self.grown_for == spots.len() {
            // Of so many boxes all trees are alike.
            return (0..)
                .zip(spots.chunks(LANES))
                .for_each(|(leaf, spots)| self.fill(spots, leaf));
        }
        self.twins.clear();
        self.free.clear();
        self.leaves.clear();
        self.order.clear();
        if let Some(first) = spots.first() {
            self.plant(B::around(&[boxes.slots()[first[3] as usize]]));
            self.grow(spots, 0);
        }
        (self.is_in_order, self.grown_for) = (true, spots.len());
        self.leaves.trim();
        self.twins.shrink_to(self.twins.len() * 17 / 16);
    }
    /// The twins of which one is the root.
    pub(super) fn plant(&mut self, volume: B) {
        self.twins.push(Twins {
            volumes: [volume; 2],
            links: [Link::NOTHING; 2],
            parent: NONE,
        });
    }
    /// Puts spots below a node.
    fn grow(&mut self, spots: &[Spot], node: u32) {
        if spots.len() <= LANES {
            let leaf = self.open_leaf(node);
            return self.fill(spots, leaf);
        }
        let twins = self.open_twins(node);
        *self.link_mut(node) = Link::twins(twins);
        let (left, right) = spots.split_at(cut(spots.len()));
        self.grow(left, 2 * twins);
        self.grow(right, 2 * twins + 1);
    }
    fn fill(&mut self, spots: &[Spot], leaf: u32) {
        let head = self.leaves.head_mut(leaf);
        (head.slots, head.count) = ([NONE; LANES], spots.len() as u32);
        for (lane, spot) in spots.iter().enumerate() {
            head.slots[lane] = spot[3];
            self.places[spot[3] as usize] = Place::in_leaf(leaf, lane);
        }
    }
}
