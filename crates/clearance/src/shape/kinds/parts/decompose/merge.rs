//! Triangles merged into convex polygons, after Hertel and Mehlhorn, "Fast triangulation of simple polygons"
//! (1983).
//!
//! Every inner edge is looked at once, and removed if the corners at both of its ends stay convex. The result
//! has at most four times as many parts as the best decomposition. Orientation tests are exact, so parts are
//! exactly convex.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::orientation::orient2d;

/// Half-edges of all faces: `3 * t + k` runs from corner `k` of triangle `t` to the next corner.
struct HalfEdges {
    origin: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// The half-edge that runs the other way; `NONE` on the border.
    twin: Vec<u32>,
    removed: Vec<bool>,
}

const NONE: u32 = u32::MAX;

/// The triangles (counter-clockwise, indices into positions), merged where the union is convex.
pub(super) fn merged(triangles: &[[u32; 3]], position: impl Fn(u32) -> [f64; 2]) -> Vec<Vec<u32>> {
    let mut edges = HalfEdges::new(triangles);
    let convex = |a: u32, b: u32, c: u32| orient2d([a, b, c].map(&position)) >= 0.0;
    for h in 0..edges.origin.len() as u32 {
        let t = edges.twin[h as usize];
        if t != NONE && h < t && edges.corners_after(h, t).iter().all(|c| convex(c[0], c[1], c[2])) {
            edges.remove(h, t);
        }
    }
    edges.faces()
}

impl HalfEdges {
    fn new(triangles: &[[u32; 3]]) -> Self {
        let n = 3 * triangles.len() as u32;
        let origin: Vec<u32> = triangles.iter().flatten().copied().collect();
        let turn = |h: u32, by: u32| h / 3 * 3 + (h + by) % 3;
        let next: Vec<u32> = (0..n).map(|h| turn(h, 1)).collect();
        let previous = (0..n).map(|h| turn(h, 2)).collect();
        let ends = |h: u32| {
            let (a, b) = (origin[h as usize], origin[next[h as usize] as usize]);
            (a.min(b), a.max(b))
        };
        let mut order: Vec<u32> = (0..n).collect();
        order.sort_unstable_by_key(|&h| (ends(h), h));
        let mut twin = vec![NONE; n as usize];
        for pair in order.windows(2).filter(|p| ends(p[0]) == ends(p[1])) {
            twin[pair[0] as usize] = pair[1];
            twin[pair[1] as usize] = pair[0];
        }
        Self {
            removed: vec![false; n as usize],
            origin,
            next,
            previous,
            twin,
        }
    }
    /// The corners (before, at, after) at both ends of the edge `h` with its twin `t`, if it is removed.
    fn corners_after(&self, h: u32, t: u32) -> [[u32; 3]; 2] {
        [(h, t), (t, h)].map(|(h, t)| {
            let after = self.next[self.next[t as usize] as usize];
            [self.previous[h as usize], h, after].map(|e| self.origin[e as usize])
        })
    }
    /// Removes the edge: its two faces become one.
    fn remove(&mut self, h: u32, t: u32) {
        for (h, t) in [(h, t), (t, h)] {
            let (before, after) = (self.previous[h as usize], self.next[t as usize]);
            self.next[before as usize] = after;
            self.previous[after as usize] = before;
            self.removed[h as usize] = true;
        }
    }
    /// The vertices of each face.
    fn faces(mut self) -> Vec<Vec<u32>> {
        let mut faces = Vec::new();
        for start in 0..self.origin.len() {
            let (mut face, mut h) = (Vec::new(), start);
            while !self.removed[h] {
                self.removed[h] = true;
                face.push(self.origin[h]);
                h = self.next[h] as usize;
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
        faces
    }
}
