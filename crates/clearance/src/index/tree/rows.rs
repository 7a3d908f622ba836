//! Eight boxes side by side, again and again: one row for each component of their smallest corners, then of
//! the largest, so that one box is compared with all eight at once.

use alloc::vec::Vec;

use crate::index::pair_list::heap;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::simd::{Lanes, prefetch};

/// How many boxes are side by side: the lanes of a wide register, so that the loops below need no branches.
pub(super) const LANES: usize = 8;

/// Boxes in groups of eight. A lane without a box holds NaN, and meets nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows<V: Vector>(Vec<[V::Scalar; LANES]>);

impl<V: Vector> Rows<V> {
    /// How many rows eight boxes have.
    const EACH: usize = 2 * V::DIM;

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
    /// Adds eight lanes without boxes.
    pub(crate) fn push(&mut self) {
        let nothing = [ScalarOf::<V>::lit(f64::NAN); LANES];
        self.0.extend((0..Self::EACH).map(|_| nothing));
    }
    /// The rows of eight boxes.
    #[inline]
    fn of(&self, eight: u32) -> &[[V::Scalar; LANES]] {
        let first = eight as usize * Self::EACH;
        &self.0[first..first + Self::EACH]
    }
    #[inline]
    fn of_mut(&mut self, eight: u32) -> &mut [[V::Scalar; LANES]] {
        let first = eight as usize * Self::EACH;
        &mut self.0[first..first + Self::EACH]
    }
    /// One of eight boxes.
    #[inline]
    pub(crate) fn aabb(&self, eight: u32, lane: usize) -> Aabb<V> {
        let rows = self.of(eight);
        Aabb::new(
            V::from_fn(|k| rows[k][lane]),
            V::from_fn(|k| rows[V::DIM + k][lane]),
        )
    }
    /// Writes one of eight boxes.
    #[inline]
    pub(crate) fn set(&mut self, eight: u32, lane: usize, aabb: &Aabb<V>) {
        let rows = self.of_mut(eight);
        for k in 0..V::DIM {
            rows[k][lane] = aabb.min.get(k);
            rows[V::DIM + k][lane] = aabb.max.get(k);
        }
    }
    /// All rows, to be written.
    pub(super) fn all_mut(&mut self) -> SomeRows<'_, V> {
        SomeRows(&mut self.0)
    }
    /// A bit for each of eight boxes that meets `query`.
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline(always)]
    pub(crate) fn meeting(&self, eight: u32, query: &Aabb<V>) -> u32 {
        let rows = self.of(eight);
        let mut marks = crate::simd::Marks::all();
        for k in 0..V::DIM {
            marks = marks
                .up_to(&rows[k], query.max.get(k))
                .from(&rows[V::DIM + k], query.min.get(k));
        }
        marks.bits()
    }
    /// A bit for each of eight boxes that meets `query`.
    #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
    #[inline(always)]
    pub(crate) fn meeting(&self, eight: u32, query: &Aabb<V>) -> u32 {
        let rows = self.of(eight);
        let mut meets = [true; LANES];
        for k in 0..V::DIM {
            let (low, high) = (&rows[k], &rows[V::DIM + k]);
            let (query_low, query_high) = (query.min.get(k), query.max.get(k));
            for lane in 0..LANES {
                meets[lane] &= (low[lane] <= query_high) & (query_low <= high[lane]);
            }
        }
        (0..LANES).fold(0, |bits, lane| bits | u32::from(meets[lane]) << lane)
    }
    /// The same by given lanes.
    #[inline(always)]
    pub(super) fn meeting_by<L: Lanes>(&self, eight: u32, query: &Aabb<V>, lanes: L) -> u8 {
        let (rows, mut met) = (self.of(eight), u8::MAX);
        for k in 0..V::DIM {
            let (low, high) = (&rows[k], &rows[V::DIM + k]);
            met &= lanes.at_most(low, &[query.max.get(k); LANES]);
            met &= lanes.at_most(&[query.min.get(k); LANES], high);
        }
        met
    }
    /// Prefetches eight boxes.
    #[inline]
    pub(super) fn prefetch(&self, eight: u32) {
        let rows_of_a_line = (64 / size_of::<[V::Scalar; LANES]>()).max(1);
        for row in (0..Self::EACH).step_by(rows_of_a_line) {
            prefetch(&self.0, eight as usize * Self::EACH + row);
        }
    }
    /// Returns most of the memory that growing took in excess.
    pub(super) fn trim(&mut self) {
        self.0.shrink_to(self.0.len() * 17 / 16);
    }
    pub(crate) fn bytes(&self) -> usize {
        heap(&self.0)
    }
}

/// A range of the groups of eight, to be written.
pub(super) struct SomeRows<'a, V: Vector>(&'a mut [[V::Scalar; LANES]]);

impl<V: Vector> SomeRows<'_, V> {
    /// The first groups, and the others.
    pub(crate) fn split_at(&mut self, eights: usize) -> (SomeRows<'_, V>, SomeRows<'_, V>) {
        let (first, others) = self.0.split_at_mut(eights * Rows::<V>::EACH);
        (SomeRows(first), SomeRows(others))
    }
    /// Writes all boxes of one group.
    #[inline(always)]
    pub(super) fn set_all(&mut self, eight: usize, boxes: &[Aabb<V>; LANES]) {
        let first = eight * Rows::<V>::EACH;
        let rows = &mut self.0[first..first + Rows::<V>::EACH];
        for k in 0..V::DIM {
            rows[k] = core::array::from_fn(|lane| boxes[lane].min.get(k));
            rows[V::DIM + k] = core::array::from_fn(|lane| boxes[lane].max.get(k));
        }
    }
}
