//! An R*-tree, by the crate `rstar`.
//!
//! Guttman, "R-trees" (1984); Beckmann, Kriegel, Schneider and Seeger, "The R*-tree" (1990): nodes have
//! several boxes, like pages of a B-tree; a full node is split where the parts overlap least. `rstar` loads
//! many boxes at once by sorting (Lee and Lee, "OMT: overlap minimizing top-down bulk loading", 2003).
//!
//! Good: the work of databases, many queries and now and then an insertion. Bad: boxes that move, each of
//! which is removed and inserted again, for which `rstar` allocates. Corners are in double precision
//! whatever the table has, so that no volume overflows. O(log n) a change.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use rstar::{AABB, Envelope, ParentNode, Point, RTree as Tree, RTreeNode, RTreeObject, SelectionFunction};

use super::approach::{Approach, Bound};
use super::error::ensure;
use super::interface::pairs_of_outsiders;
use super::pair_list::{heap, sort};
use super::{Boxes, Broken, Index, IndexKind, SlotPair, Target, Threads, Visit, VisitWithin};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// An R*-tree, by the crate `rstar`.
///
/// Good: the work of databases, many queries and now and then an insertion. Bad: boxes that move, each of
/// which is removed and inserted again; it is the only index that allocates in every step. Beckmann,
/// Kriegel, Schneider and Seeger, "The R*-tree" (1990).
#[derive(Clone, Debug, Default)]
pub struct RTree<V: Vector> {
    tree: Tree<Leaf<V>>,
    /// The box of each slot as the tree has it; nothing for free slots.
    held: Vec<Aabb<V>>,
    /// The slots of boxes that are infinite, or so far out that `rstar`'s volumes would overflow.
    unbounded: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Leaf<V> {
    aabb: Aabb<V>,
    slot: u32,
}

/// A point of `V` in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Corner<V> {
    at: [f64; 3],
    space: core::marker::PhantomData<V>,
}

impl<V: Vector> Corner<V> {
    fn of(v: V) -> Self {
        Self::generate(|k| v.get(k).to_f64())
    }
    fn lower(&self) -> V {
        V::from_fn(|k| ScalarOf::<V>::lit(self.at[k]))
    }
}

impl<V: Vector> Point for Corner<V> {
    type Scalar = f64;
    const DIMENSIONS: usize = V::DIM;
    fn generate(mut generator: impl FnMut(usize) -> f64) -> Self {
        let mut at = [0.0; 3];
        (0..V::DIM).for_each(|k| at[k] = generator(k));
        Self {
            at,
            space: core::marker::PhantomData,
        }
    }
    fn nth(&self, index: usize) -> f64 {
        self.at[index]
    }
    fn nth_mut(&mut self, index: usize) -> &mut f64 {
        &mut self.at[index]
    }
}

impl<V: Vector> RTreeObject for Leaf<V> {
    type Envelope = AABB<Corner<V>>;
    fn envelope(&self) -> Self::Envelope {
        envelope(&self.aabb)
    }
}

fn envelope<V: Vector>(aabb: &Aabb<V>) -> AABB<Corner<V>> {
    AABB::from_corners(Corner::of(aabb.min), Corner::of(aabb.max))
}

/// Exact, because the corners came from this precision.
fn bounds<V: Vector>(envelope: &AABB<Corner<V>>) -> Aabb<V> {
    Aabb::new(envelope.lower().lower(), envelope.upper().lower())
}

/// Selects the leaves whose box, and all boxes around it, pass a test.
struct Passing<F>(F);

impl<V: Vector, F: Fn(&Aabb<V>) -> bool> SelectionFunction<Leaf<V>> for Passing<F> {
    fn should_unpack_parent(&self, envelope: &AABB<Corner<V>>) -> bool {
        self.0(&bounds(envelope))
    }
    fn should_unpack_leaf(&self, leaf: &Leaf<V>) -> bool {
        self.0(&leaf.aabb)
    }
}

impl<V: Vector> RTree<V> {
    fn is_unbounded(aabb: &Aabb<V>) -> bool {
        let is_tame = |v: V| (0..V::DIM).all(|k| v.get(k).to_f64().abs() <= 1e100);
        !(is_tame(aabb.min) && is_tame(aabb.max))
    }
    fn rebuild(&mut self, boxes: &Boxes<V>) {
        self.held.clear();
        self.held.extend(boxes.slots());
        let (unbounded, finite): (Vec<_>, Vec<_>) =
            boxes.iter().partition(|(_, aabb)| Self::is_unbounded(aabb));
        self.unbounded = unbounded.into_iter().map(|(slot, _)| slot).collect();
        self.tree = Tree::bulk_load(
            finite
                .into_iter()
                .map(|(slot, &aabb)| Leaf { aabb, slot })
                .collect(),
        );
    }
    fn draw_below(node: &ParentNode<Leaf<V>>, depth: u32, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        if !node.children().is_empty() {
            visit(&bounds(&node.envelope()), depth);
        }
        for child in node.children() {
            match child {
                RTreeNode::Leaf(leaf) => visit(&leaf.aabb, depth + 1),
                RTreeNode::Parent(parent) => Self::draw_below(parent, depth + 1, visit),
            }
        }
    }
    fn validate_below(node: &ParentNode<Leaf<V>>, boxes: &Boxes<V>) -> Result<(), Broken> {
        for child in node.children() {
            let is_around = node.envelope().contains_envelope(&child.envelope());
            ensure(is_around, "a node does not reach around a child")?;
            match child {
                RTreeNode::Leaf(leaf) => {
                    let is_current = boxes.get(leaf.slot) == Some(&leaf.aabb);
                    ensure(is_current, "a leaf is not the box of its slot")?;
                }
                RTreeNode::Parent(parent) => Self::validate_below(parent, boxes)?,
            }
        }
        Ok(())
    }
}

impl<V: Vector> Index<V> for RTree<V> {
    fn kind(&self) -> IndexKind {
        IndexKind::RTree
    }
    fn refresh(&mut self, boxes: &Boxes<V>, _: Threads) {
        if boxes.changed().len() > 16 + boxes.len() / 8 {
            return self.rebuild(boxes);
        }
        self.held.resize(boxes.slots().len(), Boxes::nothing());
        for &slot in boxes.changed() {
            let new = boxes.slots()[slot as usize];
            let old = core::mem::replace(&mut self.held[slot as usize], new);
            if old == new {
                continue;
            }
            if self.tree.remove(&Leaf { aabb: old, slot }).is_none() {
                self.unbounded.retain(|&other| other != slot);
            }
            match boxes.get(slot) {
                None => {}
                Some(aabb) if Self::is_unbounded(aabb) => self.unbounded.push(slot),
                Some(&aabb) => self.tree.insert(Leaf { aabb, slot }),
            }
        }
    }
    fn pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        found.clear();
        let twice = self.tree.intersection_candidates_with_other_tree(&self.tree);
        let once = twice.filter(|(a, b)| a.slot < b.slot);
        found.extend(once.map(|(a, b)| [a.slot, b.slot]));
        pairs_of_outsiders(&self.unbounded, boxes, found, |aabb, note| {
            let met = self.tree.iter().filter(|leaf| aabb.overlaps(&leaf.aabb));
            met.for_each(|leaf| note(leaf.slot));
        });
        sort(found);
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        for &slot in self
            .unbounded
            .iter()
            .filter(|&&slot| boxes.slots()[slot as usize].overlaps(query))
        {
            visit(slot)?;
        }
        let meeting = Passing(|aabb: &Aabb<V>| aabb.overlaps(query));
        let mut met = self.tree.locate_with_selection_function(meeting);
        met.try_for_each(|leaf| visit(leaf.slot))
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        let mut search = Approach::new(boxes, target, visit);
        self.unbounded.iter().for_each(|&slot| search.look_at(slot));
        // The crate is given one limit for the whole walk, so leaves are tested again with the current one.
        let start = search.limit;
        let within = Passing(|aabb: &Aabb<V>| target.bound(aabb, start).is_some());
        for leaf in self.tree.locate_with_selection_function(within) {
            search.look(leaf.slot, &leaf.aabb);
        }
        search.limit
    }
    fn draw(&self, _: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        Self::draw_below(self.tree.root(), 0, visit);
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        let held = self.tree.size() + self.unbounded.len();
        ensure(held == boxes.len(), "the tree does not hold each box once")?;
        let is_unbounded = |&slot: &u32| boxes.get(slot).is_some_and(Self::is_unbounded);
        ensure(
            self.unbounded.iter().all(is_unbounded),
            "a finite box is kept outside the tree",
        )?;
        Self::validate_below(self.tree.root(), boxes)
    }
    /// An estimate, because the crate does not tell: nodes are counted as two thirds full.
    fn bytes(&self) -> usize {
        self.tree.size() * size_of::<RTreeNode<Leaf<V>>>() * 3 / 2 + heap(&self.held) + heap(&self.unbounded)
    }
}
