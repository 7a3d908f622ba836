//! A hashed grid of several levels: for boxes of all sizes, in worlds without end, whether all move or few.
//!
//! Good: all moving, sizes far apart, clusters far apart; few moving, where a change costs a step in a linked list and a
//! look at a few cells. Bad: rays and nearest boxes look at every box; where sizes are alike and all move, [`Grid`] is as
//! fast and simpler.
//!
//! Boxes are sorted by cell as in [`Grid`] (`sorted_cells.rs`), in levels of which each is four times as coarse as the one
//! before. A few changes are not worth sorting anew: boxes that changed since go into an overlay of linked lists
//! (`overlay.rs`), and what was sorted of them is passed over. Everything is sorted again once the overlay holds half of
//! the boxes, or when all pairs are asked for. Cost: a step of which few move, O(moved + their pairs), amortized.
//!
//! [`Grid`]: super::Grid

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::level::Level;
use super::overlay::Overlay;
use super::pair_list::search_changed;
use super::sorted_cells::SortedCells;
use super::survey::Survey;
use super::{Boxes, Broken, Brute, Index, IndexKind, Ray, SlotPair, Threads};
use crate::math::{Aabb, Vector};

/// A hashed grid of several levels, kept up to date box by box where few change.
#[derive(Clone, Debug, Default)]
pub struct HashGrid {
    cells: SortedCells,
    overlay: Overlay,
    /// How many boxes there were when the world was cut, and how crowded the cells.
    count: usize,
    crowding: u64,
    is_sorted: bool,
}

impl HashGrid {
    fn sort<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.overlay.clear();
        self.is_sorted = true;
        if boxes.len().abs_diff(self.count) <= self.count / 4 && self.count > 0 {
            self.cells.sort(boxes, threads);
            let many = self.cells.large().len() > 64 + boxes.len() / 256;
            if self.cells.crowding() <= 2 * self.crowding && !many {
                return;
            }
        }
        let survey = Survey::new(boxes);
        let level = |size: f64| Level::new(&survey.bounds(size), size, boxes.len());
        for at_least in [1, 3, 5, 8] {
            let sizes = survey.level_sizes(boxes.len(), at_least);
            let is_last = sizes.len() < at_least;
            self.cells.cut(sizes.into_iter().map(level));
            self.cells.sort(boxes, threads);
            if is_last || self.cells.crowding() <= 16 * boxes.len() as u64 {
                break;
            }
        }
        self.count = boxes.len();
        self.crowding = self.cells.crowding() + boxes.len() as u64;
    }
}

impl<V: Vector> Index<V> for HashGrid {
    fn kind(&self) -> IndexKind {
        IndexKind::HashGrid
    }
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads) {
        let changed = boxes.changed().len();
        if changed == 0 && self.count > 0 {
            return;
        }
        if self.count == 0 || changed > boxes.len() / 4 || self.overlay.len() + changed > boxes.len() / 2 + 32
        {
            return self.sort(boxes, threads);
        }
        self.is_sorted = false;
        for &slot in boxes.changed() {
            self.overlay.change(self.cells.levels(), boxes, slot);
        }
    }
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        if !core::mem::take(&mut self.is_sorted) {
            self.sort(boxes, threads);
            self.is_sorted = false;
        }
        self.cells.pairs(boxes, threads, found);
    }
    fn changed_pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        if boxes.changed().len() > boxes.len() / 4 {
            self.pairs(boxes, threads, found);
            return found.retain(|&pair| boxes.is_changed_pair(pair));
        }
        search_changed(self, boxes, found);
    }
    fn overlapping(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.cells.overlapping(boxes, query, &mut |slot| {
            if self.overlay.is_stale(slot) {
                return ControlFlow::Continue(());
            }
            visit(slot)
        })?;
        self.overlay.overlapping(self.cells.levels(), boxes, query, visit)
    }
    fn cast_ray(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        Brute.cast_ray(boxes, ray, visit)
    }
    fn nearest(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        Brute.nearest(boxes, query, within, visit)
    }
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        Index::<V>::draw(&Brute, boxes, visit);
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        self.cells.validate(boxes, |slot| self.overlay.is_stale(slot))?;
        self.overlay.validate(self.cells.levels(), boxes)
    }
    fn bytes(&self) -> usize {
        self.cells.bytes() + self.overlay.bytes()
    }
}
