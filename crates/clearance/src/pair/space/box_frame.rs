//! A box and a few points against it, in the box's frame: what a triangle and a segment against a box have in
//! common.
//!
//! There the box's faces and edges are those of the axes, and the products of its edges with another edge
//! consist of two of that edge's components.

use glam::DVec3;

use super::candidate_axis::{AxisKind, CandidateAxis, VANISHING};
use super::core_clearance::CoreClearance;
use crate::math::{Real, Space, Vector, magnitude};
use crate::pair::contact::core_manifold;
use crate::pair::core_pair::{CoreHull, CorePair};
use crate::pair::support_feature::largest_component;
use crate::shape::Space3;

/// A box, which counts as A of an axis here, and where it is.
pub(super) struct BoxFrame<'p, 'c, V: Space3> {
    pub pair: &'p CorePair<'c, V>,
    pub half: DVec3,
    /// Whether the box is the first of the pair.
    box_is_a: bool,
}

/// An edge of the other hull, in the box's frame.
pub(super) struct OtherEdge {
    pub start: DVec3,
    pub vector: DVec3,
    /// What else of that hull matters across the edge: the third corner of a triangle, the end of a segment.
    pub rest: DVec3,
}

/// A point of the box and one of the other hull, in the box's frame.
pub(super) type BoxWitness = (DVec3, DVec3);

impl<'p, 'c, V: Space3> BoxFrame<'p, 'c, V> {
    /// A box and a simplex, whichever is A, with the corners of the simplex in the box's frame; `None` for
    /// other hulls.
    #[inline]
    pub fn new(pair: &'p CorePair<'c, V>, count: usize) -> Option<(Self, [DVec3; 3])> {
        let (half, corners, box_is_a) = match (&pair.a.hull, &pair.b.hull) {
            (CoreHull::Box(half), CoreHull::Simplex(p, n)) if *n == count => {
                (*half, p.map(|p| pair.placed_b(p)), true)
            }
            (CoreHull::Simplex(p, n), CoreHull::Box(half)) if *n == count => {
                let to_box = |p: DVec3| DVec3::project(&pair.axes, p - pair.origin);
                (*half, p.map(to_box), false)
            }
            _ => return None,
        };
        let frame = Self { pair, half, box_is_a };
        Some((frame, corners))
    }

    /// The face of the box with the greatest gap to points between these bounds.
    #[inline]
    pub fn best_face(&self, low: DVec3, high: DVec3) -> CandidateAxis {
        let gaps = low.max(-high) - self.half;
        let i = largest_component(gaps);
        let sign = if low[i] >= -high[i] { 1.0 } else { -1.0 };
        CandidateAxis {
            gap: gaps[i],
            normal: DVec3::AXES[i] * sign,
            kind: AxisKind::FaceOfA(i),
        }
    }
    /// The gap to points between two heights along a unit vector.
    #[inline]
    pub fn gap_along(&self, n: DVec3, (low, high): (f64, f64), kind: AxisKind) -> CandidateAxis {
        CandidateAxis {
            gap: Real::max(low, -high) - n.abs().dot(self.half),
            normal: if low >= -high { n } else { -n },
            kind,
        }
    }

    /// Takes the product of edge `j` of the other hull with an edge of the box if its gap is the greatest; an
    /// upper bound of the gaps that could not be told.
    ///
    /// Most are skipped without a square root, as those of two boxes are (`boxes/`): a gap of `g / s` is
    /// above the best one, `w`, exactly if `g |g| > w |w| s²`.
    #[inline]
    pub fn try_edge(&self, j: usize, edge: &OtherEdge, best: &mut CandidateAxis) -> f64 {
        let tie = self.pair.sum_error();
        let vector = edge.vector;
        let (own, rest) = (vector.cross(edge.start), vector.cross(edge.rest));
        let gaps = own.min(rest).max(-own.max(rest)) - self.reach_across(vector);
        let gaps = gaps + DVec3::splat(tie * magnitude(vector));
        let square = vector * vector;
        let squares = DVec3::new(square.y + square.z, square.z + square.x, square.x + square.y);
        let signed = gaps * gaps.abs();
        let mut unknown = f64::NEG_INFINITY;
        for i in 0..3 {
            if signed[i] > squares[i] * (best.gap * best.gap.abs()) {
                if squares[i] > VANISHING {
                    let axis = self.of_edges(i, j, edge, squares[i].sqrt());
                    if axis.gap > best.gap + tie {
                        *best = axis;
                    }
                } else if DVec3::AXES[i].cross(vector) != DVec3::ZERO {
                    unknown = f64::INFINITY;
                }
            }
        }
        unknown
    }
    /// How far the box reaches along the products of its edges with another edge, not normalized.
    #[inline]
    fn reach_across(&self, edge: DVec3) -> DVec3 {
        let (f, h) = (edge.abs(), self.half);
        DVec3::new(
            h.y * f.z + h.z * f.y,
            h.z * f.x + h.x * f.z,
            h.x * f.y + h.y * f.x,
        )
    }
    /// The gap along the unit product of the box's edge `i` and edge `j` of the other hull, whose length is
    /// given.
    #[inline]
    fn of_edges(&self, i: usize, j: usize, edge: &OtherEdge, length: f64) -> CandidateAxis {
        let n = DVec3::AXES[i].cross(edge.vector) * (1.0 / length);
        let (own, rest) = (n.dot(edge.start), n.dot(edge.rest));
        self.gap_along(
            n,
            (Real::min(own, rest), Real::max(own, rest)),
            AxisKind::Edges(i, j),
        )
    }

    /// A corner of the other hull and its projection on face `i` of the box, if that is inside.
    #[inline]
    pub fn corner_over_face(&self, corner: DVec3, axis: &CandidateAxis, i: usize) -> Option<BoxWitness> {
        let mut foot = corner;
        foot[i] = self.half[i].copysign(axis.normal[i]);
        let beyond = (foot.abs() - self.half).max(DVec3::ZERO);
        (beyond == DVec3::ZERO).then_some((foot, corner))
    }
    /// The closest points of the box's edge along its axis `i` and an edge of the other hull; `None` where
    /// those of the lines are beyond an end.
    #[inline]
    pub fn crossing(&self, axis: &CandidateAxis, i: usize, edge: &OtherEdge) -> Option<BoxWitness> {
        let (start, v) = (edge.start, edge.vector);
        let u = DVec3::AXES[i];
        let mut middle = self.half.copysign(axis.normal);
        middle[i] = 0.0;
        let (across, d) = (u.cross(v), start - middle);
        let inverse = 1.0 / across.length_squared();
        let s = d.cross(v).dot(across) * inverse;
        let t = d.cross(u).dot(across) * inverse;
        let on_box = middle + u * s.clamp(-self.half[i], self.half[i]);
        let on_edge = start + v * t.clamp(0.0, 1.0);
        let off = on_edge - on_box - axis.normal * axis.gap;
        (off.max_abs() <= 4.0 * self.pair.sum_error()).then_some((on_box, on_edge))
    }

    /// The clearance along an axis, with these points.
    #[inline]
    pub fn clearance(&self, axis: &CandidateAxis, error_bound: f64, points: BoxWitness) -> CoreClearance {
        let (on_box, on_other) = points;
        let (point_a, point_b) = if self.box_is_a {
            (on_box, on_other)
        } else {
            (self.pair.placed_b(on_other), self.pair.placed_b(on_box))
        };
        CoreClearance {
            distance: axis.gap,
            error_bound,
            normal: self.direction_in_a(axis.normal),
            point_a,
            point_b,
        }
    }
    /// The depth along the axis of the greatest gap, of which an upper bound is known; `None` where that is
    /// too far above.
    #[inline]
    pub fn depth(
        &self,
        axis: &CandidateAxis,
        at_most: f64,
        points: Option<BoxWitness>,
    ) -> Option<CoreClearance> {
        let tie = 2.0 * self.pair.sum_error();
        let error_bound = tie.max(at_most - axis.gap);
        if at_most > axis.gap + 1e-13 * self.pair.scale {
            return None;
        }
        if let Some(points) = points {
            return Some(self.clearance(axis, error_bound, points));
        }
        let normal = self.direction_in_a(axis.normal);
        let points = core_manifold::common_point(self.pair, normal, axis.gap, 2.0 * tie)?;
        Some(CoreClearance {
            distance: axis.gap,
            error_bound,
            normal,
            point_a: points.0,
            point_b: points.1,
        })
    }
    /// A direction from the box to the other hull, as one from A to B in A's frame.
    #[inline]
    pub fn direction_in_a(&self, n: DVec3) -> DVec3 {
        if self.box_is_a {
            n
        } else {
            -DVec3::combine(&self.pair.axes, n)
        }
    }
}
