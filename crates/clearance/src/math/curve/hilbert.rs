//! The Hilbert curve through a cube of cells: cells that follow each other on it share a side.
//!
//! Source: Skilling, "Programming the Hilbert curve" (2004).
//!
//! Where we differ: no step depends on a branch, so several cells are numbered at once, one in each lane:
//! what compilers make of loops over lanes are vector instructions.

use super::morton::spread3_of_ten;

/// Bits of a cell's number along each axis.
const BITS: u32 = 10;
/// How many cells there are along each axis.
pub(crate) const CURVE_CELLS: u32 = 1 << BITS;

/// The numbers of cells along the curve, below 2^30, from their coordinates along each axis, which are below
/// [`CURVE_CELLS`].
#[inline]
pub(crate) fn along_curve<const N: usize>([mut x, mut y, mut z]: [[u32; N]; 3]) -> [u32; N] {
    for level in (1..BITS).rev() {
        for k in 0..N {
            x[k] ^= below(x[k], level);
            [x[k], y[k]] = turned(x[k], y[k], level);
            [x[k], z[k]] = turned(x[k], z[k], level);
        }
    }
    let mut numbers = [0; N];
    for k in 0..N {
        let (second, mut gray) = (y[k] ^ x[k], 0);
        let third = z[k] ^ second;
        for level in 1..BITS {
            gray ^= below(third, level);
        }
        let [x, y, z] = [x[k] ^ gray, second ^ gray, third ^ gray].map(spread3_of_ten);
        numbers[k] = x << 2 | y << 1 | z;
    }
    numbers
}

/// All bits below a level if its own bit is set, else none.
#[inline(always)]
fn below(x: u32, level: u32) -> u32 {
    0_u32.wrapping_sub(x >> level & 1) & ((1 << level) - 1)
}

/// The bits below a level of the first coordinate and of another: the first is reversed where the bit of the
/// other is set, and else both are exchanged.
#[inline(always)]
fn turned(first: u32, other: u32, level: u32) -> [u32; 2] {
    let (lower, reversed) = ((1 << level) - 1, below(other, level));
    let exchanged = (first ^ other) & (lower ^ reversed);
    [first ^ reversed ^ exchanged, other ^ exchanged]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Each cell of a block of 8 x 8 x 8 is numbered once, and neighbours along the curve share a side; in
    /// the first block and in the last one.
    #[test]
    fn the_curve_visits_neighbours() {
        for corner in [0, CURVE_CELLS - 8] {
            let cell = |i: u32| [i & 7, i >> 3 & 7, i >> 6].map(|c| c + corner);
            let mut along: Vec<(u32, [u32; 3])> = Vec::new();
            for first in (0..512).step_by(4) {
                let cells: [[u32; 3]; 4] = core::array::from_fn(|k| cell(first + k as u32));
                let numbers = along_curve([0, 1, 2].map(|axis| cells.map(|c| c[axis])));
                along.extend(numbers.into_iter().zip(cells));
            }
            along.sort_unstable();
            for pair in along.windows(2) {
                assert_eq!(pair[0].0 + 1, pair[1].0);
                let steps = (0..3).map(|i| pair[0].1[i].abs_diff(pair[1].1[i]));
                assert_eq!(steps.sum::<u32>(), 1);
            }
        }
    }
}
