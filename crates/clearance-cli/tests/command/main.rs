//! The command as users run it: exit status, output, files, streams.

mod check;
mod errors;
mod files;
mod help;
mod memory;
mod output;
mod query;
mod reports;
mod rules;
mod ways;

use std::io::Write;
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

/// The same within 20 seconds: a command that would wait forever fails the test instead.
fn run_in_time(command: &mut Command) -> Output {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let start = std::time::Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed().as_secs() > 20 {
            child.kill().expect("it still runs");
            panic!("no end of {command:?}");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.wait_with_output().expect("the command ends")
}
