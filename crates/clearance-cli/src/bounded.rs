//! `clearance check --memory SIZE`: shapes and pairs are on disk, and the output is the same. So is it where
//! other processes decide the pairs ([`Spread`]).

use std::path::Path;

use clearance::glam::DVec3;
use clearance_io::Problem;
use clearance_io::check::Plan;
use clearance_io::files::Access;
use clearance_io::on_disk::{Blobs, FoundOnDisk, Outline, Outlined, check_on_disk};
use clearance_io::scene::Objects;
use clearance_io::table::copy_json;

use crate::arguments::Format;
use crate::check::{Asked, conclude, read, run_whole, status, tell_remarks, tell_stopped, with_hint};
use crate::progress::{waiting, watched};
use crate::{Spread, Status, output, plan};

/// How much of the memory is for meshes that are being read.
const OF_MEMORY: u64 = 8;

/// How much memory reading takes where no limit is given.
const MEMORY: u64 = 2 << 30;
const IN_MEMORY: &str =
    "note: only files of space in double precision are checked piece by piece: this scene is in memory";

/// Checks the files; the pairs are decided elsewhere, or here.
pub fn run(
    files: &[&Path],
    access: Access,
    asked: &Asked<'_>,
    spread: Option<&dyn Spread>,
) -> Result<Status, Problem> {
    let memory = asked.options.memory.unwrap_or(MEMORY);
    let access = access.with_kept(memory / OF_MEMORY);
    let folder = tempfile::tempdir().map_err(|error| Problem::unwritable(&error))?;
    let shapes = folder.path().join("shapes");
    let blobs = match spread {
        None => Blobs::new()?,
        Some(_) => Blobs::in_file(&shapes)?,
    };
    let outline = waiting(&format!("reading {}", asked.title), || match files {
        [file] if *file == Path::new("-") => read(files, &access).map(Outlined::Whole),
        _ => Outline::read(files, &access, &blobs),
    });
    match outline.map_err(with_hint)? {
        Outlined::Away(outline) => {
            let found = |plan: &Plan| match spread {
                None => found(&outline, &blobs, plan, memory),
                Some(spread) => {
                    let tasks = outline.tasks(plan, spread.tiles())?;
                    FoundOnDisk::of_tasks(&outline, plan, |take| spread.run(&shapes, tasks, take))
                }
            };
            run_outline(&outline, &blobs, asked, &found)
        }
        Outlined::Whole(scene) => {
            output::tell(IN_MEMORY);
            run_whole(&scene, asked)
        }
    }
}

fn run_outline(
    outline: &Outline,
    blobs: &Blobs,
    asked: &Asked<'_>,
    found: &dyn Fn(&Plan) -> Result<FoundOnDisk, Problem>,
) -> Result<Status, Problem> {
    let scene = &outline.scene;
    let plan = plan::plan(asked.options, asked.rules.as_ref(), scene);
    tell_remarks(scene);
    let found = found(&plan)?;
    let (shapes, bytes) = blobs.total();
    output::tell(format_args!(
        "note: {shapes} shapes on disk ({:.1} MiB), loaded {} times",
        bytes as f64 / f64::from(1 << 20),
        found.loads,
    ));
    match asked.options.format {
        Format::Json if !asked.known.is_asked() => conclude_json(scene, &found, asked),
        _ => {
            let mut checked = found.checked(scene, &plan);
            asked.known.compare(scene, &mut checked)?;
            conclude(scene, &checked, asked)
        }
    }
}

/// The result of the check, which Ctrl-C stops.
fn found(outline: &Outline, blobs: &Blobs, plan: &Plan, memory: u64) -> Result<FoundOnDisk, Problem> {
    watched(|watch| check_on_disk(outline, blobs, plan, memory, watch))
}

/// Prints the pairs from where they are.
fn conclude_json(scene: &Objects<DVec3>, found: &FoundOnDisk, asked: &Asked<'_>) -> Result<Status, Problem> {
    output::print(|mut out| {
        copy_json(&mut out, scene, found)?;
        writeln!(out)
    })?;
    if let Some(left) = found.left {
        tell_stopped(&left.in_words(), asked.options);
        return Ok(Status::Stopped);
    }
    Ok(status(found.fails, found.is_open))
}
