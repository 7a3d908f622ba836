//! What was known before: lists of accepted clashes, earlier outputs (`lists.rs`), and checks that go on
//! (`resumed.rs`).

mod lists;
mod resumed;

use clearance::glam::DVec3;
use clearance_io::check::{Checked, Settings, Tolerance, check};
use clearance_io::files::Access;
use clearance_io::scene::{Objects, Scene, read_stream};

fn read(text: &str) -> Objects<DVec3> {
    match read_stream(text.as_bytes(), "scene", &Access::default()) {
        Ok(Scene::Double3(scene)) => scene,
        other => panic!("a scene of space: {other:?}"),
    }
}

const DEEP: Settings = Settings {
    tolerance: Tolerance::Auto,
    within: None,
    depth: true,
    shapes: false,
};

fn checked(scene: &Objects<DVec3>) -> Checked<DVec3> {
    check(scene, &DEEP, &|_| {}).expect("a check")
}

fn file(name: &str, content: impl AsRef<[u8]>) -> std::path::PathBuf {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, content).expect("a file for the test");
    file
}
