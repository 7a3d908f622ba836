//! Trees that divide space: each node has a list of boxes of its own and, once the list is long, children
//! that take the boxes that fit.
//!
//! Good at: boxes that seldom move, at any density. Bad at: all pairs where most boxes move; `tree/` finds
//! them two to four times faster, because lists here do not follow the order of memory.
//!
//! Sources: see the cutters, which tell how space is divided: an [`Orthtree`](super::Orthtree) cuts cubes
//! in halves along all axes, a [`KdTree`](super::KdTree) splits at the median along one.
//!
//! Idea: each node also knows a box around all boxes below it, and searches go by that box. A box that
//! moves stays in its list as long as the path from the root leads there. The boxes around nodes only grow,
//! until so many changes were made that all is rebuilt.
//!
//! Limit: many boxes in one place make one long list.

pub(super) mod kd_tree;
pub(super) mod orthtree;
mod walk;

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::ControlFlow;

use super::approach::Approach;
use super::error::ensure;
use super::pair_list::{heap, sort};
use super::{Boxes, Broken, Index, IndexKind, SlotPair, Target, Threads, Visit, VisitWithin};
use crate::math::{Aabb, Real, ScalarOf, Vector};

const NONE: u32 = u32::MAX;
/// A node is divided when its list has more boxes than this.
const FULL: u32 = 8;
/// Boxes in one place cannot be separated: no node below this depth is divided.
const DEEP: u32 = 48;

/// How a tree divides space.
pub trait Cutter<V: Vector>: Copy + Debug + Send + Sync + 'static {
    /// The index that divides in this way.
    const KIND: IndexKind;
    /// How many children a node has.
    const CHILDREN: usize;
    /// The whole region, around all finite boxes.
    fn whole(around: Option<Aabb<V>>) -> Self;
    /// Prepares the division of a node that has these boxes, which it may reorder. Returns whether a
    /// division would help.
    fn cut(&mut self, boxes: &mut [Aabb<V>]) -> bool;
    /// Which child takes a box; `None` for the node itself.
    fn side(&self, aabb: &Aabb<V>) -> Option<usize>;
    /// The region of a child, not divided yet.
    fn child(&self, side: usize) -> Self;
}

/// A tree that divides space; see its cutter.
#[derive(Clone, Debug)]
pub struct Partition<V: Vector, C> {
    nodes: Vec<Node<V, C>>,
    /// For each slot the list that it is in.
    entries: Vec<Entry>,
    count: usize,
    changes: usize,
    scratch: Scratch<V>,
}

/// Scratch memory, kept so that a step allocates nothing.
#[derive(Clone, Debug, Default)]
struct Scratch<V> {
    open: Vec<u32>,
    listed: Vec<u32>,
    held: Vec<Aabb<V>>,
    node_pairs: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Node<V, C> {
    /// Around all boxes below, and perhaps more; `None` if there never was one.
    around: Option<Aabb<V>>,
    cutter: C,
    parent: u32,
    /// The first of its children, or `NONE`.
    children: u32,
    /// The first slot in its list.
    first: u32,
    count: u32,
    /// It is divided when its list is longer than this.
    full: u32,
    depth: u32,
}

/// A slot in the list of a node, doubly linked.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: u32,
    next: u32,
    before: u32,
}

const NOWHERE: Entry = Entry {
    node: NONE,
    next: NONE,
    before: NONE,
};

impl<V: Vector, C: Cutter<V>> Default for Partition<V, C> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            entries: Vec::new(),
            count: 0,
            changes: 0,
            scratch: Scratch::default(),
        }
    }
}

impl<V: Vector, C: Cutter<V>> Partition<V, C> {
    fn rebuild(&mut self, boxes: &Boxes<V>) {
        self.nodes.clear();
        self.entries.fill(NOWHERE);
        (self.count, self.changes) = (0, 0);
        // Boxes too large to compute with stay in the root's list, and do not enlarge the whole region.
        let limit = ScalarOf::<V>::MAX * ScalarOf::<V>::lit(0.125);
        let finite = boxes.iter().map(|(_, aabb)| *aabb);
        let finite = finite.filter(|b| b.min.min_element() >= -limit && b.max.max_element() <= limit);
        let cutter = C::whole(finite.reduce(|a, b| a.union(&b)));
        self.nodes.push(Self::node(cutter, NONE, 0));
        for (slot, aabb) in boxes.iter() {
            self.insert(slot, aabb, boxes);
        }
    }
    fn node(cutter: C, parent: u32, depth: u32) -> Node<V, C> {
        Node {
            around: None,
            cutter,
            parent,
            children: NONE,
            first: NONE,
            count: 0,
            full: FULL,
            depth,
        }
    }
    /// The node whose list a box belongs to.
    fn node_for(&self, aabb: &Aabb<V>) -> u32 {
        let mut index = 0;
        loop {
            let node = &self.nodes[index as usize];
            if node.children == NONE {
                return index;
            }
            match node.cutter.side(aabb) {
                Some(side) => index = node.children + side as u32,
                None => return index,
            }
        }
    }
    /// Enlarges the boxes around a node and its ancestors to contain one more box.
    fn reach_around(&mut self, mut index: u32, aabb: &Aabb<V>) {
        while let Some(node) = self.nodes.get_mut(index as usize) {
            let around = node.around.map_or(*aabb, |around| around.union(aabb));
            if node.around == Some(around) {
                return;
            }
            node.around = Some(around);
            index = node.parent;
        }
    }
    fn insert(&mut self, slot: u32, aabb: &Aabb<V>, boxes: &Boxes<V>) {
        let node = self.node_for(aabb);
        self.reach_around(node, aabb);
        self.link(slot, node);
        self.count += 1;
        self.cut_where_full(node, boxes);
    }
    fn link(&mut self, slot: u32, index: u32) {
        let node = &mut self.nodes[index as usize];
        let next = core::mem::replace(&mut node.first, slot);
        node.count += 1;
        self.entries[slot as usize] = Entry {
            node: index,
            next,
            before: NONE,
        };
        if let Some(entry) = self.entries.get_mut(next as usize) {
            entry.before = slot;
        }
    }
    fn unlink(&mut self, slot: u32) {
        let Entry { node, next, before } = core::mem::replace(&mut self.entries[slot as usize], NOWHERE);
        self.nodes[node as usize].count -= 1;
        match self.entries.get_mut(before as usize) {
            Some(entry) => entry.next = next,
            None => self.nodes[node as usize].first = next,
        }
        if let Some(entry) = self.entries.get_mut(next as usize) {
            entry.before = before;
        }
    }
    fn remove(&mut self, slot: u32) {
        if self.entries[slot as usize].node != NONE {
            self.unlink(slot);
            self.count -= 1;
        }
    }
    /// Divides a node whose list has grown long, and those of its children that are full at once.
    fn cut_where_full(&mut self, index: u32, boxes: &Boxes<V>) {
        let mut open = core::mem::take(&mut self.scratch.open);
        open.clear();
        open.push(index);
        while let Some(index) = open.pop() {
            let mut node = self.nodes[index as usize];
            if node.count <= node.full || node.children != NONE || node.depth >= DEEP {
                continue;
            }
            let mut held = core::mem::take(&mut self.scratch.held);
            held.clear();
            held.extend(self.list(index).map(|slot| boxes.slots()[slot as usize]));
            let is_cut = node.cutter.cut(&mut held);
            self.scratch.held = held;
            if is_cut {
                self.divide(index, node.cutter, boxes);
                open.extend(self.children(index));
            } else {
                // Try again when it is twice as long, so that trying costs little.
                self.nodes[index as usize].full = node.full.saturating_mul(2);
            }
        }
        self.scratch.open = open;
    }
    /// Makes the children of a node, and moves the boxes that fit to them.
    fn divide(&mut self, index: u32, cutter: C, boxes: &Boxes<V>) {
        let first = self.nodes.len() as u32;
        let node = &mut self.nodes[index as usize];
        (node.cutter, node.children) = (cutter, first);
        let depth = node.depth + 1;
        for side in 0..C::CHILDREN {
            self.nodes.push(Self::node(cutter.child(side), index, depth));
        }
        let mut listed = core::mem::take(&mut self.scratch.listed);
        listed.clear();
        listed.extend(self.list(index));
        for &slot in &listed {
            let aabb = boxes.slots()[slot as usize];
            if let Some(side) = cutter.side(&aabb) {
                self.unlink(slot);
                self.link(slot, first + side as u32);
                self.reach_around(first + side as u32, &aabb);
            }
        }
        self.scratch.listed = listed;
    }
    /// The slots in the list of a node.
    fn list(&self, index: u32) -> impl Iterator<Item = u32> {
        self.list_from(self.nodes[index as usize].first)
    }
    /// A slot and all behind it in its list.
    fn list_from(&self, slot: u32) -> impl Iterator<Item = u32> {
        let some = |slot| (slot != NONE).then_some(slot);
        core::iter::successors(some(slot), move |&slot| some(self.entries[slot as usize].next))
    }
    fn children(&self, index: u32) -> core::ops::Range<u32> {
        match self.nodes[index as usize].children {
            NONE => 0..0,
            first => first..first + C::CHILDREN as u32,
        }
    }
    fn validate_list(&self, index: u32, boxes: &Boxes<V>) -> Result<usize, Broken> {
        let (node, mut before, mut count) = (&self.nodes[index as usize], NONE, 0);
        for slot in self.list(index) {
            let entry = self.entries[slot as usize];
            let is_linked = entry.node == index && entry.before == before && count <= node.count;
            ensure(is_linked, "a list is not linked as it should be")?;
            let aabb = boxes.get(slot).ok_or(Broken("a free slot is listed"))?;
            ensure(self.node_for(aabb) == index, "a box is not where it belongs")?;
            (before, count) = (slot, count + 1);
            let mut above = index;
            while let Some(node) = self.nodes.get(above as usize) {
                let is_around = node.around.is_some_and(|around| around.union(aabb) == around);
                ensure(is_around, "a node does not reach around a box below it")?;
                above = node.parent;
            }
        }
        let is_child = |child: u32| self.nodes[child as usize].parent == index;
        let is_sound = count == node.count && self.children(index).all(is_child);
        ensure(is_sound, "a node miscounts its list or its children")?;
        Ok(count as usize)
    }
}

impl<V: Vector, C: Cutter<V>> Index<V> for Partition<V, C> {
    fn kind(&self) -> IndexKind {
        C::KIND
    }
    fn refresh(&mut self, boxes: &Boxes<V>, _: Threads) {
        self.entries.resize(boxes.slots().len(), NOWHERE);
        self.changes += boxes.changed().len();
        if self.nodes.is_empty() || self.changes > 2 * boxes.len() + 16 {
            return self.rebuild(boxes);
        }
        // First remove what is gone, because a division looks at all boxes of a list.
        for &slot in boxes.changed().iter().filter(|&&slot| boxes.get(slot).is_none()) {
            self.remove(slot);
        }
        for &slot in boxes.changed() {
            let Some(aabb) = boxes.get(slot) else { continue };
            let node = self.entries[slot as usize].node;
            if node != NONE && self.node_for(aabb) == node {
                self.reach_around(node, aabb);
            } else {
                self.remove(slot);
                self.insert(slot, aabb, boxes);
            }
        }
    }
    fn pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        found.clear();
        let mut node_pairs = core::mem::take(&mut self.scratch.node_pairs);
        for index in 0..self.nodes.len() as u32 {
            self.pairs_of_node(index, boxes, &mut node_pairs, found);
        }
        self.scratch.node_pairs = node_pairs;
        sort(found);
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        self.search(0, boxes, query, visit)
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        let mut search = Approach::new(boxes, target, visit);
        self.walk_towards(&mut search);
        search.limit
    }
    fn draw(&self, _: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        for node in &self.nodes {
            if let Some(around) = &node.around {
                visit(around, node.depth);
            }
        }
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        let mut listed = 0;
        for index in 0..self.nodes.len() as u32 {
            listed += self.validate_list(index, boxes)?;
        }
        let is_complete = listed == boxes.len() && self.count == listed;
        ensure(is_complete, "the tree does not hold each box once")
    }
    fn bytes(&self) -> usize {
        let Scratch {
            open,
            listed,
            held,
            node_pairs,
        } = &self.scratch;
        let scratch = heap(open) + heap(listed) + heap(held) + heap(node_pairs);
        heap(&self.nodes) + heap(&self.entries) + scratch
    }
}
