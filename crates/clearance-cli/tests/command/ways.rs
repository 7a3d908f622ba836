//! `clearance remove` and `clearance path`, as a user meets them.

use std::sync::OnceLock;

use serde_json::{Value, json as value};

use crate::{clearance, err, file, folder, json, out, run};

/// A box in a case that is open upwards, a lid on it, and a ball beside them.
fn case() -> &'static str {
    let wall = |id: &str, position: [f64; 3], half: [f64; 3]| value!({"id": id, "shape": {"type": "box", "half_extents": half}, "position": position});
    let objects = vec![
        wall("box", [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]),
        wall("floor", [0.0, 0.0, -0.5], [3.0, 3.0, 0.5]),
        wall("left", [-1.5, 0.0, 1.0], [0.5, 3.0, 1.0]),
        wall("right", [1.5, 0.0, 1.0], [0.5, 3.0, 1.0]),
        wall("lid", [0.0, 0.0, 2.5], [2.0, 3.0, 0.5]),
    ];
    let scene = value!({"clearance": 1, "dimension": 3, "objects": objects});
    // Written once: tests run beside each other.
    static WRITTEN: OnceLock<&str> = OnceLock::new();
    WRITTEN.get_or_init(|| file("case.json", scene.to_string()))
}

fn moves(name: &str, list: Value) -> &str {
    file(name, value!({ "moves": list }).to_string())
}

#[test]
fn remove_says_who_blocks_whom_and_in_which_order_parts_leave() {
    let output = run(&["remove", case(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let found = json(&output);
    assert_eq!(found["parts"], value!(["box", "floor", "left", "right", "lid"]));
    assert_eq!(found["directions"][5], value!([0.0, 0.0, -1.0]));
    assert_eq!(
        found["blocked"]["box"],
        value!({"+x": ["right"], "-x": ["left"], "+y": [], "-y": [], "+z": ["lid"], "-z": ["floor"]})
    );
    assert_eq!(found["order"].as_array().map(Vec::len), Some(5));
    assert_eq!(found["order_directions"].as_array().map(Vec::len), Some(5));
    assert_eq!(found["stuck"], value!([]));
    let table = run(&["remove", case()]);
    assert!(
        out(&table).ends_with("5 parts, 6 directions: 5 steps; 0 stuck\n"),
        "{}",
        out(&table)
    );
}

#[test]
fn remove_tells_what_is_stuck() {
    let ring = |id: &str, axis: usize| {
        let mut half = [3.0, 3.0, 3.0];
        half[axis] = 0.5;
        let parts: Vec<_> = (0..2)
            .flat_map(|side| {
                let shift = if side == 0 { -2.5 } else { 2.5 };
                [(axis + 1) % 3, (axis + 2) % 3].map(|across| {
                    let (mut position, mut half) = ([0.0; 3], half);
                    position[across] = shift;
                    half[across] = 0.5;
                    value!({"type": "box", "half_extents": half, "position": position})
                })
            })
            .collect();
        let position = if axis == 0 { [0.0, 2.5, 0.0] } else { [0.0; 3] };
        value!({"id": id, "shape": {"type": "compound", "parts": parts}, "position": position})
    };
    let scene = value!({"clearance": 1, "dimension": 3, "objects": [ring("one", 0), ring("two", 2)]});
    let output = run(&[
        "remove",
        file("chain.json", scene.to_string()),
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let found = json(&output);
    assert_eq!(
        (&found["order"], &found["stuck"]),
        (&Value::Null, &value!(["one", "two"]))
    );
    assert_eq!(found["stuck_groups"], value!([["one", "two"]]));
}

#[test]
fn path_reports_contacts_and_the_least_clearance() {
    let list = moves(
        "moves.json",
        value!([
            {"part": "box", "by": [0, 2, 0]},
            {"part": "box", "by": [0, 0, 0.5]},
            {"part": "box", "by": [0, 0, -0.5]},
            {"part": "lid", "axis": [0, 0, 1], "about": [0, 0, 0], "angle": 3.0, "by": [0, 0, 2]},
            {"parts": ["left", "floor"], "by": [-1, 0, 0]},
        ]),
    );
    let output = run(&["path", case(), list, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let found = json(&output);
    assert_eq!(found["certified"], value!(true));
    let of = |i: usize, key: &str| found["moves"][i][key].clone();
    assert_eq!(of(0, "first_contact"), Value::Null, "it slides");
    assert_eq!(of(0, "least_clearance")["value"], value!(0.0));
    assert_eq!(of(1, "first_contact")["with"], value!("lid"));
    assert_eq!(of(1, "first_contact")["normal"], value!([0.0, 0.0, 1.0]));
    assert_eq!(of(3, "first_contact"), Value::Null);
    assert_eq!(of(4, "contacts"), value!([]));
    assert_eq!(of(4, "parts"), value!(["left", "floor"]));
    let table = run(&["path", case(), list]);
    assert!(out(&table).contains("box meets lid at time"), "{}", out(&table));
}

/// Each bad file of moves, and what its error names.
#[test]
fn bad_moves_are_refused_by_name() {
    let bad = [
        (
            value!([{"part": "nut", "by": [0, 0, 1]}]),
            "moves[0].part",
            "no part is called \"nut\"",
        ),
        (value!([{"by": [0, 0, 1]}]), "moves[0]", "no part"),
        (value!([{"part": "box"}]), "moves[0]", "no motion"),
        (
            value!([{"part": "box", "axis": [0, 0, 0], "about": [0, 0, 0], "angle": 1}]),
            "moves[0].axis",
            "not zero",
        ),
        (
            value!([{"part": "box", "axis": [0, 0, 1], "angle": 1}]),
            "moves[0].about",
            "missing",
        ),
        (
            value!([{"part": "box", "axis": [0, 0, 1], "about": [0, 0, 0]}]),
            "moves[0].angle",
            "missing",
        ),
        (
            value!([{"part": "box", "by": [0, 0, 1e300]}]),
            "moves[0]",
            "range",
        ),
        (
            value!([{"part": "box", "to": {"position": [0, 0]}}]),
            "moves[0].to.position",
            "",
        ),
        (
            value!([{"part": "box", "to": {"rotation": [0, 0, 0, 0]}}]),
            "moves[0].to.rotation",
            "",
        ),
        (
            value!([{"part": "box", "to": {"scale": 2}}]),
            "moves[0].to.scale",
            "scale",
        ),
        (
            value!([{"parts": [], "by": [0, 0, 1]}]),
            "moves[0]",
            "at least one",
        ),
        (
            value!([{"parts": ["box", "box"], "by": [0, 0, 1]}]),
            "moves[0]",
            "twice",
        ),
        (
            value!([{"part": "box", "axis": [0, 0, 1], "about": [0, 0, 0], "angel": 1}]),
            "moves[0]",
            "angel",
        ),
    ];
    for (i, (list, field, message)) in bad.into_iter().enumerate() {
        let name = format!("bad {i}.json");
        let output = run(&["path", case(), moves(&name, list)]);
        assert_eq!(output.status.code(), Some(2), "{i}");
        let text = err(&output);
        assert!(text.contains(field) && text.contains(message), "{i}: {text}");
    }
    let text = file("nan.json", r#"{"moves": [{"part": "box", "by": [0, 0, NaN]}]}"#);
    assert_eq!(run(&["path", case(), text]).status.code(), Some(2));
    let single = r#"{"clearance": 1, "dimension": 2, "precision": "f32", "objects": []}"#;
    let output = run(&["remove", file("single.json", single)]);
    assert!(err(&output).contains("double precision"), "{}", err(&output));
    for option in ["0,0,0", "1,2", "1", "1,2,inf", "a,b,c"] {
        let output = clearance(&["remove", case(), "--direction", option])
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
}

/// A room with a sofa in a corner, and a ball.
fn room() -> &'static str {
    let walls = value!({"type": "polygon", "vertices": [[0, 0], [10, 0], [10, 6], [0, 6], [0, 3], [1, 3], [1, 5], [9, 5], [9, 1], [1, 1], [1, 2], [0, 2]]});
    let sofa = value!({"type": "polygon", "vertices": [[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]]});
    let objects = value!([
        {"id": "room", "shape": walls},
        {"id": "sofa", "shape": sofa, "position": [1, 1]},
        {"id": "ball", "shape": {"type": "circle", "radius": 0.5}, "position": [6, 1.5]},
    ]);
    let scene = value!({"clearance": 1, "dimension": 2, "unit": "m", "objects": objects});
    static WRITTEN: OnceLock<&str> = OnceLock::new();
    WRITTEN.get_or_init(|| file("room.json", scene.to_string()))
}

#[test]
fn ways_in_the_plane() {
    let output = run(&["remove", room(), "--format", "json", "--direction", "-0.6,0.8"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let found = json(&output);
    assert_eq!(found["names"], value!(["+x", "-x", "+y", "-y", "-0.6,0.8"]));
    assert_eq!(found["directions"][3], value!([0.0, -1.0]));
    assert_eq!(found["blocked"]["ball"]["-x"], value!(["room", "sofa"]));
    assert_eq!(found["blocked"]["ball"]["-0.6,0.8"], value!(["room"]));
    let list = moves(
        "plane.json",
        value!([
            {"part": "sofa", "by": [1, 0]},
            {"part": "sofa", "by": [1, 0]},
            {"part": "ball", "from": {"position": [0.5, 2.5]}, "to": {"position": [-2, 2.5]}},
            {"part": "sofa", "to": {"position": [1, 1], "angle": 0}},
            {"part": "sofa", "about": [1, 1], "angle": 0.5},
        ]),
    );
    let output = run(&["path", room(), list, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let found = json(&output);
    assert_eq!(found["certified"], value!(true));
    let first = |i: usize| found["moves"][i]["first_contact"].clone();
    assert_eq!(first(0), Value::Null, "it slides along the floor");
    assert_eq!(first(1)["with"], value!("ball"));
    let time = first(1)["time"].as_f64().expect("a time");
    assert!((0.5 - 1e-9..=0.5).contains(&time), "{time}");
    assert_eq!(first(1)["normal"], value!([1.0, 0.0]));
    assert_eq!(
        first(2),
        Value::Null,
        "through the door, which is as wide as it is"
    );
    assert_eq!(first(3), Value::Null, "back along the floor");
    assert_eq!(first(4)["with"], value!("room"), "there is no room to turn");
}

#[test]
fn the_page_of_a_path_in_the_plane() {
    let list = moves("swing.json", value!([{"part": "ball", "by": [0, 2]}]));
    let output = run(&["path", room(), list, "--report", "plane.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = std::fs::read_to_string(folder().join("plane.html")).expect("it was written");
    assert!(text.contains("sofa") && text.len() > 10_000, "{}", text.len());
}

/// What a move of the plane has not, and what a direction must have.
#[test]
fn what_the_plane_lacks_is_refused_by_name() {
    let bad = [
        (value!([{"part": "ball", "by": [0, 0, 1]}]), "moves[0].by"),
        (
            value!([{"part": "ball", "axis": [0, 0, 1], "about": [0, 0], "angle": 1}]),
            "axis",
        ),
        (value!([{"part": "ball", "angle": 1}]), "moves[0].about"),
        (
            value!([{"part": "ball", "to": {"rotation": [0, 0, 0, 1]}}]),
            "rotation",
        ),
    ];
    for (i, (list, field)) in bad.into_iter().enumerate() {
        let output = run(&["path", room(), moves(&format!("flat {i}.json"), list)]);
        assert_eq!(output.status.code(), Some(2), "{i}");
        assert!(err(&output).contains(field), "{i}: {}", err(&output));
    }
    for (scene, direction) in [(room(), "1,0,0"), (case(), "1,0")] {
        let output = run(&["remove", scene, "--direction", direction]);
        assert!(
            err(&output).contains("directions[0]: expected"),
            "{}",
            err(&output)
        );
    }
}

/// A box that tips into the floor meets it at once, whatever else is in the scene.
///
/// Prisms were as high as the whole scene, and so rounded as its largest part: the box came through, and that
/// was certified.
#[test]
fn a_large_part_of_the_plane_does_not_round_the_others() {
    let objects = value!([
        {"id": "floor", "shape": {"type": "half_space", "normal": [0, 1], "offset": 0}},
        {"id": "box", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [6, 1]},
        {"id": "sky", "shape": {"type": "box", "half_extents": [1e100, 1]}, "position": [0, 1e99]},
    ]);
    let scene = value!({"clearance": 1, "dimension": 2, "objects": objects}).to_string();
    let list = moves(
        "tip.json",
        value!([{"part": "box", "about": [5, 0], "angle": -1}]),
    );
    let output = run(&["path", file("sky.json", scene), list, "--format", "json"]);
    let found = json(&output);
    let floor = &found["moves"][0]["first_contact"];
    assert_eq!((&floor["with"], &floor["time"]), (&value!("floor"), &value!(0.0)));
    assert!(!out(&output).contains("null,null"), "{}", out(&output));
}
