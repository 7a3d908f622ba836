//! OBJ, read by `tobj`.

use std::io::BufReader;
use std::path::Path;

use tobj::{LoadError, LoadOptions, Model};

use super::precision::Precision;
use super::surface::{Part, Surface};
use crate::files::{Folder, Source};
use crate::problem::Problem;

/// Reads the objects of a file. Faces of more than three corners become triangle fans; materials are ignored.
pub fn read(file: &Path, source: &mut Source, _: &Folder) -> Result<Vec<Part>, Problem> {
    let options = LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..LoadOptions::default()
    };
    let no_materials = |_: &Path| Err(LoadError::GenericFailure);
    let (models, _) = tobj::load_obj_buf(&mut BufReader::new(source), &options, no_materials)
        .map_err(|error| Problem::malformed(file, format!("not a readable OBJ: {error}")))?;
    models.into_iter().map(part).collect()
}

fn part(model: Model) -> Result<Part, Problem> {
    let vertices = model.mesh.positions.as_chunks().0.to_vec();
    let triangles = model.mesh.indices.as_chunks().0.to_vec();
    let surface = Surface {
        vertices,
        triangles,
        precision: Precision::default(),
    };
    surface.check()?;
    let name = Some(model.name).filter(|name| !name.is_empty());
    Ok(Part::in_place(name, surface.welded().of_text()))
}
