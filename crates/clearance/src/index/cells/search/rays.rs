//! Rays through boxes sorted by cell.
//!
//! Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing" (1987), walk from cell to cell.
//! Here a box is at home in the one cell of its smallest corner and may reach into the next, so the walk goes
//! by whole *slabs* of cells across the axis along which the ray is fastest: within each, the ray passes few
//! rows, and all boxes that it can meet begin in these or one before. Every cell belongs to one slab, so no
//! box is met twice, and slabs come front to back. Times and places are widened by far more than rounding
//! takes.

use core::ops::ControlFlow;

use crate::index::cells::level::walk::Slab;
use crate::index::cells::level::{Level, Run};
use crate::index::cells::sorted::{SortedCells, View};
use crate::index::{Boxes, Ray};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// What to do with a box on a ray: gives the time after which nothing matters any more.
type Visit<'a, S> = &'a mut dyn FnMut(u32, S) -> S;

impl SortedCells {
    /// Calls `visit` with the slot of every box on a ray; see
    /// [`Index::cast_ray`](crate::index::Index::cast_ray).
    pub(crate) fn cast_ray<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        visit: Visit<'_, V::Scalar>,
    ) -> V::Scalar {
        let mut end = meet_each(boxes, ray, &self.large, ray.max_time, visit);
        for l in 0..self.levels.len() {
            end = self.walk(boxes, ray, &self.view(l), end, visit);
        }
        end
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
    fn walk<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        view: &View<'_>,
        mut end: V::Scalar,
        visit: Visit<'_, V::Scalar>,
    ) -> V::Scalar {
        let all = view.all();
        let walk = Walk::new(view.level, ray);
        let [first, last] = walk.slabs(end.to_f64());
        // A slab costs about as much as four boxes.
        if last.abs_diff(first) > all.len() as u64 / 4 {
            return meet_each(boxes, ray, &view.ids[all], end, visit);
        }
        let mut k = first;
        loop {
            let Some([from, to]) = walk.times(k, end.to_f64()) else {
                return end;
            };
            let window = walk.window::<V>(k, from, to);
            if Level::count_slab(&window) > all.len() as f64 / 2.0 {
                return walk.meet_rest(boxes, ray, (k, last), &view.ids[all], end, visit);
            }
            let _ = view.level.slab_runs(&window, |run, row| {
                end = self.meet_run(boxes, ray, view, &window, (run, row), end, visit);
                ControlFlow::<()>::Continue(())
            });
            if k == last {
                return end;
            }
            k = if last > first { k + 1 } else { k - 1 };
        }
    }
    #[allow(clippy::too_many_arguments)] // all of them what a visit of a run is about
    fn meet_run<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        view: &View<'_>,
        window: &Slab,
        (run, row): (Run, [u64; 2]),
        mut end: V::Scalar,
        visit: Visit<'_, V::Scalar>,
    ) -> V::Scalar {
        for (a, b) in view.entries(run) {
            for &slot in view.ids.get(a..b).unwrap_or(&[]) {
                let aabb = &boxes.slots()[slot as usize];
                let Some(time) = ray.enters(aabb, end) else {
                    continue;
                };
                if !view.level.is_shared || view.level.is_home(&view.level.steps(aabb), window.0[0], row) {
                    end = visit(slot, time);
                }
            }
        }
        end
    }
}

/// Meets a box with a ray.
#[inline]
pub(crate) fn meet_one<V: Vector>(
    boxes: &Boxes<V>,
    ray: &Ray<V>,
    slot: u32,
    end: V::Scalar,
    visit: Visit<'_, V::Scalar>,
) -> V::Scalar {
    let time = ray.enters(&boxes.slots()[slot as usize], end);
    time.map_or(end, |time| visit(slot, time))
}

fn meet_each<V: Vector>(
    boxes: &Boxes<V>,
    ray: &Ray<V>,
    slots: &[u32],
    end: V::Scalar,
    visit: Visit<'_, V::Scalar>,
) -> V::Scalar {
    slots
        .iter()
        .fold(end, |end, &slot| meet_one(boxes, ray, slot, end, visit))
}

/// A ray among the cells of a level.
struct Walk<'a> {
    level: &'a Level,
    origin: [f64; 3],
    direction: [f64; 3],
    /// The axis along which it is fastest.
    axis: usize,
    slack: f64,
}

impl<'a> Walk<'a> {
    fn new<V: Vector>(level: &'a Level, ray: &Ray<V>) -> Self {
        let component = |v: V| [0, 1, 2].map(|k| if k < V::DIM { v.get(k).to_f64() } else { 0.0 });
        let direction = component(ray.direction);
        let faster = |a: usize, b: usize| {
            if direction[b].abs() > direction[a].abs() {
                b
            } else {
                a
            }
        };
        Self {
            level,
            origin: component(ray.origin),
            direction,
            axis: faster(faster(0, 1), 2),
            slack: 64.0 * ScalarOf::<V>::EPSILON.to_f64(),
        }
    }
    /// Where it surely is along an axis between two times.
    fn reach(&self, k: usize, from: f64, to: f64) -> [f64; 2] {
        let (o, d) = (self.origin[k], self.direction[k]);
        if d == 0.0 {
            return [o, o];
        }
        let ([a, b], pad) = ([o + d * from, o + d * to], |x: f64| {
            (o.abs() + (x - o).abs()) * self.slack + f64::MIN_POSITIVE
        });
        let (low, high) = if d > 0.0 { (a, b) } else { (b, a) };
        let (low, high) = (low - pad(low), high + pad(high));
        // What is not a number may be anywhere.
        [
            if low.is_nan() { -f64::INFINITY } else { low },
            if high.is_nan() { f64::INFINITY } else { high },
        ]
    }
    /// The first slab and the last.
    fn slabs(&self, end: f64) -> [u64; 2] {
        let [low, high] = self.reach(self.axis, 0.0, end.max(0.0));
        let [first, last] = self.level.slab_range(self.axis, low, high);
        if self.direction[self.axis] < 0.0 {
            [last, first]
        } else {
            [first, last]
        }
    }
    /// When it surely is in a slab; `None` where that is after the end.
    fn times(&self, k: u64, end: f64) -> Option<[f64; 2]> {
        let (o, d) = (self.origin[self.axis], self.direction[self.axis]);
        if d == 0.0 {
            return (end >= 0.0).then_some([0.0, 0.0]);
        }
        let [low, high] = self.level.slab_extent(self.axis, k);
        let (near, far) = if d > 0.0 { (low, high) } else { (high, low) };
        let time = |x: f64, sign: f64| {
            let pad = (o.abs() + x.abs()) * self.slack;
            (x - o) / d + sign * pad / d.abs()
        };
        let from = time(near, -1.0);
        let from = if from > 0.0 { from } else { 0.0 };
        let to = time(far, 1.0);
        let to = if to < end { to } else { end };
        (from * (1.0 - self.slack) <= end).then_some([from, to])
    }
    /// Meets all boxes of the slabs from `k` to `last`.
    fn meet_rest<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        (k, last): (u64, u64),
        slots: &[u32],
        end: V::Scalar,
        visit: Visit<'_, V::Scalar>,
    ) -> V::Scalar {
        slots.iter().fold(end, |end, &slot| {
            let aabb = &boxes.slots()[slot as usize];
            let slab = self.level.steps(aabb).min[self.axis] >> self.level.height();
            let is_left = (k.min(last)..=k.max(last)).contains(&slab);
            let time = ray.enters(aabb, end).filter(|_| is_left);
            time.map_or(end, |time| visit(slot, time))
        })
    }
    fn window<V: Vector>(&self, k: u64, from: f64, to: f64) -> Slab {
        let reach = [0, 1, 2].map(|j| {
            if j < V::DIM {
                self.reach(j, from, to)
            } else {
                [0.0; 2]
            }
        });
        self.level.slab(self.axis, k, reach, V::DIM)
    }
}
