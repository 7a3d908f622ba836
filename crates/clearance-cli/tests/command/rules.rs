//! `check` with rules, known clashes, and Ctrl-C.

use super::*;

/// A row of boxes: the first two overlap, each other is 0.5 from the next.
const ROW: &str = r#"{"dimension": 3, "shapes": {"box": {"type": "box", "half_extents": [1, 1, 1]}}, "objects": [
    {"id": "bolt 1", "shape": "box"}, {"id": "bolt 2", "shape": "box", "position": [1.5, 0, 0]},
    {"id": "nut", "shape": "box", "position": [4, 0, 0]}, {"id": "wall", "shape": "box", "position": [6.5, 0, 0]}]}"#;

fn status(arguments: &[&str]) -> Option<i32> {
    run(arguments).status.code()
}

#[test]
fn only_errors_count() {
    let scene = file("rules-scene.json", ROW);
    let rules = |severity: &str| {
        format!(
            "[sets]\nbolts = 'bolt*'\nnone = 'x'\n[[rule]]\nname = 'b'\na = 'bolts'\nb = 'bolts'\nseverity = '{severity}'"
        )
    };
    for (severity, expected) in [("error", 1), ("warning", 0), ("info", 0)] {
        let rules = file("severity.toml", rules(severity));
        let output = run(&[
            "check", scene, "--rules", rules, "--format", "json", "--within", "0.6",
        ]);
        assert_eq!(output.status.code(), Some(expected), "{severity}");
        assert_eq!(
            err(&output),
            "note: severity.toml: the set \"none\" has no part\n"
        );
        let pairs = &json(&output)["pairs"];
        assert_eq!(
            (&pairs[0]["rule"], &pairs[0]["severity"]),
            (&"b".into(), &severity.into())
        );
        assert!(pairs[1].get("rule").is_none() && pairs[2]["class"] == "near");
    }
    let table = run(&["check", scene, "--rules", file("severity.toml", rules("info"))]);
    assert!(
        out(&table).contains("severity") && out(&table).contains("info"),
        "{}",
        out(&table)
    );
    let csv = run(&["check", scene, "--rules", "severity.toml", "--format", "csv"]);
    let lines: Vec<_> = out(&csv).lines().collect();
    assert!(
        lines[0].ends_with(",rule,severity,state") && lines[1].ends_with(",b,info,"),
        "{lines:?}"
    );
    let misspelt = run(&[
        "check",
        scene,
        "--rules",
        file("misspelt.toml", "[set]\nbolts = 'x'"),
    ]);
    assert_eq!(misspelt.status.code(), Some(2));
    assert_eq!(
        err(&misspelt),
        "error: misspelt.toml:1:2: set: unknown key: did you mean \"sets\"?\n"
    );
    assert_eq!(
        status(&["check", scene, "--rules", "no such rules.toml"]),
        Some(2)
    );
}

#[test]
fn a_first_file_of_rules_is_written_once() {
    let scene = file("init-scene.json", ROW);
    let _ = std::fs::remove_file(folder().join("first.toml"));
    let first = run(&["check", scene, "--init", "first.toml"]);
    assert_eq!((first.status.code(), out(&first)), (Some(0), ""));
    let text = std::fs::read_to_string(folder().join("first.toml")).expect("written");
    assert!(text.contains("bolt = \"bolt*\"  # 2 parts\n"), "{text}");
    let again = run(&["check", scene, "--init", "first.toml"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        err(&again).contains("first.toml: is there already"),
        "{}",
        err(&again)
    );
    assert_eq!(
        std::fs::read_to_string(folder().join("first.toml")).expect("still there"),
        text
    );
    for format in ["table", "json", "csv", "junit"] {
        let [with, without] = [&["--rules", "first.toml"][..], &[]].map(|rules| {
            let output = run(&[&["check", scene, "--format", format], rules].concat());
            (output.status.code(), out(&output).to_owned())
        });
        assert_eq!(with, without);
    }
}

#[test]
fn the_exit_status_is_that_of_new_clashes() {
    let scene = file("known-scene.json", ROW);
    let _ = std::fs::remove_file(folder().join("list.toml"));
    let old = run(&["check", scene, "--format", "json"]);
    file("baseline.json", &old.stdout);
    assert_eq!(old.status.code(), Some(1));
    assert_eq!(
        status(&["check", scene, "--known", "list.toml"]),
        Some(2),
        "no such file"
    );
    assert_eq!(status(&["check", scene, "--accept", "list.toml"]), Some(0));
    assert_eq!(status(&["check", scene, "--known", "list.toml"]), Some(0));
    let moved = file("moved-scene.json", ROW.replace("[4, 0, 0]", "[5, 0, 0]"));
    for known in [["--known", "list.toml"], ["--baseline", "baseline.json"]] {
        let output = run(&[&["check", moved, "--format", "json"][..], &known].concat());
        assert_eq!(output.status.code(), Some(1), "{known:?}");
        let document = json(&output);
        assert_eq!(document["pairs"][0]["state"], "still");
        assert_eq!(document["pairs"][1]["state"], "new");
        assert_eq!(document["gone"], serde_json::json!([]));
    }
    let parted = file("parted-scene.json", ROW.replace("[1.5, 0, 0]", "[1.5, 2.5, 0]"));
    let table = run(&["check", parted, "--known", "list.toml"]);
    assert_eq!(table.status.code(), Some(0));
    let lines: Vec<_> = out(&table).lines().collect();
    assert!(
        lines[0].ends_with("state") && lines[1].starts_with("interference") && lines[1].ends_with("gone"),
        "{lines:?}"
    );
    assert!(
        lines[2].starts_with("no interference, 0 new, 0 still, 1 gone"),
        "{lines:?}"
    );
    let csv = run(&["check", parted, "--known", "list.toml", "--format", "csv"]);
    assert!(
        out(&csv)
            .lines()
            .nth(1)
            .is_some_and(|line| line.starts_with("bolt 1,bolt 2,,") && line.ends_with(",gone"))
    );
    let junit = run(&["check", parted, "--known", "list.toml", "--format", "junit"]);
    assert!(out(&junit).contains("<system-out>interference of bolt 1 · bolt 2 is gone</system-out>"));
    let skipped = run(&["check", scene, "--known", "list.toml", "--format", "junit"]);
    assert!(
        out(&skipped).contains("failures=\"0\"")
            && out(&skipped).contains("<skipped message=\"still there, error\"/>")
    );
    for report in ["known.html", "known.bcf"] {
        assert_eq!(
            status(&["check", parted, "--known", "list.toml", "--report", report]),
            Some(0)
        );
    }
    let page = std::fs::read_to_string(folder().join("known.html")).expect("a page");
    assert!(
        page.contains(r#""gone":[["bolt 1","bolt 2","interference"]],"states":["0 new","0 still","1 gone"]"#)
    );
    assert_eq!(
        status(&[
            "check",
            scene,
            "--known",
            "list.toml",
            "--baseline",
            "baseline.json"
        ]),
        Some(2)
    );
}

/// Balls in a grid, each with many near it: seconds of work.
#[cfg(unix)]
fn crowd() -> String {
    let object = |i: u32| {
        let [x, y, z] = [i % 12, i / 12 % 12, i / 144].map(f64::from);
        format!(r#"{{"id": {i}, "shape": "ball", "position": [{x}, {y}, {z}]}}"#)
    };
    let objects: Vec<_> = (0..216).map(object).collect();
    let ball = r#"{"type": "ellipsoid", "radii": [1.1, 1.3, 1.2]}"#;
    format!(
        r#"{{"dimension": 3, "shapes": {{"ball": {ball}}}, "objects": [{}]}}"#,
        objects.join(",")
    )
}

/// Ctrl-C ended the command, and hours of work were lost.
#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_there_is_and_resume_goes_on() {
    let scene = file("crowd.json", crowd());
    let mut child = clearance(&["check", scene, "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    std::thread::sleep(std::time::Duration::from_millis(600));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(
        killed.expect("kill runs").success(),
        "it ended before: more balls"
    );
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(err(&output).contains("note: stopped after "), "{}", err(&output));
    let part = json(&output);
    assert_eq!(part["partial"], true);
    assert!(
        part["left"]["pairs"].as_u64().is_some_and(|pairs| pairs > 0),
        "{}",
        part["left"]
    );
    file("part.json", &output.stdout);
    let rest = run(&["check", scene, "--format", "json", "--resume", "part.json"]);
    let whole = run(&["check", scene, "--format", "json"]);
    assert_eq!(
        (rest.status.code(), whole.status.code()),
        (Some(1), Some(1)),
        "{}",
        err(&rest)
    );
    assert!(rest.stdout == whole.stdout, "other bytes");
    let other = run(&[
        "check",
        scene,
        "--format",
        "json",
        "--resume",
        "part.json",
        "--within",
        "1",
    ]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        err(&other).contains("part.json: digest: the files, the options or the version are not those"),
        "{}",
        err(&other)
    );
}
