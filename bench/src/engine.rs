//! Engines side by side: the answers first, then the clock, in interleaved rounds.

use std::time::Instant;

use serde_json::{Value, json};

use crate::case::{Case, PAIRS, Question};
use crate::{ours, reference};

/// Answers all pairs of a case once. What an answer is depends on the question: boolean 1 or 0; distance at
/// least 0; penetration at most 0; manifold the least clearance of a contact, or [`MISS`].
pub type Pass = Box<dyn FnMut(&mut [f64])>;

/// The answer of a manifold without contacts.
pub const MISS: f64 = f64::INFINITY;

/// Rounds of which the median counts.
const ROUNDS: usize = 15;

/// How far an answer may be from the truth: a ten-thousandth of the shapes' size of about 1. Single precision
/// with a few roundings stays a hundred times below it.
const TOLERANCE: f64 = 1e-4;

/// What one engine did on one case.
pub struct Measured {
    case: &'static str,
    /// The engine.
    pub engine: &'static str,
    version: String,
    hits: usize,
    wrong: usize,
    /// Median time for one pair.
    pub nanoseconds: f64,
}

impl Measured {
    /// The case.
    pub fn case(&self) -> &'static str {
        self.case
    }
    /// How many answers were wrong.
    pub fn wrong(&self) -> usize {
        self.wrong
    }
    /// The line of JSON.
    pub fn json(&self) -> Value {
        json!({"case": self.case, "engine": self.engine, "version": self.version, "n": PAIRS, "hits": self.hits,
            "wrong": self.wrong, "ns_per_query": (self.nanoseconds * 10.0).round() / 10.0})
    }
}

/// An engine's name, its version, and its answers.
pub type Engine = (&'static str, String, Pass);

/// Every engine that answers this case, its inputs already made.
fn engines(case: &Case) -> Vec<Engine> {
    let all = own(ours::single(case), ours::double(case)).into_iter();
    let all = all.chain(in_other_ways(case));
    #[cfg(feature = "peers")]
    let all = all.chain(peers(
        case.dimension,
        crate::peer_parry::pass(case),
        crate::peer_box2d::pass(case),
    ));
    #[cfg(feature = "system-peers")]
    let all = all.chain(crate::peer_system::engines(case));
    all.collect()
}

/// This project in its two precisions.
pub fn own(single: Pass, double: Pass) -> Vec<Engine> {
    let version = || env!("CARGO_PKG_VERSION").to_string();
    vec![
        ("clearance", version(), single),
        ("clearance-f64", version(), double),
    ]
}

/// This project asked by index, and with what it remembers, where that differs from one pair after the other.
fn in_other_ways(case: &Case) -> Vec<Engine> {
    if case.question != Question::Boolean {
        return Vec::new();
    }
    let by_index = ["clearance-by-index", "clearance-by-index-f64"];
    let remembered = ["clearance-remembered", "clearance-remembered-f64"];
    let passes = by_index.into_iter().zip(ours::by_index(case));
    let passes = passes.chain(
        remembered
            .into_iter()
            .zip(ours::remembered(case).into_iter().flatten()),
    );
    passes
        .map(|(name, pass)| (name, env!("CARGO_PKG_VERSION").to_string(), pass))
        .collect()
}

/// The peers; Box2D where it answers.
#[cfg(feature = "peers")]
pub fn peers(dimension: usize, parry: Pass, box2d: Option<Pass>) -> Vec<Engine> {
    let package = if dimension == 2 { "parry2d" } else { "parry3d" };
    let mut all = vec![("parry", locked_version(package), parry)];
    let version = || format!("v3, boxdd-sys {}", locked_version("boxdd-sys"));
    all.extend(box2d.map(|pass| ("box2d", version(), pass)));
    all
}

/// The version of a package that this build uses; of several, the highest, which is the peer.
#[cfg(feature = "peers")]
pub fn locked_version(package: &str) -> String {
    let lock = include_str!("../../Cargo.lock");
    let entry = lock
        .rsplit("[[package]]")
        .find(|entry| entry.contains(&format!("\nname = \"{package}\"\n")));
    let version = entry.and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next());
    version.unwrap_or("?").to_string()
}

/// Compares the answers of every engine with the truth, then times them in turn.
pub fn measure(case: &Case) -> Vec<Measured> {
    let truth = reference::distances(case.dimension, &case.pairs);
    let judge = |i: usize, got: f64| is_wrong(case.question, got, truth[i]);
    side_by_side(case.name, engines(case), judge, |got| is_hit(case.question, got))
}

/// Lets a judge count each engine's wrong answers, then times them in turn.
pub fn side_by_side(
    case: &'static str,
    mut engines: Vec<Engine>,
    is_wrong: impl Fn(usize, f64) -> bool,
    is_hit: impl Fn(f64) -> bool,
) -> Vec<Measured> {
    let mut answers = vec![0.0; PAIRS];
    let mut all: Vec<Measured> = Vec::new();
    for (engine, version, pass) in &mut engines {
        pass(&mut answers);
        let wrong = answers.iter().enumerate().filter(|(i, got)| is_wrong(*i, **got));
        all.push(Measured {
            case,
            engine,
            version: version.clone(),
            hits: answers.iter().filter(|got| is_hit(**got)).count(),
            wrong: wrong.count(),
            nanoseconds: 0.0,
        });
    }
    let mut times = vec![Vec::new(); engines.len()];
    for _ in 0..ROUNDS {
        for ((_, _, pass), times) in engines.iter_mut().zip(&mut times) {
            let start = Instant::now();
            pass(&mut answers);
            times.push(start.elapsed().as_secs_f64() * 1e9 / PAIRS as f64);
        }
    }
    for (measured, mut times) in all.iter_mut().zip(times) {
        times.sort_by(f64::total_cmp);
        measured.nanoseconds = times[ROUNDS / 2];
    }
    all
}

fn is_hit(question: Question, got: f64) -> bool {
    match question {
        Question::Boolean => got == 1.0,
        Question::Distance => got == 0.0,
        Question::Penetration => got < 0.0,
        Question::Manifold => got <= 0.0,
    }
}

/// Whether an answer is further from the truth than the tolerance.
fn is_wrong(question: Question, got: f64, truth: f64) -> bool {
    let close = |want: f64| (got - want).abs() <= TOLERANCE;
    !match question {
        Question::Boolean => is_hit(question, got) == (truth <= 0.0) || truth.abs() <= TOLERANCE,
        Question::Distance => close(truth.max(0.0)),
        Question::Penetration => close(truth.min(0.0)),
        Question::Manifold if truth > TOLERANCE => got > 0.0,
        Question::Manifold if truth < -TOLERANCE => close(truth),
        Question::Manifold => got >= -2.0 * TOLERANCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_noticed() {
        assert!(is_wrong(Question::Boolean, 1.0, 0.1));
        assert!(!is_wrong(Question::Boolean, 1.0, -0.1));
        assert!(is_wrong(Question::Distance, 0.2, 0.1));
        assert!(is_wrong(Question::Penetration, 0.0, -0.1));
        assert!(is_wrong(Question::Manifold, MISS, -0.1));
        assert!(is_wrong(Question::Manifold, -0.2, -0.1));
        assert!(!is_wrong(Question::Manifold, MISS, 0.1));
        assert!(is_wrong(Question::Distance, f64::NAN, 0.1));
    }
}
