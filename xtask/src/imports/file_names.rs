//! Files that comments of the library name: each is there.
//!
//! A name is what stands in backquotes and ends in `.rs`, or in `/` with a folder before it. It is there if a
//! file or a folder of the same room has a path that ends so, or, when it begins with a room or with a folder
//! of the workspace, if that path is there.

use std::collections::BTreeSet;
use std::path::Path;

/// The paths of all files and folders below a folder, as `shape/mod.rs` and `shape`.
pub struct Paths(BTreeSet<String>);

impl Paths {
    pub fn new<'a>(files: impl Iterator<Item = &'a Path>) -> Self {
        let paths = files.flat_map(Path::ancestors);
        Self(
            paths
                .map(|path| path.to_string_lossy().replace('\\', "/"))
                .collect(),
        )
    }

    /// Whether `name`, in a comment of a file of this room, is the end of a path of the room, or a path from
    /// the top.
    fn has(&self, room: &str, name: &str) -> bool {
        let is_end = |path: &&String| path.starts_with(room) && path.ends_with(&format!("/{name}"));
        self.0.contains(name) || self.0.iter().any(|path| is_end(&path))
    }
}

/// The names in the comments of `text`, a file of `room`, that neither the library's source nor the workspace
/// has.
pub fn gone(
    text: &str,
    room: &str,
    source: &Paths,
    workspace: impl Fn(&str) -> bool,
) -> Vec<(usize, String)> {
    let mut gone = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("//") else {
            continue;
        };
        let quoted = comment.split('`').skip(1).step_by(2);
        let names = quoted
            .filter(|name| is_of_file(name))
            .map(|name| name.trim_end_matches('/'));
        let names = names.filter(|name| !source.has(room, name) && !workspace(name));
        gone.extend(names.map(|name| (i + 1, name.to_owned())));
    }
    gone
}

fn is_of_file(name: &str) -> bool {
    let is_path = name.chars().all(|c| c.is_alphanumeric() || "_/.-".contains(c));
    is_path && (name.ends_with(".rs") || name.len() > 1 && name.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_found_and_nothing_else() {
        let source = ["pair/mod.rs", "pair/plane/sat.rs", "cast/near.rs"];
        let source = Paths::new(source.iter().map(Path::new));
        let text = "//! `sat.rs`, `plane/`, `plane/sat.rs`, `cast/near.rs`, `fuzz/README.md`, `a / b`\nlet x = `near.rs`;\n\
                    f(); // see `near.rs`, `pair/sat.rs` and `fuzz/`";
        let found = gone(text, "pair", &source, |name| name == "fuzz");
        assert_eq!(found, [(3, "near.rs".to_owned()), (3, "pair/sat.rs".to_owned())]);
    }
}
