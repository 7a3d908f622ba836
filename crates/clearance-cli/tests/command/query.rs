//! `query`: a stream of questions.

use std::io::{BufRead, BufReader, Write};

use super::*;

#[test]
fn query_answers_in_order_and_says_so_when_a_line_was_unusable() {
    let good = r#"{"id": 1, "op": "relation", "dimension": 2, "a": {"type": "box", "half_extents": [1, 1]}, "b": {"type": "circle", "radius": 2, "position": [3, 0]}}"#;
    let output = feed(&["query"], format!("{good}\n\n{good}").as_bytes());
    assert_eq!(
        (out(&output), output.status.code()),
        (
            "{\"id\":1,\"relation\":\"touching\"}\n".repeat(2).as_str(),
            Some(0)
        )
    );
    let output = feed(
        &["query"],
        format!("{good}\nnonsense\n{{\"id\": [7], \"op\": \"no\"}}\r\n{good}\n").as_bytes(),
    );
    let lines: Vec<_> = out(&output).lines().collect();
    assert_eq!((lines.len(), output.status.code()), (4, Some(2)));
    assert!(
        lines[1].starts_with(r#"{"id":null,"error":{"code":"invalid_json""#),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with(r#"{"id":[7],"error":{"code":"unknown_op""#),
        "{}",
        lines[2]
    );
    assert_eq!(lines[3], lines[0]);
    let from_file = run(&["query", file("questions.jsonl", good)]);
    assert_eq!(out(&from_file).trim_end(), lines[0]);
    assert_eq!(run(&["query", "gone.jsonl"]).status.code(), Some(2));
}

#[test]
fn query_answers_before_the_next_question_is_asked() {
    let mut child = clearance(&["query"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut stdin = child.stdin.take().expect("stdin");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout")).lines();
    for i in 0..3 {
        writeln!(stdin, r#"{{"id": {i}, "op": "none"}}"#).expect("a question");
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.starts_with(&format!("{{\"id\":{i},")), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().expect("ends").code(), Some(2));
}

#[test]
fn every_op_answers_in_its_form() {
    let ask = |question: &str| json(&feed(&["query"], question.as_bytes()));
    let ball = r#""a": {"type": "circle", "radius": 1}"#;
    let wall = r#""b": {"type": "box", "half_extents": [1, 1], "position": [3, 0]}"#;
    let answer = ask(&format!(
        r#"{{"op": "clearance", "dimension": 2, {ball}, {wall}}}"#
    ));
    assert_eq!(
        answer,
        serde_json::json!({"id": null, "clearance": 1.0, "normal": [1.0, 0.0], "point_a": [1.0, 0.0], "point_b": [2.0, 0.0], "depth_kind": "exact"})
    );
    let answer = ask(&format!(
        r#"{{"op": "manifold", "dimension": 2, "margin": 2, {ball}, {wall}}}"#
    ));
    assert_eq!(answer["points"][0]["clearance"], 1.0, "{answer}");
    let answer = ask(&format!(
        r#"{{"op": "ray", "dimension": 2, {ball}, "origin": [-3, 0], "direction": [2, 0]}}"#
    ));
    assert_eq!(
        answer["hit"],
        serde_json::json!({"time": 1.0, "point": [-1.0, 0.0], "normal": [-1.0, 0.0]})
    );
    let answer = ask(&format!(
        r#"{{"op": "ray", "dimension": 2, {ball}, "origin": [-3, 2], "direction": [2, 0]}}"#
    ));
    assert!(answer["hit"].is_null() && answer.get("hit").is_some());
    let answer = ask(&format!(
        r#"{{"op": "closest_point", "dimension": 2, {ball}, "point": [0, 3]}}"#
    ));
    assert_eq!(
        answer,
        serde_json::json!({"id": null, "point": [0.0, 1.0], "distance": 2.0, "normal": [0.0, 1.0]})
    );
}

/// `clearance` gives the depth of one place; `depth` a motion that parts the two.
#[test]
fn a_depth_is_two_bounds() {
    let ask = |question: &str| json(&feed(&["query"], question.as_bytes()));
    let bracket =
        r#""a": {"type": "polygon", "vertices": [[0,0],[6,0],[6,4],[5,4],[5,1],[1,1],[1,4],[0,4]]}"#;
    let bar = |y: f64| format!(r#""b": {{"type": "box", "half_extents": [2.5, 0.5], "position": [3, {y}]}}"#);
    let answer = ask(&format!(
        r#"{{"op": "depth", "dimension": 2, {bracket}, {}}}"#,
        bar(3.0)
    ));
    let depth = &answer["depth"];
    assert!(
        depth["at_most"]
            .as_f64()
            .is_some_and(|most| (1.5..1.5 + 1e-12).contains(&most)),
        "{answer}"
    );
    assert_eq!(depth["direction"], serde_json::json!([0.0, 1.0]));
    assert!(
        depth["at_least"]
            .as_f64()
            .is_some_and(|least| 1.499 < least && least <= 1.5)
    );
    let answer = ask(&format!(
        r#"{{"op": "depth", "dimension": 2, {bracket}, {}}}"#,
        bar(4.5)
    ));
    assert!(
        answer["depth"].is_null() && answer.get("depth").is_some(),
        "{answer}"
    );
}
