//! Heights over a grid, two triangles in each cell, and a tree over them that is hardly stored.
//!
//! Source: a quadtree whose nodes keep the least and the greatest height below them (Samet, "The Quadtree and
//! Related Hierarchical Data Structures", 1984); that rays skip what lies below them with it: Tevs, Ihrke and
//! Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic Height Field Rendering" (2008).
//!
//! Idea: the grid says itself which cells are side by side, so nothing is sorted, and a node has its place by
//! its row and column. Eight blocks make the next larger one, 2 by 4 or 4 by 2 of them or, where the grid is
//! narrow, 1 by 8 (`build.rs`). The lowest nodes, patches of [`PATCH`] by [`PATCH`] cells, are not stored but
//! made from their 25 heights when a search comes there (`patch.rs`): they would take ten times as much
//! memory as all others together, and as long to read as heights to convert. Triangles have no list either:
//! those of two cells side by side have numbers that follow each other.
//!
//! Where we differ: a node has the boxes and slabs of every other tree, not heights alone. So all searches of
//! this room are those of meshes.
//!
//! What it costs: 3.7 bytes for a cell, and 0.2 more where there are holes (`cells.rs`).

mod build;
mod cells;
mod patch;

use alloc::sync::Arc;
use alloc::vec::Vec;

pub(crate) use cells::Cells;

use super::{Node, Unit};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// How many cells a patch has along each side.
const PATCH: usize = 4;

/// Heights over a grid: Y over x and z, row by row.
#[derive(Debug)]
pub(crate) struct HeightGrid<V: Vector> {
    pub heights: Vec<V::Scalar>,
    /// How many heights a row has.
    pub columns: usize,
    /// Between columns, along x, and between rows, along z.
    pub spacing: [V::Scalar; 2],
    /// The cells that are not holes; `None` without holes.
    pub cells: Option<Cells>,
}

/// The nodes of a tree over heights.
#[derive(Clone, Debug)]
pub(super) struct Patches<V: Vector> {
    grid: Arc<HeightGrid<V>>,
    /// How many patches there are in a row.
    columns: usize,
    /// The nodes above the patches, the root first.
    above: Vec<Node>,
}

#[cfg(test)]
impl<V: Vector> Patches<V> {
    /// What the stored nodes take.
    pub fn bytes(&self) -> usize {
        size_of_val(self.above.as_slice())
    }
}

/// Some rows and columns of cells: the first, and the one behind the last.
#[derive(Clone, Copy, Debug)]
struct Block {
    rows: [usize; 2],
    columns: [usize; 2],
}

impl Block {
    fn cell_count(&self) -> usize {
        (self.rows[1] - self.rows[0]) * (self.columns[1] - self.columns[0])
    }
    fn cells(&self) -> impl Iterator<Item = [usize; 2]> {
        let ([top, bottom], [left, right]) = (self.rows, self.columns);
        (top..bottom).flat_map(move |i| (left..right).map(move |j| [i, j]))
    }
}

impl<V: Vector> HeightGrid<V> {
    /// How many rows and columns of cells there are.
    pub fn size(&self) -> [usize; 2] {
        [self.heights.len() / self.columns - 1, self.columns - 1]
    }
    /// How many triangles there are: two in each cell that is no hole.
    pub fn triangle_count(&self) -> usize {
        let [rows, columns] = self.size();
        2 * self.cells.as_ref().map_or(rows * columns, Cells::count)
    }
    /// The corners of triangle `i`, counter-clockwise seen from above: cell `k` of those that are no holes
    /// has the triangles `2 k` and `2 k + 1`.
    #[inline]
    pub fn corners(&self, i: usize) -> [V; 3] {
        let cell = self.cells.as_ref().map_or(i / 2, |cells| cells.nth(i / 2));
        let columns = self.columns - 1;
        let (row, column) = (cell / columns, cell % columns);
        let (near, far) = (self.point(row, column), self.point(row + 1, column + 1));
        match i % 2 {
            0 => [near, self.point(row + 1, column), far],
            _ => [near, far, self.point(row, column + 1)],
        }
    }
    /// The box around triangle `i`.
    #[inline]
    pub fn aabb(&self, i: usize) -> Aabb<V> {
        Aabb::around(self.corners(i))
    }
    #[inline]
    fn point(&self, row: usize, column: usize) -> V {
        let along = |axis: usize, n: usize| self.spacing[axis] * ScalarOf::<V>::lit(n as f64);
        let (x, y, z) = (
            along(0, column),
            self.heights[row * self.columns + column],
            along(1, row),
        );
        V::from_fn(|i| match i {
            0 => x,
            1 => y,
            _ => z,
        })
    }
    /// Whether a cell is no hole.
    #[inline]
    fn is_cell(&self, row: usize, column: usize) -> bool {
        let cell = row * (self.columns - 1) + column;
        self.cells.as_ref().is_none_or(|cells| cells.is_filled(cell))
    }
    /// How many triangles come before those of a cell.
    #[inline]
    fn triangles_before(&self, row: usize, column: usize) -> usize {
        let cell = row * (self.columns - 1) + column;
        2 * self.cells.as_ref().map_or(cell, |cells| cells.count_before(cell))
    }
    /// Whether a corner of the grid is one of a triangle.
    fn is_corner(&self, row: usize, column: usize) -> bool {
        let [rows, columns] = self.size();
        (row.saturating_sub(1)..(row + 1).min(rows))
            .any(|i| (column.saturating_sub(1)..(column + 1).min(columns)).any(|j| self.is_cell(i, j)))
    }
    /// The block of so many cells in a row and a column of such blocks; at the end of the grid smaller.
    #[inline]
    fn block(&self, cells: [usize; 2], at: [usize; 2]) -> Block {
        let size = self.size();
        let range = |i: usize| [at[i] * cells[i], ((at[i] + 1) * cells[i]).min(size[i])];
        Block {
            rows: range(0),
            columns: range(1),
        }
    }
    /// Whether there are holes in a block.
    fn has_holes(&self, block: &Block) -> bool {
        let [from, to] = block.columns;
        let is_full =
            |row: usize| self.triangles_before(row, to) - self.triangles_before(row, from) == 2 * (to - from);
        self.cells.is_some() && !(block.rows[0]..block.rows[1]).all(is_full)
    }
    /// The box around all triangles, exact.
    fn whole(&self) -> Aabb<V> {
        let [rows, columns] = self.size();
        let all = Block {
            rows: [0, rows],
            columns: [0, columns],
        };
        let has_holes = self.has_holes(&all);
        let mut whole: Aabb<V> = Aabb::empty();
        for (i, j) in (0..=rows).flat_map(|i| (0..=columns).map(move |j| (i, j))) {
            if !has_holes || self.is_corner(i, j) {
                let p = self.point(i, j);
                whole = Aabb {
                    min: whole.min.min(p),
                    max: whole.max.max(p),
                };
            }
        }
        whole
    }
    /// X of a column (`axis` 0) or Z of a row (`axis` 1) in the unit of a tree.
    #[inline]
    fn across(&self, unit: &Unit<V>, axis: usize, n: usize) -> f64 {
        let at = self.spacing[axis] * ScalarOf::<V>::lit(n as f64);
        unit.coordinate(at.to_f64(), 2 * axis)
    }
    /// The heights of some columns of a row, rounded, in the unit of a tree.
    #[inline]
    fn heights_in<'g>(
        &'g self,
        unit: &'g Unit<V>,
        row: usize,
        [from, to]: [usize; 2],
    ) -> impl Iterator<Item = f32> + 'g {
        let start = row * self.columns;
        let heights = &self.heights[start + from..=start + to];
        heights.iter().map(|y| unit.coordinate(y.to_f64(), 1) as f32)
    }
}
