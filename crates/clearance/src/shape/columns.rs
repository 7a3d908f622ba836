//! Vectors laid out for scans: eight x side by side, eight y, eight z, then the next eight.
//!
//! Which vector reaches furthest along a direction is what GJK, EPA and clipping ask again and again. A scan over all of
//! them, lane by lane without a branch, is plain code that compilers turn into vector instructions; up to some hundreds
//! of vectors it beats walking from neighbour to neighbour, whose every step waits for the one before (measured against
//! S. Cameron, "Enhancing GJK: computing minimum and penetration distances between convex polyhedra", 1997).

use alloc::sync::Arc;

use crate::math::{Real, ScalarOf, Vector3};

/// Vectors side by side in a block.
const LANES: usize = 8;

/// More vectors than this could not be counted in a single-precision lane.
pub(super) const MOST: usize = 1 << 24;

/// `block[k][lane]` is component `k` of one vector.
type Block<V> = [[ScalarOf<V>; LANES]; 3];

/// Some vectors, at least one; clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Columns<V: Vector3> {
    blocks: Arc<[Block<V>]>,
}

impl<V: Vector3> Columns<V> {
    /// Of these vectors; the last block is filled up with the first of them.
    pub fn new(vectors: &[V]) -> Self {
        let first = vectors.first().copied().unwrap_or(V::ZERO);
        let block = |chunk: &[V]| -> Block<V> {
            let lane = |i: usize| chunk.get(i).copied().unwrap_or(first);
            core::array::from_fn(|k| core::array::from_fn(|i| lane(i).get(k)))
        };
        Self {
            blocks: vectors.chunks(LANES).map(block).collect(),
        }
    }
    /// One of the vectors.
    #[inline(always)]
    pub fn get(&self, i: usize) -> V {
        let [x, y, z] = &self.blocks[i / LANES];
        V::new(x[i % LANES], y[i % LANES], z[i % LANES])
    }
    /// The number of a vector whose rounded product with `direction` is largest; of several always the same one.
    #[inline]
    pub fn furthest(&self, direction: V) -> usize {
        let mut best = Highest::<V> {
            height: [-ScalarOf::<V>::INFINITY; LANES],
            block: [ScalarOf::<V>::ZERO; LANES],
        };
        let mut number = ScalarOf::<V>::ZERO;
        for block in self.blocks.iter() {
            best.look_at(block, direction, number);
            number += ScalarOf::<V>::ONE;
        }
        let (block, lane) = best.place();
        // Never of the filling: that is no higher than the first vector, which lane 0 has seen.
        block * LANES + lane
    }
}

/// The highest so far in each lane, and the number of its block.
struct Highest<V: Vector3> {
    height: [V::Scalar; LANES],
    block: [V::Scalar; LANES],
}

impl<V: Vector3> Highest<V> {
    /// Without a branch: which vector is highest cannot be predicted.
    #[inline(always)]
    fn look_at(&mut self, [x, y, z]: &Block<V>, d: V, number: V::Scalar) {
        let (dx, dy, dz) = (d.x(), d.y(), d.z());
        for lane in 0..LANES {
            let height = x[lane] * dx + y[lane] * dy + z[lane] * dz;
            let higher = height > self.height[lane];
            self.height[lane] = if higher { height } else { self.height[lane] };
            self.block[lane] = if higher { number } else { self.block[lane] };
        }
    }
    /// Block and lane of the highest of all.
    #[inline(always)]
    fn place(&self) -> (usize, usize) {
        let mut top = (self.height[0], self.block[0], 0);
        for lane in 1..LANES {
            if self.height[lane] > top.0 {
                top = (self.height[lane], self.block[lane], lane);
            }
        }
        (top.1.to_f64() as usize, top.2)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use glam::Vec3;

    use super::*;

    #[test]
    fn the_same_as_one_by_one() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        for count in [1, 2, 7, 8, 9, 31, 64, 200] {
            let all: Vec<Vec3> = (0..count).map(|_| Vec3::new(next(), next(), next())).collect();
            let columns = Columns::new(&all);
            for _ in 0..50 {
                let d = Vec3::new(next(), next(), next());
                let height = |v: Vec3| v.x * d.x + v.y * d.y + v.z * d.z;
                let most = all.iter().map(|v| height(*v)).fold(f32::MIN, f32::max);
                let found = columns.furthest(d);
                assert_eq!((height(all[found]), columns.get(found)), (most, all[found]));
            }
        }
    }
}
