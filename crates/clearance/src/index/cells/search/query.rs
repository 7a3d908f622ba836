//! Questions to boxes sorted by cell.

use core::ops::ControlFlow;

use crate::index::Boxes;
use crate::index::cells::sorted::SortedCells;
use crate::math::{Aabb, Vector};

impl SortedCells {
    /// Calls `visit` with the slot of every box that meets `query`.
    pub(crate) fn overlapping<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut met = self
            .large
            .iter()
            .filter(|&&b| boxes.slots()[b as usize].overlaps(query));
        met.try_for_each(|&b| visit(b))?;
        self.overlapping_small(boxes, query, visit)
    }
    pub(super) fn overlapping_small<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (l, level) in self.levels.iter().enumerate() {
            let (base, end) = (self.bases[l] as usize, self.bases[l + 1] as usize);
            let (first, last) = (self.starts[base] as usize, self.starts[end] as usize);
            let steps = level.steps(query);
            if level.count_cells(&steps, V::DIM) > ((last - first) / 2) as f64 {
                self.visit_entries(boxes, query, first, last, |_| true, visit)?;
                continue;
            }
            level.runs(&steps, V::DIM, |run, row| {
                let is_home =
                    |aabb: &Aabb<V>| !level.is_shared || level.is_in_row(&level.steps(aabb), &steps, row);
                let [(a, b), (c, d)] = self.view(l).entries(run);
                self.visit_entries(boxes, query, a, b, is_home, visit)?;
                self.visit_entries(boxes, query, c, d, is_home, visit)
            })?;
        }
        ControlFlow::Continue(())
    }
    fn visit_entries<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        first: usize,
        last: usize,
        is_home: impl Fn(&Aabb<V>) -> bool,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &slot in self.ids.get(first..last).unwrap_or(&[]) {
            let aabb = &boxes.slots()[slot as usize];
            if aabb.overlaps(query) && is_home(aabb) {
                visit(slot)?;
            }
        }
        ControlFlow::Continue(())
    }
}
