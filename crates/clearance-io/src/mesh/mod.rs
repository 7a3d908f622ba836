//! Triangle meshes on disk: STL, OBJ, PLY, glTF and GLB, through well-kept crates.
//!
//! A file holds one or more parts (STL solids, OBJ objects, glTF nodes). Corners at exactly the same place become one
//! vertex, so that a closed surface is found to be closed. Coordinates are kept as they are in the file, in its units;
//! only glTF nodes are transformed.

mod gltf;
mod obj;
mod ply;
mod stl;
mod surface;

use std::path::Path;

pub use surface::{Part, Surface};

use crate::problem::Problem;

/// The file name endings that are read, for messages.
pub const ENDINGS: &str = ".stl, .obj, .ply, .gltf, .glb";

/// Whether a file is a mesh by its name.
pub fn is_mesh_file(file: &Path) -> bool {
    reader(file).is_some()
}

/// The parts of a mesh file, in the order of the file; at least one.
pub fn read_parts(file: &Path) -> Result<Vec<Part>, Problem> {
    let read = reader(file)
        .ok_or_else(|| Problem::malformed(file, format!("not a mesh by its name: one of {ENDINGS}")))?;
    let mut parts = read(file).map_err(|problem| problem.in_file(file))?;
    parts.retain(|part| !part.surface.triangles.is_empty());
    if parts.is_empty() {
        return Err(Problem::malformed(file, "no triangles"));
    }
    for part in &parts {
        part.surface.check().map_err(|problem| problem.in_file(file))?;
    }
    Ok(parts)
}

/// All parts of a mesh file as one surface.
pub fn read_merged(file: &Path) -> Result<Surface, Problem> {
    let mut all = Surface::default();
    for part in read_parts(file)? {
        all.append(&part.surface);
    }
    Ok(all.welded())
}

type Reader = fn(&Path) -> Result<Vec<Part>, Problem>;

fn reader(file: &Path) -> Option<Reader> {
    let ending = file.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "stl" => stl::read,
        "obj" => obj::read,
        "ply" => ply::read,
        "gltf" | "glb" => gltf::read,
        _ => return None,
    })
}
