//! Rays against ellipses, ellipsoids, cylinders and cones, rounded or not.

use glam::DVec3;

use super::advance::advance;
use super::line::{Crossing, LocalRay, first_hit};
use super::{round, turned};
use crate::pair::nearest;
use crate::pair::nearest::Nearest;

/// An ellipsoid with these radii, in the plane an ellipse.
pub(crate) fn ellipsoid(ray: &LocalRay, radii: DVec3, grown: f64) -> Option<Crossing> {
    let radii = if ray.dimension == 2 {
        radii.with_z(radii.max_element())
    } else {
        radii
    };
    if grown == 0.0 {
        return first_hit(round::ellipsoid(ray, radii));
    }
    advance(ray, radii.max_element() + grown, |p| {
        grow(nearest::ellipsoid(radii, p), grown)
    })
}

/// A cylinder around Y.
pub(crate) fn cylinder(ray: &LocalRay, half_height: f64, radius: f64, grown: f64) -> Option<Crossing> {
    if grown == 0.0 {
        return first_hit(turned::cylinder(ray, half_height, radius));
    }
    advance(ray, half_height.max(radius) + grown, |p| {
        grow(nearest::cylinder(half_height, radius, p), grown)
    })
}

/// A cone around Y, apex up.
pub(crate) fn cone(ray: &LocalRay, half_height: f64, radius: f64, grown: f64) -> Option<Crossing> {
    if grown == 0.0 {
        return first_hit(turned::cone(ray, half_height, radius));
    }
    advance(ray, half_height.max(radius) + grown, |p| {
        grow(nearest::cone(half_height, radius, p), grown)
    })
}

fn grow(n: Nearest, by: f64) -> Nearest {
    Nearest {
        distance: n.distance - by,
        point: n.point + n.normal * by,
        ..n
    }
}
