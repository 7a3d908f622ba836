//! The command as its users run it: exit status, output, files, streams.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TWO_BOXES: &str = r#"{"clearance": 1, "dimension": 2, "unit": "mm",
    "shapes": {"box": {"type": "box", "half_extents": [1, 1]}},
    "objects": [{"id": "left", "shape": "box"},
                {"id": "right", "shape": "box", "position": [1.5, 0]},
                {"id": "far", "shape": "box", "position": [9, 0]},
                {"id": "next", "shape": "box", "position": [11, 0]},
                {"id": "near", "shape": "box", "position": [13.25, 0]}]}"#;

const TWO_BALLS: &str = r#"{"dimension": 3, "objects": [
    {"id": "a", "shape": {"type": "sphere", "radius": 1}},
    {"id": "b", "shape": {"type": "sphere", "radius": 1}, "position": [1.5, 0, 0]}]}"#;

fn clearance(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clearance"));
    command.args(arguments).current_dir(folder());
    command
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned()
}

/// Writes a file for one test and returns its name.
fn file(name: &str, content: impl AsRef<[u8]>) -> &str {
    std::fs::write(folder().join(name), content).expect("a file for the test");
    name
}

fn run(arguments: &[&str]) -> Output {
    clearance(arguments).output().expect("the command runs")
}

/// Runs the command with this on stdin.
fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = clearance(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let (mut stdin, input) = (child.stdin.take().expect("stdin"), input.to_vec());
    // It may stop reading before the end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}
fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}
fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(out(output)).unwrap_or_else(|e| panic!("{e}: {} {}", out(output), err(output)))
}

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
    let relations = |arguments: &[&str]| {
        let output = run(&[&["check", scene, "--format", "json"], arguments].concat());
        let document = json(&output);
        let of = |pair: &serde_json::Value| pair["relation"].as_str().unwrap_or_default().to_owned();
        let list: Vec<_> = document["pairs"]
            .as_array()
            .expect("a list")
            .iter()
            .map(of)
            .collect();
        (output.status.code(), list.join(" "))
    };
    assert_eq!(
        relations(&["--within", "0.5"]),
        (Some(1), "overlapping touching disjoint".into())
    );
    assert_eq!(
        relations(&["--within", "0.25"]),
        (Some(1), "overlapping touching".into()),
        "nearer, not as near"
    );
    assert_eq!(
        relations(&["--tolerance", "0.5"]),
        (Some(0), "touching touching".into())
    );
    assert_eq!(
        relations(&["--tolerance", "0.49"]),
        (Some(1), "overlapping touching".into())
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
    // 4 is on layer 2 and tests all layers but that; 5 tests layer 2 only.
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
    assert!(lines[0].starts_with("relation"), "{}", out(&output));
    assert!(lines[1].contains("-0.5") && lines[1].contains("left") && lines[2].contains("touching"));
    assert_eq!(
        lines[1].find("left"),
        lines[0].find("a  "),
        "columns stand under their names"
    );
    assert_eq!(
        lines[3],
        "1 overlapping, 1 touching (5 objects, 10 pairs, lengths in mm)"
    );
    assert!(
        !out(&output).contains('\u{1b}'),
        "no colour where there is no terminal"
    );
    assert!(out(&run(&["--color", "always", "check", "table.json"])).contains("\u{1b}["));
    let empty = run(&["check", file("empty.json", r#"{"dimension": 2, "objects": []}"#)]);
    assert_eq!(
        (empty.status.code(), out(&empty)),
        (Some(0), "0 overlapping, 0 touching (0 objects, 0 pairs)\n")
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

#[test]
fn reports_hold_every_pair_and_need_no_network() {
    let scene = TWO_BOXES.replace("\"left\"", r#""<left> & co""#);
    file("report2.json", scene);
    file("report3.json", TWO_BALLS.replace("\"a\"", r#""</script> & co""#));
    for (scene, report) in [
        ("report2.json", "two.svg"),
        ("report2.json", "two.html"),
        ("report3.json", "three.html"),
    ] {
        let output = run(&["check", scene, "--report", report]);
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        let text = std::fs::read_to_string(folder().join(report)).expect("the report");
        assert!(
            text.contains("overlapping") && text.contains("&lt;") | text.contains("\\u003c"),
            "{report}"
        );
        assert!(
            !text.contains("<left>") && text.matches("</script>").count() <= 2,
            "{report}: ids are escaped"
        );
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !outside.contains("http://") && !outside.contains("https://"),
            "{report} stands alone"
        );
    }
    let refused = run(&["check", "report3.json", "--report", "three.svg"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains(".html"), "{}", err(&refused));
    assert_eq!(
        run(&["check", "report2.json", "--report", "two.png"])
            .status
            .code(),
        Some(2)
    );
}

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
            r#"error: itself.json: objects[0] (1): shapes.b.parts[0].shape: "a" is made of itself"#,
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
    assert!(
        err(&mixed).contains("scene.json: not a mesh by its name"),
        "{}",
        err(&mixed)
    );
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
    assert!(err(&feed(&["check", "-"], &garbage)).contains("nested more than 127 deep"));
}

/// More than fits into memory comfortably, were it read before it was looked at.
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

#[test]
fn help_and_completions() {
    for arguments in [&["--help"][..], &["check", "--help"], &["query", "--help"]] {
        let output = run(arguments);
        assert!(
            output.status.success() && out(&output).contains("Exit status"),
            "{arguments:?}"
        );
    }
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(
            out(&run(&["completions", shell])).contains("clearance"),
            "{shell}"
        );
    }
    assert_eq!(run(&[]).status.code(), Some(2));
}

/// With the page built in, it serves it; without, it says what builds it.
#[test]
fn demo_serves_the_page_or_says_how_to_build_it() {
    let mut child = clearance(&["demo", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
    stdout.read_line(&mut line).expect("a line");
    let Some(address) = line
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
    else {
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            err(&output).contains("`cargo run -p xtask -- page`"),
            "{}",
            err(&output)
        );
        return;
    };
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut said = String::new();
    std::io::Read::read_to_string(&mut stream, &mut said).expect("answered");
    child.kill().expect("it still served");
    child.wait().expect("it ends");
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    assert!(said.contains("<html"), "{said}");
}
