//! A table of boxes with an index over it: a broad phase on its own, without shapes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Boxes, Broken, Index, IndexError, IndexKind, Ray, SlotPair, Threads, Visit, VisitWithin};
use crate::math::{Aabb, Vector};

/// A table of boxes that come, go and move, and an index that finds which of them meet.
///
#[doc = include_str!("../../docs/broad_phase.svg")]
///
/// ```
/// use clearance::{glam::DVec2, index::{BroadPhase, IndexKind}, math::Aabb};
/// let cell = |x: f64| Aabb { min: DVec2::new(x, 0.0), max: DVec2::new(x + 1.0, 1.0) };
/// let mut broad_phase = BroadPhase::new(IndexKind::Tree);
/// let slots = [7.0, 8.0, 9.0].map(|x| broad_phase.insert(cell(x)).unwrap());
/// assert_eq!(broad_phase.pairs(), [[0, 1], [1, 2]]); // borders meet
/// broad_phase.update(slots[1], cell(20.0)).unwrap();
/// assert!(broad_phase.pairs().is_empty());
/// broad_phase.remove(slots[1]).unwrap();
/// assert!(broad_phase.update(slots[1], cell(0.0)).is_err()); // nothing is in that slot
/// ```
pub struct BroadPhase<V: Vector> {
    boxes: Boxes<V>,
    index: Box<dyn Index<V>>,
    threads: Threads,
    found: Vec<SlotPair>,
}

impl<V: Vector> BroadPhase<V> {
    /// A broad phase without boxes.
    pub fn new(kind: IndexKind) -> Self {
        Self {
            boxes: Boxes::new(),
            index: kind.create(),
            threads: Threads::One,
            found: Vec::new(),
        }
    }
    /// Sets how many threads it may use.
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }
    /// The table of boxes.
    pub fn boxes(&self) -> &Boxes<V> {
        &self.boxes
    }
    /// Reserves memory for exactly `more` boxes more. Growing box by box may take up to twice as much memory.
    pub fn reserve(&mut self, more: usize) {
        self.boxes.reserve(more);
    }
    /// Adds a box, which may be infinite, and returns its slot.
    pub fn insert(&mut self, aabb: Aabb<V>) -> Result<u32, IndexError> {
        self.boxes.insert(aabb)
    }
    /// Replaces the box of a slot.
    pub fn update(&mut self, slot: u32, aabb: Aabb<V>) -> Result<(), IndexError> {
        self.boxes.update(slot, aabb)
    }
    /// Removes the box of a slot and frees the slot.
    pub fn remove(&mut self, slot: u32) -> Result<(), IndexError> {
        self.boxes.remove(slot)
    }
    fn refresh(&mut self) {
        self.index.refresh(&self.boxes, self.threads);
    }
    /// Brings the index up to date, for queries.
    fn settled(&mut self) -> (&dyn Index<V>, &Boxes<V>) {
        self.refresh();
        self.boxes.settle();
        (&*self.index, &self.boxes)
    }
    /// All pairs of boxes that meet, in ascending order of slots.
    pub fn pairs(&mut self) -> &[SlotPair] {
        self.refresh();
        self.index.pairs(&self.boxes, self.threads, &mut self.found);
        self.boxes.settle();
        &self.found
    }
    /// The pairs that meet and of which at least one box was added or changed since the last query, in
    /// ascending order of slots.
    pub fn changed_pairs(&mut self) -> &[SlotPair] {
        self.refresh();
        self.index
            .changed_pairs(&self.boxes, self.threads, &mut self.found);
        self.boxes.settle();
        &self.found
    }
    /// The list of pairs that was asked for last.
    pub fn found(&self) -> &[SlotPair] {
        &self.found
    }
    /// Calls `visit` with the slot of every box that meets `query`, in no particular order, until it breaks.
    pub fn overlapping(&mut self, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        let (index, boxes) = self.settled();
        index.overlapping(boxes, query, visit)
    }
    /// Calls `visit` with the slot of every box on a ray; see [`Index::cast_ray`].
    pub fn cast_ray(&mut self, ray: &Ray<V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        let (index, boxes) = self.settled();
        index.cast_ray(boxes, ray, visit)
    }
    /// Calls `visit` with the slot of every box near another; see [`Index::nearest`].
    pub fn nearest(&mut self, query: &Aabb<V>, within: V::Scalar, visit: VisitWithin<'_, V>) -> V::Scalar {
        let (index, boxes) = self.settled();
        index.nearest(boxes, query, within, visit)
    }
    /// Checks all invariants of the index.
    pub fn validate(&self) -> Result<(), Broken> {
        self.index.validate(&self.boxes)
    }
    /// Bytes on the heap of the table and the index. The list of pairs is not counted: it takes 8 bytes a
    /// pair, and up to half as much again because it grows.
    pub fn bytes(&self) -> usize {
        self.boxes.bytes() + self.index.bytes()
    }
}
