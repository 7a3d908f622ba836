//! Counts misses and false hits over the queries of Wang et al., "A large scale benchmark and an
//! inclusion-based algorithm for continuous collision detection" (2021), in their CSV files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clearance::cast::{Path as Way, edge_edge, vertex_face};
use clearance::glam::DVec3;
use serde_json::json;

/// Rows of a query: four vertices at time 0, then at time 1.
const ROWS: usize = 8;

/// The number of rounds; the fastest counts.
const ROUNDS: usize = 5;

/// Four moving vertices, of two edges or of a vertex and a face, and whether they meet.
struct Query {
    vertices: [Way<DVec3>; 4],
    are_edges: bool,
    meets: bool,
}

impl Query {
    fn answer(&self) -> Option<f64> {
        let [p, q, r, s] = self.vertices;
        let answer = if self.are_edges {
            edge_edge([p, q], [r, s], 0.0)
        } else {
            vertex_face(p, [q, r, s], 0.0)
        };
        // A refused query is not a miss: the file is wrong.
        answer.unwrap_or(Some(0.0))
    }
}

/// Prints one line of JSON for all queries of the CSV files below these directories; fails if there is a
/// miss.
pub fn check(directories: &[&str]) -> Result<(), String> {
    let mut queries = Vec::new();
    for directory in directories {
        let mut files = Vec::new();
        csv_files(Path::new(directory), &mut files)?;
        for file in files {
            read(&file, &mut queries)?;
        }
    }
    if queries.is_empty() {
        return Err(format!(
            "no queries in .csv files below {}",
            directories.join(", ")
        ));
    }
    let count =
        |wrong: fn(&Query, bool) -> bool| queries.iter().filter(|q| wrong(q, q.answer().is_some())).count();
    let missed = count(|q, met| q.meets && !met);
    let summary = json!({
        "queries": queries.len(),
        "hits": queries.iter().filter(|q| q.meets).count(),
        "missed": missed,
        "false_hits": count(|q, met| !q.meets && met),
        "ns_per_query": nanoseconds(&queries).round(),
    });
    println!("{summary}");
    if missed == 0 {
        Ok(())
    } else {
        Err(format!("{missed} missed"))
    }
}

fn nanoseconds(queries: &[Query]) -> f64 {
    let round = |_| {
        let start = Instant::now();
        let hits = queries.iter().filter(|q| q.answer().is_some()).count();
        std::hint::black_box(hits);
        start.elapsed().as_secs_f64() * 1e9 / queries.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn csv_files(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    if path.is_file() {
        found.extend((path.extension().is_some_and(|e| e == "csv")).then(|| path.to_owned()));
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    inside.sort();
    inside.iter().try_for_each(|path| csv_files(path, found))
}

/// A folder `edge-edge` or `vertex-face` says which kind of queries its files have.
fn read(file: &Path, queries: &mut Vec<Query>) -> Result<(), String> {
    let text = crate::read(file)?;
    let are_edges = file.iter().any(|part| part == "edge-edge");
    let rows: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    for (i, rows) in rows.chunks(ROWS).enumerate() {
        let query = parse(rows, are_edges).ok_or_else(|| {
            format!(
                "{}: line {}: not eight rows of seven numbers",
                file.display(),
                i * ROWS + 1
            )
        })?;
        queries.push(query);
    }
    Ok(())
}

fn parse(rows: &[&str], are_edges: bool) -> Option<Query> {
    let mut points = [DVec3::ZERO; ROWS];
    let mut meets = false;
    if rows.len() != ROWS {
        return None;
    }
    for (row, point) in rows.iter().zip(&mut points) {
        let numbers: Vec<f64> = row
            .split(',')
            .map(|n| n.trim().parse().ok())
            .collect::<Option<_>>()?;
        let [x, dx, y, dy, z, dz, truth] = numbers.try_into().ok()?;
        // The denominators are powers of two, so the division is exact.
        *point = DVec3::new(x / dx, y / dy, z / dz);
        meets = truth == 1.0;
    }
    Some(Query {
        vertices: std::array::from_fn(|i| [points[i], points[i + 4]]),
        are_edges,
        meets,
    })
}
