//! A uniform grid, sorted again in every step: for crowds of boxes of similar size that all move.
//!
//! Good: the fastest index where most boxes move and few are more than about four times larger than the
//! others; memory does not depend on how far apart they are. Bad: little is saved when little moves, because
//! the whole grid is sorted again; boxes larger than a cell are each looked up one by one; a ray visits every
//! cell on its way, empty or not.
//!
//! How it works is told in `level/mod.rs`, `sorted/mod.rs` and `search/pairs.rs`. Cost of a step: O(n +
//! pairs), and O(n^2) where boxes crowd in one place and do meet. The size of the cells is kept from step to
//! step, and chosen anew when cells grow crowded.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::rebuild::KeptCells;
use crate::index::pair_list::MANY;
use crate::index::{Boxes, Broken, Index, IndexKind, SlotPair, Target, Threads, Visit, VisitWithin};
use crate::math::{Aabb, Vector};

/// A uniform grid, sorted again in every step.
///
/// Good: the fastest where most boxes move and few are more than about four times larger than the others.
/// Bad: little is saved when little moves; boxes larger than a cell are each looked up one by one; rays and
/// nearest boxes look at every cell on their way. Sorted by counting: Green, "Particle simulation using CUDA"
/// (2010).
#[derive(Clone, Debug, Default)]
pub struct Grid {
    sorted: KeptCells,
}

impl Grid {
    /// The sum of the squares of the counts of all cells: a lower bound of the cost of finding all pairs.
    pub(crate) fn crowding(&self) -> u64 {
        self.sorted.cells.crowding
    }
}

impl<V: Vector> Index<V> for Grid {
    fn kind(&self) -> IndexKind {
        IndexKind::Grid
    }
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads) {
        if boxes.changed().is_empty() && self.sorted.is_sorted() {
            return;
        }
        self.sorted.sort(boxes, threads, |cells, survey| {
            cells.choose_cells_and_sort(boxes, threads, survey, &[survey.one_size(boxes.len())]);
        });
    }
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        self.sorted.cells.pairs(boxes, threads, found);
    }
    fn prefers_all_pairs(&mut self, boxes: &Boxes<V>) -> bool {
        boxes.changed().len() > boxes.len() / MANY
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        self.sorted.cells.overlapping(boxes, query, visit)
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        self.sorted.cells.approach(boxes, target, visit)
    }
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        self.sorted.cells.draw(boxes, visit);
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        self.sorted.cells.validate(boxes, |_| false)
    }
    fn bytes(&self) -> usize {
        self.sorted.cells.bytes()
    }
}
