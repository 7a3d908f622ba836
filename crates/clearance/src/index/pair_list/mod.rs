//! Lists of pairs, and the one order in which every index gives them.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

pub(super) mod list;
pub(super) mod rank;
#[cfg(feature = "rayon")]
pub(super) mod span;

use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use super::threads::{each, join};
#[cfg(feature = "rayon")]
use list::PairList;
use rank::sort_few;

/// Two slots whose boxes meet, the smaller first.
pub type SlotPair = [u32; 2];

/// A pair as one number, in the same order, so that one comparison suffices.
#[inline]
pub(crate) fn key([a, b]: SlotPair) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// If more than one in so many boxes have changed, a grid finds all pairs faster than those of each changed
/// box.
pub(super) const MANY: usize = 12;

/// Two slots in order.
#[inline]
pub(super) fn ordered(a: u32, b: u32) -> SlotPair {
    [a.min(b), a.max(b)]
}

/// Bytes that a list has on the heap.
pub(super) fn heap<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Makes a list at least this long, with a reserve of a sixteenth. Growing by itself, it would take twice
/// the memory.
pub(super) fn lengthen<T: Copy + Default>(list: &mut Vec<T>, len: usize) {
    if list.capacity() < len {
        list.reserve_exact(len + len / 16 - list.len());
    }
    list.resize(len.max(list.len()), T::default());
}

/// Puts pairs into ascending order.
pub(super) fn sort(pairs: &mut [SlotPair]) {
    pairs.sort_unstable_by_key(|&pair| key(pair));
}

/// Puts many pairs, no two of them equal, into ascending order: a counting sort by first slot, then each
/// slot's few pairs.
///
/// Where slots lie in the table as in space, pairs are found nearly in order, and every step here reads and
/// writes nearly in order, too: about 5 ns a pair, a tenth of the time of sorting by comparison. `counts`
/// and `seconds` are scratch.
pub(super) fn sort_many(
    found: &mut Vec<SlotPair>,
    slots: usize,
    counts: &mut Vec<u32>,
    seconds: &mut Vec<u32>,
) {
    // Offsets have 32 bits. If there are fewer pairs than an eighth of the slots, a pass over all slots
    // does not pay.
    if found.len() < slots / 8 || found.len() > (u32::MAX - 8) as usize {
        return sort(found);
    }
    counts.clear();
    counts.resize(slots, 0);
    for &[first, _] in &*found {
        counts[first as usize] += 1;
    }
    let mut sum = 0;
    for count in &mut *counts {
        sum += core::mem::replace(count, sum);
    }
    lengthen(seconds, found.len() + FEW);
    let (counts, seconds) = (&mut counts[..], &mut seconds[..]);
    for &[first, second] in &*found {
        let at = &mut counts[first as usize];
        seconds[*at as usize] = second;
        *at += 1;
    }
    let total = found.len();
    lengthen(found, total + FEW);
    let mut start = 0;
    let out = &mut found[..];
    for (first, &end) in (0..).zip(&*counts) {
        let end = end as usize;
        write_sorted(
            first,
            &mut seconds[start..end + FEW],
            end - start,
            &mut out[start..end + FEW],
        );
        start = end;
    }
    found.truncate(total);
}

/// The same from several lists by `parts` threads, each of which takes a range of first slots.
#[cfg(feature = "rayon")]
pub(super) fn sort_parts(
    lists: &mut [PairList],
    slots: usize,
    parts: usize,
    scratch: &mut Vec<[Vec<u32>; 2]>,
    found: &mut Vec<SlotPair>,
) {
    let total: usize = lists.iter().map(|list| list.count).sum();
    if total < slots / 8 || total > (u32::MAX - 8) as usize {
        found.clear();
        lists
            .iter()
            .for_each(|list| found.extend_from_slice(list.found()));
        return sort(found);
    }
    each(lists, 0, &|_, list| list.find_spans());
    let lists = &*lists;
    let size = slots.div_ceil(parts);
    scratch.resize_with(parts, Default::default);
    each(scratch, 0, &|part, [counts, _]| {
        count_part(lists, part * size, size, counts);
    });
    lengthen(found, total);
    found.truncate(total);
    place_parts(lists, [0, size], scratch, found);
}

/// Counts the pairs of each of `size` first slots; their total is written behind the counts.
#[cfg(feature = "rayon")]
fn count_part(lists: &[PairList], base: usize, size: usize, counts: &mut Vec<u32>) {
    counts.clear();
    counts.resize(size + 1, 0);
    let counts = &mut counts[..];
    for &[first, _] in lists.iter().flat_map(|list| list.found_within(base, size)) {
        // Without a branch: the last counter takes those of other parts.
        counts[(first as usize).wrapping_sub(base).min(size)] += 1;
    }
    counts[size] = counts[..size].iter().sum();
}

/// Writes the pairs of the first slots from `base` on, `size` slots to a part.
#[cfg(feature = "rayon")]
fn place_parts(
    lists: &[PairList],
    [base, size]: [usize; 2],
    parts: &mut [[Vec<u32>; 2]],
    out: &mut [SlotPair],
) {
    if let [[counts, seconds]] = parts {
        return sort_part(lists, base, (counts, seconds), out);
    }
    let (before, after) = parts.split_at_mut(parts.len() / 2);
    let own = before
        .iter()
        .map(|[counts, _]| counts.last().map_or(0, |&own| own as usize));
    let (left, right) = out.split_at_mut(own.sum());
    let middle = base + before.len() * size;
    join(
        || place_parts(lists, [base, size], before, left),
        || place_parts(lists, [middle, size], after, right),
    );
}

/// Writes the pairs of the first slots from `base` on, from the counts of each of them.
#[cfg(feature = "rayon")]
fn sort_part(
    lists: &[PairList],
    base: usize,
    (counts, seconds): (&mut [u32], &mut Vec<u32>),
    out: &mut [SlotPair],
) {
    let size = counts.len() - 1;
    let mut sum = 0;
    for count in &mut counts[..size] {
        sum += core::mem::replace(count, sum);
    }
    lengthen(seconds, out.len() + FEW);
    let seconds = &mut seconds[..];
    for &[first, second] in lists.iter().flat_map(|list| list.found_within(base, size)) {
        let own = (first as usize).wrapping_sub(base);
        if own < size {
            let at = &mut counts[own];
            seconds[*at as usize] = second;
            *at += 1;
        }
    }
    let mut start = 0;
    for (first, &end) in (base as u32..).zip(&counts[..size]) {
        let end = end as usize;
        let beyond = (end + FEW).min(out.len());
        write_sorted(
            first,
            &mut seconds[start..end + FEW],
            end - start,
            &mut out[start..beyond],
        );
        start = end;
    }
}

/// So many are sorted without a branch.
const FEW: usize = 4;

/// Sorts the first `count` of four slots, and replaces the others by the largest number.
#[inline]
pub(super) fn sort_four(count: usize, mut slots: [u32; FEW]) -> [u32; FEW] {
    // From a table, not by a branch: the count is unpredictable.
    let beyond = &BEYOND[count.min(FEW)];
    for (slot, beyond) in slots.iter_mut().zip(beyond) {
        *slot |= beyond;
    }
    // The shortest sorting network for four (Knuth, The Art of Computer Programming 3, 5.3.4).
    for (i, k) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (slots[i], slots[k]) = (slots[i].min(slots[k]), slots[i].max(slots[k]));
    }
    slots
}

/// For each count, what turns all slots beyond it into the largest number.
static BEYOND: [[u32; FEW]; FEW + 1] = {
    const LAST: u32 = u32::MAX;
    [
        [LAST; 4],
        [0, LAST, LAST, LAST],
        [0, 0, LAST, LAST],
        [0, 0, 0, LAST],
        [0; 4],
    ]
};

/// Writes the pairs of one slot; both slices continue for [`FEW`] beyond `count`.
#[inline(always)]
fn write_sorted(first: u32, seconds: &mut [u32], count: usize, out: &mut [SlotPair]) {
    if count > FEW {
        let seconds = &mut seconds[..count];
        sort_few(seconds);
        for (pair, &second) in out.iter_mut().zip(&*seconds) {
            *pair = [first, second];
        }
        return;
    }
    let Some(&first_four) = seconds.first_chunk::<FEW>() else {
        return;
    };
    let sorted = sort_four(count, first_four);
    if let Some(four) = out.first_chunk_mut::<FEW>() {
        *four = sorted.map(|second| [first, second]);
        return;
    }
    for (pair, second) in out.iter_mut().zip(sorted) {
        *pair = [first, second];
    }
}
