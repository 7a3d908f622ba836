//! `check`: what it prints, and its options.

use super::*;

#[test]
fn check_prints_the_pairs_in_the_order_of_the_file() {
    let output = run(&["check", file("json.json", TWO_BOXES), "--format", "json"]);
    let document = json(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        (
            &document["clearance"],
            &document["objects"],
            &document["pairs_tested"]
        ),
        (&1.into(), &5.into(), &10.into())
    );
    let pairs = document["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), 2);
    let first = &pairs[0];
    assert_eq!(
        (first["a"].as_str(), first["b"].as_str()),
        (Some("left"), Some("right"))
    );
    assert_eq!(
        (&first["relation"], &first["clearance"]),
        (&"overlapping".into(), &(-0.5).into())
    );
    assert_eq!(
        (&first["normal"], &first["depth_kind"]),
        (&serde_json::json!([1.0, 0.0]), &"exact".into())
    );
    assert_eq!(
        (&pairs[1]["relation"], &pairs[1]["clearance"]),
        (&"touching".into(), &0.0.into())
    );
}

#[test]
fn within_and_tolerance() {
    let scene = file("options.json", TWO_BOXES);
    let classes = |arguments: &[&str]| {
        let output = run(&[&["check", scene, "--format", "json"], arguments].concat());
        let document = json(&output);
        let of = |pair: &serde_json::Value| pair["class"].as_str().unwrap_or_default().to_owned();
        let list: Vec<_> = document["pairs"]
            .as_array()
            .expect("a list")
            .iter()
            .map(of)
            .collect();
        (output.status.code(), list.join(" "))
    };
    assert_eq!(
        classes(&["--within", "0.5"]),
        (Some(1), "interference contact near".into())
    );
    assert_eq!(
        classes(&["--within", "0.25"]),
        (Some(1), "interference contact".into()),
        "nearer, not as near"
    );
    assert_eq!(
        classes(&["--tolerance", "0.5"]),
        (Some(0), "contact contact contact".into()),
        "a gap, too"
    );
    assert_eq!(
        classes(&["--tolerance", "0.49"]),
        (Some(1), "interference contact contact".into())
    );
    for bad in ["-1", "nan", "inf", "much"] {
        assert_eq!(
            run(&["check", scene, "--within", bad]).status.code(),
            Some(2),
            "{bad}"
        );
    }
}

#[test]
fn layers_masks_groups_and_sensors() {
    let object =
        |id: u32, more: &str| format!(r#"{{"id": {id}, "shape": {{"type": "circle", "radius": 1}}{more}}}"#);
    let objects = [
        object(1, ""),
        object(2, r#", "group": "frame""#),
        object(3, r#", "group": "frame""#),
        object(4, r#", "layer": 2, "mask": 4294967293"#),
        object(5, r#", "layer": 2, "mask": 2, "sensor": true"#),
        object(6, r#", "group": """#),
    ];
    let scene = format!(r#"{{"dimension": 2, "objects": [{}]}}"#, objects.join(", "));
    let document = json(&run(&["check", file("filters.json", scene), "--format", "json"]));
    let pair = |pair: &serde_json::Value| (pair["a"].as_u64().unwrap_or(0), pair["b"].as_u64().unwrap_or(0));
    let pairs: Vec<_> = document["pairs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(pair)
        .collect();
    // 4 is on layer 2 and tests all other layers; 5 tests layer 2 only.
    assert_eq!(
        pairs,
        [
            (1, 2),
            (1, 3),
            (1, 4),
            (1, 6),
            (2, 4),
            (2, 6),
            (3, 4),
            (3, 6),
            (4, 6)
        ]
    );
    assert_eq!(document["pairs_tested"], 9);
}

#[test]
fn a_table_for_people_worst_first() {
    let output = run(&["check", file("table.json", TWO_BOXES)]);
    let lines: Vec<_> = out(&output).lines().collect();
    assert!(lines[0].starts_with("class"), "{}", out(&output));
    assert!(lines[1].contains("-0.5") && lines[1].contains("left") && lines[2].contains("contact"));
    assert_eq!(
        lines[1].find("left"),
        lines[0].find("a  "),
        "columns stand under their names"
    );
    assert_eq!(
        lines[3],
        "1 interference, 1 contact (5 objects, 10 pairs, lengths in mm)"
    );
    assert!(
        !out(&output).contains('\u{1b}'),
        "no colour where there is no terminal"
    );
    assert!(out(&run(&["--color", "always", "check", "table.json"])).contains("\u{1b}["));
    let empty = run(&["check", file("empty.json", r#"{"dimension": 2, "objects": []}"#)]);
    assert_eq!(
        (empty.status.code(), out(&empty)),
        (Some(0), "no interference (0 objects, 0 pairs)\n")
    );
}

#[test]
fn csv_quotes_what_needs_it() {
    let scene = TWO_BALLS.replace("\"a\"", r#""a, \"one\"""#);
    let output = run(&["check", file("csv.json", scene), "--format", "csv"]);
    let lines: Vec<_> = out(&output).lines().collect();
    assert!(lines[0].starts_with("a,b,relation,clearance,normal_x,normal_y,normal_z,point_a_x"));
    assert!(
        lines[1].starts_with("\"a, \"\"one\"\"\",b,overlapping,-0.5,1,0,0,"),
        "{}",
        lines[1]
    );
}

/// A remark about thousands of parts filled the terminal: five of each kind are named. JSON has them all.
#[test]
fn remarks_of_one_kind_are_counted() {
    let parts = |count: usize| {
        let part = |i: usize| {
            format!(
                r#"{{"id": "leaf {i}", "position": [{i}, 0, 0], "shape": {{"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}}}}"#
            )
        };
        let objects: Vec<String> = (0..count).map(|i| part(2 * i)).collect();
        format!(r#"{{"dimension": 3, "objects": [{}]}}"#, objects.join(","))
    };
    let told = |count: usize| {
        let scene = file("leaves.json", parts(count));
        let output = run(&["check", scene, "--format", "json"]);
        let all = json(&output)["remarks"].as_array().map_or(0, Vec::len);
        assert_eq!(all, count);
        err(&output)
            .lines()
            .filter(|line| line.starts_with("note: "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(told(5).len(), 5);
    let seven = told(7);
    assert_eq!(seven.len(), 6);
    assert!(seven[4].starts_with("note: leaf 8: an open mesh: "), "{seven:?}");
    assert_eq!(seven[5], "note: 2 more: an open mesh (--format json has all)");
}
