//! Corners of a shape in the world, in floats.

use super::float_vertices::FloatVertices;
use crate::exact::number::expansion::two_sum;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::ExactFrame;
use crate::math::{Place, Real};
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

/// Takes corners to the world.
pub(in crate::pair::solids) struct CornerFrame<const D: usize> {
    vertices: FloatVertices,
    /// By how much every corner is moved, where the frame only moves.
    shift: Option<[f64; D]>,
    /// A bound on how far corners in floats are from the true ones in each coordinate, times `2^-exponent`.
    pub error: f64,
    exponent: i64,
    /// `2^-exponent`; 0 where that is no normal number.
    unit: f64,
}

impl<const D: usize> CornerFrame<D> {
    /// For corners of a shape at `place`, whose coordinates in its own frame are at most those of `reach`.
    pub fn new<V: ShapeSpace>(place: &Place<'_, V>, exact: &ExactFrame<D>, reach: V, exponent: i64) -> Self {
        let vertices = FloatVertices::new(place, reach);
        let error = times_power_of_two(vertices.largest_error(), -exponent);
        let unit = match exponent.abs() <= 1000 {
            true => times_power_of_two(1.0, -exponent),
            false => 0.0,
        };
        Self {
            shift: exact.shift_alone(),
            vertices,
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
    pub fn corner<V: ShapeSpace>(&self, local: V) -> PlacedCorner<D> {
        if let Some(at) = self.shift.and_then(|shift| self.unrounded(local, shift)) {
            return PlacedCorner {
                at,
                error: f64::MIN_POSITIVE,
                is_exact: true,
            };
        }
        let vertex = self.vertices.vertex(local);
        let at = core::array::from_fn(|c| self.in_unit(vertex.at[c]));
        let is_exact = vertex.error == 0.0 && !at.iter().any(|x| is_tiny(*x));
        PlacedCorner {
            at,
            error: if is_exact { f64::MIN_POSITIVE } else { self.error },
            is_exact,
        }
    }
    /// A corner moved by `shift`, where no sum is rounded.
    #[inline]
    fn unrounded<V: ShapeSpace>(&self, local: V, shift: [f64; D]) -> Option<[f64; D]> {
        let mut at = [0.0; D];
        for (c, x) in at.iter_mut().enumerate() {
            let (sum, lost) = two_sum(local.get(c).to_f64(), shift[c]);
            *x = self.in_unit(sum);
            if lost != 0.0 || is_tiny(*x) {
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

/// Whether products of three such numbers, or what they lose by rounding, may be no normal numbers.
fn is_tiny(x: f64) -> bool {
    x != 0.0 && libm::fabs(x) < 1e-60
}
