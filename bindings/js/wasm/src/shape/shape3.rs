//! Shapes that only 3D has.

use clearance::glam::DVec3;
use clearance::shape::{AnyShape, Mesh, Shape3 as Solid, Terrain, TreeBuild};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::exchange::space::{vector, vectors};
use crate::shape::{Shape3, check_room};

/// The bytes that a triangle may take while its mesh is made.
const TRIANGLE: usize = 1024;

#[wasm_bindgen]
impl Shape3 {
    pub fn triangle(vertices: &[f64]) -> Answer<Self> {
        match vectors("vertices", vertices)?.as_slice() {
            &[a, b, c] => Ok(Self::of(Solid::triangle([a, b, c])?)),
            _ => Err(Problem::new("invalid_shape", "vertices", "must be three points")),
        }
    }
    pub fn cylinder(half_height: f64, radius: f64) -> Answer<Self> {
        Ok(Self::of(Solid::cylinder(half_height, radius)?))
    }
    pub fn cone(half_height: f64, radius: f64) -> Answer<Self> {
        Ok(Self::of(Solid::cone(half_height, radius)?))
    }
    /// Triangles as triples of indices; the tree over them is built well or fast.
    pub fn mesh(vertices: &[f64], triangles: &[u32], fast: bool) -> Answer<Self> {
        check_room("triangles", triangles.len() / 3 + vertices.len() / 3, TRIANGLE)?;
        if !triangles.len().is_multiple_of(3) {
            return Err(Problem::ragged("triangles", 3));
        }
        let triangles = triangles.chunks(3).map(|t| [t[0], t[1], t[2]]).collect();
        let how = if fast { TreeBuild::Fast } else { TreeBuild::Good };
        let mesh = Mesh::with_build(vectors("vertices", vertices)?, triangles, how)?;
        Ok(Self::of(Solid::Mesh(mesh)))
    }
    /// The triangles of this mesh, with their vertices elsewhere.
    pub fn refit(&self, vertices: &[f64]) -> Answer<Self> {
        check_room("vertices", vertices.len() / 3, TRIANGLE)?;
        let mesh = self.mesh_with_room()?;
        Ok(Self::of(Solid::Mesh(mesh.refit(vectors("vertices", vertices)?)?)))
    }
    /// The triangles of this mesh, each axis multiplied by its factor.
    pub fn scaled(&self, factors: &[f64]) -> Answer<Self> {
        let mesh = self.mesh_with_room()?;
        Ok(Self::of(Solid::Mesh(mesh.scaled(vector(factors))?)))
    }
    /// Heights row by row, with this many columns.
    pub fn terrain(heights: &[f64], columns: usize, spacing: &[f64]) -> Answer<Self> {
        check_room("heights", heights.len(), TRIANGLE)?;
        if columns == 0 || !heights.len().is_multiple_of(columns) {
            return Err(Problem::ragged("heights", columns));
        }
        let spacing = [0, 1].map(|i| spacing.get(i).copied().unwrap_or(0.0));
        let terrain = Terrain::from_rows(heights.to_vec(), columns, spacing, &[])?;
        Ok(Self::of(Solid::Terrain(terrain)))
    }
}

impl Shape3 {
    /// The mesh that it is, if there is memory for another one of as many triangles.
    fn mesh_with_room(&self) -> Answer<&Mesh<DVec3>> {
        match &*self.0 {
            Solid::Mesh(mesh) => {
                let count = mesh.triangles().len() + mesh.vertices().len();
                check_room("triangles", count, TRIANGLE).map(|()| mesh)
            }
            other => {
                let message = format!("must be a mesh, found a {}", other.kind());
                Err(Problem::new("unsupported_pair", "this", message))
            }
        }
    }
}
