//! Triangle in space.

use glam::DVec3;

use crate::hull::normal::triangle_normal;
use crate::math::{Real, ScalarOf, Vector3, lift};
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
    /// The barycentric coordinates of a point: the weights of the corners, with sum 1, that give the point
    /// of the triangle's plane nearest to it. One is negative where that is outside the triangle. `None`
    /// where the corners are collinear.
    ///
    /// Computed in double precision. The error is a few roundings times the longest edge over the shortest
    /// height.
    pub fn barycentric(&self, point: V) -> Option<[V::Scalar; 3]> {
        let [a, b, c] = self.vertices.map(lift);
        let largest = (b - a).abs().max((c - a).abs()).max_element();
        if largest == 0.0 {
            return None;
        }
        // In a unit of about the longest edge, so that products of four lengths neither overflow nor vanish.
        let unit = -libm::frexp(largest).1;
        let [u, v, w] = [b - a, c - a, lift(point) - a].map(|d| scaled(d, unit));
        let normal = u.cross(v);
        let area = normal.length_squared();
        if area == 0.0 {
            return None;
        }
        let (of_b, of_c) = (w.cross(v).dot(normal) / area, u.cross(w).dot(normal) / area);
        Some([1.0 - of_b - of_c, of_b, of_c].map(V::Scalar::lit))
    }
    /// The corners.
    #[inline]
    pub fn vertices(&self) -> &[V; 3] {
        &self.vertices
    }
}

fn scaled(v: DVec3, exponent: i32) -> DVec3 {
    DVec3::from_array(v.to_array().map(|x| libm::scalbn(x, exponent)))
}
