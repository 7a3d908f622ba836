//! The check of a scene.

use clearance_io::check::{Settings, Tolerance, check};
use clearance_io::files::Access;
use clearance_io::problem::Code;
use clearance_io::scene::{Scene, read_stream};

/// Boxes are grown by `within` before pairs are looked for. A negative distance was taken for none and NaN
/// for the largest number, so that a wrong argument gave an ordinary answer.
#[test]
fn a_distance_that_is_none_is_refused() {
    let text = br#"{"clearance": 1, "dimension": 2, "objects": [
        {"id": "a", "shape": {"type": "circle", "radius": 1}},
        {"id": "b", "shape": {"type": "circle", "radius": 1}}]}"#;
    let Ok(Scene::Double2(scene)) = read_stream(&text[..], "scene", &Access::default()) else {
        panic!("a scene of the plane");
    };
    let with = |within, tolerance| {
        let settings = Settings {
            within,
            tolerance: Tolerance::Length(tolerance),
            ..Settings::default()
        };
        let checked = check(&scene, &settings, &|_| {});
        checked
            .map(|checked| checked.findings.len())
            .map_err(|problem| problem.code)
    };
    for wrong in [f64::NAN, -1.0] {
        assert_eq!(with(Some(wrong), 0.0), Err(Code::NotFinite), "within {wrong}");
        assert_eq!(with(None, wrong), Err(Code::NotFinite), "tolerance {wrong}");
    }
    for right in [None, Some(0.0), Some(1.0), Some(f64::INFINITY)] {
        assert_eq!(with(right, 0.0), Ok(1), "within {right:?}");
    }
}
