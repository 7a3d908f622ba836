//! The stored nodes of a tree over heights, from the lowest up. O(n).
//!
//! The nodes of a level lie row by row, and the levels from the highest down, so the root is the first node
//! and a child's place is known before it is made. A level takes eight blocks of the level below, in the
//! shape that makes a node as nearly square as can be.

use alloc::sync::Arc;
use alloc::vec::Vec;

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::super::slab::{MOST, SHORTER, Slab};
use super::super::unit::{down, up};
use super::super::{Child, Node, Unit, UnitBox, WideTree};
use super::{Block, HeightGrid, PATCH, Patches};
use crate::math::{Real, Vector};

/// The shapes of eight blocks: rows and columns.
const SPLITS: [[usize; 2]; 4] = [[2, 4], [4, 2], [1, 8], [8, 1]];

/// Nodes of one size.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// How many rows and columns of nodes there are, and of their children.
    size: [usize; 2],
    children: [usize; 2],
    /// How many rows and columns of children a node has.
    split: [usize; 2],
    /// How many rows and columns of cells a child has.
    cells: [usize; 2],
    /// The place of the first node, and of the first child.
    first: usize,
    first_child: usize,
}

impl<V: Vector> WideTree<V> {
    /// A tree over the triangles of a grid of heights, of which there is at least one. O(n).
    pub fn of_heights(grid: &Arc<HeightGrid<V>>) -> Self {
        let whole = grid.whole();
        let unit = Unit::around(&whole);
        let levels = levels(grid);
        let count = levels.iter().map(|l| l.size[0] * l.size[1]).sum();
        let mut nodes = alloc::vec![Node::empty(); count];
        for level in &levels {
            for (i, j) in (0..level.size[0]).flat_map(|i| (0..level.size[1]).map(move |j| (i, j))) {
                nodes[level.first + i * level.size[1] + j] = node(grid, &unit, level, [i, j], &nodes);
            }
        }
        let columns = grid.size()[1].div_ceil(PATCH);
        let grid = grid.clone();
        Self {
            unit,
            whole,
            nodes: Vec::new(),
            items: Vec::new(),
            corners: Vec::new(),
            oriented: Vec::new(),
            along_facets: None,
            patches: Some(Patches {
                grid,
                columns,
                above: nodes,
            }),
        }
    }
}

/// From the lowest up; at least one.
fn levels<V: Vector>(grid: &HeightGrid<V>) -> Vec<Level> {
    let (mut levels, mut cells) = (Vec::new(), [PATCH; 2]);
    let mut children = grid.size().map(|n| n.div_ceil(PATCH));
    loop {
        let split = split(
            children,
            [0, 1].map(|i| cells[i] as f64 * grid.spacing[1 - i].to_f64()),
        );
        let size = [0, 1].map(|i| children[i].div_ceil(split[i]));
        levels.push(Level {
            size,
            children,
            split,
            cells,
            first: 0,
            first_child: 0,
        });
        if size == [1, 1] {
            break;
        }
        cells = [0, 1].map(|i| cells[i] * split[i]);
        children = size;
    }
    let mut place = 0;
    for level in levels.iter_mut().rev() {
        level.first = place;
        place += level.size[0] * level.size[1];
        level.first_child = place;
    }
    levels
}

/// How to join eight of so many blocks of this height and width.
fn split(children: [usize; 2], [height, width]: [f64; 2]) -> [usize; 2] {
    let is_filled = |split: &[usize; 2]| (0..2).all(|i| split[i] <= children[i].next_power_of_two());
    let unlike = |split: &[usize; 2]| {
        let ratio = (split[0] as f64 * height) / (split[1] as f64 * width);
        ratio.max(1.0 / ratio)
    };
    let fitting = SPLITS.into_iter().filter(is_filled);
    let best = fitting.min_by(|a, b| unlike(a).total_cmp(&unlike(b)));
    best.unwrap_or(SPLITS[usize::from(children[0] > children[1])])
}

/// The node in a row and a column of its level; the levels below are done.
fn node<V: Vector>(
    grid: &HeightGrid<V>,
    unit: &Unit<V>,
    level: &Level,
    at: [usize; 2],
    nodes: &[Node],
) -> Node {
    let (mut node, mut k) = (Node::empty(), 0);
    let range = |i: usize| at[i] * level.split[i]..((at[i] + 1) * level.split[i]).min(level.children[i]);
    for place in range(0).flat_map(|i| range(1).map(move |j| [i, j])) {
        let first = level.first_child + place[0] * level.children[1] + place[1];
        let block = grid.block(level.cells, place);
        let has_holes = grid.has_holes(&block);
        let bounds = match nodes.get(first) {
            Some(child) => child.around(),
            None => patch_bounds(grid, unit, &block, has_holes),
        };
        if bounds.low[0] > bounds.high[0] {
            continue; // Nothing but holes.
        }
        let first = first as u32;
        node.set(k, &bounds, Child { first, count: 0 });
        if 2 * block.cell_count() <= MOST {
            node.slabs.set(k, &slab(grid, unit, &block, has_holes));
        }
        k += 1;
    }
    node
}

/// Around the corners of a patch that triangles have.
fn patch_bounds<V: Vector>(grid: &HeightGrid<V>, unit: &Unit<V>, block: &Block, has_holes: bool) -> UnitBox {
    let ([top, bottom], [left, right]) = (block.rows, block.columns);
    if has_holes && !block.cells().any(|[i, j]| grid.is_cell(i, j)) {
        return UnitBox::EMPTY;
    }
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for row in top..=bottom {
        for (k, y) in grid.heights_in(unit, row, block.columns).enumerate() {
            if !has_holes || grid.is_corner(row, left + k) {
                (low, high) = (low.min(y), high.max(y));
            }
        }
    }
    let across = |axis, n| grid.across(unit, axis, n);
    UnitBox {
        low: [down(across(0, left)), low.next_down(), down(across(1, top))],
        high: [up(across(0, right)), high.next_up(), up(across(1, bottom))],
    }
}

/// The slab around the corners of a block that triangles have.
fn slab<V: Vector>(grid: &HeightGrid<V>, unit: &Unit<V>, block: &Block, has_holes: bool) -> Slab {
    let normal = mean_normal(grid, unit, block);
    let ([top, bottom], [left, right]) = (block.rows, block.columns);
    let x = |column| normal.x * grid.across(unit, 0, column) as f32;
    let x: SmallVec<[f32; 64]> = (left..=right).map(x).collect();
    let mut range = Range::NOTHING;
    for row in top..=bottom {
        let z = normal.z * grid.across(unit, 1, row) as f32;
        let heights = grid.heights_in(unit, row, block.columns).zip(&x);
        for (k, (y, x)) in heights.enumerate() {
            if !has_holes || grid.is_corner(row, left + k) {
                range.add(x + normal.y * y + z);
            }
        }
    }
    range.slab(normal)
}

/// Across the plane that rises like the heights of a block, from side to side and on average.
fn mean_normal<V: Vector>(grid: &HeightGrid<V>, unit: &Unit<V>, block: &Block) -> Vec3 {
    let height =
        |row: usize, column: usize| unit.coordinate(grid.heights[row * grid.columns + column].to_f64(), 1);
    let ([top, bottom], [left, right]) = (block.rows, block.columns);
    let along_x: f64 = (top..=bottom).map(|i| height(i, right) - height(i, left)).sum();
    let along_z: f64 = (left..=right).map(|j| height(bottom, j) - height(top, j)).sum();
    let mean = [
        along_x / (bottom - top + 1) as f64,
        along_z / (right - left + 1) as f64,
    ];
    let length = |axis, [from, to]: [usize; 2]| grid.across(unit, axis, to) - grid.across(unit, axis, from);
    normal(mean, [length(0, block.columns), length(1, block.rows)])
}

/// Across a plane that rises so much over so long a way along x and z; 0 where that is hardly a number.
pub(super) fn normal(rise: [f64; 2], size: [f64; 2]) -> Vec3 {
    let across = DVec3::new(-rise[0] * size[1], size[0] * size[1], -rise[1] * size[0]);
    let length = across.length();
    match length > 1e-100 && length.is_finite() {
        true => (across / length).as_vec3() * SHORTER,
        false => Vec3::ZERO,
    }
}

/// How far points reach along a normal.
pub(super) struct Range {
    low: f32,
    high: f32,
}

impl Range {
    pub const NOTHING: Self = Self {
        low: f32::INFINITY,
        high: f32::NEG_INFINITY,
    };
    #[inline]
    pub fn add(&mut self, along: f32) {
        self.low = self.low.min(along);
        self.high = self.high.max(along);
    }
    pub fn slab(&self, normal: Vec3) -> Slab {
        match normal == Vec3::ZERO {
            true => Slab::NONE,
            false => Slab::between(normal, self.low, self.high),
        }
    }
}
