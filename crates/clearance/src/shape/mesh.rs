//! Triangle mesh.

use alloc::vec::Vec;

use super::check;
use super::error::InvalidShape;
use crate::math::Vector3;

/// Triangles with shared vertices; a solid where they close.
#[derive(Clone, Debug)]
pub struct Mesh<V> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
}

impl<V: Vector3> Mesh<V> {
    /// Triangles as triples of indices.
    pub fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, InvalidShape> {
        check::points("vertices", &vertices, 1)?;
        Ok(Self { vertices, triangles })
    }
    /// The vertices.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// The triangles.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }
}
