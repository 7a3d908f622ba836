//! The nearest among boxes sorted by cell: the rings of cells around the query, the innermost first.
//!
//! A box in ring `i` is at least `i - 1` cells away, so the search ends once that is too far (as in Bentley,
//! Weide and Yao, "Optimal expected-time algorithms for closest point problems", 1980). Where the rings have
//! more rows than there are boxes left, the search looks at the remaining boxes one by one.

use crate::index::approach::Approach;
use crate::index::cells::sorted::{CellView, SortedCells};
use crate::math::{Aabb, Real, Vector};

impl SortedCells {
    /// Visits every box near another; see [`Index::nearest`](crate::index::Index::nearest).
    pub(super) fn nearest<V: Vector>(&self, search: &mut Approach<'_, V, &Aabb<V>>) {
        self.large.iter().for_each(|&slot| search.look_at(slot));
        for l in 0..self.levels.len() {
            visit_rings(&self.view(l), search);
        }
    }
}

fn visit_rings<V: Vector>(view: &CellView<'_>, search: &mut Approach<'_, V, &Aabb<V>>) {
    let (level, all, boxes) = (view.level, view.all(), search.boxes);
    let center = level.wide_cells(&level.steps(search.target), V::DIM);
    for ring in 0.. {
        let is_near = level.least_distance(ring) <= search.limit.to_f64();
        if !is_near || level.is_beyond(&center, ring, V::DIM) {
            return;
        }
        if level.count_rings(&center, ring, V::DIM) > all.len() as f64 / 2.0 {
            // All boxes that are left, one by one.
            for &slot in &view.ids[all] {
                let steps = level.steps(&boxes.slots()[slot as usize]);
                if level.ring_of(&steps, &center, V::DIM) >= ring {
                    search.look_at(slot);
                }
            }
            return;
        }
        level.ring_runs(&center, ring, V::DIM, &mut |run, xs, row| {
            for slots in view.slots(run) {
                for &slot in slots {
                    let aabb = &boxes.slots()[slot as usize];
                    if !level.is_shared || level.is_in_cells(&level.steps(aabb), xs, row) {
                        search.look(slot, aabb);
                    }
                }
            }
        });
    }
}
