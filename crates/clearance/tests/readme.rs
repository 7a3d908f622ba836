//! The README's scene is the one that is run as a doc test.

#[test]
fn the_scene_of_the_readme_is_that_of_the_documentation() {
    let readme = include_str!("../../../README.md");
    let documentation = include_str!("../src/scene/mod.rs");
    let section = readme.split_once("## A scene of many").unwrap().1;
    let code = section.split("```").nth(1).unwrap().trim_start_matches("rust\n");
    let commented: String = code
        .lines()
        .map(|line| format!("//! {line}").trim_end().to_string() + "\n")
        .collect();
    assert!(commented.lines().count() > 20);
    assert!(documentation.contains(&commented), "{commented}");
}
