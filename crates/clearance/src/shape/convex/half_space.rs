//! Half-space: everything on one side of a line or plane.

use crate::math::{Real, Vector};
use crate::shape::check;
use crate::shape::error::{Fault, Field, InvalidShape};

/// The set `normal · x <= offset`. The normal may have any length except 0, and `offset` is not rescaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    normal: V,
    offset: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// The set `normal · x <= offset`.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, InvalidShape> {
        check::point(Field::named("normal"), normal)?;
        if normal.max_abs() <= Real::ZERO {
            return Err(InvalidShape::new("normal", Fault::Zero));
        }
        let offset = check::finite("offset", offset)?;
        Ok(Self { normal, offset })
    }
    /// The normal out of the set, of any length.
    #[inline]
    pub fn normal(&self) -> V {
        self.normal
    }
    /// The value of `normal · x` on the border.
    #[inline]
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
}
