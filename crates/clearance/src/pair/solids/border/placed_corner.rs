//! Corners of a shape in the world, in floats.

use crate::exact::number::expansion::two_sum;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::ExactFrame;
use crate::math::{Place, Real};
use crate::shape::{BoundedFrame, ShapeSpace};

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

/// Takes corners to the world.
pub(in crate::pair::solids) struct CornerFrame<V: ShapeSpace, const D: usize> {
    frame: BoundedFrame<V>,
    /// By how much every corner is moved, where the frame only moves.
    shift: Option<[f64; D]>,
    /// A bound on how far corners in floats are from the true ones in each coordinate, times `2^-exponent`.
    pub error: f64,
    exponent: i64,
    /// `2^-exponent`; 0 where that is no normal number.
    unit: f64,
}

impl<V: ShapeSpace, const D: usize> CornerFrame<V, D> {
    /// For corners of a shape at `place`, whose coordinates in its own frame are at most those of `reach`.
    pub fn new(place: &Place<'_, V>, exact: &ExactFrame<D>, reach: V, exponent: i64) -> Self {
        let frame = BoundedFrame::of(place);
        let error = times_power_of_two(frame.error(reach).to_f64(), -exponent);
        let unit = match exponent.abs() <= 1000 {
            true => times_power_of_two(1.0, -exponent),
            false => 0.0,
        };
        Self {
            shift: exact.shift_alone(),
            frame,
            error: error + f64::MIN_POSITIVE,
            exponent,
            unit,
        }
    }
    /// Whether corners stay where they are.
    pub fn changes_nothing(&self) -> bool {
        self.shift.is_some_and(|shift| shift.iter().all(|x| *x == 0.0))
    }
    /// A corner that is given in its own frame.
    #[inline]
    pub fn corner(&self, local: V) -> PlacedCorner<D> {
        if let Some(at) = self.shift.and_then(|shift| self.unrounded(local, shift)) {
            return PlacedCorner {
                at,
                error: f64::MIN_POSITIVE,
                is_exact: true,
            };
        }
        let world = self.frame.point(local);
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
    /// A coordinate of the world in the units of corners.
    pub fn in_unit(&self, x: f64) -> f64 {
        match self.unit > 0.0 {
            true => x * self.unit,
            false => times_power_of_two(x, -self.exponent),
        }
    }
}
