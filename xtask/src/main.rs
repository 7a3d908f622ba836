//! Maintenance commands: `cargo run -p xtask -- NAME`.

mod arm;
mod atlas;
mod bolts;
mod check_ccd;
mod comments;
mod fixture;
mod imports;
mod obstacles;
mod outline;
mod pairs;
mod speeds;
mod suites;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo run -p xtask -- NAME

  test [NAME…] [--no-skip]    runs all test suites, or the named ones: rust, python, js, browser; reports what it had to skip and why
  page                        builds the page that `clearance demo` serves
  imports                     checks that imports of crates/clearance run one way, in the order that ARCHITECTURE.md shows
  comments                    checks that lines of comments fit in 110 columns
  pairs                       prints the table of pairs of README.md
  pairs --check               fails if the table in README.md is not the one printed
  speeds                      prints the table of speeds of README.md, from the newest record of pairs in bench/record
  speeds --check              fails if the table in README.md is not the one printed
  arm URDF DIRECTORY          writes the robot arm's scenes (see examples/robot-arm/README.md)
  obstacles SCENE             writes the obstacles around the robot arm (see examples/robot-arm/README.md)
  atlas TOPOJSON SCENE        writes the world's countries as a scene (see examples/countries/README.md)
  check-ccd DIRECTORY…        compares moving features with the answers of a public benchmark, as one line of JSON
  bolts DIRECTORY             writes the bolted joint's scenes (see examples/bolted-joint/README.md)
  fixture DIRECTORY           writes the turned fixture's scene (see examples/fixture/README.md)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["test", names @ ..] => suites::test(names),
        ["page"] => suites::page(),
        ["imports"] => imports::check(&root()),
        ["comments"] => comments::check(&root()),
        ["pairs"] => {
            print!("{}", pairs::table());
            Ok(())
        }
        ["pairs", "--check"] => pairs::check(&root().join("README.md")),
        ["speeds"] => speeds::table(&root()).map(|table| print!("{table}")),
        ["speeds", "--check"] => speeds::check(&root()),
        ["arm", urdf, directory] => arm::write(Path::new(urdf), Path::new(directory)),
        ["obstacles", scene] => obstacles::write(Path::new(scene)),
        ["atlas", topology, scene] => atlas::write(Path::new(topology), Path::new(scene)),
        ["check-ccd", directories @ ..] if !directories.is_empty() => check_ccd::check(directories),
        ["bolts", directory] => bolts::write(Path::new(directory)),
        ["fixture", directory] => fixture::write(Path::new(directory)),
        _ => Err(USAGE.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A whole file as text, or an error that names it.
fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What is in a folder, or an error that names it.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(unreadable))
        .collect()
}

/// Writes a whole file, or an error that names it.
fn save(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
