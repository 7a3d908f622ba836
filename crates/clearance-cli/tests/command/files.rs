//! Which files a scene or a question may name, and how much of a file is read.

use super::*;

/// A tetrahedron.
const PART: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
/// What must stay secret: read as a mesh, its content would appear in the error.
const SECRET: &str = "v secret secret secret\n";

/// `NAME/` with `scene/`, which holds a part, and `elsewhere/`, which holds a part and a secret.
fn world(name: &str) -> PathBuf {
    let world = folder().join(name);
    let _ = std::fs::remove_dir_all(&world);
    for folder in ["scene/sub", "elsewhere"] {
        std::fs::create_dir_all(world.join(folder)).expect("a folder for the test");
    }
    for (file, text) in [
        ("scene/part.obj", PART),
        ("scene/sub/part.obj", PART),
        ("elsewhere/part.obj", PART),
        ("elsewhere/secret.obj", SECRET),
    ] {
        std::fs::write(world.join(file), text).expect("a file for the test");
    }
    world
}

/// A scene of the mesh in this file.
fn scene_of(mesh: &str) -> String {
    let mesh = serde_json::Value::from(mesh);
    format!(r#"{{"dimension": 3, "objects": [{{"id": "x", "shape": {{"type": "mesh", "file": {mesh}}}}}]}}"#)
}

/// What `check` says about a scene in `scene/` that names this file.
fn check(world: &Path, mesh: &str, options: &[&str]) -> Output {
    std::fs::write(world.join("scene/s.json"), scene_of(mesh)).expect("a scene");
    let mut command = clearance(&["check", "scene/s.json"]);
    run_in_time(command.args(options).current_dir(world))
}

/// What `query`, asked in `scene/`, answers about this file: its code, and the whole line.
fn ask(world: &Path, mesh: &str, options: &[&str]) -> (String, String) {
    let mesh = serde_json::Value::from(mesh);
    let question = format!(
        r#"{{"op": "closest_point", "dimension": 3, "a": {{"type": "mesh", "file": {mesh}}}, "point": [9, 9, 9]}}"#
    );
    std::fs::write(world.join("question.jsonl"), question).expect("a question");
    let mut command = clearance(&["query", "../question.jsonl"]);
    let output = run_in_time(command.args(options).current_dir(world.join("scene")));
    let answer = json(&output);
    let code = answer["error"]["code"].as_str().unwrap_or("answered");
    assert_eq!(output.status.code(), Some(if code == "answered" { 0 } else { 2 }));
    (code.to_owned(), answer.to_string())
}

#[test]
fn files_below_the_scene_are_read_and_others_where_they_are_allowed() {
    let world = world("allowed");
    let absolute = |file: &str| world.join(file).to_str().expect("text").to_owned();
    for mesh in [
        "part.obj",
        "sub/part.obj",
        "sub/../part.obj",
        "../scene/part.obj",
        &absolute("scene/part.obj"),
    ] {
        assert_eq!(check(&world, mesh, &[]).status.code(), Some(0), "{mesh}");
        assert_eq!(ask(&world, mesh, &[]).0, "answered", "{mesh}");
    }
    let outside = [
        "../elsewhere/part.obj",
        "sub/../../elsewhere/part.obj",
        &absolute("elsewhere/part.obj"),
    ];
    for mesh in outside {
        let refused = check(&world, mesh, &[]);
        assert_eq!(refused.status.code(), Some(2), "{mesh}");
        assert!(err(&refused).contains("--allow"), "{}", err(&refused));
        assert_eq!(ask(&world, mesh, &[]).0, "file_not_allowed", "{mesh}");
        assert_eq!(
            check(&world, mesh, &["--allow", "elsewhere"]).status.code(),
            Some(0)
        );
        let both = ["--allow", "sub", "--allow", "../elsewhere"];
        assert_eq!(ask(&world, mesh, &both).0, "answered", "{mesh}");
    }
    let nowhere = check(&world, "part.obj", &["--allow", "gone"]);
    assert_eq!(
        (err(&nowhere), nowhere.status.code()),
        ("error: gone: no such folder\n", Some(2))
    );
    let no_folder = check(&world, "part.obj", &["--allow", "scene/part.obj"]);
    assert_eq!(err(&no_folder), "error: scene/part.obj: not a folder\n");
}

/// Errors revealed the content of any file, and which files exist.
#[test]
fn nothing_is_told_of_files_that_are_not_allowed() {
    let world = world("secret");
    let [there, gone] = ["../elsewhere/secret.obj", "../elsewhere/gone.obj"].map(|mesh| {
        let said = [
            err(&check(&world, mesh, &[])).to_owned(),
            ask(&world, mesh, &[]).1,
        ];
        assert!(!said.concat().contains("v secret"), "{said:?}");
        said.map(|said| said.replace("gone", "secret"))
    });
    assert_eq!(there, gone);
    assert_eq!(ask(&world, "/gone/gone/gone.obj", &[]).0, "file_not_allowed");
    assert_eq!(ask(&world, "gone/gone.obj", &[]).0, "file_not_found");
}

#[test]
#[cfg(unix)]
fn links_lead_no_further_than_names() {
    use std::os::unix::fs::symlink;
    let world = world("symbolic");
    for (to, link) in [
        ("../elsewhere/part.obj", "out.obj"),
        ("../elsewhere", "way"),
        ("part.obj", "in.obj"),
        ("../elsewhere/gone.obj", "lost.obj"),
    ] {
        symlink(to, world.join("scene").join(link)).expect("a link");
    }
    assert_eq!(ask(&world, "in.obj", &[]).0, "answered");
    for mesh in ["out.obj", "way/part.obj", "way/gone.obj"] {
        assert_eq!(ask(&world, mesh, &[]).0, "file_not_allowed", "{mesh}");
    }
    assert_eq!(
        ask(&world, "way/part.obj", &["--allow", "../elsewhere"]).0,
        "answered"
    );
    assert_eq!(ask(&world, "lost.obj", &[]).0, "file_not_found");
}

/// The command waited for ever for a pipe without a writer, and read an endless device for ever.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let world = world("irregular");
    let made = Command::new("mkfifo").arg(world.join("scene/pipe.obj")).status();
    assert!(made.expect("mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", world.join("scene/zero.obj")).expect("a link");
    std::fs::create_dir(world.join("scene/folder.obj")).expect("a folder");
    let everything = ["--allow", "/"];
    for mesh in ["pipe.obj", "zero.obj", "folder.obj", "/dev/zero.obj"] {
        let there = mesh != "/dev/zero.obj";
        let code = if there {
            "file_not_allowed"
        } else {
            "file_not_found"
        };
        assert_eq!(ask(&world, mesh, &everything).0, code, "{mesh}");
    }
    let refused = check(&world, "pipe.obj", &[]);
    assert!(
        err(&refused).ends_with("\"scene/pipe.obj\": not a regular file\n"),
        "{}",
        err(&refused)
    );
    // A glTF names buffers by any name.
    for (uri, code) in [
        ("pipe.obj", "file_not_allowed"),
        ("/dev/zero", "file_not_allowed"),
        ("../elsewhere/secret.obj", "file_not_allowed"),
        ("gone.bin", "file_not_found"),
        ("part.obj", "invalid_shape"),
    ] {
        let gltf = gltf(&format!(r#"{{"byteLength": 36, "uri": "{uri}"}}"#));
        std::fs::write(world.join("scene/part.gltf"), gltf).expect("a file");
        let (answer, line) = ask(&world, "part.gltf", &[]);
        assert_eq!(answer, code, "{line}");
        let given = run_in_time(clearance(&["check", "scene/part.gltf"]).current_dir(&world));
        assert_eq!(given.status.code(), Some(2), "{uri}");
    }
}

/// A glTF of one triangle in these buffers, of which the first is used.
fn gltf(buffers: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                        "min": [0, 0, 0], "max": [1, 1, 1]}}],
        "bufferViews": [{{"buffer": 0, "byteOffset": 0, "byteLength": 3600}}], "buffers": [{buffers}]}}"#
    )
}

#[test]
fn files_have_a_limit_that_an_option_raises() {
    let world = world("large");
    let text = PART.to_owned() + &"# more\n".repeat(1000);
    std::fs::write(world.join("scene/large.obj"), &text).expect("a file");
    let size = text.len();
    for (limit, code) in [
        (size.to_string(), "answered"),
        ((size - 1).to_string(), "limit_exceeded"),
        ("6K".into(), "limit_exceeded"),
        ("8K".into(), "answered"),
    ] {
        assert_eq!(
            ask(&world, "large.obj", &["--max-file-size", &limit]).0,
            code,
            "{limit}"
        );
    }
    let small = ["--max-file-size", "5000"];
    assert_eq!(
        err(&check(&world, "large.obj", &small)),
        "error: scene/s.json: objects[0] (\"x\"): shape.file: \"scene/large.obj\": larger than the 5000 bytes that may be read\n"
    );
    // Files named on the command line may be anywhere, but the limit applies.
    let given = run_in_time(
        clearance(&["check", "../large/scene/large.obj"]).current_dir(world.join("elsewhere/..")),
    );
    assert_eq!(given.status.code(), Some(0), "{}", err(&given));
    let given = run_in_time(
        clearance(&["check", "scene/large.obj"])
            .args(small)
            .current_dir(&world),
    );
    assert_eq!(
        err(&given),
        "error: scene/large.obj: larger than the 5000 bytes that may be read\n"
    );
    // All buffers of a glTF count together.
    std::fs::write(world.join("scene/four.bin"), [0; 4096]).expect("a file");
    let buffer = r#"{"byteLength": 4096, "uri": "four.bin"}"#;
    for (buffers, code) in [(1, "answered"), (2, "limit_exceeded")] {
        let buffers = vec![buffer; buffers].join(", ");
        std::fs::write(world.join("scene/part.gltf"), gltf(&buffers)).expect("a file");
        assert_eq!(ask(&world, "part.gltf", &small).0, code, "{buffers}");
    }
    for bad in ["much", "1.5G", "-1", "99999999T", ""] {
        assert_eq!(
            run(&["query", "--max-file-size", bad]).status.code(),
            Some(2),
            "{bad}"
        );
    }
}

/// A pipe does not tell its size, and a scene may come from one: bytes are counted while it is read.
#[test]
#[cfg(unix)]
fn a_scene_from_a_pipe_has_the_limit_and_the_current_folder() {
    let world = world("piped");
    let from_pipe = |text: &str, options: &str| {
        std::fs::write(world.join("elsewhere/s.json"), text).expect("a scene");
        let script = format!(
            r#"rm -f elsewhere/pipe; mkfifo elsewhere/pipe; cat elsewhere/s.json > elsewhere/pipe &
            cd scene; exec "$0" check ../elsewhere/pipe {options}"#
        );
        let mut shell = Command::new("sh");
        run_in_time(
            shell
                .args(["-c", &script, env!("CARGO_BIN_EXE_clearance")])
                .current_dir(&world),
        )
    };
    let from_stdin = |text: &str, options: &[&str]| {
        let mut child = clearance(&[&["check", "-"], options].concat())
            .current_dir(world.join("scene"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let _ = child.stdin.take().expect("stdin").write_all(text.as_bytes());
        child.wait_with_output().expect("the command ends")
    };
    for output in [
        from_pipe(&scene_of("part.obj"), ""),
        from_stdin(&scene_of("part.obj"), &[]),
    ] {
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    for output in [
        from_pipe(&scene_of("../elsewhere/part.obj"), ""),
        from_stdin(&scene_of("../elsewhere/part.obj"), &[]),
    ] {
        assert!(err(&output).contains("outside"), "{}", err(&output));
    }
    let long = format!(
        r#"{{"dimension": 3, "unit": "{}", "objects": []}}"#,
        "m".repeat(50_000)
    );
    assert_eq!(
        err(&from_pipe(&long, "--max-file-size 10K")),
        "error: ../elsewhere/pipe: larger than the 10240 bytes that may be read\n"
    );
    assert_eq!(
        err(&from_stdin(&long, &["--max-file-size", "10K"])),
        "error: standard input: larger than the 10240 bytes that may be read\n"
    );
}
