//! `--report`: its content, and that it is written completely or not at all.

use super::*;

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
            text.contains("interference") && text.contains("&lt;") | text.contains("\\u003c"),
            "{report}"
        );
        assert!(
            !text.contains("<left>") && text.matches("</script>").count() <= 3,
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

/// A folder for one test, empty.
fn empty_folder(name: &str) -> PathBuf {
    let path = folder().join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir(&path).expect("a folder for the test");
    path
}

#[cfg(unix)]
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_report_replaces_another_and_leaves_nothing_beside_it() {
    let scene = file("again.json", TWO_BOXES);
    let place = empty_folder("again");
    let report = place.join("r.svg");
    for old in [None, Some("x".repeat(1 << 20))] {
        if let Some(old) = old {
            std::fs::write(&report, old).expect("an old report");
        }
        let output = run(&["check", scene, "--report", "again/r.svg"]);
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        let text = std::fs::read_to_string(&report).expect("the report");
        assert!(
            text.starts_with("<?xml") && text.trim_end().ends_with("</svg>"),
            "whole"
        );
        assert_eq!(std::fs::read_dir(&place).expect("a folder").count(), 1);
    }
    let nowhere = run(&["check", scene, "--report", "gone/r.svg"]);
    assert_eq!(err(&nowhere), "error: gone/r.svg: no such folder\n");
    assert_eq!(nowhere.status.code(), Some(2));
}

/// Bug: a report was written in place, so a full disk left half of the new one, and nothing of the old one.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_report_as_it_was() {
    let scene = file("full.json", TWO_BOXES);
    let place = empty_folder("full");
    // A limit on file sizes of a block or two acts like a full disk.
    let limited = r#"trap '' XFSZ; ulimit -f 1; exec "$0" check "$1" --report "$2""#;
    let save = |report: &str| {
        let mut shell = Command::new("sh");
        let command = env!("CARGO_BIN_EXE_clearance");
        run_in_time(
            shell
                .args(["-c", limited, command, scene, report])
                .current_dir(folder()),
        )
    };
    let output = save("full/new.html");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(
        err(&output).starts_with("error: full/new.html: "),
        "{}",
        err(&output)
    );
    assert!(names_in(&place).is_empty(), "{:?}", names_in(&place));
    std::fs::write(place.join("old.html"), "as it was").expect("an old report");
    assert_eq!(save("full/old.html").status.code(), Some(2));
    assert_eq!(names_in(&place), ["old.html"]);
    assert_eq!(
        std::fs::read_to_string(place.join("old.html")).expect("a file"),
        "as it was"
    );
}

#[test]
#[cfg(unix)]
fn a_report_has_the_permissions_of_any_other_file() {
    use std::os::unix::fs::PermissionsExt;
    let scene = file("mode.json", TWO_BOXES);
    let place = empty_folder("mode");
    let mode = |name: &str| {
        let metadata = std::fs::metadata(place.join(name)).expect("a report");
        metadata.permissions().mode() & 0o777
    };
    let script = r#"umask 027; "$0" check "$1" --report mode/new.svg; "$0" check "$1" --report mode/old.svg"#;
    std::fs::write(place.join("old.svg"), "").expect("an old report");
    std::fs::set_permissions(place.join("old.svg"), std::fs::Permissions::from_mode(0o604)).expect("a mode");
    let mut shell = Command::new("sh");
    run_in_time(
        shell
            .args(["-c", script, env!("CARGO_BIN_EXE_clearance"), scene])
            .current_dir(folder()),
    );
    assert_eq!((mode("new.svg"), mode("old.svg")), (0o640, 0o604));
}

/// A link stays a link, and anything that is not a file is written to directly.
#[test]
#[cfg(target_os = "linux")]
fn links_pipes_and_devices_as_reports() {
    use std::os::unix::fs::symlink;
    let scene = file("links.json", TWO_BOXES);
    let place = empty_folder("links");
    std::fs::write(place.join("real.svg"), "").expect("a file");
    symlink("real.svg", place.join("link.svg")).expect("a link");
    symlink("/dev/full", place.join("full.svg")).expect("a link");
    assert_eq!(
        run(&["check", scene, "--report", "links/link.svg"]).status.code(),
        Some(1)
    );
    assert!(place.join("link.svg").is_symlink());
    symlink("later.svg", place.join("lost.svg")).expect("a link");
    run(&["check", scene, "--report", "links/lost.svg"]);
    assert!(place.join("lost.svg").is_symlink() && place.join("later.svg").is_file());
    assert!(
        std::fs::read_to_string(place.join("real.svg"))
            .expect("the report")
            .ends_with("</svg>\n")
    );
    let full = run(&["check", scene, "--report", "links/full.svg"]);
    assert_eq!(
        err(&full),
        "error: links/full.svg: No space left on device (os error 28)\n"
    );
    assert_eq!(full.status.code(), Some(2));
    let script =
        r#"mkfifo links/pipe.svg; "$0" check "$1" --report links/pipe.svg >/dev/null & cat links/pipe.svg"#;
    let mut shell = Command::new("sh");
    let piped = run_in_time(
        shell
            .args(["-c", script, env!("CARGO_BIN_EXE_clearance"), scene])
            .current_dir(folder()),
    );
    assert!(out(&piped).starts_with("<?xml"), "{}", err(&piped));
}

#[test]
fn bcf_of_both_versions_is_a_zip_file_and_the_plane_has_none() {
    let scene = file("bcf.json", TWO_BALLS);
    let plain = ["check", scene, "--report", "clashes.bcf"];
    let new = [
        "check",
        scene,
        "--report",
        "clashes.bcfzip",
        "--bcf-version",
        "3.0",
        "--bcf-all",
    ];
    for arguments in [&plain[..], &new] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        let content = std::fs::read(folder().join(arguments[3])).expect("the report");
        assert!(content.starts_with(b"PK"), "a zip file");
    }
    let plane = run(&["check", file("bcf2.json", TWO_BOXES), "--report", "plane.bcf"]);
    assert_eq!(plane.status.code(), Some(2));
    assert!(err(&plane).contains("2D"), "{}", err(&plane));
}

#[test]
fn junit_fails_where_parts_clash() {
    let output = run(&["check", file("junit.json", TWO_BALLS), "--format", "junit"]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    assert!(
        text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"),
        "{text}"
    );
    assert!(
        text.contains("<testcase classname=\"junit.json\" name=\"a · b\">"),
        "{text}"
    );
    assert!(
        text.contains("<failure type=\"interference\" message=\"interference of a and b\">"),
        "{text}"
    );
}

/// Places were printed in six digits: in a building 450 km from the origin of its map, millimetres were lost.
#[test]
fn the_table_tells_millimetres_far_from_the_origin() {
    let scene = file(
        "site.json",
        r#"{"dimension": 3, "unit": "m", "objects": [
        {"id": "beam", "shape": {"type": "box", "half_extents": [5, 0.1, 0.1]}, "position": [450000.001, 1, 0]},
        {"id": "duct", "shape": {"type": "box", "half_extents": [0.2, 5, 0.2]}, "position": [450000.127, 1, 0.2]}]}"#,
    );
    let output = run(&["check", scene]);
    let text = out(&output);
    assert!(
        text.contains("450000.127") || text.contains("449999.927") || text.contains("450000.327"),
        "{text}"
    );
}
