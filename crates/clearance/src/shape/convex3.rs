//! Convex polyhedron: the hull of points in space.

use alloc::vec::Vec;

use super::check;
use super::error::InvalidShape;
use crate::math::Vector3;

/// The hull of points in space.
#[derive(Clone, Debug)]
pub struct Polyhedron<V> {
    vertices: Vec<V>,
}

impl<V: Vector3> Polyhedron<V> {
    /// The hull of `points`, in any order.
    pub fn new(points: &[V]) -> Result<Self, InvalidShape> {
        check::points("vertices", points, 1)?;
        Ok(Self {
            vertices: points.to_vec(),
        })
    }
    /// The corners.
    #[inline(always)]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
}
