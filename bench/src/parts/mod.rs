//! Shapes in parts from 1,000 to 16 million of them: how long one takes to build, how much it keeps on the
//! heap, and whether a question about a small ball beside it takes longer the more parts there are.
//!
//! Parts and ball keep their size: the more parts, the larger the whole. So what is near the ball is alike,
//! and a time that grows is that of finding it.

mod ask;
mod ground;

use std::time::Instant;

use clearance::glam::{DVec2, DVec3};
use clearance::shape::{Shape2, Shape3};
use clearance_testkit::Random;

use crate::heap::Meter;
use ask::{Ground, QUESTIONS, Question};

/// Places of the ball, and the rounds of which the best counts.
const PLACES: usize = 200;
const ROUNDS: usize = 7;

/// A name, and the numbers of parts that it is measured with.
const SHAPES: [(&str, &[usize]); 10] = [
    ("terrain", &[10_000, 1_000_000, 16_777_216]),
    ("terrain-holes", &[10_000, 1_000_000, 16_777_216]),
    ("mesh", &[10_000, 100_000, 1_000_000]),
    ("bitmap", &[10_000, 1_000_000, 16_777_216]),
    ("bitmap-noise", &[10_000, 1_000_000, 16_777_216]),
    ("polyline", &[1_000, 10_000, 100_000, 1_000_000]),
    ("polygon", &[1_000, 10_000, 100_000, 1_000_000]),
    ("polygon-comb", &[1_000, 10_000, 100_000]),
    ("compound-2d", &[1_000, 10_000, 100_000]),
    ("compound-3d", &[1_000, 10_000, 100_000]),
];

/// The names of all shapes.
pub fn names() -> Vec<String> {
    SHAPES.iter().map(|(name, _)| format!("parts/{name}")).collect()
}

/// Rows of a table: the time to build it, bytes, and the time of each question, at each number of parts.
pub fn measure(name: &str) -> String {
    let name = name.trim_start_matches("parts/");
    let Some((_, sizes)) = SHAPES.iter().find(|(shape, _)| *shape == name) else {
        return String::new();
    };
    let columns: Vec<Column> = sizes.iter().map(|&size| column(name, size)).collect();
    let mut rows = format!("| {name} |");
    for size in *sizes {
        rows += &format!(" {size} |");
    }
    for k in 0..columns[0].len() {
        rows += &format!("\n| {} |", columns[0][k].0);
        for column in &columns {
            rows += &format!(" {:.3} |", column[k].1);
        }
    }
    rows
}

/// What was measured, and the number.
type Column = Vec<(&'static str, f64)>;

fn column(name: &str, size: usize) -> Column {
    let mut random = Random::new(size as u64);
    match name {
        "terrain" | "terrain-holes" | "mesh" | "compound-3d" => {
            let others = [Shape3::sphere(0.8), Shape3::cuboid(DVec3::splat(0.7))];
            let plan = ground::of_space(name, size, &mut random);
            measured::<DVec3>(plan, others.map(|shape| shape.expect("a shape")), &mut random)
        }
        _ => {
            let others = [Shape2::circle(0.8), Shape2::cuboid(DVec2::splat(0.7))];
            let plan = ground::of_plane(name, size, &mut random);
            measured::<DVec2>(plan, others.map(|shape| shape.expect("a shape")), &mut random)
        }
    }
}

fn measured<V: ask::Asked>(plan: ground::Plan<V>, others: [V::Shape; 2], random: &mut Random) -> Column {
    let mut meter = Meter::default();
    let start = Instant::now();
    let shape = meter.run(|| (plan.build)());
    let build = start.elapsed().as_secs_f64() * 1e3;
    let parts = plan.parts as f64;
    let mut column = vec![
        ("build, ms", build),
        ("bytes a part", meter.bytes() as f64 / parts),
    ];
    let ground = Ground::new(
        shape,
        others,
        &plan.places[..PLACES.min(plan.places.len())],
        random,
    );
    for question in QUESTIONS {
        column.push((question.name(), time_of(&ground, question)));
    }
    column
}

/// Microseconds for a question.
fn time_of<V: ask::Asked>(ground: &Ground<V>, question: Question) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let count = ground.ask(question);
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / count as f64);
    }
    best
}
