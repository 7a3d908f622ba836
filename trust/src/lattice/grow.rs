//! Random sets of cells that are connected through whole facets.

use std::collections::BTreeMap;

use clearance_testkit::Random;

use super::{Cell, Cells, Corner};

/// How a set is made.
#[derive(Clone, Copy, Debug)]
pub enum Growth {
    /// From one cell, a neighbour at a time.
    Cells,
    /// The same of whole squares or cubes.
    Blocks,
}

/// A connected set, within a window of this many squares or cubes a side. It is grown from one cell, or is
/// the rest of the whole window after some cells were removed, so that it has holes.
pub fn grow(
    random: &mut Random,
    window: i32,
    growth: Growth,
    block: fn([i32; 3]) -> Vec<Cell>,
    dimension: usize,
) -> Cells {
    let depth = if dimension == 2 { 1 } else { window };
    let places = (0..window).flat_map(|x| (0..window).flat_map(move |y| (0..depth).map(move |z| [x, y, z])));
    let blocks = places.map(block);
    let units: Vec<Vec<Cell>> = match growth {
        Growth::Blocks => blocks.collect(),
        Growth::Cells => blocks.flatten().map(|cell| vec![cell]).collect(),
    };
    let next_to = neighbours(&units);
    let mut taken = vec![false; units.len()];
    if random.one_in(2) {
        let share = random.between(0.02, 0.25);
        taken = (0..units.len())
            .map(|_| random.between(0.0, 1.0) > share)
            .collect();
        keep_one_piece(random, &mut taken, &next_to);
    } else {
        let count = random.count(1, units.len() / 2 + 1);
        spread(random, &mut taken, &next_to, count);
    }
    let chosen = units.iter().zip(&taken).filter(|(_, taken)| **taken);
    Cells(chosen.flat_map(|(unit, _)| unit.iter().copied()).collect())
}

/// Which units share a facet.
fn neighbours(units: &[Vec<Cell>]) -> Vec<Vec<usize>> {
    let mut by_facet: BTreeMap<Vec<Corner>, Vec<usize>> = BTreeMap::new();
    for (i, unit) in units.iter().enumerate() {
        for cell in unit {
            let mut corners = cell.to_vec();
            corners.dedup();
            for left_out in 0..corners.len() {
                let mut facet = corners.clone();
                facet.remove(left_out);
                by_facet.entry(facet).or_default().push(i);
            }
        }
    }
    let mut next_to = vec![Vec::new(); units.len()];
    for pair in by_facet
        .values()
        .filter(|units| units.len() == 2 && units[0] != units[1])
    {
        next_to[pair[0]].push(pair[1]);
        next_to[pair[1]].push(pair[0]);
    }
    next_to
}

fn spread(random: &mut Random, taken: &mut [bool], next_to: &[Vec<usize>], count: usize) {
    let mut border = vec![random.count(0, taken.len() - 1)];
    for _ in 0..count {
        let Some(last) = border.len().checked_sub(1) else {
            return;
        };
        let unit = border.swap_remove(random.count(0, last));
        if !taken[unit] {
            taken[unit] = true;
            border.extend(next_to[unit].iter().filter(|&&other| !taken[other]));
        }
    }
}

/// The connected piece of the taken cells that contains one of them.
fn keep_one_piece(random: &mut Random, taken: &mut [bool], next_to: &[Vec<usize>]) {
    let all: Vec<usize> = (0..taken.len()).filter(|&unit| taken[unit]).collect();
    let mut reached = vec![false; taken.len()];
    let mut open = vec![if all.is_empty() { 0 } else { *random.pick(&all) }];
    while let Some(unit) = open.pop() {
        if !reached[unit] {
            reached[unit] = true;
            open.extend(next_to[unit].iter().filter(|&&other| taken[other]));
        }
    }
    taken.copy_from_slice(&reached);
}
