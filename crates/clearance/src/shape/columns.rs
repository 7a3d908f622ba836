//! Vectors laid out for scans: four x side by side, four y, four z, then the next four vectors.
//!
//! GJK, EPA and clipping ask again and again which vector is furthest along a direction. A scan over all of
//! them, lane by lane without a branch, is plain code of which compilers make vector instructions: the widest
//! there are where a search runs in [`widest`](crate::simd::widest). The alternative is hill climbing from
//! neighbour to neighbour (S. Cameron, "Enhancing GJK: computing minimum and penetration distances between
//! convex polyhedra", 1997). Each of its steps waits for the one before. It is better for many vectors; from
//! how many on was not measured.
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

use alloc::sync::Arc;

use crate::math::{Real, Vector, Vector3};
use crate::simd::prefetch;

/// Vectors in a block: as many as the narrowest vector registers of today hold in single precision.
const LANES: usize = 4;

/// The most vectors: a single-precision lane can count no more blocks.
pub(super) const MOST: usize = LANES << 24;

/// `.0[k][lane]` is component `k` of the vector in that lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Block<S>([[S; LANES]; 3]);

/// A list of vectors; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Columns<V: Vector> {
    blocks: Arc<[Block<V::Scalar>]>,
}

impl<V: Vector3> Columns<V> {
    /// These vectors; the last block is filled up with copies of the first one.
    pub fn new(vectors: &[V]) -> Self {
        let first = vectors.first().copied().unwrap_or(V::ZERO);
        let block = |chunk: &[V]| {
            let lane = |i: usize| chunk.get(i).copied().unwrap_or(first);
            Block(core::array::from_fn(|k| core::array::from_fn(|i| lane(i).get(k))))
        };
        let blocks = vectors.chunks(LANES).map(block).collect();
        Self { blocks }
    }
    /// The number of a vector whose rounded product with `direction` is largest; of equals always the same
    /// one. 0 for an empty list.
    #[inline(always)]
    pub fn furthest(&self, direction: V) -> usize {
        let direction = [direction.x(), direction.y(), direction.z()];
        let (height, found) = scan(&self.blocks, direction, |x| x);
        // Never one of the copies at the end: they are no higher than the first vector, which is in lane 0.
        number_of(highest(&height), &found)
    }
}

impl<V: Vector> Columns<V> {
    /// One of the vectors.
    #[inline(always)]
    pub fn get(&self, i: usize) -> V {
        let Block(components) = &self.blocks[i / LANES];
        V::from_fn(
            #[inline(always)]
            |k| components[k][i % LANES],
        )
    }
    /// Prefetches all of them.
    #[inline(always)]
    pub fn prefetch(&self) {
        (0..self.blocks.len()).for_each(|i| prefetch(&self.blocks, i));
    }
    /// The same in double precision; `count` is the number of vectors. Of equals it is the one that a scan of
    /// whole blocks and then of the rest finds first: the lowest lane, and in it the first.
    #[inline(always)]
    pub fn furthest_in_double(&self, count: usize, direction: [f64; 3]) -> usize {
        let full = self.blocks.len().min(count / LANES);
        let (height, found) = scan(&self.blocks[..full], direction, Real::to_f64);
        let lane = highest(&height);
        let (mut best, mut place) = (height[lane], number_of(lane, &found));
        for Block([x, y, z]) in self.blocks[full..].iter() {
            let [dx, dy, dz] = direction;
            for lane in 0..count % LANES {
                let here = x[lane].to_f64() * dx + y[lane].to_f64() * dy + z[lane].to_f64() * dz;
                if here > best {
                    (best, place) = (here, full * LANES + lane);
                }
            }
        }
        place
    }
}

/// For each lane the greatest product of its vectors with `direction`, and the block of that vector.
#[inline(always)]
fn scan<S: Real, T: Real>(
    blocks: &[Block<S>],
    direction: [T; 3],
    number: impl Fn(S) -> T,
) -> ([T; LANES], [T; LANES]) {
    let [dx, dy, dz] = direction;
    let (mut height, mut found, mut here) = ([-T::INFINITY; LANES], [T::ZERO; LANES], [T::ZERO; LANES]);
    for Block([x, y, z]) in blocks {
        // No branch: which vector is highest cannot be predicted.
        for lane in 0..LANES {
            let reach = number(x[lane]) * dx + number(y[lane]) * dy + number(z[lane]) * dz;
            let higher = reach > height[lane];
            found[lane] = if higher { here[lane] } else { found[lane] };
            height[lane] = if higher { reach } else { height[lane] };
            here[lane] += T::ONE;
        }
    }
    (height, found)
}

/// The lane with the greatest value, the first of equals. It returns a lane and not a number, since otherwise
/// the compiler arranges the lanes of the scan to suit these last steps.
#[inline(always)]
fn highest<T: Real>(height: &[T; LANES]) -> usize {
    let higher = |i: usize, j: usize| if height[j] > height[i] { j } else { i };
    higher(higher(0, 1), higher(2, 3)) % LANES
}

/// The number of the vector of a lane.
#[inline(always)]
fn number_of<T: Real>(lane: usize, found: &[T; LANES]) -> usize {
    found[lane].to_f64() as usize * LANES + lane
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

    /// The numbers are coarse, so that several are often equally high.
    #[test]
    fn in_double_precision_the_first_of_the_first_column() {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (state >> 29) as f32 - 4.0
        };
        let mut ties = 0;
        for count in [1, 2, 3, 4, 5, 8, 11, 32, 62] {
            let all: Vec<Vec3> = (0..count).map(|_| Vec3::new(next(), next(), next())).collect();
            let columns = Columns::new(&all);
            for _ in 0..50 {
                let d = Vec3::new(next(), next(), next());
                let heights: Vec<f32> = all.iter().map(|v| v.dot(d)).collect();
                let most = heights.iter().copied().fold(f32::MIN, f32::max);
                let rank = |i: usize| (i >= count / LANES * LANES, i % LANES, i);
                let top = (0..count).filter(|&i| heights[i] == most);
                ties += usize::from(top.clone().count() > 1);
                let first = top.min_by_key(|&i| rank(i)).unwrap();
                let d = [d.x, d.y, d.z].map(f64::from);
                assert_eq!(columns.furthest_in_double(count, d), first, "{all:?} {d:?}");
            }
        }
        assert!((40..120).contains(&ties), "{ties} of 450");
    }
}
