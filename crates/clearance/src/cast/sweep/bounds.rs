//! What the sweeps in floats share: error bounds of gaps, and when a separating plane is crossed.

use glam::{DVec2, DVec3};

use crate::math::{Real, Vector};

/// A motion along a normal slower than this part of the whole is a graze.
pub(super) const GRAZE: f64 = 1.0 / 1024.0;

/// A motion along a normal slower than this part of the whole asks for rotations in double precision.
pub(super) const SLANT: f64 = 1.0 / 64.0;

/// The least part of the whole motion that must go along the normal, so that the error of the rotations
/// changes the time by little; `turned` is that error.
#[inline]
pub(super) fn least_slant<V: Vector>(turned: f64) -> f64 {
    let is_rough = V::Scalar::IS_SINGLE && turned > 0.0;
    if is_rough { SLANT } else { GRAZE }
}

/// The error bounds of a gap between two shapes.
#[derive(Clone, Copy)]
pub(super) struct GapErrors {
    /// Of one computed in double precision.
    pub(super) rounding: f64,
    /// Of one computed in the space's own precision, or in an exact decision.
    pub(super) error_bound: f64,
}

impl GapErrors {
    /// No coordinate, size or motion is larger than `reach`; `epsilon` is the space's own.
    #[inline]
    pub(super) fn new(epsilon: f64, reach: f64) -> Self {
        let rounding = 48.0 * f64::EPSILON * reach;
        Self {
            rounding,
            error_bound: 40.0 * epsilon * reach + rounding,
        }
    }
    /// Whether squares and cubes of such lengths neither overflow nor vanish.
    #[inline]
    pub(super) fn are_moderate(&self) -> bool {
        (self.rounding < 1e45) & (self.rounding > 1e-75)
    }
}

/// By how much a rotation with this image of the x axis, as rounded, may have moved the border of a shape of
/// this size.
#[inline]
pub(super) fn rotation_error<V: Vector>(axis: DVec2, size: f64) -> f64 {
    let relative = if axis != DVec2::X {
        4.0 * V::Scalar::EPSILON.to_f64()
    } else {
        0.0
    };
    relative * size
}

/// By how much less the gap along a normal may truly be; `turned` is the error of the rotations. Coordinates
/// that nothing has turned have no error in the direction of a coordinate axis.
#[inline]
pub(super) fn gap_error(turned: f64, rounding: f64, is_axis: bool) -> f64 {
    if (turned == 0.0) & is_axis {
        0.0
    } else {
        turned + 0.25 * rounding
    }
}

/// A time at which a gap that closes at `speed` is used up, never later than the truth.
#[inline]
pub(super) fn crossing_time(gap: f64, speed: f64, gap_error: f64) -> f64 {
    let mut time = (gap - gap_error) / speed;
    if gap - speed * time < 0.0 {
        time *= 1.0 - f64::EPSILON;
    }
    Real::max(time, 0.0)
}

/// Whether two balls, such as those around two shapes, pass each other until a time; `within` is the sum of
/// their radii.
#[inline]
pub(super) fn balls_pass(between: DVec3, way: DVec3, limit: f64, within: f64) -> bool {
    let speed2 = Real::max(way.length_squared(), f64::MIN_POSITIVE);
    let time = (-between.dot(way) / speed2).clamp(0.0, limit);
    (between + way * time).length_squared() > within * within
}

/// The largest scalar that is no later than this time, which is not negative, up to rounding in double
/// precision: digits beyond the scalar's precision are cut off.
#[inline]
pub(super) fn not_later<V: Vector>(time: f64) -> V::Scalar {
    let exponent = V::Scalar::EPSILON.to_f64().to_bits() >> (f64::MANTISSA_DIGITS - 1);
    let without = f64::EPSILON.to_bits() >> (f64::MANTISSA_DIGITS - 1);
    let digits = exponent - without;
    if digits == 0 {
        return V::Scalar::lit(time);
    }
    let time = time * (1.0 + 8.0 * f64::EPSILON);
    V::Scalar::lit(f64::from_bits(time.to_bits() >> digits << digits))
}
