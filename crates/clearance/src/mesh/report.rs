//! What a mesh is, and what is wrong with it.

use alloc::vec::Vec;

use super::joined::{Joined, ends};
use super::unit::to_about_one;
use crate::exact::number::round::times_power_of_two;
use crate::math::lift;
use crate::measure::{MeasureSpace, SelfCrossings, Total, mesh_volume, self_crossings};
use crate::shape::{Mesh, Space3};

/// What a mesh is, and what is wrong with it. All lists are sorted.
///
/// Edges are pairs of vertices, the smaller number first, and may have any number of triangles. Triangles of
/// which two corners have the same coordinates have no edges.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Edges of one triangle only: where the surface ends.
    pub open_edges: Vec<[u32; 2]>,
    /// Edges of several triangles, which do not run along it equally often in both directions: two
    /// neighbours face different ways, or the number is odd.
    pub inconsistent_edges: Vec<[u32; 2]>,
    /// Edges of more than two triangles.
    pub crowded_edges: Vec<[u32; 2]>,
    /// Triangles without area, exactly: corners in one place or in line.
    pub flat_triangles: Vec<u32>,
    /// Triangles with the same three corners in any order: the first of them, and each other one.
    pub doubles: Vec<[u32; 2]>,
    /// The triangles of each connected piece. Triangles with a common edge are connected, those with a common
    /// corner alone are not. Those of which two corners have the same coordinates are in no piece.
    pub pieces: Vec<Vec<u32>>,
    /// Vertices − edges + triangles, of the triangles in these pieces: 2 for each closed piece without
    /// handles, 2 less for each handle, 1 for a disc.
    pub euler_characteristic: i64,
    /// Pairs of triangles that meet in more than the corners or the edge that they share. Flat triangles and
    /// doubles are left out.
    pub crossings: Vec<[u32; 2]>,
    /// The volume, if the mesh is a solid; in the unit of the input to the power of 3.
    pub volume: Option<f64>,
    /// The sum of the areas of all triangles.
    pub area: f64,
}

impl Report {
    /// Whether no edge is open.
    pub fn is_closed(&self) -> bool {
        self.open_edges.is_empty()
    }
    /// Whether neighbours face the same way everywhere.
    pub fn is_oriented(&self) -> bool {
        self.inconsistent_edges.is_empty()
    }
    /// Whether no edge has more than two triangles.
    pub fn is_edge_manifold(&self) -> bool {
        self.crowded_edges.is_empty()
    }
    /// Whether some triangles meet in more than what they share.
    pub fn crosses_itself(&self) -> bool {
        !self.crossings.is_empty()
    }
    /// Whether it is a solid without a fault: closed, oriented, of no more than two triangles at an edge, of
    /// triangles with area, and nowhere crossing itself.
    pub fn is_sound(&self) -> bool {
        self.volume.is_some()
            && self.is_closed()
            && self.is_oriented()
            && self.is_edge_manifold()
            && self.flat_triangles.is_empty()
            && !self.crosses_itself()
    }
}

/// Looks a mesh over: whether it is closed and consistently oriented, which edges and triangles have faults,
/// in which pieces it is, where it crosses itself, how large it is.
///
/// Which triangles are flat and which cross is decided exactly, for the coordinates as given. Volume and area
/// are within some 1e-15 of the sum of the sizes of the triangles. A mesh whose triangles all faced inwards
/// was turned when it was made ([`Mesh::was_inside_out`]); so the volume is positive.
///
/// Takes O((n + k) log n) time for n triangles and k pairs of them whose boxes meet: some three times as long
/// as to make the mesh, and seven times where neighbours lie in one plane, which only exact arithmetic tells.
///
/// ```
/// use clearance::{glam::DVec3, mesh::report, shape::Mesh};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let mut faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let whole = report(&Mesh::new(corners.clone(), faces.clone())?);
/// assert!(whole.is_sound() && whole.euler_characteristic == 2);
/// assert_eq!((whole.volume, whole.pieces), (Some(1.0 / 6.0), vec![vec![0, 1, 2, 3]]));
/// faces.pop();
/// let open = report(&Mesh::new(corners, faces)?);
/// assert_eq!((open.open_edges, open.volume), (vec![[1, 2], [1, 3], [2, 3]], None));
/// # Ok::<(), clearance::shape::InvalidShape>(())
/// ```
pub fn report<V: Space3 + MeasureSpace>(mesh: &Mesh<V>) -> Report {
    let joined = Joined::new(mesh);
    let SelfCrossings { flat, pairs } = self_crossings(mesh, &joined.same);
    let mut report = Report {
        flat_triangles: flat,
        crossings: pairs,
        doubles: joined.doubles(),
        pieces: joined.pieces(),
        volume: mesh.is_solid().then(|| mesh_volume(mesh)),
        area: area(mesh),
        ..Report::default()
    };
    let mut edges = 0;
    for run in joined.edges.runs() {
        edges += 1;
        let back = run.iter().filter(|e| e.4).count();
        match run.len() {
            1 => report.open_edges.push(ends(run)),
            n if 2 * back != n => report.inconsistent_edges.push(ends(run)),
            _ => {}
        }
        if run.len() > 2 {
            report.crowded_edges.push(ends(run));
        }
    }
    let triangles: usize = report.pieces.iter().map(Vec::len).sum();
    report.euler_characteristic = vertex_count(&joined, &report.pieces) - edges + triangles as i64;
    report
}

/// How many vertices the pieces have.
fn vertex_count(joined: &Joined, pieces: &[Vec<u32>]) -> i64 {
    let all = pieces.iter().flatten();
    let mut corners: Vec<u32> = all.flat_map(|&t| joined.triangles[t as usize]).collect();
    corners.sort_unstable();
    corners.dedup();
    corners.len() as i64
}

/// In a unit near the size of the mesh, so that no product overflows.
fn area<V: Space3>(mesh: &Mesh<V>) -> f64 {
    let bounds = mesh.bounds();
    let unit = to_about_one((lift(bounds.max) - lift(bounds.min)).max_element());
    let mut sum = Total::default();
    for t in 0..mesh.triangles().len() {
        let [a, b, c] = mesh.corners(t).map(lift);
        let [u, v] = [b - a, c - a].map(|w| unit.times_each(w));
        sum.add(0.5 * u.cross(v).length());
    }
    times_power_of_two(sum.value(), -2 * i64::from(unit.0))
}
