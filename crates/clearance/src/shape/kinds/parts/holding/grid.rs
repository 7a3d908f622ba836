//! `CellGrid`: a grid over a polygon of many edges, by which most points need none of these.
//!
//! Source: B. Žalik and I. Kolingerova, "A cell-based point-in-polygon algorithm suitable for large sets of
//! points" (Computers & Geosciences 27, 2001), which keeps the edges in each cell and whether its middle is
//! inside: a point is where the middle is if the way there crosses an even number of these edges. Here
//! crossings are counted only if floats are sure of each.
//!
//! Cells know whether their middle is inside from the crossings of one line through the middles of a row,
//! sorted into the gaps between these. A middle so near to the border that rounding might matter is unknown.
//!
//! Size: about two cells for each edge, and fewer rows or columns where edges are long, so that all cells
//! together keep a few numbers for each edge: a comb gets few rows.
//!
//! Limits: a point as near to the border as errors are is undecided, and so is one in a cell of which the
//! middle is unknown.

use alloc::vec;
use alloc::vec::Vec;

use super::LocalPoint;

/// The edges of a polygon as the grid reads them.
pub(in crate::shape::kinds::parts) trait EdgeList {
    fn count(&self) -> usize;
    fn ends(&self, i: usize) -> [[f64; 2]; 2];
}

/// How far from a cell an edge is still listed there, in sizes of a cell.
const ROOM: f64 = 1.0 / 256.0;
/// Where the middle of a cell is, in sizes of a cell: not at a half, where grids of users have their corners.
const MIDDLE: [f64; 2] = [0.5391, 0.4637];
/// A crossing nearer than this to a middle, in sizes of a cell, makes it unknown.
const TOO_NEAR: f64 = 1e-6;
/// Polygons of fewer edges have none: these are counted as fast.
const FEWEST: usize = 64;
/// Polygons of more edges have none: their numbers would not do.
const MOST: usize = 1 << 26;

/// The most cells between a corner and the origin: coordinates, counted in cells, are then rounded by less
/// than a quarter of `TOO_NEAR`.
const FINEST: f64 = (1 << 28) as f64;

/// Two bits of a cell: whether its middle is inside, and whether that is unknown.
const INSIDE: u32 = 1;
const UNKNOWN: u32 = 2;

/// For each cell of a grid the edges near it, and whether its middle is inside.
#[derive(Debug)]
pub(in crate::shape::kinds::parts) struct CellGrid {
    columns: usize,
    rows: usize,
    low: [f64; 2],
    high: [f64; 2],
    /// The size of a cell.
    size: [f64; 2],
    /// 1 / size.
    inverse: [f64; 2],
    /// For each cell four times the place of its first edge, and the two bits.
    cells: Vec<u32>,
    edges: Vec<u32>,
}

impl CellGrid {
    /// For the border of a polygon within a box; `None` where there are few edges, or numbers are far from
    /// ordinary.
    pub fn new(list: &impl EdgeList, [low, high]: [[f64; 2]; 2]) -> Option<Self> {
        let count = list.count();
        let extent = [high[0] - low[0], high[1] - low[1]];
        let largest = low.iter().chain(&high).fold(0.0_f64, |most, c| most.max(c.abs()));
        let is_ordinary = |e: &f64| *e > 1e-140 && *e < 1e140;
        if !(FEWEST..=MOST).contains(&count) || !extent.iter().all(is_ordinary) {
            return None;
        }
        let [columns, rows] = counts(list, extent);
        let is_fine = |n: usize, extent: f64| n as f64 * largest > FINEST * extent;
        if is_fine(columns, extent[0]) || is_fine(rows, extent[1]) {
            return None;
        }
        let size = [extent[0] / columns as f64, extent[1] / rows as f64];
        let mut grid = Self {
            columns,
            rows,
            low,
            high,
            size,
            inverse: [1.0 / size[0], 1.0 / size[1]],
            cells: vec![0; columns * rows + 1],
            edges: Vec::new(),
        };
        grid.fill(list);
        grid.find_middles(list);
        Some(grid)
    }
    /// Whether the polygon holds a point; `None` where that is not sure.
    pub fn holds(&self, list: &impl EdgeList, point: &LocalPoint) -> Option<bool> {
        if point.is_beyond([self.low, self.high]) {
            return Some(false);
        }
        let is_near = |axis: usize| point.error < 0.125 * ROOM * self.size[axis];
        if !(is_near(0) && is_near(1)) {
            return None;
        }
        let [column, row] = [self.index(point.at[0], 0), self.index(point.at[1], 1)];
        let cell = row * self.columns + column;
        let (state, next) = (self.cells[cell], self.cells[cell + 1]);
        if state & UNKNOWN != 0 {
            return None;
        }
        let mut is_inside = state & INSIDE != 0;
        if state >> 2 < next >> 2 {
            let middle = [self.middle(column, 0), self.middle(row, 1)];
            for &edge in &self.edges[(state >> 2) as usize..(next >> 2) as usize] {
                is_inside ^= crosses(point, middle, list.ends(edge as usize))?;
            }
        }
        Some(is_inside)
    }
    /// The column, or row, of a coordinate.
    #[inline(always)]
    fn index(&self, coordinate: f64, axis: usize) -> usize {
        let count = [self.columns, self.rows][axis];
        ((coordinate - self.low[axis]) * self.inverse[axis])
            .max(0.0)
            .min((count - 1) as f64) as usize
    }
    #[inline(always)]
    fn middle(&self, index: usize, axis: usize) -> f64 {
        self.low[axis] + (index as f64 + MIDDLE[axis]) * self.size[axis]
    }
    /// Lists each edge in the cells that it comes near.
    fn fill(&mut self, list: &impl EdgeList) {
        let mut counts = vec![0_u32; self.columns * self.rows + 1];
        for i in 0..list.count() {
            self.for_each_near(list.ends(i), |cell| counts[cell] += 1);
        }
        let mut sum = 0;
        for count in &mut counts {
            sum += core::mem::replace(count, sum);
        }
        for (cell, first) in self.cells.iter_mut().zip(&counts) {
            *cell = first << 2;
        }
        let mut edges = vec![0; sum as usize];
        for i in 0..list.count() {
            self.for_each_near(list.ends(i), |cell| {
                edges[counts[cell] as usize] = i as u32;
                counts[cell] += 1;
            });
        }
        self.edges = edges;
    }
    /// Calls `take` with every cell that an edge comes near, row by row.
    fn for_each_near(&self, [a, b]: [[f64; 2]; 2], mut take: impl FnMut(usize)) {
        let room = [ROOM * self.size[0], ROOM * self.size[1]];
        let range = |low: f64, high: f64, axis: usize| {
            self.index(low - room[axis], axis)..=self.index(high + room[axis], axis)
        };
        let ([left, right], [bottom, top]) =
            ([a[0].min(b[0]), a[0].max(b[0])], [a[1].min(b[1]), a[1].max(b[1])]);
        let per_height = (b[0] - a[0]) / (b[1] - a[1]);
        for row in range(bottom, top, 1) {
            let floor = self.low[1] + row as f64 * self.size[1] - room[1];
            let ceiling = floor + self.size[1] + 2.0 * room[1];
            let at = |y: f64| {
                (a[0] + (y.max(bottom).min(top) - a[1]) * per_height)
                    .max(left)
                    .min(right)
            };
            let (p, q) = (at(floor), at(ceiling));
            // A level edge has no quotient, and is all in one row or two.
            let is_level = top - bottom <= room[1];
            let (low, high) = if is_level {
                (left, right)
            } else {
                (p.min(q), p.max(q))
            };
            for column in range(low, high, 0) {
                take(row * self.columns + column);
            }
        }
    }
    /// Finds out which middles are inside.
    fn find_middles(&mut self, list: &impl EdgeList) {
        for i in 0..list.count() {
            let [a, b] = list.ends(i);
            let (bottom, top) = (a[1].min(b[1]), a[1].max(b[1]));
            for row in self.index(bottom, 1)..=self.index(top, 1) {
                let y = self.middle(row, 1);
                if (a[1] <= y) != (b[1] <= y) {
                    let x = a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
                    self.note_crossing(row, (x - self.low[0]) * self.inverse[0] - MIDDLE[0]);
                }
            }
        }
        for row in 0..self.rows {
            let mut is_inside = 0;
            for cell in &mut self.cells[row * self.columns..(row + 1) * self.columns] {
                is_inside ^= *cell & INSIDE;
                *cell = (*cell & !INSIDE) | is_inside;
            }
        }
    }
    /// Marks the first middle on the right of a crossing, whose place is counted in middles.
    fn note_crossing(&mut self, row: usize, place: f64) {
        let first = row * self.columns;
        let nearest = (place + 0.5).max(0.0) as usize;
        if (place - nearest as f64).abs() < TOO_NEAR && nearest < self.columns {
            self.cells[first + nearest] |= UNKNOWN;
        }
        let next = if place < 0.0 { 0 } else { place as usize + 1 };
        if next < self.columns {
            self.cells[first + next] ^= INSIDE;
        }
    }
}

/// How many columns and rows.
fn counts(list: &impl EdgeList, extent: [f64; 2]) -> [usize; 2] {
    let (count, mut sums) = (list.count() as f64, [0.0; 2]);
    for i in 0..list.count() {
        let [a, b] = list.ends(i);
        for axis in 0..2 {
            sums[axis] += (b[axis] - a[axis]).abs() / extent[axis];
        }
    }
    // So that edges are as long as a cell, on average, at most.
    let most = sums.map(|sum| (count / sum).max(1.0).min(2.0 * count));
    let cells = 2.0 * count;
    let both = libm::sqrt(cells);
    let [columns, rows] = match most {
        [x, y] if x < both => [x, y.min(cells / x)],
        [x, y] if y < both => [x.min(cells / y), y],
        _ => [both; 2],
    };
    [columns as usize, rows as usize].map(|n| n.max(1))
}

/// Whether the way from a point to a middle crosses an edge; `None` where that is not sure, or the point may
/// be on the edge.
#[inline(always)]
fn crosses(point: &LocalPoint, middle: [f64; 2], [a, b]: [[f64; 2]; 2]) -> Option<bool> {
    let (way, u, v) = (point.to(middle), point.to(a), point.to(b));
    let [start, end] = [u, v].map(|corner| point.turn(way, corner));
    let (is_left, is_right) = (
        start.0 > start.1 && end.0 > end.1,
        start.0 < -start.1 && end.0 < -end.1,
    );
    if is_left || is_right {
        return Some(false);
    }
    let own = point.turn(u, v);
    let away = |corner: [f64; 2]| [corner[0] - middle[0], corner[1] - middle[1]];
    let others = point.turn(away(a), away(b));
    if own.0.abs() <= own.1 || others.0.abs() <= others.1 {
        return None;
    }
    if (own.0 > 0.0) == (others.0 > 0.0) {
        return Some(false);
    }
    (start.0.abs() > start.1 && end.0.abs() > end.1).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    struct Ring(Vec<[f64; 2]>);

    impl EdgeList for Ring {
        fn count(&self) -> usize {
            self.0.len()
        }
        fn ends(&self, i: usize) -> [[f64; 2]; 2] {
            [self.0[i], self.0[(i + 1) % self.0.len()]]
        }
    }

    /// Nearly all points are decided, as crossings of all edges decide them, and cells keep few numbers.
    #[test]
    fn nearly_all_points_are_decided() {
        let mut state = 5;
        let mut random = || (noise::next(&mut state) >> 11) as f64 / (1_u64 << 53) as f64;
        let round = |k: usize, r: f64| [r * libm::cos(k as f64 / 80.0), r * libm::sin(k as f64 / 80.0)];
        let tooth = |k: usize| [(k / 2) as f64 / 250.0, if k % 4 < 2 { 0.0 } else { 1.0 }];
        let ragged = (0..502).map(|k| round(k, 0.8 + 0.2 * random())).collect();
        let comb = (0..502).map(tooth).chain([[1.0, -0.1], [0.0, -0.1]]).collect();
        for ring in [Ring(ragged), Ring(comb)] {
            let grid = CellGrid::new(&ring, [[-1.0; 2], [1.0; 2]]).unwrap();
            assert!(grid.edges.len() < 4 * ring.count() && grid.cells.len() < 3 * ring.count());
            let (mut decided, mut held, mut beside_edges) = (0, 0, 0);
            for _ in 0..4000 {
                let at = [2.0 * random() - 1.0, 2.0 * random() - 1.0];
                let crosses = |i: &usize| {
                    let [a, b] = ring.ends(*i);
                    let is_left = (b[0] - a[0]) * (at[1] - a[1]) > (b[1] - a[1]) * (at[0] - a[0]);
                    (a[1] <= at[1]) != (b[1] <= at[1]) && is_left == (b[1] > a[1])
                };
                let truth = (0..ring.count()).filter(crosses).count() % 2 == 1;
                let cell = grid.index(at[1], 1) * grid.columns + grid.index(at[0], 0);
                beside_edges += usize::from(grid.cells[cell] >> 2 < grid.cells[cell + 1] >> 2);
                let found = grid.holds(&ring, &LocalPoint { at, error: 1e-14 });
                assert!(found.is_none_or(|found| found == truth), "{at:?}");
                decided += usize::from(found.is_some());
                held += usize::from(truth);
            }
            assert!(
                decided > 3990 && held > 400 && beside_edges > 400,
                "{decided} {held} {beside_edges}"
            );
        }
    }
}
