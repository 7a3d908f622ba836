//! A world cut into cells for boxes of similar size: which cell a box is in, and which cells to look in for
//! others.
//!
//! Coordinates become whole *steps*, [`ONE`] (512) to the size of the largest box. The map from coordinates
//! to steps rounds, but never turns two numbers round, and that alone makes it safe: of two coordinates that
//! are in different steps the order is known, and only those in the same step must be compared themselves. So
//! boxes are tested by whole numbers of 15 bits, four to a register, in any precision, at any scale and
//! however far from the origin.
//!
//! Rows are two sizes wide (1024 steps), their cells along x as narrow as there are boxes to fill them, or,
//! where these lie close in parts of the world, narrower still: a box and all that may begin before it and
//! reach it lie in two rows (four in space) whose cells follow one another in memory. Where most boxes are
//! far smaller than the largest, and rows hold many, they are one size wide: a small box still needs two,
//! with half as much in them (in space a quarter), and a large one a third. Where the world has far more
//! cells than there are boxes, as when they come in clusters or the world is unbounded, many cells share a
//! place in the table (Teschner et al., "Optimized spatial hashing for collision detection of deformable
//! objects", 2003); unlike there, rows stay contiguous, and neighbouring rows never share, so that no pair is
//! found twice.

mod rows;
pub(crate) mod walk;

use crate::math::{Aabb, Real, Vector};
use walk::Window;

/// Steps to the size of the largest box of a level; boxes in it span at most one less.
pub(crate) const ONE: u64 = 512;
/// The power of two of steps that are two sizes.
const TWO_SIZES: u32 = 10;
/// The least step: one row and more below it are empty, for those who look there.
pub(super) const LOW: f64 = 2048.0;
/// A float of this size holds whole numbers in its lowest bits.
const WHOLE: f64 = (1_u64 << 52) as f64;
/// So many places a table has for each box, at most, where boxes are spread evenly.
pub(super) const PLACES: f64 = 1.75;
/// Tables smaller than this are never shared: rows would meet.
const SMALL: u64 = 4096;

/// What a level is cut for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellSize {
    /// Of its largest box.
    pub(crate) size: f64,
    /// Whether rows are one size wide, not two.
    pub(super) is_narrow: bool,
}

impl CellSize {
    /// Not in WebAssembly, where code must be small.
    pub(super) const CAN_BE_NARROW: bool = !cfg!(target_family = "wasm");

    pub(crate) fn wide(size: f64) -> Self {
        Self {
            size,
            is_narrow: false,
        }
    }
}

/// How a world is cut.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    pub(crate) origin: [f64; 3],
    pub(super) steps_per_unit: f64,
    pub(crate) limit: [f64; 3],
    /// How much larger the numbers of a cell's neighbours along y and z are.
    pub(crate) row: u32,
    pub(super) layer: u32,
    /// What to keep of the number of a cell to have its place in the table.
    pub(super) mask: u32,
    /// The power of two of the steps of a cell along x.
    pub(crate) width: u32,
    /// And of a row along y and z.
    height: u32,
    /// How many places the table has.
    pub(crate) cells: u32,
    /// Whether cells share places: then entries must be told apart by the numbers of their cells.
    pub(super) is_shared: bool,
    /// Whether there are so many cells that even their numbers repeat: then boxes must be asked.
    pub(super) repeats: bool,
}

/// A box in steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) min: [u64; 3],
    pub(crate) max: [u64; 3],
}

impl Steps {
    /// Whether it is small enough for its level.
    #[inline(always)]
    pub(crate) fn fits(&self, dimension: usize) -> bool {
        (0..dimension).fold(true, |fits, k| fits & (self.max[k] - self.min[k] < ONE))
    }
    /// Lowest 15 bits: x and y of the smallest corner, and of the largest negated.
    #[inline(always)]
    pub(crate) fn plane(&self) -> u64 {
        low(self.min[0])
            | low(self.min[1]) << 16
            | low(self.max[0].wrapping_neg()) << 32
            | low(self.max[1].wrapping_neg()) << 48
    }
    /// The same of z.
    #[inline(always)]
    pub(crate) fn depth(&self) -> u32 {
        (low(self.min[2]) | low(self.max[2].wrapping_neg()) << 16) as u32
    }
}

#[inline(always)]
fn low(x: u64) -> u64 {
    x & 0x7fff
}

/// Cells that follow one another, by their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellRun {
    pub(crate) first: u32,
    /// How many come after the first.
    pub(crate) more: u32,
}

impl Level {
    /// Over `bounds`, for `count` boxes, with no more than so many places for each of them.
    pub(crate) fn new<V: Vector>(bounds: &Aabb<V>, cut: CellSize, count: usize, places: f64) -> Self {
        let extent = |k: usize| bounds.max.get(k).to_f64() - bounds.min.get(k).to_f64();
        let reach = (0..V::DIM).map(extent).fold(f64::MIN_POSITIVE, f64::max);
        // Neither infinitely many steps to a unit nor more to the world than a float can count.
        let size = cut.size.max(reach / (1_u64 << 40) as f64).max(1e-290);
        let steps_per_unit = (ONE - 4) as f64 / size;
        let axis = |k: usize| {
            if k < V::DIM {
                extent(k) * steps_per_unit
            } else {
                0.0
            }
        };
        let limit = [0, 1, 2].map(|k| (LOW + axis(k) + 4.0).min((1_u64 << 51) as f64) as u64 as f64);
        let low = |k: usize| bounds.min.get(k).to_f64() - LOW / steps_per_unit;
        let origin = [0, 1, 2].map(|k| if k < V::DIM { low(k) } else { 0.0 });
        let mut level = Self {
            origin,
            steps_per_unit,
            limit,
            mask: u32::MAX,
            width: TWO_SIZES - 8,
            height: TWO_SIZES - u32::from(cut.is_narrow),
            ..Self::default()
        };
        level.lay_out(V::DIM, count as u64, places);
        level
    }
    /// Chooses the width of cells and their places.
    fn lay_out(&mut self, dimension: usize, count: u64, places: f64) {
        let count = count.max(SMALL);
        let most = count as f64 * places;
        let [x, y, z] = self.limit.map(|limit| limit as u64);
        let rows = (y >> self.height()) + 2;
        let layers = if dimension == 3 {
            (z >> self.height()) + 2
        } else {
            1
        };
        let row = |width: u32| (x >> width) + 1;
        let total = |width: u32| row(width) as f64 * rows as f64 * layers as f64;
        while self.width < self.height() && total(self.width) > most {
            self.width += 1;
        }
        if total(self.width) <= most {
            self.row = row(self.width) as u32;
            self.layer = (row(self.width) * rows) as u32;
            self.cells = (row(self.width) * rows * layers) as u32;
            return;
        }
        self.is_shared = true;
        self.cells = ((most / PLACES).min(f64::from(1_u32 << 31)) as u32 + 1).next_power_of_two() / 2;
        self.mask = self.cells - 1;
        // As they are numbered below, with room to move rows apart.
        let numbers = |width: u32| (row(width).max(64) as f64 * rows as f64).max(4096.0) * layers as f64;
        self.repeats = numbers(self.height()) > f64::from(1 << 30);
        if self.repeats {
            // The golden section: neighbouring rows are far apart, others anywhere.
            let odd = |share: f64| (f64::from(self.cells) * share) as u32 | 1;
            (self.row, self.layer) = (odd(0.381_966), odd(0.145_898));
            return;
        }
        // Columns are narrower by as much as there are more places.
        while f64::from(1 << (self.height() - self.width)) * PLACES < places
            && numbers(self.width - 1) < f64::from(1 << 30)
        {
            self.width -= 1;
        }
        // Those of one layer first: where they meet, no distance of the layers parts them.
        self.row = row(self.width).max(16) as u32 | 1;
        while !self.rows_are_apart(0) {
            self.row += 2;
        }
        self.layer = (self.row * rows as u32) | 1;
        while !self.rows_are_apart(2) {
            self.layer += 2;
        }
    }
    /// Whether the nine rows around a cell, or three of them in one layer, have places of their own; their
    /// differences are of up to so many layers.
    fn rows_are_apart(&self, layers: i32) -> bool {
        let offset = |y: i32, z: i32| {
            let row = self.row.wrapping_mul(y as u32);
            row.wrapping_add(self.layer.wrapping_mul(z as u32)) & self.mask
        };
        // A difference of two of them is one of these.
        let all = (-2..=2).flat_map(|y| (-layers..=layers).map(move |z| (y, z)));
        all.filter(|&at| at != (0, 0))
            .all(|(y, z)| (12..self.cells - 12).contains(&offset(y, z)))
    }
    /// Whether boxes of this size are in this level, or at least very nearly so.
    #[inline(always)]
    pub(super) fn is_wide_enough(&self, size: f64) -> bool {
        size * self.steps_per_unit < (ONE - 2) as f64
    }
    #[inline(always)]
    pub(crate) fn step(&self, k: usize, x: f64) -> u64 {
        let step = Real::max((x - self.origin[k]) * self.steps_per_unit, LOW);
        (Real::min(step, self.limit[k]) + WHOLE).to_bits() & ((1 << 52) - 1)
    }
    /// A box in steps; never two coordinates in the wrong order.
    #[inline(always)]
    pub(crate) fn steps<V: Vector>(&self, aabb: &Aabb<V>) -> Steps {
        let mut steps = Steps {
            min: [0; 3],
            max: [0; 3],
        };
        for k in 0..V::DIM {
            steps.min[k] = self.step(k, aabb.min.get(k).to_f64());
            steps.max[k] = self.step(k, aabb.max.get(k).to_f64());
        }
        steps
    }
    /// The number of the cell of a box: that of its smallest corner.
    #[inline(always)]
    pub(crate) fn cell(&self, steps: &Steps) -> u32 {
        self.number(self.fine_cell(steps))
    }
    #[inline(always)]
    fn number(&self, [x, y, z]: [u64; 3]) -> u32 {
        let row = (y as u32).wrapping_mul(self.row);
        let layer = (z as u32).wrapping_mul(self.layer);
        (x as u32).wrapping_add(row).wrapping_add(layer)
    }
    /// The cell of a box: how many from the first along each axis, in cells as wide as rows.
    #[inline]
    pub(super) fn wide_cell(&self, steps: &Steps) -> [u64; 3] {
        steps.min.map(|step| step >> self.height())
    }
    /// The wide cells in which a box can be that meets a query, first and last along each axis.
    #[inline]
    pub(super) fn wide_cells(&self, query: &Steps, dimension: usize) -> [[u64; 2]; 3] {
        let range = |k: usize| [before(query.min[k]), query.max[k]].map(|step| step >> self.height());
        [0, 1, 2].map(|k| if k < dimension { range(k) } else { [0, 0] })
    }
    /// The power of two of the steps of a row along y and z.
    #[inline(always)]
    pub(crate) fn height(&self) -> u32 {
        if CellSize::CAN_BE_NARROW {
            self.height
        } else {
            TWO_SIZES
        }
    }
    /// Whether rows are one size wide: then a box may reach a third one.
    #[inline(always)]
    pub(super) fn is_narrow(&self) -> bool {
        self.height() < TWO_SIZES
    }
    /// Whether columns half as wide would make runs notably shorter.
    pub(super) fn has_wide_columns(&self) -> bool {
        self.width + 1 >= TWO_SIZES - 1
    }
    /// How many columns of cells there are to so many sizes.
    pub(crate) fn columns(&self, sizes: f64) -> f64 {
        1.0 + sizes * (ONE >> self.width.min(TWO_SIZES - 1)) as f64
    }
    /// How many of this level's sizes another's boxes are large.
    pub(crate) fn times(&self, other: &Self) -> f64 {
        self.steps_per_unit / other.steps_per_unit
    }
    /// The cells in which a box can be that meets a query, first and last along each axis.
    #[inline(always)]
    pub(super) fn window(&self, query: &Steps, dimension: usize) -> Window {
        let [_, ys, zs] = self.wide_cells(query, dimension);
        [
            [before(query.min[0]) >> self.width, query.max[0] >> self.width],
            ys,
            zs,
        ]
    }
    /// The run of a window in one of its rows.
    #[inline(always)]
    pub(crate) fn run(&self, [from, to]: [u64; 2], y: u64, z: u64) -> CellRun {
        CellRun {
            first: self.number([from, y, z]),
            more: (to - from) as u32,
        }
    }
}

/// The lowest step at which a box can begin that reaches this one.
pub(crate) fn before(step: u64) -> u64 {
    step - (ONE - 1)
}
