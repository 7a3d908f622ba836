//! The corners of a hull, compared eight at a time and without a branch: which one is furthest along a
//! direction.

use glam::DVec3;
use smallvec::SmallVec;

use crate::simd::widest;

/// Corners compared in parallel: two registers of four, so that neither waits for the comparison before it.
const LANES: usize = 8;

/// Component `k` of eight corners in `.0[k]`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Block([[f64; LANES]; 3]);

/// Corners in blocks; the last block is filled up with the first corner.
#[derive(Clone, Debug)]
pub(super) struct CornerBlocks(SmallVec<[Block; 1]>);

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
    #[inline]
    pub(super) fn furthest(&self, n: DVec3) -> DVec3 {
        match &self.0[..] {
            [Block(columns)] => {
                let lane = highest_of(heights(columns, n.to_array()));
                DVec3::from_array(columns.map(|column| column[lane]))
            }
            _ => self.furthest_of_many(n),
        }
    }
    /// Never inlined: the registers that it saves would be saved for small hulls, too.
    #[inline(never)]
    fn furthest_of_many(&self, n: DVec3) -> DVec3 {
        let (height, found) = widest(
            #[inline(always)]
            || scan(&self.0, n.to_array()),
        );
        let lane = highest_of(height);
        let Some(Block(columns)) = self.0.get(found[lane] as usize) else {
            return DVec3::ZERO;
        };
        DVec3::from_array(columns.map(|column| column[lane]))
    }
}

#[inline(always)]
fn heights([xs, ys, zs]: &[[f64; LANES]; 3], [x, y, z]: [f64; 3]) -> [f64; LANES] {
    let mut height = [0.0; LANES];
    for lane in 0..LANES {
        height[lane] = xs[lane] * x + ys[lane] * y + zs[lane] * z;
    }
    height
}

/// The lane of the greatest height, by comparing halves: eight, four, two.
#[inline(always)]
fn highest_of(mut height: [f64; LANES]) -> usize {
    let mut lanes: [usize; LANES] = core::array::from_fn(|lane| lane);
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            let higher = height[lane + half] > height[lane];
            height[lane] = if higher { height[lane + half] } else { height[lane] };
            lanes[lane] = if higher { lanes[lane + half] } else { lanes[lane] };
        }
        half /= 2;
    }
    lanes[0]
}

/// The greatest height in each lane, and the block that it is in.
#[inline(always)]
fn scan(blocks: &[Block], n: [f64; 3]) -> ([f64; LANES], [f64; LANES]) {
    let (mut height, mut found, mut here) = ([f64::NEG_INFINITY; LANES], [0.0; LANES], 0.0);
    for Block(columns) in blocks {
        let these = heights(columns, n);
        for lane in 0..LANES {
            let higher = these[lane] > height[lane];
            found[lane] = if higher { here } else { found[lane] };
            height[lane] = if higher { these[lane] } else { height[lane] };
        }
        here += 1.0;
    }
    (height, found)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

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
