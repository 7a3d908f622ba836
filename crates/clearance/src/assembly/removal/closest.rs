//! When two surfaces pass each other nearest on a straight way, by their centers and axes.
//!
//! Of spheres and tori the center counts, of cylinders and cones the axis. Rods that pass with a small
//! overlap overlap deepest there, and perhaps nowhere else that is asked.
//!
//! Limits: faces end, and where they do they may be nearest elsewhere. So this is a place more that is asked,
//! and not the only one.

use glam::DVec3;

use crate::assembly::surface::Surface;

/// The center or the axis of a surface.
enum Middle {
    Point(DVec3),
    /// A point, and a unit vector.
    Axis(DVec3, DVec3),
}

/// How far the first surface has gone in a direction, a unit vector, when the middles of both are nearest;
/// `None` for planes, and where they are as near all the way.
pub(super) fn nearest(moving: &Surface, other: &Surface, direction: DVec3) -> Option<f64> {
    let (p, q) = (middle(moving)?, middle(other)?);
    // What is left of the distance and of the direction across the axes.
    let (apart, way) = match (p, q) {
        (Middle::Point(p), Middle::Point(q)) => (q - p, direction),
        (Middle::Point(p), Middle::Axis(q, axis)) | (Middle::Axis(p, axis), Middle::Point(q)) => (
            (q - p).reject_from_normalized(axis),
            direction.reject_from_normalized(axis),
        ),
        (Middle::Axis(p, a), Middle::Axis(q, b)) => {
            let normal = a.cross(b);
            match normal.length() > PARALLEL {
                true => {
                    let normal = normal.normalize();
                    (
                        (q - p).project_onto_normalized(normal),
                        direction.project_onto_normalized(normal),
                    )
                }
                false => (
                    (q - p).reject_from_normalized(a),
                    direction.reject_from_normalized(a),
                ),
            }
        }
    };
    let rate = way.length_squared();
    (rate > PARALLEL * PARALLEL).then(|| apart.dot(way) / rate)
}

/// Sines up to this are those of parallel directions.
const PARALLEL: f64 = 1e-9;

fn middle(surface: &Surface) -> Option<Middle> {
    match surface {
        Surface::Plane(_) => None,
        Surface::Sphere(s) => Some(Middle::Point(s.center)),
        Surface::Torus(s) => Some(Middle::Point(s.center)),
        Surface::Cylinder(s) => Some(Middle::Axis(s.point, s.axis)),
        Surface::Cone(s) => Some(Middle::Axis(s.apex, s.axis)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::surface::{Cylinder, Sphere};

    fn rod(point: DVec3, axis: DVec3) -> Surface {
        Surface::Cylinder(Cylinder {
            point,
            axis,
            radius: 1.0,
            outward: true,
        })
    }

    #[test]
    fn rods_and_balls() {
        let ball = |center: DVec3| {
            Surface::Sphere(Sphere {
                center,
                radius: 1.0,
                outward: true,
            })
        };
        let up = DVec3::Z;
        let here = rod(DVec3::ZERO, DVec3::X);
        // Beside it, across it, along the way, and askew.
        assert_eq!(
            nearest(&here, &rod(DVec3::new(7.0, 2.0, 5.0), DVec3::X), up),
            Some(5.0)
        );
        assert_eq!(
            nearest(&here, &rod(DVec3::new(7.0, 2.0, 5.0), DVec3::Y), up),
            Some(5.0)
        );
        assert_eq!(
            nearest(&here, &rod(DVec3::new(0.0, 2.0, 0.0), DVec3::X), DVec3::X),
            None
        );
        assert_eq!(
            nearest(&ball(DVec3::ZERO), &ball(DVec3::new(1.0, 1.0, 4.0)), up),
            Some(4.0)
        );
        let askew = rod(DVec3::new(0.0, 0.0, 3.0), DVec3::new(0.0, 0.6, 0.8));
        let found = nearest(&ball(DVec3::ZERO), &askew, up).unwrap();
        assert!((found - 3.0).abs() < 1e-12, "{found}");
    }
}
