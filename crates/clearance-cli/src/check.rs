//! `clearance check`: a scene, tested pair by pair.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clearance_io::check::{Checked, Settings, check};
use clearance_io::mesh::is_mesh_file;
use clearance_io::scene::{Objects, Scene, read_meshes, read_scene, read_stream};
use clearance_io::shape::ReadSpace;
use clearance_io::{Code, Problem, table as tables};

use crate::Status;
use crate::arguments::{Check, Format};
use crate::progress::Progress;
use crate::table;

/// Checks the files and prints what was found.
pub fn run(options: &Check) -> Result<Status, Problem> {
    match read(&options.files)? {
        Scene::Single2(scene) => run_in(&scene, options),
        Scene::Double2(scene) => run_in(&scene, options),
        Scene::Single3(scene) => run_in(&scene, options),
        Scene::Double3(scene) => run_in(&scene, options),
    }
}

fn read(files: &[PathBuf]) -> Result<Scene, Problem> {
    match files {
        [file] if file == Path::new("-") => read_stream(io::stdin().lock()),
        [file] if !is_mesh_file(file) => read_scene(file),
        _ => {
            let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
            match files.iter().find(|file| !is_mesh_file(file)) {
                Some(file) => Err(Problem::new(
                    Code::InvalidShape,
                    "not a mesh by its name; give one scene, or any number of .stl, .obj, .ply, .gltf and .glb files",
                )
                .in_file(file)),
                None => read_meshes(&files),
            }
        }
    }
}

fn run_in<V: ReadSpace>(scene: &Objects<V>, options: &Check) -> Result<Status, Problem> {
    let settings = Settings {
        within: options.within,
        tolerance: options.tolerance,
    };
    let progress = Progress::new(scene.objects.len());
    let checked = check(scene, &settings, &|steps| progress.advance(steps));
    progress.finish();
    print(scene, &checked, options.format)?;
    Ok(if checked.overlaps() {
        Status::Overlap
    } else if checked.unanswered.is_empty() {
        Status::Clear
    } else {
        Status::Unusable
    })
}

fn print<V: ReadSpace>(scene: &Objects<V>, checked: &Checked<V>, format: Format) -> Result<(), Problem> {
    let mut out = anstream::stdout().lock();
    let written = match format {
        Format::Table => table::write(&mut out, scene, checked),
        Format::Json => writeln!(out, "{}", tables::json(scene, checked)),
        Format::Csv => write!(out, "{}", tables::csv(scene, checked)),
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Problem::unreadable(Path::new("standard output"), &error))
        }
        _ => Ok(()),
    }
}
