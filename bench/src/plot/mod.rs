//! Pictures of a record of the scene cases: time per object against how many there are, and against how many
//! move.

mod chart;
mod lines;
mod points;

use std::error::Error;
use std::path::Path;

use chart::{Chart, Row};
use points::{Point, Points};
pub use points::{add, newest};

/// Every spread of the cases, a panel for each.
const SPREADS: [&str; 3] = ["uniform", "clustered", "mixed"];

/// Draws the record of this name: four files beside the records, which replace those of an older one.
pub fn draw(record: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let points = Points::read(record)?;
    let mut files = Vec::new();
    for dimension in ["2d", "3d"] {
        for (name, chart) in [
            ("by-count", by_count(&points, dimension)),
            ("by-motion", by_motion(&points, dimension)),
        ] {
            if chart.is_empty() {
                continue;
            }
            let file = format!(
                "{}/record/scene-{dimension}-{name}.svg",
                env!("CARGO_MANIFEST_DIR")
            );
            chart.draw(Path::new(&file))?;
            files.push(file);
        }
    }
    Ok(files)
}

fn by_count<'a>(points: &'a Points, dimension: &str) -> Chart<'a> {
    let here = move |point: &Point| point.is_in(dimension) && point.motion == "all";
    Chart {
        title: format!(
            "{}: every box moves, all pairs are listed",
            dimension.to_uppercase()
        ),
        source: &points.source,
        x_name: "boxes",
        x_ticks: vec![(1e4, "10,000"), (1e5, "100,000"), (1e6, "1,000,000")],
        rows: rows(points, &here, &|point| point.count),
    }
}

fn by_motion<'a>(points: &'a Points, dimension: &str) -> Chart<'a> {
    let here = move |point: &Point| point.is_in(dimension) && point.count == 1e5;
    Chart {
        title: format!(
            "{}: 100,000 boxes, the pairs of those that moved are listed",
            dimension.to_uppercase()
        ),
        source: &points.source,
        x_name: "of the boxes move",
        x_ticks: vec![(1.0, "1 %"), (10.0, "10 %"), (100.0, "100 %")],
        rows: rows(points, &here, &Point::percent),
    }
}

/// clearance among its peers, and below them its indexes.
fn rows<'a>(points: &'a Points, here: &dyn Fn(&Point) -> bool, x: &dyn Fn(&Point) -> f64) -> [Row<'a>; 2] {
    let row = |name, is_shown: fn(&str) -> bool| {
        let panel = |spread| {
            let at = |point: &&Point| here(point) && point.spread == spread && is_shown(&point.engine);
            lines::lines(points.all.iter().filter(at), x)
        };
        Row {
            name,
            panels: SPREADS.map(|spread| (spread, panel(spread))),
        }
    };
    [
        row("clearance's Scene and its peers", |engine| {
            !lines::is_index(engine)
        }),
        row("clearance's indexes", lines::is_index),
    ]
}
