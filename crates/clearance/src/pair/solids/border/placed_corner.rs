//! One corner of a facet in the world, in floats.

use crate::exact::number::expansion::two_sum;
use crate::math::Real;
use crate::pair::solids::border::PlacedBorder;
use crate::shape::ShapeSpace;

/// A corner in floats.
#[derive(Clone, Copy)]
pub(in crate::pair::solids) struct PlacedCorner<const D: usize> {
    /// Approximate coordinates, times `2^-exponent`.
    pub at: [f64; D],
    /// A bound on how far these are from the true ones.
    pub error: f64,
    /// Whether the coordinates are exact, and none is tiny beside 1.
    pub is_exact: bool,
}

impl<V: ShapeSpace, const D: usize> PlacedBorder<'_, V, D> {
    /// Corner `k` of facet `i`.
    pub(in crate::pair::solids) fn corner(&self, i: usize, k: usize) -> PlacedCorner<D> {
        self.placed_corner(self.local.corner(i, k))
    }
    /// A corner that is given in the border's frame.
    #[inline]
    pub(super) fn placed_corner(&self, local: V) -> PlacedCorner<D> {
        if let Some(at) = self.shift.and_then(|shift| self.unrounded(local, shift)) {
            return PlacedCorner {
                at,
                error: f64::MIN_POSITIVE,
                is_exact: true,
            };
        }
        let world = self.corner_frame.point(local);
        PlacedCorner {
            at: core::array::from_fn(|c| self.in_unit(world.get(c).to_f64())),
            error: self.error,
            is_exact: false,
        }
    }
    /// A corner moved by `shift`, where no sum is rounded.
    #[inline]
    fn unrounded(&self, local: V, shift: [f64; D]) -> Option<[f64; D]> {
        let mut at = [0.0; D];
        for (c, x) in at.iter_mut().enumerate() {
            let (sum, lost) = two_sum(local.get(c).to_f64(), shift[c]);
            *x = self.in_unit(sum);
            // Products of three of these, and what they lose by rounding, are numbers, too.
            let is_tiny = *x != 0.0 && libm::fabs(*x) < 1e-60;
            if lost != 0.0 || is_tiny {
                return None;
            }
        }
        Some(at)
    }
}
