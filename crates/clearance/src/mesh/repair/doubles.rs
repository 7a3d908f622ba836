//! Of triangles with the same corners one is left.

use alloc::vec::Vec;

use super::super::joined::Joined;
use super::error::RepairError;
use super::rebuild::rebuilt;
use crate::shape::{Mesh, Space3};

/// A mesh without doubled triangles, and what was done.
#[derive(Clone, Debug)]
pub struct WithoutDoubles<V: Space3> {
    /// The mesh.
    pub mesh: Mesh<V>,
    /// For each new vertex its old number. Vertices without triangles are gone.
    pub vertices: Vec<u32>,
    /// For each new triangle its old number.
    pub triangles: Vec<u32>,
    /// The triangle that stayed, and the one that went.
    pub removed: Vec<[u32; 2]>,
}

/// Of the triangles with the same three corners, in any order, keeps the first.
///
/// So a sheet that was given with both of its sides keeps one of them. Corners are the same if their
/// coordinates are. Errors: none but those of [`Mesh::new`]. O(n log n).
///
/// ```
/// use clearance::{glam::DVec3, mesh::without_doubles, shape::Mesh};
/// let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2], [1, 2, 0], [0, 2, 1]])?;
/// let single = without_doubles(&mesh)?;
/// assert_eq!((single.mesh.triangles(), single.removed), (&[[0, 1, 2]][..], vec![[0, 1], [0, 2]]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn without_doubles<V: Space3>(mesh: &Mesh<V>) -> Result<WithoutDoubles<V>, RepairError> {
    let removed = Joined::new(mesh).doubles();
    let mut gone: Vec<u32> = removed.iter().map(|pair| pair[1]).collect();
    gone.sort_unstable();
    let all = 0..mesh.triangles().len() as u32;
    let triangles: Vec<u32> = all.filter(|t| gone.binary_search(t).is_err()).collect();
    let corners = triangles.iter().map(|&t| mesh.triangles()[t as usize]).collect();
    let (mesh, vertices) = rebuilt(mesh.vertices(), corners)?;
    Ok(WithoutDoubles {
        mesh,
        vertices,
        triangles,
        removed,
    })
}
