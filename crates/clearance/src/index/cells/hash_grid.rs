//! A hashed grid of several levels: for boxes of all sizes, in unbounded worlds, whether all boxes move or
//! few.
//!
//! Good: all boxes move, of very different sizes or in clusters far apart; few boxes move, where a change
//! costs one step in a linked list and a look at a few cells. Bad: rays and nearest boxes also look at
//! every box that changed since all were sorted; where sizes are similar and all boxes move, [`Grid`] is as
//! fast and simpler.
//!
//! Boxes are sorted by cell as in [`Grid`] (`sorted/mod.rs`), in levels whose cells are each four times as
//! large as those of the level before; there is one level as long as that is faster (`survey.rs`). A few
//! changes are not worth sorting again: boxes that have changed go into an overlay of linked lists
//! (`overlay.rs`), and their sorted entries are passed over. All boxes are sorted again once the overlay
//! has half of them, or when all pairs are asked for. Cost of a step in which few move: O(moved + their
//! pairs), amortized.
//!
//! [`Grid`]: crate::index::Grid

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::level::Level;
use super::overlay::Overlay;
use super::rebuild::KeptCells;
use crate::index::approach::Approach;
use crate::index::pair_list::MANY;
use crate::index::{Boxes, Broken, Index, IndexKind, SlotPair, Target, Threads, Visit, VisitWithin};
use crate::math::{Aabb, Vector};

/// A hashed grid of several levels, kept up to date box by box where few change.
///
/// Good: boxes of all sizes, clusters far apart and unbounded worlds, whether all move or few. Bad: rays
/// and nearest boxes also look at every box that has changed since all were sorted. Teschner et al.,
/// "Optimized spatial hashing for collision detection of deformable objects" (2003); levels as in Ericson,
/// "Real-Time Collision Detection" (2005), 7.2.1.
#[derive(Clone, Debug, Default)]
pub struct HashGrid {
    sorted: KeptCells,
    overlay: Overlay,
}

impl HashGrid {
    fn sort<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.overlay.clear();
        self.sorted.sort(boxes, threads, |cells, survey| {
            for at_least in [1, 3, 5, 8] {
                let cell_sizes = survey.cell_sizes(boxes.len(), at_least);
                let is_last = cell_sizes.len() < at_least;
                cells.choose_cells_and_sort(boxes, threads, survey, &cell_sizes);
                if is_last || cells.crowding <= 16 * boxes.len() as u64 {
                    break;
                }
            }
        });
    }
    /// The sum of the squares of the counts of all cells: a lower bound of the cost of finding all pairs.
    pub(crate) fn crowding(&self) -> u64 {
        self.sorted.cells.crowding
    }
    fn levels(&self) -> &[Level] {
        &self.sorted.cells.levels
    }
}

impl<V: Vector> Index<V> for HashGrid {
    fn kind(&self) -> IndexKind {
        IndexKind::HashGrid
    }
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads) {
        let changed = boxes.changed().len();
        if changed == 0 && self.sorted.is_sorted() {
            return;
        }
        let many = changed > boxes.len() / MANY || self.overlay.len() + changed > boxes.len() / 2 + 32;
        if many || !self.sorted.is_sorted() {
            return self.sort(boxes, threads);
        }
        for &slot in boxes.changed() {
            self.overlay.change(&self.sorted.cells.levels, boxes, slot);
        }
    }
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        if self.overlay.len() > 0 {
            self.sort(boxes, threads);
        }
        self.sorted.cells.pairs(boxes, threads, found);
    }
    fn prefers_all_pairs(&mut self, boxes: &Boxes<V>) -> bool {
        boxes.changed().len() > boxes.len() / MANY
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        self.sorted.cells.overlapping(boxes, query, &mut |slot| {
            if self.overlay.is_stale(slot) {
                return ControlFlow::Continue(());
            }
            visit(slot)
        })?;
        self.overlay.overlapping(self.levels(), boxes, query, visit)
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        let mut search = Approach::new(boxes, target, visit);
        self.sorted.cells.approach(boxes, target, &mut |slot, bound| {
            if !self.overlay.is_stale(slot) {
                search.limit = (search.visit)(slot, bound);
            }
            search.limit
        });
        self.overlay.slots(boxes).for_each(|slot| search.look_at(slot));
        search.limit
    }
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        self.sorted.cells.draw(boxes, visit);
        for aabb in self.overlay.slots(boxes).filter_map(|slot| boxes.get(slot)) {
            visit(aabb, self.levels().len() as u32);
        }
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        self.sorted
            .cells
            .validate(boxes, |slot| self.overlay.is_stale(slot))?;
        self.overlay.validate(self.levels(), boxes)
    }
    fn bytes(&self) -> usize {
        self.sorted.cells.bytes() + self.overlay.bytes()
    }
}
