//! Every way in which a question can be unusable: the code, the field, and the id in the answer.

use clearance_io::files::Access;
use clearance_io::query::{self, Reply};
use serde_json::Value;

fn answer(line: &[u8]) -> Reply {
    query::answer(line, &Access::default().in_folder("".as_ref()))
}

/// A question about this shape and a point.
fn about(dimension: usize, shape: &str) -> String {
    format!(
        r#"{{"id": 7, "op": "relation", "dimension": {dimension}, "a": {shape}, "b": {{"type": "point"}}}}"#
    )
}

fn error(line: &str) -> (String, String) {
    let reply = answer(line.as_bytes());
    let answer: Value = serde_json::from_str(&reply.text).expect("every answer is JSON");
    let text = |key: &str| answer["error"][key].as_str().unwrap_or_default().to_owned();
    assert!(reply.problem.is_some(), "{line} was answered: {}", reply.text);
    assert!(!text("message").is_empty(), "{}", reply.text);
    (text("code"), text("field"))
}

#[track_caller]
fn refused(line: &str, code: &str, field: &str) {
    assert_eq!(error(line), (code.to_owned(), field.to_owned()), "{line}");
}

#[test]
fn text_that_is_not_json() {
    for line in [
        "",
        "{",
        "nonsense",
        "[1, 2]",
        "7",
        "\"text\"",
        "{\"id\": 1} {}",
        "{\"id\": 1,}",
    ] {
        refused(line, "invalid_json", "");
    }
    assert_eq!(
        answer(b"{\"a\": \"\xff\"}").problem.map(|p| p.code),
        Some(clearance_io::Code::InvalidJson)
    );
    refused("\u{feff}{}", "invalid_json", "op"); // a byte order mark is skipped
    refused(r#"{"op": "relation", "op": "relation"}"#, "invalid_json", "op");
    refused(r#"{"op": "relation"}"#, "invalid_json", "dimension");
    refused(
        r#"{"op": "relation", "dimension": 4}"#,
        "invalid_json",
        "dimension",
    );
    refused(
        r#"{"op": "relation", "dimension": "2"}"#,
        "invalid_json",
        "dimension",
    );
    refused(
        r#"{"op": "relation", "dimension": 2, "precision": "f16"}"#,
        "invalid_json",
        "precision",
    );
    refused(r#"{"op": "relation", "dimensoin": 2}"#, "invalid_json", "");
    refused(r#"{"op": 5, "dimension": 2}"#, "invalid_json", "op");
    refused(r#"{"dimension": 2}"#, "invalid_json", "op");
}

#[test]
fn unknown_words() {
    refused(r#"{"op": "touch", "dimension": 2}"#, "unknown_op", "op");
    for (dimension, kind) in [(3, "circle"), (2, "sphere"), (2, "cricle")] {
        let shape = format!(r#"{{"type": "{kind}", "radius": 1}}"#);
        refused(&about(dimension, &shape), "unknown_shape", "a.type");
    }
    refused(&about(2, r#"{"type": 5}"#), "unknown_shape", "a.type");
    refused(&about(2, r#"{"radius": 5}"#), "unknown_shape", "a.type");
    refused(&about(2, r#""pin""#), "unknown_shape", "a");
    refused(&about(2, r#"{"shape": "pin"}"#), "unknown_shape", "a.shape");
    refused(
        r#"{"op": "relation", "dimension": 2, "a": {"type": "point"}}"#,
        "unknown_shape",
        "b",
    );
}

#[test]
fn numbers_that_make_no_shape() {
    let cases = [
        (2, r#"{"type": "circle", "radius": 0}"#, "a.radius"),
        (2, r#"{"type": "circle", "radius": -1}"#, "a.radius"),
        (2, r#"{"type": "circle"}"#, "a.radius"),
        (2, r#"{"type": "circle", "radius": "1"}"#, "a.radius"),
        (2, r#"{"type": "circle", "radius": [1]}"#, "a.radius"),
        (
            2,
            r#"{"type": "box", "half_extents": [1, -1]}"#,
            "a.half_extents[1]",
        ),
        (
            2,
            r#"{"type": "box", "half_extents": [1, 1, 1]}"#,
            "a.half_extents",
        ),
        (2, r#"{"type": "ellipse", "radii": [1, 0]}"#, "a.radii[1]"),
        (2, r#"{"type": "convex", "vertices": []}"#, "a.vertices"),
        (
            2,
            r#"{"type": "convex", "vertices": [[0, 0], [1]]}"#,
            "a.vertices[1]",
        ),
        (
            2,
            r#"{"type": "convex", "vertices": [[0, 0], ["1", 2]]}"#,
            "a.vertices[1]",
        ),
        (
            2,
            r#"{"type": "polygon", "vertices": [[0, 0], [1, 0]]}"#,
            "a.vertices",
        ),
        (
            2,
            r#"{"type": "half_space", "normal": [0, 0], "offset": 1}"#,
            "a.normal",
        ),
        (
            2,
            r#"{"type": "rounded", "shape": {"type": "point"}, "radius": -1}"#,
            "a.radius",
        ),
        (
            2,
            r#"{"type": "rounded", "shape": {"type": "circle", "radius": -1}, "radius": 1}"#,
            "a.shape.radius",
        ),
        (2, r#"{"type": "compound", "parts": []}"#, "a.parts"),
        (
            2,
            r#"{"type": "compound", "parts": [{"shape": {"type": "circle", "radius": 0}}]}"#,
            "a.parts[0].shape.radius",
        ),
        (2, r#"{"type": "circle", "radius": 1, "postion": [1, 1]}"#, "a"),
        (
            3,
            r#"{"type": "triangle", "vertices": [[0, 0, 0], [1, 0, 0]]}"#,
            "a.vertices",
        ),
        (3, r#"{"type": "mesh"}"#, "a"),
        (
            3,
            r#"{"type": "mesh", "vertices": [[0, 0, 0]], "triangles": [[0, 0.5, 0]]}"#,
            "a.triangles[0][1]",
        ),
        (
            3,
            r#"{"type": "mesh", "vertices": [[0, 0, 0]], "file": "x.stl"}"#,
            "a",
        ),
        (
            3,
            r#"{"type": "terrain", "heights": [1, 2], "spacing": [1, 1]}"#,
            "a.heights[0]",
        ),
    ];
    for (dimension, shape, field) in cases {
        refused(&about(dimension, shape), "invalid_shape", field);
    }
}

#[test]
fn numbers_that_make_no_pose() {
    let cases = [
        (2, r#""position": [1]"#, "a.position"),
        (2, r#""position": 1"#, "a.position"),
        (2, r#""angle": "1""#, "a.angle"),
        (2, r#""rotation": [0, 0, 0, 1]"#, "a.rotation"),
        (2, r#""scale": 0"#, "a.scale"),
        (2, r#""scale": -1"#, "a.scale"),
        (3, r#""angle": 1"#, "a.angle"),
        (3, r#""rotation": [0, 0, 0, 0]"#, "a.rotation"),
        (3, r#""rotation": [0, 0, 1]"#, "a.rotation"),
    ];
    for (dimension, pose, field) in cases {
        refused(
            &about(dimension, &format!(r#"{{"type": "point", {pose}}}"#)),
            "invalid_pose",
            field,
        );
    }
    let within = r#"{"shape": {"type": "point", "position": [1, 1]}}"#;
    refused(&about(2, within), "invalid_pose", "a.shape.position");
    let ray = r#""op": "ray", "dimension": 2, "a": {"type": "point"}, "origin": [0, 0]"#;
    refused(
        &format!(r#"{{{ray}, "direction": [0, 0]}}"#),
        "invalid_pose",
        "direction",
    );
    refused(&format!(r#"{{{ray}}}"#), "invalid_pose", "direction");
    refused(
        &format!(r#"{{{ray}, "direction": [1, 0], "max_time": -1}}"#),
        "invalid_pose",
        "max_time",
    );
    let point = r#"{"type": "point"}"#;
    let manifold =
        format!(r#"{{"op": "manifold", "dimension": 2, "a": {point}, "b": {point}, "margin": -1}}"#);
    refused(&manifold, "invalid_pose", "margin");
}

#[test]
fn numbers_that_are_not_finite() {
    for number in ["NaN", "Infinity", "-Infinity", "1e999", "-1e400"] {
        let shape = format!(r#"{{"type": "convex", "vertices": [[0, 0], [{number}, 1]]}}"#);
        refused(&about(2, &shape), "not_finite", "a.vertices[1][0]");
    }
    let single = about(2, r#"{"type": "point", "position": [0, 1e39]}"#)
        .replace("\"op\"", "\"precision\": \"f32\", \"op\"");
    refused(&single, "not_finite", "a.position[1]");
}

#[test]
fn more_or_deeper_than_is_taken() {
    let depth = 1_000_000;
    let deep = format!(r#"{{"id": 7, "a": {}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    assert_eq!(error(&deep).0, "limit_exceeded");
    refused(
        &about(2, r#"{"type": "circle", "radius": 1e200}"#),
        "limit_exceeded",
        "a.radius",
    );
    refused(
        &about(2, r#"{"type": "point", "position": [1e200, 0]}"#),
        "limit_exceeded",
        "a.position",
    );
    let long = vec![b' '; clearance_io::query::LONGEST_LINE + 1];
    let problem = answer(&long).problem.expect("refused");
    assert_eq!(problem.code, clearance_io::Code::LimitExceeded);
}

#[test]
fn files_that_are_not_there() {
    refused(
        &about(3, r#"{"type": "mesh", "file": "no/such.stl"}"#),
        "file_not_found",
        "a.file",
    );
    refused(
        &about(3, r#"{"type": "mesh", "file": "part.xyz"}"#),
        "invalid_shape",
        "a.file",
    );
}

#[test]
fn motions() {
    let sweep = |more: &str| {
        let ball = r#"{"type": "circle", "radius": 1}"#;
        format!(r#"{{"op": "sweep", "dimension": 2, "a": {ball}, "b": {ball}, {more}}}"#)
    };
    refused(
        &sweep(r#""motion_b": {"linear": [1]}"#),
        "invalid_pose",
        "motion_b.linear",
    );
    refused(
        &sweep(r#""motion_a": {"angular": [1, 0]}"#),
        "invalid_pose",
        "motion_a.angular",
    );
    refused(
        &sweep(r#""motion_a": {"linaer": [1, 0]}"#),
        "invalid_pose",
        "motion_a",
    );
    refused(&sweep(r#""release": 1"#), "invalid_json", "release");
}

#[test]
fn ids_come_back_word_for_word() {
    for id in [
        "null",
        "1e400",
        "123456789012345678901234567890",
        "-0.10",
        "\"\\u0061\"",
        "[1, {\"x\": 2}]",
        "true",
    ] {
        for line in [
            format!(r#"{{"id": {id}, "op": "none"}}"#),
            format!(r#"{{"op": NaN, "id": {id}}}"#),
            format!(r#"{{"id": {id}, "op": }}"#),
        ] {
            let text = answer(line.as_bytes()).text;
            assert!(
                text.starts_with(&format!("{{\"id\":{id},\"error\"")),
                "{line} -> {text}"
            );
        }
    }
}
