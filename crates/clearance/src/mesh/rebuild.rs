//! A mesh of some triangles of another, with the vertices that they use.

use alloc::vec;
use alloc::vec::Vec;

use super::error::RepairError;
use crate::shape::{Mesh, Space3};

/// No vertex.
const NONE: u32 = u32::MAX;

/// The mesh of these triangles between vertices of a mesh, and for each of its vertices the old one; these
/// are in their old order.
pub(super) fn rebuilt<V: Space3>(
    vertices: &[V],
    mut triangles: Vec<[u32; 3]>,
) -> Result<(Mesh<V>, Vec<u32>), RepairError> {
    if triangles.is_empty() {
        return Err(RepairError::NothingLeft);
    }
    let mut used: Vec<u32> = triangles.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    // A piece of a large mesh takes no longer than its own size.
    let is_small = used.len() < vertices.len() / 64;
    let mut new_number = vec![NONE; if is_small { 0 } else { vertices.len() }];
    for (new, &old) in used.iter().enumerate().filter(|_| !is_small) {
        new_number[old as usize] = new as u32;
    }
    for corner in triangles.iter_mut().flatten() {
        *corner = match is_small {
            true => used.partition_point(|old| old < corner) as u32,
            false => new_number[*corner as usize],
        };
    }
    let kept = used.iter().map(|&old| vertices[old as usize]).collect();
    Ok((Mesh::new(kept, triangles)?, used))
}
