//! Rays against ellipses, ellipsoids, cylinders and cones, rounded or not.

use super::advance::advance;
use super::line::{Crossing, LocalRay, first_hit};
use super::{round, turned};
use crate::pair::nearest;
use crate::pair::nearest::Nearest;
use crate::shape::Curved;

/// A curved shape, enlarged by `scale` and then grown by a ball.
pub(crate) fn curved(ray: &LocalRay, curved: Curved, scale: f64, grown: f64) -> Option<Crossing> {
    match curved {
        Curved::Ellipsoid(radii) => {
            let radii = radii * scale;
            // An ellipse is the section of an ellipsoid.
            let radii = if ray.dimension == 2 {
                radii.with_z(radii.max_element())
            } else {
                radii
            };
            if grown == 0.0 {
                return first_hit(round::ellipsoid(ray, radii));
            }
            let nearest = |p| grow(nearest::ellipsoid(radii, p), grown);
            advance(ray, radii.max_element() + grown, nearest)
        }
        Curved::Cylinder { half_height, radius } => {
            let (half_height, radius) = (half_height * scale, radius * scale);
            if grown == 0.0 {
                return first_hit(turned::cylinder(ray, half_height, radius));
            }
            let nearest = |p| grow(nearest::cylinder(half_height, radius, p), grown);
            advance(ray, half_height.max(radius) + grown, nearest)
        }
        Curved::Cone { half_height, radius } => {
            let (half_height, radius) = (half_height * scale, radius * scale);
            if grown == 0.0 {
                return first_hit(turned::cone(ray, half_height, radius));
            }
            let nearest = |p| grow(nearest::cone(half_height, radius, p), grown);
            advance(ray, half_height.max(radius) + grown, nearest)
        }
    }
}

fn grow(n: Nearest, by: f64) -> Nearest {
    Nearest {
        distance: n.distance - by,
        point: n.point + n.normal * by,
        ..n
    }
}
