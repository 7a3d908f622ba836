//! Balls around shapes, which tell most pairs apart, and from which the motion of a link is bounded.
//!
//! Source: Bădoiu and Clarkson, "Smaller core-sets for balls" (2003). Idea: the center goes towards the
//! farthest point, by a part of the way that gets smaller, 1/2, 1/3 and so on; after `n` steps the radius is
//! within a factor `1 + 1/√n` of the least one, and mostly much nearer. Limit: this is for shapes that are
//! kept, not for single questions.
//!
//! Radii are rounded up by more than the roundings of a center that is moved into the world, so that two
//! balls that are apart in floats are apart.

use clearance::glam::DVec3;
use clearance::math::{Aabb, Pose, Vector};
use clearance::shape::{AnyShape, Shape3};

use crate::stand::Stand;

/// How often the center moves.
const STEPS: u32 = 256;

/// By how much of all lengths that enter a radius is greater: some hundred roundings.
pub(super) const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// A ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub center: DVec3,
    pub radius: f64,
}

impl Ball {
    /// Around a shape at a pose; `None` if the shape has no end.
    pub fn around(shape: &Shape3<DVec3>, pose: &Pose<DVec3>) -> Option<Self> {
        let (points, grown) = points(shape)?;
        let own = around_points(&points)?;
        let stand = Stand::of(pose);
        let center = stand.point(own.center * pose.scale());
        let radius = (own.radius + grown) * pose.scale();
        (center.is_finite() && radius.is_finite()).then(|| Self { center, radius }.rounded_up(0.0))
    }
    /// With a radius that is greater by what rounding may do to the center, and to lengths up to this one.
    fn rounded_up(self, length: f64) -> Self {
        let reach = self.center.length() + self.radius + length;
        Self {
            radius: self.radius + reach * ROUNDING + f64::MIN_POSITIVE,
            ..self
        }
    }
    /// The ball in the world, where its frame stands.
    #[inline]
    pub fn placed(&self, stand: &Stand) -> Self {
        let moved = Self {
            center: stand.point(self.center),
            radius: self.radius,
        };
        moved.rounded_up(0.0)
    }
    /// A lower bound of the distance to another ball; negative where they meet.
    #[inline]
    pub fn gap(&self, other: &Self) -> f64 {
        (self.center - other.center).length() * (1.0 - ROUNDING) - (self.radius + other.radius)
    }
    /// Whether another ball is surely apart.
    #[inline]
    pub fn is_apart(&self, other: &Self) -> bool {
        let within = self.radius + other.radius;
        (self.center - other.center).length_squared() * (1.0 - ROUNDING) > within * within
    }
    /// A lower bound of the distance to what is in a box; not positive where they meet.
    #[inline]
    pub fn gap_to(&self, aabb: &Aabb<DVec3>) -> f64 {
        (self.center - self.center.clamp(aabb.min, aabb.max)).length() * (1.0 - ROUNDING) - self.radius
    }
    /// Whether it is surely apart from what is in a box.
    #[inline]
    pub fn is_apart_from(&self, aabb: &Aabb<DVec3>) -> bool {
        let nearest = self.center.max(aabb.min).min(aabb.max);
        (self.center - nearest).length_squared() * (1.0 - ROUNDING) > self.radius * self.radius
    }
}

/// Points whose hull, grown by a radius, holds the shape.
fn points(shape: &Shape3<DVec3>) -> Option<(Vec<DVec3>, f64)> {
    if let Some(core) = shape.core() {
        return Some((core.vertices.iter().copied().collect(), core.radius));
    }
    match shape {
        Shape3::Mesh(mesh) => Some((mesh.vertices().to_vec(), 0.0)),
        Shape3::Cylinder(it) => {
            let radius = libm::hypot(it.half_height(), it.radius());
            Some((vec![DVec3::ZERO], radius))
        }
        _ => {
            let Aabb { min, max } = shape.local_aabb();
            let corner = |i: u32| {
                let pick = |k: usize| if i >> k & 1 == 0 { min[k] } else { max[k] };
                DVec3::new(pick(0), pick(1), pick(2))
            };
            let is_bounded = min.is_finite() && max.is_finite();
            is_bounded.then(|| ((0..8).map(corner).collect(), 0.0))
        }
    }
}

fn around_points(points: &[DVec3]) -> Option<Ball> {
    let bounds = Aabb::from_points(points.iter().copied())?;
    let mut center = bounds.min.midpoint(bounds.max);
    let mut best = Ball {
        center,
        radius: farthest(points, center).1,
    };
    for step in 1..=STEPS {
        let (point, _) = farthest(points, center);
        center += (point - center) / f64::from(step + 1);
        let (_, radius) = farthest(points, center);
        if radius < best.radius {
            best = Ball { center, radius };
        }
    }
    Some(best)
}

/// The point farthest from another one, and how far it is.
fn farthest(points: &[DVec3], from: DVec3) -> (DVec3, f64) {
    let mut most = (from, 0.0);
    for &point in points {
        let squared = (point - from).length_squared();
        if squared > most.1 {
            most = (point, squared);
        }
    }
    (most.0, Vector::length(most.0 - from))
}
