//! `check --format junit`.

use super::*;
use clearance_io::junit::junit;

#[test]
fn each_pair_is_a_case_and_clashes_fail() {
    let (scene, checked) = checked(PARTS);
    let root = parsed(junit("a \"scene\"", &scene, &checked).as_bytes());
    assert_eq!(root.attribute("name"), "a \"scene\"");
    let suite = root.at("testsuite");
    let cases: Vec<_> = suite.all("testcase").collect();
    assert_eq!(suite.attribute("tests"), cases.len().to_string());
    let failed = cases.iter().filter(|case| case.all("failure").count() == 1);
    assert_eq!(suite.attribute("failures"), failed.count().to_string());
    let kinds: Vec<_> = cases
        .iter()
        .map(|case| {
            (
                case.attribute("name"),
                case.inner[0].name.as_str(),
                case.inner[0].attribute("type"),
            )
        })
        .collect();
    let pin = "pin <1> & \"co\" 2O2Fr$t4X7Zf8NOew3FLOH";
    assert_eq!(
        kinds,
        [
            (&*format!("{pin} · pin copy"), "failure", "duplicate"),
            (&*format!("{pin} · plate"), "failure", "interference"),
            ("plate · pin copy", "failure", "interference"),
            ("plate · lid", "system-out", ""),
        ]
    );
    assert!(
        cases[1].at("failure").text.contains("common volume: 8 mm³"),
        "{:?}",
        cases[1]
    );
}

#[test]
fn a_scene_without_pairs_has_a_case_that_passes() {
    let (scene, checked) = checked(r#"{"dimension": 3, "objects": []}"#);
    let root = parsed(junit("none", &scene, &checked).as_bytes());
    assert_eq!(root.attribute("tests"), "1");
    assert!(root.at("testsuite/testcase").inner.is_empty());
}

/// Control characters have no form in XML: with one in a name the document was not well-formed.
#[test]
fn control_characters_in_names_are_replaced() {
    let text = r#"{"dimension": 3, "objects": [
        {"id": "a\u0007\u000b", "shape": {"type": "sphere", "radius": 1}},
        {"id": "b\uffff", "shape": {"type": "sphere", "radius": 1}}]}"#;
    let (scene, checked) = checked(text);
    let root = parsed(junit("x", &scene, &checked).as_bytes());
    assert_eq!(
        root.at("testsuite/testcase").attribute("name"),
        "a\u{fffd}\u{fffd} · b\u{fffd}"
    );
}
