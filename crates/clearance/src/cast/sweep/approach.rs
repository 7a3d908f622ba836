//! Two shapes on the move, and what may be asked about them at a time.

use super::budget::Budget;
use super::moving::Moving;
use crate::math::{Real, ScalarOf};
use crate::pair::{self, Clearance, PairSpace, QueryError};
use crate::shape::AnyShape;

/// Two shapes on the move; convex ones, where a time is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Approach<'m, V: PairSpace> {
    pub(crate) a: Moving<'m, V>,
    pub(crate) b: Moving<'m, V>,
    /// What rounding took off the way of B as seen from A.
    pub(crate) lost: V,
    /// What may be spent on a time that takes a search.
    pub(crate) budget: &'m Budget,
}

impl<V: PairSpace> Approach<'_, V> {
    /// The clearance at a time.
    pub(super) fn clearance(&self, time: V::Scalar) -> Result<Clearance<V>, QueryError> {
        self.a
            .at(time, |a| self.b.at(time, |b| pair::clearance(a, b)))??
    }
    /// Whether the two meet at a time.
    pub(super) fn meet(&self, time: V::Scalar) -> Result<bool, QueryError> {
        self.a.at(time, |a| self.b.at(time, |b| pair::intersects(a, b)))?
    }
    /// Whether the motion presses one into the other after a meeting. Long steps first, of which floats can
    /// tell.
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
        self.a.start().shape.curved().is_some() || self.b.start().shape.curved().is_some()
    }
    pub(super) fn are_convex(&self) -> bool {
        self.a.start().shape.parts().is_none() && self.b.start().shape.parts().is_none()
    }
    /// What cannot be asked: an unbounded shape that turns.
    pub(super) fn check(&self) -> Result<(), QueryError> {
        if self.a.is_bounded() && self.b.is_bounded() {
            return Ok(());
        }
        Err(self.unsupported())
    }
    /// That these two cannot be asked about.
    pub(super) fn unsupported(&self) -> QueryError {
        let [a, b] = [&self.a, &self.b].map(|m| m.start().shape.kind());
        QueryError::UnsupportedPair { a, b }
    }
    /// How far B goes as seen from A.
    pub(super) fn way(&self) -> V {
        self.b.linear() - self.a.linear()
    }
    /// How fast the gap along a normal closes, without turning.
    pub(super) fn speed(&self, normal: V) -> V::Scalar {
        -self.way().dot(normal)
    }
    /// How fast the gap along a normal closes, at most, without turning.
    pub(super) fn closing(&self, normal: V) -> V::Scalar {
        let linear = self.b.linear().max_abs();
        let rounding = linear * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0);
        self.speed(normal) + rounding
    }
    /// A gap that is used up along its plane: well above what rounding does to a clearance.
    pub(super) fn tolerance(&self) -> V::Scalar {
        let part = ScalarOf::<V>::lit(1.0 / (1_u64 << 40) as f64);
        self.size() * part.max(ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)) + Real::MIN_POSITIVE
    }
    /// No coordinate on the way is larger.
    pub(super) fn size(&self) -> V::Scalar {
        self.a.size().max(self.b.size())
    }
    /// Whether an overlap is one that rounding explains.
    pub(super) fn is_as_good_as_touching(&self, c: &Clearance<V>) -> bool {
        c.distance >= -self.tolerance()
    }
    /// Whether a gap is so large that its normal is that of the gap: of two flat ones that all but touch, it
    /// may point to the other side.
    pub(super) fn is_beyond_error(&self, c: &Clearance<V>) -> bool {
        c.distance > self.tolerance() * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// An overlap after a step that rounding and a slide explain.
    pub(super) fn overlap_error(&self, step: V::Scalar) -> V::Scalar {
        let slide = self.b.linear().max_abs() * step * ScalarOf::<V>::EPSILON.sqrt();
        slide + self.tolerance() * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// How last to the end of the time an answer must be to be asked about again.
    pub(super) fn late(&self) -> V::Scalar {
        ScalarOf::<V>::EPSILON.sqrt()
    }
}
