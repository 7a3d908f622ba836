//! Questions about one mesh of many triangles, and about two; beside parry.

mod case;
mod ours;
#[cfg(feature = "peers")]
mod peer_parry;
mod shapes;

use std::time::Instant;

pub use case::{Case, names};

/// Rounds of which the median counts, at most, and for how long.
const ROUNDS: usize = 11;
const SECONDS: f64 = 1.0;

/// Answers all questions of a case once: booleans as 1 and 0.
pub type Pass = Box<dyn FnMut() -> Vec<f64>>;

/// Compares the answers of all engines with those of clearance in double precision, then times them in turn. A row of
/// the table: microseconds for a question, and how many answers differ.
pub fn measure(name: &str) -> String {
    let case = Case::new(name);
    let mut engines = vec![
        ("clearance-f64", ours::double(&case)),
        ("clearance", ours::single(&case)),
    ];
    #[cfg(feature = "peers")]
    engines.extend(peer_parry::pass(&case).map(|pass| ("parry", pass)));
    let answers: Vec<Vec<f64>> = engines.iter_mut().map(|(_, pass)| pass()).collect();
    let mut times = vec![Vec::new(); engines.len()];
    let start = Instant::now();
    while times[0].len() < ROUNDS && (times[0].len() < 3 || start.elapsed().as_secs_f64() < SECONDS) {
        for ((_, pass), times) in engines.iter_mut().zip(&mut times) {
            let start = Instant::now();
            let count = pass().len();
            times.push(start.elapsed().as_secs_f64() * 1e6 / count as f64);
        }
    }
    let mut row = format!("{name:<28}");
    for (((engine, _), mut times), got) in engines.iter().zip(times).zip(&answers) {
        times.sort_by(f64::total_cmp);
        let unlike = got
            .iter()
            .zip(&answers[0])
            .filter(|(a, b)| case.differ(**a, **b))
            .count();
        row += &format!("  {engine} {:>10.2} µs", times[times.len() / 2]);
        if unlike > 0 {
            row += &format!(" ({unlike} of {} differ)", got.len());
        }
    }
    row
}
