//! Ellipsoids, cylinders and cones in their own frame: support points and how these move, straight lines of
//! the border, and flat round ends. Cylinders and cones have their axis along Y.

use glam::{DVec2, DVec3};

use super::body::STRAIGHT;
use crate::math::length;
use crate::shape::Curved;

/// How far the solid reaches from its origin.
pub(super) fn reach(curved: &Curved) -> f64 {
    match *curved {
        Curved::Ellipsoid(radii) => radii.max_element(),
        Curved::Cylinder { half_height, radius } | Curved::Cone { half_height, radius } => {
            libm::hypot(half_height, radius)
        }
    }
}

/// The support point along `n`, in the solid's own frame.
pub(crate) fn support(curved: &Curved, n: DVec3) -> DVec3 {
    match *curved {
        Curved::Ellipsoid(radii) => {
            let stretched = radii * n;
            let largest = stretched.abs().max_element();
            if largest > 0.0 {
                radii * (stretched / largest).normalize()
            } else {
                DVec3::ZERO
            }
        }
        Curved::Cylinder { half_height, radius } => rim(n, radius).0 + DVec3::Y * half_height.copysign(n.y),
        Curved::Cone { half_height, radius } => {
            let (rim, out) = rim(n, radius);
            if half_height * n.y >= radius * out - half_height * n.y {
                DVec3::Y * half_height
            } else {
                rim - DVec3::Y * half_height
            }
        }
    }
}

/// The derivative of the support point as `n` turns towards `t`, in the solid's own frame.
pub(super) fn support_derivative(curved: &Curved, n: DVec3, t: DVec3) -> DVec3 {
    match *curved {
        Curved::Ellipsoid(radii) => {
            let s = support(curved, n);
            (radii * radii * t - s * s.dot(t)) / (radii * n).length()
        }
        Curved::Cylinder { radius, .. } => rim_derivative(n, t, radius),
        Curved::Cone { half_height, radius } => {
            let out = from_axis(n);
            if 2.0 * half_height * n.y >= radius * out {
                DVec3::ZERO
            } else {
                rim_derivative(n, t, radius)
            }
        }
    }
}

/// The derivative of the point of a circle around Y: along the circle.
pub(super) fn rim_derivative(n: DVec3, t: DVec3, radius: f64) -> DVec3 {
    let (rim, out) = rim(n, radius);
    let along = DVec3::Y.cross(rim);
    if out > 0.0 {
        along * (along.dot(t) / (radius * out))
    } else {
        DVec3::ZERO
    }
}

/// The ends of the straight line of the border that is nearest to being the support set along the unit vector
/// `n`, and by how much the first end is further along `n`: the sine of the angle by which `n` would have to
/// turn.
pub(super) fn rulings(curved: &Curved, n: DVec3) -> Option<([DVec3; 2], f64)> {
    match *curved {
        Curved::Ellipsoid(_) => None,
        Curved::Cylinder { half_height, radius } => {
            let (rim, end) = (rim(n, radius).0, DVec3::Y * half_height);
            Some(([rim + end, rim - end], n.y))
        }
        Curved::Cone { half_height, radius } => {
            let ((rim, out), end) = (rim(n, radius), DVec3::Y * half_height);
            let side = libm::hypot(2.0 * half_height, radius);
            Some(([end, rim - end], (2.0 * half_height * n.y - radius * out) / side))
        }
    }
}

/// The flat round end whose normal is the unit vector `n`: its middle and radius.
pub(super) fn cap(curved: &Curved, n: DVec3) -> Option<(DVec3, f64)> {
    let is_along = from_axis(n) <= STRAIGHT;
    match *curved {
        Curved::Cylinder { half_height, radius } if is_along => {
            Some((DVec3::Y * half_height.copysign(n.y), radius))
        }
        Curved::Cone { half_height, radius } if is_along && n.y < 0.0 => {
            Some((DVec3::NEG_Y * half_height, radius))
        }
        _ => None,
    }
}

/// The point furthest along `n` of the circle around Y, or its centre where all points are; and the length of
/// `n` perpendicular to Y.
fn rim(n: DVec3, radius: f64) -> (DVec3, f64) {
    let out = from_axis(n);
    if out > 0.0 {
        (DVec3::new(n.x / out * radius, 0.0, n.z / out * radius), out)
    } else {
        (DVec3::ZERO, 0.0)
    }
}

/// The length of `n` perpendicular to Y.
fn from_axis(n: DVec3) -> f64 {
    length(DVec2::new(n.x, n.z))
}
