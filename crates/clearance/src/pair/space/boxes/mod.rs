//! Two boxes of space by their fifteen candidate axes: overlap, clearance, and in `contacts.rs` the manifold.
//!
//! Source: S. Gottschalk, "Separating axis theorem for oriented bounding boxes", 1996; C. Ericson, "Real-Time
//! Collision Detection", 2005, 4.4.1. In A's frame the cross product of an edge of A with one of B consists
//! of two entries of B's axis, exact as they are. With `s` its length (the sine between the edges), a gap
//! along it is `s` times too small.
//!
//! Where we differ: no epsilon is added to the rotation. For the boolean, gaps along cross products are not
//! normalized: `s <= 1`, so that one above the error bound surely separates, and one below minus the bound
//! surely does not. Edges closer to parallel than a sine of `thin` are skipped, if all other gaps are below
//! `-16 · thin · size`. Proof: turn each such edge of B about its center until it is parallel to that of A.
//! No point of B moves further than `3 · thin · size`, since at most three edges can be so; the turned pair
//! has no such axis, and its other axes are those of the given pair turned by at most `2 · thin`, so that
//! gaps along them change by less than `6 · thin · size`. They stay below `-(16 - 6) · thin · size`: the
//! origin is that deep inside the turned D, and inside the given one, whose border is nowhere more than `3 ·
//! thin · size` away from it. Everything else is computed with unit axes.

mod contacts;

pub(crate) use contacts::manifold;

use glam::DVec3;

use super::candidate_axis::{AxisKind, CandidateAxis};
use super::core_clearance::{CoreClearance, GapOrOverlap};
use super::search;
use crate::math::{Space, Vector};
use crate::pair::contact::core_manifold;
use crate::pair::core_pair::CorePair;
use crate::pair::support_feature::largest_component;
use crate::shape::Space3;

/// Two boxes in A's frame.
struct BoxPair3<'m> {
    a: DVec3,
    b: DVec3,
    /// From A's center to B's.
    between: DVec3,
    /// B's axes.
    axes: &'m [DVec3; 3],
    /// The magnitudes of their entries.
    magnitudes: [DVec3; 3],
}

impl<'m> BoxPair3<'m> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new<V: Space3>(pair: &'m CorePair<'_, V>, a: DVec3, b: DVec3) -> Self {
        Self {
            a,
            b,
            between: pair.origin,
            axes: &pair.axes,
            magnitudes: pair.axes.map(DVec3::abs),
        }
    }
    #[inline]
    fn gaps_of_a(&self) -> DVec3 {
        let [x, y, z] = self.magnitudes;
        self.between.abs() - (self.a + x * self.b.x + y * self.b.y + z * self.b.z)
    }
    #[inline]
    fn gaps_of_b(&self) -> DVec3 {
        let reach = DVec3::project(&self.magnitudes, self.a);
        DVec3::project(self.axes, self.between).abs() - (self.b + reach)
    }
    /// The gaps along the cross products of B's axis `j` with all of A's, not normalized.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn gaps_of_edges(&self, j: usize) -> DVec3 {
        let (a, r) = (self.a, self.magnitudes[j]);
        let of_a = DVec3::new(
            a.y * r.z + a.z * r.y,
            a.z * r.x + a.x * r.z,
            a.x * r.y + a.y * r.x,
        );
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        let of_b = self.magnitudes[l] * self.b[k] + self.magnitudes[k] * self.b[l];
        self.axes[j].cross(self.between).abs() - (of_a + of_b)
    }
    /// Squared lengths of those cross products.
    #[inline]
    fn squared_sines(&self, j: usize) -> DVec3 {
        let square = self.axes[j] * self.axes[j];
        DVec3::new(square.y + square.z, square.z + square.x, square.x + square.y)
    }

    /// The axis of the fifteen with the greatest gap, or the least overlap. Edges win over faces only by more
    /// than `tie`.
    #[inline(always)]
    fn best_axis(&self, tie: f64) -> CandidateAxis {
        let faces = self.best_of_faces();
        self.best_of_edges(faces, tie, f64::INFINITY)
    }
    /// The axis with the greatest gap of `best` and the nine pairs of edges, or the first gap above `enough`.
    ///
    /// Most pairs are skipped without a square root: a gap of `g / s` is above the best one, `w`, exactly if
    /// `g |g| > w |w| s²`. With `tie` added to `g` for its rounding, no pair is skipped that would win.
    #[inline]
    fn best_of_edges(&self, mut best: CandidateAxis, tie: f64, enough: f64) -> CandidateAxis {
        for j in 0..3 {
            let gaps = self.gaps_of_edges(j) + DVec3::splat(tie);
            let squares = self.squared_sines(j);
            let signed = gaps * gaps.abs();
            let wanted = squares * (best.gap * best.gap.abs());
            for i in 0..3 {
                if signed[i] > wanted[i] && squares[i] > 1e-280 {
                    let axis = self.edges(i, j, squares[i].sqrt());
                    if axis.gap > best.gap + tie {
                        best = axis;
                    }
                }
            }
            if best.gap > enough {
                break;
            }
        }
        best
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn best_of_faces(&self) -> CandidateAxis {
        let (of_a, of_b) = (self.gaps_of_a(), self.gaps_of_b());
        let (i, j) = (largest_component(of_a), largest_component(of_b));
        if of_a[i] >= of_b[j] {
            self.axis(of_a[i], DVec3::AXES[i], AxisKind::FaceOfA(i))
        } else {
            self.axis(of_b[j], self.axes[j], AxisKind::FaceOfB(j))
        }
    }
    /// The gap along the unit cross product of edge `i` of A and edge `j` of B. Before it is normalized, its
    /// length is `sine`.
    #[inline]
    fn edges(&self, i: usize, j: usize, sine: f64) -> CandidateAxis {
        let normal = DVec3::AXES[i].cross(self.axes[j]) / sine;
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        let of_a = normal.abs().dot(self.a);
        let of_b = normal.dot(self.axes[k]).abs() * self.b[k] + normal.dot(self.axes[l]).abs() * self.b[l];
        let gap = normal.dot(self.between).abs() - (of_a + of_b);
        self.axis(gap, normal, AxisKind::Edges(i, j))
    }
    #[inline]
    fn axis(&self, gap: f64, normal: DVec3, kind: AxisKind) -> CandidateAxis {
        let backwards = normal.dot(self.between) < 0.0;
        let normal = if backwards { -normal } else { normal };
        CandidateAxis { gap, normal, kind }
    }
}

/// Whether the insides overlap: a sure yes or a sure no.
#[inline]
pub(crate) fn overlaps<V: Space3>(pair: &CorePair<'_, V>, a: DVec3, b: DVec3) -> Option<bool> {
    let boxes = BoxPair3::new(pair, a, b);
    let error = pair.error;
    let of_a = boxes.gaps_of_a().max_element();
    if of_a > error {
        return Some(false);
    }
    let mut worst = of_a.max(boxes.gaps_of_b().max_element());
    if worst > error {
        return Some(false);
    }
    // With `thin² · scale = error` the axes used and the argument for those skipped are about equally exact.
    let thin_squared = error / pair.scale;
    let mut skipped = false;
    for j in 0..3 {
        let (gaps, squares) = (boxes.gaps_of_edges(j), boxes.squared_sines(j));
        if gaps.max_element() > error {
            return Some(false);
        }
        if squares.min_element() < thin_squared {
            skipped = true;
            for i in 0..3 {
                if squares[i] >= thin_squared {
                    worst = worst.max(gaps[i]);
                }
            }
        } else {
            worst = worst.max(gaps.max_element());
        }
    }
    let wanted = if skipped {
        16.0 * (error * pair.scale).sqrt()
    } else {
        0.0
    };
    if worst < -(error + wanted) {
        return Some(true);
    }
    overlaps_by_unit_axes(&boxes, error)
}

#[cold]
fn overlaps_by_unit_axes(boxes: &BoxPair3<'_>, error: f64) -> Option<bool> {
    let gap = boxes.best_axis(0.0).gap;
    (gap.abs() > error).then_some(gap < 0.0)
}

/// The clearance of the boxes, balls not counted.
#[inline]
pub(crate) fn clearance<V: Space3>(pair: &CorePair<'_, V>, a: DVec3, b: DVec3) -> Option<CoreClearance> {
    let boxes = BoxPair3::new(pair, a, b);
    let axis = boxes.best_axis(pair.sum_error());
    along(&boxes, pair, &axis)
}

/// The same where only a gap is of interest.
#[inline]
pub(crate) fn gap_or_overlap<V: Space3>(pair: &CorePair<'_, V>, a: DVec3, b: DVec3) -> Option<GapOrOverlap> {
    let boxes = BoxPair3::new(pair, a, b);
    let axis = boxes.best_axis(pair.sum_error());
    if axis.gap < -pair.error {
        return Some(GapOrOverlap::Overlap);
    }
    along(&boxes, pair, &axis).map(GapOrOverlap::Clearance)
}

/// The clearance along the axis of the greatest gap.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn along<V: Space3>(
    boxes: &BoxPair3<'_>,
    pair: &CorePair<'_, V>,
    axis: &CandidateAxis,
) -> Option<CoreClearance> {
    let tie = pair.sum_error();
    let points = match axis.kind {
        AxisKind::FaceOfA(i) => corner_over_face(boxes, pair, axis, i),
        AxisKind::FaceOfB(j) => corner_under_face(boxes, pair, axis, j),
        AxisKind::Edges(i, j) => crossing(boxes, axis, i, j, tie),
    };
    let found = |(point_a, point_b)| CoreClearance {
        distance: axis.gap,
        error_bound: tie,
        normal: axis.normal,
        point_a,
        point_b,
    };
    match points {
        Some(points) => Some(found(points)),
        None if axis.gap > 0.0 => search::clearance(pair, axis.normal),
        None => core_manifold::common_point(pair, axis.normal, axis.gap, 4.0 * tie).map(found),
    }
}

/// B's corner nearest to face `i` of A and its projection on that face, if that is inside.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn corner_over_face<V: Space3>(
    boxes: &BoxPair3<'_>,
    pair: &CorePair<'_, V>,
    axis: &CandidateAxis,
    i: usize,
) -> Option<(DVec3, DVec3)> {
    let corner = pair.support_of_b(-axis.normal);
    let mut foot = corner;
    foot[i] = boxes.a[i].copysign(axis.normal[i]);
    is_on_face(corner, boxes.a, i).then_some((foot, corner))
}

/// A's corner nearest to face `j` of B and its projection on that face, if that is inside.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn corner_under_face<V: Space3>(
    boxes: &BoxPair3<'_>,
    pair: &CorePair<'_, V>,
    axis: &CandidateAxis,
    j: usize,
) -> Option<(DVec3, DVec3)> {
    let corner = boxes.a.copysign(axis.normal);
    let local = DVec3::project(boxes.axes, corner - boxes.between);
    let mut foot = local;
    foot[j] = boxes.b[j].copysign(-axis.normal.dot(boxes.axes[j]));
    is_on_face(local, boxes.b, j).then(|| (corner, pair.placed_b(foot)))
}

/// Whether the projection of a point on a face across axis `k` is inside that face.
#[inline]
fn is_on_face(point: DVec3, half_extents: DVec3, k: usize) -> bool {
    let beyond = (point.abs() - half_extents).max(DVec3::ZERO);
    (0..3).all(|i| i == k || beyond[i] == 0.0)
}

/// The closest points of the edge of A along its axis `i` and that of B along its axis `j`; `None` where
/// those of the lines are beyond an end.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn crossing(
    boxes: &BoxPair3<'_>,
    axis: &CandidateAxis,
    i: usize,
    j: usize,
    tolerance: f64,
) -> Option<(DVec3, DVec3)> {
    let (u, v) = (DVec3::AXES[i], boxes.axes[j]);
    let mut middle_a = boxes.a.copysign(axis.normal);
    middle_a[i] = 0.0;
    let mut corner_b = boxes.b.copysign(-DVec3::project(boxes.axes, axis.normal));
    corner_b[j] = 0.0;
    let middle_b = DVec3::combine(boxes.axes, corner_b) + boxes.between;
    let d = middle_b - middle_a;
    let sine_squared = u.cross(v).length_squared();
    let (du, dv, cosine) = (d.dot(u), d.dot(v), u.dot(v));
    let s = (du - cosine * dv) / sine_squared;
    let t = (cosine * du - dv) / sine_squared;
    let point_a = middle_a + u * s.clamp(-boxes.a[i], boxes.a[i]);
    let point_b = middle_b + v * t.clamp(-boxes.b[j], boxes.b[j]);
    let off = point_b - point_a - axis.normal * axis.gap;
    (off.max_abs() <= 4.0 * tolerance).then_some((point_a, point_b))
}
