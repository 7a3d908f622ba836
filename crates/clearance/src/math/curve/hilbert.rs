//! The Hilbert curve through a cube of cells: cells that follow each other on it share a side.
//!
//! Source: Skilling, "Programming the Hilbert curve" (2004).

use super::morton::spread3;

/// Bits of a cell's number along each axis.
const BITS: u32 = 10;
/// How many cells there are along each axis.
pub(crate) const CURVE_CELLS: u32 = 1 << BITS;

/// The number of a cell along the curve. Each coordinate is below [`CURVE_CELLS`].
#[inline]
pub(crate) fn along_curve(mut cell: [u32; 3]) -> u64 {
    let mut bit = 1 << (BITS - 1);
    while bit > 1 {
        let lower = bit - 1;
        for i in 0..3 {
            // All ones where the bit is set.
            let is_set = 0_u32.wrapping_sub(u32::from(cell[i] & bit != 0));
            let swapped = (cell[0] ^ cell[i]) & lower & !is_set;
            cell[0] ^= (lower & is_set) | swapped;
            cell[i] ^= swapped;
        }
        bit >>= 1;
    }
    cell[1] ^= cell[0];
    cell[2] ^= cell[1];
    let mut gray = 0;
    let mut bit = 1 << (BITS - 1);
    while bit > 1 {
        gray ^= (bit - 1) & 0_u32.wrapping_sub(u32::from(cell[2] & bit != 0));
        bit >>= 1;
    }
    let [x, y, z] = cell.map(|c| spread3(u64::from(c ^ gray)));
    x << 2 | y << 1 | z
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Each cell of a block of 8 x 8 x 8 is numbered once, and neighbours along the curve share a side.
    #[test]
    fn the_curve_visits_neighbours() {
        let cells = (0..512_u32).map(|i| [i & 7, i >> 3 & 7, i >> 6]);
        let mut along: Vec<(u64, [u32; 3])> = cells.map(|c| (along_curve(c), c)).collect();
        along.sort_unstable();
        for pair in along.windows(2) {
            assert_eq!(pair[0].0 + 1, pair[1].0);
            let steps = (0..3).map(|i| pair[0].1[i].abs_diff(pair[1].1[i]));
            assert_eq!(steps.sum::<u32>(), 1);
        }
    }
}
