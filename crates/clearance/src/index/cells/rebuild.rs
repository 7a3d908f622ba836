//! When to choose new cells: the common part of [`Grid`](crate::index::Grid) and
//! [`HashGrid`](crate::index::HashGrid).

use super::level::{CellSize, Level, PLACES};
use super::sorted::SortedCells;
use super::survey::Survey;
use crate::index::{Boxes, Threads};
use crate::math::Vector;

/// Boxes sorted by cells. The cells are kept from step to step, and chosen anew when they no longer suit
/// the boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptCells {
    pub(crate) cells: SortedCells,
    /// How many boxes there were when the cells were chosen, and how crowded the cells were.
    count: usize,
    crowding: u64,
}

impl KeptCells {
    /// Whether anything was sorted yet.
    pub(crate) fn is_sorted(&self) -> bool {
        self.count > 0
    }
    /// Sorts all boxes. `choose` chooses new cells and sorts by them, if the cells have grown crowded, too
    /// many boxes are too large for them, or there are far more or fewer boxes than before.
    pub(crate) fn sort<V: Vector>(
        &mut self,
        boxes: &Boxes<V>,
        threads: Threads,
        choose: impl FnOnce(&mut SortedCells, &Survey<V>),
    ) {
        if boxes.len().abs_diff(self.count) <= self.count / 4 && self.is_sorted() {
            self.cells.sort(boxes, threads);
            let many = self.cells.large.len() > 64 + boxes.len() / 256;
            if self.cells.crowding <= 2 * self.crowding && !many {
                return;
            }
        }
        choose(&mut self.cells, &Survey::new(boxes));
        self.count = boxes.len();
        self.crowding = self.cells.crowding + boxes.len() as u64;
    }
}

impl SortedCells {
    /// Makes cells of these sizes and sorts the boxes. Where boxes are so dense in parts of the world that
    /// runs are long, tries narrower columns, most of which are empty.
    pub(super) fn choose_cells_and_sort<V: Vector>(
        &mut self,
        boxes: &Boxes<V>,
        threads: Threads,
        survey: &Survey<V>,
        cell_sizes: &[CellSize],
    ) {
        for more in [1.0, 2.0, 4.0] {
            let level =
                |&size: &CellSize| Level::new(&survey.bounds(size.size), size, boxes.len(), more * PLACES);
            self.set_levels(cell_sizes.iter().map(level));
            self.sort(boxes, threads);
            if !self.wants_narrower_columns() {
                return;
            }
        }
    }
    fn wants_narrower_columns(&self) -> bool {
        matches!(&self.levels[..], [level] if level.has_wide_columns()) && self.usual_run(0.75) > 5.0
    }
}
