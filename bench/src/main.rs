//! clearance beside its peers: the same pairs, answers compared before the clock counts.
//!
//! `cargo run --release -p bench -- [--json] [--record] [FILTER]`; README.md says what is measured and how.

mod case;
mod engine;
mod ours;
#[cfg(feature = "peers")]
mod peer_box2d;
#[cfg(feature = "peers")]
mod peer_parry;
mod reference;
mod report;

use case::Case;
use engine::Measured;

const USAGE: &str = "cargo run --release -p bench -- [--json] [--record] [FILTER]

  FILTER     only cases whose name contains it: pair/2d, box/boolean, pair/3d/hull32/distance
  --json     one line of JSON for each case and engine
  --record   also writes bench/record/DATE-CPU.md and .json";

fn main() {
    let (mut json, mut record, mut filter) = (false, false, String::new());
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--json" => json = true,
            "--record" => record = true,
            "--help" | "-h" => return println!("{USAGE}"),
            word if word.starts_with('-') => {
                eprintln!("{USAGE}");
                std::process::exit(2);
            }
            word => filter = word.to_string(),
        }
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
