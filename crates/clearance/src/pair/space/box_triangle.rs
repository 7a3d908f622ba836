//! The clearance of a box and a triangle by their thirteen candidate axes, in double precision.
//!
//! Source: T. Akenine-Möller, "Fast 3D triangle-box overlap testing", Journal of Graphics Tools 6(1), 2001.
//! In the box's frame the axes are its own, the triangle's normal, and the cross products of the box's edges
//! with the triangle's. The height of a point `v` along the product of the box's edge `i` with `f` is
//! component `i` of `f × v`.
//!
//! Where we differ: the source tells only whether they meet. The axis of the greatest gap is the normal here:
//! of the overlap always, and of the gap where the two nearest features lie above each other along it. Else
//! GJK goes on from it.
//!
//! Error bound: the corners in the box's frame count as given, since the error bound of the [`CorePair`]
//! covers them. An edge is a rounded difference, so that each of its components, and each component of its
//! product with an edge of the box, is right to one rounding, however nearly parallel the two are; where the
//! product vanishes, D = B - A has no such facet. So a gap along a unit axis is right to the rounding of its
//! sums. Only the triangle's normal may cancel: it is right to `4 u |e| |f|`, and where that is too much, no
//! depth is told.

use glam::DVec3;

use super::box_frame::{BoxFrame, BoxWitness, OtherEdge};
use super::candidate_axis::{AxisKind, CROSS_ERROR, CandidateAxis, VANISHING};
use super::core_clearance::{AxisOrClearance, CoreClearance, GapOrOverlap};
use super::search;
use super::triangles::{edges, highest, is_over, lowest, nearest_corner};
use crate::math::{Real, magnitude};
use crate::pair::core_pair::CorePair;
use crate::shape::Space3;

/// A box and a triangle in the box's frame.
pub(super) struct BoxTriangle<'p, 'c, V: Space3> {
    frame: BoxFrame<'p, 'c, V>,
    corners: [DVec3; 3],
    edges: [DVec3; 3],
}

/// The axis of the greatest gap, and an upper bound of the true greatest gap.
type AxisAndBound = (CandidateAxis, f64);

impl<'p, 'c, V: Space3> BoxTriangle<'p, 'c, V> {
    /// `None` for other hulls.
    #[inline]
    pub fn new(pair: &'p CorePair<'c, V>) -> Option<Self> {
        let (frame, corners) = BoxFrame::new(pair, 3)?;
        Some(Self {
            frame,
            edges: edges(&corners),
            corners,
        })
    }

    /// Whether they overlap: a sure yes or a sure no.
    #[inline]
    pub fn overlap(&self) -> Option<bool> {
        let error = self.frame.pair.error;
        let (axis, at_most) = self.best_axis(error);
        match axis.gap > error {
            true => Some(false),
            false => (at_most < -error).then_some(true),
        }
    }
    /// The clearance; `None` where it is not sure.
    #[inline]
    pub fn clearance(&self) -> Option<CoreClearance> {
        let (axis, at_most) = self.best_axis(f64::INFINITY);
        self.along(&axis, at_most)
    }
    /// The same where only a gap is of interest.
    #[inline]
    pub fn gap_or_overlap(&self) -> Option<GapOrOverlap> {
        let (axis, at_most) = self.best_axis(f64::INFINITY);
        if at_most < -self.frame.pair.error {
            return Some(GapOrOverlap::Overlap);
        }
        self.along(&axis, at_most).map(GapOrOverlap::Clearance)
    }
    /// An axis along which the gap is more than `enough`, which must be at least the error bound, else the
    /// clearance.
    #[inline]
    pub fn axis_or_clearance(&self, enough: f64) -> Option<AxisOrClearance<CoreClearance>> {
        let (axis, at_most) = self.best_axis(enough);
        if axis.gap > enough {
            return Some(AxisOrClearance::Axis(self.frame.direction_in_a(axis.normal)));
        }
        self.along(&axis, at_most).map(AxisOrClearance::Clearance)
    }

    /// The axis of the thirteen with the greatest gap, or the first one found above `enough`. An axis is
    /// preferred to those before it only by more than the rounding of the gaps.
    #[inline]
    fn best_axis(&self, enough: f64) -> AxisAndBound {
        let tie = self.frame.pair.sum_error();
        let [p, q, r] = self.corners;
        let mut best = self.frame.best_face(p.min(q).min(r), p.max(q).max(r));
        if best.gap > enough {
            return (best, f64::INFINITY);
        }
        let mut at_most = self.try_normal(&mut best, tie);
        for j in 0..3 {
            if best.gap > enough {
                break;
            }
            at_most = Real::max(at_most, self.frame.try_edge(j, &self.edge(j), &mut best));
        }
        (best, Real::max(at_most, best.gap + tie))
    }
    /// Takes the triangle's normal if its gap is greater; an upper bound of that gap.
    #[inline]
    fn try_normal(&self, best: &mut CandidateAxis, tie: f64) -> f64 {
        let n = self.edges[0].cross(self.edges[1]);
        let square = n.length_squared();
        // Where the vector vanishes, nothing is known.
        if square < VANISHING {
            return f64::INFINITY;
        }
        let inverse = 1.0 / square.sqrt();
        let n = n * inverse;
        let heights = self.corners.map(|p| n.dot(p));
        let heights = (lowest(heights), highest(heights));
        let axis = self.frame.gap_along(n, heights, AxisKind::FaceOfB(0));
        let gap = axis.gap;
        if gap > best.gap + tie {
            *best = axis;
        }
        let vector_error = CROSS_ERROR * f64::EPSILON * magnitude(self.edges[0]) * magnitude(self.edges[1]);
        gap + vector_error * inverse * self.frame.pair.scale + tie
    }
    #[inline]
    fn edge(&self, j: usize) -> OtherEdge {
        OtherEdge {
            start: self.corners[j],
            vector: self.edges[j],
            rest: self.corners[(j + 2) % 3],
        }
    }

    /// The clearance along the axis of the greatest gap.
    #[inline]
    fn along(&self, axis: &CandidateAxis, at_most: f64) -> Option<CoreClearance> {
        let (frame, nearest) = (&self.frame, || nearest_corner(&self.corners, axis.normal));
        let points = match axis.kind {
            AxisKind::FaceOfA(i) => frame.corner_over_face(nearest(), axis, i),
            AxisKind::FaceOfB(_) => self.corner_of_box(axis),
            AxisKind::Edges(i, j) => frame.crossing(axis, i, &self.edge(j)),
        };
        if axis.gap <= 0.0 {
            return frame.depth(axis, at_most, points);
        }
        match points {
            // Two points prove that no gap is greater.
            Some(points) => Some(frame.clearance(axis, 2.0 * frame.pair.sum_error(), points)),
            None => search::clearance(frame.pair, frame.direction_in_a(axis.normal)),
        }
    }
    /// The box's corner nearest to the triangle's plane and its projection on that, if that is inside the
    /// triangle.
    #[inline]
    fn corner_of_box(&self, axis: &CandidateAxis) -> Option<BoxWitness> {
        let corner = self.frame.half.copysign(axis.normal);
        let foot = corner + axis.normal * axis.gap;
        is_over(&self.corners, &self.edges, foot).then_some((corner, foot))
    }
}
