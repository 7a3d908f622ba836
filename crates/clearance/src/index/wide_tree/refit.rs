//! Boxes of items that have moved, in a tree that keeps its structure.
//!
//! Children stand behind their nodes, so one pass from the last node to the first finds every box below a
//! node done (as in van den Bergen, "Efficient collision detection of complex deformable models using AABB
//! trees", 1997). The unit is that of the new whole: so boxes are as tight as those of a new tree, however
//! far the items have gone.
//!
//! Limit: which items share a box stays as it was. Where neighbours have parted, boxes are large, and
//! searches slow, but as right as before.

use alloc::vec::Vec;

use super::facets::Facets;
use super::packed::Packed;
use super::{Child, Node, Unit, UnitBox, WideTree};
use crate::math::{Aabb, Vector};

impl<V: Vector> WideTree<V> {
    /// The same tree over as many facets with slabs, which are elsewhere. O(n log n), for the slabs of facets
    /// count them once on each level.
    pub fn refit_facets(&self, facets: Facets<'_, V>) -> Self {
        let mut tree = self.refit(|i| facets.aabb(i));
        let in_unit = facets.in_unit(&tree.unit);
        tree.add_slabs(&in_unit);
        tree
    }
    /// The same tree over the same number of boxes. O(n).
    fn refit(&self, aabb: impl Fn(usize) -> Aabb<V>) -> Self {
        let around = |child: Child| {
            let items = self.items_of(child);
            let boxes = items.iter().map(|&i| aabb(i as usize));
            boxes.fold(Aabb::empty(), |all, b| all.union(&b))
        };
        let children = |node: &Packed| {
            let node = *node;
            (0..node.count()).map(move |k| node.child(k))
        };
        let leaves = self
            .nodes
            .iter()
            .flat_map(children)
            .filter(|child| child.count > 0);
        let mut leaves: Vec<Aabb<V>> = leaves.map(around).collect();
        let all = leaves.iter().copied().reduce(|a, b| a.union(&b));
        let whole = all.unwrap_or_else(Aabb::everything);
        let mut tree = Self {
            unit: Unit::around(&whole),
            whole,
            ..self.clone()
        };
        // As they are before they are packed.
        let mut boxes = alloc::vec![UnitBox::EMPTY; tree.nodes.len()];
        for number in (0..tree.nodes.len()).rev() {
            let (packed, mut node) = (tree.nodes[number], Node::empty());
            for k in (0..packed.count()).rev() {
                let child = packed.child(k);
                let bounds = match child.count {
                    0 => boxes[child.first as usize],
                    // The leaves are met in the opposite order.
                    _ => tree.unit.of_box(&leaves.pop().unwrap_or(whole)),
                };
                node.set(k, &bounds, child);
            }
            (tree.nodes[number], boxes[number]) = (Packed::of(&node), node.around());
        }
        tree
    }
}
