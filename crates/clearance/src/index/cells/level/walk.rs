//! Cells of a level: in windows, in slabs across an axis, and in rings around a window.

use core::ops::ControlFlow;

use super::{CellRun, LOW, Level, ONE, Steps, before};
use crate::math::{Aabb, Real, Vector};

/// A range of cells along each axis, first and last: of their own width along x, along y and z as wide as
/// rows.
pub(crate) type Window = [[u64; 2]; 3];

impl Level {
    /// The slabs in which a box can begin that reaches these coordinates.
    pub(crate) fn slab_range(&self, axis: usize, low: f64, high: f64) -> [u64; 2] {
        [
            before(self.step(axis, low)) >> self.height(),
            self.step(axis, high) >> self.height(),
        ]
    }
    /// Between which coordinates boxes of a slab can be; the outermost slabs are unbounded.
    pub(crate) fn slab_extent(&self, axis: usize, k: u64) -> [f64; 2] {
        let [low, high] = [k, k + 1].map(|k| (k << self.height()) as f64);
        let high = high + ONE as f64;
        let at = |step: f64| self.origin[axis] + step / self.steps_per_unit;
        let is_last = high >= self.limit[axis];
        [
            if low <= LOW { -f64::INFINITY } else { at(low - 4.0) },
            if is_last { f64::INFINITY } else { at(high + 4.0) },
        ]
    }
    /// The cells of a slab in which a box can begin that reaches these coordinates.
    pub(crate) fn slab(&self, axis: usize, k: u64, reach: [[f64; 2]; 3], dimension: usize) -> Window {
        let cells = |j: usize| {
            let shift = if j == 0 { self.width } else { self.height() };
            let steps = if j == axis {
                let last = ((k + 1) << self.height()) - 1;
                [k << self.height(), last.min(self.limit[j] as u64)]
            } else {
                let [low, high] = reach[j].map(|x| self.step(j, x));
                [before(low), high]
            };
            steps.map(|step| step >> shift)
        };
        [0, 1, 2].map(|j| if j < dimension { cells(j) } else { [0, 0] })
    }
    /// How many cells a window has.
    pub(crate) fn count_cells(window: &Window) -> f64 {
        let counts = window.map(|[from, to]| (to.saturating_sub(from) + 1) as f64);
        counts.iter().product()
    }
    /// Calls `visit` with the run of each row of a window, and which row it is.
    #[inline(always)]
    pub(crate) fn try_each_run<B>(
        &self,
        [xs, ys, zs]: &Window,
        mut visit: impl FnMut(CellRun, [u64; 2]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for z in zs[0]..=zs[1] {
            for y in ys[0]..=ys[1] {
                visit(self.run(*xs, y, z), [y, z])?;
            }
        }
        ControlFlow::Continue(())
    }
    /// The same without a way to stop.
    #[inline]
    pub(crate) fn each_run(&self, window: &Window, mut visit: impl FnMut(CellRun, [u64; 2])) {
        let _ = self.try_each_run(window, |run, row| {
            visit(run, row);
            ControlFlow::<()>::Continue(())
        });
    }
    /// Whether the cell of a box is one of these in this row, and not one of a row that shares their
    /// places.
    pub(crate) fn is_in_cells(&self, steps: &Steps, xs: [u64; 2], row: [u64; 2]) -> bool {
        let [x, y, z] = self.fine_cell(steps);
        (xs[0]..=xs[1]).contains(&x) && [y, z] == row
    }
    /// The cell of a box as its position along each axis.
    #[inline]
    pub(crate) fn fine_cell(&self, steps: &Steps) -> [u64; 3] {
        [
            steps.min[0] >> self.width,
            steps.min[1] >> self.height(),
            steps.min[2] >> self.height(),
        ]
    }
    /// The region in which the smallest corners of the boxes of a cell are.
    pub(crate) fn cell_box<V: Vector>(&self, cell: [u64; 3]) -> Aabb<V> {
        let corner = |more: u64| {
            V::from_fn(|k| {
                let shift = if k == 0 { self.width } else { self.height() };
                let step = ((cell[k] + more) << shift) as f64;
                Real::lit(self.origin[k] + step / self.steps_per_unit)
            })
        };
        Aabb::new(corner(0), corner(1))
    }
    /// A lower bound of the distance of the boxes in a ring.
    pub(crate) fn least_distance(&self, ring: i64) -> f64 {
        let steps = ((ring - 1) << self.height()) as f64 - 4.0;
        // The margin covers that distances are rounded a few times, in the boxes' precision.
        Real::max(steps, 0.0) / self.steps_per_unit * (1.0 - 1.0 / 65536.0)
    }
    /// How many rings a box's cell is away from a window of wide cells.
    pub(crate) fn ring_of(&self, steps: &Steps, center: &[[u64; 2]; 3], dimension: usize) -> i64 {
        let cell = self.wide_cell(steps);
        (0..dimension).fold(0, |ring, k| ring.max(away(cell[k] as i64, center[k])))
    }
    /// The wide cells within so many rings of a window, as far as there are boxes.
    fn around_window(&self, center: &[[u64; 2]; 3], ring: i64, dimension: usize) -> [[i64; 2]; 3] {
        [0, 1, 2].map(|k| {
            if k >= dimension {
                return [0, 0];
            }
            let (lowest, highest) = (LOW as i64 >> self.height(), self.limit[k] as i64 >> self.height());
            let [from, to] = center[k];
            [(from as i64 - ring).max(lowest), (to as i64 + ring).min(highest)]
        })
    }
    /// How many cells there are within so many rings.
    pub(crate) fn count_rings(&self, center: &[[u64; 2]; 3], ring: i64, dimension: usize) -> f64 {
        let counts = self
            .around_window(center, ring, dimension)
            .map(|[from, to]| (to - from + 1).max(0) as f64);
        counts.iter().product::<f64>() * f64::from(1 << (self.height() - self.width))
    }
    /// Whether there are no cells further out.
    pub(crate) fn is_beyond(&self, center: &[[u64; 2]; 3], ring: i64, dimension: usize) -> bool {
        let all = self.around_window(center, 1 << 52, dimension);
        ring > 0 && self.around_window(center, ring - 1, dimension) == all
    }
    /// Calls `visit` with the runs of a ring, their cells and rows.
    pub(crate) fn ring_runs(
        &self,
        center: &[[u64; 2]; 3],
        ring: i64,
        dimension: usize,
        visit: &mut dyn FnMut(CellRun, [u64; 2], [u64; 2]),
    ) {
        let [[from, to], ys, zs] = self.around_window(center, ring, dimension);
        let mut visit = |[from, to]: [i64; 2], y: i64, z: i64| {
            if from <= to {
                let shift = self.height() - self.width;
                let last = (((to + 1) << shift) - 1).min(self.limit[0] as i64 >> self.width);
                let xs = [(from << shift) as u64, last as u64];
                visit(self.run(xs, y as u64, z as u64), xs, [y as u64, z as u64]);
            }
        };
        for z in zs[0]..=zs[1] {
            for y in ys[0]..=ys[1] {
                let across = if dimension == 3 { away(z, center[2]) } else { 0 };
                if away(y, center[1]).max(across) == ring {
                    visit([from, to], y, z);
                    continue;
                }
                let ends = [center[0][0] as i64 - ring, center[0][1] as i64 + ring];
                for x in ends.into_iter().filter(|x| (from..=to).contains(x)) {
                    visit([x, x], y, z);
                }
            }
        }
    }
}

/// How far a cell is from a range.
fn away(cell: i64, [from, to]: [u64; 2]) -> i64 {
    (from as i64 - cell).max(cell - to as i64).max(0)
}
