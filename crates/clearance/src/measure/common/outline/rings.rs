//! Directed edges of the plane, joined to rings.
//!
//! At each point as many edges end as start. An edge and the same one the other way cancel out. Where several
//! edges start from a point, the one most to the left goes on: so each ring bounds one region on its left,
//! and regions that touch in a point have rings of their own. A walk that comes back to a point of its own
//! has closed a ring.
//!
//! Rounding may leave a point with one edge too many and another one, a last place beside it, with one too
//! few: at facets without area, whose edges are crossed twice in the same place. Then the two are joined.

use alloc::vec::Vec;
use core::f64::consts::PI;

use glam::DVec2;

/// From point to point.
pub(super) type Edge = [u32; 2];

/// The rings that edges form.
pub(super) fn joined_to_rings(at: &dyn Fn(u32) -> DVec2, edges: Vec<Edge>) -> Vec<Vec<u32>> {
    let mut left = without_opposites(edges);
    let closing = closing_edges(at, &left);
    left.extend(closing);
    let mut walks = Walks::new(at, without_opposites(left));
    let mut rings = Vec::new();
    while let Some(start) = walks.start() {
        walks.close_rings(start, &mut rings);
    }
    rings
}

/// Without edges of no length, and without pairs that cancel out; sorted.
fn without_opposites(edges: Vec<Edge>) -> Vec<Edge> {
    let sorted = |[p, q]: Edge| [p.min(q), p.max(q)];
    let mut edges: Vec<Edge> = edges.into_iter().filter(|[p, q]| p != q).collect();
    edges.sort_unstable_by_key(|&edge| (sorted(edge), edge));
    let mut kept = Vec::with_capacity(edges.len());
    for run in edges.chunk_by(|&e, &f| sorted(e) == sorted(f)) {
        let upwards = run.iter().filter(|[p, q]| p < q).count();
        let (more, less) = if 2 * upwards > run.len() {
            (sorted(run[0]), run.len() - upwards)
        } else {
            let [p, q] = sorted(run[0]);
            ([q, p], upwards)
        };
        kept.extend((2 * less..run.len()).map(|_| more));
    }
    kept.sort_unstable();
    kept
}

/// Edges from the points where too many end to those where too many start, the nearest first.
fn closing_edges(at: &dyn Fn(u32) -> DVec2, edges: &[Edge]) -> Vec<Edge> {
    let mut ends: Vec<(u32, i32)> = edges.iter().flat_map(|&[p, q]| [(p, -1), (q, 1)]).collect();
    ends.sort_unstable();
    let (mut sinks, mut sources) = (Vec::new(), Vec::new());
    for run in ends.chunk_by(|a, b| a.0 == b.0) {
        let surplus: i32 = run.iter().map(|end| end.1).sum();
        let list = if surplus > 0 { &mut sinks } else { &mut sources };
        list.extend((0..surplus.abs()).map(|_| run[0].0));
    }
    let mut closing = Vec::new();
    for sink in sinks {
        let distance = |&source: &u32| at(source).distance_squared(at(sink));
        let nearest =
            (0..sources.len()).min_by(|&i, &j| distance(&sources[i]).total_cmp(&distance(&sources[j])));
        closing.extend(nearest.map(|i| [sink, sources.swap_remove(i)]));
    }
    closing
}

/// Walks along edges, each of which is used once.
struct Walks<'a> {
    at: &'a dyn Fn(u32) -> DVec2,
    /// Sorted.
    edges: Vec<Edge>,
    is_used: Vec<bool>,
    /// All edges before this one are used.
    first: usize,
}

impl<'a> Walks<'a> {
    fn new(at: &'a dyn Fn(u32) -> DVec2, edges: Vec<Edge>) -> Self {
        let is_used = edges.iter().map(|_| false).collect();
        Self {
            at,
            edges,
            is_used,
            first: 0,
        }
    }
    /// An edge that is not used yet.
    fn start(&mut self) -> Option<usize> {
        self.first += self.is_used[self.first..]
            .iter()
            .take_while(|used| **used)
            .count();
        (self.first < self.edges.len()).then_some(self.first)
    }
    /// Walks from an edge on until it goes no further, and takes off each ring that is closed.
    fn close_rings(&mut self, start: usize, rings: &mut Vec<Vec<u32>>) {
        let mut walk = Vec::new();
        let mut next = Some(start);
        while let Some(edge) = next {
            self.is_used[edge] = true;
            let [from, to] = self.edges[edge];
            walk.push(from);
            if let Some(k) = walk.iter().rposition(|&p| p == to) {
                rings.push(walk.split_off(k));
            }
            let before = walk.last().map_or(from, |&p| if to == p { from } else { p });
            next = self.leftmost(before, to);
        }
    }
    /// The unused edge from a point that turns most to the left.
    fn leftmost(&self, before: u32, point: u32) -> Option<usize> {
        let first = self.edges.partition_point(|e| e[0] < point);
        let from_here = (first..self.edges.len()).take_while(|&e| self.edges[e][0] == point);
        let unused = from_here.filter(|&e| !self.is_used[e]);
        unused.max_by(|&e, &f| {
            let angle = |e: usize| self.turn([before, point, self.edges[e][1]]);
            angle(e).total_cmp(&angle(f))
        })
    }
    /// The angle by which a walk over three points turns left, from -π to π.
    fn turn(&self, [a, b, c]: [u32; 3]) -> f64 {
        let at = self.at;
        let (u, v) = (at(b) - at(a), at(c) - at(b));
        let angle = libm::atan2(u.perp_dot(v), u.dot(v));
        // Straight back bounds nothing on the left.
        if angle == PI { -PI } else { angle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn grid(v: u32) -> DVec2 {
        DVec2::new(f64::from(v % 10), f64::from(v / 10))
    }
    /// Edges around cells of a grid, the inside on the left.
    fn cell(x: u32, y: u32) -> [Edge; 4] {
        let p = |i: u32, j: u32| (y + j) * 10 + x + i;
        [
            [p(0, 0), p(1, 0)],
            [p(1, 0), p(1, 1)],
            [p(1, 1), p(0, 1)],
            [p(0, 1), p(0, 0)],
        ]
    }
    #[test]
    fn common_edges_cancel_out_and_corners_stay_apart() {
        let edges = [cell(0, 0), cell(1, 0), cell(2, 1)].concat();
        let mut rings = joined_to_rings(&grid, edges);
        rings.sort_by_key(Vec::len);
        assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [4, 6]);
        // A ring of eight cells around a hole.
        let around = (0..9).filter(|k| *k != 4).map(|k| cell(k % 3, k / 3));
        let rings = joined_to_rings(&grid, around.collect::<Vec<_>>().concat());
        assert_eq!(rings.len(), 2);
        assert_eq!(rings.iter().map(Vec::len).sum::<usize>(), 16);
    }
    /// Four cells around an empty one touch each other in corners: four rings, not two that cross.
    #[test]
    fn cells_that_touch_in_corners_have_rings_of_their_own() {
        let cells = [cell(1, 0), cell(0, 1), cell(2, 1), cell(1, 2)].concat();
        let rings = joined_to_rings(&grid, cells);
        assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [4; 4]);
    }
    #[test]
    fn open_ends_are_joined() {
        let rings = joined_to_rings(&grid, vec![[0, 2], [22, 20], [20, 0], [2, 12]]);
        assert_eq!(rings.len(), 1);
        assert_eq!(rings[0].len(), 5);
    }
}
