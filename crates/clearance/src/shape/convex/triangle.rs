//! Triangle in space.

use crate::hull::normal::triangle_normal;
use crate::math::{Real, ScalarOf, Vector3};
use crate::shape::check;
use crate::shape::error::InvalidShape;

/// A flat triangle with its interior; equal or collinear corners make it a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    vertices: [V; 3],
}

impl<V: Vector3> Triangle<V> {
    /// The triangle with these corners.
    pub fn new(vertices: [V; 3]) -> Result<Self, InvalidShape> {
        check::points("vertices", &vertices, 3)?;
        Ok(Self { vertices })
    }
    /// For corners that are already checked.
    #[inline]
    pub(crate) fn from_checked(vertices: [V; 3]) -> Self {
        Self { vertices }
    }
    /// The unit normal on the side from which the corners are counter-clockwise, right to one or two units in
    /// the last place however thin the triangle is; `None` where the corners are collinear.
    pub fn normal(&self) -> Option<V> {
        let corners = self.vertices.map(|v| [v.x(), v.y(), v.z()].map(Real::to_f64));
        let [x, y, z] = triangle_normal(corners)?.map(ScalarOf::<V>::lit);
        Some(V::new(x, y, z))
    }
    /// The corners.
    #[inline]
    pub fn vertices(&self) -> &[V; 3] {
        &self.vertices
    }
}
