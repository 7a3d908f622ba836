//! The lowest nodes of a tree over heights, made when they are asked for.
//!
//! A child is two cells side by side in a row: four triangles with numbers that follow each other, or two
//! where one cell is a hole or there is only one.

use glam::Vec3;

use super::super::slab::Slab;
use super::super::unit::{down, up};
use super::super::{Child, Node, Unit, UnitBox};
use super::build::{Range, normal};
use super::{Block, HeightGrid, PATCH, Patches};
use crate::math::Vector;

/// One more height than cells.
const POINTS: usize = PATCH + 1;

/// The heights of a patch, and the coordinates of its columns and rows, in the unit of a tree.
struct Corners {
    heights: [[f32; POINTS]; POINTS],
    x: [f64; POINTS],
    z: [f64; POINTS],
}

impl<V: Vector> Patches<V> {
    /// A node of a tree, which is stored, or that of a patch, made in a place for it.
    #[inline]
    pub fn node<'n>(&'n self, unit: &Unit<V>, number: usize, made: &'n mut Option<Node>) -> &'n Node {
        match self.above.get(number) {
            Some(node) => node,
            None => made.insert(self.patch(unit, number - self.above.len())),
        }
    }
    #[inline(never)]
    fn patch(&self, unit: &Unit<V>, number: usize) -> Node {
        let grid = &*self.grid;
        let block = grid.block([PATCH; 2], [number / self.columns, number % self.columns]);
        let corners = Corners::of(grid, unit, &block);
        let mut node = Node::empty();
        let ([top, bottom], [left, right]) = (block.rows, block.columns);
        let pairs = (top..bottom).flat_map(|row| (left..right).step_by(2).map(move |column| (row, column)));
        let mut k = 0;
        for (row, column) in pairs {
            let is_cell = |column: usize| column < right && grid.is_cell(row, column);
            let (from, to) = match [is_cell(column), is_cell(column + 1)] {
                [true, true] => (column, column + 2),
                [true, false] => (column, column + 1),
                [false, true] => (column + 1, column + 2),
                [false, false] => continue,
            };
            let child = Child {
                first: grid.triangles_before(row, from) as u32,
                count: 2 * (to - from) as u8,
            };
            let (row, columns) = (row - top, [from - left, to - left]);
            node.set(k, &corners.bounds(row, columns), child);
            node.slabs.set(k, &corners.slab(row, columns));
            k += 1;
        }
        node
    }
}

impl Corners {
    #[inline]
    fn of<V: Vector>(grid: &HeightGrid<V>, unit: &Unit<V>, block: &Block) -> Self {
        let mut corners = Self {
            heights: [[0.0; POINTS]; POINTS],
            x: [0.0; POINTS],
            z: [0.0; POINTS],
        };
        for (k, column) in (block.columns[0]..=block.columns[1]).enumerate() {
            corners.x[k] = grid.across(unit, 0, column);
        }
        for (k, row) in (block.rows[0]..=block.rows[1]).enumerate() {
            corners.z[k] = grid.across(unit, 1, row);
            let heights = grid.heights_in(unit, row, block.columns);
            corners.heights[k]
                .iter_mut()
                .zip(heights)
                .for_each(|(to, y)| *to = y);
        }
        corners
    }
    /// Around the cells of a row between two columns of corners.
    #[inline]
    fn bounds(&self, row: usize, [from, to]: [usize; 2]) -> UnitBox {
        let heights = [&self.heights[row][from..=to], &self.heights[row + 1][from..=to]];
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for y in heights.iter().copied().flatten() {
            (low, high) = (low.min(*y), high.max(*y));
        }
        UnitBox {
            low: [down(self.x[from]), low.next_down(), down(self.z[row])],
            high: [up(self.x[to]), high.next_up(), up(self.z[row + 1])],
        }
    }
    /// The slab of the same.
    #[inline]
    fn slab(&self, row: usize, [from, to]: [usize; 2]) -> Slab {
        let [near, far] = [&self.heights[row], &self.heights[row + 1]];
        let rise = [
            near[to] - near[from] + (far[to] - far[from]),
            far[from] - near[from] + (far[to] - near[to]),
        ];
        let size = [self.x[to] - self.x[from], self.z[row + 1] - self.z[row]];
        let normal = normal(rise.map(|y| 0.5 * f64::from(y)), size);
        let (z, mut range) = ([self.z[row] as f32, self.z[row + 1] as f32], Range::NOTHING);
        for column in from..=to {
            let x = self.x[column] as f32;
            range.add(normal.dot(Vec3::new(x, near[column], z[0])));
            range.add(normal.dot(Vec3::new(x, far[column], z[1])));
        }
        range.slab(normal)
    }
}
