//! A hierarchy over boxes that do not move: built once, top down, and searched in many ways.
//!
//! Good at: boxes of all sizes, in O(log n) a query. Bad at: changes, for nothing can be added; the tree must
//! be built again, in O(n log n), some 100 ns a box.
//!
//! Source: split by the surface area heuristic (`surface_area.rs`). Idea: each inner node has up to four
//! children, side by side (Wald, Benthin and Boulos, "Getting rid of packets", 2008): half as many levels as
//! with two, and what is tested together is read together. The caller gives the test of boxes, so that a tree
//! can be searched against another one that is rotated, and the work at the items. Limit: boxes must not be
//! NaN.

pub(super) mod surface_area;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use arrayvec::ArrayVec;

use super::Broken;
use super::error::{ensure, ensure_tree};
use super::interface::Flow;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use surface_area::{Item, around, split};

/// Leaves have up to this many items, each with its own box.
const LEAF: usize = 4;

/// A hierarchy over boxes that do not move. Items have the numbers of the boxes that it was built from.
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
    pub(super) nodes: Vec<Node<V>>,
    pub(super) items: Vec<Item<V>>,
}

/// The children of an inner node lie side by side; so do the items of a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<V> {
    pub(super) aabb: Aabb<V>,
    /// The first child, or the first item.
    pub(super) first: u32,
    /// How many items a leaf has; 0 for an inner node.
    pub(super) count: u16,
    /// How many children an inner node has; 0 for a leaf.
    pub(super) children: u16,
}

impl<V: Vector> Default for Node<V> {
    /// A node to be filled in later.
    fn default() -> Self {
        Self {
            aabb: Aabb::everything(),
            first: 0,
            count: 0,
            children: 0,
        }
    }
}

/// How many children a node may have.
pub(super) const ARITY: usize = 4;

impl<V: Vector> StaticTree<V> {
    /// A tree over these boxes, which may be infinite but not NaN. O(n log n).
    pub fn build(boxes: &[Aabb<V>]) -> Self {
        let numbered = boxes.iter().zip(0..);
        let mut tree = Self {
            nodes: Vec::with_capacity(boxes.len()),
            items: numbered.map(|(&aabb, id)| Item { aabb, id }).collect(),
        };
        if !boxes.is_empty() {
            let root = tree.leaf(0..boxes.len());
            tree.nodes.push(root);
            tree.grow(0, 0..boxes.len(), 0);
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
    /// A leaf of these items; later perhaps an inner node.
    fn leaf(&self, items: Range<usize>) -> Node<V> {
        // Of more items than fit in the count an inner node is made at once.
        Node {
            aabb: around(&self.items[items.clone()]),
            first: items.start as u32,
            count: items.len() as u16,
            children: 0,
        }
    }
    /// Splits a node of many items in two, and each half again, and goes on with these children.
    fn grow(&mut self, node: usize, items: Range<usize>, depth: usize) {
        if items.len() <= LEAF {
            return;
        }
        let mut parts = ArrayVec::<Range<usize>, ARITY>::new();
        for half in self.split_in_two(items, depth) {
            if half.len() <= LEAF {
                parts.push(half);
            } else {
                parts.extend(self.split_in_two(half, depth + 1));
            }
        }
        let first = self.nodes.len();
        for part in &parts {
            let child = self.leaf(part.clone());
            self.nodes.push(child);
        }
        self.nodes[node] = Node {
            first: first as u32,
            count: 0,
            children: parts.len() as u16,
            ..self.nodes[node]
        };
        for (child, part) in (first..).zip(parts) {
            self.grow(child, part, depth + 2);
        }
    }
    fn split_in_two(&mut self, items: Range<usize>, depth: usize) -> [Range<usize>; 2] {
        let middle = items.start + split(&mut self.items[items.clone()], depth);
        [items.start..middle, middle..items.end]
    }
    /// Calls `visit` with every item whose box meets `query` (both closed), until it breaks.
    pub fn overlapping(&self, query: &Aabb<V>, visit: &mut impl FnMut(u32) -> Flow) -> Flow {
        self.passing(&|b| b.overlaps(query), visit)
    }
    /// Calls `visit` with every item whose box, and all boxes around it, pass `test`, until it breaks.
    pub fn passing(&self, test: &impl Fn(&Aabb<V>) -> bool, visit: &mut impl FnMut(u32) -> Flow) -> Flow {
        match self.nodes.first() {
            Some(root) if test(&root.aabb) => self.pass(root, test, visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn pass(
        &self,
        node: &Node<V>,
        test: &impl Fn(&Aabb<V>) -> bool,
        visit: &mut impl FnMut(u32) -> Flow,
    ) -> Flow {
        for item in self.items_of(node).iter().filter(|i| test(&i.aabb)) {
            visit(item.id)?;
        }
        for child in self.children_of(node).iter().filter(|c| test(&c.aabb)) {
            self.pass(child, test, visit)?;
        }
        ControlFlow::Continue(())
    }
    /// Searches for the smallest value of some quantity, nearest boxes first.
    ///
    /// `lower_bound` gives a lower bound of the quantity for all that is in a box (infinity: nothing
    /// there). `visit` gets an item and the best value so far (at first infinity), and returns the better
    /// of that and the item's own. Boxes whose bound is greater than the best value are passed over.
    /// Returns the best value.
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
        let children = self.children_of(node).iter();
        for (bound, child) in nearest_first(children.map(|child| (lower_bound(&child.aabb), child))) {
            if may_improve(bound, *best) {
                self.approach(child, lower_bound, visit, best);
            }
        }
    }
    /// Calls `visit` with every pair of an item here and one of `other` whose boxes, and all boxes around
    /// them, pass `overlap`, until it breaks.
    pub fn pairs(
        &self,
        other: &Self,
        overlap: impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        mut visit: impl FnMut(u32, u32) -> Flow,
    ) -> Flow {
        match (self.nodes.first(), other.nodes.first()) {
            (Some(a), Some(b)) if overlap(&a.aabb, &b.aabb) => self.pair((a, other, b), &overlap, &mut visit),
            _ => ControlFlow::Continue(()),
        }
    }
    /// Visits the pairs below two nodes that pass: goes down in the larger one, or looks at the items of
    /// two leaves.
    fn pair(
        &self,
        (a, other, b): (&Node<V>, &Self, &Node<V>),
        overlap: &impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        visit: &mut impl FnMut(u32, u32) -> Flow,
    ) -> Flow {
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
    /// Searches the pairs of items for the smallest value of some quantity, nearest boxes first; see
    /// [`StaticTree::nearest`].
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
        let goes_down_a = goes_down_first(a, b);
        let below = if goes_down_a {
            self.children_of(a)
        } else {
            other.children_of(b)
        };
        let steps = below.iter().map(|child| {
            let (a, b) = if goes_down_a { (child, b) } else { (a, child) };
            (lower_bound(&a.aabb, &b.aabb), (a, b))
        });
        for (bound, (a, b)) in nearest_first(steps) {
            if may_improve(bound, *best) {
                self.approach_pair((a, other, b), lower_bound, visit, best);
            }
        }
    }
    /// Calls `visit` with the boxes of all nodes and how deep each lies, for debug views.
    pub fn draw(&self, visit: &mut impl FnMut(&Aabb<V>, u32)) {
        let mut open: Vec<_> = self.nodes.first().map(|root| (root, 0)).into_iter().collect();
        while let Some((node, depth)) = open.pop() {
            visit(&node.aabb, depth);
            open.extend(self.children_of(node).iter().map(|child| (child, depth + 1)));
        }
    }
    /// Checks all invariants, for tests and bug reports.
    pub fn validate(&self) -> Result<(), Broken> {
        let mut parents = vec![0; self.nodes.len()];
        let mut is_held = vec![false; self.items.len()];
        for node in &self.nodes {
            let is_one_kind = (node.count == 0) != (node.children == 0) && node.children != 1;
            ensure(is_one_kind, "a node is neither a leaf nor inner")?;
            let (children, items) = (self.children_of(node), self.items_of(node));
            let are_there = children.len() + items.len() == usize::from(node.count + node.children);
            ensure(are_there, "a node has what is not there")?;
            let below = children
                .iter()
                .map(|c| c.aabb)
                .chain(items.iter().map(|i| i.aabb));
            let fits = below.reduce(|a, b| a.union(&b)) == Some(node.aabb);
            ensure(fits, "a node does not fit what is below it")?;
            for child in 0..children.len() {
                parents[node.first as usize + child] += 1;
            }
            for item in items {
                let held = is_held
                    .get_mut(item.id as usize)
                    .map(|held| core::mem::replace(held, true));
                ensure(held == Some(false), "an item is held twice, or was never given")?;
            }
        }
        ensure_tree(&parents)?;
        ensure(is_held.iter().all(|&held| held), "an item is in no leaf")
    }
    fn items_of(&self, node: &Node<V>) -> &[Item<V>] {
        let first = node.first as usize;
        self.items.get(first..first + node.count as usize).unwrap_or(&[])
    }
    /// All children; none for a leaf.
    fn children_of(&self, node: &Node<V>) -> &[Node<V>] {
        let first = node.first as usize;
        self.nodes
            .get(first..first + node.children as usize)
            .unwrap_or(&[])
    }
}

/// Those of small bounds first; of equal ones, those that came first.
fn nearest_first<S: Real, T>(steps: impl Iterator<Item = (S, T)>) -> ArrayVec<(S, T), ARITY> {
    let mut sorted = ArrayVec::<(S, T), ARITY>::new();
    for step in steps.take(ARITY) {
        let place = sorted.iter().position(|(bound, _)| step.0 < *bound);
        sorted.insert(place.unwrap_or(sorted.len()), step);
    }
    sorted
}

fn may_improve<S: Real>(bound: S, best: S) -> bool {
    bound <= best && bound < S::INFINITY
}

/// Of two nodes, whether the first is the one to go down in: the larger one that has children.
fn goes_down_first<V: Vector>(a: &Node<V>, b: &Node<V>) -> bool {
    a.count == 0 && (b.count > 0 || a.aabb.half_surface() >= b.aabb.half_surface())
}
