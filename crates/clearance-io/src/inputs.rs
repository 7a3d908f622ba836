//! The files of a check: one scene, or meshes that are in place already.

use std::path::Path;

use crate::files::Access;
use crate::mesh::{ENDINGS, is_mesh_file};
use crate::mesh_parts::read_meshes_into;
use crate::problem::{Code, Problem};
use crate::scene::{AsTheyAre, Scene, Sink, read_scene_into};

/// How many files a title names.
const NAMED: usize = 3;

/// Reads one scene, or the parts of any number of mesh files as [`read_meshes`] does.
///
/// [`read_meshes`]: crate::scene::read_meshes
/// [`read_scene`]: crate::scene::read_scene
///
/// Errors: `InvalidShape` for a file that is no mesh among several; those of [`read_scene`] and
/// [`read_meshes`].
pub fn read_files(files: &[&Path], access: &Access) -> Result<Scene, Problem> {
    read_files_into(files, access, &mut AsTheyAre)
}

/// The same, with something done with each object of a scene of space in double precision.
pub fn read_files_into(files: &[&Path], access: &Access, sink: &mut dyn Sink) -> Result<Scene, Problem> {
    match files {
        [file] if !is_mesh_file(file) => {
            read_scene_into(file, access, sink).map_err(|p| with_endings(p, file))
        }
        _ => match files.iter().find(|file| !is_mesh_file(file)) {
            Some(file) => Err(Problem::new(
                Code::InvalidShape,
                format!("not a mesh; give one scene, or any number of files that end in one of {ENDINGS}"),
            )
            .in_file(file)),
            None => read_meshes_into(files, access, sink),
        },
    }
}

/// The same problem, with the endings of meshes if the file may have been meant as one.
fn with_endings(mut problem: Problem, file: &Path) -> Problem {
    let ending = file
        .extension()
        .filter(|ending| !ending.eq_ignore_ascii_case("json"));
    if let Some(ending) = ending
        && problem.code == Code::InvalidJson
    {
        problem.message += &format!(
            "; .{} is read as a scene, which is JSON; meshes end in one of {ENDINGS}",
            ending.display()
        );
    }
    problem
}

/// A heading for reports: the names of the first files.
pub fn title(files: &[&Path]) -> String {
    let names = files.iter().filter_map(|file| file.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).take(NAMED).collect();
    let more = if files.len() > names.len() { ", …" } else { "" };
    names.join(", ") + more
}
