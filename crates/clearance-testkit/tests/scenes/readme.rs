//! The scene in the README is the one that runs as a doc test.

#[test]
fn the_scene_of_the_readme_is_that_of_the_documentation() {
    let readme = include_str!("../../../../README.md");
    let documentation = include_str!("../../../clearance/src/scene/mod.rs");
    let section = readme.split_once("## A scene of many").unwrap().1;
    let code = section.split("```").nth(1).unwrap().trim_start_matches("rust\n");
    let commented: String = code
        .lines()
        .map(|line| format!("//! {line}").trim_end().to_string() + "\n")
        .collect();
    assert!(commented.lines().count() > 20);
    assert!(documentation.contains(&commented), "{commented}");
}

/// Four examples were once deleted together with a scratch program beside them, and everything else still
/// compiled.
#[test]
fn the_examples_that_the_readme_names_are_there() {
    let readme = include_str!("../../../../README.md");
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let is_there = |name: &str| {
        ["clearance-examples", "clearance-io"].iter().any(|package| {
            let examples = std::path::Path::new(crates).join(package).join("examples");
            examples.join(name).with_extension("rs").exists() || examples.join(name).join("main.rs").exists()
        })
    };
    let end = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
    let named = readme.split("--example ").skip(1);
    let names: Vec<&str> = named.filter_map(|after| after.split(end).next()).collect();
    assert!(names.len() >= 5, "{names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !is_there(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
