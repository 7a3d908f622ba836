//! Fills the holes of a mesh.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::super::joined::Joined;
use super::super::unit::to_about_one;
use super::error::RepairError;
use super::triangulate::least_area;
use crate::math::lift;
use crate::shape::{Mesh, Space3};

/// Larger holes are never filled: they would take seconds and tens of megabytes.
const MOST_EDGES: usize = 1000;

/// A mesh with filled holes, and what was done.
#[derive(Clone, Debug)]
pub struct FilledHoles<V: Space3> {
    /// The mesh: the old vertices and triangles, and then the new triangles.
    pub mesh: Mesh<V>,
    /// The vertices around each hole that was filled, in the order in which the new triangles turn. A hole of
    /// n vertices has n − 2 new triangles, in the order of this list.
    pub holes: Vec<Vec<u32>>,
    /// The edges that are open still, each as its triangle runs along it; sorted.
    pub open_edges: Vec<[u32; 2]>,
}

/// Fills the holes of up to `max_edges` edges with triangles of the least area.
///
/// A hole is a simple ring of open edges: at each of its vertices two of them meet, along which the surface
/// is consistently oriented. Where two holes meet in a vertex, or neighbours face different ways, edges stay
/// open, and so do those of holes that have more than `max_edges` or 1000 edges. The outer border of a
/// surface is a ring as well: choose `max_edges` so that it is not filled.
///
/// New triangles face the same way as those around the hole; if a solid comes of it that faces inwards, all
/// are turned ([`Mesh::was_inside_out`]). No vertices are added, and no edge gets more than two triangles.
/// They may cross other triangles of the mesh; [`report`](super::super::report) says so.
///
/// Errors: more triangles than a mesh may have. O(n log n), and O(m³) for a hole of m edges: of 100 edges it
/// takes 1 ms, of 1000 edges 2 s and 24 MB.
///
/// ```
/// use clearance::{glam::DVec3, mesh::fill_holes, shape::Mesh};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let open = Mesh::new(corners, vec![[0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let filled = fill_holes(&open, 10)?;
/// assert!(filled.mesh.is_solid() && filled.open_edges.is_empty());
/// assert_eq!(filled.holes, [[0, 2, 1]]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn fill_holes<V: Space3>(mesh: &Mesh<V>, max_edges: usize) -> Result<FilledHoles<V>, RepairError> {
    let joined = Joined::new(mesh);
    let border = border(&joined);
    let mut triangles = mesh.triangles().to_vec();
    let (mut holes, mut is_filled) = (Vec::new(), vec![false; border.len()]);
    for ring in rings(&border) {
        if ring.len() > max_edges.min(MOST_EDGES) {
            continue;
        }
        let vertices: Vec<u32> = ring.iter().map(|&e| border[e][0]).collect();
        let Some(new) = filling(mesh, &joined, &vertices) else {
            continue;
        };
        triangles.extend(new);
        holes.push(vertices);
        ring.into_iter().for_each(|e| is_filled[e] = true);
    }
    let open = border.iter().zip(&is_filled).filter(|(_, filled)| !**filled);
    let mut open_edges: Vec<[u32; 2]> = open.map(|(e, _)| [e[1], e[0]]).collect();
    open_edges.sort_unstable();
    let mesh = Mesh::new(mesh.vertices().to_vec(), triangles)?;
    Ok(FilledHoles {
        mesh,
        holes,
        open_edges,
    })
}

/// The open edges as a triangle on their other side would run along them, sorted.
fn border(joined: &Joined) -> Vec<[u32; 2]> {
    let single = joined.edges.runs().filter(|run| run.len() == 1);
    let mut border: Vec<[u32; 2]> = single
        .map(|run| match run[0].4 {
            true => [run[0].0, run[0].1],
            false => [run[0].1, run[0].0],
        })
        .collect();
    border.sort_unstable();
    border
}

/// The simple rings of border edges, each from its smallest vertex on.
fn rings(border: &[[u32; 2]]) -> Vec<Vec<usize>> {
    let mut ends: Vec<u32> = border.iter().map(|e| e[1]).collect();
    ends.sort_unstable();
    // The edge that goes on from a vertex, if one comes and one goes.
    let from = |v: u32| {
        let first = border.partition_point(|e| e[0] < v);
        let going = border[first..].iter().take_while(|e| e[0] == v).count();
        let coming = ends.partition_point(|e| *e <= v) - ends.partition_point(|e| *e < v);
        (going == 1 && coming == 1).then_some(first)
    };
    let mut is_done = vec![false; border.len()];
    let mut rings = Vec::new();
    for start in 0..border.len() {
        let (mut ring, mut next) = (Vec::new(), from(border[start][0]));
        while let Some(edge) = next.filter(|&e| !is_done[e]) {
            is_done[edge] = true;
            ring.push(edge);
            next = from(border[edge][1]);
        }
        if ring.first().is_some_and(|&first| next == Some(first)) {
            rings.push(ring);
        }
    }
    rings
}

/// The triangles that fill a ring, in a unit near its size; `None` where it cannot be filled.
fn filling<V: Space3>(mesh: &Mesh<V>, joined: &Joined, ring: &[u32]) -> Option<Vec<[u32; 3]>> {
    let points: Vec<DVec3> = ring.iter().map(|&v| lift(mesh.vertices()[v as usize])).collect();
    let ways = points.iter().map(|p| *p - points[0]);
    let unit = to_about_one(ways.clone().fold(0.0, |m: f64, w| m.max(w.abs().max_element())));
    let scaled: Vec<DVec3> = ways.map(|w| unit.times_each(w)).collect();
    let is_edge = |i: usize, j: usize| {
        let (a, b) = (ring[i], ring[j]);
        joined.edges.has([a.min(b), a.max(b)])
    };
    let found = least_area(&scaled, is_edge)?;
    Some(found.into_iter().map(|t| t.map(|k| ring[k])).collect())
}
