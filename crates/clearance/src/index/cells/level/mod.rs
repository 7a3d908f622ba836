//! A level of cells, for boxes of similar size: which cell a box is in, and in which cells to look for
//! boxes that it may meet.
//!
//! Coordinates are mapped to integer *steps*, of which the largest box of the level has [`ONE`] (512). The
//! map rounds, but it is monotone, and that alone makes it safe: the order of two coordinates in different
//! steps is known, and only coordinates in the same step must be compared themselves. So boxes are tested
//! by integers of 15 bits, four to a register, in any precision, at any scale and however far from the
//! origin.
//!
//! Rows are two sizes wide (1024 steps). Their cells along x are as narrow as there are boxes to fill them,
//! or even narrower where boxes are dense in parts of the world. A box and all boxes that may begin before
//! it and reach it lie in two rows (four in space), whose cells follow one another in memory. Where most
//! boxes are far smaller than the largest, and rows have many boxes, rows are one size wide: a small box
//! still needs two rows, with half as many boxes in them (in space a quarter), and a large box needs a
//! third row.
//!
//! Where the world has far more cells than there are boxes, as with clusters or in an unbounded world, many
//! cells share an entry of the table (Teschner et al., "Optimized spatial hashing for collision detection
//! of deformable objects", 2003). Unlike there, rows stay contiguous, and neighbouring rows never share
//! entries, so that no pair is found twice.

mod rows;
pub(crate) mod walk;

use crate::math::{Aabb, Real, Vector};
use walk::Window;

/// Steps of the largest box of a level; boxes in the level span at most one less.
pub(crate) const ONE: u64 = 512;
/// The power of two of the steps of two sizes.
const TWO_SIZES: u32 = 10;
/// The least step. The row and more below it are empty, for searches that look there.
pub(super) const LOW: f64 = 2048.0;
/// Added to a float, it leaves the integer part in the lowest bits.
const WHOLE: f64 = (1_u64 << 52) as f64;
/// How many entries the table has for each box, at most, where boxes are spread evenly.
pub(super) const PLACES: f64 = 1.75;
/// Tables smaller than this are never shared: neighbouring rows could not have different entries.
const SMALL: u64 = 4096;

/// The size of the cells of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellSize {
    /// The size of the largest box of the level.
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

/// A level: how the world is cut into cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    pub(crate) origin: [f64; 3],
    pub(super) steps_per_unit: f64,
    pub(crate) limit: [f64; 3],
    /// The differences of the numbers of a cell and of its neighbours along y and z.
    pub(crate) row: u32,
    pub(super) layer: u32,
    /// Which bits of the number of a cell are its entry in the table.
    pub(super) mask: u32,
    /// The power of two of the steps of a cell along x.
    pub(crate) width: u32,
    /// The power of two of the steps of a row along y and z.
    height: u32,
    /// How many entries the table has.
    pub(crate) cells: u32,
    /// Whether cells share entries: then boxes of different cells are distinguished by the numbers of their
    /// cells.
    pub(super) is_shared: bool,
    /// Whether there are so many cells that even their numbers repeat: then the boxes themselves must be
    /// compared.
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
    #[inline]
    pub(crate) fn fits(&self, dimension: usize) -> bool {
        (0..dimension).fold(true, |fits, k| fits & (self.max[k] - self.min[k] < ONE))
    }
    /// The lowest 15 bits of x and y of the smallest corner, and of the largest corner negated.
    #[inline]
    pub(crate) fn plane(&self) -> u64 {
        low(self.min[0])
            | low(self.min[1]) << 16
            | low(self.max[0].wrapping_neg()) << 32
            | low(self.max[1].wrapping_neg()) << 48
    }
    /// The same of z.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        (low(self.min[2]) | low(self.max[2].wrapping_neg()) << 16) as u32
    }
}

#[inline]
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
    /// A level over `bounds` for `count` boxes, with at most `places` entries of the table for each box.
    pub(crate) fn new<V: Vector>(bounds: &Aabb<V>, cells: CellSize, count: usize, places: f64) -> Self {
        let extent = |k: usize| bounds.max.get(k).to_f64() - bounds.min.get(k).to_f64();
        let reach = (0..V::DIM).map(extent).fold(f64::MIN_POSITIVE, f64::max);
        // At least so large that steps per unit are finite and a float can count the steps of the world.
        let size = cells.size.max(reach / (1_u64 << 40) as f64).max(1e-290);
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
            height: TWO_SIZES - u32::from(cells.is_narrow),
            ..Self::default()
        };
        level.lay_out(V::DIM, count as u64, places);
        level
    }
    /// Chooses the width of cells and their numbers.
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
        // As they are numbered below, with a reserve for moving rows apart.
        let numbers = |width: u32| (row(width).max(64) as f64 * rows as f64).max(4096.0) * layers as f64;
        self.repeats = numbers(self.height()) > f64::from(1 << 30);
        if self.repeats {
            // The golden section: neighbouring rows are far apart; where the others are does not matter.
            let odd = |share: f64| (f64::from(self.cells) * share) as u32 | 1;
            (self.row, self.layer) = (odd(0.381_966), odd(0.145_898));
            return;
        }
        // Columns are narrower by as much as there are more entries.
        while f64::from(1 << (self.height() - self.width)) * PLACES < places
            && numbers(self.width - 1) < f64::from(1 << 30)
        {
            self.width -= 1;
        }
        // Rows of one layer first: if these overlap, no distance of the layers separates them.
        self.row = row(self.width).max(16) as u32 | 1;
        while !self.rows_are_apart(0) {
            self.row += 2;
        }
        self.layer = (self.row * rows as u32) | 1;
        while !self.rows_are_apart(2) {
            self.layer += 2;
        }
    }
    /// Whether the nine rows around a cell, or the three of them in one layer, have different entries.
    /// `layers` is how many layers two of them may differ by.
    fn rows_are_apart(&self, layers: i32) -> bool {
        let offset = |y: i32, z: i32| {
            let row = self.row.wrapping_mul(y as u32);
            row.wrapping_add(self.layer.wrapping_mul(z as u32)) & self.mask
        };
        // The difference of any two of them is one of these.
        let all = (-2..=2).flat_map(|y| (-layers..=layers).map(move |z| (y, z)));
        all.filter(|&at| at != (0, 0))
            .all(|(y, z)| (12..self.cells - 12).contains(&offset(y, z)))
    }
    /// Whether boxes of this size are in this level, or at least very nearly so.
    #[inline]
    pub(super) fn is_wide_enough(&self, size: f64) -> bool {
        size * self.steps_per_unit < (ONE - 2) as f64
    }
    #[inline]
    pub(crate) fn step(&self, k: usize, x: f64) -> u64 {
        let step = Real::max((x - self.origin[k]) * self.steps_per_unit, LOW);
        (Real::min(step, self.limit[k]) + WHOLE).to_bits() & ((1 << 52) - 1)
    }
    /// A box in steps. The map is monotone: it never reverses the order of two coordinates.
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
    /// The number of the cell of a box: the cell of its smallest corner.
    #[inline]
    pub(crate) fn cell(&self, steps: &Steps) -> u32 {
        self.number(self.fine_cell(steps))
    }
    #[inline]
    fn number(&self, [x, y, z]: [u64; 3]) -> u32 {
        let row = (y as u32).wrapping_mul(self.row);
        let layer = (z as u32).wrapping_mul(self.layer);
        (x as u32).wrapping_add(row).wrapping_add(layer)
    }
    /// The cell of a box as its position along each axis, in cells as wide as rows.
    #[inline]
    pub(super) fn wide_cell(&self, steps: &Steps) -> [u64; 3] {
        steps.min.map(|step| step >> self.height())
    }
    /// The wide cells in which a box can be that meets a query, first and last along each axis.
    #[inline]
    pub(super) fn wide_cells(&self, query: &Steps, dimension: usize) -> [[u64; 2]; 3] {
        [
            self.wide_range(query, 0),
            self.wide_range(query, 1),
            if dimension == 3 {
                self.wide_range(query, 2)
            } else {
                [0, 0]
            },
        ]
    }
    #[inline]
    fn wide_range(&self, query: &Steps, k: usize) -> [u64; 2] {
        [
            before(query.min[k]) >> self.height(),
            query.max[k] >> self.height(),
        ]
    }
    /// The power of two of the steps of a row along y and z.
    #[inline]
    pub(crate) fn height(&self) -> u32 {
        if CellSize::CAN_BE_NARROW {
            self.height
        } else {
            TWO_SIZES
        }
    }
    /// Whether rows are one size wide: then a box may reach a third row.
    #[inline]
    pub(super) fn is_narrow(&self) -> bool {
        self.height() < TWO_SIZES
    }
    /// Whether columns half as wide would make runs notably shorter.
    pub(super) fn has_wide_columns(&self) -> bool {
        self.width + 1 >= TWO_SIZES - 1
    }
    /// How many columns of cells so many sizes have.
    pub(crate) fn columns(&self, sizes: f64) -> f64 {
        1.0 + sizes * (ONE >> self.width.min(TWO_SIZES - 1)) as f64
    }
    /// How many of this level's sizes a box of another level may have.
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
    #[inline]
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
