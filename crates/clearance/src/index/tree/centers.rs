//! The order of boxes in a new hierarchy: their centers are split again and again along the longest axis.
//!
//! Idea: a k-d tree of the centers (Bentley, "Multidimensional binary search trees used for associative
//! searching", 1975), split where equally many whole leaves lie on either side. Every leaf but one is full,
//! and no leaf is more than one level deeper than another. Where to split follows from the number of boxes
//! alone, so the tree is written afterwards without looking at the centers again.
//!
//! The surface area heuristic in bins (`static_tree/surface_area.rs`), which takes three times as long, was
//! compared with this by the sum of the surfaces of all nodes. For boxes spread evenly, of mixed sizes,
//! along a line, or in a dense and a sparse cluster, its sum was 1 to 7 % larger; for many clusters 3 %
//! smaller, and for boxes densest about a point or a corner 6 to 11 % smaller. Limit: sizes of boxes are
//! ignored.

use super::rows::LANES;
use crate::index::Threads;
use crate::math::{Aabb, Real, Vector};

/// A box's center in four words, to save memory: the bits of up to three `f32` and the slot of the box.
/// None of the three is negative, so their bits are in the same order as the numbers.
pub(super) type PackedCenter = [u32; 4];

/// From which corner centers are measured, and in which unit: so that no scene is too large or too small
/// for `f32`.
pub(super) struct CenterScale<V: Vector> {
    low: V,
    size: V::Scalar,
}

impl<V: Vector> CenterScale<V> {
    /// For the centers of these boxes.
    pub(crate) fn around(boxes: impl Iterator<Item = Aabb<V>>) -> Option<Self> {
        let all = boxes.reduce(|a, b| a.union(&b))?;
        let size = (all.max - all.min).max_element();
        Some(Self {
            low: all.min,
            size: if size > Real::ZERO { size } else { Real::ONE },
        })
    }
    pub(super) fn packed(&self, aabb: &Aabb<V>, id: u32) -> PackedCenter {
        let place = (aabb.center() - self.low) / self.size;
        core::array::from_fn(|k| match k {
            3 => id,
            _ if k < V::DIM => (place.get(k).to_f64() as f32).to_bits(),
            _ => 0,
        })
    }
}

/// How many of `count` centers, more than fit in a leaf, go to the first side: those of half of the leaves.
pub(crate) fn cut(count: usize) -> usize {
    (count / 2).next_multiple_of(LANES)
}

/// From this many centers on the first side, another thread is worth its cost.
const MANY: usize = 1 << 13;

/// Puts the centers in the order of the leaves.
pub(super) fn split_all(centers: &mut [PackedCenter], threads: Threads) {
    if centers.len() <= LANES {
        return;
    }
    let (axis, cut) = (longest_axis(centers), cut(centers.len()));
    centers.select_nth_unstable_by_key(cut, |center| center[axis % 4]);
    let (left, right) = centers.split_at_mut(cut);
    let threads = if cut > MANY { threads } else { Threads::One };
    threads.join(|| split_all(left, threads), || split_all(right, threads));
}

/// The axis along which the centers are spread most.
fn longest_axis(centers: &[PackedCenter]) -> usize {
    let (mut low, mut high) = ([f32::INFINITY; 4], [0.0; 4]);
    for center in centers {
        // All four words, though the last is a slot: four lanes take one instruction, three would take
        // three.
        let x = center.map(f32::from_bits);
        low = core::array::from_fn(|k| if x[k] < low[k] { x[k] } else { low[k] });
        high = core::array::from_fn(|k| if x[k] > high[k] { x[k] } else { high[k] });
    }
    let size = |k: usize| high[k] - low[k];
    (1..3).fold(0, |best, k| if size(k) > size(best) { k } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use clearance_testkit::Random;
    use glam::Vec3;

    #[test]
    fn every_cut_has_whole_leaves_before_it_and_parts_along_an_axis() {
        let mut random = Random::new(31);
        for count in [1, 8, 9, 17, 63, 64, 65, 1000, 1003] {
            let at = |p: Vec3| Aabb { min: p, max: p };
            // A third of them coincide.
            let locations = (0..count).map(|i| if i % 3 == 0 { Vec3::ONE } else { random.vector(5.0) });
            let boxes: Vec<_> = locations.map(at).collect();
            let scale = CenterScale::around(boxes.iter().copied()).unwrap();
            let mut centers: Vec<PackedCenter> = (0..).zip(&boxes).map(|(i, b)| scale.packed(b, i)).collect();
            split_all(&mut centers, Threads::One);
            check(&centers);
            centers.sort_unstable_by_key(|center| center[3]);
            assert!((0..).zip(&boxes).map(|(i, b)| scale.packed(b, i)).eq(centers));
        }
    }
    fn check(centers: &[PackedCenter]) {
        if centers.len() <= LANES {
            return;
        }
        let (left, right) = centers.split_at(cut(centers.len()));
        assert!(left.len().is_multiple_of(LANES) && !right.is_empty());
        let parts = |k: usize| left.iter().all(|a| right.iter().all(|b| a[k] <= b[k]));
        assert!((0..3).any(parts));
        check(left);
        check(right);
    }
}
