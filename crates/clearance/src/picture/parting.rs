//! The shortest way to part two masks, in whole pixels.
//!
//! For one `dy`, two runs of pixels in the same row forbid the `dx` between the values at which they part
//! to the left and to the right: an interval. All rows together forbid the union of such intervals, and the
//! nearest `dx` outside is the best for that `dy`. We go through `dy` outwards from 0 until `dy` alone is
//! longer than the best way found. The first way is to part the boxes around the filled pixels.
//!
//! Cost: one pass over the runs of both for each such `dy`. It stops as soon as all `dx` near enough are
//! forbidden, so masks full of holes, which have many runs, are not the worst case.

use alloc::vec;
use alloc::vec::Vec;

use super::{MOST, Mask};

impl Mask {
    /// By how many pixels to move `other`, which is at `offset`, so that the two have no filled pixel in
    /// common: the shortest such move, `[0, 0]` if they have none. Of several of equal length it is one
    /// along an axis.
    ///
    /// ```
    /// use clearance::picture::Mask;
    /// let (bar, dot) = (Mask::from_rows(&["1111"])?, Mask::from_rows(&["11", "11"])?);
    /// assert_eq!(bar.parting_shift(&dot, [1, 0]), [0, 1]); // up, off the bar
    /// assert_eq!(bar.parting_shift(&dot, [3, -1]), [1, 0]);
    /// # Ok::<(), clearance::picture::InvalidMask>(())
    /// ```
    pub fn parting_shift(&self, other: &Self, offset: [i64; 2]) -> [i64; 2] {
        if !self.overlaps(other, offset) {
            return [0, 0];
        }
        let (Some(a), Some(b)) = (Runs::of(self), Runs::of(other)) else {
            return [0, 0];
        };
        let mut best = by_boxes(a.bounds, b.bounds, offset);
        let mut dy = 0;
        while dy * dy < squared(best) {
            for dy in [dy, -dy].into_iter().take(1 + usize::from(dy > 0)) {
                let nearer = (squared(best) - 1 - dy * dy).checked_isqrt();
                let at = [offset[0], offset[1] + dy];
                if let Some(dx) = nearer.and_then(|most| free(&a, &b, at, most)) {
                    best = [dx, dy];
                }
            }
            dy += 1;
        }
        best
    }
}

fn squared([x, y]: [i64; 2]) -> i64 {
    x * x + y * y
}

/// The runs of all rows, and the box around them.
struct Runs {
    rows: Vec<Vec<[i64; 2]>>,
    /// The least corner, and the greatest, which is excluded.
    bounds: [[i64; 2]; 2],
}

impl Runs {
    /// `None` where no pixel is filled.
    fn of(mask: &Mask) -> Option<Self> {
        let row = |y| mask.runs(y).map(|r| r.map(i64::from)).collect();
        let rows: Vec<Vec<[i64; 2]>> = (0..mask.height).map(row).collect();
        let filled = |row: &Vec<[i64; 2]>| !row.is_empty();
        let (low, high) = (rows.iter().position(filled)?, rows.iter().rposition(filled)?);
        let left = rows.iter().filter_map(|r| Some(r.first()?[0])).min()?;
        let right = rows.iter().filter_map(|r| Some(r.last()?[1])).max()?;
        Some(Self {
            rows,
            bounds: [[left, low as i64], [right, high as i64 + 1]],
        })
    }
    fn row(&self, y: i64) -> &[[i64; 2]] {
        usize::try_from(y)
            .ok()
            .and_then(|y| self.rows.get(y))
            .map_or(&[], Vec::as_slice)
    }
}

/// The shortest move along an axis that parts two boxes, the second of which is at an offset.
fn by_boxes([a_min, a_max]: [[i64; 2]; 2], [b_min, b_max]: [[i64; 2]; 2], offset: [i64; 2]) -> [i64; 2] {
    // Longer than any way between two masks.
    let mut best = [4 * MOST as i64, 0];
    for k in 0..2 {
        let (up, down) = (a_max[k] - b_min[k] - offset[k], a_min[k] - b_max[k] - offset[k]);
        for along in [up, down] {
            let mut way = [0, 0];
            way[k] = along;
            if squared(way) < squared(best) {
                best = way;
            }
        }
    }
    best
}

/// The shortest move by `dx`, at most `most` either way, that parts the two at this offset.
fn free(a: &Runs, b: &Runs, [x, y]: [i64; 2], most: i64) -> Option<i64> {
    let mut is_forbidden = vec![false; 2 * most as usize + 1];
    // For each side, the nearest move that is not forbidden so far.
    let mut nearest = [0, 0];
    let rows = a.bounds[0][1].max(b.bounds[0][1] + y)..a.bounds[1][1].min(b.bounds[1][1] + y);
    for row in rows {
        for [a_from, a_to] in a.row(row) {
            for [b_from, b_to] in b.row(row - y) {
                let (from, to) = (a_from - b_to - x + 1, a_to - b_from - x - 1);
                let (from, to) = (from.max(-most), to.min(most));
                if from <= to {
                    is_forbidden[(from + most) as usize..=(to + most) as usize].fill(true);
                }
            }
        }
        for (side, nearest) in [1, -1].into_iter().zip(&mut nearest) {
            while *nearest <= most && is_forbidden[(side * *nearest + most) as usize] {
                *nearest += 1;
            }
        }
        if nearest.iter().all(|n| *n > most) {
            return None;
        }
    }
    let [right, left] = nearest;
    Some(if right <= left { right } else { -left })
}
