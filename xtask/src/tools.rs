//! The tools of other languages: finding and running them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The names of browsers of the Chromium family.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Runs a command in a folder and shows its output; fails if the command fails.
pub fn run(folder: &Path, command: &[&str]) -> Result<(), String> {
    run_with(folder, command, &[])
}

/// The same, with these variables set.
pub fn run_with(folder: &Path, command: &[&str], variables: &[(&str, &Path)]) -> Result<(), String> {
    println!("-- {}", command.join(" "));
    let (program, arguments) = command.split_first().ok_or("no command")?;
    let status = Command::new(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(folder)
        .status()
        .map_err(|error| format!("{program}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{}` failed ({status})", command.join(" ")))
    }
}

/// Whether a program exists and accepts these arguments.
pub fn answers(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Why Node.js cannot be used, if it cannot.
pub fn missing_node() -> Option<String> {
    let missing: Vec<&str> = ["node", "npm"]
        .into_iter()
        .filter(|tool| !answers(tool, &["--version"]))
        .collect();
    (!missing.is_empty()).then(|| format!("no {}", missing.join(", no ")))
}

/// The Python to make an environment with.
pub fn python() -> Result<&'static str, String> {
    let newest = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    ["python3", "python"]
        .into_iter()
        .find(|python| answers(python, &["-c", newest]))
        .ok_or_else(|| "no python3 of 3.10 or later with venv".to_owned())
}

/// The path of a browser: the one that CHROMIUM names, or the first one on the path.
pub fn browser() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let folders: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    BROWSERS
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
        .ok_or_else(|| "no chromium (CHROMIUM may name one)".to_owned())
}
