//! The table of speeds in README.md, made from the newest record of pairs in `bench/record`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

const BEGIN: &str = "<!-- table of speeds: begin -->\n";
const END: &str = "<!-- table of speeds: end -->\n";

/// Rows of the table: what they are called, and how the record calls their shapes.
const ROWS: [(&str, &str); 11] = [
    ("2D boxes", "2d/box"),
    ("2D polygons, 8 corners", "2d/poly8"),
    ("2D circles", "2d/circle"),
    ("2D capsules", "2d/capsule"),
    ("2D box and circle", "2d/box-circle"),
    ("3D boxes", "3d/box"),
    ("3D hulls, 32 corners", "3d/hull32"),
    ("3D triangles", "3d/triangle"),
    ("3D capsules", "3d/capsule"),
    ("3D box and sphere", "3d/box-sphere"),
    ("3D box and triangle", "3d/box-triangle"),
];

/// Columns: their titles, and the case of a row's shapes.
const COLUMNS: [(&str, [&str; 2]); 6] = [
    ("boolean", ["pair", "/boolean"]),
    ("distance", ["pair", "/distance"]),
    ("manifold", ["pair", "/manifold"]),
    ("sweep, straight", ["sweep", "/linear"]),
    ("sweep, turning", ["sweep", "/turning"]),
    ("ray", ["ray", ""]),
];

/// Nanoseconds by case and engine.
type Record = BTreeMap<String, BTreeMap<String, f64>>;

/// The table of README.md as Markdown, from the newest record below this folder.
pub fn table(root: &Path) -> Result<String, String> {
    let (name, record) = newest(&root.join("bench/record"))?;
    let mut text = format!("From `bench/record/{name}`:\n\n| ours / best peer |");
    let _ = COLUMNS
        .iter()
        .try_for_each(|(title, _)| write!(text, " {title} |"));
    let _ = write!(text, "\n| --- |{}", " --- |".repeat(COLUMNS.len()));
    for (title, shapes) in ROWS {
        let _ = write!(text, "\n| {title} |");
        for (_, [question, rest]) in COLUMNS {
            let cell = record.get(&format!("{question}/{shapes}{rest}")).and_then(cell);
            let _ = write!(text, " {} |", cell.unwrap_or_default());
        }
    }
    let _ = write!(text, "\n\n{}\n", summary(&record));
    Ok(text)
}

/// Fails if the table in README.md is not the one that [`table`] makes.
pub fn check(root: &Path) -> Result<(), String> {
    let text = crate::read(&root.join("README.md"))?;
    let found = text.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
    match found {
        Some((found, _)) if found == table(root)? => Ok(()),
        Some(_) => {
            Err("README.md: the table of speeds is out of date: run cargo run -p xtask -- speeds".to_string())
        }
        None => Err(format!("README.md: no {BEGIN}")),
    }
}

/// The newest record that has pairs, by its name, which begins with the date.
fn newest(folder: &Path) -> Result<(String, Record), String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = files
        .flatten()
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| name.ends_with(".json"));
    names.sort_unstable();
    for name in names.into_iter().rev() {
        let record = parse(&crate::read(&folder.join(&name))?);
        if record.keys().any(|case| case.starts_with("pair/")) {
            return Ok((name, record));
        }
    }
    Err(format!("{}: no record of pairs", folder.display()))
}

/// A line of JSON for each case and engine; other lines are of other records. An engine counts in a case if
/// at most one in twenty of its answers there is wrong.
fn parse(text: &str) -> Record {
    let mut record = Record::new();
    for line in text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        let (case, engine, time) = (&line["case"], &line["engine"], &line["ns_per_query"]);
        let [wrong, asked] = ["wrong", "n"].map(|name| line[name].as_u64().unwrap_or(0));
        if 20 * wrong > asked {
            continue;
        }
        if let (Some(case), Some(engine), Some(time)) = (case.as_str(), engine.as_str(), time.as_f64()) {
            record
                .entry(case.to_string())
                .or_default()
                .insert(engine.to_string(), time);
        }
    }
    record
}

/// Ours in single precision, which the peers have, and the best peer's.
fn ours_and_best(engines: &BTreeMap<String, f64>) -> Option<[f64; 2]> {
    let peers = engines
        .iter()
        .filter(|(engine, _)| !engine.starts_with("clearance"));
    let best = peers.map(|(_, time)| *time).reduce(f64::min)?;
    Some([*engines.get("clearance")?, best])
}

fn cell(engines: &BTreeMap<String, f64>) -> Option<String> {
    let [ours, best] = ours_and_best(engines)?;
    let [shown, peer] = [ours, best].map(thousands);
    Some(if best < ours {
        format!("{shown} / **{peer}**")
    } else {
        format!("{shown} / {peer}")
    })
}

/// A whole number with commas.
fn thousands(x: f64) -> String {
    let digits = format!("{x:.0}");
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| str::from_utf8(group).unwrap_or(""))
        .collect();
    groups.join(",")
}

/// How many rows of the record are won by how much.
fn summary(record: &Record) -> String {
    let both: Vec<[f64; 2]> = record.values().filter_map(ours_and_best).collect();
    let ahead = |factor: f64| both.iter().filter(|[ours, best]| ours * factor <= *best).count();
    format!(
        "Bold where a peer is faster. Of the {} cases of that record we are ahead of the best peer in {}, by half as much again or more in {}.",
        both.len(),
        ahead(1.0),
        ahead(1.5)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_peer_counts_and_is_bold_where_it_is_faster() {
        let line = |engine: &str, time: f64, wrong: usize| {
            format!(
                r#"{{"case":"pair/2d/box/boolean","engine":"{engine}","n":2048,"ns_per_query":{time},"wrong":{wrong}}}"#
            )
        };
        let text = [
            line("clearance", 1234.0, 0),
            line("clearance-f64", 1.0, 0),
            line("parry", 2000.0, 0),
            line("box2d", 1200.4, 102),
            line("quick and wrong", 2.0, 103),
        ];
        let record = parse(&text.join("\n"));
        assert_eq!(
            cell(&record["pair/2d/box/boolean"]).as_deref(),
            Some("1,234 / **1,200**")
        );
        assert!(
            summary(&record).contains("Of the 1 cases of that record we are ahead of the best peer in 0")
        );
    }
}
