//! Rays through boxes sorted by cell.
//!
//! Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing" (1987), walk from cell to cell.
//! Here a box is in the one cell of its smallest corner and may reach into the next cells. So the walk goes
//! by whole *slabs* of cells across the axis along which the ray is fastest: within a slab the ray passes
//! few rows, and all boxes that it can meet begin in these rows or in the one before. Every cell belongs to
//! one slab, so no box is met twice, and slabs come front to back. Times and coordinates are widened by far
//! more than their rounding errors.

use crate::index::approach::Approach;
use crate::index::cells::level::Level;
use crate::index::cells::level::walk::Window;
use crate::index::cells::sorted::{CellView, SortedCells};
use crate::math::{Ray, Real, ScalarOf, Vector};

/// A search for boxes on a ray.
type RaySearch<'a, V> = Approach<'a, V, &'a Ray<V>>;

impl SortedCells {
    /// Visits every box on a ray; see [`Index::cast_ray`](crate::index::Index::cast_ray).
    pub(super) fn cast_ray<V: Vector>(&self, search: &mut RaySearch<'_, V>) {
        self.large.iter().for_each(|&slot| search.look_at(slot));
        for l in 0..self.levels.len() {
            visit_slabs(&self.view(l), search);
        }
    }
}

/// Visits the boxes of a level, slab by slab.
fn visit_slabs<V: Vector>(view: &CellView<'_>, search: &mut RaySearch<'_, V>) {
    let (level, all, boxes) = (view.level, view.all(), search.boxes);
    let path = RayPath::new(level, search.target);
    let [first, last] = path.slabs(search.limit.to_f64());
    // A slab costs about as much as four boxes.
    if last.abs_diff(first) > all.len() as u64 / 4 {
        return view.ids[all].iter().for_each(|&slot| search.look_at(slot));
    }
    let mut k = first;
    loop {
        let Some([from, to]) = path.times(k, search.limit.to_f64()) else {
            return;
        };
        let window = path.window::<V>(k, from, to);
        if Level::count_cells(&window) > all.len() as f64 / 2.0 {
            return path.visit_rest(search, (k, last), &view.ids[all]);
        }
        level.each_run(&window, |run, row| {
            for slots in view.slots(run) {
                for &slot in slots {
                    let aabb = &boxes.slots()[slot as usize];
                    let Some(time) = search.target.enters(aabb, search.limit) else {
                        continue;
                    };
                    // Rows that share places are told apart only for the few boxes that the ray does enter.
                    if !level.is_shared || level.is_in_cells(&level.steps(aabb), window[0], row) {
                        search.limit = (search.visit)(slot, time);
                    }
                }
            }
        });
        if k == last {
            return;
        }
        k = if last > first { k + 1 } else { k - 1 };
    }
}

/// The path of a ray among the cells of a level.
struct RayPath<'a> {
    level: &'a Level,
    origin: [f64; 3],
    direction: [f64; 3],
    /// The axis along which the ray is fastest.
    axis: usize,
    /// Relative, of times and coordinates: far more than their few roundings.
    error_bound: f64,
}

impl<'a> RayPath<'a> {
    fn new<V: Vector>(level: &'a Level, ray: &Ray<V>) -> Self {
        let component = |v: V| [0, 1, 2].map(|k| if k < V::DIM { v.get(k).to_f64() } else { 0.0 });
        let direction = component(ray.direction);
        Self {
            level,
            origin: component(ray.origin),
            direction,
            axis: (1..3).fold(0, |a, b| {
                if direction[b].abs() > direction[a].abs() {
                    b
                } else {
                    a
                }
            }),
            error_bound: 64.0 * ScalarOf::<V>::EPSILON.to_f64(),
        }
    }
    /// A range of the coordinates of the ray along an axis between two times, widened by the error bound.
    fn reach(&self, k: usize, from: f64, to: f64) -> [f64; 2] {
        let (o, d) = (self.origin[k], self.direction[k]);
        if d == 0.0 {
            return [o, o];
        }
        let ([a, b], pad) = ([o + d * from, o + d * to], |x: f64| {
            (o.abs() + (x - o).abs()) * self.error_bound + f64::MIN_POSITIVE
        });
        let (low, high) = if d > 0.0 { (a, b) } else { (b, a) };
        let (low, high) = (low - pad(low), high + pad(high));
        // A bound that is NaN is replaced by an infinite one.
        let or = |x: f64, other: f64| if x.is_nan() { other } else { x };
        [or(low, -f64::INFINITY), or(high, f64::INFINITY)]
    }
    /// The first slab and the last, in the order of the ray.
    fn slabs(&self, end: f64) -> [u64; 2] {
        let [low, high] = self.reach(self.axis, 0.0, end.max(0.0));
        let [first, last] = self.level.slab_range(self.axis, low, high);
        if self.direction[self.axis] < 0.0 {
            [last, first]
        } else {
            [first, last]
        }
    }
    /// From when to when the ray may be in a slab; `None` where that is after the end.
    fn times(&self, k: u64, end: f64) -> Option<[f64; 2]> {
        let (o, d) = (self.origin[self.axis], self.direction[self.axis]);
        if d == 0.0 {
            return (end >= 0.0).then_some([0.0, 0.0]);
        }
        let [low, high] = self.level.slab_extent(self.axis, k);
        let (near, far) = if d > 0.0 { (low, high) } else { (high, low) };
        let time = |x: f64, sign: f64| {
            let pad = (o.abs() + x.abs()) * self.error_bound;
            (x - o) / d + sign * pad / d.abs()
        };
        let from = time(near, -1.0);
        let from = if from > 0.0 { from } else { 0.0 };
        let to = time(far, 1.0);
        let to = if to < end { to } else { end };
        (from * (1.0 - self.error_bound) <= end).then_some([from, to])
    }
    /// Visits all boxes of the slabs from `k` to `last`.
    fn visit_rest<V: Vector>(&self, search: &mut RaySearch<'_, V>, (k, last): (u64, u64), slots: &[u32]) {
        for &slot in slots {
            let aabb = &search.boxes.slots()[slot as usize];
            let slab = self.level.steps(aabb).min[self.axis] >> self.level.height();
            if (k.min(last)..=k.max(last)).contains(&slab) {
                search.look(slot, aabb);
            }
        }
    }
    /// The cells of slab `k` in which a box can begin that the ray enters between two times.
    fn window<V: Vector>(&self, k: u64, from: f64, to: f64) -> Window {
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
