//! A hierarchy of bounding volumes over boxes that come, go and move: how it is kept in shape.
//!
//! Its parts: this file keeps it up to date, `tree_change.rs` puts single boxes in and takes them out, `tree_walk.rs` asks it,
//! `tree_changed.rs` about the pairs of those that have changed, `leaf_join.rs` and `tree_pairs.rs` about all of them. The
//! volumes are boxes ([`Aabb`]), [`BoundingSphere`](super::BoundingSphere)s, [`OrientedBox`](super::OrientedBox)es or
//! [`KDop`](super::KDop)s.
//!
//! Idea: two children lie side by side in memory, so that one cache line says which of them to visit (parry's and
//! Box2D's trees do so, too), and a leaf holds up to eight boxes in rows, compared all at once, so that the tree is
//! three levels lower than one with a box a leaf. Who searches it for many boxes copies its upper levels first, eight nodes
//! side by side (`wide_levels.rs`).
//!
//! - Few have changed: the box is written into its leaf and the volumes above are refitted until one stays as it was. A
//!   box that makes its leaf much larger than when the leaf was made is taken out and put where it adds least.
//! - Many have changed: all leaves are read anew and all volumes refitted, from the last to the first. This never
//!   makes the tree better, so it keeps count of what it lost: by how much the sizes of all volumes exceed what they were
//!   when built, summed over the steps. When that has cost as much as building, it is built anew (as Lauterbach,
//!   Yoon, Tuft and Manocha, "RT-DEFORM", 2006, who watch the ratio of surfaces).
//!
//! Good: boxes of any sizes, anywhere; few changes; rays and neighbours; nothing to tune. Bad: a crowd of boxes of one
//! size that all move is found faster by a grid. Cost: O(log n) a change, O(n log n) to build, O(n + pairs) for all
//! pairs of a sound scene. Limit: about 10^9 boxes.

use alloc::vec::Vec;

use super::build::{Frame, Sortable, halve_at, split};
use super::leaves::{Leaves, NONE};
use super::rows::LANES;
#[cfg(not(target_family = "wasm"))]
use super::tree_changed::Descents;
use super::twins::{Link, Place, Twins};
use super::{Boxes, IndexKind, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::simd::{AHEAD, prefetch};

/// A dynamic hierarchy of volumes: boxes, [`BoundingSphere`](super::BoundingSphere)s,
/// [`OrientedBox`](super::OrientedBox)es or [`KDop`](super::KDop)s.
///
/// Good: boxes of any sizes, anywhere; few changes; rays and neighbours; nothing to tune. Bad: a crowd of boxes of one size
/// that all move is found faster by a [`Grid`](super::Grid). O(log n) a change. Ericson, "Real-Time Collision Detection"
/// (2005), chapter 6; when to build anew, Lauterbach, Yoon, Tuft and Manocha, "RT-DEFORM" (2006).
#[derive(Clone, Debug)]
pub struct Tree<V: Vector, B: Volume<V> = Aabb<V>> {
    /// The first one's left side is the root; its right side is not used.
    pub(super) twins: Vec<Twins<B>>,
    pub(super) free: Vec<u32>,
    pub(super) leaves: Leaves<V>,
    /// Where the box of each slot is.
    pub(super) places: Vec<Place>,
    /// Slots of boxes without end, which stand beside the tree.
    pub(super) endless: Vec<u32>,
    pub(super) kind: IndexKind,
    /// Twins, parents before children; empty where they lie in that order anyway.
    order: Vec<u32>,
    pub(super) is_in_order: bool,
    pub(super) wear: Wear,
    /// Scratch of builds and walks.
    pub(super) open: Vec<[u32; 2]>,
    #[cfg(not(target_family = "wasm"))]
    pub(super) descents: Descents<V>,
    pub(super) counts: Vec<u32>,
    pub(super) seconds: Vec<u32>,
}

/// How far the tree is from what building it anew would give.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wear {
    /// The sum of all sizes when it was built.
    built: f64,
    /// How much of that sum was walked in vain since, in units of it.
    lost: f64,
    /// How many boxes moved since that was last looked at.
    moved: usize,
}

/// A build takes about as long as this many walks.
const BUILD: f64 = 3.0;

impl<V: Vector, B: Volume<V>> Default for Tree<V, B> {
    fn default() -> Self {
        Self::of_kind(B::KIND)
    }
}

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    pub(super) const fn of_kind(kind: IndexKind) -> Self {
        Self {
            twins: Vec::new(),
            free: Vec::new(),
            leaves: Leaves::new(),
            places: Vec::new(),
            endless: Vec::new(),
            kind,
            order: Vec::new(),
            is_in_order: true,
            wear: Wear {
                built: 0.0,
                lost: 0.0,
                moved: 0,
            },
            open: Vec::new(),
            #[cfg(not(target_family = "wasm"))]
            descents: Descents::new(),
            counts: Vec::new(),
            seconds: Vec::new(),
        }
    }
    /// Built over a table of which it has seen nothing yet.
    pub(super) fn over(boxes: &Boxes<V>) -> Self {
        let mut tree = Self::default();
        tree.rebuild(boxes);
        tree
    }
    /// Whether a box stands beside the tree: its sums and differences might not be finite.
    #[inline(always)]
    pub(super) fn is_endless(aabb: &Aabb<V>) -> bool {
        let limit = ScalarOf::<V>::MAX * ScalarOf::<V>::lit(0.125);
        !(aabb.min.min_element() >= -limit && aabb.max.max_element() <= limit)
    }
    /// Brings the hierarchy up to date.
    pub(super) fn follow(&mut self, boxes: &Boxes<V>) {
        self.places.resize(boxes.slots().len(), Place::NOWHERE);
        let changed = boxes.changed();
        if changed.is_empty() {
            return;
        }
        let is_new = |slot: &&u32| self.places[**slot as usize] == Place::NOWHERE;
        if changed.len() > LANES && changed.iter().filter(is_new).count() * 4 > boxes.len() {
            return self.rebuild(boxes);
        }
        self.wear.moved += changed.len();
        if changed.len() * 8 > boxes.len() {
            changed.iter().for_each(|&slot| self.sort_out(slot, boxes));
            let size = self.refit_all(boxes);
            self.wear.lost += (size / self.wear.built - 1.0).max(0.0);
        } else {
            for (i, &slot) in changed.iter().enumerate() {
                self.look_ahead(&changed[i..]);
                self.sort_out(slot, boxes);
                if let Some(aabb) = boxes.get(slot) {
                    self.moved(slot, aabb);
                }
            }
            if self.wear.moved > boxes.len() {
                let size = self.size();
                self.wear.lost += (size / self.wear.built - 1.0).max(0.0);
            }
        }
        if self.wear.moved > boxes.len() {
            self.wear.moved = 0;
        }
        // Not a number: nothing was built yet, or in one point.
        if self.wear.lost > BUILD || self.wear.lost.is_nan() {
            self.rebuild(boxes);
        }
    }
    /// Has what the next of these slots need on its way: first where each is, then its leaf, then the node above.
    #[inline(always)]
    fn look_ahead(&self, slots: &[u32]) {
        let place = |ahead: usize| {
            let slot = *slots.get(ahead)?;
            let place = self.places[slot as usize];
            (place != Place::NOWHERE && place.as_endless().is_none()).then(|| place.leaf_and_lane().0)
        };
        if let Some(&slot) = slots.get(3 * AHEAD) {
            prefetch(&self.places, slot as usize);
        }
        if let Some(leaf) = place(2 * AHEAD) {
            self.leaves.prefetch(leaf);
        }
        if let Some(leaf) = place(AHEAD) {
            prefetch(&self.twins, self.leaves.head(leaf).node as usize / 2);
        }
    }
    /// A box taken out or put in one at a time leaves the tree a little worse.
    pub(super) fn wear_out(&mut self) {
        self.wear.lost += BUILD / (1.0 + self.places.len() as f64);
    }
    /// Takes out what is gone, puts in what is new, and lets boxes change sides that became endless or ceased to be.
    fn sort_out(&mut self, slot: u32, boxes: &Boxes<V>) {
        let place = self.places[slot as usize];
        let Some(aabb) = boxes.get(slot) else {
            return self.remove(slot);
        };
        let is_right = place != Place::NOWHERE && place.as_endless().is_some() == Self::is_endless(aabb);
        if !is_right {
            self.remove(slot);
            self.insert(slot, aabb);
        }
    }
    /// Builds the hierarchy anew, in the order in which it is walked.
    pub(super) fn rebuild(&mut self, boxes: &Boxes<V>) {
        self.places.resize(boxes.slots().len(), Place::NOWHERE);
        self.twins.clear();
        self.free.clear();
        self.leaves.clear();
        self.endless.clear();
        self.places.fill(Place::NOWHERE);
        self.wear = Wear::default();
        // A scratch of sorting pairs, which is not needed meanwhile.
        let mut words = core::mem::take(&mut self.seconds);
        words.clear();
        let finite = boxes.iter().filter(|(_, aabb)| !Self::is_endless(aabb));
        if let Some(frame) = Frame::around(finite.clone().map(|(_, aabb)| *aabb)) {
            words.reserve_exact(4 * boxes.len());
            finite.for_each(|(slot, aabb)| words.extend(frame.spot(aabb, slot)));
        }
        for (slot, aabb) in boxes.iter().filter(|(_, aabb)| Self::is_endless(aabb)) {
            self.insert(slot, aabb);
        }
        let (spots, _) = words.as_chunks_mut::<4>();
        if let Some(first) = spots.first() {
            self.plant(B::around(&[boxes.slots()[first[3] as usize]]));
            self.grow::<[u32; 4]>(spots, 0, 0);
            self.is_in_order = true;
            self.leaves.trim();
            self.twins.shrink_to(self.twins.len() * 17 / 16);
            self.wear.built = self.refit_all(boxes);
            self.remember_sizes();
        }
        self.seconds = words;
    }
    /// The twins of which one is the root.
    pub(super) fn plant(&mut self, volume: B) {
        self.twins.push(Twins {
            volumes: [volume; 2],
            links: [Link::NOTHING; 2],
            parent: NONE,
        });
    }
    /// Puts these items, whose numbers are slots, below a node. Volumes are left to a refit.
    pub(super) fn grow<T: Sortable<V>>(&mut self, items: &mut [T], node: u32, depth: usize) {
        if items.len() <= LANES {
            let leaf = self.leaves.open(node);
            *self.link_mut(node) = Link::leaf(leaf);
            for item in &*items {
                let lane = self.leaves.push(leaf, item.id(), &item.aabb());
                self.places[item.id() as usize] = Place::in_leaf(leaf, lane);
            }
            return;
        }
        let twins = self.open_twins(node);
        *self.link_mut(node) = Link::twins(twins);
        // The last splits fill leaves.
        let full = (items.len() / 2).next_multiple_of(LANES);
        let cut = if items.len() > 4 * LANES {
            split(items, depth)
        } else {
            halve_at(items, full)
        };
        let (left, right) = items.split_at_mut(cut);
        self.grow(left, 2 * twins, depth + 1);
        self.grow(right, 2 * twins + 1, depth + 1);
    }
    pub(super) fn open_twins(&mut self, parent: u32) -> u32 {
        let twins = Twins {
            parent,
            ..self.twins[0]
        };
        self.is_in_order = false;
        if let Some(free) = self.free.pop() {
            self.twins[free as usize] = twins;
            return free;
        }
        self.twins.push(twins);
        (self.twins.len() - 1) as u32
    }
    fn remember_sizes(&mut self) {
        for leaf in 0..self.leaves.len() {
            let size = self.volume(self.leaves.head(leaf).node).size();
            self.leaves.head_mut(leaf).size = size;
        }
    }
    /// Reads all boxes anew and makes all volumes fit; the sum of their sizes.
    fn refit_all(&mut self, boxes: &Boxes<V>) -> f64 {
        let mut size = 0.0;
        for leaf in 0..self.leaves.len() {
            let (read, count) = self.leaves.load(leaf, boxes);
            if count > 0 {
                let volume = B::around(&read[..count]);
                *self.volume_mut(self.leaves.head(leaf).node) = volume;
                size += volume.size().to_f64();
            }
        }
        if !self.is_in_order && self.order.is_empty() {
            self.find_order();
        }
        let count = if self.is_in_order {
            self.twins.len()
        } else {
            self.order.len()
        };
        for i in (1..count).rev() {
            let twins = if self.is_in_order {
                i
            } else {
                self.order[i] as usize
            };
            let Twins {
                volumes: [a, b],
                parent,
                ..
            } = self.twins[twins];
            let volume = a.union(&b);
            *self.volume_mut(parent) = volume;
            size += volume.size().to_f64();
        }
        size
    }
    /// Notes all twins, parents before children.
    fn find_order(&mut self) {
        if !self.twins.is_empty() {
            self.order.push(0);
        }
        let mut next = 0;
        while let Some(&twins) = self.order.get(next) {
            next += 1;
            for link in self.twins[twins as usize].links {
                if link != Link::NOTHING && link.as_leaf().is_none() {
                    self.order.push(link.0 >> 1);
                }
            }
        }
    }
    /// After twins came or went.
    pub(super) fn forget_order(&mut self) {
        self.is_in_order = false;
        self.order.clear();
    }
    /// The sum of the sizes of all volumes.
    fn size(&self) -> f64 {
        let mut size = 0.0;
        for leaf in (0..self.leaves.len()).filter(|&leaf| self.leaves.head(leaf).count > 0) {
            size += self.volume(self.leaves.head(leaf).node).size().to_f64();
        }
        let inner = self.twins.iter().skip(1).filter(|twins| twins.parent != NONE);
        inner.fold(size, |size, twins| {
            size + self.volume(twins.parent).size().to_f64()
        })
    }
    #[inline(always)]
    pub(super) fn volume(&self, node: u32) -> &B {
        &self.twins[node as usize / 2].volumes[node as usize % 2]
    }
    #[inline(always)]
    pub(super) fn volume_mut(&mut self, node: u32) -> &mut B {
        &mut self.twins[node as usize / 2].volumes[node as usize % 2]
    }
    #[inline(always)]
    pub(super) fn link(&self, node: u32) -> Link {
        self.twins[node as usize / 2].links[node as usize % 2]
    }
    #[inline(always)]
    pub(super) fn link_mut(&mut self, node: u32) -> &mut Link {
        &mut self.twins[node as usize / 2].links[node as usize % 2]
    }
    /// What is below the root.
    #[inline(always)]
    pub(super) fn root(&self) -> Link {
        self.twins.first().map_or(Link::NOTHING, |twins| twins.links[0])
    }
    pub(super) fn heap(&self) -> usize {
        let own = self.twins.capacity() * size_of::<Twins<B>>()
            + self.leaves.bytes()
            + (self.free.capacity()
                + self.places.capacity()
                + self.endless.capacity()
                + self.order.capacity()
                + self.counts.capacity()
                + self.seconds.capacity())
                * size_of::<u32>()
            + self.open.capacity() * size_of::<[u32; 2]>();
        #[cfg(not(target_family = "wasm"))]
        let own = own + self.descents.bytes();
        own
    }
}
