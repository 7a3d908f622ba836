//! A mesh of some triangles of another, with the vertices that they use.

use alloc::vec::Vec;

use super::error::RepairError;
use crate::shape::{Mesh, Space3, renumbered};

/// The mesh of these triangles between vertices of a mesh, and for each of its vertices the old one; these
/// are in their old order.
pub(super) fn rebuilt<V: Space3>(
    vertices: &[V],
    mut triangles: Vec<[u32; 3]>,
) -> Result<(Mesh<V>, Vec<u32>), RepairError> {
    if triangles.is_empty() {
        return Err(RepairError::NothingLeft);
    }
    let used = renumbered(triangles.as_flattened_mut(), vertices.len());
    let kept = used.iter().map(|&old| vertices[old as usize]).collect();
    Ok((Mesh::new(kept, triangles)?, used))
}
