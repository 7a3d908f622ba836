//! Unusable input is refused quickly, with an error that names it.

use std::io::Write;

use super::*;

#[test]
fn errors_name_the_file_the_object_and_what_would_be_right() {
    let cases = [
        (
            "no-shape.json",
            r#"{"dimension": 2, "shapes": {"base": {"type": "point"}, "link1": {"type": "point"}},
            "objects": [{"id": "x", "shape": "base"}, {"id": "link4", "shape": "link"}]}"#,
            r#"error: no-shape.json: objects[1] ("link4"): shape: "link": no such entry in "shapes" (there are: base, link1)"#,
        ),
        (
            "radius.json",
            r#"{"dimension": 2, "objects": [{"id": 7, "shape": {"type": "circle", "radius": -1}}]}"#,
            "error: radius.json: objects[0] (7): shape.radius: must be greater than zero",
        ),
        (
            "twice.json",
            r#"{"dimension": 2, "objects": [{"id": "x", "shape": {"type": "point"}}, {"id": "\u0078", "shape": {"type": "point"}}]}"#,
            r#"error: twice.json: objects[1] ("\u0078"): its id is also that of objects[0]"#,
        ),
        (
            "syntax.json",
            "{\"dimension\": 2,\n \"objects\": [}",
            "error: syntax.json:2:14: objects[0]: expected value",
        ),
        (
            "itself.json",
            r#"{"dimension": 2, "shapes": {"a": {"type": "rounded", "radius": 1, "shape": "b"}, "b": {"type": "compound", "parts": [{"shape": "a"}]}},
            "objects": [{"id": 1, "shape": "a"}]}"#,
            r#"error: itself.json: objects[0] (1): shapes.b.parts[0].shape: "a" contains itself"#,
        ),
        (
            "no-id.json",
            r#"{"dimension": 2, "objects": [{"shape": {"type": "point"}}]}"#,
            "error: no-id.json: objects[0].id: missing",
        ),
        (
            "version.json",
            r#"{"clearance": 2, "dimension": 2, "objects": []}"#,
            "error: version.json: clearance: this build reads version 1, not 2",
        ),
        (
            "mask.json",
            r#"{"dimension": 2, "objects": [{"id": 1, "shape": {"type": "point"}, "mask": -1}]}"#,
            "error: mask.json: objects[0] (1): mask: expected a whole number from 0 to 4294967295",
        ),
        (
            "misspelt.json",
            r#"{"dimension": 2, "objects": [{"id": 1, "shape": {"type": "point"}, "postion": [1, 1]}]}"#,
            r#"error: misspelt.json: objects[0] (1): unknown field "postion": did you mean "position"?"#,
        ),
        (
            "list.json",
            "[1, 2, 3]",
            "error: list.json:1:2: expected an object {…} at the top, found a list",
        ),
    ];
    for (name, scene, message) in cases {
        let output = run(&["check", file(name, scene)]);
        assert_eq!(
            (err(&output).trim_end(), output.status.code()),
            (message, Some(2))
        );
        assert_eq!(out(&output), "");
    }
    assert_eq!(
        err(&run(&["check", "gone.json"])),
        "error: gone.json: no such file\n"
    );
    let mixed = run(&["check", "part.stl", "scene.json"]);
    assert!(err(&mixed).contains("scene.json: not a mesh"), "{}", err(&mixed));
}

#[test]
fn garbage_is_refused_at_once() {
    let mut garbage = vec![b'['; 1_000_000];
    for content in [&garbage[..], b"\0\xff\xfe", b"{\"objects\": 7", b""] {
        let output = feed(&["check", "-"], content);
        assert_eq!(output.status.code(), Some(2), "{}", err(&output));
        assert!(err(&output).starts_with("error: "), "{}", err(&output));
    }
    garbage.splice(0..0, *b"{\"dimension\": ");
    assert!(err(&feed(&["check", "-"], &garbage)).contains("nested more than 127 levels deep"));
}

/// More than fits comfortably into memory if it were read before it is checked.
#[test]
fn shapes_within_shapes_end_somewhere() {
    let scene = |names: usize, inline: usize| {
        let mut named: Vec<String> = vec![r#""n0": {"type": "circle", "radius": 1}"#.into()];
        for i in 1..names {
            let parts = r#"{"type": "compound", "parts": [{"shape": "#.repeat(inline);
            named.push(format!(r#""n{i}": {parts}"n{}"{}"#, i - 1, "}]}".repeat(inline)));
        }
        let top = names - 1;
        format!(
            r#"{{"dimension": 2, "shapes": {{{}}}, "objects": [{{"id": 1, "shape": "n{top}"}}, {{"id": 2, "shape": "n0"}}]}}"#,
            named.join(", ")
        )
    };
    for (names, inline, code) in [(60, 1, 1), (100, 1, 2), (50_000, 1, 2), (64, 38, 2)] {
        let output = run(&["check", file("deep.json", scene(names, inline))]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{names} {inline}: {}",
            err(&output)
        );
        assert!(code == 1 || err(&output).contains("deep"), "{}", err(&output));
    }
}

#[test]
fn an_endless_file_of_garbage_is_not_read_to_its_end() {
    let mut child = clearance(&["check", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("runs");
    let mut stdin = child.stdin.take().expect("stdin");
    let block = vec![b'x'; 1 << 20];
    let written = (0..200).take_while(|_| stdin.write_all(&block).is_ok()).count();
    assert_eq!(child.wait().expect("ends").code(), Some(2));
    assert!(written < 200, "stopped reading");
}

/// A file that this program cannot read is named with what can, or with the endings that are known.
#[test]
fn an_unknown_ending_is_named_with_what_would_read_it() {
    let said = |name: &str| {
        let output = run(&["check", file(name, "ISO-10303-21;\nHEADER;\n")]);
        assert_eq!(output.status.code(), Some(2));
        err(&output).trim_end().to_owned()
    };
    assert_eq!(
        said("model.step"),
        "error: model.step: STEP is read by the Python package: pip install 'clearance[step]', then python -m \
         clearance check model.step"
    );
    assert!(
        said("model.IFC").contains("pip install 'clearance[ifc]', then python -m clearance check model.IFC")
    );
    let other = said("model.x_t");
    assert!(other.starts_with("error: model.x_t:1:1: "), "{other}");
    assert!(
        other.contains(".x_t is read as a scene, which is JSON; meshes end in one of .stl, .obj"),
        "{other}"
    );
    let help = run(&["help", "check"]);
    let words = out(&help).replace(['\n', ','], " ");
    let ending = |ending: &str| {
        words
            .split_whitespace()
            .any(|word| word.trim_matches(['(', ')']) == ending)
    };
    for known in clearance_io::mesh::ENDINGS
        .split([' ', ','])
        .filter(|word| word.starts_with('.'))
    {
        assert!(ending(known.trim_end_matches(')')), "{known} is not in the help");
    }
}
