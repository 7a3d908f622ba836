//! Tables for people, and records to compare with later.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::engine::Measured;

/// One line for a case: each engine's time, its share of clearance's, and its wrong answers.
pub fn row(measured: &[Measured]) -> String {
    let mut text = format!("{:<28}", measured[0].case());
    for m in measured {
        let _ = write!(text, "  {} {:>8.1} ns", m.engine, m.nanoseconds);
        if m.engine != "clearance" {
            let _ = write!(text, " ({:.2}x)", m.nanoseconds / measured[0].nanoseconds);
        }
        if m.wrong() > 0 {
            let _ = write!(text, " {} wrong", m.wrong());
        }
    }
    text
}

/// Writes `bench/record/DATE-CPU.md` and `.json`.
pub fn record(all: &[Measured]) -> std::io::Result<()> {
    let base = base();
    let lines: Vec<String> = all.iter().map(|m| m.json().to_string()).collect();
    std::fs::write(format!("{}.json", base.display()), lines.join("\n") + "\n")?;
    std::fs::write(format!("{}.md", base.display()), page(all, &today(), &cpu()))
}

/// `bench/record/DATE-CPU`: what the names of today's records begin with.
pub fn base() -> PathBuf {
    let name = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let cpu: String = cpu().chars().map(name).collect();
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("record/{}-{cpu}", today()))
}

fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}

fn page(all: &[Measured], date: &str, cpu: &str) -> String {
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut text = format!(
        "# {date}, {cpu}\n\nProfile: release, thin LTO. RUSTFLAGS: {}. Nanoseconds for one pair, median of interleaved rounds; \
         in brackets, wrong answers.\n\n",
        if flags.is_empty() { "none" } else { &flags }
    );
    let engines = columns(all);
    let _ = writeln!(
        text,
        "| case | {} |\n| --- |{}",
        engines.join(" | "),
        " ---: |".repeat(engines.len())
    );
    for rows in all.chunk_by(|a, b| a.case() == b.case()) {
        let _ = write!(text, "| {} |", rows[0].case());
        for engine in &engines {
            let _ = match rows.iter().find(|m| m.engine == *engine) {
                None => write!(text, " |"),
                Some(m) if m.wrong() > 0 => write!(text, " {:.1} ({}) |", m.nanoseconds, m.wrong()),
                Some(m) => write!(text, " {:.1} |", m.nanoseconds),
            };
        }
        text.push('\n');
    }
    text
}

/// The engines of all cases: ours, then the others, each where it comes first.
fn columns(all: &[Measured]) -> Vec<&str> {
    let mut engines: Vec<&str> = Vec::new();
    for m in all {
        if !engines.contains(&m.engine) {
            engines.push(m.engine);
        }
    }
    engines.sort_by_key(|engine| !engine.starts_with("clearance"));
    engines
}

fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split(": ").nth(1))
        .unwrap_or(std::env::consts::ARCH)
        .to_string()
}
