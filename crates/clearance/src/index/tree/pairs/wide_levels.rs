//! A copy of the upper levels of a hierarchy with eight children a node, for searches that go down it
//! often.
//!
//! Three levels of siblings make one level here: a box is compared with eight nodes in the time it takes to
//! compare it with two, and has a third as many levels to go (Wald, Benthin and Boulos collapse trees in
//! this way, "Getting rid of packets: efficient SIMD single-ray traversal using multi-branching BVHs",
//! 2008). Each search copies as many levels as pay for it. A copy that is kept would make every change
//! twice as expensive.

use alloc::vec::Vec;

use super::reached::Lists;
use crate::index::Volume;
use crate::index::pair_list::heap;
use crate::index::tree::Tree;
use crate::index::tree::nodes::Link;
use crate::index::tree::rows::{LANES, Rows};
use crate::math::{Aabb, Vector};
use crate::simd::Lanes;

/// The copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct WideLevels<V: Vector> {
    /// The boxes around what is below each node.
    pub(crate) rows: Rows<V>,
    pub(crate) nodes: Vec<WideNode>,
    /// How many levels there are.
    pub(crate) count: usize,
}

/// The children of a wide node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WideNode {
    /// Leaves, and wide nodes of the next level; below the last level, siblings of the tree.
    pub(crate) links: [u32; LANES],
    /// A bit for each link that is a leaf, and a bit for each that is not.
    pub(crate) leaves: u8,
    pub(crate) inner: u8,
    /// One more than the largest number of the leaves below each child; only where all levels are copied.
    pub(crate) beyond: [u32; LANES],
}

impl<V: Vector> WideLevels<V> {
    /// Copies the upper levels of a tree of boxes, as long as a level has at most `most` nodes. Copies none
    /// if the tree is a single leaf, or its volumes are not boxes.
    pub(crate) fn copy<B: Volume<V>>(&mut self, tree: &Tree<V, B>, most: usize) {
        self.rows.clear();
        self.nodes.clear();
        self.count = 0;
        let root = tree.root();
        if !B::ARE_BOXES || root.as_leaf().is_some() {
            return;
        }
        let (mut level, mut below) = (0..0, 1);
        while below > 0 && below <= most {
            let start = self.nodes.len();
            if level.is_empty() {
                self.push(tree, root, levels_of_first(tree.leaves.len()));
            }
            for node in level {
                self.widen(tree, node);
            }
            level = start..self.nodes.len();
            let inner = |wide: &WideNode| wide.inner.count_ones() as usize;
            below = self.nodes[level.clone()].iter().map(inner).sum();
            self.count += 1;
        }
    }
    /// Copies all levels, with the numbers of leaves.
    pub(super) fn copy_all<B: Volume<V>>(&mut self, tree: &Tree<V, B>) {
        self.copy(tree, usize::MAX);
        for node in (0..self.nodes.len()).rev() {
            let wide = self.nodes[node];
            for lane in 0..LANES {
                let link = wide.links[lane];
                let largest_below = || self.nodes[link as usize].beyond.into_iter().max().unwrap_or(0);
                self.nodes[node].beyond[lane] = match (wide.leaves >> lane & 1, wide.inner >> lane & 1) {
                    (1, _) => link / 2 + 1,
                    (_, 1) => largest_below(),
                    _ => 0,
                };
            }
        }
    }
    /// Has a group go down one level. `among` tells which children a box may reach, from its number and the
    /// node. It must be `#[inline(always)]`, like everything that runs by lanes.
    #[inline(always)]
    pub(super) fn descend<L: Lanes, const COUNT: usize>(
        &self,
        lists: &mut Lists,
        asked: &[Aabb<V>; COUNT],
        among: impl Fn(u32, &WideNode) -> u8,
        lanes: L,
    ) {
        let Lists { level, below, leaves } = lists;
        below.count = 0;
        below.make_room(LANES * level.count);
        leaves.make_room(LANES * level.count);
        for i in 0..level.count {
            let (k, node) = level.get(i);
            let wide = &self.nodes[node as usize];
            let met = self.rows.meeting_by(node, &asked[k as usize % COUNT], lanes) & among(k, wide);
            below.push_eight(k, &wide.links, met & wide.inner, lanes);
            leaves.push_eight(k, &wide.links, met & wide.leaves, lanes);
        }
        core::mem::swap(level, below);
    }
    /// Adds the wide nodes of the next level, below a node of the last one.
    fn widen<B: Volume<V>>(&mut self, tree: &Tree<V, B>, node: usize) {
        let wide = self.nodes[node];
        for lane in (0..LANES).filter(|lane| wide.inner >> lane & 1 == 1) {
            self.nodes[node].links[lane] = self.nodes.len() as u32;
            self.push(tree, Link(wide.links[lane]), 3);
        }
    }
    /// Adds a node for some levels of siblings.
    fn push<B: Volume<V>>(&mut self, tree: &Tree<V, B>, siblings: Link, levels: u32) {
        let (nodes, count) = eight_below(tree, siblings, levels);
        let (mut wide, eight) = (WideNode::default(), self.nodes.len() as u32);
        self.rows.push();
        for (lane, &node) in nodes[..count].iter().enumerate() {
            let link = tree.link(node);
            wide.links[lane] = link.0;
            let is_leaf = link.as_leaf().is_some();
            wide.leaves |= u8::from(is_leaf) << lane;
            wide.inner |= u8::from(!is_leaf) << lane;
            self.rows.set(eight, lane, &tree.volume(node).bounds());
        }
        self.nodes.push(wide);
    }
    pub(crate) fn bytes(&self) -> usize {
        self.rows.bytes() + heap(&self.nodes)
    }
}

/// How many levels of siblings the first node stands for. All others stand for three; so most nodes, those
/// just above the leaves, have eight children.
fn levels_of_first(leaves: u32) -> u32 {
    let levels = leaves.next_power_of_two().ilog2();
    (levels + 2) % 3 + 1
}

/// The nodes so many levels below, up to eight; leaves that come before that level are included.
fn eight_below<V: Vector, B: Volume<V>>(tree: &Tree<V, B>, top: Link, levels: u32) -> ([u32; LANES], usize) {
    let (mut nodes, mut count) = ([0; LANES], 2);
    (nodes[0], nodes[1]) = (top.first_child(), top.first_child() + 1);
    for _ in 1..levels {
        let (above, many) = (nodes, count);
        count = 0;
        for &node in &above[..many] {
            let link = tree.link(node);
            let is_leaf = link.as_leaf().is_some();
            nodes[count] = if is_leaf { node } else { link.first_child() };
            if !is_leaf {
                nodes[count + 1] = link.first_child() + 1;
            }
            count += if is_leaf { 1 } else { 2 };
        }
    }
    (nodes, count)
}
