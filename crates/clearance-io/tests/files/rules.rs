//! Files of rules: what they mean, what they refuse, and the first one.

use std::ops::ControlFlow::Continue;

use clearance::assembly::PartSet;
use clearance::glam::DVec3;
use clearance_io::check::{Checked, Class, Settings, Severity, check, check_by};
use clearance_io::files::Access;
use clearance_io::problem::Code;
use clearance_io::rules::{Given, first_rules, parse_rules};
use clearance_io::scene::{Objects, Scene, read_stream};

/// Boxes in a row, each 0.5 from the next but for the first two, which overlap.
const ROW: &str = r#"{"dimension": 3, "shapes": {"box": {"type": "box", "half_extents": [1, 1, 1]}}, "objects": [
    {"id": "bolt", "shape": "box", "class": "IfcFastener"},
    {"id": "bolt#2", "shape": "box", "position": [1.5, 0, 0], "layer": 2, "metadata": {"storey": "Level 1", "layer": "A-WALL"}},
    {"id": "M8/2 nut", "shape": "box", "position": [4, 0, 0], "layer": 4, "metadata": {"storey": "Level 2"}},
    {"id": "wall [x]", "shape": "box", "position": [6.5, 0, 0], "class": "IfcWallStandardCase"}]}"#;

fn scene(text: &str) -> Objects<DVec3> {
    match read_stream(text.as_bytes(), "scene", &Access::default()) {
        Ok(Scene::Double3(scene)) => scene,
        other => panic!("a scene of space: {other:?}"),
    }
}

fn checked(rules: &str) -> (Objects<DVec3>, Checked<DVec3>, Vec<String>) {
    let scene = scene(ROW);
    let rules = parse_rules(rules).expect("rules");
    let (plan, notes) = rules.plan(&scene, Given::default(), [false, false]);
    let checked = check_by(&scene, &plan, None, &|_| Continue(())).expect("a check");
    (scene, checked, notes)
}

/// The pairs, as numbers of objects.
fn pairs(rules: &str) -> Vec<(usize, usize)> {
    checked(rules).1.findings.iter().map(|f| (f.a, f.b)).collect()
}

/// The members of a set.
fn members(set: &str) -> Vec<usize> {
    let text = format!(
        "[sets]\nwalls = {{ class = \"IfcWall*\" }}\nbolts = \"bolt\"\ntested = {set}\n[[ignore]]\na = 'tested'\nb = 'all'\nreason = ''"
    );
    let rules = parse_rules(&text).expect("rules");
    let (plan, _) = rules.plan(&scene(ROW), Given::default(), [false, false]);
    match &plan.rules.list[0].a {
        PartSet::Of(list) => list.clone(),
        PartSet::All => panic!("a set of its own"),
    }
}

#[test]
fn a_set_is_told_by_names_layers_classes_metadata_and_sets() {
    for (set, expected) in [
        ("'bolt'", &[0, 1][..]), // the second is called bolt, too
        ("'bolt#2'", &[1]),
        ("'Bolt'", &[]), // case matters
        ("'b?lt'", &[0, 1]),
        ("'M[78]*'", &[2]), // a star is any text, with slashes
        ("['M8*', 'wall [[]x]']", &[2, 3]),
        ("{ class = 'Ifc*' }", &[0, 3]),
        ("{ class = 'Ifc*', names = 'w*' }", &[3]),
        ("{ layer = 6 }", &[1, 2]),
        ("{ layer = 'A-*' }", &[1]),
        ("{ metadata = { storey = 'Level ?' } }", &[1, 2]),
        ("{ metadata = { storey = 'Level ?', layer = 'A*' } }", &[1]),
        ("{ metadata = { floor = '*' } }", &[]),
        ("{ sets = ['walls', 'bolts'] }", &[0, 1, 3]),
        ("{ sets = 'bolts', layer = 2 }", &[1]),
        ("{ except = ['walls', 'bolts'] }", &[2]),
    ] {
        assert_eq!(members(set), expected, "{set}");
    }
}

#[test]
fn ignored_pairs_come_first_and_the_first_rule_decides() {
    let text =
        "[defaults]\nwithin = 0.6\nseverity = 'info'\n[sets]\nbolts = 'bolt'\nwalls = 'wall*'\nnone = 'x'
        [[rule]]\nname = 'first'\na = 'bolts'\nb = 'bolts'\nseverity = 'warning'
        [[rule]]\nname = 'second'\na = 'all'\nb = 'bolts'\nwithin = 0.4
        [[ignore]]\na = 'all'\nb = 'walls'\nreason = 'later'";
    let (_, checked, notes) = checked(text);
    let found: Vec<_> = checked
        .findings
        .iter()
        .map(|f| (f.a, f.b, f.class, checked.rule(f), f.severity_by_rule()))
        .collect();
    let first = (0, 1, Class::Interference, Some("first"), Some(Severity::Warning));
    assert_eq!(found, [first]);
    assert!(!checked.findings.iter().any(|finding| finding.fails()));
    assert_eq!(notes, ["the set \"none\" has no part"]);
    let without = text
        .replace("within = 0.4", "")
        .replace("'walls'\nreason", "'none'\nreason");
    assert_eq!(pairs(&without), [(0, 1), (1, 2), (2, 3)]);
}

/// Of what a rule does not say, tolerance and distance were those of the defaults, and the severity was
/// `error`.
#[test]
fn a_rule_without_a_severity_has_that_of_the_defaults() {
    let text = "[defaults]\nseverity = 'warning'\n[[rule]]\nname = 'all'\na = 'all'\nb = 'all'";
    for (text, expected) in [
        (text.to_owned(), Severity::Warning),
        (format!("{text}\nseverity = 'info'"), Severity::Info),
    ] {
        let (_, checked, _) = checked(&text);
        let severities: Vec<_> = checked.findings.iter().map(|f| f.severity).collect();
        assert_eq!(severities, [expected]);
    }
}

#[test]
fn options_come_before_the_defaults_of_the_file() {
    let scene = scene(ROW);
    let rules = parse_rules("defaults = { within = 0.4 }").expect("rules");
    for (within, count) in [(None, 1), (Some(0.6), 3), (Some(0.0), 1)] {
        let given = Given {
            within,
            ..Given::default()
        };
        let (plan, _) = rules.plan(&scene, given, [false, false]);
        let checked = check_by(&scene, &plan, None, &|_| Continue(())).expect("a check");
        assert_eq!(checked.findings.len(), count, "{within:?}");
    }
}

#[test]
fn what_is_no_rule_is_refused_with_line_and_key() {
    let rule = "[sets]\nbolts = 'bolt*'\n[[rule]]\nname = 'one'\na = 'bolts'\nb = 'all'\n";
    let with = |line: &str| format!("{rule}{line}");
    for (text, said) in [
        (
            with("witin = 1"),
            "line 7, column 1: rule[0].witin: unknown key: did you mean \"within\"?",
        ),
        (
            with("within = -1"),
            "line 7, column 1: rule[0].within: must not be negative, is -1",
        ),
        (with("within = nan"), "must be finite, is NaN"),
        (with("tolerance = inf"), "rule[0].tolerance: must be finite"),
        (with("tolerance = 'much'"), "expected \"auto\" or a length"),
        (
            with("within = '1'"),
            "rule[0].within: expected a number, found string",
        ),
        (
            with("severity = 'fatal'"),
            "rule[0].severity: is \"fatal\": expected \"error\"",
        ),
        (
            with("[[rule]]\nname = 'one'\na = 'all'\nb = 'all'"),
            "rule[1].name: another rule has this name",
        ),
        (
            with("[[rule]]\nname = 'two'\na = 'all'"),
            "rule[1]: missing key \"b\"",
        ),
        (
            with("[[ignore]]\na = 'all'\nb = 'bolt'\nreason = ''"),
            "there is no set \"bolt\": did you mean \"bolts\"?",
        ),
        (
            with("[[ignore]]\na = 'all'\nb = 'bolts'"),
            "ignore[0]: missing key \"reason\"",
        ),
        (with("within = 1\nwithin = 2"), "duplicate key"),
        (with("[rules]"), "rules: unknown key: did you mean \"rule\"?"),
        (
            "[sets]\na = { sets = 'b' }\nb = { except = ['c'] }\nc = { sets = ['a'] }".into(),
            "line 2, column 1: sets.a: is made of itself: a → b → c → a",
        ),
        (
            "[sets]\na = { sets = 'a' }".into(),
            "sets.a: is made of itself: a → a",
        ),
        (
            "[sets]\na = { sets = 'bb' }\nbbb = 'x'".into(),
            "sets.a.sets: there is no set \"bb\": did you mean \"bbb\"?",
        ),
        ("[sets]\nall = 'x'".into(), "\"all\" is the set of all parts"),
        (
            "[sets]\na = '[x'".into(),
            "line 2, column 1: sets.a: \"[x\" is no pattern",
        ),
        (
            "[sets]\na = ['x', 5]".into(),
            "sets.a[1]: expected a text in quotes, found integer",
        ),
        ("[sets]\na = {}".into(), "says nothing"),
        (
            "[sets]\na = { layer = -1 }".into(),
            "sets.a.layer: expected a whole number",
        ),
        (
            "[sets]\na = { metadata = 'x' }".into(),
            "sets.a.metadata: expected a table, found string",
        ),
        ("sets = 5".into(), "sets: expected a table, found integer"),
        ("rule = 'x'".into(), "rule: expected a list, found string"),
        (
            "defaults = { check = 1 }".into(),
            "defaults.check: expected true or false",
        ),
        ("[defaults".into(), "line 1"),
    ] {
        let problem = parse_rules(&text).map(drop).expect_err(&text);
        assert_eq!(problem.code, Code::InvalidToml, "{text}: {problem}");
        assert!(problem.to_string().contains(said), "{text}\n{problem}\n{said}");
    }
    let many: String = (0..5000).map(|i| format!("a{i} = 'x'\n")).collect();
    let problem = parse_rules(&format!("[sets]\n{many}"))
        .map(drop)
        .expect_err("too many");
    assert_eq!(problem.code, Code::LimitExceeded);
}

/// Names are data: whatever they are, the first file reads back, its sets have parts, and it changes nothing.
#[test]
fn the_first_file_changes_nothing() {
    let names = [
        "pipe-1",
        "pipe-2",
        "[wall]",
        "wall *",
        "all",
        "a\\\"b",
        "größe 7",
        "wal\nl",
        "\u{7f}x",
        "pump?",
    ];
    let objects: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let name = serde_json::to_string(name).expect("text");
            let class = if i.is_multiple_of(3) { ", \"class\": \"Ifc[Pipe]\"" } else { "" };
            format!("{{\"id\": {name}, \"shape\": {{\"type\": \"sphere\", \"radius\": 1}}, \"position\": [{i}.5, 0, 0]{class}}}")
        })
        .collect();
    let with_classes = format!("{{\"dimension\": 3, \"objects\": [{}]}}", objects.join(","));
    let without = with_classes.replace(", \"class\": \"Ifc[Pipe]\"", "");
    for text in [with_classes, without, r#"{"dimension": 3, "objects": []}"#.into()] {
        let scene = scene(&text);
        for within in [None, Some(0.75)] {
            let given = Given {
                within,
                ..Given::default()
            };
            let first = first_rules("a \"title\"\nwith lines", &scene, given);
            let rules = parse_rules(&first).unwrap_or_else(|problem| panic!("{problem}\n{first}"));
            let (plan, notes) = rules.plan(&scene, Given::default(), [true, false]);
            assert!(notes.is_empty(), "{notes:?}\n{first}");
            let found = check_by(&scene, &plan, None, &|_| Continue(())).expect("a check");
            let settings = Settings {
                within,
                depth: true,
                ..Settings::default()
            };
            let plain = check(&scene, &settings, &|_| {}).expect("a check");
            let json = |checked| clearance_io::table::json(&scene, checked);
            assert_eq!(json(&found), json(&plain));
            // What it shows as comments are rules.
            let shown: String = first
                .lines()
                .skip_while(|line| !line.starts_with("# [[ignore]]"))
                .filter(|line| {
                    !line.contains(" as\n") && !line.starts_with("# Rules") && !line.starts_with("# in the")
                })
                .map(|line| format!("{}\n", line.strip_prefix("# ").unwrap_or(line)))
                .collect();
            let all = first.split("\n# Pairs to ignore").next().unwrap_or_default();
            parse_rules(&format!("{all}\n{shown}")).unwrap_or_else(|problem| panic!("{problem}\n{shown}"));
        }
    }
}
