//! Broken streams: named in the error, with status 2, never a panic. A reader that closes the stream is no
//! error.
#![cfg(target_os = "linux")] // which has a device that is full

use std::fs::File;

use super::*;

const QUESTION: &str =
    r#"{"op": "relation", "dimension": 2, "a": {"type": "point"}, "b": {"type": "point"}}"#;

/// Every way to print something on standard output.
fn printing() -> Vec<Vec<&'static str>> {
    file("printed.json", TWO_BOXES);
    file("printed.jsonl", format!("{QUESTION}\n").repeat(20_000));
    let lines = "--help;--version;help check;check --help;query --help;demo --help;completions --help;\
        check printed.json;check printed.json --format json;check printed.json --format csv;query printed.jsonl;\
        completions bash;completions zsh;completions fish;completions powershell;completions elvish";
    lines
        .split(';')
        .map(|line| line.split_whitespace().collect())
        .collect()
}

/// `clearance completions bash > /dev/full` panicked, and help that could not be printed counted as printed.
#[test]
fn a_full_disk_as_standard_output() {
    for arguments in printing() {
        let full = File::create("/dev/full").expect("a device that is full");
        let output = clearance(&arguments)
            .stdout(full)
            .output()
            .expect("the command runs");
        assert_eq!(
            (err(&output), output.status.code()),
            (
                "error: standard output: No space left on device (os error 28)\n",
                Some(2)
            ),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_reader_that_leaves() {
    for arguments in printing() {
        let mut child = clearance(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(err(&output), "", "{arguments:?}");
        let overlaps = i32::from(arguments.contains(&"printed.json"));
        assert_eq!(output.status.code(), Some(overlaps), "{arguments:?}");
    }
}

/// Where errors cannot be printed either, the exit status still tells.
#[test]
fn a_full_disk_as_standard_error() {
    for arguments in [
        &["check", "gone.json"][..],
        &["query", "gone.jsonl"],
        &["--no-such-option"],
        &[],
    ] {
        let full = File::create("/dev/full").expect("a device that is full");
        let output = clearance(arguments)
            .stderr(full)
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// An input that breaks off is reported as the input, not as the output.
#[test]
fn a_folder_as_input() {
    for command in ["check", "query"] {
        let output = run(&[command, "."]);
        assert_eq!(
            (err(&output), output.status.code()),
            ("error: .: Is a directory (os error 21)\n", Some(2))
        );
    }
}

/// A device that never ends a line is not read for ever.
#[test]
fn questions_without_an_end() {
    let output = run_in_time(&mut clearance(&["query", "/dev/zero", "--max-file-size", "100M"]));
    assert_eq!(
        (err(&output), output.status.code()),
        (
            "error: /dev/zero: no end of the line after 104857600 bytes\n",
            Some(2)
        )
    );
}
