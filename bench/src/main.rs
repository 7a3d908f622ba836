//! clearance beside its peers: the same pairs, answers compared before the clock counts.
//!
//! `cargo run --release -p bench -- [--json] [--record] [--engine NAME] [FILTER]`; README.md says what is measured and how.

mod case;
mod engine;
#[cfg(feature = "peers")]
mod heap;
mod ours;
#[cfg(feature = "peers")]
mod peer_box2d;
#[cfg(feature = "peers")]
mod peer_parry;
mod reference;
mod report;
mod scene;

use case::Case;
use engine::Measured;

const USAGE: &str = "cargo run --release -p bench -- [--json] [--record] [--engine NAME] [FILTER]

  FILTER     only cases whose name contains it: pair/2d, box/boolean, pair/3d/hull32/distance; cases with many boxes that
             move only where it begins with scene: scene/2d, scene/3d/mixed/1m/1pct
  --engine NAMES  of the scenes, only engines whose name contains one of these: parry,grid
  --json     one line of JSON for each case and engine
  --record   also writes bench/record/DATE-CPU.md and .json";

fn main() {
    let (mut json, mut record, mut filter, mut engine) = (false, false, String::new(), String::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--record" => record = true,
            "--engine" => engine = arguments.next().unwrap_or_default(),
            "--help" | "-h" => return println!("{USAGE}"),
            word if word.starts_with('-') => {
                eprintln!("{USAGE}");
                std::process::exit(2);
            }
            word => filter = word.to_string(),
        }
    }
    if filter.starts_with("scene") {
        return scenes(json, &filter, &engine);
    }
    let mut all: Vec<Measured> = Vec::new();
    for name in Case::names().into_iter().filter(|name| name.contains(&filter)) {
        let measured = engine::measure(&Case::new(name));
        if json {
            measured.iter().for_each(|m| println!("{}", m.json()));
        } else {
            println!("{}", report::row(&measured));
        }
        all.extend(measured);
    }
    if record && let Err(error) = report::record(&all) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn scenes(json: bool, filter: &str, engine: &str) {
    for name in scene::names().iter().filter(|name| name.contains(filter)) {
        for measured in scene::measure(name, engine) {
            if json {
                println!("{}", measured.json());
            } else {
                println!("{}", measured.row());
            }
        }
    }
}
