//! Convex polygon: the hull of points in the plane.

use alloc::vec::Vec;

use super::check;
use super::error::InvalidShape;
use crate::math::Vector2;

/// The hull of points in the plane.
#[derive(Clone, Debug)]
pub struct ConvexPolygon<V> {
    vertices: Vec<V>,
}

impl<V: Vector2> ConvexPolygon<V> {
    /// The hull of `points`, in any order.
    pub fn new(points: &[V]) -> Result<Self, InvalidShape> {
        check::points("vertices", points, 1)?;
        Ok(Self {
            vertices: points.to_vec(),
        })
    }
    /// The corners, counter-clockwise.
    #[inline(always)]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
}
