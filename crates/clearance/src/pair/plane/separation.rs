//! The edge of one outline with the greatest gap to another.
//!
//! In the plane the candidate axes are the normals of both outlines' edges and no others (Ericson, "Real-Time
//! Collision Detection", 2005, 5.2.1). Comparing each edge with all corners of the other would cost the
//! product of the two counts. But the other reaches towards the edge at least its inner radius from its
//! center. So the height of that center, less the inner radius, bounds the gap from above, and edges whose
//! bound is not above the best gap so far are skipped. Edges are taken four at a time, in the lanes of vector
//! registers.

use super::hull::{EdgeGroup, EdgeLanes, OutlineHull};
use super::outline::{PlaneOutline, RelativeFrame};
use crate::math::{Real, ScalarOf};
use crate::shape::{EDGES, Space2};

/// How far the other outline is in front of an edge; negative where it reaches behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeSeparation<S> {
    /// The signed gap, without radii.
    pub gap: S,
    /// The edge.
    pub edge: usize,
}

/// Which gaps matter to the caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapLimits<S> {
    /// Edges whose gap is surely below are skipped.
    pub from: S,
    /// A gap above this is enough.
    pub enough: S,
    /// The error bound of gaps.
    pub error: S,
}

/// The edge of `reference` with the greatest gap to `other`, the first of equals; any or none where all are
/// below `limits.from`. Edges whose gap may equal the greatest by rounding are never skipped, so that the
/// answer does not depend on `from`.
#[inline(always)]
pub(crate) fn most<V: Space2, R: OutlineHull<V>, O: OutlineHull<V>>(
    reference: &PlaneOutline<V, R>,
    other: &PlaneOutline<V, O>,
    relative: &RelativeFrame<V>,
    limits: GapLimits<V::Scalar>,
) -> EdgeSeparation<ScalarOf<V>> {
    let groups = reference.groups();
    let center = relative.point(other.center());
    // The least height of the other's center above an edge that may have a gap above `from`.
    let reduction = other.inner_radius() - limits.error;
    let mut floor = limits.from + reduction;
    let mut best = BestGroup::none();
    // Of many groups the one with the highest center first: then few others are left.
    let top = if groups > FEW {
        highest_group(reference, center)
    } else {
        0
    };
    for step in 0..groups {
        let g = match step {
            0 => top,
            _ => step - usize::from(step <= top),
        };
        let edges = reference.edges(g);
        if groups > 1 && greatest(&heights(&edges, center)) < floor {
            continue;
        }
        best.take(g, relative.gaps(other, &edges));
        floor = floor.max(best.gap + reduction);
        if best.gap > limits.enough {
            break;
        }
    }
    best.separation()
}

/// Up to this many groups are looked at in order.
const FEW: usize = 2;

/// The group of edges with the greatest gap so far.
struct BestGroup<S> {
    gap: S,
    group: usize,
    gaps: [S; EDGES],
}

impl<S: Real> BestGroup<S> {
    #[inline]
    fn none() -> Self {
        Self {
            gap: -S::INFINITY,
            group: 0,
            gaps: [-S::INFINITY; EDGES],
        }
    }
    #[inline]
    fn take(&mut self, group: usize, gaps: [S; EDGES]) {
        let gap = greatest(&gaps);
        if gap > self.gap || gap == self.gap && group < self.group {
            *self = Self { gap, group, gaps };
        }
    }
    /// The first of the edges with that gap.
    #[inline]
    fn separation(&self) -> EdgeSeparation<S> {
        let less = |lane: usize| usize::from(self.gaps[lane] < self.gap);
        let lane = less(0) * (1 + less(1) * (1 + less(2)));
        EdgeSeparation {
            gap: self.gap,
            edge: self.group * EDGES + lane,
        }
    }
}

/// The group of edges above which a point is highest.
#[inline(always)]
fn highest_group<V: Space2, R: OutlineHull<V>>(reference: &PlaneOutline<V, R>, point: V) -> usize {
    let mut top = (0, -ScalarOf::<V>::INFINITY);
    for g in 0..reference.groups() {
        let height = greatest(&heights(&reference.edges(g), point));
        if height > top.1 {
            top = (g, height);
        }
    }
    top.0
}

/// How far a point is in front of the lines of four edges.
#[inline]
pub(crate) fn heights<V: Space2>(edges: &EdgeGroup<V>, point: V) -> EdgeLanes<V> {
    let along = |lane: usize| edges.x[lane] * point.x() + edges.y[lane] * point.y();
    core::array::from_fn(|lane| along(lane) - edges.offset[lane])
}

#[inline]
pub(crate) fn greatest<S: Real>(values: &[S; EDGES]) -> S {
    values[0].max(values[1]).max(values[2].max(values[3]))
}

/// Whether the reference edge is A's: the one with the greater gap. Between equals the outlines' own numbers
/// decide, whichever is called A.
#[inline]
pub(super) fn is_reference<V: Space2, H: OutlineHull<V>>(
    a: &PlaneOutline<V, H>,
    gap_a: V::Scalar,
    b: &PlaneOutline<V, H>,
    gap_b: V::Scalar,
) -> bool {
    gap_a > gap_b || gap_a == gap_b && a.order(b).is_le()
}
