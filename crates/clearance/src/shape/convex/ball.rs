//! Circle and sphere.

use crate::math::Real;
use crate::shape::check;
use crate::shape::error::InvalidShape;

/// A disc in 2D, a solid ball in 3D, around the local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<S> {
    radius: S,
}

impl<S: Real> Ball<S> {
    /// A ball of positive radius.
    pub fn new(radius: S) -> Result<Self, InvalidShape> {
        check::positive("radius", radius).map(|radius| Self { radius })
    }
    /// The radius, positive.
    #[inline]
    pub fn radius(&self) -> S {
        self.radius
    }
}
