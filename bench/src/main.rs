//! clearance beside its peers: the same pairs, answers compared before the clock counts.
//!
//! `cargo run --profile dist -p bench -- [--json] [--record] [--engine NAMES] [FILTER]`; README.md says what
//! is measured and how.

mod case;
mod cast;
mod character;
mod engine;
mod heap;
mod instructions;
mod masks;
mod mesh;
mod ours;
mod parts;
#[cfg(feature = "peers")]
mod peer_box2d;
#[cfg(feature = "peers")]
mod peer_parry;
#[cfg(feature = "system-peers")]
mod peer_system;
mod plot;
mod reference;
mod report;
mod scene;

use std::error::Error;
use std::path::PathBuf;

use case::{Case, PAIRS};
use engine::Measured;

const USAGE: &str = "cargo run --profile dist -p bench -- [--json] [--record] [--engine NAMES] [FILTER]
cargo run --profile dist -p bench -- --plot [FILE]
python3 bench/instructions.py [--filter FILTER] PROGRAM [PROGRAM_BEFORE]

  FILTER     only cases whose name contains it: pair/2d, box/boolean, sweep/3d, ray; cases with many boxes that
             move only where it begins with scene: scene/2d, scene/3d/mixed/1m/1pct
             masks of pixels only where it begins with mask: mask/128/overlaps
             meshes of many triangles only where it begins with mesh: mesh/closest/torus-102k
             shapes of up to 16 million parts only where it begins with parts: parts/terrain
             characters only where it begins with character: character/3d/capsule/ridges
  --engine NAMES  of scenes and meshes, only engines whose name contains one of these: parry,grid; clearance is the scene itself
  --json     one line of JSON for each case and engine
  --record   also writes bench/record/DATE-CPU.md and .json; of scenes, adds to DATE-CPU-scenes.json and draws it
  --plot     draws a record of scenes as bench/record/scene-*.svg: FILE, else the newest in bench/record; where there is none,
             measures all scenes first, which takes an hour";

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    // Else a step on several threads would begin and end with waking the thread that asks.
    rayon::ThreadPoolBuilder::new()
        .use_current_thread()
        .build_global()?;
    let (mut json, mut record, mut draw, mut count) = (false, false, false, false);
    let (mut filter, mut engine) = (String::new(), String::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--record" => record = true,
            "--instructions" => count = true,
            "--plot" => draw = true,
            "--engine" => engine = arguments.next().unwrap_or_default(),
            "--help" | "-h" => {
                println!("{USAGE}");
                return Ok(());
            }
            word if word.starts_with('-') => {
                eprintln!("{USAGE}");
                std::process::exit(2);
            }
            word => filter = word.to_string(),
        }
    }
    if count {
        return instructions::run(&filter);
    }
    if draw {
        return plot_record(json, &filter);
    }
    if filter.starts_with("mask") {
        masks::measure(&filter).iter().for_each(|line| println!("{line}"));
        return Ok(());
    }
    if filter.starts_with("mesh") {
        println!("{}", mesh::HEAD);
        for name in mesh::names().iter().filter(|name| name.contains(&filter)) {
            mesh::measure(name, &engine)
                .iter()
                .for_each(|row| println!("{row}"));
        }
        return Ok(());
    }
    if filter.starts_with("parts") {
        for name in parts::names().iter().filter(|name| name.contains(&filter)) {
            println!("{}", parts::measure(name));
        }
        return Ok(());
    }
    if filter.starts_with("character") {
        for name in character::names().iter().filter(|name| name.contains(&filter)) {
            println!("{}", character::measure(name)?);
        }
        return Ok(());
    }
    if filter.starts_with("scene") {
        return scenes(json, record, &filter, &engine);
    }
    let all = pairs(json, &filter);
    if record {
        report::record(&all)?;
    }
    Ok(())
}

/// Pairs and casts.
fn pairs(json: bool, filter: &str) -> Vec<Measured> {
    let mut all: Vec<Measured> = Vec::new();
    let is_asked = |name: &&str| name.contains(filter);
    let pairs = Case::names().into_iter().filter(is_asked);
    let casts = cast::Case::names().into_iter().filter(is_asked);
    let measured = pairs
        .map(|name| engine::measure(&Case::new(name, PAIRS)))
        .chain(casts.map(|name| cast::measure(&cast::Case::new(name, PAIRS))));
    for measured in measured {
        if json {
            measured.iter().for_each(|m| println!("{}", m.json()));
        } else {
            println!("{}", report::row(&measured));
        }
        all.extend(measured);
    }
    all
}

fn scenes(json: bool, record: bool, filter: &str, engine: &str) -> Result<(), Box<dyn Error>> {
    for name in scene::names().iter().filter(|name| name.contains(filter)) {
        let measured = scene::measure(name, engine);
        for one in &measured {
            if json {
                println!("{}", one.json());
            } else {
                println!("{}", one.row());
            }
        }
        if record {
            let lines: Vec<_> = measured.iter().map(scene::Measured::json).collect();
            plot::draw(&plot::add(&lines)?)?;
        }
    }
    Ok(())
}

/// Draws the record of this name; without one the newest, or a new one.
fn plot_record(json: bool, file: &str) -> Result<(), Box<dyn Error>> {
    if file.is_empty() && plot::newest().is_none() {
        scenes(json, true, "scene", "")?;
    }
    let named = (!file.is_empty()).then(|| PathBuf::from(file));
    let file = named.or_else(plot::newest).ok_or("no record of scenes")?;
    plot::draw(&file)?
        .iter()
        .for_each(|picture| println!("{picture}"));
    Ok(())
}
