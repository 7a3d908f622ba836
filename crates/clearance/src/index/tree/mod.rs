//! A hierarchy of bounding volumes over boxes that come, go and move: how it is kept in shape.
//!
//! Its parts: this file keeps it up to date, by `change.rs` where single boxes come, go and move, by
//! `refit.rs` where most have moved, and by `build.rs` when it is to be built anew. `queries.rs` asks it,
//! `pairs/changed.rs` about the pairs of those that have changed, `pairs/leaf_join.rs` and `pairs/mod.rs`
//! about all of them. The volumes are boxes ([`Aabb`]), [`BoundingSphere`](super::BoundingSphere)s,
//! [`OrientedBox`](super::OrientedBox)es or [`KDop`](super::KDop)s.
//!
//! Idea: two children lie side by side in memory, so that one cache line says which of them to visit (parry's
//! and Box2D's trees do so, too), and a leaf holds up to eight boxes in rows, compared all at once, so that
//! the tree is three levels lower than one with a box a leaf. Who searches it for many boxes copies its upper
//! levels first, eight nodes side by side (`pairs/wide_levels.rs`).
//!
//! - Few have changed: the box is written into its leaf and the volumes above are refitted until one stays as
//!   it was. A box that makes its leaf much larger than when the leaf was made is taken out and put where it
//!   adds least.
//! - Many have changed: all leaves are read anew and all volumes refitted, from the last to the first. This
//!   never makes the tree better, so it keeps count of what it lost: by how much the sizes of all volumes
//!   exceed what they were when built, summed over the steps. When that has cost as much as building, it is
//!   built anew (as Lauterbach, Yoon, Tuft and Manocha, "RT-DEFORM", 2006, who watch the ratio of surfaces).
//!
//! Good: boxes of any sizes, anywhere; rays and neighbours; nothing to tune. Bad: a crowd of boxes of one
//! size, spread evenly, that all move is found as fast by a grid, and by a faster one where there is no AVX2.
//! Cost: O(log n) a change, O(n log n) to build, O(n + pairs) for all pairs of a sound scene. Limit: about
//! 10^9 boxes.

mod build;
mod centers;
mod change;
mod leaves;
mod nodes;
mod pairs;
mod queries;
mod refit;
mod rows;
pub(super) mod volume;

use alloc::vec::Vec;

use super::pair_list::heap;
use super::{Boxes, IndexKind, Threads, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::simd::{AHEAD, is_plain, prefetch};
use leaves::Leaves;
use nodes::{BoxLocation, Link, Siblings};
#[cfg(not(target_family = "wasm"))]
use pairs::changed::SearchScratch;
use rows::LANES;

/// A dynamic hierarchy of volumes: boxes, [`BoundingSphere`](super::BoundingSphere)s,
/// [`OrientedBox`](super::OrientedBox)es or [`KDop`](super::KDop)s.
///
/// Good: boxes of any sizes, anywhere; rays and neighbours; nothing to tune. Bad: a crowd of boxes of one
/// size, spread evenly, that all move is found as fast by a [`Grid`](super::Grid), and faster where there is
/// no AVX2. O(log n) a change. Ericson, "Real-Time Collision Detection" (2005), chapter 6; when to build
/// anew, Lauterbach, Yoon, Tuft and Manocha, "RT-DEFORM" (2006).
#[derive(Clone, Debug)]
pub struct Tree<V: Vector, B: Volume<V> = Aabb<V>> {
    /// The first one's left side is the root; its right side is not used.
    pub(super) siblings: Vec<Siblings<B>>,
    pub(super) free: Vec<u32>,
    pub(super) leaves: Leaves<V>,
    /// Where the box of each slot is.
    pub(super) locations: Vec<BoxLocation>,
    /// Slots of boxes without end, which stand beside the tree.
    pub(super) unbounded: Vec<u32>,
    pub(super) kind: IndexKind,
    /// Twins, parents before children; empty where they lie in that order anyway.
    pub(super) order: Vec<u32>,
    pub(super) is_in_order: bool,
    /// For how many boxes it was built.
    pub(super) built_for: usize,
    pub(super) degradation: Degradation,
    /// Scratch of builds and walks.
    pub(super) open: Vec<[u32; 2]>,
    #[cfg(not(target_family = "wasm"))]
    pub(super) search_scratch: SearchScratch<V>,
    pub(super) counts: Vec<u32>,
    pub(super) seconds: Vec<u32>,
}

/// How far the tree is from what building it anew would give.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Degradation {
    /// The sum of all sizes when it was built.
    pub(super) built: f64,
    /// How much of that sum was walked in vain since, in units of it.
    lost: f64,
    /// How many boxes moved since that was last looked at.
    moved: usize,
}

/// A build takes as long as walks through so many times the sum of all sizes.
const BUILD: f64 = 0.8;

impl Degradation {
    /// Takes note that all are walked once more, and of the sum of their sizes.
    fn note(&mut self, size: f64) {
        self.lost += (size / self.built - 1.0).max(0.0);
    }
}

impl<V: Vector, B: Volume<V>> Default for Tree<V, B> {
    fn default() -> Self {
        Self::of_kind(B::KIND)
    }
}

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    pub(super) fn of_kind(kind: IndexKind) -> Self {
        Self {
            siblings: Vec::new(),
            free: Vec::new(),
            leaves: Leaves::default(),
            locations: Vec::new(),
            unbounded: Vec::new(),
            kind,
            order: Vec::new(),
            is_in_order: true,
            built_for: 0,
            degradation: Degradation::default(),
            open: Vec::new(),
            #[cfg(not(target_family = "wasm"))]
            search_scratch: SearchScratch::default(),
            counts: Vec::new(),
            seconds: Vec::new(),
        }
    }
    /// Built over a table of which it has seen nothing yet.
    pub(super) fn over(boxes: &Boxes<V>, threads: Threads) -> Self {
        let mut tree = Self::default();
        tree.rebuild(boxes, threads);
        tree
    }
    /// Whether a box stands beside the tree: its sums and differences might not be finite.
    #[inline(always)]
    pub(super) fn is_unbounded(aabb: &Aabb<V>) -> bool {
        let limit = ScalarOf::<V>::MAX * ScalarOf::<V>::lit(0.125);
        !(aabb.min.min_element() >= -limit && aabb.max.max_element() <= limit)
    }
    /// Whether searches for many boxes go down together: in a tree of boxes, on a processor that compares eight
    /// boxes as fast as one.
    pub(super) fn joins() -> bool {
        B::ARE_BOXES && !is_plain()
    }
    /// Brings the hierarchy up to date.
    pub(super) fn update(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.locations.resize(boxes.slots().len(), BoxLocation::NOWHERE);
        let changed = boxes.changed();
        if changed.is_empty() {
            return;
        }
        self.degradation.moved += changed.len();
        if changed.len() * 8 > boxes.len() {
            self.update_many(boxes, threads);
        } else {
            self.update_few(boxes);
        }
        if self.degradation.moved > boxes.len() {
            self.degradation.moved = 0;
        }
        // Not a number: nothing was built yet, or in one point.
        if self.degradation.lost > BUILD || self.degradation.lost.is_nan() {
            self.rebuild(boxes, threads);
        }
    }
    fn update_few(&mut self, boxes: &Boxes<V>) {
        let changed = boxes.changed();
        for (i, &slot) in changed.iter().enumerate() {
            self.prefetch_next(&changed[i..]);
            self.reinsert_if_needed(slot, boxes);
            if let Some(aabb) = boxes.get(slot) {
                self.moved(slot, aabb);
            }
        }
        if self.degradation.moved > boxes.len() {
            let size = self.size();
            self.degradation.note(size);
        }
    }
    fn update_many(&mut self, boxes: &Boxes<V>, threads: Threads) {
        let mut size = self.refit_all(boxes, threads);
        if size.is_none() {
            let changed = boxes.changed();
            let is_new = |slot: &&u32| self.locations[**slot as usize] == BoxLocation::NOWHERE;
            if changed.len() > LANES && changed.iter().filter(is_new).count() * 4 > boxes.len() {
                return self.rebuild(boxes, threads);
            }
            changed
                .iter()
                .for_each(|&slot| self.reinsert_if_needed(slot, boxes));
            size = self.refit_all(boxes, threads);
        }
        match size {
            Some(size) => self.degradation.note(size),
            None => self.rebuild(boxes, threads),
        }
    }
    /// Has what the next of these slots need on its way: first where each is, then its leaf, then the node
    /// above.
    #[inline(always)]
    fn prefetch_next(&self, slots: &[u32]) {
        let location = |ahead: usize| {
            let slot = *slots.get(ahead)?;
            let location = self.locations[slot as usize];
            (location != BoxLocation::NOWHERE && location.as_unbounded().is_none())
                .then(|| location.leaf_and_lane().0)
        };
        if let Some(&slot) = slots.get(3 * AHEAD) {
            prefetch(&self.locations, slot as usize);
        }
        if let Some(leaf) = location(2 * AHEAD) {
            self.leaves.prefetch(leaf);
        }
        if let Some(leaf) = location(AHEAD) {
            prefetch(&self.siblings, self.leaves.info(leaf).node as usize / 2);
        }
    }
    /// A box taken out or put in one at a time leaves the tree a little worse.
    pub(super) fn note_single_change(&mut self) {
        self.degradation.lost += BUILD / (1.0 + self.locations.len() as f64);
    }
    /// Takes out what is gone, puts in what is new, and lets boxes change sides that became endless or ceased
    /// to be.
    fn reinsert_if_needed(&mut self, slot: u32, boxes: &Boxes<V>) {
        let location = self.locations[slot as usize];
        let Some(aabb) = boxes.get(slot) else {
            return self.remove(slot);
        };
        let is_right =
            location != BoxLocation::NOWHERE && location.as_unbounded().is_some() == Self::is_unbounded(aabb);
        if !is_right {
            self.remove(slot);
            self.insert(slot, aabb);
        }
    }
    pub(super) fn open_siblings(&mut self, parent: u32) -> u32 {
        let siblings = Siblings {
            parent,
            ..self.siblings[0]
        };
        self.is_in_order = false;
        if let Some(free) = self.free.pop() {
            self.siblings[free as usize] = siblings;
            return free;
        }
        self.siblings.push(siblings);
        (self.siblings.len() - 1) as u32
    }
    /// A leaf without boxes, below a node.
    pub(super) fn open_leaf(&mut self, node: u32) -> u32 {
        let leaf = self.leaves.open(node);
        *self.link_mut(node) = Link::leaf(leaf);
        leaf
    }
    #[inline(always)]
    pub(super) fn volume(&self, node: u32) -> &B {
        &self.siblings[node as usize / 2].volumes[node as usize % 2]
    }
    #[inline(always)]
    pub(super) fn volume_mut(&mut self, node: u32) -> &mut B {
        &mut self.siblings[node as usize / 2].volumes[node as usize % 2]
    }
    #[inline(always)]
    pub(super) fn link(&self, node: u32) -> Link {
        self.siblings[node as usize / 2].links[node as usize % 2]
    }
    #[inline(always)]
    pub(super) fn link_mut(&mut self, node: u32) -> &mut Link {
        &mut self.siblings[node as usize / 2].links[node as usize % 2]
    }
    /// What is below the root.
    #[inline(always)]
    pub(super) fn root(&self) -> Link {
        self.siblings
            .first()
            .map_or(Link::NOTHING, |siblings| siblings.links[0])
    }
    pub(super) fn bytes_on_heap(&self) -> usize {
        let words = [
            &self.free,
            &self.unbounded,
            &self.order,
            &self.counts,
            &self.seconds,
        ];
        let words: usize = words.into_iter().map(heap).sum();
        let own =
            words + heap(&self.siblings) + heap(&self.locations) + heap(&self.open) + self.leaves.bytes();
        #[cfg(not(target_family = "wasm"))]
        let own = own + self.search_scratch.bytes();
        own
    }
}
