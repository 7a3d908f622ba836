//! The README shows what the example prints.

#[path = "../examples/headless.rs"]
mod headless;

#[test]
fn the_readme_shows_what_the_example_prints() {
    let story = headless::story().unwrap();
    let readme = include_str!("../README.md");
    assert!(
        readme.contains(&format!("```text\n{story}```\n")),
        "the README should show:\n{story}"
    );
}
