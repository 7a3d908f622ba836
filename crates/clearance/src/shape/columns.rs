//! Vectors laid out for scans: four x side by side, four y, four z, then the next four.
//!
//! Which vector reaches furthest along a direction is what GJK, EPA and clipping ask again and again. A scan over all of
//! them, lane by lane without a branch, is plain code that compilers turn into vector instructions. The other way is to walk
//! from neighbour to neighbour (S. Cameron, "Enhancing GJK: computing minimum and penetration distances between convex
//! polyhedra", 1997), whose every step waits for the one before: better for many vectors, from where on was not measured.

use alloc::sync::Arc;

use crate::math::{Real, ScalarOf, Vector3};

/// Vectors side by side in a block: what the narrowest vector registers of today hold of single precision.
const LANES: usize = 4;

/// More blocks than this could not be counted in a single-precision lane.
pub(super) const MOST: usize = LANES << 24;

/// `.0[k][lane]` is component `k` of one vector.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Block<S>([[S; LANES]; 3]);

/// Some vectors; clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Columns<V: Vector3> {
    blocks: Arc<[Block<V::Scalar>]>,
}

impl<V: Vector3> Columns<V> {
    /// Of these vectors; the last block is filled up with the first of them.
    pub fn new(vectors: &[V]) -> Self {
        let first = vectors.first().copied().unwrap_or(V::ZERO);
        let block = |chunk: &[V]| {
            let lane = |i: usize| chunk.get(i).copied().unwrap_or(first);
            Block(core::array::from_fn(|k| core::array::from_fn(|i| lane(i).get(k))))
        };
        Self {
            blocks: vectors.chunks(LANES).map(block).collect(),
        }
    }
    /// One of the vectors.
    #[inline(always)]
    pub fn get(&self, i: usize) -> V {
        let Block([x, y, z]) = &self.blocks[i / LANES];
        V::new(x[i % LANES], y[i % LANES], z[i % LANES])
    }
    /// The number of a vector whose rounded product with `direction` is largest; of several always the same one. 0 where
    /// there are none.
    #[inline]
    pub fn furthest(&self, direction: V) -> usize {
        let (dx, dy, dz) = (direction.x(), direction.y(), direction.z());
        let mut height = [-ScalarOf::<V>::INFINITY; LANES];
        let mut found = [ScalarOf::<V>::ZERO; LANES];
        let mut number = [ScalarOf::<V>::ZERO; LANES];
        for Block([x, y, z]) in self.blocks.iter() {
            // No branch: which vector is highest cannot be predicted.
            for lane in 0..LANES {
                let here = x[lane] * dx + y[lane] * dy + z[lane] * dz;
                let higher = here > height[lane];
                found[lane] = if higher { number[lane] } else { found[lane] };
                height[lane] = if higher { here } else { height[lane] };
                number[lane] += ScalarOf::<V>::ONE;
            }
        }
        // Never of the filling: that is no higher than the first vector, which lane 0 has seen.
        highest(&height, &found)
    }
}

/// The number of the vector of the highest lane, the first of equals. On its own, or the compiler arranges the scan's lanes
/// to suit these last steps.
#[inline(never)]
fn highest<S: Real>(height: &[S; LANES], block: &[S; LANES]) -> usize {
    let higher = |i: usize, j: usize| if height[j] > height[i] { j } else { i };
    let lane = higher(higher(0, 1), higher(2, 3)) % LANES;
    block[lane].to_f64() as usize * LANES + lane
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
