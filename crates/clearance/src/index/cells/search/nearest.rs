//! What is nearest among boxes sorted by cell: in rings of cells around the query, the innermost first.
//!
//! A box in ring `i` is at least `i - 1` cells away, so the search ends once that is too far (as Bentley,
//! Weide and Yao, "Optimal expected-time algorithms for closest point problems", 1980). Where the rings hold
//! more rows than there are boxes, the rest of these is looked at one by one.

use crate::index::cells::sorted::{SortedCells, View};
use crate::index::{Boxes, gap};
use crate::math::{Aabb, Real, Vector};

/// What to do with a box: gives the distance beyond which nothing matters any more.
type Visit<'a, S> = &'a mut dyn FnMut(u32, S) -> S;

impl SortedCells {
    /// Calls `visit` with the slot of every box near another; see
    /// [`Index::nearest`](crate::index::Index::nearest).
    pub(crate) fn nearest<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: Visit<'_, V::Scalar>,
    ) -> V::Scalar {
        let mut within = near_each(boxes, query, &self.large, within, visit);
        for l in 0..self.levels.len() {
            within = self.rings(boxes, query, &self.view(l), within, visit);
        }
        within
    }
    fn rings<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        view: &View<'_>,
        mut within: V::Scalar,
        visit: Visit<'_, V::Scalar>,
    ) -> V::Scalar {
        let (level, all) = (view.level, view.all());
        let center = level.wide_cells(&level.steps(query), V::DIM);
        for ring in 0.. {
            let is_near = level.least_distance(ring) <= within.to_f64();
            if !is_near || level.is_beyond(&center, ring, V::DIM) {
                break;
            }
            if level.count_rings(&center, ring, V::DIM) > all.len() as f64 / 2.0 {
                // All that is left, one by one.
                return view.ids[all].iter().fold(within, |within, &slot| {
                    let steps = level.steps(&boxes.slots()[slot as usize]);
                    if level.ring_of(&steps, &center, V::DIM) < ring {
                        return within;
                    }
                    near_one(boxes, query, slot, within, visit)
                });
            }
            level.ring_runs(&center, ring, V::DIM, &mut |run, xs, row| {
                for (a, b) in view.entries(run) {
                    for &slot in view.ids.get(a..b).unwrap_or(&[]) {
                        let aabb = &boxes.slots()[slot as usize];
                        if !level.is_shared || level.is_home(&level.steps(aabb), xs, row) {
                            within = near_one(boxes, query, slot, within, visit);
                        }
                    }
                }
            });
        }
        within
    }
}

/// Looks at a box.
#[inline]
pub(crate) fn near_one<V: Vector>(
    boxes: &Boxes<V>,
    query: &Aabb<V>,
    slot: u32,
    within: V::Scalar,
    visit: Visit<'_, V::Scalar>,
) -> V::Scalar {
    let gap = gap(&boxes.slots()[slot as usize], query);
    if gap <= within { visit(slot, gap) } else { within }
}

fn near_each<V: Vector>(
    boxes: &Boxes<V>,
    query: &Aabb<V>,
    slots: &[u32],
    within: V::Scalar,
    visit: Visit<'_, V::Scalar>,
) -> V::Scalar {
    slots.iter().fold(within, |within, &slot| {
        near_one(boxes, query, slot, within, visit)
    })
}
