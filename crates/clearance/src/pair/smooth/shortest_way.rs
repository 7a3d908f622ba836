//! The answer of the searches: a direction, the gap along it, and a witness point.

use glam::DVec3;

use super::body::ConvexBody;

/// What the search found; the balls are not included.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortestWay {
    /// `g(normal)`.
    pub distance: f64,
    /// Unit vector from A to B.
    pub normal: DVec3,
    /// The witness point in A; the one in B is `distance * normal` from it.
    pub point_a: DVec3,
}

impl ShortestWay {
    /// The same from B to A.
    pub(super) fn mirrored(self) -> Self {
        Self {
            distance: self.distance,
            normal: -self.normal,
            point_a: self.point_a + self.normal * self.distance,
        }
    }
    /// The same of the shapes with their balls.
    pub(super) fn grown(self, a: &ConvexBody, b: &ConvexBody) -> Self {
        Self {
            distance: self.distance - (a.radius + b.radius),
            point_a: self.point_a + self.normal * a.radius,
            ..self
        }
    }
}
