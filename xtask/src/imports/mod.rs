//! Imports run one way: no room of the library names one that stands after it.
//!
//! The rooms are the modules at the top of `crates/clearance/src`; their order is the line of ARCHITECTURE.md
//! that shows it. Every file is read to its end, unit tests as well (`paths.rs` says how); a room that is
//! listed and not there, or there and not listed, is an error, as is any other file of a room that
//! ARCHITECTURE.md names and that is not there. What `lib.rs` gives a shorter name counts as the room that it
//! comes from.
//!
//! Unit tests keep to the order as well, but for those in [`ORACLES`], which ask a room above theirs for what
//! is true. A module that `lib.rs` has for tests only may be named by all unit tests, by nothing else, and
//! names no room itself.
//!
//! Rooms inside rooms have an order where their `mod.rs` shows one (`inner.rs`). Files that comments name are
//! there (`file_names.rs`).
//!
//! Limits: what a method call or a trait reaches without naming it is not seen.

mod architecture;
mod file_names;
mod inner;
mod paths;
mod reexports;

use std::path::{Path, PathBuf};

use architecture::{listed_and_there, named_and_gone, rooms};
use file_names::Paths;
use inner::Inner;
use paths::Named;
use reexports::Root;

/// Files of unit tests, and the room above theirs that each may ask. One that does not is an error, too.
const ORACLES: [(&str, &str); 1] = [("pair/union/cover/tests/ways_out.rs", "cast")];

/// Fails with a list of every import that runs upwards, of every room that is only listed or only there, and
/// of every file that a comment names and that is not there.
pub fn check(root: &Path) -> Result<(), String> {
    let architecture = crate::read(&root.join("ARCHITECTURE.md"))?;
    let order = rooms(&architecture)?;
    let source = root.join("crates/clearance/src");
    let top = Root::read(&crate::read(&source.join("lib.rs"))?)?;
    let mut wrong = listed_and_there("ARCHITECTURE.md", &order, &top, &names_in(&source)?);
    wrong.extend(named_and_gone(&architecture, &order, |name| {
        source.join(name).exists() || source.join(name).with_extension("rs").exists()
    }));
    let files = files(&source)?;
    let inner = inner_rooms(&source, &files, &mut wrong)?;
    let is_gone = gone_from(root, &files);
    let mut asked = Vec::new();
    // lib.rs names all rooms.
    for file in files.iter().filter(|file| !file.module.is_empty()) {
        wrong.extend(is_gone(file));
        for named in file.named()? {
            let mut objections = inner
                .iter()
                .filter_map(|inner| inner.objection(&file.module, &named));
            let Some(objection) =
                objection(&order, &top, &file.module[0], &named).or_else(|| objections.next())
            else {
                continue;
            };
            match oracle(&file.inside, &named) {
                Some(oracle) => asked.push(oracle),
                None => wrong.push(format!("{}:{}: {objection}", file.inside.display(), named.line)),
            }
        }
    }
    let unused = ORACLES.iter().filter(|oracle| !asked.contains(oracle));
    wrong.extend(
        unused.map(|(file, room)| format!("{file}: it does not name `{room}`, as xtask/src/imports says")),
    );
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

/// A file of the library.
struct File {
    /// Its path from the library's source on.
    inside: PathBuf,
    module: Vec<String>,
    text: String,
}

impl File {
    fn named(&self) -> Result<Vec<Named>, String> {
        let named = paths::named(&self.text, &self.module, is_test_file(&self.inside));
        named.map_err(|error| format!("{}: {error}", self.inside.display()))
    }
}

fn files(source: &Path) -> Result<Vec<File>, String> {
    let file = |path: PathBuf| {
        let inside = path.strip_prefix(source).unwrap_or(&path).to_owned();
        Ok(File {
            module: module_of(&inside),
            text: crate::read(&path)?,
            inside,
        })
    };
    rust_files(source)?.into_iter().map(file).collect()
}

/// The rooms that show an order of their modules, and what is wrong with these orders.
fn inner_rooms(source: &Path, files: &[File], wrong: &mut Vec<String>) -> Result<Vec<Inner>, String> {
    let mut rooms = Vec::new();
    for file in files.iter().filter(|file| file.inside.ends_with("mod.rs")) {
        let Some(inner) = Inner::read(&file.module, &file.text)? else {
            continue;
        };
        let mut there = names_in(&source.join(file.module.join("/")))?;
        there.retain(|name| name != "mod" && name != "tests");
        wrong.extend(inner.listed_and_there(&there));
        rooms.push(inner);
    }
    Ok(rooms)
}

/// Tells of a file which files its comments name that are not there.
fn gone_from(root: &Path, files: &[File]) -> impl Fn(&File) -> Vec<String> {
    let there = Paths::new(files.iter().map(|file| file.inside.as_path()));
    let is_there = |name: &str| root.join(name).exists();
    move |file| {
        let gone = file_names::gone(&file.text, &file.module[0], &there, is_there);
        let line = |(line, name): &(usize, String)| {
            format!("{}:{line}: there is no `{name}`", file.inside.display())
        };
        gone.iter().map(line).collect()
    }
}

/// The entry of [`ORACLES`] by which a test in this file may name this path.
fn oracle(inside: &Path, named: &Named) -> Option<&'static (&'static str, &'static str)> {
    let may = |(file, room): &&(&str, &str)| inside == Path::new(file) && named.path[0] == **room;
    ORACLES.iter().find(may).filter(|_| named.in_test)
}

/// What is wrong with a path that a file of `room` names, if anything is.
fn objection(order: &[String], top: &Root, room: &str, named: &Named) -> Option<String> {
    let floor = |room: &str| order.iter().position(|name| name == room);
    let (own, first) = (floor(room), named.path.first()?);
    if first == room || top.is_outside(first) {
        return None;
    }
    if top.is_for_tests(first) {
        return (!named.in_test).then(|| format!("`{room}` names `{first}`, which is for tests"));
    }
    let Some(rooms) = top.rooms_of(first, order) else {
        return Some(format!("`{first}` is no room, and lib.rs does not name it"));
    };
    let above = rooms.iter().find(|other| floor(other) > own || own.is_none())?;
    let what = if named.in_test { "a test of" } else { "" };
    Some(
        format!("{what} `{room}` names `{above}`, which stands above it")
            .trim()
            .to_owned(),
    )
}

/// The names of the folders and files in `directory`, without their endings.
fn names_in(directory: &Path) -> Result<Vec<String>, String> {
    let mut names: Vec<_> = crate::entries(directory)?
        .iter()
        .filter_map(|path| path.file_stem()?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    Ok(names)
}

/// The module that a file of the source holds: `a/b.rs` and `a/b/mod.rs` both a, b; `lib.rs` none.
fn module_of(inside: &Path) -> Vec<String> {
    let names = inside.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod" && name != "lib").collect()
}

/// Unit tests that have a file, or a folder, of their own.
fn is_test_file(inside: &Path) -> bool {
    module_of(inside).iter().any(|name| name == "tests")
}

fn rust_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in crate::entries(directory)? {
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub const LIB: &str = "pub use glam;\n#[cfg(test)]\nmod noise;\npub mod math;\npub mod pair;\npub mod shape;\n\
                       pub use pair::{Relation, answer::Clearance};\npub mod d2 { pub use crate::shape::Shape2 as Shape; }\n";

    pub fn order() -> Vec<String> {
        rooms("x\n    crates/clearance   math → shape → pair\n").unwrap()
    }

    /// What is wrong with a file of this module, by line.
    fn wrong(module: &str, text: &str) -> Vec<(usize, String)> {
        let module: Vec<String> = module.split('/').map(str::to_owned).collect();
        let top = Root::read(LIB).unwrap();
        let named = paths::named(text, &module, false).unwrap();
        let wrong = |named: &Named| Some((named.line, objection(&order(), &top, &module[0], named)?));
        named.iter().filter_map(wrong).collect()
    }

    #[track_caller]
    fn refuses(module: &str, text: &str, lines: &[usize]) {
        let wrong = wrong(module, text);
        let found: Vec<usize> = wrong.iter().map(|(line, _)| *line).collect();
        assert_eq!(found, lines, "{wrong:?}");
    }

    #[test]
    fn imports_of_rooms_above_are_found_however_they_are_written() {
        refuses(
            "shape/polygon",
            "use crate::math::Real;\n// crate::pair\nuse crate::pair::Relation;",
            &[3],
        );
        refuses(
            "shape/polygon",
            "use super::super::pair::sat2;\nuse super::pair;",
            &[1],
        );
        refuses(
            "shape/polygon",
            "use crate::{math::Real,\n  pair::{self, sat2}};",
            &[2, 2],
        );
        refuses("shape/polygon", "use super::super::{math,\n pair};", &[2]);
        refuses(
            "shape/polygon",
            "fn f() -> crate::pair::Relation { super::super::pair::g::<crate::math::Real>() }",
            &[1, 1],
        );
        refuses(
            "shape/polygon",
            "macro_rules! m { () => { $crate::pair::relation() } }",
            &[1],
        );
        refuses(
            "shape/polygon",
            "mod a { use super::super::pair;\nuse super::super::super::pair; }",
            &[2],
        );
        refuses("pair/sat2", "use crate::{math, shape};\nuse super::quick;", &[]);
    }

    #[test]
    fn comments_strings_and_visibility_are_no_imports() {
        refuses(
            "math/real",
            "/// crate::pair\nconst A: &str = \"crate::pair\"; /* crate::pair */ pub(crate) fn f() {}",
            &[],
        );
        refuses(
            "math/real",
            "pub(in crate::math) fn f<'a>(c: char) -> bool { c == '\"' } use crate::pair;",
            &[1],
        );
    }

    /// The check used to end at the first `#[cfg(test)]`, also where code follows.
    #[test]
    fn a_file_is_read_to_its_end_and_its_tests_as_well() {
        refuses(
            "math/real",
            "#[cfg(test)]\nuse crate::noise;\nuse crate::pair::Relation;",
            &[3],
        );
        refuses(
            "math/real",
            "#[cfg(test)]\nmod tests {\n use crate::noise;\n use crate::pair::Relation;\n}",
            &[4],
        );
        assert!(
            wrong("math/real", "#[test] fn t() { crate::pair::f() }")[0]
                .1
                .starts_with("a test of `math`")
        );
    }

    #[test]
    fn what_is_for_tests_is_named_by_tests_only() {
        refuses(
            "pair/sat2",
            "#[cfg(test)]\nmod tests { use crate::noise::next; }\nuse crate::noise::next;",
            &[3],
        );
        refuses("pair/sat2", "#[cfg(not(test))]\nuse crate::noise::next;", &[2]);
        refuses("noise", "use crate::math::Real;", &[1]);
    }

    #[test]
    fn names_that_the_root_gives_count_as_their_rooms() {
        refuses(
            "shape/polygon",
            "use crate::Relation;\nuse crate::{Clearance,\n glam};",
            &[1, 2],
        );
        refuses(
            "math/real",
            "fn f(s: crate::d2::Shape) {}\nuse crate::glam::DVec2;",
            &[1],
        );
        refuses(
            "pair/sat2",
            "use crate::{Relation, d2::Shape};\nuse crate::gone::X;",
            &[2],
        );
    }

    #[test]
    fn an_oracle_is_for_its_tests_alone() {
        let may = |file: &str, path: &str, in_test: bool| {
            let path = path.split("::").map(str::to_owned).collect();
            let named = Named {
                line: 1,
                path,
                in_test,
            };
            oracle(Path::new(file), &named).is_some()
        };
        assert!(may("pair/union/cover/tests/ways_out.rs", "cast::ray", true));
        assert!(
            !may("pair/union/cover/tests/ways_out.rs", "cast::ray", false)
                && !may("pair/union/cover/tests/ways_out.rs", "scene", true)
        );
        assert!(!may("pair/union/cover/mod.rs", "cast::ray", true));
    }

    #[test]
    fn files_and_their_modules() {
        let module = |path: &str| module_of(Path::new(path)).join("/");
        assert_eq!(module("pair/sat2.rs"), "pair/sat2");
        assert_eq!(module("pair/sat2/mod.rs"), "pair/sat2");
        assert_eq!(module("lib.rs"), "");
        assert!(
            is_test_file(Path::new("cast/turning/tests/case.rs")) && !is_test_file(Path::new("cast/ray.rs"))
        );
    }
}
