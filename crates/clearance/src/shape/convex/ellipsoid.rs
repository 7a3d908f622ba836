//! Ellipse and ellipsoid.

use crate::math::Vector;
use crate::shape::check;
use crate::shape::error::InvalidShape;

/// An ellipse or ellipsoid around the local origin, with its axes along the local axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V> {
    radii: V,
}

impl<V: Vector> Ellipsoid<V> {
    /// An ellipsoid with these positive radii.
    pub fn new(radii: V) -> Result<Self, InvalidShape> {
        let radii = check::components("radii", radii, check::positive)?;
        Ok(Self { radii })
    }
    /// Half the length of each axis.
    #[inline]
    pub fn radii(&self) -> V {
        self.radii
    }
}
