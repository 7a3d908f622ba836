//! The triangles of a mesh between vertices of different coordinates, their edges, and the pieces that they
//! form.

use alloc::vec;
use alloc::vec::Vec;

use crate::shape::{Edge, Edges, Mesh, Space3, welded};

/// A mesh without vertices that have the same coordinates.
pub(super) struct Joined {
    /// For each vertex the first one with the same coordinates.
    pub same: Vec<u32>,
    /// The triangles between these.
    pub triangles: Vec<[u32; 3]>,
    /// The edges of the triangles with three different corners.
    pub edges: Edges,
}

impl Joined {
    pub fn new<V: Space3>(mesh: &Mesh<V>) -> Self {
        let same = welded(mesh.vertices());
        let joined = |t: &[u32; 3]| t.map(|v| same[v as usize]);
        let triangles: Vec<_> = mesh.triangles().iter().map(joined).collect();
        let edges = Edges::new(&triangles, same.len());
        Self {
            same,
            triangles,
            edges,
        }
    }
    /// Whether the corners of a triangle are different.
    pub fn has_corners(&self, triangle: usize) -> bool {
        let [a, b, c] = self.triangles[triangle];
        a != b && b != c && c != a
    }
    /// Pairs of triangles with the same three corners, in any order: the first one, and another.
    pub fn doubles(&self) -> Vec<[u32; 2]> {
        let sorted = |i: usize| {
            let mut corners = self.triangles[i];
            corners.sort_unstable();
            (corners, i as u32)
        };
        let sound = (0..self.triangles.len()).filter(|&i| self.has_corners(i));
        let mut order: Vec<_> = sound.map(sorted).collect();
        order.sort_unstable();
        let runs = order.chunk_by(|a, b| a.0 == b.0);
        let mut doubles: Vec<_> = runs
            .flat_map(|run| run[1..].iter().map(|other| [run[0].1, other.1]))
            .collect();
        doubles.sort_unstable();
        doubles
    }
    /// The triangles of each piece, in the order of their first ones. Two triangles with a common edge are of
    /// one piece, however they are oriented; those without three different corners are of none.
    pub fn pieces(&self) -> Vec<Vec<u32>> {
        let roots = self.roots();
        let mut number_of = vec![u32::MAX; roots.len()];
        let mut pieces: Vec<Vec<u32>> = Vec::new();
        for i in (0..roots.len()).filter(|&i| self.has_corners(i)) {
            let number = &mut number_of[roots[i] as usize];
            if *number == u32::MAX {
                *number = pieces.len() as u32;
                pieces.push(Vec::new());
            }
            pieces[*number as usize].push(i as u32);
        }
        pieces
    }
    /// For each triangle the first one of its piece (Galler and Fischer, "An improved equivalence algorithm",
    /// 1964; paths are halved as in Tarjan and van Leeuwen, 1984).
    fn roots(&self) -> Vec<u32> {
        let mut above: Vec<u32> = (0..self.triangles.len() as u32).collect();
        let root = |above: &mut Vec<u32>, mut i: u32| {
            while above[i as usize] != i {
                above[i as usize] = above[above[i as usize] as usize];
                i = above[i as usize];
            }
            i
        };
        for pair in self.edges.runs().flat_map(|run| run.windows(2)) {
            let [a, b] = [pair[0].2, pair[1].2].map(|t| root(&mut above, t));
            above[a.max(b) as usize] = a.min(b);
        }
        (0..above.len() as u32).map(|i| root(&mut above, i)).collect()
    }
}

/// The vertices of the edges of a run, the smaller one first.
pub(super) fn ends(run: &[Edge]) -> [u32; 2] {
    [run[0].0, run[0].1]
}
