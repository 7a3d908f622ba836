//! Polyline: a chain of segments.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Border, PartBoxes, PartView, Parts};
use crate::math::Aabb;
use crate::shape::check;
use crate::shape::error::InvalidShape;
use crate::shape::kinds::any::Space2;

/// A chain of segments, without an interior even where it is closed. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Polyline<V: Space2>(Arc<PolylineData<V>>);

#[derive(Debug)]
struct PolylineData<V: Space2> {
    vertices: Vec<V>,
    closed: bool,
    boxes: PartBoxes<V>,
}

impl<V: Space2> Polyline<V> {
    /// The segments between consecutive vertices, at least two of them; `closed` joins the last to the first.
    /// The chain may cross itself.
    pub fn new(vertices: &[V], closed: bool) -> Result<Self, InvalidShape> {
        check::points("vertices", vertices, 2)?;
        let count = vertices.len() - usize::from(!closed);
        let ends = |i: usize| [vertices[i], vertices[(i + 1) % vertices.len()]];
        Ok(Self(Arc::new(PolylineData {
            vertices: vertices.to_vec(),
            closed,
            boxes: PartBoxes::of_segments((0..count).map(ends)),
        })))
    }
    /// The vertices in order.
    pub fn vertices(&self) -> &[V] {
        &self.0.vertices
    }
    /// Whether the last vertex is joined to the first.
    pub fn closed(&self) -> bool {
        self.0.closed
    }
    /// The box around it, exact.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.boxes.whole()
    }
}

impl<V: Space2> Parts<V> for Polyline<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        self.facet(i)
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        Some(self)
    }
}

impl<V: Space2> Border<V> for Polyline<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        let v = &self.0.vertices;
        v[(i + k) % v.len()]
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
}
