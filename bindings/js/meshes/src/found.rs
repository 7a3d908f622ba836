//! The answers: a mesh, lists of numbers.

use clearance::glam::DVec3;
use clearance::shape::Mesh;
use wasm_bindgen::prelude::*;

/// An answer.
#[wasm_bindgen]
pub struct Found {
    pub(crate) mesh: Option<Mesh<DVec3>>,
    pub(crate) lists: Vec<Vec<u32>>,
    pub(crate) numbers: Vec<f64>,
}

#[wasm_bindgen]
impl Found {
    pub fn vertices(&self) -> Vec<f64> {
        let vertices = self.mesh.iter().flat_map(|mesh| mesh.vertices());
        vertices.flat_map(|v| v.to_array()).collect()
    }
    pub fn triangles(&self) -> Vec<u32> {
        let triangles = self.mesh.iter().flat_map(|mesh| mesh.triangles());
        triangles.flatten().copied().collect()
    }
    #[wasm_bindgen(js_name = isSolid)]
    pub fn is_solid(&self) -> bool {
        self.mesh.as_ref().is_some_and(Mesh::is_solid)
    }
    #[wasm_bindgen(js_name = wasInsideOut)]
    pub fn was_inside_out(&self) -> bool {
        self.mesh.as_ref().is_some_and(Mesh::was_inside_out)
    }
    pub fn list(&self, i: usize) -> Vec<u32> {
        self.lists.get(i).cloned().unwrap_or_default()
    }
    pub fn numbers(&self) -> Vec<f64> {
        self.numbers.clone()
    }
}

impl Found {
    /// The answer that is a mesh.
    pub(crate) fn made(mesh: Mesh<DVec3>, lists: Vec<Vec<u32>>) -> Self {
        Self {
            mesh: Some(mesh),
            lists,
            numbers: Vec::new(),
        }
    }
}
