//! Rays against ellipses, ellipsoids, cylinders and cones, rounded or not.

use glam::DVec3;

use super::advance::advance;
use super::line::{Crossing, LocalRay, Span, first_hit};
use super::{round, turned};
use crate::pair::nearest;
use crate::pair::nearest::Nearest;
use crate::shape::Curved;

/// A curved shape, enlarged by `scale` and then grown by a ball.
pub(crate) fn curved(ray: &LocalRay, curved: Curved, scale: f64, grown: f64) -> Option<Crossing> {
    let turned = |half_height: f64, radius: f64, cast: Cast, nearest: NearestTo| {
        let (half_height, radius) = (half_height * scale, radius * scale);
        if grown == 0.0 {
            return first_hit(cast(ray, half_height, radius));
        }
        let nearest = |p| grow(nearest(half_height, radius, p), grown);
        advance(ray, half_height.max(radius) + grown, nearest)
    };
    match curved {
        Curved::Ellipsoid(radii) => ellipsoid(ray, radii * scale, grown),
        Curved::Cylinder { half_height, radius } => {
            turned(half_height, radius, turned::cylinder, nearest::cylinder)
        }
        Curved::Cone { half_height, radius } => turned(half_height, radius, turned::cone, nearest::cone),
    }
}

/// The exact test of a cylinder or a cone.
type Cast = fn(&LocalRay, f64, f64) -> Option<Span>;
/// The point of one that is nearest to a point.
type NearestTo = fn(f64, f64, DVec3) -> Nearest;

/// In the plane an ellipse, which is the section of an ellipsoid.
fn ellipsoid(ray: &LocalRay, radii: DVec3, grown: f64) -> Option<Crossing> {
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

fn grow(n: Nearest, by: f64) -> Nearest {
    Nearest {
        distance: n.distance - by,
        point: n.point + n.normal * by,
        ..n
    }
}
