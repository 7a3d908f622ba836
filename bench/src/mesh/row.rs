//! A row of the table.

use super::Engine;

/// Above the rows. The ratio is the peer's time over that of clearance in the peer's precision: above 1,
/// clearance is faster.
pub const HEAD: &str = "| case | engine | µs | ratio | differ |\n| --- | --- | ---: | ---: | ---: |";

/// What an engine's answers are compared with.
pub fn truth(engine: &Engine, signed: &[f64]) -> Vec<f64> {
    let sign = |x: &f64| if engine.is_unsigned { x.abs() } else { *x };
    signed.iter().map(sign).collect()
}

/// The row of an engine: its times and those of clearance, round by round, and how many answers differ.
pub fn row(name: &str, engine: &Engine, [mine, ours]: [&[f64]; 2], differ: usize) -> String {
    let ratios = mine.iter().zip(ours).map(|(mine, ours)| mine / ours).collect();
    let ratio = match engine.name {
        "clearance" | "clearance-f64" => String::new(),
        _ => format!("{:.2}", median(ratios)),
    };
    let differ = if differ > 0 {
        differ.to_string()
    } else {
        String::new()
    };
    let time = median(mine.to_vec());
    let name = name.trim_start_matches("mesh/");
    format!("| {name} | {} | {time:.3} | {ratio} | {differ} |", engine.name)
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}
