//! Records of the scene cases: where they are, written and read.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::report::base;

/// How the name of a record of scene cases ends.
const ENDING: &str = "-scenes.json";

/// What one engine took for one case.
pub struct Point {
    /// The engine.
    pub engine: String,
    dimension: String,
    /// `uniform`, ...
    pub spread: String,
    /// How many boxes.
    pub count: f64,
    /// `all`, `10pct` or `1pct`.
    pub motion: String,
    /// Time for each object of the scene.
    pub nanoseconds: f64,
}

impl Point {
    fn read(line: &str) -> Option<Self> {
        let line: Value = serde_json::from_str(line).ok()?;
        let words: Vec<&str> = line["case"].as_str()?.split('/').collect();
        let &["scene", dimension, spread, _, motion] = words.as_slice() else {
            return None;
        };
        // An engine that was wrong has no time worth drawing.
        (line["wrong"] == 0).then_some(())?;
        Some(Self {
            engine: line["engine"].as_str()?.to_string(),
            dimension: dimension.to_string(),
            spread: spread.to_string(),
            count: line["n"].as_f64()?,
            motion: motion.to_string(),
            nanoseconds: line["ns_per_object"].as_f64().filter(|ns| *ns > 0.0)?,
        })
    }
    /// Whether it is of these dimensions: `2d` or `3d`.
    pub fn is_in(&self, dimension: &str) -> bool {
        self.dimension == dimension
    }
    /// How much of the scene moves.
    pub fn percent(&self) -> f64 {
        self.motion.trim_end_matches("pct").parse().unwrap_or(100.0)
    }
}

/// A record.
pub struct Points {
    /// When and on what it was measured.
    pub source: String,
    /// What was measured.
    pub all: Vec<Point>,
}

impl Points {
    /// Reads lines of JSON as `--json` prints and `--record` keeps them; lines of other cases are passed
    /// over.
    pub fn read(record: &Path) -> Result<Self, Box<dyn Error>> {
        let text =
            std::fs::read_to_string(record).map_err(|error| format!("{}: {error}", record.display()))?;
        let all: Vec<Point> = text.lines().filter_map(Point::read).collect();
        if all.is_empty() {
            return Err(format!("{}: no lines of scene cases", record.display()).into());
        }
        let name = record
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self {
            source: source(name.trim_end_matches(".json").trim_end_matches("-scenes")),
            all,
        })
    }
}

/// `2026-11-21-Intel-R--Xeon-R--Processor` as people write it.
fn source(name: &str) -> String {
    let (date, machine) = name.split_at_checked(10).unwrap_or((name, ""));
    let machine: Vec<&str> = machine.split('-').filter(|word| word.len() > 1).collect();
    [date.to_string(), machine.join(" ")].join(", ")
}

/// The newest record of scene cases.
pub fn newest() -> Option<PathBuf> {
    let files = std::fs::read_dir(base().parent()?).ok()?;
    let records = files.filter_map(|file| Some(file.ok()?.path()));
    records
        .filter(|file| file.to_string_lossy().ends_with(ENDING))
        .max()
}

/// Adds lines to today's record, in place of older ones of the same case and engine.
pub fn add(lines: &[Value]) -> std::io::Result<PathBuf> {
    let file = PathBuf::from(format!("{}{ENDING}", base().display()));
    let mut all: BTreeMap<(String, String), String> = BTreeMap::new();
    let old = std::fs::read_to_string(&file).unwrap_or_default();
    let old = old.lines().filter_map(|line| serde_json::from_str(line).ok());
    for line in old.chain(lines.iter().cloned()) {
        let line: Value = line;
        all.insert(
            (line["case"].to_string(), line["engine"].to_string()),
            line.to_string(),
        );
    }
    let text: Vec<&str> = all.values().map(String::as_str).collect();
    std::fs::write(&file, text.join("\n") + "\n")?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_unless_its_engine_was_wrong() {
        let line = r#"{"case":"scene/2d/mixed/1m/10pct","engine":"parry","n":1000000,"ns_per_object":7.5,"wrong":0}"#;
        let point = Point::read(line).unwrap();
        assert_eq!(
            (point.count, point.percent(), point.nanoseconds),
            (1e6, 10.0, 7.5)
        );
        assert!(point.is_in("2d") && point.spread == "mixed");
        assert!(Point::read(&line.replace("\"wrong\":0", "\"wrong\":1")).is_none());
        assert_eq!(source("2026-11-21-Intel-R--Xeon"), "2026-11-21, Intel Xeon");
    }
}
