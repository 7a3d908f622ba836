//! The groups of filled pixels, joined by sides or corners.
//!
//! A group is found by its runs: pixels side by side in a row. Two runs of neighbouring rows are joined if
//! they overlap when one is made longer by a pixel at each end; as runs are sorted, one pass over both rows
//! finds all such pairs. Groups are the trees of a forest in which the earliest run is the root (union and
//! find with paths halved: R. Tarjan, J. van Leeuwen, "Worst-case analysis of set union algorithms", 1984).
//!
//! pygame labels pixels (Wu, Otoo and Suzuki, "Two strategies to speed up connected component labeling
//! algorithms", 2005). That is seen only where several groups are largest: see [`Groups::largest`].

use std::collections::TryReserveError;
use std::ops::Range;

use super::{Pixels, WORD};

#[derive(Clone, Copy)]
struct Run {
    y: usize,
    start: usize,
    end: usize,
}

/// All groups, numbered in the order of their first pixels, row by row from the top.
pub struct Groups<'a> {
    pixels: &'a Pixels,
    runs: Vec<Run>,
    /// The group of each run.
    of_run: Vec<usize>,
    /// How many pixels each group has.
    sizes: Vec<usize>,
}

impl Pixels {
    /// All runs, and where those of each row begin and end.
    fn runs(&self) -> (Vec<Run>, Vec<Range<usize>>) {
        let (mut runs, mut rows) = (Vec::<Run>::new(), Vec::with_capacity(self.height));
        for y in 0..self.height {
            let first = runs.len();
            for stripe in 0..self.stripes() {
                let mut word = self.words[stripe * self.height + y];
                while word != 0 {
                    let start = word.trailing_zeros();
                    let length = (word >> start).trailing_ones();
                    word &= (!0_u64).checked_shl(start + length).unwrap_or(0);
                    let start = stripe * WORD + start as usize;
                    let end = start + length as usize;
                    match runs[first..].last_mut() {
                        Some(last) if last.end == start => last.end = end,
                        _ => runs.push(Run { y, start, end }),
                    }
                }
            }
            rows.push(first..runs.len());
        }
        (runs, rows)
    }
}

fn root(parents: &mut [usize], mut run: usize) -> usize {
    while parents[run] != run {
        parents[run] = parents[parents[run]];
        run = parents[run];
    }
    run
}

/// Joins the runs of a row with those of the row above.
fn join(runs: &[Run], above: Range<usize>, row: Range<usize>, parents: &mut [usize]) {
    let mut first = above.start;
    for here in row {
        while first < above.end && runs[first].end < runs[here].start {
            first += 1;
        }
        for other in first..above.end {
            if runs[other].start > runs[here].end {
                break;
            }
            let (a, b) = (root(parents, other), root(parents, here));
            parents[a.max(b)] = a.min(b);
        }
    }
}

impl<'a> Groups<'a> {
    pub fn of(pixels: &'a Pixels) -> Self {
        let (runs, rows) = pixels.runs();
        let mut parents: Vec<usize> = (0..runs.len()).collect();
        for pair in rows.windows(2) {
            join(&runs, pair[0].clone(), pair[1].clone(), &mut parents);
        }
        let (mut of_run, mut sizes) = (Vec::with_capacity(runs.len()), Vec::new());
        for (i, run) in runs.iter().enumerate() {
            let group = match root(&mut parents, i) {
                first if first < i => of_run[first],
                _ => {
                    sizes.push(0);
                    sizes.len() - 1
                }
            };
            of_run.push(group);
            sizes[group] += run.end - run.start;
        }
        Self {
            pixels,
            runs,
            of_run,
            sizes,
        }
    }
    /// The group of a filled pixel.
    pub fn at(&self, [x, y]: [usize; 2]) -> Option<usize> {
        let behind = self.runs.partition_point(|run| (run.y, run.start) <= (y, x));
        self.of_run.get(behind.checked_sub(1)?).copied()
    }
    /// The largest; of several, that which pygame counts first to the end.
    ///
    /// There the pixels of a group are those of several labels. A label is made at a pixel that has no filled
    /// neighbour to its left or above, and labels are added up in order: so the first whose last label comes
    /// first.
    pub fn largest(&self) -> Option<usize> {
        let mut last = vec![0; self.sizes.len()];
        for (i, run) in self.runs.iter().enumerate() {
            let (x, y) = (run.start as i64, run.y as i64);
            if (x - 1..=x + 1).all(|x| self.pixels.get([x, y - 1]) != Some(true)) {
                last[self.of_run[i]] = i;
            }
        }
        let groups = 0..self.sizes.len();
        groups.min_by_key(|&group| (std::cmp::Reverse(self.sizes[group]), last[group]))
    }
    /// The pixels of one.
    pub fn one(&self, group: usize) -> Result<Pixels, TryReserveError> {
        let its = self.runs.iter().zip(&self.of_run).filter(|(_, of)| **of == group);
        self.drawn(its.map(|(run, _)| run))
    }
    /// The pixels of each that has at least so many.
    pub fn each(&self, least: i64) -> impl Iterator<Item = Result<Pixels, TryReserveError>> {
        let mut sorted: Vec<usize> = (0..self.runs.len()).collect();
        sorted.sort_by_key(|&run| self.of_run[run]);
        let mut behind = 0;
        (0..self.sizes.len()).filter_map(move |group| {
            let start = behind;
            behind += sorted[start..].partition_point(|&run| self.of_run[run] == group);
            let runs = sorted[start..behind].iter().map(|&run| &self.runs[run]);
            (self.sizes[group] as i64 >= least).then(|| self.drawn(runs))
        })
    }
    fn drawn<'b>(&self, runs: impl Iterator<Item = &'b Run>) -> Result<Pixels, TryReserveError> {
        let mut pixels = Pixels::empty(self.pixels.width, self.pixels.height)?;
        runs.for_each(|run| pixels.fill_run(run.y, run.start, run.end));
        Ok(pixels)
    }
    /// Left, top, width and height of each.
    pub fn boxes(&self) -> Vec<[usize; 4]> {
        let mut ends = vec![[usize::MAX, usize::MAX, 0, 0]; self.sizes.len()];
        for (run, &group) in self.runs.iter().zip(&self.of_run) {
            let [left, top, right, bottom] = ends[group];
            ends[group] = [
                left.min(run.start),
                top.min(run.y),
                right.max(run.end),
                bottom.max(run.y + 1),
            ];
        }
        let of = |[left, top, right, bottom]: [usize; 4]| [left, top, right - left, bottom - top];
        ends.into_iter().map(of).collect()
    }
}
