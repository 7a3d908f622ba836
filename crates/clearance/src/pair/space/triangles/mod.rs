//! Two triangles by their eleven candidate axes: the two normals, and the cross products of their edges.
//!
//! Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.2.1 and 5.1.9; E. Larsen et al., "Fast
//! proximity queries with swept sphere volumes", 2000, for the pairs of edges. D = B - A is a polytope whose
//! facets are one triangle moved by a corner of the other, or a parallelogram of two edges: no other axis is
//! needed while D has an inside.
//!
//! Error bounds:
//! - a gap along any vector, above the error bound times its length, separates the two;
//! - they overlap where the overlap along every axis is larger than that and than what the rounding of the
//!   axis itself explains: an entry of a cross product of `e` and `f` is right to `4 u |e| |f|`, and moves
//!   the gap by that times the size;
//! - a distance is that of two points found, and the gap along their difference is no less, within rounding;
//! - a depth is the largest of the eleven gaps, within the rounding of the other axes, which is its error
//!   bound.
//!
//! Most products of edges are passed over by an upper bound of their gaps (`edge_bounds.rs`).
//!
//! Limits: edges that are (nearly) parallel make an axis along which nothing is sure; then GJK decides.

mod edge_bounds;

use edge_bounds::EdgeBounds;
use glam::DVec3;

use super::candidate_axis::{AxisKind, CROSS_ERROR, CandidateAxis, VANISHING};
use super::core_clearance::{AxisOrClearance, CoreClearance, GapOrOverlap};
use crate::math::{Real, Vector, magnitude};
use crate::pair::core_pair::CorePair;
use crate::shape::Space3;

/// What products of three lengths may lose where they vanish, times the largest that the tests work with.
const VANISHED: f64 = 1e-270;

/// A candidate axis, not normalized, and the gap along it times its length.
#[derive(Clone, Copy, Debug)]
struct TriangleAxis {
    vector: DVec3,
    gap: f64,
    /// From A to B along the vector, not against it.
    forward: bool,
    /// The error bound of the vector.
    vector_error: f64,
    kind: AxisKind,
}

/// Two triangles in A's frame, relative to A's first corner.
pub(crate) struct TrianglePair {
    a: [DVec3; 3],
    b: [DVec3; 3],
    edges_a: [DVec3; 3],
    edges_b: [DVec3; 3],
    origin: DVec3,
    error: f64,
    sum_error: f64,
    scale: f64,
}

#[inline]
pub(crate) fn edges(p: &[DVec3; 3]) -> [DVec3; 3] {
    [p[1] - p[0], p[2] - p[1], p[0] - p[2]]
}

#[inline]
pub(crate) fn lowest(p: [f64; 3]) -> f64 {
    Real::min(Real::min(p[0], p[1]), p[2])
}

#[inline]
pub(crate) fn highest(p: [f64; 3]) -> f64 {
    Real::max(Real::max(p[0], p[1]), p[2])
}

impl TrianglePair {
    /// Both by their corners in their own frames, scaled.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new<V: Space3>(pair: &CorePair<'_, V>, a: &[DVec3; 3], b: &[DVec3; 3]) -> Self {
        let origin = a[0];
        let a = a.map(|p| p - origin);
        let b = b.map(|p| pair.placed_b(p) - origin);
        Self {
            edges_a: edges(&a),
            edges_b: edges(&b),
            a,
            b,
            origin,
            error: pair.error,
            sum_error: pair.sum_error(),
            scale: pair.scale,
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn candidate(
        &self,
        vector: DVec3,
        gaps: (f64, f64),
        edges: (DVec3, DVec3),
        kind: AxisKind,
    ) -> TriangleAxis {
        let (along, against) = gaps;
        TriangleAxis {
            vector,
            gap: Real::max(along, against),
            forward: along >= against,
            vector_error: CROSS_ERROR * f64::EPSILON * magnitude(edges.0) * magnitude(edges.1),
            kind,
        }
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn face_of_a(&self) -> TriangleAxis {
        let pair = (self.edges_a[0], self.edges_a[1]);
        let n = pair.0.cross(pair.1);
        let heights = self.b.map(|p| n.dot(p));
        self.candidate(
            n,
            (lowest(heights), -highest(heights)),
            pair,
            AxisKind::FaceOfA(0),
        )
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn face_of_b(&self) -> TriangleAxis {
        let pair = (self.edges_b[0], self.edges_b[1]);
        let n = pair.0.cross(pair.1);
        let heights = self.a.map(|p| n.dot(self.b[0] - p));
        self.candidate(
            n,
            (lowest(heights), -highest(heights)),
            pair,
            AxisKind::FaceOfB(0),
        )
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn of_edges(&self, i: usize, j: usize) -> TriangleAxis {
        let pair = (self.edges_a[i], self.edges_b[j]);
        let n = pair.0.cross(pair.1);
        let (edge_a, corner_a) = (n.dot(self.a[i]), n.dot(self.a[(i + 2) % 3]));
        let (edge_b, corner_b) = (n.dot(self.b[j]), n.dot(self.b[(j + 2) % 3]));
        let along = Real::min(edge_b, corner_b) - Real::max(edge_a, corner_a);
        let against = Real::min(edge_a, corner_a) - Real::max(edge_b, corner_b);
        self.candidate(n, (along, against), pair, AxisKind::Edges(i, j))
    }

    /// Whether they overlap: a sure yes or a sure no.
    #[inline]
    pub fn overlap(&self) -> Option<bool> {
        let mut sure = true;
        let mut parts = |c: TriangleAxis| {
            let error = self.error * magnitude(c.vector) + VANISHED;
            sure &= c.gap < -(error + c.vector_error * self.scale);
            c.gap > error
        };
        if parts(self.face_of_a()) || parts(self.face_of_b()) {
            return Some(false);
        }
        for i in 0..3 {
            for j in 0..3 {
                if parts(self.of_edges(i, j)) {
                    return Some(false);
                }
            }
        }
        sure.then_some(true)
    }

    /// The axis of the greatest gap, and an upper bound of the true greatest gap. Edges win over faces only
    /// by more than their rounding.
    #[inline]
    fn best_axis(&self) -> (CandidateAxis, f64) {
        let mut best = CandidateAxis {
            gap: -f64::INFINITY,
            normal: DVec3::ZERO,
            kind: AxisKind::FaceOfA(0),
        };
        let mut at_most = -f64::INFINITY;
        let mut look = |best: &mut CandidateAxis, c: TriangleAxis| {
            let square = c.vector.length_squared();
            // Where the vector vanishes, nothing is known.
            if square < VANISHING {
                at_most = f64::INFINITY;
                return;
            }
            let inverse = 1.0 / square.sqrt();
            let gap = c.gap * inverse;
            at_most = Real::max(at_most, gap + c.vector_error * inverse * self.scale);
            if gap > best.gap + self.sum_error {
                let normal = c.vector * if c.forward { inverse } else { -inverse };
                *best = CandidateAxis {
                    gap,
                    normal,
                    kind: c.kind,
                };
            }
        };
        look(&mut best, self.face_of_a());
        look(&mut best, self.face_of_b());
        let edge_bounds = EdgeBounds::new(&self.a, &self.edges_a, &self.edges_b, self.scale);
        let beside = |j: usize| edge_bounds.beside(self.edges_b[j], self.b[j]);
        let bounds = [beside(0), beside(1), beside(2)];
        for i in 0..3 {
            for (j, bounds) in bounds.iter().enumerate() {
                if bounds.may_exceed(i, best.gap) {
                    look(&mut best, self.of_edges(i, j));
                }
            }
        }
        (best, at_most)
    }
    /// An axis along which the gap is more than `enough`, which must be at least the error bound, else the
    /// clearance; `None` where GJK must decide.
    #[inline]
    pub fn axis_or_clearance(&self, enough: f64) -> Option<AxisOrClearance<CoreClearance>> {
        let (axis, at_most) = self.best_axis();
        if axis.gap > enough {
            return Some(AxisOrClearance::Axis(axis.normal));
        }
        self.along(&axis, at_most).map(AxisOrClearance::Clearance)
    }
    /// The clearance; `None` where GJK must decide.
    #[inline]
    pub fn clearance(&self) -> Option<CoreClearance> {
        let (axis, at_most) = self.best_axis();
        self.along(&axis, at_most)
    }
    /// The same where only a gap is of interest.
    #[inline]
    pub fn gap_or_overlap(&self) -> Option<GapOrOverlap> {
        let (axis, at_most) = self.best_axis();
        if at_most < -self.error {
            return Some(GapOrOverlap::Overlap);
        }
        self.along(&axis, at_most).map(GapOrOverlap::Clearance)
    }
    fn along(&self, axis: &CandidateAxis, at_most: f64) -> Option<CoreClearance> {
        let points = match axis.kind {
            AxisKind::FaceOfA(_) => self.corner_over_a(axis),
            AxisKind::FaceOfB(_) => self.corner_under_b(axis),
            AxisKind::Edges(i, j) => self.crossing(axis, i, j),
        };
        let tie = self.sum_error;
        match points {
            // Two points prove that no gap is greater, where the two are apart.
            Some(points) if axis.gap > 0.0 => Some(self.found(axis.gap, axis.normal, points, tie)),
            Some(points) if at_most <= axis.gap + 1e-13 * self.scale => {
                let error_bound = tie.max(at_most - axis.gap);
                Some(self.found(axis.gap, axis.normal, points, error_bound))
            }
            None if axis.gap > self.error => self.closest_edges(),
            _ => None,
        }
    }
    fn found(&self, distance: f64, normal: DVec3, points: (DVec3, DVec3), error_bound: f64) -> CoreClearance {
        CoreClearance {
            distance,
            error_bound,
            normal,
            point_a: points.0 + self.origin,
            point_b: points.1 + self.origin,
        }
    }

    /// B's corner nearest to the plane of A and its projection on that, if that is inside the triangle.
    fn corner_over_a(&self, axis: &CandidateAxis) -> Option<(DVec3, DVec3)> {
        let corner = nearest_corner(&self.b, axis.normal);
        let foot = corner - axis.normal * axis.gap;
        is_over(&self.a, &self.edges_a, foot).then_some((foot, corner))
    }
    /// A's corner nearest to the plane of B and its projection on that, if that is inside the triangle.
    fn corner_under_b(&self, axis: &CandidateAxis) -> Option<(DVec3, DVec3)> {
        let corner = nearest_corner(&self.a, -axis.normal);
        let foot = corner + axis.normal * axis.gap;
        is_over(&self.b, &self.edges_b, foot).then_some((corner, foot))
    }
    /// The points in which two edges cross, projected along the axis; `None` where they do not.
    fn crossing(&self, axis: &CandidateAxis, i: usize, j: usize) -> Option<(DVec3, DVec3)> {
        let (u, v) = (self.edges_a[i], self.edges_b[j]);
        let c = u.cross(v);
        let d = self.b[j] - self.a[i];
        let inverse = 1.0 / c.length_squared();
        let (s, t) = (d.cross(v).dot(c) * inverse, d.cross(u).dot(c) * inverse);
        let inside = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
        let (point_a, point_b) = (self.a[i] + u * s, self.b[j] + v * t);
        let off = point_b - point_a - axis.normal * axis.gap;
        (inside && off.max_abs() <= 4.0 * self.sum_error).then_some((point_a, point_b))
    }

    /// The closest points of any two edges, if the gap along their direction proves them.
    #[inline(never)]
    fn closest_edges(&self) -> Option<CoreClearance> {
        let mut best = (DVec3::ZERO, DVec3::ZERO);
        let mut least = f64::INFINITY;
        for i in 0..3 {
            for j in 0..3 {
                let (p, q) = closest_of_segments((self.a[i], self.edges_a[i]), (self.b[j], self.edges_b[j]));
                let squared = (q - p).length_squared();
                if squared < least {
                    (best, least) = ((p, q), squared);
                }
            }
        }
        let (p, q) = best;
        let distance = least.sqrt();
        let normal = (q - p) / distance;
        let gap = lowest(self.b.map(|b| normal.dot(b - p))) - highest(self.a.map(|a| normal.dot(a - p)));
        let error_bound = distance - gap;
        (error_bound <= 4.0 * self.sum_error).then(|| self.found(distance, normal, best, error_bound.abs()))
    }
}

/// The corner that is lowest along `n`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn nearest_corner(p: &[DVec3; 3], n: DVec3) -> DVec3 {
    let [x, y, z] = p.map(|p| n.dot(p));
    if x <= y && x <= z {
        p[0]
    } else if y <= z {
        p[1]
    } else {
        p[2]
    }
}

/// Whether a point of a triangle's plane is inside the triangle.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn is_over(corners: &[DVec3; 3], edges: &[DVec3; 3], point: DVec3) -> bool {
    let n = edges[0].cross(edges[1]);
    (0..3).all(|i| edges[i].cross(point - corners[i]).dot(n) >= 0.0)
}

/// The closest points of two segments, each given by its start and its vector; some points of them where they
/// are parallel.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn closest_of_segments((p, u): (DVec3, DVec3), (q, v): (DVec3, DVec3)) -> (DVec3, DVec3) {
    // Where a segment has no length or both are parallel, `x` is not a number and becomes 0.
    let clamped = |x: f64| if x > 0.0 { x.min(1.0) } else { 0.0 };
    let r = p - q;
    let (uu, vv, uv, ur, vr) = (u.dot(u), v.dot(v), u.dot(v), u.dot(r), v.dot(r));
    let s = clamped((uv * vr - ur * vv) / (uu * vv - uv * uv));
    let wanted = (uv * s + vr) / vv;
    let t = clamped(wanted);
    let s = if t == wanted {
        s
    } else {
        clamped((uv * t - ur) / uu)
    };
    (p + u * s, q + v * t)
}
