//! Imports run one way: no module of the library imports one above it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `crates/clearance/src`, each of which may import only those before it.
const FLOORS: [&str; 14] = [
    "noise",
    "math",
    "exact",
    "simd",
    "index",
    "hull",
    "picture",
    "shape",
    "pair",
    "cast",
    "scene",
    "response",
    "character",
    "interference",
];

/// Fails with a list of every import that runs upwards.
pub fn check(source: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    for file in rust_files(source)? {
        let inside = file.strip_prefix(source).unwrap_or(&file);
        let Some(module) = module_of(inside) else { continue };
        let Some(floor) = FLOORS.iter().position(|name| *name == module) else {
            wrong.push(format!(
                "{}: `{module}` has no floor in xtask/src/imports.rs",
                inside.display()
            ));
            continue;
        };
        let text = crate::read(&file)?;
        wrong.extend(
            upward_imports(&text, floor)
                .map(|(line, name)| format!("{}:{line}: `{module}` imports `{name}`", inside.display())),
        );
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("imports that run upwards:\n{}", wrong.join("\n")))
    }
}

/// The top-level module a file belongs to; `None` for `lib.rs`, which names them all.
fn module_of(inside: &Path) -> Option<String> {
    let first = inside.components().next()?.as_os_str().to_str()?;
    (first != "lib.rs").then(|| first.trim_end_matches(".rs").to_string())
}

/// Line numbers and names of modules above `floor` that the code (not its comments, not its unit tests) names.
fn upward_imports(text: &str, floor: usize) -> impl Iterator<Item = (usize, &'static str)> {
    let code = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .enumerate();
    code.filter(|(_, line)| !line.trim_start().starts_with("//"))
        .flat_map(move |(i, line)| {
            let named = |name: &&&str| {
                line.contains(&format!("crate::{name}")) || line.contains(&format!("super::super::{name}"))
            };
            FLOORS[floor + 1..]
                .iter()
                .filter(named)
                .map(|name| (i + 1, *name))
                .collect::<Vec<_>>()
        })
}

/// All but unit tests, which may ask every room.
fn rust_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let entries = fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upward_import_is_found() {
        let text = "use crate::math::Real;\n// crate::pair in a comment\nuse crate::pair::Relation;\n";
        let from = |room| {
            let floor = FLOORS.iter().position(|name| *name == room).unwrap();
            upward_imports(text, floor).collect::<Vec<_>>()
        };
        assert_eq!(from("hull"), [(3, "pair")]);
        assert_eq!(from("pair"), []);
    }
}
