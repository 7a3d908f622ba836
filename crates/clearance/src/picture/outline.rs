//! Outlines between filled and empty pixels: marching squares (Lorensen & Cline 1987, in the plane).
//!
//! A corner of the outline lies halfway between the middles of a filled pixel and its empty neighbour,
//! which is the middle of the side that they share. So we follow the sides, the filled pixel on the left,
//! and join their middles. Where four pixels meet and only two diagonal ones are filled, these stay
//! separate: no outline touches itself or another.

use alloc::vec;
use alloc::vec::Vec;

use super::simplify::simplified;
use super::{Mask, WORD};

/// The border of pixels that are connected by their sides, as a polygon with holes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Counter-clockwise.
    pub outer: Vec<[f64; 2]>,
    /// Clockwise.
    pub holes: Vec<Vec<[f64; 2]>>,
}

/// The four directions, counter-clockwise.
const DIRECTIONS: [[i64; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// A lattice point, and the direction of the side that begins there.
#[derive(Clone, Copy, PartialEq)]
struct BorderStep {
    at: [i64; 2],
    direction: usize,
}

impl Mask {
    /// The outlines of all groups of filled pixels that are connected by their sides, in pixels, from the
    /// lowest up.
    ///
    /// Every corner of the full outline is at most `tolerance` away from the result; with 0, only corners
    /// inside a straight line are left out. The outline runs through the middles of the pixels' sides, so
    /// that it cuts their corners.
    ///
    /// Cost: in proportion to the length of all borders, and its logarithm if `tolerance` is not 0.
    ///
    /// ```
    /// use clearance::picture::Mask;
    /// let square = Mask::from_rows(&["111", "111", "111"])?;
    /// let outlines = square.outlines(0.0);
    /// assert_eq!((outlines.len(), outlines[0].outer.len(), outlines[0].holes.len()), (1, 8, 0)); // its corners are cut
    /// assert_eq!(square.outlines(0.5)[0].outer.len(), 4);
    /// # Ok::<(), clearance::picture::InvalidMask>(())
    /// ```
    pub fn outlines(&self, tolerance: f64) -> Vec<Outline> {
        let groups = PixelGroups::of(self);
        let mut seen = Self {
            words: vec![0; self.words.len()],
            ..*self
        };
        let mut outlines: Vec<Outline> = Vec::new();
        // The index of the outline of each group, at its first run.
        let mut places = vec![usize::MAX; groups.runs.len()];
        for y in 0..self.height {
            let mut run = groups.rows[y];
            for x in self.bottoms(y) {
                if seen.is_filled(x, y) {
                    continue;
                }
                let ring = simplified(self.ring([x as i64, y as i64], &mut seen), tolerance);
                while groups.runs[run][1] as usize <= x {
                    run += 1;
                }
                let place = &mut places[groups.root(run)];
                // The lowest border of a group is its outer one.
                if *place == usize::MAX {
                    *place = outlines.len();
                    outlines.push(Outline {
                        outer: ring,
                        holes: Vec::new(),
                    });
                } else {
                    outlines[*place].holes.push(ring);
                }
            }
        }
        outlines
    }
    /// The columns of the filled pixels of a row that have an empty one below, ascending.
    fn bottoms(&self, y: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.stripe_count()).flat_map(move |i| {
            let stripe = self.stripe(i);
            let below = y.checked_sub(1).map_or(0, |y| stripe[y]);
            let mut left = stripe[y] & !below;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < WORD).then_some(i * WORD + bit)
            })
        })
    }
    /// The middles of the sides along one border, from the bottom of pixel `start` on; marks the pixels
    /// whose bottom belongs to it.
    fn ring(&self, start: [i64; 2], seen: &mut Self) -> Vec<[f64; 2]> {
        let first = BorderStep {
            at: start,
            direction: 0,
        };
        let (mut step, mut ring) = (first, Vec::new());
        let mut before = self.before(first);
        loop {
            let [x, y] = step.at;
            if step.direction == 0 {
                seen.set(x as usize, y as usize, true);
            }
            let next = self.after(step);
            // The middle one of three sides in line is no corner.
            if !(before.direction == step.direction && step.direction == next.direction) {
                let [dx, dy] = DIRECTIONS[step.direction];
                ring.push([x as f64 + 0.5 * dx as f64, y as f64 + 0.5 * dy as f64]);
            }
            (before, step) = (step, next);
            if step == first {
                return ring;
            }
        }
    }
    /// The next side of the border.
    fn after(&self, step: BorderStep) -> BorderStep {
        let [dx, dy] = DIRECTIONS[step.direction];
        let at = [step.at[0] + dx, step.at[1] + dy];
        let turn = match (
            self.left_of(at, step.direction),
            self.right_of(at, step.direction),
        ) {
            (false, _) => 1,
            (true, false) => 0,
            (true, true) => 3,
        };
        BorderStep {
            at,
            direction: (step.direction + turn) % 4,
        }
    }
    /// The side before one along a bottom.
    fn before(&self, step: BorderStep) -> BorderStep {
        let [x, y] = step.at;
        let from = match (self.filled(x - 1, y), self.filled(x - 1, y - 1)) {
            (false, _) => 3,
            (true, false) => 0,
            (true, true) => 1,
        };
        let [dx, dy] = DIRECTIONS[from];
        BorderStep {
            at: [x - dx, y - dy],
            direction: from,
        }
    }
    /// Whether the pixel ahead of a lattice point, on the left, is filled.
    fn left_of(&self, [x, y]: [i64; 2], direction: usize) -> bool {
        let [dx, dy] = [[0, 0], [-1, 0], [-1, -1], [0, -1]][direction];
        self.filled(x + dx, y + dy)
    }
    fn right_of(&self, at: [i64; 2], direction: usize) -> bool {
        self.left_of(at, (direction + 3) % 4)
    }
    fn filled(&self, x: i64, y: i64) -> bool {
        matches!((usize::try_from(x), usize::try_from(y)), (Ok(x), Ok(y)) if self.is_filled(x, y))
    }
}

/// The runs of filled pixels row by row, and which of them are connected: a union-find forest (Galler &
/// Fischer 1964).
struct PixelGroups {
    runs: Vec<[u32; 2]>,
    /// Where the runs of each row begin.
    rows: Vec<usize>,
    parents: Vec<u32>,
}

impl PixelGroups {
    fn of(mask: &Mask) -> Self {
        let (mut runs, mut rows) = (Vec::new(), Vec::new());
        for y in 0..mask.height {
            rows.push(runs.len());
            runs.extend(mask.runs(y));
        }
        rows.push(runs.len());
        let parents = (0..runs.len() as u32).collect();
        let mut groups = Self { runs, rows, parents };
        (1..mask.height).for_each(|y| groups.join_rows(y));
        groups
    }
    /// Joins the runs of a row with the runs below with which they share sides.
    fn join_rows(&mut self, y: usize) {
        let [first_below, first, end] = [self.rows[y - 1], self.rows[y], self.rows[y + 1]];
        let (mut i, mut j) = (first_below, first);
        while i < first && j < end {
            let (a, b) = (self.runs[i], self.runs[j]);
            if a[0] < b[1] && b[0] < a[1] {
                self.join(i, j);
            }
            // The run that ends first meets no further one.
            if a[1] < b[1] { i += 1 } else { j += 1 }
        }
    }
    fn root(&self, run: usize) -> usize {
        let mut run = run;
        while self.parents[run] as usize != run {
            run = self.parents[run] as usize;
        }
        run
    }
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (first, last) = (a.min(b), a.max(b));
        self.parents[last] = first as u32;
    }
}
