//! The boxes around a shape's parts, in a tree.

use alloc::vec::Vec;

use crate::index::{Cells, StaticTree};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// The boxes around a shape's parts, in the order of the parts, and a tree over them.
#[derive(Clone, Debug)]
pub struct PartBoxes<V> {
    boxes: Vec<Aabb<V>>,
    tree: StaticTree<V>,
}

impl<V: Vector> PartBoxes<V> {
    /// From at least one box.
    pub(crate) fn new(boxes: Vec<Aabb<V>>) -> Self {
        let tree = StaticTree::build(&boxes);
        Self { boxes, tree }
    }
    /// From the boxes of at least one cell of a grid: the tree is a quadtree.
    pub(crate) fn of_cells(boxes: Vec<Aabb<V>>, cells: &Cells<'_>) -> Self {
        let tree = StaticTree::of_cells(&boxes, cells);
        Self { boxes, tree }
    }
    /// A box around each group of points.
    pub(crate) fn of_groups<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        Self::new(groups.filter_map(Aabb::from_points).collect())
    }
    /// Around each group of points that were rounded once: enlarged to contain the true ones.
    pub(crate) fn of_groups_rounded<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        let grown = |b: Aabb<V>| {
            let largest = b.min.max_abs().max(b.max.max_abs());
            b.inflated(largest * ScalarOf::<V>::EPSILON + ScalarOf::<V>::MIN_POSITIVE)
        };
        Self::new(groups.filter_map(Aabb::from_points).map(grown).collect())
    }
    /// The boxes, in the order of the parts.
    #[inline]
    pub fn boxes(&self) -> &[Aabb<V>] {
        &self.boxes
    }
    /// The tree over them.
    #[inline]
    pub fn tree(&self) -> &StaticTree<V> {
        &self.tree
    }
    /// The box around them all.
    pub fn whole(&self) -> Aabb<V> {
        self.tree.aabb().unwrap_or_else(Aabb::everything)
    }
}
