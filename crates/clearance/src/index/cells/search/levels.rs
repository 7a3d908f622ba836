//! Pairs of boxes sorted by cell, where there are several levels, or where slots do not lie in the table as
//! in space.
//!
//! Every box looks ahead in its own level. Of two levels, the boxes of one look around in the other
//! (`sorted/mod.rs` decides which). The level of a box is unpredictable, so a few hundred slots at a time
//! are grouped by level before they search. What they read, and the pairs they write, then stay close
//! together in memory, and sorting the pairs (`pair_list/mod.rs`) takes few steps far away. Where slots do
//! not lie as in space, boxes search in the order of cells.

use core::ops::Range;

use super::pairs::neighbours;
use super::wanted::{AHEAD, ALL};
use super::{EntryColumns, Matches, PackedQuery, Search};
use crate::index::cells::sorted::{LEVELS, NOWHERE, SortedCells};
use crate::math::Vector;
use crate::simd::Lanes;

/// So many slots are grouped by level at a time.
const BLOCK: usize = 512;

/// Boxes of all levels search, block by block in the order of slots.
#[inline(always)]
pub(super) fn by_block<V: Vector, L: Lanes>(
    search: &mut Search<'_, V, L>,
    cells: &SortedCells,
    slots: Range<usize>,
) {
    let mut by_level = [[0; BLOCK]; LEVELS];
    for first in slots.clone().step_by(BLOCK) {
        let counts = group(cells, first..(first + BLOCK).min(slots.end), &mut by_level);
        for l in 0..cells.levels.len() {
            look_from(search, cells, l, &by_level[l][..counts[l]]);
        }
    }
}

/// Groups slots by level; returns how many each level has.
#[inline(always)]
fn group(cells: &SortedCells, slots: Range<usize>, by_level: &mut [[u32; BLOCK]; LEVELS]) -> [usize; LEVELS] {
    let mut counts = [0; LEVELS];
    for slot in slots {
        let l = cells.level_of(slot) % LEVELS;
        by_level[l][counts[l] % BLOCK] = slot as u32;
        counts[l] += usize::from(cells.slots.planes[slot] != NOWHERE);
    }
    counts
}

/// Some boxes of a level search in it, and in the other levels where its boxes search.
#[inline(always)]
pub(super) fn look_from<V: Vector, L: Lanes>(
    search: &mut Search<'_, V, L>,
    cells: &SortedCells,
    level: usize,
    slots: &[u32],
) {
    match (cells.levels[level].is_shared, cells.levels[level].is_narrow()) {
        (true, false) => in_own::<V, L, true, false>(search, cells, level, slots),
        (false, false) => in_own::<V, L, false, false>(search, cells, level, slots),
        (true, true) => in_own::<V, L, true, true>(search, cells, level, slots),
        (false, true) => in_own::<V, L, false, true>(search, cells, level, slots),
    }
    for other in (0..cells.levels.len()).filter(|m| cells.looks_at[level] >> m & 1 == 1) {
        match cells.levels[other].is_shared {
            true => in_other::<V, L, true>(search, &EntryColumns::new::<true>(cells, other, V::DIM), slots),
            false => {
                in_other::<V, L, false>(search, &EntryColumns::new::<false>(cells, other, V::DIM), slots)
            }
        }
    }
}

#[inline(always)]
fn in_own<V: Vector, L: Lanes, const SHARED: bool, const NARROW: bool>(
    search: &mut Search<'_, V, L>,
    cells: &SortedCells,
    level: usize,
    slots: &[u32],
) {
    let rows = EntryColumns::new::<SHARED>(cells, level, V::DIM);
    for &slot in slots {
        let at = slot as usize;
        let depth = if V::DIM == 3 { cells.slots.depths[at] } else { 0 };
        let (plane, number) = (cells.slots.planes[at], cells.slots.numbers[at]);
        let met = neighbours::<V, L, AHEAD, SHARED, NARROW>(search, &rows, number, (plane, depth), slot);
        search.write(slot, met);
    }
}

#[inline(always)]
fn in_other<V: Vector, L: Lanes, const SHARED: bool>(
    search: &mut Search<'_, V, L>,
    rows: &EntryColumns<'_>,
    slots: &[u32],
) {
    for &slot in slots {
        let steps = rows.level.steps(search.aabb(slot));
        let query = PackedQuery::new(steps.plane(), steps.depth(), slot);
        let mut met = Matches::default();
        // Loops, because a closure would be compiled without the instructions of these lanes.
        let [xs, ys, zs] = rows.level.window(&steps, V::DIM);
        for z in zs[0]..=zs[1] {
            for y in ys[0]..=ys[1] {
                met = search.look::<ALL, SHARED>(rows, &query, rows.level.run(xs, y, z), met);
            }
        }
        search.write(slot, met);
    }
}
