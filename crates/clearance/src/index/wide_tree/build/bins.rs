//! Splits a set by the surface area heuristic (MacDonald and Booth, 1990) in bins (Wald, "On fast construction
//! of SAH-based bounding volume hierarchies", 2007), along the axis on which the middles are spread widest.
//! Only one axis is tried: three find little better splits of triangles of about one size, and take three
//! times as long. At the median where bins are of no use: if all middles are in one place, or the tree is
//! deep.

use alloc::vec::Vec;

use super::cut::{Run, best_cut};
use super::entry::Entry;
use super::{NODE_OF_NODES, Part, Splitter, full};

/// How many bins; more find better splits, and take longer to add up.
const BINS: usize = 16;
/// So few entries are split at the median: bins would cost more to add up than to fill.
const FEW: usize = 12;
/// From this depth on, sets are split at the median.
const DEEP: usize = 24;

/// Entries in the order of the parts so far.
pub(super) struct Bins(pub Vec<Entry>);

impl Splitter for Bins {
    fn entries(&self) -> &[Entry] {
        &self.0
    }
    fn split(&mut self, part: &Part, depth: usize) -> [Part; 2] {
        let own = &mut self.0[part.start..part.end];
        let axis = widest(part);
        let border = match depth < DEEP && own.len() > FEW {
            true => Border::of(own, part, axis),
            false => None,
        };
        let count = own.len();
        match border {
            Some(border) if count > NODE_OF_NODES => border.halves(own, part),
            Some(border) => halves_at(own, full(border.left, count), part.start, axis),
            None => halves_at(own, full(count / 2, count), part.start, axis),
        }
    }
}

/// The axis along which the middles are spread widest.
fn widest(part: &Part) -> usize {
    let extent = part.middles.high - part.middles.low;
    (1..3).fold(0, |best, i| if extent[i] > extent[best] { i } else { best })
}

/// The first entries along an axis, and the others.
fn halves_at(entries: &mut [Entry], left: usize, start: usize, axis: usize) -> [Part; 2] {
    let order = |a: &Entry, b: &Entry| {
        let along = a.middle()[axis].total_cmp(&b.middle()[axis]);
        along.then(a.id().cmp(&b.id()))
    };
    entries.select_nth_unstable_by(left, order);
    let (first, second) = entries.split_at(left);
    [Part::of(first, start), Part::of(second, start + left)]
}

/// Where the bins of a part are split.
struct Border {
    axis: usize,
    low: f32,
    per_length: f32,
    /// The first bin of the right half.
    bin: usize,
    /// How many entries are to the left.
    left: usize,
}

impl Border {
    /// The best one; `None` where all entries would go to one side.
    fn of(entries: &[Entry], part: &Part, axis: usize) -> Option<Self> {
        let (low, high) = (part.middles.low[axis], part.middles.high[axis]);
        let per_length = BINS as f32 / (high - low);
        if !(per_length > 0.0 && per_length.is_finite()) {
            return None;
        }
        let mut border = Self {
            axis,
            low,
            per_length,
            bin: 0,
            left: 0,
        };
        let mut bins = [Run::EMPTY; BINS];
        for e in entries {
            let bin = &mut bins[border.bin_of(e)];
            bin.bounds = bin.bounds.union(&e.0);
            bin.count += 1;
        }
        (border.bin, border.left) = best_cut(&bins)?;
        Some(border)
    }
    #[inline]
    fn bin_of(&self, e: &Entry) -> usize {
        (((e.middle()[self.axis] - self.low) * self.per_length) as usize).min(BINS - 1)
    }
    /// The two halves, after their entries are put in order.
    fn halves(&self, entries: &mut [Entry], part: &Part) -> [Part; 2] {
        let middle = part.start + self.left;
        let mut halves = [Part::of(&[], part.start), Part::of(&[], middle)];
        partition(entries, |e| {
            let is_left = self.bin_of(e) < self.bin;
            let half = &mut halves[usize::from(!is_left)];
            *half = half.with(e);
            is_left
        });
        halves
    }
}

/// Moves those for which the test holds to the front. Every entry is tested once.
fn partition(entries: &mut [Entry], mut is_left: impl FnMut(&Entry) -> bool) {
    let (mut left, mut right) = (0, entries.len());
    while left < right {
        if is_left(&entries[left]) {
            left += 1;
        } else {
            right -= 1;
            entries.swap(left, right);
        }
    }
}
