//! The pieces of a mesh, each as a mesh.

use alloc::vec::Vec;

use super::super::joined::Joined;
use super::error::RepairError;
use super::rebuild::rebuilt;
use crate::shape::{Mesh, Space3};

/// A piece of a mesh.
#[derive(Clone, Debug)]
pub struct MeshPiece<V: Space3> {
    /// The piece, as a mesh.
    pub mesh: Mesh<V>,
    /// For each of its vertices the number in the whole.
    pub vertices: Vec<u32>,
    /// For each of its triangles the number in the whole.
    pub triangles: Vec<u32>,
}

/// Splits a mesh into its connected pieces, in the order of their first triangles.
///
/// Triangles with a common edge are of one piece ([`Report::pieces`](super::super::Report::pieces)); those of
/// which two corners have the same coordinates are in none. The border of a cavity is a piece of its own,
/// whose triangles face into the cavity: as a mesh it is turned outwards, and [`Mesh::was_inside_out`] says
/// so.
///
/// Errors: a mesh without a triangle that has three different corners. O(n log n).
///
/// ```
/// use clearance::{glam::DVec3, mesh::split, shape::Mesh};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let pieces = split(&Mesh::new(corners, vec![[0, 1, 2], [3, 2, 1], [0, 3, 3]])?)?;
/// assert!(pieces.len() == 1 && pieces[0].triangles == [0, 1]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn split<V: Space3>(mesh: &Mesh<V>) -> Result<Vec<MeshPiece<V>>, RepairError> {
    let pieces = Joined::new(mesh).pieces();
    if pieces.is_empty() {
        return Err(RepairError::NothingLeft);
    }
    let piece = |triangles: Vec<u32>| {
        let corners = triangles.iter().map(|&t| mesh.triangles()[t as usize]).collect();
        let (mesh, vertices) = rebuilt(mesh.vertices(), corners)?;
        Ok(MeshPiece {
            mesh,
            vertices,
            triangles,
        })
    };
    pieces.into_iter().map(piece).collect()
}
