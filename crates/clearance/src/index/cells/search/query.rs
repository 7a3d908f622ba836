//! Queries of boxes sorted by cell: what meets a box, what a debug view shows.

use core::ops::ControlFlow;

use crate::index::approach::Approach;
use crate::index::cells::level::Level;
use crate::index::cells::sorted::SortedCells;
use crate::index::interface::Flow;
use crate::index::{Boxes, Target, Visit, VisitWithin};
use crate::math::{Aabb, Vector};

impl SortedCells {
    /// Calls `visit` with the slot of every box that meets `query`.
    pub(crate) fn overlapping<V: Vector>(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> Flow {
        for &slot in self
            .large
            .iter()
            .filter(|&&slot| boxes.slots()[slot as usize].overlaps(query))
        {
            visit(slot)?;
        }
        self.overlapping_small(boxes, query, visit)
    }
    /// The same without the boxes that are too large for any level.
    pub(super) fn overlapping_small<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: Visit<'_>,
    ) -> Flow {
        for (l, level) in self.levels.iter().enumerate() {
            let view = self.view(l);
            let window = level.window(&level.steps(query), V::DIM);
            if Level::count_cells(&window) > (view.all().len() / 2) as f64 {
                for &slot in &view.ids[view.all()] {
                    if boxes.slots()[slot as usize].overlaps(query) {
                        visit(slot)?;
                    }
                }
                continue;
            }
            level.try_each_run(&window, |run, row| {
                for slots in view.slots(run) {
                    for &slot in slots {
                        let aabb = &boxes.slots()[slot as usize];
                        let is_here =
                            || !level.is_shared || level.is_in_cells(&level.steps(aabb), window[0], row);
                        if aabb.overlaps(query) && is_here() {
                            visit(slot)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
    /// Visits boxes towards a target; see [`Index::approach`](crate::index::Index::approach).
    pub(crate) fn approach<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        target: Target<'_, V>,
        visit: VisitWithin<'_, V>,
    ) -> V::Scalar {
        let limit = Approach::new(boxes, target, visit).limit;
        match target {
            Target::Ray(target) => {
                let mut search = Approach {
                    boxes,
                    target,
                    limit,
                    visit,
                };
                self.cast_ray(&mut search);
                search.limit
            }
            Target::Near(target, _) => {
                let mut search = Approach {
                    boxes,
                    target,
                    limit,
                    visit,
                };
                self.nearest(&mut search);
                search.limit
            }
        }
    }
    /// Calls `visit` with the cells that are not empty, by level, and the boxes that are in none.
    pub(crate) fn draw<V: Vector>(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        let large = self.large.iter().filter_map(|&slot| boxes.get(slot));
        large.for_each(|aabb| visit(aabb, 0));
        for (l, level) in self.levels.iter().enumerate() {
            let view = self.view(l);
            let mut last = None;
            for aabb in view.ids[view.all()].iter().filter_map(|&slot| boxes.get(slot)) {
                let cell = level.fine_cell(&level.steps(aabb));
                if last.replace(cell) != Some(cell) {
                    visit(&level.cell_box(cell), l as u32);
                }
            }
        }
    }
}
