//! Triangle meshes in files: STL, OBJ, PLY, glTF and GLB, read by well-maintained crates.
//!
//! A file has one or more parts (STL solids, OBJ objects, glTF nodes). Corners at exactly the same position
//! become one vertex, so that a closed surface is recognised as closed. Coordinates are kept as in the file,
//! in its units; only glTF nodes are transformed.

mod gltf;
mod obj;
mod ply;
mod stl;
mod surface;

use std::path::Path;

pub use surface::{Part, Surface};

use crate::files::{Access, Folder, Source};
use crate::problem::Problem;

/// The supported file name extensions, for messages.
pub const ENDINGS: &str = ".stl, .obj, .ply, .gltf, .glb";

/// Whether a file name has an extension of a mesh.
pub fn is_mesh_file(file: &Path) -> bool {
    reader(file).is_some()
}

/// The parts of a mesh file that the caller names, in the order of the file; at least one.
pub fn read_parts(file: &Path, access: &Access) -> Result<Vec<Part>, Problem> {
    let reader = known(file)?;
    let (source, folder) = access.open(file)?;
    parts(reader, file, source, &folder)
}

/// All parts of a mesh file that the caller names, as one surface.
pub fn read_merged(file: &Path, access: &Access) -> Result<Surface, Problem> {
    read_parts(file, access).map(merged)
}

/// All parts of a mesh file that a document in this folder names, as one surface.
pub fn read_named(name: &Path, folder: &Folder) -> Result<Surface, Problem> {
    let file = folder.join(name);
    let reader = known(&file)?;
    let source = folder.open(name)?;
    parts(reader, &file, source, &folder.beside(&file)).map(merged)
}

fn parts(reader: Reader, file: &Path, mut source: Source, folder: &Folder) -> Result<Vec<Part>, Problem> {
    let read = reader(file, &mut source, folder);
    let mut parts = source.checked(read).map_err(|problem| problem.in_file(file))?;
    parts.retain(|part| !part.surface.triangles.is_empty());
    if parts.is_empty() {
        return Err(Problem::malformed(file, "no triangles"));
    }
    for part in &parts {
        part.surface.check().map_err(|problem| problem.in_file(file))?;
    }
    Ok(parts)
}

fn merged(parts: Vec<Part>) -> Surface {
    let mut all = Surface::default();
    for part in parts {
        all.append(&part.surface);
    }
    all.welded()
}

/// Reads a file of this name; other files that it names are in this folder.
type Reader = fn(&Path, &mut Source, &Folder) -> Result<Vec<Part>, Problem>;

fn known(file: &Path) -> Result<Reader, Problem> {
    reader(file)
        .ok_or_else(|| Problem::malformed(file, format!("not a mesh: the name must end in one of {ENDINGS}")))
}

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
