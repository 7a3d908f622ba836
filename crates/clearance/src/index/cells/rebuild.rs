//! When to cut the world anew: what [`Grid`](crate::index::Grid) and [`HashGrid`](crate::index::HashGrid)
//! have in common.

use super::level::{CellSize, Level, PLACES};
use super::sorted::SortedCells;
use super::survey::Survey;
use crate::index::{Boxes, Threads};
use crate::math::Vector;

/// Boxes sorted by cells that are kept from step to step, and made anew when they no longer suit the boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptCells {
    pub(crate) cells: SortedCells,
    /// How many boxes there were when the world was cut, and how crowded the cells.
    count: usize,
    crowding: u64,
}

impl KeptCells {
    /// Whether anything was sorted yet.
    pub(crate) fn is_sorted(&self) -> bool {
        self.count > 0
    }
    /// Sorts all boxes; where the cells have grown crowded, or too many boxes too large, or far more or fewer
    /// than there were, `cut` makes and sorts others.
    pub(crate) fn sort<V: Vector>(
        &mut self,
        boxes: &Boxes<V>,
        threads: Threads,
        cut: impl FnOnce(&mut SortedCells, &Survey<V>),
    ) {
        if boxes.len().abs_diff(self.count) <= self.count / 4 && self.is_sorted() {
            self.cells.sort(boxes, threads);
            let many = self.cells.large.len() > 64 + boxes.len() / 256;
            if self.cells.crowding <= 2 * self.crowding && !many {
                return;
            }
        }
        cut(&mut self.cells, &Survey::new(boxes));
        self.count = boxes.len();
        self.crowding = self.cells.crowding + boxes.len() as u64;
    }
}

impl SortedCells {
    /// Cuts the world into cells and sorts the boxes; where these lie so close in parts of it that runs are
    /// long, into narrower columns, most of which are empty.
    pub(super) fn choose_cells_and_sort<V: Vector>(
        &mut self,
        boxes: &Boxes<V>,
        threads: Threads,
        survey: &Survey<V>,
        cell_sizes: &[CellSize],
    ) {
        for more in [1.0, 2.0, 4.0] {
            let level =
                |&cut: &CellSize| Level::new(&survey.bounds(cut.size), cut, boxes.len(), more * PLACES);
            self.cut(cell_sizes.iter().map(level));
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
