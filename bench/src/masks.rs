//! Masks of pixels: `mask/SIDE/QUESTION`. `pygame_mask.py` asks pygame the same and compares answers first.

use std::hint::black_box;
use std::time::Instant;

use clearance::picture::Mask;
use serde_json::{Value, json};

use crate::instructions::Job;

const SIDES: [usize; 3] = [32, 128, 512];
const QUESTIONS: [&str; 5] = ["overlaps", "overlap_area", "overlap_mask", "centroid", "outline"];
const OFFSETS: i64 = 400;
const ROUNDS: usize = 11;

/// A disc, of kinds other than 0 with pixels missing.
fn disc(side: usize, kind: usize) -> Mask {
    let middle = side / 2;
    let is_filled = |x: usize, y: usize| {
        x.abs_diff(middle).pow(2) + y.abs_diff(middle).pow(2) <= middle * middle
            && (kind == 0 || !(x * 7 + y * 13 + x * y * kind).is_multiple_of(11))
    };
    Mask::from_fn(side, side, is_filled).expect("not large")
}

/// The offsets of B: all over A, and beyond it.
fn offsets(side: usize) -> Vec<[i64; 2]> {
    let wide = 2 * side as i64;
    let at = |k: i64, by: i64| k * by % wide - wide / 2;
    (0..OFFSETS).map(|k| [at(k, 37), at(k, 53)]).collect()
}

/// A number that tells one answer from another.
fn ask(question: &str, a: &Mask, b: &Mask, offset: [i64; 2]) -> u64 {
    match question {
        "overlaps" => u64::from(a.overlaps(b, offset)),
        "overlap_area" => a.overlap_area(b, offset),
        "overlap_mask" => a.overlap(b, offset).size()[0] as u64,
        "centroid" => a.centroid().map_or(0, |[x, _]| (x - 0.5) as u64),
        _ => a.outlines(0.0).len() as u64,
    }
}

/// The cases whose name contains the filter.
fn cases(filter: &str) -> impl Iterator<Item = (String, usize, &'static str)> {
    let cases = SIDES
        .into_iter()
        .flat_map(|side| QUESTIONS.map(|question| (side, question)));
    let named = cases.map(|(side, question)| (format!("mask/{side}/{question}"), side, question));
    named.filter(move |(name, ..)| name.contains(filter))
}

/// A line for each case whose name contains the filter.
pub fn measure(filter: &str) -> Vec<Value> {
    cases(filter)
        .map(|(name, side, question)| line(&name, side, question))
        .collect()
}

/// One in twenty of the offsets, for counting their instructions.
pub fn jobs(filter: &str) -> Vec<Job> {
    let job = |(name, side, question): (String, usize, &'static str)| -> Job {
        let [a, b] = discs(side, question);
        let offsets: Vec<_> = offsets(side).into_iter().step_by(20).collect();
        let round = move || {
            for &at in &offsets {
                black_box(ask(question, black_box(&a), black_box(&b), at));
            }
        };
        (name, Box::new(round))
    };
    cases(filter).map(job).collect()
}

/// pygame's outline is that of one group of pixels without its holes.
fn discs(side: usize, question: &str) -> [Mask; 2] {
    let kind = if question == "outline" { 0 } else { 3 };
    [disc(side, kind), disc(side, 5)]
}

fn line(name: &str, side: usize, question: &str) -> Value {
    let ([a, b], offsets) = (discs(side, question), offsets(side));
    let round = || -> u64 {
        let answer = |&at| ask(question, black_box(&a), black_box(&b), at);
        offsets.iter().map(answer).sum()
    };
    let hits = round();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(black_box(round()), hits);
            start.elapsed().as_nanos() as f64 / offsets.len() as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    json!({
        "case": name,
        "engine": "clearance",
        "version": env!("CARGO_PKG_VERSION"),
        "n": offsets.len(),
        "hits": hits,
        "wrong": 0,
        "ns_per_query": times[ROUNDS / 2],
    })
}
