//! The upper levels of a hierarchy once more, with eight children a node, for those who go down it often.
//!
//! Three levels of twins make one of these: a box is compared with eight nodes in the time it takes to
//! compare it with two, and has a third as many levels to go (trees are collapsed so by Wald, Benthin and
//! Boulos, "Getting rid of packets: efficient SIMD single-ray traversal using multi-branching BVHs", 2008).
//! It is copied anew for each search, so many levels as pay for that: kept beside the twins, every change
//! would have to be made twice.

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
    /// What the nodes below each are within.
    pub(crate) rows: Rows<V>,
    pub(crate) nodes: Vec<WideNode>,
    /// How many levels there are.
    pub(crate) count: usize,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WideNode {
    /// Leaves, and wide nodes of the next level; below the last, twins.
    pub(crate) links: [u32; LANES],
    /// A bit for each link that is a leaf, and for each that is not.
    pub(crate) leaves: u8,
    pub(crate) inner: u8,
    /// The number of the first leaf that is larger than those of all below each, where all levels are there.
    pub(crate) beyond: [u32; LANES],
}

impl<V: Vector> WideLevels<V> {
    /// Copies the upper levels of a tree of boxes, as long as a level has at most so many nodes; none where
    /// there is but a leaf, or the volumes are others.
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
            below = self.nodes[level.clone()]
                .iter()
                .map(|wide| wide.inner.count_ones() as usize)
                .sum();
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
    /// Has those that go down together do so by a level; `among` says which children each may reach, by its
    /// number and what is below. It must be `#[inline(always)]`, as all that runs by lanes.
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
            let (who, node) = level.get(i);
            let wide = &self.nodes[node as usize];
            let met = self.rows.meeting_by(node, &asked[who as usize % COUNT], lanes) & among(who, wide);
            below.push_eight(who, &wide.links, met & wide.inner, lanes);
            leaves.push_eight(who, &wide.links, met & wide.leaves, lanes);
        }
        core::mem::swap(level, below);
    }
    /// Puts wide nodes below one that has twins there.
    fn widen<B: Volume<V>>(&mut self, tree: &Tree<V, B>, node: usize) {
        let wide = self.nodes[node];
        for lane in (0..LANES).filter(|lane| wide.inner >> lane & 1 == 1) {
            self.nodes[node].links[lane] = self.nodes.len() as u32;
            self.push(tree, Link(wide.links[lane]), 3);
        }
    }
    /// Adds a node for so many levels of twins.
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

/// How many levels of twins the first node stands for: all others take three, and most nodes, which are just
/// above the leaves, should have eight of these.
fn levels_of_first(leaves: u32) -> u32 {
    let levels = leaves.next_power_of_two().ilog2();
    (levels + 2) % 3 + 1
}

/// The up to eight nodes so many levels below, or where leaves end these.
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
