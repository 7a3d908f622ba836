//! The rows around a box, in which all boxes lie that it may meet.
//!
//! Rows are two sizes wide, or one (`level/mod.rs`). A box that reaches another begins at most one size
//! before it, and no box is larger than one size. In rows of two sizes such boxes are in the same row or in
//! the nearer one beside it. In narrow rows they are in the same row, in the one before it or, for a large
//! box, in the one after it. The first two rows are always looked at: a mispredicted branch on whether both
//! are needed would take longer.

use super::{CellRun, Level, ONE};

impl Level {
    /// The runs in which boxes can be that a box in `cell` may meet: in its own row and the nearer one
    /// beside it (in space in four rows). With `ahead`, only from its own column on. Only the lowest bits
    /// of the box's steps are needed.
    #[inline(always)]
    pub(crate) fn around(
        &self,
        dimension: usize,
        cell: u32,
        (plane, depth): (u64, u32),
        ahead: bool,
    ) -> [CellRun; 4] {
        let (x, size) = extent(plane as u32, (plane >> 32) as u32);
        let at = x >> self.width;
        let before = if ahead {
            0
        } else {
            ((x + 0x8000 - (ONE as u32 - 1)) >> self.width).wrapping_sub(at + (0x8000 >> self.width))
        };
        let after = ((x + size) >> self.width) - at;
        let cell = cell.wrapping_add(before);
        let run = |offset: u32| CellRun {
            first: cell.wrapping_add(offset),
            more: after.wrapping_sub(before),
        };
        let [y, z] = self.least_rows(plane, depth);
        if dimension == 2 {
            return [run(y), run(y.wrapping_add(self.row)), run(0), run(0)];
        }
        let (lower, upper) = (z.wrapping_add(y), z.wrapping_add(self.layer).wrapping_add(y));
        [
            run(lower),
            run(lower.wrapping_add(self.row)),
            run(upper),
            run(upper.wrapping_add(self.row)),
        ]
    }
    /// The differences from the row of a box to the first row and the first layer of `around`: of the
    /// neighbours on both sides the nearer one. A box cannot reach both where rows are two sizes wide.
    #[inline(always)]
    fn least_rows(&self, plane: u64, depth: u32) -> [u32; 2] {
        let from = |step: u32, offset: u32| {
            if (step & ((1 << self.height()) - 1)) < ONE as u32 - 1 {
                offset.wrapping_neg()
            } else {
                0
            }
        };
        [from((plane >> 16) as u32, self.row), from(depth, self.layer)]
    }
    /// Where rows are narrow, whether a box reaches a third row along y, and along z.
    #[inline(always)]
    fn reaches_third(&self, dimension: usize, plane: u64, depth: u32) -> [bool; 2] {
        let reaches = |min: u32, negated_max: u32| {
            let (min, size) = extent(min, negated_max);
            let within = min & ((1 << self.height()) - 1);
            within < ONE as u32 - 1 && within + size >= 1 << self.height()
        };
        [
            reaches((plane >> 16) as u32, (plane >> 48) as u32),
            dimension == 3 && reaches(depth, depth >> 16),
        ]
    }
    /// The differences from the first of the runs [`around`](Self::around) a box to those of third rows,
    /// and how many there are.
    #[inline(always)]
    pub(crate) fn third_rows(&self, dimension: usize, (plane, depth): (u64, u32)) -> ([u32; 5], usize) {
        let [y, z] = self.reaches_third(dimension, plane, depth);
        let (mut offsets, mut count) = ([0; 5], 0);
        if !(y | z) {
            return (offsets, count);
        }
        let mut note = |rows: u32, layers: u32| {
            offsets[count] = rows
                .wrapping_mul(self.row)
                .wrapping_add(layers.wrapping_mul(self.layer));
            count += 1;
        };
        if y {
            (0..dimension as u32 - 1).for_each(|layers| note(2, layers));
        }
        if z {
            (0..2 + u32::from(y)).for_each(|rows| note(rows, 2));
        }
        (offsets, count)
    }
}

/// Where a box begins along an axis and how far it reaches, from the lowest bits of its least step and of
/// its largest, negated.
#[inline]
fn extent(min: u32, negated_max: u32) -> (u32, u32) {
    let min = min & 0x7fff;
    (min, 0_u32.wrapping_sub(negated_max).wrapping_sub(min) & 0x7fff)
}
