//! `check --memory`: the output is that of a check in memory, byte for byte.

use std::fmt::Write as _;

use super::{err, file, json, out, run};

/// So little that of the shapes below only a few are in memory at once.
const LITTLE: &str = "196800K";
const KINDS: usize = 12;

/// A ring of facets between two profiles, as text: a turned part with `sides` sides.
fn turned(sides: usize, radius: f64, height: f64) -> (String, String) {
    let (mut vertices, mut triangles) = (String::new(), String::new());
    for i in 0..sides {
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / sides as f64).sin_cos();
        for z in [0.0, height] {
            let _ = write!(vertices, "[{}, {}, {z}], ", radius * cos, radius * sin);
        }
        let (a, b) = (2 * i, 2 * ((i + 1) % sides));
        let _ = write!(triangles, "[{a}, {b}, {}], [{b}, {}, {}], ", a + 1, b + 1, a + 1);
        let (low, high) = (2 * sides, 2 * sides + 1);
        let _ = write!(triangles, "[{low}, {b}, {a}], [{high}, {}, {}], ", a + 1, b + 1);
    }
    let _ = write!(vertices, "[0, 0, 0], [0, 0, {height}]");
    (vertices, triangles.trim_end_matches(", ").to_owned())
}

/// Turned parts of several sizes in a heap, open ones, floors without end, balls, a compound; one in another,
/// and one in an open one.
fn scene() -> String {
    let mut shapes = String::new();
    for i in 0..KINDS {
        let (vertices, triangles) = turned(12 + 4 * i, 0.4 + 0.01 * i as f64, 1.0 + 0.02 * i as f64);
        let _ = write!(
            shapes,
            r#""part{i}": {{"type": "mesh", "vertices": [{vertices}], "triangles": [{triangles}]}}, "#
        );
    }
    let (vertices, triangles) = turned(30, 0.5, 1.0);
    let open = triangles.split_once("], ").map_or("", |(_, rest)| rest);
    let mut objects = String::new();
    let mut state = 7_u64;
    let mut dice = |sides: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 40) % sides
    };
    for i in 0..56 {
        let shape = match dice(12) {
            0 => "open".to_owned(),
            1 => "ball".to_owned(),
            2 => "two".to_owned(),
            _ => format!("part{}", dice(KINDS as u64)),
        };
        let at = [0, 1, 2].map(|_| dice(24) as f64 * 0.25);
        let turn = [
            "[0, 0, 0, 1]",
            "[1, 0, 0, 0]",
            "[0.5, 0.5, 0.5, 0.5]",
            "[0.1, 0.2, 0.3, 0.9]",
        ][dice(4) as usize];
        let _ = write!(
            objects,
            r#"{{"id": "o{i}", "shape": "{shape}", "position": {at:?}, "rotation": {turn}, "layer": {}}}, "#,
            1 + dice(3)
        );
    }
    format!(
        r#"{{"dimension": 3, "shapes": {{{shapes}
            "open": {{"type": "mesh", "vertices": [{vertices}], "triangles": [{open}]}},
            "ball": {{"type": "sphere", "radius": 0.5}},
            "two": {{"type": "compound", "parts": [{{"shape": "ball"}}, {{"shape": "part3", "position": [0, 0, 1]}}]}}}},
            "objects": [{objects}
            {{"id": "host", "shape": "part3", "position": [20, 20, 20]}},
            {{"id": "guest", "shape": {{"type": "sphere", "radius": 0.05}}, "position": [20, 20, 20.5]}},
            {{"id": "leak", "shape": "open", "position": [30, 30, 30]}},
            {{"id": "drop", "shape": {{"type": "sphere", "radius": 0.05}}, "position": [30.1, 30, 30.5]}},
            {{"id": "floor", "shape": {{"type": "half_space", "normal": [0, 0, 1], "offset": 0}}}},
            {{"id": "slope", "shape": {{"type": "half_space", "normal": [0, 0.6, 0.8], "offset": -1}}}}]}}"#
    )
}

#[test]
fn the_output_is_the_same() {
    let scene = file("heap.json", scene());
    let rules = file(
        "heap.toml",
        "[sets]\nballs = \"o1*\"\n[[rule]]\nname = \"wide\"\na = \"balls\"\nb = \"all\"\nwithin = 0.7\nseverity = \"warning\"\n",
    );
    let old = run(&[
        "check",
        scene,
        "--format",
        "json",
        "--no-depth",
        "--tolerance",
        "0.2",
    ]);
    let baseline = file("heap-old.json", &old.stdout);
    let all: [&[&str]; 6] = [
        &["--format", "json", "--no-depth"],
        &["--format", "json", "--within", "0.3", "--no-depth"],
        &["--format", "csv", "--tolerance", "0.1", "--no-depth"],
        &["--format", "junit", "--no-depth"],
        &["--rules", rules, "--format", "json", "--no-depth"],
        &["--baseline", baseline, "--no-depth"],
    ];
    for options in all {
        let asked = [&["check", scene][..], options].concat();
        let whole = run(&asked);
        let bounded = run(&[&asked[..], &["--memory", LITTLE]].concat());
        assert_eq!(whole.status, bounded.status, "{options:?}: {}", err(&bounded));
        assert!(out(&whole) == out(&bounded), "{options:?}");
        assert!(whole.stdout.len() > 10_000, "{options:?}: {}", out(&whole));
        let note = err(&bounded).lines().last().expect("a note");
        let words: Vec<&str> = note.split(' ').collect();
        let (shapes, loads): (usize, usize) = (
            words[1].parse().expect("how many shapes"),
            words[words.len() - 2].parse().expect("how many loads"),
        );
        assert!(shapes == KINDS + 4 && loads > 2 * shapes, "{note}");
    }
    let classes = run(&[
        "check",
        scene,
        "--memory",
        LITTLE,
        "--format",
        "json",
        "--no-depth",
    ]);
    let pairs = json(&classes)["pairs"].as_array().expect("pairs").clone();
    for class in ["interference", "contact", "containment", "unanswered"] {
        assert!(pairs.iter().any(|pair| pair["class"] == class), "no {class}");
    }
    assert!(
        pairs.iter().any(|pair| pair["error"].is_object()),
        "two half-spaces"
    );
}

#[test]
fn what_does_not_go_with_it_is_said() {
    let scene = file("small-heap.json", scene());
    for (options, words) in [
        (&["--memory", "1M"][..], "memory: 1048576 bytes are not enough"),
        (&["--memory", "0"], "memory: 0 bytes are not enough"),
        (
            &["--memory", "2G", "--report", "heap.html"],
            "cannot be used with",
        ),
        (&["--memory", "much"], "must be a whole number"),
    ] {
        let output = run(&[&["check", scene][..], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(err(&output).contains(words), "{options:?}: {}", err(&output));
        assert!(output.stdout.is_empty());
    }
    let plane = file("plane-heap.json", super::TWO_BOXES);
    let output = run(&["check", plane, "--memory", "1M", "--format", "json"]);
    assert_eq!(output.stdout, run(&["check", plane, "--format", "json"]).stdout);
    assert!(
        err(&output).contains("this scene is in memory"),
        "{}",
        err(&output)
    );
}
