//! Two moving shapes, and what may be asked about them at a time.

use super::budget::Budget;
use super::moving::Moving;
use crate::math::{Real, ScalarOf};
use crate::pair::{self, Clearance, PairSpace, QueryError};
use crate::shape::AnyShape;

/// Two moving shapes; convex ones, where a time is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Approach<'m, V: PairSpace> {
    pub(crate) a: Moving<'m, V>,
    pub(crate) b: Moving<'m, V>,
    /// The rounding error of B's motion relative to A.
    pub(crate) lost: V,
    /// What a search may cost.
    pub(crate) budget: &'m Budget,
}

impl<V: PairSpace> Approach<'_, V> {
    pub(super) fn clearance(&self, time: V::Scalar) -> Result<Clearance<V>, QueryError> {
        self.a
            .at(time, |a| self.b.at(time, |b| pair::clearance(a, b)))??
    }
    pub(super) fn meet(&self, time: V::Scalar) -> Result<bool, QueryError> {
        self.a.at(time, |a| self.b.at(time, |b| pair::intersects(a, b)))?
    }
    /// Whether the motion presses one into the other after a meeting. Long steps come first: floats can
    /// decide those.
    pub(super) fn presses(&self, met: V::Scalar) -> Result<bool, QueryError> {
        let rest = ScalarOf::<V>::ONE - met;
        let shortest = rest * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4096.0);
        let mut step = rest * ScalarOf::<V>::HALF;
        while step >= shortest && step > Real::ZERO {
            if self.clearance(met + step)?.distance < -self.overlap_error(step) {
                return Ok(true);
            }
            step *= ScalarOf::<V>::lit(0.25);
        }
        Ok(false)
    }
    pub(super) fn turns(&self) -> bool {
        self.a.turns() || self.b.turns()
    }
    /// Whether one of the two has a curved surface other than a ball's.
    pub(super) fn is_curved(&self) -> bool {
        self.a.start.shape.curved().is_some() || self.b.start.shape.curved().is_some()
    }
    pub(super) fn are_convex(&self) -> bool {
        self.a.start.shape.parts().is_none() && self.b.start.shape.parts().is_none()
    }
    /// An error for an unbounded shape that turns.
    pub(super) fn check(&self) -> Result<(), QueryError> {
        if self.a.is_bounded() && self.b.is_bounded() {
            return Ok(());
        }
        Err(self.unsupported())
    }
    /// The error that these two cannot be asked about.
    pub(super) fn unsupported(&self) -> QueryError {
        let [a, b] = [&self.a, &self.b].map(|m| m.start.shape.kind());
        QueryError::UnsupportedPair { a, b }
    }
    /// How far B goes as seen from A.
    pub(super) fn way(&self) -> V {
        self.b.linear - self.a.linear
    }
    /// How fast the gap along a normal closes, without turning.
    pub(super) fn speed(&self, normal: V) -> V::Scalar {
        -self.way().dot(normal)
    }
    /// An upper bound of that.
    pub(super) fn closing(&self, normal: V) -> V::Scalar {
        let linear = self.b.linear.max_abs();
        let rounding = linear * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0);
        self.speed(normal) + rounding
    }
    /// A gap that counts as used up: well above the rounding error of a clearance.
    pub(super) fn tolerance(&self) -> V::Scalar {
        let part = ScalarOf::<V>::lit(1.0 / (1_u64 << 40) as f64);
        self.size() * part.max(ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)) + Real::MIN_POSITIVE
    }
    /// No coordinate during the motion is larger.
    pub(super) fn size(&self) -> V::Scalar {
        self.a.size().max(self.b.size())
    }
    /// Whether an overlap may be due to rounding.
    pub(super) fn is_as_good_as_touching(&self, c: &Clearance<V>) -> bool {
        c.distance >= -self.tolerance()
    }
    /// Whether a gap is so large that its normal is reliable: between two flat shapes that nearly touch, it
    /// may point to the wrong side.
    pub(super) fn is_beyond_error(&self, c: &Clearance<V>) -> bool {
        c.distance > self.tolerance() * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// An overlap after a step that may be due to rounding and sliding.
    pub(super) fn overlap_error(&self, step: V::Scalar) -> V::Scalar {
        let slide = self.b.linear.max_abs() * step * ScalarOf::<V>::EPSILON.sqrt();
        slide + self.tolerance() * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// The part of the time before its end in which an answer must be checked.
    pub(super) fn late(&self) -> V::Scalar {
        ScalarOf::<V>::EPSILON.sqrt()
    }
}
