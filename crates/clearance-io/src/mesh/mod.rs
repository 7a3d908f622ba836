//! Triangle meshes in files: STL, OBJ, PLY, glTF, GLB and 3MF, read by well-maintained crates.
//!
//! A file has one or more parts (STL solids, OBJ objects, glTF nodes, 3MF items and components). Instances of
//! one mesh share it, each with its pose. Corners at exactly the same position become one vertex, so that a
//! closed surface is recognised as closed. Coordinates are kept as in the file, in its units.
//!
//! CAD and BIM files (STEP, IFC) have curved faces, and need a modelling kernel to become meshes:
//! [`Converter`] is where a caller that has one lends it.

mod converter;
mod gltf;
mod obj;
mod parts;
mod placement;
mod ply;
mod precision;
mod stl;
mod surface;
mod threemf;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

pub use converter::Converter;
pub use parts::Parts;
pub use precision::Precision;
pub use surface::{Part, Surface};

use crate::files::{Access, Folder, Source};
use crate::problem::Problem;

/// The supported file name extensions, for messages.
pub const ENDINGS: &str =
    ".stl, .obj, .ply, .gltf, .glb, .3mf (with the Python package also .step, .stp, .ifc)";

/// Whether a file name has an extension of a mesh, or of a file that can be converted to one.
pub fn is_mesh_file(file: &Path) -> bool {
    format(file).is_some()
}

/// The parts of a mesh file that the caller names, in the order of the file; at least one.
pub fn read_parts(file: &Path, access: &Access) -> Result<Vec<Part>, Problem> {
    let mut parts = Vec::new();
    each_part(file, access, &mut |part| {
        parts.push(part);
        Ok(())
    })?;
    Ok(parts)
}

/// Calls `take` with each part of a mesh file that the caller names, in the order of the file; there is at
/// least one. Parts of glTF come while the file is read, those of other formats when all of it was read.
pub(crate) fn each_part(file: &Path, access: &Access, take: &mut Take<'_>) -> Result<(), Problem> {
    let format = known(file)?;
    let (mut source, folder) = access.open(file)?;
    let Format::Streamed(reader) = format else {
        return parts(format, file, source, &folder)?
            .into_iter()
            .try_for_each(take);
    };
    let mut is_empty = true;
    let mut take_filled = |part: Part| {
        if part.surface.triangles.is_empty() {
            return Ok(());
        }
        is_empty = false;
        take(part)
    };
    let read = reader(file, &mut source, &folder, &mut take_filled);
    source.checked(read).map_err(|problem| problem.in_file(file))?;
    match is_empty {
        true => Err(Problem::malformed(file, "no triangles")),
        false => Ok(()),
    }
}

/// What is done with a part.
pub(crate) type Take<'a> = dyn FnMut(Part) -> Result<(), Problem> + 'a;

/// All parts of a mesh file that the caller names, as one surface.
pub fn read_merged(file: &Path, access: &Access) -> Result<Surface, Problem> {
    merged(read_parts(file, access)?).map_err(|problem| problem.in_file(file))
}

/// All parts of a mesh file that a document in this folder names, as one surface.
pub fn read_named(name: &Path, folder: &Folder) -> Result<Surface, Problem> {
    let file = folder.join(name);
    let format = known(&file)?;
    let source = folder.open(name)?;
    merged(parts(format, &file, source, &folder.beside(&file))?).map_err(|problem| problem.in_file(&file))
}

fn parts(format: Format, file: &Path, mut source: Source, folder: &Folder) -> Result<Vec<Part>, Problem> {
    let read = match format {
        Format::Own(reader) => reader(file, &mut source, folder),
        Format::Streamed(reader) => {
            let mut parts = Vec::new();
            let mut take = |part| {
                parts.push(part);
                Ok(())
            };
            reader(file, &mut source, folder, &mut take).map(|()| parts)
        }
        Format::Converted(name) => converter::read(name, file, folder),
    };
    let mut parts = source.checked(read).map_err(|problem| problem.in_file(file))?;
    parts.retain(|part| !part.surface.triangles.is_empty());
    if parts.is_empty() {
        return Err(Problem::malformed(file, "no triangles"));
    }
    let mut checked = BTreeSet::new();
    for part in &parts {
        if checked.insert(Arc::as_ptr(&part.surface)) {
            part.surface.check().map_err(|problem| problem.in_file(file))?;
        }
    }
    Ok(parts)
}

fn merged(parts: Vec<Part>) -> Result<Surface, Problem> {
    let mut all = Surface::default();
    for part in parts {
        all.append(&part.surface, &part.pose)?;
        all.precision = all.precision.or_coarser(part.precision);
    }
    Ok(all.welded())
}

/// Reads a file of this name; other files that it names are in this folder.
type Reader = fn(&Path, &mut Source, &Folder) -> Result<Vec<Part>, Problem>;

/// The same, part by part. What it reads is checked.
type StreamReader = fn(&Path, &mut Source, &Folder, &mut Take<'_>) -> Result<(), Problem>;

/// How a file becomes parts.
enum Format {
    /// By our own reader.
    Own(Reader),
    /// By one that need not hold all of them.
    Streamed(StreamReader),
    /// By the caller's converter; the name of the format.
    Converted(&'static str),
}

fn known(file: &Path) -> Result<Format, Problem> {
    format(file)
        .ok_or_else(|| Problem::malformed(file, format!("not a mesh: the name must end in one of {ENDINGS}")))
}

fn format(file: &Path) -> Option<Format> {
    let ending = file.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "stl" => Format::Own(stl::read),
        "obj" => Format::Own(obj::read),
        "ply" => Format::Own(ply::read),
        "gltf" | "glb" => Format::Streamed(gltf::each),
        "3mf" => Format::Own(threemf::read),
        "step" | "stp" => Format::Converted("STEP"),
        "ifc" => Format::Converted("IFC"),
        _ => return None,
    })
}
