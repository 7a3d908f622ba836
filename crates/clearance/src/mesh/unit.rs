//! A unit near the size of what is computed, so that products of a few lengths neither overflow nor vanish.

use crate::math::PowerOfTwo;

/// The power of two that brings a size to between 1 and 2.
pub(super) fn to_about_one(size: f64) -> PowerOfTwo {
    let is_usable = size > 0.0 && size.is_finite();
    PowerOfTwo(if is_usable { -libm::ilogb(size) } else { 0 })
}
