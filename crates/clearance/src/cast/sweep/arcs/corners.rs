//! The corners of a large hull, compared eight at a time: which one is furthest along a direction.

use alloc::vec::Vec;

use glam::DVec3;

use crate::simd::widest;

/// Corners compared in parallel: two registers of four, so that neither waits for the comparison before it.
const LANES: usize = 8;

/// Component `k` of eight corners in `.0[k]`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Block([[f64; LANES]; 3]);

/// Corners in blocks; the last block is filled up with the first corner.
#[derive(Clone, Debug)]
pub(super) struct CornerBlocks(Vec<Block>);

impl CornerBlocks {
    pub(super) fn new(points: &[DVec3]) -> Self {
        let first = points.first().copied().unwrap_or(DVec3::ZERO);
        let block = |chunk: &[DVec3]| {
            let lane = |i: usize| chunk.get(i).copied().unwrap_or(first);
            Block(core::array::from_fn(|k| core::array::from_fn(|i| lane(i)[k])))
        };
        Self(points.chunks(LANES).map(block).collect())
    }
    /// How many there are, with those that fill the last block.
    pub(super) fn len(&self) -> usize {
        self.0.len() * LANES
    }
    /// A corner furthest along a direction; of several always the same.
    ///
    /// Never inlined: the registers that it saves would be saved for small hulls, too.
    #[inline(never)]
    pub(super) fn furthest(&self, n: DVec3) -> DVec3 {
        let (height, found) = widest(
            #[inline(always)]
            || scan(&self.0, n.to_array()),
        );
        let higher = |i: usize, j: usize| if height[j] > height[i] { j } else { i };
        let lane = (1..LANES).fold(0, higher);
        let Some(Block(columns)) = self.0.get(found[lane] as usize) else {
            return DVec3::ZERO;
        };
        DVec3::from_array(columns.map(|column| column[lane]))
    }
}

/// The greatest height in each lane, and the block that it is in.
#[inline(always)]
fn scan(blocks: &[Block], [x, y, z]: [f64; 3]) -> ([f64; LANES], [f64; LANES]) {
    let (mut height, mut found, mut here) = ([f64::NEG_INFINITY; LANES], [0.0; LANES], 0.0);
    for Block([xs, ys, zs]) in blocks {
        for lane in 0..LANES {
            let h = xs[lane] * x + ys[lane] * y + zs[lane] * z;
            let higher = h > height[lane];
            found[lane] = if higher { here } else { found[lane] };
            height[lane] = if higher { h } else { height[lane] };
        }
        here += 1.0;
    }
    (height, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    #[test]
    fn as_high_as_the_highest_one_by_one() {
        let mut seed = 5;
        let mut any = || DVec3::from_array([0; 3].map(|_| (noise::next(&mut seed) >> 60) as f64 - 8.0));
        for count in [1, 7, 8, 9, 40, 500] {
            let points: Vec<DVec3> = (0..count).map(|_| any()).collect();
            let corners = CornerBlocks::new(&points);
            for _ in 0..50 {
                let n = any();
                let most = points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
                let found = corners.furthest(n);
                assert!(
                    found.dot(n) == most && points.contains(&found),
                    "{count}: {found} along {n}"
                );
            }
        }
    }
}
