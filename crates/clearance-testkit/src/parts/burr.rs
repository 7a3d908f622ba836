//! Puzzles of six interlocked sticks, cut from unit cubes, of which one alone can leave at first.

use std::collections::BTreeMap;

use crate::Random;
use crate::cubes::{Cell, Cells, beside};

/// Half the length of a stick. Sticks are two cubes wide and high, and two lie along each axis.
const HALF: i32 = 3;

/// The six sticks of a burr. Where two of them cross, each cube belongs to one of both: to the first stick,
/// which is whole, or by chance. Only sticks in one piece are taken.
pub fn burr(random: &mut Random) -> [Cells; 6] {
    loop {
        let sticks = divided(random);
        if sticks.iter().all(is_in_one_piece) {
            return sticks;
        }
    }
}

fn divided(random: &mut Random) -> [Cells; 6] {
    let mut owners: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, stick) in (0..6).map(whole_stick).enumerate() {
        for cell in stick {
            owners.entry(cell).or_default().push(i);
        }
    }
    let mut sticks: [Cells; 6] = Default::default();
    for (cell, owners) in owners {
        let owner = if owners[0] == 0 { 0 } else { *random.pick(&owners) };
        sticks[owner].insert(cell);
    }
    sticks
}

/// Along axis `i % 3`, on one side of the middle along the next axis but one.
fn whole_stick(i: usize) -> Cells {
    let (along, level) = (i % 3, if i < 3 { 0 } else { -2 });
    let mut cells = Cells::new();
    for far in -HALF..HALF {
        for across in -1..1 {
            for up in level..level + 2 {
                let mut cell = [0; 3];
                cell[along] = far;
                cell[(along + 1) % 3] = across;
                cell[(along + 2) % 3] = up;
                cells.insert(cell);
            }
        }
    }
    cells
}

fn is_in_one_piece(cells: &Cells) -> bool {
    let Some(&first) = cells.first() else {
        return false;
    };
    let mut reached = Cells::from([first]);
    let mut open = vec![first];
    while let Some(cell) = open.pop() {
        for (axis, side) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)] {
            let next = beside(&cell, axis, side);
            if cells.contains(&next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached.len() == cells.len()
}
