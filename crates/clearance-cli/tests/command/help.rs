//! `--help`, `completions` and `demo`.

use std::io::{BufRead, BufReader, Write};

use super::*;

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

/// With the page built in, it serves the page; without, it says how to build it.
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
