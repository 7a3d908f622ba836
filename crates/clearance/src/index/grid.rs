//! A uniform grid, sorted anew at every step: for crowds of boxes of similar size that all move.
//!
//! Good: the fastest of all where most boxes move and few are more than about four times larger than the others; memory
//! does not depend on how far apart they are. Bad: little is saved when little moves, the whole grid is sorted again;
//! boxes larger than a cell are each looked up one by one; rays and nearest boxes look at every box.
//!
//! How it works is told in `level.rs` and `sorted_cells.rs`. Cost of a step: O(n + pairs), and O(n^2) where the boxes do
//! meet, as when all are in one place. The cut is kept from step to step, and made anew when cells grow crowded.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::level::Level;
use super::pair_list::search_changed;
use super::sorted_cells::SortedCells;
use super::survey::Survey;
use super::{Boxes, Broken, Brute, Index, IndexKind, Ray, SlotPair, Threads};
use crate::math::{Aabb, Vector};

/// A uniform grid, sorted anew at every step.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    cells: SortedCells,
    /// How many boxes there were when the world was cut, and how crowded the cells.
    count: usize,
    crowding: u64,
    is_sorted: bool,
}

impl Grid {
    fn sort<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads) {
        if boxes.len().abs_diff(self.count) <= self.count / 4 && self.count > 0 {
            self.cells.sort(boxes, threads);
            let many = self.cells.large().len() > 64 + boxes.len() / 256;
            if self.cells.crowding() <= 2 * self.crowding && !many {
                return;
            }
        }
        let survey = Survey::new(boxes);
        let size = survey.usual_size();
        self.cells
            .cut([Level::new(&survey.bounds(size), size, boxes.len())]);
        self.cells.sort(boxes, threads);
        self.count = boxes.len();
        self.crowding = self.cells.crowding() + boxes.len() as u64;
    }
}

impl<V: Vector> Index<V> for Grid {
    fn kind(&self) -> IndexKind {
        IndexKind::Grid
    }
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads) {
        if !boxes.changed().is_empty() || self.count == 0 {
            self.sort(boxes, threads);
            self.is_sorted = true;
        }
    }
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        if !core::mem::take(&mut self.is_sorted) {
            self.sort(boxes, threads);
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
        self.cells.overlapping(boxes, query, visit)
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
        self.cells.validate(boxes, |_| false)
    }
    fn bytes(&self) -> usize {
        self.cells.bytes()
    }
}
