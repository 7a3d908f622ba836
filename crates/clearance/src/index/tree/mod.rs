//! A dynamic hierarchy of bounding volumes over boxes that come, go and move.
//!
//! Good at: boxes of any sizes, anywhere; rays and nearest boxes; nothing to tune. Bad at: a crowd of boxes
//! of one size, spread evenly, that all move. A grid is as fast there, and faster on processors without
//! AVX2. Cost: O(log n) a change, O(n log n) to build, O(n + pairs) for all pairs where no point lies in
//! many boxes. Limit: about 10^9 boxes.
//!
//! Idea: two siblings lie side by side in memory, so that one cache line tells which of them to visit (the
//! trees of parry and Box2D do so, too). A leaf has up to eight boxes in rows, which are compared all at
//! once, so the tree is three levels lower than one with one box a leaf. A search for many boxes first
//! copies the upper levels, with eight children a node (`pairs/wide_levels.rs`). How the tree is kept up to
//! date depends on how many boxes have changed:
//!
//! - Few: each box is written into its leaf, and the volumes above are refitted until one stays as it was.
//!   A box that makes its leaf much larger than the leaf was at first is removed and inserted again where
//!   it adds least.
//! - Many: all leaves are read again and all volumes refitted, from the last to the first. This never
//!   improves the tree, so it keeps account of the loss: by how much the sizes of all volumes exceed those
//!   just after the build, summed over the steps. When the loss has cost as much as a build, the tree is
//!   rebuilt (as in Lauterbach, Yoon, Tuft and Manocha, "RT-DEFORM", 2006, who watch the ratio of
//!   surfaces).
//!
//! Files: `change.rs` inserts, removes and moves single boxes, `refit.rs` refits all, `build.rs` and
//! `centers.rs` rebuild. `queries.rs` answers queries; `pairs/changed.rs` finds the pairs of changed boxes,
//! `pairs/leaf_join.rs` and `pairs/mod.rs` all pairs. The volumes (`volume/`) are boxes ([`Aabb`]),
//! [`BoundingSphere`](super::BoundingSphere)s, [`OrientedBox`](super::OrientedBox)es or
//! [`KDop`](super::KDop)s.
//!
//! `inline(always)`: what is not inlined into a `simd::Job` loses its wide registers.

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

/// A dynamic hierarchy of bounding volumes: boxes, [`BoundingSphere`](super::BoundingSphere)s,
/// [`OrientedBox`](super::OrientedBox)es or [`KDop`](super::KDop)s.
///
/// Good: boxes of any sizes, anywhere; rays and nearest boxes; nothing to tune. Bad: a crowd of boxes of
/// one size, spread evenly, that all move: a [`Grid`](super::Grid) is as fast there, and faster on
/// processors without AVX2. O(log n) a change. Ericson, "Real-Time Collision Detection" (2005), chapter 6;
/// when to rebuild, Lauterbach, Yoon, Tuft and Manocha, "RT-DEFORM" (2006).
#[derive(Clone, Debug)]
pub struct Tree<V: Vector, B: Volume<V> = Aabb<V>> {
    /// The first volume of the first pair is the root; its sibling is not used.
    pub(super) siblings: Vec<Siblings<B>>,
    pub(super) free: Vec<u32>,
    pub(super) leaves: Leaves<V>,
    /// For each slot, where its box is.
    pub(super) locations: Vec<BoxLocation>,
    /// The slots of unbounded boxes, which are kept outside of the tree.
    pub(super) unbounded: Vec<u32>,
    pub(super) kind: IndexKind,
    /// The sibling pairs, parents before children. Empty if `is_in_order`, or not known.
    pub(super) order: Vec<u32>,
    pub(super) is_in_order: bool,
    /// For how many boxes the tree was built.
    pub(super) built_for: usize,
    pub(super) degradation: Degradation,
    /// Scratch memory of walks.
    pub(super) open: Vec<[u32; 2]>,
    #[cfg(not(target_family = "wasm"))]
    pub(super) search_scratch: SearchScratch<V>,
    pub(super) counts: Vec<u32>,
    pub(super) seconds: Vec<u32>,
}

/// How much worse the tree is than a new one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Degradation {
    /// The sum of all sizes just after the build.
    pub(super) built: f64,
    /// How much of that sum was visited in addition since then, in units of it.
    lost: f64,
    /// How many boxes moved since the sum was computed last.
    moved: usize,
}

/// A build costs as much as visiting this many times the sum of all sizes.
const BUILD: f64 = 0.8;

impl Degradation {
    /// Records one more step in which the sum of all sizes is `size`.
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
    /// A tree over a table that it has not seen before.
    pub(super) fn over(boxes: &Boxes<V>, threads: Threads) -> Self {
        let mut tree = Self::default();
        tree.rebuild(boxes, threads);
        tree
    }
    /// Whether a box is kept outside of the tree, because sums and differences of its coordinates might not
    /// be finite.
    #[inline]
    pub(super) fn is_unbounded(aabb: &Aabb<V>) -> bool {
        let limit = ScalarOf::<V>::MAX * ScalarOf::<V>::lit(0.125);
        !(aabb.min.min_element() >= -limit && aabb.max.max_element() <= limit)
    }
    /// Whether searches for many boxes go down the tree together: in a tree of boxes, on a processor that
    /// compares eight boxes as fast as one.
    pub(super) fn joins() -> bool {
        B::ARE_BOXES && !is_plain()
    }
    /// Brings the tree up to date with the table.
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
        // The loss is NaN if nothing was built yet, or all boxes are one point.
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
    /// Prefetches what the next of these slots need. Each read depends on the one before, so they are
    /// requested at three distances: where the box is, then its leaf, then the node above.
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
    /// Inserting or removing a single box makes the tree a little worse.
    pub(super) fn note_single_change(&mut self) {
        self.degradation.lost += BUILD / (1.0 + self.locations.len() as f64);
    }
    /// Removes a box that is gone, inserts a new one, and moves one into or out of the tree that became
    /// unbounded or is so no more.
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
    /// Opens an empty leaf below a node.
    pub(super) fn open_leaf(&mut self, node: u32) -> u32 {
        let leaf = self.leaves.open(node);
        *self.link_mut(node) = Link::leaf(leaf);
        leaf
    }
    #[inline]
    pub(super) fn volume(&self, node: u32) -> &B {
        &self.siblings[node as usize / 2].volumes[node as usize % 2]
    }
    #[inline]
    pub(super) fn volume_mut(&mut self, node: u32) -> &mut B {
        &mut self.siblings[node as usize / 2].volumes[node as usize % 2]
    }
    #[inline]
    pub(super) fn link(&self, node: u32) -> Link {
        self.siblings[node as usize / 2].links[node as usize % 2]
    }
    #[inline]
    pub(super) fn link_mut(&mut self, node: u32) -> &mut Link {
        &mut self.siblings[node as usize / 2].links[node as usize % 2]
    }
    /// What is below the root.
    #[inline]
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
