//! Splits sets between neighbours along a Hilbert curve, into which they are put once.
//!
//! Source: Kamel and Faloutsos, "On packing R-trees" (1993), for leaves of neighbours along the curve
//! (`math/curve/`), which unlike Morton's never jumps. Where to split is chosen by the surface area
//! heuristic, among sixteen places.
//!
//! Idea: what is read is boxes of leaves, a quarter as many as entries, and nothing is moved: so all splits
//! together take less time than the order.
//!
//! Limit: the curve has 2^10 cells along the longest side. What is in one cell stays in its order.

use alloc::vec::Vec;

use super::cut::best_cut;
use super::entry::{Entry, LaneBox};
use super::{LEAF, NODE, Part, Splitter, WIDTH};
use crate::math::{CURVE_CELLS, along_curve, sort_by_high_half};

/// Among how many runs a place to split is sought.
const RUNS: usize = 16;

/// Entries in the order of the curve, and the boxes of the leaves.
pub(super) struct Curve {
    entries: Vec<Entry>,
    leaves: Vec<LaneBox>,
}

impl Curve {
    pub fn new(entries: &[Entry]) -> Self {
        let entries: Vec<Entry> = order(entries).map(|i| entries[i]).collect();
        let leaves = entries.chunks(LEAF).map(|leaf| Part::of(leaf, 0).bounds);
        Self {
            leaves: leaves.collect(),
            entries,
        }
    }
}

impl Splitter for Curve {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }
    /// Parts start with leaves, and those that are not one node start with nodes.
    fn split(&mut self, part: &Part, _depth: usize) -> [Part; 2] {
        let size = run_length(part.len());
        let leaves = &self.leaves[part.start / LEAF..part.end.div_ceil(LEAF)];
        let mut runs = [Part::of(&[], part.start); RUNS];
        let count = leaves.len().div_ceil(size);
        for (k, (own, leaves)) in runs.iter_mut().zip(leaves.chunks(size)).enumerate() {
            own.start += k * size * LEAF;
            own.end = part.end.min(own.start + size * LEAF);
            own.bounds = leaves.iter().fold(LaneBox::EMPTY, |all, b| all.union(b));
        }
        let runs = &runs[..count];
        let k = best_cut(runs).map_or(1, |(k, _)| k);
        let joined = |runs: &[Part]| runs[1..].iter().fold(runs[0], |all, run| all.joined(run));
        [joined(&runs[..k]), joined(&runs[k..])]
    }
}

/// How many leaves are not separated, of a part with so many entries: at most [`RUNS`] runs, which are nodes
/// unless all is one node.
fn run_length(entries: usize) -> usize {
    match entries {
        0..=NODE => 1,
        _ => entries.div_ceil(NODE * RUNS) * WIDTH,
    }
}

/// How many entries are numbered along the curve at once.
const AT_ONCE: usize = 8;

/// The numbers of the entries in the order of the curve through their middles.
fn order(entries: &[Entry]) -> impl Iterator<Item = usize> {
    let all = Part::of(entries, 0).middles;
    let extent = (all.high - all.low).truncate().max_element();
    let per_length = if extent > 0.0 {
        CURVE_CELLS as f32 / extent
    } else {
        0.0
    };
    let mut numbered: Vec<u64> = Vec::with_capacity(entries.len());
    for few in entries.chunks(AT_ONCE) {
        let mut cells = [[0; AT_ONCE]; 3];
        for (k, entry) in few.iter().enumerate() {
            let steps = (entry.middle() - all.low) * per_length;
            for axis in 0..3 {
                // A number that is too large becomes the largest.
                cells[axis][k] = (steps[axis] as u32).min(CURVE_CELLS - 1);
            }
        }
        let numbers = along_curve(cells).map(u64::from);
        let first = numbered.len() as u64;
        numbered.extend((first..).zip(numbers).take(few.len()).map(|(i, n)| n << 32 | i));
    }
    sort_by_high_half(&mut numbered);
    numbered.into_iter().map(|n| n as u32 as usize)
}
