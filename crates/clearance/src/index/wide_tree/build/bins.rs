//! Splits a set by the surface area heuristic (MacDonald and Booth, 1990) in bins (Wald, "On fast
//! construction of SAH-based bounding volume hierarchies", 2007), along the axis on which the middles are
//! spread widest. Only one axis is tried: three find little better splits of triangles of about one size, and
//! take three times as long. At the median where bins are of no use: if all middles are in one place, or the
//! tree is deep.
//!
//! Idea: on which side an entry goes is unpredictable, so entries are moved without a branch: each is written
//! to where it would go on either side, and one of the two places is taken. The boxes of both sides are those
//! of their bins.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::cut::best_cut;
use super::entry::Entry;
use super::{NODE_OF_NODES, Part, Splitter, full};
use crate::math::rank_of_single;

/// How many bins; more find better splits, and take longer to add up.
const BINS: usize = 16;
/// So few entries are split at the median: bins would cost more to add up than to fill.
const FEW: usize = 12;
/// From this depth on, sets are split at the median.
const DEEP: usize = 24;

/// Entries in the order of the parts so far.
pub(super) struct Bins {
    entries: Vec<Entry>,
    /// Where entries wait while others are moved, of any value, and one more.
    spare: Vec<Entry>,
    /// The bin of each entry of the part that is split.
    bin_of: Vec<u8>,
    /// Of the entries that are put in order.
    keys: Vec<u64>,
}

impl Splitter for Bins {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }
    fn split(&mut self, part: &Part, depth: usize) -> [Part; 2] {
        let (axis, count) = (widest(part), part.len());
        let binned = match depth < DEEP && count > FEW {
            true => self.binned(part, axis),
            false => None,
        };
        match binned {
            Some(binned) if count > NODE_OF_NODES => self.between_bins(part, &binned),
            Some(binned) => self.within_bin(part, &binned, axis),
            None => {
                let left = full(count / 2, count);
                self.select(part.start..part.end, left, axis);
                let (first, second) = self.entries[part.start..part.end].split_at(left);
                [Part::of(first, part.start), Part::of(second, part.start + left)]
            }
        }
    }
}

/// What the bins of a part hold, and where it is split best.
struct Binned {
    /// Each as if its entries came first of all.
    bins: [Part; BINS],
    /// The first bin of the right half.
    cut: usize,
    /// How many entries are to the left.
    left: usize,
}

impl Binned {
    /// What some bins hold together, from an entry on.
    fn joined(&self, bins: Range<usize>, start: usize) -> Part {
        let empty = Part::of(&[], start);
        self.bins[bins].iter().fold(empty, |all, bin| all.joined(bin))
    }
}

impl Bins {
    pub fn new(entries: Vec<Entry>) -> Self {
        let spare = entries
            .first()
            .map_or(Vec::new(), |e| vec![*e; entries.len() + 1]);
        Self {
            bin_of: vec![0; entries.len()],
            keys: Vec::new(),
            spare,
            entries,
        }
    }
    /// The bins of a part; `None` where all entries would go to one side.
    fn binned(&mut self, part: &Part, axis: usize) -> Option<Binned> {
        let (low, high) = (part.middles.low[axis], part.middles.high[axis]);
        let per_length = BINS as f32 / (high - low);
        if !(per_length > 0.0 && per_length.is_finite()) {
            return None;
        }
        let mut bins = [Part::of(&[], 0); BINS];
        let entries = &self.entries[part.start..part.end];
        for (e, own) in entries.iter().zip(&mut self.bin_of) {
            let bin = (((e.middle_along(axis) - low) * per_length) as i32 as usize).min(BINS - 1);
            bins[bin] = bins[bin].with(e);
            *own = bin as u8;
        }
        let (cut, left) = best_cut(&bins)?;
        Some(Binned { bins, cut, left })
    }
    /// The bins before the cut, and the others.
    fn between_bins(&mut self, part: &Part, binned: &Binned) -> [Part; 2] {
        self.partition(part, binned.cut..binned.cut, 0);
        [
            binned.joined(0..binned.cut, part.start),
            binned.joined(binned.cut..BINS, part.start + binned.left),
        ]
    }
    /// As near to the cut as what is below is full: the entries of one bin are put in order.
    fn within_bin(&mut self, part: &Part, binned: &Binned, axis: usize) -> [Part; 2] {
        let left = full(binned.left, part.len());
        let (mut bin, mut before) = (0, 0);
        while before + binned.bins[bin].len() <= left {
            before += binned.bins[bin].len();
            bin += 1;
        }
        let within = binned.bins[bin].len();
        self.partition(part, bin..bin + 1, within);
        let (start, middle) = (part.start + before, part.start + left);
        let end = start + within;
        self.select(start..end, left - before, axis);
        let halves = [
            binned.joined(0..bin, part.start),
            binned.joined(bin + 1..BINS, middle),
        ];
        let [first, second] = [start..middle, middle..end].map(|own| &self.entries[own]);
        [
            first.iter().fold(halves[0], |half, e| half.with(e)),
            second.iter().fold(halves[1], |half, e| half.with(e)),
        ]
    }
    /// Moves the entries of smaller bins than those of a range to the front, and those of larger ones to the
    /// back. `within` is how many there are in the range. All stay in their order.
    fn partition(&mut self, part: &Part, bins: Range<usize>, within: usize) {
        let own = &mut self.entries[part.start..part.end];
        // Where the next one goes: in front, or to wait, those of the range before the larger ones. A place
        // between these two may be written to by an entry that goes in front.
        let (mut front, mut waiting) = (0, [0, within + 1]);
        for i in 0..own.len() {
            let (e, bin) = (own[i], usize::from(self.bin_of[i]));
            let (is_smaller, is_larger) = (bin < bins.start, bin >= bins.end);
            own[front] = e;
            front += usize::from(is_smaller);
            let next = &mut waiting[usize::from(is_larger)];
            self.spare[*next] = e;
            *next += usize::from(!is_smaller);
        }
        debug_assert_eq!(waiting[0], within);
        own[front..front + within].copy_from_slice(&self.spare[..within]);
        own[front + within..].copy_from_slice(&self.spare[within + 1..waiting[1]]);
    }
    /// Puts the first `left` entries along an axis first among some.
    fn select(&mut self, among: Range<usize>, left: usize, axis: usize) {
        if left == 0 || left == among.len() {
            return;
        }
        let own = &mut self.entries[among];
        self.keys.clear();
        let key = |(i, e): (u64, &Entry)| u64::from(rank_of_single(e.middle_along(axis))) << 32 | i;
        self.keys.extend((0..).zip(&*own).map(key));
        self.keys.select_nth_unstable(left);
        for (place, key) in self.spare.iter_mut().zip(&self.keys) {
            *place = own[*key as u32 as usize];
        }
        own.copy_from_slice(&self.spare[..self.keys.len()]);
    }
}

/// The axis along which the middles are spread widest.
fn widest(part: &Part) -> usize {
    let extent = part.middles.high - part.middles.low;
    (1..3).fold(0, |best, i| if extent[i] > extent[best] { i } else { best })
}
