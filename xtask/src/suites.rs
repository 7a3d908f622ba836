//! The language bindings and the page: builds them and runs their tests. If a tool is missing on a machine,
//! the tests that need it are skipped with a message.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::root;
use crate::tools::{answers, browser, missing_node, python, run, run_with};

/// The result of the tests of one suite.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

type Suite = fn(&Path) -> Result<Outcome, String>;

const SUITES: [(&str, Suite); 4] = [
    ("rust", rust),
    ("python", python_tests),
    ("js", js),
    ("browser", browser_tests),
];

/// The option of `test`, besides names of suites: nothing may be skipped.
const NO_SKIP: &str = "--no-skip";

/// Runs the named test suites, or all of them; all run even if one fails.
pub fn test(words: &[&str]) -> Result<(), String> {
    let known = |word: &&str| *word == NO_SKIP || SUITES.iter().any(|(name, _)| name == word);
    if let Some(unknown) = words.iter().find(|word| !known(word)) {
        return Err(format!(
            "test: there is no \"{unknown}\"; there are rust, python, js, browser and {NO_SKIP}"
        ));
    }
    let no_skip = words.contains(&NO_SKIP);
    let named: Vec<&str> = words.iter().copied().filter(|word| *word != NO_SKIP).collect();
    let mut lines = Vec::new();
    let mut failed = 0;
    for (name, suite) in SUITES
        .iter()
        .filter(|(name, _)| named.is_empty() || named.contains(name))
    {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = suite(&root()).unwrap_or_else(Outcome::Failed);
        let (line, fails) = summary(&outcome, no_skip);
        failed += usize::from(fails);
        lines.push(format!("{name:<8} {line} ({} s)", start.elapsed().as_secs()));
    }
    println!("\n{}", lines.join("\n"));
    if failed > 0 {
        Err(format!("{failed} of {} failed", lines.len()))
    } else {
        Ok(())
    }
}

/// The message about an outcome, and whether it counts as failed.
fn summary(outcome: &Outcome, no_skip: bool) -> (String, bool) {
    match outcome {
        Outcome::Passed => ("passed".to_owned(), false),
        Outcome::Failed(why) => (format!("FAILED: {why}"), true),
        Outcome::Skipped(why) => (format!("skipped: {why}"), no_skip),
    }
}

fn rust(root: &Path) -> Result<Outcome, String> {
    run(root, &["cargo", "test"])?;
    Ok(Outcome::Passed)
}

/// The Python package, installed into its own environment.
fn python_tests(root: &Path) -> Result<Outcome, String> {
    let folder = root.join("bindings/python");
    let python = match python() {
        _ if !folder.is_dir() => return Ok(Outcome::Skipped("no bindings/python".to_owned())),
        Err(why) => return Ok(Outcome::Skipped(why)),
        Ok(python) => python,
    };
    let environment = root.join("target/python");
    run(root, &[python, "-m", "venv", path(&environment)?])?;
    let python = environment.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let python = path(&python)?;
    // Built as the command is, without the link-time optimisation of the wheels; and what belongs to the
    // package alone without any: it is built in a quarter of the time, and the tests take as long.
    let profile = "--profile release --config profile.release.package.clearance-python.opt-level=0";
    let profile = [("MATURIN_PEP517_ARGS", Path::new(profile))];
    let package = "./bindings/python[test,step,ifc]";
    run_with(
        root,
        &[python, "-m", "pip", "install", "--quiet", "--no-compile", package],
        &profile,
    )?;
    run(&folder, &[python, "-m", "pytest", "-q", "-n", "auto"])?;
    Ok(Outcome::Passed)
}

fn js(root: &Path) -> Result<Outcome, String> {
    if let Some(why) = missing_for_wasm() {
        return Ok(Outcome::Skipped(why));
    }
    let package = build_package(root)?;
    run(&package, &["npm", "test"])?;
    Ok(Outcome::Passed)
}

fn browser_tests(root: &Path) -> Result<Outcome, String> {
    if let Some(why) = missing_for_wasm() {
        return Ok(Outcome::Skipped(why));
    }
    let browser = match browser() {
        Ok(browser) => browser,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    page()?;
    let web = root.join("web");
    run(&web, &["npm", "test"])?;
    // With what `cargo test` has built, if its packages are named, as .ci/run does.
    let tested = std::env::var("TESTED").unwrap_or_default();
    let build = "cargo build --profile test --bin clearance --features clearance-io/image";
    let words: Vec<&str> = build
        .split_whitespace()
        .chain(tested.split_whitespace())
        .collect();
    run(root, &words)?;
    let command = root.join("target/debug/clearance");
    let named = [("CHROMIUM", browser.as_path()), ("CLEARANCE", command.as_path())];
    run_with(&web, &["npm", "run", "test:browser"], &named)?;
    Ok(Outcome::Passed)
}

/// Builds the page into the folder that the command includes.
pub fn page() -> Result<(), String> {
    if let Some(why) = missing_for_wasm() {
        return Err(format!("the page cannot be built: {why}"));
    }
    let root = root();
    build_package(&root)?;
    let web = root.join("web");
    run(&web, &["npm", "ci", "--no-audit", "--no-fund"])?;
    run(&web, &["npm", "run", "check"])?;
    run(&web, &["npm", "run", "build"])
}

/// Builds the JavaScript package with its wasm, once in a run; returns its folder.
fn build_package(root: &Path) -> Result<std::path::PathBuf, String> {
    static IS_BUILT: AtomicBool = AtomicBool::new(false);
    let package = root.join("bindings/js");
    if !IS_BUILT.load(Ordering::Relaxed) {
        run(&package, &["npm", "ci", "--no-audit", "--no-fund"])?;
        run(&package, &["npm", "run", "build"])?;
        IS_BUILT.store(true, Ordering::Relaxed);
    }
    Ok(package)
}

/// Why JavaScript and its wasm cannot be built, if they cannot: `bindings/js/build.sh` chooses between these
/// compilers.
fn missing_for_wasm() -> Option<String> {
    if let Some(why) = missing_node() {
        return Some(why);
    }
    let rustup =
        "command -v rustup || test -d \"$(rustc --print target-libdir --target wasm32-unknown-unknown)\"";
    let debian = "test -d /usr/share/doc/rustc-web && test -d /usr/share/doc/cargo-web && command -v wasm-ld";
    let found = [rustup, debian].iter().any(|test| answers("sh", &["-c", test]));
    (!found).then(|| {
        "no wasm32 target (`rustup target add wasm32-unknown-unknown`, or Debian's rustc-web, cargo-web, rust-web-src and lld)"
            .to_owned()
    })
}

fn path(path: &Path) -> Result<&str, String> {
    path.to_str()
        .ok_or_else(|| format!("{} is not UTF-8", path.display()))
}
