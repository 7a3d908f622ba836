//! What is known of a shape that turns, without its corners.

use glam::DVec2;

use super::MOST;
use crate::cast::sweep::bounds::rotation_error;
use crate::math::{Pose, Real};
use crate::shape::{Shape2, Space2};

/// The hull of some corners, grown by a ball, without these corners.
pub(super) struct PlaneBody {
    /// The image of the x axis, enlarged.
    pub(super) axis: DVec2,
    /// Whether it has one or two corners.
    pub(super) is_capsule: bool,
    pub(super) radius: f64,
    /// No corner is further from the position that it turns about.
    pub(super) size: f64,
    /// The error of its border due to the rounded rotation.
    pub(super) drift: f64,
}

impl PlaneBody {
    #[inline]
    pub(super) fn new<V: Space2>(shape: &Shape2<V>, pose: &Pose<V>) -> Option<Self> {
        let (size, radius) = extent(shape)?;
        let (rotation, scale) = (pose.rotation(), pose.scale().to_f64());
        let axis = DVec2::new(rotation.cos().to_f64(), rotation.sin().to_f64());
        let (size, radius) = (size * scale * (1.0 + 8.0 * f64::EPSILON), radius * scale);
        Some(Self {
            axis: axis * scale,
            is_capsule: !matches!(shape, Shape2::Box(_) | Shape2::Convex(_)),
            radius,
            size,
            drift: rotation_error::<V>(axis, size + radius),
        })
    }
}

/// How far the corners of a shape are from its origin, at most, and the radius of its ball.
#[inline(always)]
fn extent<V: Space2>(shape: &Shape2<V>) -> Option<(f64, f64)> {
    let length = |v: V| Real::sqrt(v.to_double().length_squared());
    let furthest = |[a, b]: &[V; 2]| {
        let (a, b) = (a.to_double().length_squared(), b.to_double().length_squared());
        Real::sqrt(Real::max(a, b))
    };
    Some(match shape {
        Shape2::Box(cuboid) => (length(cuboid.half_extents()), 0.0),
        Shape2::Convex(polygon) if (3..=MOST).contains(&polygon.vertices().len()) => {
            (length(polygon.center()) + polygon.radius().to_f64(), 0.0)
        }
        Shape2::Segment(segment) => (furthest(segment.ends()), 0.0),
        Shape2::Capsule(capsule) => (furthest(capsule.ends()), capsule.radius().to_f64()),
        Shape2::Circle(ball) => (0.0, ball.radius().to_f64()),
        _ => return None,
    })
}
