//! Bitmap: a pixel mask.

use super::check;
use super::error::InvalidShape;
use crate::math::Vector2;

/// A pixel mask.
#[derive(Clone, Debug)]
pub struct Bitmap<V: Vector2> {
    pixel_size: V::Scalar,
}

impl<V: Vector2> Bitmap<V> {
    /// Rows of `0` and `1`, the first on top.
    pub fn new<R: AsRef<str>>(_rows: &[R], pixel_size: V::Scalar) -> Result<Self, InvalidShape> {
        Ok(Self {
            pixel_size: check::positive("pixel_size", pixel_size)?,
        })
    }
    /// The side of a pixel.
    pub fn pixel_size(&self) -> V::Scalar {
        self.pixel_size
    }
}
