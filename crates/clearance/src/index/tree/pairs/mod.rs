//! All pairs in the dynamic hierarchy: the tree against itself, where `leaf_join.rs` does not apply.
//!
//! A pair of nodes is either the same node twice, which stands for all pairs below it, or two nodes whose
//! volumes meet. Of two leaves, each box of one that meets the volume of the other is compared with all
//! boxes of the other at once.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod changed;
#[cfg(not(target_family = "wasm"))]
mod leaf_join;
#[cfg(not(target_family = "wasm"))]
mod reached;
#[cfg(not(target_family = "wasm"))]
mod wide_levels;

use alloc::vec::Vec;

use super::Tree;
use super::leaves::each_bit;
use super::nodes::Link;
use super::rows::LANES;
use crate::index::interface::pairs_of_outsiders;
use crate::index::{Boxes, SlotPair, Volume};
use crate::math::{Aabb, Vector};
use crate::simd::{Job, Lanes, dispatch};

/// Two nodes, of which all pairs are wanted.
type NodePair = [u32; 2];

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Adds the pairs of boxes in leaves, each once, in no particular order.
    pub(super) fn pairs_of_leaves(&mut self, found: &mut Vec<SlotPair>) {
        let mut open = core::mem::take(&mut self.open);
        if self.root() != Link::NOTHING {
            open.push([0, 0]);
        }
        dispatch(SelfJoin {
            tree: self,
            open: &mut open,
            found,
        });
        self.open = open;
    }
    /// Adds the pairs of the unbounded boxes, with each other and with all others.
    pub(super) fn pairs_of_unbounded(&self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        pairs_of_outsiders(&self.unbounded, boxes, found, |aabb, note| {
            let is_finite = |slot: u32| self.locations[slot as usize].as_unbounded().is_none();
            let met = boxes
                .iter()
                .filter(|(slot, other)| is_finite(*slot) && aabb.overlaps(other));
            met.for_each(|(slot, _)| note(slot));
        });
    }
}

/// A tree walked against itself.
struct SelfJoin<'a, V: Vector, B: Volume<V>> {
    tree: &'a Tree<V, B>,
    open: &'a mut Vec<NodePair>,
    found: &'a mut Vec<SlotPair>,
}

impl<V: Vector, B: Volume<V>> Job for SelfJoin<'_, V, B> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        while let Some([a, b]) = self.open.pop() {
            let (p, q) = (self.tree.link(a), self.tree.link(b));
            match (p.as_leaf(), q.as_leaf()) {
                (Some(leaf), Some(_)) if a == b => self.pairs_within(leaf, lanes),
                (Some(leaf), Some(other)) => self.pairs_between(leaf, other, b, lanes),
                (None, None) if a == b => {
                    let [c, d] = [p.first_child(), p.first_child() + 1];
                    if self.tree.volume(c).overlaps(self.tree.volume(d)) {
                        self.open.push([c, d]);
                    }
                    self.open.extend([[d, d], [c, c]]);
                }
                (None, None) => {
                    for c in [p.first_child() + 1, p.first_child()] {
                        self.push_meeting(c, q);
                    }
                }
                (Some(_), None) => self.push_meeting(a, q),
                (None, Some(_)) => self.push_meeting(b, p),
            }
        }
    }
}

impl<V: Vector, B: Volume<V>> SelfJoin<'_, V, B> {
    /// Pushes a node with each of two others that it meets.
    #[inline(always)]
    fn push_meeting(&mut self, node: u32, others: Link) {
        let (volume, first) = (self.tree.volume(node), others.first_child());
        for child in [first + 1, first] {
            if volume.overlaps(self.tree.volume(child)) {
                self.open.push([node, child]);
            }
        }
    }
    #[inline]
    fn pairs_within<L: Lanes>(&mut self, leaf: u32, lanes: L) {
        let count = self.tree.leaves.slots(leaf).len();
        for lane in 0..count {
            let aabb = self.tree.leaves.aabb(leaf, lane);
            self.pairs_of(leaf, lane, &aabb, leaf, (u8::MAX << lane) << 1, lanes);
        }
    }
    #[inline(always)]
    fn pairs_between<L: Lanes>(&mut self, a: u32, b: u32, node: u32, lanes: L) {
        let near = self
            .tree
            .leaves
            .rows
            .meeting_by(a, &self.tree.volume(node).bounds(), lanes);
        each_bit(
            u32::from(near),
            #[inline(always)]
            |lane| {
                let aabb = self.tree.leaves.aabb(a, lane);
                self.pairs_of(a, lane, &aabb, b, u8::MAX, lanes);
            },
        );
    }
    /// Adds the pairs of a box of a leaf with those in some lanes of a leaf.
    #[inline(always)]
    fn pairs_of<L: Lanes>(&mut self, a: u32, lane: usize, aabb: &Aabb<V>, b: u32, among: u8, lanes: L) {
        let leaves = &self.tree.leaves;
        let met = leaves.rows.meeting_by(b, aabb, lanes) & among;
        let (mut others, mut pairs) = ([0; LANES], [[0; 2]; LANES]);
        let count = lanes.pack(&leaves.info(b).slots, met, &mut others);
        lanes.pairs(leaves.info(a).slots[lane], &others, &mut pairs);
        let end = self.found.len() + count;
        self.found.extend_from_slice(&pairs);
        self.found.truncate(end);
    }
}
