//! Hulls that cover a solid mesh.

use clearance::mesh::{ConvexParts, ConvexPartsError, ConvexPartsOptions};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::found::Found;
use crate::questions::{read, rows};

fn refused(error: ConvexPartsError) -> Problem {
    Problem::new("invalid_shape", error.field(), error.fault())
}

/// An answer for each hull: its error and then its corners; the corners of all faces, and how many each has.
#[wasm_bindgen(js_name = convexParts)]
pub fn convex_parts(
    vertices: &[f64],
    triangles: &[u32],
    concavity: f64,
    max_parts: u32,
) -> Answer<Vec<Found>> {
    let options = ConvexPartsOptions {
        concavity,
        max_parts: max_parts as usize,
    };
    let parts = ConvexParts::new(&read(vertices, triangles)?, &options).map_err(refused)?;
    let each = parts.hulls().iter().zip(parts.errors());
    let found = each.map(|(hull, &error)| {
        let faces = (0..hull.face_count()).map(|f| hull.face_vertices(f).to_vec());
        let mut numbers = vec![error];
        numbers.extend(hull.vertices().iter().flat_map(|v| v.to_array()));
        Found {
            mesh: None,
            lists: rows(&faces.collect::<Vec<_>>()).to_vec(),
            numbers,
        }
    });
    Ok(found.collect())
}
