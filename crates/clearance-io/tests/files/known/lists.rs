//! Lists of accepted clashes, and earlier outputs.

use clearance::glam::DVec3;
use clearance_io::check::State;
use clearance_io::files::Access;
use clearance_io::known::{accept, compare, read_known, read_output};
use clearance_io::problem::Code;
use clearance_io::scene::Objects;
use clearance_io::table::json;

use super::{checked, file, read};

/// Pins in plates: each pin is 2 wide and overlaps its plate, which is 1 thick.
struct Pin {
    name: &'static str,
    x: f64,
    z: f64,
}

const fn pin(name: &'static str, x: f64, z: f64) -> Pin {
    Pin { name, x, z }
}

fn scene(pins: &[Pin]) -> Objects<DVec3> {
    let object = |name: &str, half: [f64; 3], at: [f64; 3]| {
        format!(
            r#"{{"id": "{name}", "shape": {{"type": "box", "half_extents": {half:?}}}, "position": {at:?}}}"#
        )
    };
    let mut objects = vec![object("plate", [100.0, 5.0, 0.5], [0.0; 3])];
    let pins = pins
        .iter()
        .map(|pin| object(pin.name, [1.0; 3], [pin.x, 0.0, pin.z]));
    objects.extend(pins);
    read(&format!(
        r#"{{"dimension": 3, "objects": [{}]}}"#,
        objects.join(",")
    ))
}

/// The list of all clashes of some pins.
fn accepted(name: &str, before: &str, pins: &[Pin]) -> String {
    let scene = scene(pins);
    let old = read_known(&file(name, before), &Access::default()).expect("a list");
    accept(&old, &scene, &checked(&scene)).expect("a list")
}

/// The states of the clashes of some pins that are compared with a list, and the names of what is gone.
fn states(name: &str, list: &str, pins: &[Pin]) -> (Vec<&'static str>, Vec<String>) {
    states_in(&scene(pins), name, list)
}

fn states_in(scene: &Objects<DVec3>, name: &str, list: &str) -> (Vec<&'static str>, Vec<String>) {
    let mut checked = checked(scene);
    let known = read_known(&file(name, list), &Access::default()).expect("a list");
    compare(scene, &mut checked, &known.clashes, false).expect("in memory");
    let states = checked.findings.iter().filter_map(|finding| finding.state);
    let gone = checked.gone.iter().flatten().map(|clash| clash.names[1].clone());
    (states.map(State::as_str).collect(), gone.collect())
}

#[test]
fn known_clashes_are_told_by_names_and_place() {
    let before = [
        pin("pin", 0.0, 1.2),
        pin("pin#2", 50.0, 1.2),
        pin("rod", -50.0, 1.2),
    ];
    let list = accepted("told.toml", "", &before);
    let states = |pins: &[Pin]| states("told.toml", &list, pins);
    let none = Vec::<String>::new();
    assert_eq!(states(&before), (vec!["still"; 3], none.clone()));
    // In another order the pins of one name have each other's numbers.
    let order = [
        pin("rod", -50.0, 1.2),
        pin("pin", 50.0, 1.2),
        pin("pin#2", 0.0, 1.2),
    ];
    assert_eq!(states(&order), (vec!["still"; 3], none.clone()));
    // The plate comes last, so that each pair has its names the other way round.
    let mut turned = scene(&before);
    turned.objects.reverse();
    assert_eq!(
        states_in(&turned, "told.toml", &list),
        (vec!["still"; 3], none.clone())
    );
    // Of one name the nearest is the same; what is far from any is new.
    let moved = [
        pin("pin", 50.3, 1.2),
        pin("pin#2", 49.9, 1.2),
        pin("rod", 20.0, 1.2),
    ];
    assert_eq!(
        states(&moved),
        (
            vec!["new", "still", "new", "new"], // the last is that of the two pins
            vec!["pin".to_owned(), "rod".to_owned()]
        )
    );
    let renamed = [
        pin("pin", 0.0, 1.2),
        pin("pin#2", 50.0, 1.2),
        pin("bar", -50.0, 1.2),
    ];
    assert_eq!(
        states(&renamed),
        (vec!["still", "still", "new"], vec!["rod".to_owned()])
    );
    let fewer = [pin("pin", 50.0, 1.2)];
    assert_eq!(
        states(&fewer),
        (vec!["still"], vec!["pin".to_owned(), "rod".to_owned()])
    );
    let parted = [
        pin("pin", 0.0, 1.5),
        pin("pin#2", 50.0, 1.2),
        pin("rod", -50.0, 1.2),
    ];
    assert_eq!(
        states(&parted),
        (vec!["still", "still"], vec!["pin".to_owned()]),
        "contact is no clash"
    );
}

#[test]
fn what_is_graver_is_new() {
    let before = [pin("pin", 0.0, 1.2)]; // 0.3 deep
    let list = accepted("graver.toml", "", &before);
    for (z, state) in [(1.25, "still"), (1.18, "still"), (1.14, "new"), (0.0, "new")] {
        let (found, gone) = states("graver.toml", &list, &[pin("pin", 0.0, z)]);
        assert_eq!((found, gone.len()), (vec![state], 0), "{z}");
    }
    let contained = list.replace("\"interference\"", "\"containment\"");
    assert_eq!(
        states("graver.toml", &contained, &before).0,
        ["still"],
        "now less grave"
    );
    let unanswered = list.replace("\"interference\"", "\"unanswered\"");
    assert_eq!(states("graver.toml", &unanswered, &before).0, ["new"]);
}

/// Lists are kept under version control: what holds must not change by a letter.
#[test]
fn accepting_again_keeps_what_holds_word_for_word() {
    let before = [
        pin("pin", 0.0, 1.2),
        pin("rod", 50.0, 1.2),
        pin("bar", -50.0, 1.2),
    ];
    let list = accepted("again.toml", "", &before);
    assert_eq!(accepted("again.toml", &list, &before), list);
    let edited = list
        .replace("b = \"rod\"", "b = \"rod\" # agreed\nnote = 'by  hand'")
        .replace(
            "[[clash]]\na = \"plate\"\nb = \"rod\"",
            "# the rod\n[[clash]]\na = 'plate' \nb = \"rod\"",
        );
    assert!(edited.contains("# the rod"));
    assert_eq!(accepted("again.toml", &edited, &before), edited);
    let other = [
        pin("rod", 50.1, 1.2),
        pin("bar", -50.0, 1.2),
        pin("new", 20.0, 1.2),
    ];
    let after = accepted("again.toml", &edited, &other);
    let rod = edited.find("# the rod").expect("an entry");
    assert!(after.contains(edited[rod..].trim_end()), "{after}\n{edited}");
    assert!(
        after.starts_with("# Clashes that") && !after.contains("\"pin\"") && after.contains("\"new\""),
        "{after}"
    );
    assert_eq!(states("again.toml", &after, &other), (vec!["still"; 3], vec![]));
    let nothing = accepted("again.toml", &after, &[]);
    assert!(
        nothing.starts_with("# Clashes that") && !nothing.contains("[[clash]]"),
        "{nothing}"
    );
}

#[test]
fn what_is_no_list_is_refused_with_line_and_key() {
    let entry = "[[clash]]\na = 'x'\nb = 'y'\n";
    for (text, said) in [
        (
            format!("{entry}class = 'clash'"),
            "bad.toml:4:1: clash[0].class: there is no such class",
        ),
        (entry.to_owned(), "clash[0]: missing key \"class\""),
        (
            format!("{entry}class = 'contact'\nat = [1]"),
            "clash[0].at: expected 2 or 3 coordinates",
        ),
        (
            format!("{entry}class = 'contact'\nat = [1, 2, nan]"),
            "clash[0].at[2]: must be finite",
        ),
        (
            format!("{entry}class = 'contact'\nsize = -1"),
            "clash[0].size: must not be negative",
        ),
        (
            format!("{entry}class = 'contact'\nnotes = 'x'"),
            "unknown key: did you mean \"note\"?",
        ),
        ("[clash]\na = 'x'".into(), "clash: expected a list, found a table"),
    ] {
        let problem = read_known(&file("bad.toml", &text), &Access::default())
            .map(drop)
            .expect_err(&text);
        assert_eq!(problem.code, Code::InvalidToml);
        assert!(problem.to_string().contains(said), "{text}\n{problem}");
    }
    let gone = read_known("no such list.toml".as_ref(), &Access::default()).map(drop);
    assert_eq!(gone.expect_err("no file").code, Code::FileNotFound);
}

#[test]
fn an_earlier_output_is_compared_like_a_list_but_for_all_pairs() {
    let before = scene(&[
        pin("pin", 0.0, 1.2),
        pin("pin#2", 50.0, 1.5),
        pin("rod", -50.0, 1.5),
    ]);
    let output = file("old.json", json(&before, &checked(&before)));
    let old = read_output(&output, &Access::default()).expect("an output");
    let now = scene(&[
        pin("pin", 50.0, 1.2),
        pin("pin#2", 0.0, 1.2),
        pin("bar", -50.0, 1.5),
    ]);
    let mut found = checked(&now);
    compare(&now, &mut found, &old.clashes().expect("pairs"), true).expect("in memory");
    let states: Vec<_> = found
        .findings
        .iter()
        .map(|f| f.state.map(State::as_str))
        .collect();
    assert_eq!(states, [Some("new"), Some("still"), Some("new")]);
    let text = json(&now, &found);
    assert!(
        text.contains(r#""gone":[{"a":"plate","b":"rod","class":"contact","state":"gone","at":"#),
        "{text}"
    );
    for text in [
        "",
        "[]",
        "{}",
        r#"{"clearance": 2, "pairs": []}"#,
        r#"{"clearance": 1, "pairs": [{"a": 1}]}"#,
    ] {
        let refused = read_output(&file("old.json", text), &Access::default()).map(drop);
        assert_eq!(refused.expect_err(text).code, Code::InvalidJson);
    }
    let class = json(&before, &checked(&before)).replace("interference", "trouble");
    let old = read_output(&file("old.json", class), &Access::default()).expect("an output");
    let problem = old.clashes().expect_err("no such class");
    assert_eq!(problem.to_string(), "pairs[0].class: no class \"trouble\"");
}
