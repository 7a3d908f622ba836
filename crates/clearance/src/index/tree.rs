//! A hierarchy of boxes that come, go and move: how it is built and kept in shape. `tree_walk.rs` asks it.
//!
//! After Catto, "Dynamic Bounding Volume Hierarchies" (GDC 2019): a new leaf goes where it adds the least surface to
//! the tree, found by branch and bound (Bittner et al., "Fast insertion-based optimization of bounding volume
//! hierarchies", 2013); on the way back up each node may swap a child with a grandchild where that saves surface
//! (Kopta et al., "Fast, effective BVH updates for animated scenes", 2012). Leaves are fat by a margin, so that small
//! motions touch nothing but the leaf's own box.
//!
//! Where we differ: a leaf that moved but still meets its old place is refitted where it is, the rotations do the rest;
//! only one that left is inserted anew. Boxes without end, or so large that their surface overflows, stand beside the
//! tree in a list. Many boxes at once are built top down (`build.rs`). Walks keep their own stacks: boxes nested like
//! dolls, thousands deep, make a deep tree, and are slow, but nothing breaks.

use alloc::vec::Vec;

use super::Boxes;
use super::build::{Item, around, split};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// Stands for no node, and for no slot.
pub(super) const NONE: u32 = u32::MAX;

/// A dynamic hierarchy of boxes.
#[derive(Clone, Debug)]
pub struct Tree<V: Vector> {
    pub(super) nodes: Vec<Node<V>>,
    /// The leaf of each slot.
    pub(super) leaves: Vec<u32>,
    pub(super) free: Vec<u32>,
    pub(super) root: u32,
    /// Slots of boxes without end.
    pub(super) endless: Vec<u32>,
    margin: V::Scalar,
}

/// A leaf has a slot, an inner node two children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<V> {
    pub(super) aabb: Aabb<V>,
    pub(super) parent: u32,
    pub(super) children: [u32; 2],
    /// The slot of a leaf's box; `NONE` for inner nodes.
    pub(super) slot: u32,
}

impl<V: Vector> Node<V> {
    #[inline(always)]
    pub(super) fn is_leaf(&self) -> bool {
        self.slot != NONE
    }
}

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self::new(Real::ZERO)
    }
}

impl<V: Vector> Tree<V> {
    /// Without boxes yet. Boxes may move by `margin` (in the unit of their coordinates) at no cost; 0 is allowed, and a
    /// negative or infinite margin counts as 0.
    pub fn new(margin: V::Scalar) -> Self {
        let sound = margin.is_finite() && margin > Real::ZERO;
        Self {
            nodes: Vec::new(),
            leaves: Vec::new(),
            free: Vec::new(),
            root: NONE,
            endless: Vec::new(),
            margin: if sound { margin } else { Real::ZERO },
        }
    }
    /// Brings the hierarchy up to date, box by box where few have changed, else by building anew.
    pub(super) fn follow(&mut self, boxes: &Boxes<V>) {
        self.leaves.resize(boxes.slots().len(), NONE);
        if boxes.changed().len() > boxes.len() / 4 + 1 {
            return self.rebuild(boxes);
        }
        for &slot in boxes.changed() {
            match boxes.get(slot) {
                Some(aabb) => self.moved(slot, aabb),
                None => self.unhang(slot),
            }
        }
    }
    /// Builds the hierarchy anew: worth it after most boxes have moved far.
    fn rebuild(&mut self, boxes: &Boxes<V>) {
        self.nodes.clear();
        self.leaves.fill(NONE);
        self.free.clear();
        self.endless.clear();
        self.root = NONE;
        let mut items = Vec::with_capacity(boxes.len());
        for (slot, aabb) in boxes.iter() {
            match self.fat(aabb) {
                Some(aabb) => items.push(Item { aabb, id: slot }),
                None => self.endless.push(slot),
            }
        }
        if !items.is_empty() {
            self.root = self.grow(&mut items, NONE, 0);
        }
    }
    /// The subtree over these items, whose numbers are slots.
    fn grow(&mut self, items: &mut [Item<V>], parent: u32, depth: usize) -> u32 {
        let node = self.place(Node {
            aabb: around(items),
            parent,
            children: [NONE; 2],
            slot: NONE,
        });
        if let [item] = items {
            self.nodes[node as usize].slot = item.id;
            self.leaves[item.id as usize] = node;
            return node;
        }
        let cut = split(items, depth);
        let (left, right) = items.split_at_mut(cut);
        let children = [
            self.grow(left, node, depth + 1),
            self.grow(right, node, depth + 1),
        ];
        self.nodes[node as usize].children = children;
        node
    }
    /// A box with its margin; `None` for one whose surface is not finite.
    fn fat(&self, aabb: &Aabb<V>) -> Option<Aabb<V>> {
        let fat = aabb.inflated(self.margin);
        fat.half_surface().is_finite().then_some(fat)
    }
    fn place(&mut self, node: Node<V>) -> u32 {
        if let Some(slot) = self.free.pop() {
            self.nodes[slot as usize] = node;
            return slot;
        }
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }
    #[inline(always)]
    fn aabb(&self, node: u32) -> &Aabb<V> {
        &self.nodes[node as usize].aabb
    }
    /// Puts the box of a slot where it belongs.
    fn hang(&mut self, slot: u32, aabb: &Aabb<V>) {
        match self.fat(aabb) {
            Some(fat) => self.hang_leaf(slot, fat),
            None => self.endless.push(slot),
        }
    }
    fn hang_leaf(&mut self, slot: u32, aabb: Aabb<V>) {
        let leaf = self.place(Node {
            aabb,
            parent: NONE,
            children: [NONE; 2],
            slot,
        });
        self.leaves[slot as usize] = leaf;
        if self.root == NONE {
            self.root = leaf;
            return;
        }
        let sibling = self.best_sibling(&aabb);
        let above = self.nodes[sibling as usize].parent;
        let parent = self.place(Node {
            aabb: aabb.union(self.aabb(sibling)),
            parent: above,
            children: [sibling, leaf],
            slot: NONE,
        });
        self.replace_child(above, sibling, parent);
        self.nodes[sibling as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.refit(parent);
    }
    /// Takes the box of a slot out of the tree.
    fn unhang(&mut self, slot: u32) {
        let leaf = core::mem::replace(&mut self.leaves[slot as usize], NONE);
        if leaf == NONE {
            return self.endless.retain(|&s| s != slot);
        }
        self.free.push(leaf);
        let parent = self.nodes[leaf as usize].parent;
        if parent == NONE {
            self.root = NONE;
            return;
        }
        self.free.push(parent);
        let Node {
            children: [a, b],
            parent: above,
            ..
        } = self.nodes[parent as usize];
        let sibling = if a == leaf { b } else { a };
        self.replace_child(above, parent, sibling);
        self.nodes[sibling as usize].parent = above;
        self.refit(above);
    }
    /// After the box of a slot has changed.
    fn moved(&mut self, slot: u32, tight: &Aabb<V>) {
        let leaf = self.leaves[slot as usize];
        let Some(fat) = self.fat(tight).filter(|_| leaf != NONE) else {
            self.unhang(slot);
            return self.hang(slot, tight);
        };
        let old = *self.aabb(leaf);
        let slack = self.margin * ScalarOf::<V>::lit(4.0);
        if old.contains(tight) && tight.inflated(slack).contains(&old) {
            return;
        }
        if !old.overlaps(&fat) {
            self.unhang(slot);
            return self.hang_leaf(slot, fat);
        }
        self.nodes[leaf as usize].aabb = fat;
        self.refit(self.nodes[leaf as usize].parent);
    }
    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
            return;
        }
        for child in &mut self.nodes[parent as usize].children {
            if *child == old {
                *child = new;
            }
        }
    }
    /// The node beside which a new box adds the least surface to the tree.
    ///
    /// A new parent costs its own surface and the growth of all above it. Going down a node costs at least the box's own
    /// surface and that growth: where this is no better than the best found, nothing below can be.
    fn best_sibling(&self, aabb: &Aabb<V>) -> u32 {
        let own = aabb.half_surface();
        let mut best = (ScalarOf::<V>::INFINITY, self.root);
        let mut open = Vec::with_capacity(64);
        open.push((self.root, ScalarOf::<V>::ZERO));
        while let Some((node, growth)) = open.pop() {
            if own + growth >= best.0 {
                continue;
            }
            let joined = self.aabb(node).union(aabb).half_surface();
            if joined + growth < best.0 {
                best = (joined + growth, node);
            }
            let Node {
                children: [a, b],
                aabb: around,
                slot,
                ..
            } = self.nodes[node as usize];
            if slot == NONE {
                let growth = growth + (joined - around.half_surface());
                let [p, q] =
                    [a, b].map(|c| self.aabb(c).union(aabb).half_surface() - self.aabb(c).half_surface());
                let (near, far) = if q < p { (b, a) } else { (a, b) };
                open.extend([(far, growth), (near, growth)]);
            }
        }
        best.1
    }
    /// Makes the boxes from this node up fit again, and swaps what saves surface.
    fn refit(&mut self, mut node: u32) {
        while node != NONE {
            let Node {
                children: [a, b],
                aabb,
                parent,
                ..
            } = self.nodes[node as usize];
            let fitting = self.aabb(a).union(self.aabb(b));
            let is_same = fitting == aabb;
            self.nodes[node as usize].aabb = fitting;
            let swapped = self.rotate(node);
            if is_same && !swapped && parent != NONE && self.fits(parent) {
                return;
            }
            node = parent;
        }
    }
    fn fits(&self, node: u32) -> bool {
        let [a, b] = self.nodes[node as usize].children;
        self.aabb(a).union(self.aabb(b)) == *self.aabb(node)
    }
    /// Swaps a child of a node with a child of its sibling, where that makes the sibling's box smaller: the best of the
    /// four ways, if any. Says whether it did.
    fn rotate(&mut self, node: u32) -> bool {
        let [a, b] = self.nodes[node as usize].children;
        let mut best: Option<(V::Scalar, [u32; 3])> = None;
        for (low, high) in [(a, b), (b, a)] {
            let Node {
                children: [c, d],
                slot,
                aabb,
                ..
            } = self.nodes[high as usize];
            if slot != NONE {
                continue;
            }
            for (out, stays) in [(c, d), (d, c)] {
                let saved = aabb.half_surface() - self.aabb(low).union(self.aabb(stays)).half_surface();
                if saved > best.map_or(ScalarOf::<V>::ZERO, |(most, _)| most) {
                    best = Some((saved, [low, high, out]));
                }
            }
        }
        let Some((_, [low, high, out])) = best else {
            return false;
        };
        self.replace_child(node, low, out);
        self.replace_child(high, out, low);
        self.nodes[out as usize].parent = node;
        self.nodes[low as usize].parent = high;
        let [c, d] = self.nodes[high as usize].children;
        self.nodes[high as usize].aabb = self.aabb(c).union(self.aabb(d));
        true
    }
}
