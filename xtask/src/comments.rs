//! Lines of comments in Rust, TypeScript and JavaScript files fit in 110 columns: rustfmt wraps code and
//! leaves comments alone.
//!
//! Code in comments, tables and addresses of links may be longer. Comments after code on a line are not
//! judged.

use std::path::{Path, PathBuf};

/// As `max_width` in rustfmt.toml.
const COLUMNS: usize = 110;

/// Where the files are.
const FOLDERS: [&str; 8] = [
    "crates", "bindings", "bench", "trust", "xtask", "book", "fuzz", "web",
];
/// What is built or fetched there.
const BUILT: [&str; 5] = ["target", "node_modules", "build", "dist", "assets"];
const ENDINGS: [&str; 3] = ["rs", "ts", "js"];

/// Fails with a list of all lines that are longer.
pub fn check(root: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        add_files(&root.join(folder), &mut files)?;
    }
    let mut long = Vec::new();
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file).display();
        let lines = too_long(&crate::read(file)?, ending(file) != "rs");
        long.extend(lines.into_iter().map(|line| format!("{name}:{line}")));
    }
    match long.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "comments of more than {COLUMNS} columns:\n{}",
            long.join("\n")
        )),
    }
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in crate::entries(folder)? {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() && !BUILT.contains(&name) {
            add_files(&path, files)?;
        } else if ENDINGS.contains(&ending(&path)) {
            files.push(path);
        }
    }
    Ok(())
}

fn ending(path: &Path) -> &str {
    path.extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
}

/// The numbers of the lines of a file whose comment is too long. Lines of a block of comments may begin with
/// a star; in Rust that is code.
fn too_long(text: &str, has_stars: bool) -> Vec<usize> {
    let mut is_code = false;
    let mut long = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let begins = |with: &str| start.starts_with(with);
        if !(begins("//") || begins("/*") || has_stars && begins("* ")) {
            is_code = false;
            continue;
        }
        let words = start.trim_start_matches(['/', '!', '*']).trim_start();
        is_code ^= words.starts_with("```");
        let may_be_long =
            is_code || words.starts_with(['|', '[']) || words.starts_with(">>>") || words.starts_with("...");
        if line.chars().count() > COLUMNS && !may_be_long {
            long.push(i + 1);
        }
    }
    long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_comments_are_found_and_long_code_is_not() {
        let long = "word ".repeat(COLUMNS / 5);
        let text = format!(
            "/// {long}\n/// ```\n/// {long}\n/// ```\nlet x = 1; // {long}\n    // {long}\n//! | {long} |\n"
        );
        assert_eq!(too_long(&text, false), [1, 6]);
        let block = format!("/**\n * {long}\n */\n");
        assert_eq!(too_long(&block, true), [2]);
    }
}
