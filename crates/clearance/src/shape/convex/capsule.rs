//! Segment and capsule.

use crate::math::Vector;
use crate::shape::check;
use crate::shape::error::{Field, InvalidShape};

/// A segment between two points, which may coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    ends: [V; 2],
}

impl<V: Vector> Segment<V> {
    /// The segment from `a` to `b`.
    pub fn new(a: V, b: V) -> Result<Self, InvalidShape> {
        let ends = [
            check::point(Field::named("a"), a)?,
            check::point(Field::named("b"), b)?,
        ];
        Ok(Self { ends })
    }
    /// For ends that are already checked.
    #[inline]
    pub(crate) fn from_checked(ends: [V; 2]) -> Self {
        Self { ends }
    }
    /// Both ends.
    #[inline]
    pub fn ends(&self) -> &[V; 2] {
        &self.ends
    }
}

/// All points within `radius` of a segment; a ball where the segment has no length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule around the segment from `a` to `b`, of positive radius.
    pub fn new(a: V, b: V, radius: V::Scalar) -> Result<Self, InvalidShape> {
        let (segment, radius) = (Segment::new(a, b)?, check::positive("radius", radius)?);
        Ok(Self { segment, radius })
    }
    /// Both ends of the inner segment.
    #[inline]
    pub fn ends(&self) -> &[V; 2] {
        self.segment.ends()
    }
    /// The radius, positive.
    #[inline]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}
