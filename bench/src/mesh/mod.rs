//! Questions about one mesh of many triangles, and about two; beside peers.

mod case;
mod ours;
#[cfg(feature = "peers")]
mod peer_bvh;
#[cfg(feature = "peers")]
mod peer_obvhs;
#[cfg(feature = "peers")]
mod peer_parry;
mod row;
mod shapes;
#[cfg(feature = "system-peers")]
pub mod system;

use std::time::Instant;

pub use case::{Case, names};
pub use row::HEAD;

/// Rounds of which the median counts, at most, at least, and for how long.
const ROUNDS: usize = 15;
const LEAST_ROUNDS: usize = 5;
const SECONDS: f64 = 2.0;
/// How long an engine's turn takes at least: what is quicker is repeated.
const TURN: f64 = 1e-3;

/// Answers all questions of a case once: booleans as 1 and 0.
pub type Pass = Box<dyn FnMut() -> Vec<f64>>;

/// Who answers.
pub struct Engine {
    /// What it is called.
    pub name: &'static str,
    /// Whether in double precision: it is compared with clearance in its own.
    pub is_double: bool,
    /// Whether its distances have no sign.
    pub is_unsigned: bool,
    /// Its answers.
    pub pass: Pass,
}

impl Engine {
    /// In single precision, with signed distances.
    pub fn single(name: &'static str, pass: Pass) -> Self {
        Self {
            name,
            is_double: false,
            is_unsigned: false,
            pass,
        }
    }
}

fn engines(case: &Case) -> Vec<Engine> {
    let double = Engine {
        is_double: true,
        ..Engine::single("clearance-f64", ours::double(case))
    };
    let mut all = vec![double, Engine::single("clearance", ours::single(case))];
    all.extend(ours::fast_build(case).map(|pass| Engine::single("clearance, fast build", pass)));
    #[cfg(feature = "peers")]
    {
        all.extend(peer_parry::pass(case).map(|pass| Engine::single("parry", pass)));
        all.extend(peer_obvhs::pass(case).map(|pass| Engine::single("obvhs", pass)));
        all.extend(peer_bvh::pass(case).map(|pass| Engine::single("bvh", pass)));
    }
    #[cfg(feature = "system-peers")]
    all.extend(system::engines(case));
    all
}

/// Compares the answers of all engines with those of clearance in double precision, then times them in turn.
/// A row of the table for each whose name has one of the names in it, and for clearance in both precisions.
pub fn measure(name: &str, only: &str) -> Vec<String> {
    let case = Case::new(name);
    let is_asked = |engine: &Engine| only.split(',').any(|word| engine.name.contains(word));
    let mut engines = engines(&case);
    engines.retain(|engine| engine.name.starts_with("clearance") || is_asked(engine));
    let answers: Vec<Vec<f64>> = engines.iter_mut().map(|engine| (engine.pass)()).collect();
    let times = rounds(&mut engines, case.places.len());
    let timed = engines.iter().zip(&times).zip(&answers);
    timed
        .map(|((engine, mine), got)| {
            let ours = &times[usize::from(!engine.is_double)];
            row::row(
                name,
                engine,
                [&mine[..], &ours[..]],
                case.differ(got, &row::truth(engine, &answers[0])),
            )
        })
        .collect()
}

/// Microseconds for one of `count` questions, of each engine in each round.
fn rounds(engines: &mut [Engine], count: usize) -> Vec<Vec<f64>> {
    let repeats: Vec<usize> = engines
        .iter_mut()
        .map(|engine| repeats(&mut engine.pass))
        .collect();
    let mut times = vec![Vec::new(); engines.len()];
    let start = Instant::now();
    while times[0].len() < ROUNDS
        && (times[0].len() < LEAST_ROUNDS || start.elapsed().as_secs_f64() < SECONDS)
    {
        for ((engine, &repeats), times) in engines.iter_mut().zip(&repeats).zip(&mut times) {
            let start = Instant::now();
            for _ in 0..repeats {
                std::hint::black_box((engine.pass)());
            }
            times.push(start.elapsed().as_secs_f64() * 1e6 / (count * repeats) as f64);
        }
    }
    times
}

fn repeats(pass: &mut Pass) -> usize {
    let start = Instant::now();
    std::hint::black_box(pass());
    (TURN / start.elapsed().as_secs_f64()).ceil().clamp(1.0, 1e5) as usize
}
