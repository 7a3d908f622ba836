//! A hierarchy over boxes that do not move: built once, top down, walked in many ways.
//!
//! For shapes made of many parts: triangles of a mesh, pieces of a polygon. What a walk asks of boxes is the caller's
//! (so a tree can be walked against another that is turned), and what it does at the items, too.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::build::{Item, around, split};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// Leaves hold up to this many items, each with its own box.
const LEAF: usize = 4;

/// A hierarchy over boxes that do not move; items are numbered as the boxes came.
///
/// ```
/// use clearance::{glam::DVec2, index::StaticTree, math::Aabb};
/// use core::ops::ControlFlow::Continue;
/// let boxes: Vec<_> = (0..10).map(|i| DVec2::splat(i as f64)).map(|p| Aabb { min: p, max: p + 1.0 }).collect();
/// let tree = StaticTree::build(&boxes);
/// let mut met = Vec::new();
/// let _ = tree.overlapping(&boxes[3], &mut |i| { met.push(i); Continue(()) });
/// met.sort();
/// assert_eq!(met, [2, 3, 4]); // boxes are closed: corners meet
/// ```
#[derive(Clone, Debug)]
pub struct StaticTree<V> {
    nodes: Vec<Node<V>>,
    items: Vec<Item<V>>,
}

/// The children of an inner node are neighbours; a leaf's items, too.
#[derive(Clone, Copy, Debug)]
struct Node<V> {
    aabb: Aabb<V>,
    /// The first child, or the first item.
    first: u32,
    /// How many items a leaf has; 0 for an inner node.
    count: u32,
}

impl<V: Vector> StaticTree<V> {
    /// A tree over these boxes, which may be infinite but not NaN. O(n log n).
    pub fn build(boxes: &[Aabb<V>]) -> Self {
        let numbered = boxes.iter().zip(0..);
        let mut tree = Self {
            nodes: Vec::with_capacity(boxes.len()),
            items: numbered.map(|(&aabb, id)| Item { aabb, id }).collect(),
        };
        if !boxes.is_empty() {
            tree.nodes.push(tree.leaf(0, boxes.len()));
            tree.grow(0, 0);
        }
        tree
    }
    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// Around all boxes; `None` when there are none.
    pub fn aabb(&self) -> Option<Aabb<V>> {
        self.nodes.first().map(|root| root.aabb)
    }
    fn leaf(&self, first: usize, count: usize) -> Node<V> {
        Node {
            aabb: around(&self.items[first..first + count]),
            first: first as u32,
            count: count as u32,
        }
    }
    /// Splits a leaf until its items are few.
    fn grow(&mut self, node: usize, depth: usize) {
        let Node { first, count, .. } = self.nodes[node];
        let (first, count) = (first as usize, count as usize);
        if count <= LEAF {
            return;
        }
        let left = split(&mut self.items[first..first + count], depth);
        let child = self.nodes.len();
        self.nodes.push(self.leaf(first, left));
        self.nodes.push(self.leaf(first + left, count - left));
        self.nodes[node].first = child as u32;
        self.nodes[node].count = 0;
        self.grow(child, depth + 1);
        self.grow(child + 1, depth + 1);
    }
    /// Calls `visit` with every item whose box meets `query` (both closed), until it breaks.
    pub fn overlapping(
        &self,
        query: &Aabb<V>,
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.passing(&|b| b.overlaps(query), visit)
    }
    /// Calls `visit` with every item whose box and all boxes around it pass `test`, until it breaks.
    pub fn passing(
        &self,
        test: &impl Fn(&Aabb<V>) -> bool,
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.nodes.first() {
            Some(root) if test(&root.aabb) => self.pass(root, test, visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn pass(
        &self,
        node: &Node<V>,
        test: &impl Fn(&Aabb<V>) -> bool,
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for item in self.items_of(node).iter().filter(|i| test(&i.aabb)) {
            visit(item.id)?;
        }
        for child in self.children_of(node).iter().filter(|c| test(&c.aabb)) {
            self.pass(child, test, visit)?;
        }
        ControlFlow::Continue(())
    }
    /// Walks towards the smallest of some quantity, nearest boxes first.
    ///
    /// `lower_bound` says how small the quantity can be at best for what is in a box (infinity: not at all); `visit` is
    /// given an item and the best so far (at first infinity) and returns the better of that and the item's own. Boxes
    /// whose bound is greater than the best are passed over. Returns the best.
    pub fn nearest(
        &self,
        lower_bound: impl Fn(&Aabb<V>) -> V::Scalar,
        mut visit: impl FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let mut best = ScalarOf::<V>::INFINITY;
        if let Some(root) = self.nodes.first() {
            self.approach(root, &lower_bound, &mut visit, &mut best);
        }
        best
    }
    fn approach(
        &self,
        node: &Node<V>,
        lower_bound: &impl Fn(&Aabb<V>) -> V::Scalar,
        visit: &mut impl FnMut(u32, V::Scalar) -> V::Scalar,
        best: &mut V::Scalar,
    ) {
        for item in self.items_of(node) {
            if may_improve(lower_bound(&item.aabb), *best) {
                *best = visit(item.id, *best);
            }
        }
        if let [left, right] = self.children_of(node) {
            let mut order = [left, right].map(|child| (lower_bound(&child.aabb), child));
            if order[1].0 < order[0].0 {
                order.swap(0, 1);
            }
            for (bound, child) in order {
                if may_improve(bound, *best) {
                    self.approach(child, lower_bound, visit, best);
                }
            }
        }
    }
    /// Calls `visit` with every pair of an item here and one of `other` whose boxes, and all boxes around them, pass
    /// `overlap`, until it breaks.
    pub fn pairs(
        &self,
        other: &Self,
        overlap: impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match (self.nodes.first(), other.nodes.first()) {
            (Some(a), Some(b)) if overlap(&a.aabb, &b.aabb) => self.pair((a, other, b), &overlap, &mut visit),
            _ => ControlFlow::Continue(()),
        }
    }
    /// Two nodes that pass: down in the larger one, or in both leaves.
    fn pair(
        &self,
        (a, other, b): (&Node<V>, &Self, &Node<V>),
        overlap: &impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if goes_down_first(a, b) {
            for child in self.children_of(a).iter().filter(|c| overlap(&c.aabb, &b.aabb)) {
                self.pair((child, other, b), overlap, visit)?;
            }
            return ControlFlow::Continue(());
        }
        for child in other.children_of(b).iter().filter(|c| overlap(&a.aabb, &c.aabb)) {
            self.pair((a, other, child), overlap, visit)?;
        }
        if b.count > 0 {
            for p in self.items_of(a).iter().filter(|p| overlap(&p.aabb, &b.aabb)) {
                for q in other.items_of(b).iter().filter(|q| overlap(&p.aabb, &q.aabb)) {
                    visit(p.id, q.id)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    /// Walks pairs of items towards the smallest of some quantity, nearest boxes first; as [`StaticTree::nearest`].
    pub fn nearest_pair(
        &self,
        other: &Self,
        lower_bound: impl Fn(&Aabb<V>, &Aabb<V>) -> V::Scalar,
        mut visit: impl FnMut(u32, u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let mut best = ScalarOf::<V>::INFINITY;
        if let (Some(a), Some(b)) = (self.nodes.first(), other.nodes.first()) {
            self.approach_pair((a, other, b), &lower_bound, &mut visit, &mut best);
        }
        best
    }
    fn approach_pair(
        &self,
        (a, other, b): (&Node<V>, &Self, &Node<V>),
        lower_bound: &impl Fn(&Aabb<V>, &Aabb<V>) -> V::Scalar,
        visit: &mut impl FnMut(u32, u32, V::Scalar) -> V::Scalar,
        best: &mut V::Scalar,
    ) {
        for p in self.items_of(a) {
            for q in other.items_of(b) {
                if may_improve(lower_bound(&p.aabb, &q.aabb), *best) {
                    *best = visit(p.id, q.id, *best);
                }
            }
        }
        let mut steps = match (self.children_of(a), other.children_of(b)) {
            ([c, d], _) if goes_down_first(a, b) => [(c, b), (d, b)],
            (_, [c, d]) => [(a, c), (a, d)],
            _ => return,
        }
        .map(|(a, b)| (lower_bound(&a.aabb, &b.aabb), a, b));
        if steps[1].0 < steps[0].0 {
            steps.swap(0, 1);
        }
        for (bound, a, b) in steps {
            if may_improve(bound, *best) {
                self.approach_pair((a, other, b), lower_bound, visit, best);
            }
        }
    }
    fn items_of(&self, node: &Node<V>) -> &[Item<V>] {
        let first = node.first as usize;
        self.items.get(first..first + node.count as usize).unwrap_or(&[])
    }
    /// Both children, or nothing for a leaf.
    fn children_of(&self, node: &Node<V>) -> &[Node<V>] {
        let first = node.first as usize;
        let count = if node.count == 0 { 2 } else { 0 };
        self.nodes.get(first..first + count).unwrap_or(&[])
    }
}

fn may_improve<S: Real>(bound: S, best: S) -> bool {
    bound <= best && bound < S::INFINITY
}

/// Of two nodes, whether the first is the one to go down in: the larger one that has children.
fn goes_down_first<V: Vector>(a: &Node<V>, b: &Node<V>) -> bool {
    a.count == 0 && (b.count > 0 || a.aabb.half_surface() >= b.aabb.half_surface())
}
