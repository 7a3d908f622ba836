//! Boxes of items that have moved, in a tree that keeps its structure.
//!
//! Children stand behind their nodes, so one pass from the last node to the first finds every box below a node
//! done (as in van den Bergen, "Efficient collision detection of complex deformable models using AABB trees",
//! 1997). The unit is that of the new whole: so boxes are as tight as those of a new tree, however far the items
//! have gone.
//!
//! Limit: which items share a box stays as it was. Where neighbours have parted, boxes are large, and
//! searches slow, but as right as before.

use super::build::around_facet;
use super::{Child, Unit, UnitBox, WideTree};
use crate::math::{Aabb, Vector};

impl<V: Vector> WideTree<V> {
    /// The same tree over as many facets with slabs, given by their corners, which are elsewhere. O(n log n), for the
    /// slabs of facets count them once on each level.
    pub fn refit_facets(&self, corners: impl Fn(usize) -> [V; 3]) -> Self {
        let mut tree = self.refit(|i| around_facet(corners(i)));
        tree.add_slabs(corners);
        tree
    }
    /// The same tree over the same number of boxes. O(n).
    fn refit(&self, aabb: impl Fn(usize) -> Aabb<V>) -> Self {
        let all = (0..self.items.len()).map(&aabb).reduce(|a, b| a.union(&b));
        let whole = all.unwrap_or_else(Aabb::everything);
        let mut tree = Self {
            unit: Unit::around(&whole),
            whole,
            ..self.clone()
        };
        for node in (0..tree.nodes.len()).rev() {
            for k in 0..tree.nodes[node].count() {
                let child = tree.nodes[node].children[k];
                let bounds = tree.around(child, &aabb);
                tree.nodes[node].set(k, &bounds, child);
            }
        }
        tree
    }
    /// The box around a child whose own boxes are done.
    fn around(&self, child: Child, aabb: &impl Fn(usize) -> Aabb<V>) -> UnitBox {
        if child.count == 0 {
            let below = &self.nodes[child.first as usize];
            let boxes = (0..below.count()).map(|k| below.bounds(k));
            return boxes.fold(UnitBox::EMPTY, |all, b| all.union(&b));
        }
        let items = self.items_of(child).iter();
        let boxes = items.map(|&i| self.unit.of_box(&aabb(i as usize)));
        boxes.fold(UnitBox::EMPTY, |all, b| all.union(&b))
    }
}
