//! 3D shapes as triangles to draw.

use clearance_io::report::solid::Solid;
use wasm_bindgen::prelude::*;

use crate::exchange::space::numbers;
use crate::shape::Shape3;

/// Triangles and edges to draw.
#[wasm_bindgen]
pub struct Surface(Solid);

#[wasm_bindgen]
impl Surface {
    pub fn vertices(&self) -> Vec<f64> {
        numbers(self.0.vertices.iter().copied())
    }
    pub fn triangles(&self) -> Vec<u32> {
        self.0.triangles.as_flattened().to_vec()
    }
    pub fn edges(&self) -> Vec<u32> {
        self.0.edges.as_flattened().to_vec()
    }
}

#[wasm_bindgen]
impl Shape3 {
    /// The surface, in the shape's own frame; a half-space has none.
    pub fn surface(&self) -> Surface {
        Surface(Solid::of(&self.0))
    }
}
