//! How deep a facet can be in a convex shape, by the plane of the facet: to move the shape to one side of
//! that parts the two.

use smallvec::SmallVec;

use super::{FEW_CORNERS, facets_beside};
use crate::math::{Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// The corners of a convex shape beside the facets of the other shape.
pub(super) struct PlaneLimits<V: PairSpace> {
    /// Which of the two has facets.
    side: usize,
    corners: SmallVec<[V; 8]>,
    radius: V::Scalar,
    /// Depths that differ by no more count as one.
    rounding: V::Scalar,
}

impl<V: PairSpace> PlaneLimits<V> {
    /// `None` unless one shape is a core of space with few corners, and the other has facets.
    pub fn new(shapes: [Placed<'_, V>; 2]) -> Option<Self> {
        let (side, _) = facets_beside(shapes)?;
        let convex = shapes[1 - side];
        let core = convex
            .shape
            .core()
            .filter(|core| core.vertices.len() <= FEW_CORNERS)?;
        let frame = BoundedFrame::of(&convex.place);
        let around = convex.aabb();
        let size = around.min.max_abs().max(around.max.max_abs());
        Some(Self {
            side,
            corners: core.vertices.iter().map(|&v| frame.point(v)).collect(),
            radius: core.radius * frame.scale(),
            rounding: size * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0),
        })
    }
    /// By how much a facet and the convex shape overlap at most, less the rounding; `None` of a facet without
    /// a plane.
    pub fn depth(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Option<V::Scalar> {
        let facet = if self.side == 0 { p } else { q };
        let core = facet.shape.core()?;
        let &[p, q, r] = &*core.vertices else { return None };
        let frame = BoundedFrame::of(&facet.place);
        let [p, q, r] = [p, q, r].map(|v| frame.point(v));
        let normal = (q - p).across(r - p)?.normalized()?;
        let heights = self.corners.iter().map(|&c| (c - p).dot(normal));
        let (low, high) = heights.fold(
            (ScalarOf::<V>::INFINITY, -ScalarOf::<V>::INFINITY),
            |(low, high), h| (low.min(h), high.max(h)),
        );
        Some(high.min(-low) + self.radius - self.rounding)
    }
}
