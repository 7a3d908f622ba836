//! What was known before: lists of accepted clashes, earlier outputs, and checks that go on.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering};

use clearance::glam::DVec3;
use clearance_io::check::{Checked, Class, Plan, Settings, State, Tolerance, check, check_by};
use clearance_io::files::Access;
use clearance_io::known::{accept, compare, digest, read_known, read_output, resume, resume_checked};
use clearance_io::problem::{Code, Problem};
use clearance_io::scene::{Objects, Scene, read_stream};
use clearance_io::table::json;

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

fn read(text: &str) -> Objects<DVec3> {
    match read_stream(text.as_bytes(), "scene", &Access::default()) {
        Ok(Scene::Double3(scene)) => scene,
        other => panic!("a scene of space: {other:?}"),
    }
}

const DEEP: Settings = Settings {
    tolerance: Tolerance::Auto,
    within: None,
    depth: true,
    shapes: false,
};

fn checked(scene: &Objects<DVec3>) -> Checked<DVec3> {
    check(scene, &DEEP, &|_| {}).expect("a check")
}

fn file(name: &str, content: impl AsRef<[u8]>) -> std::path::PathBuf {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, content).expect("a file for the test");
    file
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

/// Each class once or more: a plate with pins, a lid and a copy of it, a ball in a ball, and an open box in a corner.
fn fixture() -> Objects<DVec3> {
    let open = r#"{"type": "mesh", "vertices": [[0,0,0],[2,0,0],[0,2,0],[2,2,0],[0,0,2],[2,0,2],[0,2,2],[2,2,2]],
        "triangles": [[0,2,1],[1,2,3],[4,5,6],[5,7,6],[0,1,4],[1,5,4],[2,6,3],[3,6,7],[0,4,2],[2,4,6],[1,3,5]]}"#;
    let object = |id: &str, shape: &str, [x, y, z]: [f64; 3]| {
        format!(r#"{{"id": {id}, "shape": {shape}, "position": [{x}, {y}, {z}]}}"#)
    };
    let block = |half: [f64; 3]| format!(r#"{{"type": "box", "half_extents": {half:?}}}"#);
    let ball = |radius: f64| format!(r#"{{"type": "sphere", "radius": {radius:?}}}"#);
    let mut objects = vec![
        object("\"plate\"", &block([9.0, 9.0, 0.5]), [0.0; 3]),
        object("\"lid\"", &block([3.0, 3.0, 0.5]), [4.0, 4.0, 1.0]),
        object("7", &block([3.0, 3.0, 0.5]), [4.0, 4.0, 1.0]),
        object("\"open\"", open, [12.0, 12.0, 5.0]),
        object("\"within it\"", &block([0.1, 0.2, 0.3]), [12.4, 12.4, 5.5]),
        object("\"outer\"", &ball(2.0), [-6.0, -6.0, 3.0]),
        object("\"inner\"", &ball(0.7), [-6.1, -6.0, 3.0]),
    ];
    for i in 0..6 {
        let at = [f64::from(i) * 2.3 - 7.0, -1.0, 0.9 + 0.11 * f64::from(i)];
        objects.push(object(&format!("\"pin {i}\""), &block([1.0, 0.3, 0.7]), at));
    }
    read(&format!(
        r#"{{"dimension": 3, "objects": [{}]}}"#,
        objects.join(",")
    ))
}

/// What a check prints that is stopped after some pairs; it goes on from an earlier output if there is one.
fn stopped(scene: &Objects<DVec3>, plan: &Plan, after: u64, from: Option<&str>) -> Result<String, Problem> {
    let earlier = match from {
        Some(text) => {
            let name = format!("stopped-{after}-{:?}.json", std::thread::current().id());
            let old = read_output(&file(&name, text), &Access::default())?;
            Some(resume(&old, scene, plan)?)
        }
        None => None,
    };
    let watch = |progress: clearance_io::check::Progress| {
        if progress.done < after {
            Continue(())
        } else {
            Break(())
        }
    };
    let mut checked = check_by(scene, plan, earlier.as_ref(), &watch)?;
    checked.digest = checked.left.map(|_| digest(scene, plan));
    Ok(json(scene, &checked))
}

#[test]
fn a_check_that_was_stopped_goes_on_to_the_same_bytes() {
    let scene = fixture();
    let settings = Settings {
        within: Some(0.5),
        ..DEEP
    };
    for shapes in [false, true] {
        let plan = Plan::from(Settings { shapes, ..settings });
        let total = AtomicU64::new(0);
        let whole = check_by(&scene, &plan, None, &|progress| {
            total.store(progress.total, Ordering::Relaxed);
            Continue(())
        });
        let whole = json(&scene, &whole.expect("a check"));
        let total = total.into_inner();
        for class in Class::ALL {
            assert!(whole.contains(&format!("\"class\":\"{class}\"")), "{class}");
        }
        assert!(total > 10, "{total}");
        for after in [1, total / 2, total - 4] {
            let part = stopped(&scene, &plan, after, None).expect("a part");
            assert!(part.contains(r#""partial":true,"left":{"decided":"#), "{part}");
            let more = stopped(&scene, &plan, total - 3, Some(&part)).expect("more of it");
            assert!(more.contains(r#""partial":true"#));
            assert_eq!(stopped(&scene, &plan, u64::MAX, Some(&more)).expect("all"), whole);
            assert_eq!(stopped(&scene, &plan, u64::MAX, Some(&part)).expect("all"), whole);
        }
    }
}

/// A result in memory keeps the shapes that reports draw, so that nothing is decided twice.
#[test]
fn a_check_in_memory_goes_on_without_deciding_again_what_is_drawn() {
    let scene = fixture();
    let plan = Plan::from(Settings { shapes: true, ..DEEP });
    let run = |after: u64, earlier: Option<&Checked<DVec3>>| {
        let earlier = earlier.map(|stopped| resume_checked(stopped, &scene, &plan).expect("a stopped check"));
        let watch = |progress: clearance_io::check::Progress| match progress.done < after {
            true => Continue(()),
            false => Break(()),
        };
        let mut checked = check_by(&scene, &plan, earlier.as_ref(), &watch).expect("a check");
        checked.digest = Some(digest(&scene, &plan));
        checked
    };
    let whole = run(u64::MAX, None);
    let total = whole.findings.len() as u64;
    let mut part = run(total / 2, None);
    assert!(part.left.is_some() && !part.findings.is_empty());
    assert_eq!(json(&scene, &run(u64::MAX, Some(&part))), json(&scene, &whole));
    // One that came to its end leaves nothing to decide.
    assert_eq!(json(&scene, &run(u64::MAX, Some(&whole))), json(&scene, &whole));
    let mark = 42.0;
    part.findings
        .iter_mut()
        .for_each(|finding| finding.tolerance = mark);
    let rest = run(u64::MAX, Some(&part));
    let kept = rest.findings.iter().filter(|finding| finding.tolerance == mark);
    assert_eq!(kept.count(), part.findings.len(), "some were decided again");
    let drawn = |finding: &&clearance_io::check::Finding<DVec3>| finding.common.is_some();
    assert!(rest.findings.iter().filter(drawn).count() > 1);
    let drawn = rest.findings.iter().filter(drawn);
    assert!({ drawn }.all(|finding| finding.common.as_ref().is_some_and(|c| c.mesh.is_some())));
    part.digest = None;
    let refused = resume_checked(&part, &scene, &plan).map(drop);
    assert_eq!(refused.expect_err("no digest").code, Code::InvalidJson);
    part.digest = Some("of another input".to_owned());
    let refused = resume_checked(&part, &scene, &plan).map(drop);
    assert_eq!(refused.expect_err("another digest").code, Code::OtherInput);
}

#[test]
fn a_check_of_something_else_does_not_go_on() {
    let scene = fixture();
    let plan = Plan::from(DEEP);
    let part = stopped(&scene, &plan, 3, None).expect("a part");
    let refused = |scene: &Objects<DVec3>, plan: &Plan, text: &str| {
        stopped(scene, plan, u64::MAX, Some(text))
            .map(drop)
            .expect_err("another one")
            .code
    };
    let mut moved = scene.clone();
    moved.objects.swap(0, 1);
    assert_eq!(refused(&moved, &plan, &part), Code::OtherInput);
    let mut renamed = scene.clone();
    renamed.objects[3].id = clearance_io::scene::Id::named("other");
    assert_eq!(refused(&renamed, &plan, &part), Code::OtherInput);
    let mut ungrouped = scene.clone();
    ungrouped.objects[2].filter.mask = 6;
    assert_eq!(refused(&ungrouped, &plan, &part), Code::OtherInput);
    let near = Plan::from(Settings {
        within: Some(1e-9),
        ..DEEP
    });
    assert_eq!(refused(&scene, &near, &part), Code::OtherInput);
    let without = Plan::from(Settings { depth: false, ..DEEP });
    assert_eq!(refused(&scene, &without, &part), Code::OtherInput);
    let whole = stopped(&scene, &plan, u64::MAX, None).expect("all");
    assert_eq!(refused(&scene, &plan, &whole), Code::InvalidJson);
    assert_eq!(
        refused(&scene, &plan, &part.replace("\"plate\"", "\"slate\"")),
        Code::InvalidJson
    );
    // What `check --memory` leaves: neither a first pair nor a digest.
    let mut bounded: serde_json::Value = serde_json::from_str(&part).expect("JSON");
    bounded["left"]
        .as_object_mut()
        .expect("what is left")
        .remove("first");
    bounded.as_object_mut().expect("an output").remove("digest");
    let problem = stopped(&scene, &plan, u64::MAX, Some(&bounded.to_string())).expect_err("another order");
    assert_eq!(problem.code, Code::InvalidJson);
    assert!(
        problem.to_string().contains("in another order (--memory)"),
        "{problem}"
    );
    let old = read_output(&file("partial.json", &part), &Access::default()).expect("an output");
    assert_eq!(old.clashes().expect_err("partial").code, Code::InvalidJson);
    let mut checked = check_by(&scene, &plan, None, &|_| Break(())).expect("a part");
    compare(&scene, &mut checked, &[], false).expect("in memory");
    assert!(accept(&Default::default(), &scene, &checked).is_err());
}

/// The order of pairs and all numbers are those of one thread.
#[test]
fn the_result_does_not_depend_on_threads() {
    // Long pairs between short ones: a thread that is busy with one is overtaken.
    let object = |i: usize| {
        let shape = if i.is_multiple_of(3) { "ellipsoid" } else { "box" };
        format!(
            r#"{{"id": {i}, "shape": "{shape}", "position": [{}, {}, 0]}}"#,
            i % 8,
            i / 8
        )
    };
    let objects: Vec<_> = (0..64).map(object).collect();
    let scene = read(&format!(
        r#"{{"dimension": 3, "shapes": {{"box": {{"type": "box", "half_extents": [0.6, 0.6, 0.6]}},
            "ellipsoid": {{"type": "ellipsoid", "radii": [0.7, 0.8, 0.9]}}}}, "objects": [{}]}}"#,
        objects.join(",")
    ));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let shallow = Settings { depth: false, ..DEEP };
            json(&scene, &check(&scene, &shallow, &|_| {}).expect("a check"))
        })
    };
    let one = with(1);
    for threads in [2, 3, 7] {
        assert_eq!(with(threads), one, "{threads} threads");
    }
}
