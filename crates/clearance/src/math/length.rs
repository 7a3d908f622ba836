//! Lengths whose squares may overflow or underflow, and bounds on lengths.

use super::numbers::Real;
use super::vector::{ScalarOf, Vector};

/// The length of a vector of any magnitude.
#[inline]
pub(crate) fn length<V: Vector>(v: V) -> V::Scalar {
    let squared = v.length_squared();
    let least = ScalarOf::<V>::MIN_POSITIVE / (ScalarOf::<V>::EPSILON * ScalarOf::<V>::EPSILON);
    if squared > least && squared.is_finite() {
        return squared.sqrt();
    }
    scaled_length(v)
}

/// The same, always scaled by the largest component; that component itself where it is infinite or NaN.
#[cold]
pub(crate) fn scaled_length<V: Vector>(v: V) -> V::Scalar {
    let largest = v.max_abs();
    if largest > Real::ZERO && largest.is_finite() {
        (v / largest).length() * largest
    } else {
        largest
    }
}

/// The length of a vector of any magnitude, rounded up.
pub(crate) fn length_above<V: Vector>(v: V) -> V::Scalar {
    let rounding_up = ScalarOf::<V>::ONE + ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0);
    scaled_length(v) * rounding_up
}

/// The sum of the magnitudes of the components: never less than the length.
#[inline]
pub(crate) fn magnitude<V: Vector>(v: V) -> V::Scalar {
    let a = v.abs();
    let mut sum = a.get(0) + a.get(1);
    if V::DIM == 3 {
        sum += a.get(2);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec2};

    #[test]
    fn lengths_at_every_scale() {
        for scale in [1.0, 2.0_f64.powi(-1020), 2.0_f64.powi(1000)] {
            let v = DVec3::new(2.0, 4.0, 4.0) * scale;
            assert_eq!(length(v), 6.0 * scale);
            assert_eq!(magnitude(v), 10.0 * scale);
            assert!(length_above(v) > 6.0 * scale && length_above(v) < 6.000_001 * scale);
        }
        assert_eq!(length(Vec2::ZERO), 0.0);
        assert_eq!(length_above(Vec2::new(f32::INFINITY, 1.0)), f32::INFINITY);
    }
}
