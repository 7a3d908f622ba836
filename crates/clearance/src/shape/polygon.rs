//! Polygon with holes, and polyline.

use alloc::vec::Vec;

use super::check;
use super::error::InvalidShape;
use crate::math::Vector2;

/// A simple polygon with holes.
#[derive(Clone, Debug)]
pub struct Polygon<V> {
    rings: Vec<Vec<V>>,
}

impl<V: Vector2> Polygon<V> {
    /// A simple polygon, any winding.
    pub fn new(vertices: &[V], holes: &[Vec<V>]) -> Result<Self, InvalidShape> {
        check::points("vertices", vertices, 3)?;
        Ok(Self {
            rings: core::iter::once(vertices.to_vec())
                .chain(holes.iter().cloned())
                .collect(),
        })
    }
    /// The outer ring, then the holes.
    pub fn rings(&self) -> &[Vec<V>] {
        &self.rings
    }
}

/// A chain of segments.
#[derive(Clone, Debug)]
pub struct Polyline<V> {
    vertices: Vec<V>,
    closed: bool,
}

impl<V: Vector2> Polyline<V> {
    /// The segments between neighbours; `closed` joins the last to the first.
    pub fn new(vertices: &[V], closed: bool) -> Result<Self, InvalidShape> {
        check::points("vertices", vertices, 2)?;
        Ok(Self {
            vertices: vertices.to_vec(),
            closed,
        })
    }
    /// The vertices in order.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// Whether the last vertex is joined to the first.
    pub fn closed(&self) -> bool {
        self.closed
    }
}
