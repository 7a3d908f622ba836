//! What the curved surfaces share: sides, and coordinates about an axis.

use glam::DVec3;

use crate::math::Real;

/// +1 where the material is inside of a curved surface, around its axis or centre; −1 where it is outside.
pub(super) fn sign(outward: bool) -> f64 {
    if outward { 1.0 } else { -1.0 }
}

/// A unit vector along `v`, or `otherwise` if it has no direction.
pub(super) fn unit_or(v: DVec3, otherwise: DVec3) -> DVec3 {
    let largest = v.abs().max_element();
    if largest == 0.0 || !largest.is_finite() {
        return otherwise;
    }
    let v = v / largest; // its square neither overflows nor vanishes
    v / Real::sqrt(v.length_squared())
}

/// The length, without overflow or underflow of its square.
pub(super) fn length(v: DVec3) -> f64 {
    let largest = v.abs().max_element();
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    let v = v / largest;
    Real::sqrt(v.length_squared()) * largest
}

/// A point in coordinates about an axis.
#[derive(Clone, Copy)]
pub(super) struct AboutAxis {
    /// Along the axis.
    pub height: f64,
    /// From the axis.
    pub radius: f64,
    /// Away from the axis, a unit vector; any perpendicular one for points of the axis.
    pub out: DVec3,
}

impl AboutAxis {
    /// Of a point, seen from a point of the axis; `axis` is a unit vector.
    pub fn new(from_origin: DVec3, axis: DVec3) -> Self {
        let height = from_origin.dot(axis);
        let away = from_origin - axis * height;
        Self {
            height,
            radius: length(away),
            out: unit_or(away, axis.any_orthonormal_vector()),
        }
    }
}
