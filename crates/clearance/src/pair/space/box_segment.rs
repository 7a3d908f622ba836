//! A box and a segment in closed form, in double precision: with their balls a box and a capsule.
//!
//! In the box's frame, the squared distance of the box and the point `x = p + t d` of the segment is the sum
//! of the squares of `x - clamp(x)`. That is a convex function of `t` whose derivative is linear between the
//! times at which the segment crosses one of the planes of the six faces. So the nearest point lies between
//! two of these times, the last at which the distance still falls and the first at which it rises, and is
//! found by one division (compare D. Eberly, "Distance between a line and a box", Geometric Tools, which goes
//! through the cases of the line's direction).
//!
//! Where the segment passes through the box, the difference D = B - A is a box swept along the segment, with
//! two kinds of facets: those of the box, and the products of its edges with the segment. Six axes give the
//! depth.
//!
//! Error bound: two points bound the distance from above, and the gap along their direction bounds it from
//! below. Where the two differ by more than rounding explains, GJK decides. A product of edges is right to
//! one rounding in each component, as in `box_triangle.rs`.

use glam::DVec3;

use super::box_frame::{BoxFrame, BoxWitness, OtherEdge};
use super::candidate_axis::{AxisKind, CandidateAxis};
use super::core_clearance::{AxisOrClearance, CoreClearance, GapOrOverlap};
use super::search;
use crate::math::Real;
use crate::pair::core_pair::CorePair;
use crate::shape::Space3;

/// The times that are looked at: the two ends, and those at which the segment crosses a plane of a face.
const TIMES: usize = 8;

/// A box and a segment in the box's frame.
pub(super) struct BoxSegment<'p, 'c, V: Space3> {
    frame: BoxFrame<'p, 'c, V>,
    ends: [DVec3; 2],
    /// From the first end to the second.
    along: DVec3,
}

/// How far apart they are.
struct Gap {
    /// From the point of the box to that of the segment, if they are apart.
    axis: CandidateAxis,
    /// A lower bound of the distance.
    at_least: f64,
    points: BoxWitness,
}

impl<'p, 'c, V: Space3> BoxSegment<'p, 'c, V> {
    /// `None` for other hulls.
    #[inline]
    pub fn new(pair: &'p CorePair<'c, V>) -> Option<Self> {
        let (frame, [p, q, _]) = BoxFrame::new(pair, 2)?;
        Some(Self {
            frame,
            ends: [p, q],
            along: q - p,
        })
    }

    /// Whether the two overlap, with their balls: a sure yes or a sure no.
    #[inline]
    pub fn overlap(&self) -> Option<bool> {
        let (radii, error) = (self.frame.pair.radii(), self.frame.pair.error);
        let gap = self.gap();
        if gap.at_least > radii + error {
            return Some(false);
        }
        if gap.axis.gap < radii - error {
            return Some(true);
        }
        let (axis, at_most) = self.deepest_axis();
        (radii == 0.0 && at_most.max(axis.gap) < -error).then_some(true)
    }
    /// The clearance; `None` where it is not sure.
    #[inline]
    pub fn clearance(&self) -> Option<CoreClearance> {
        self.clearance_after(&self.gap())
    }
    /// The same where only a gap is of interest.
    #[inline]
    pub fn gap_or_overlap(&self) -> Option<GapOrOverlap> {
        let gap = self.gap();
        if gap.axis.gap < self.frame.pair.radii() - self.frame.pair.error {
            return Some(GapOrOverlap::Overlap);
        }
        self.clearance_after(&gap).map(GapOrOverlap::Clearance)
    }
    /// An axis along which the gap is more than `enough`, which must be at least the error bound, else the
    /// clearance.
    #[inline]
    pub fn axis_or_clearance(&self, enough: f64) -> Option<AxisOrClearance<CoreClearance>> {
        let gap = self.gap();
        if gap.at_least > enough {
            let normal = self.frame.direction_in_a(gap.axis.normal);
            return Some(AxisOrClearance::Axis(normal));
        }
        self.clearance_after(&gap).map(AxisOrClearance::Clearance)
    }

    /// The clearance, when the gap is known.
    #[inline]
    fn clearance_after(&self, gap: &Gap) -> Option<CoreClearance> {
        if gap.axis.gap > self.frame.pair.sum_error() {
            return self.apart(gap);
        }
        let (axis, at_most) = self.deepest_axis();
        if axis.gap >= 0.0 {
            return None;
        }
        let points = match axis.kind {
            AxisKind::Edges(i, _) => self.frame.crossing(&axis, i, &self.edge()),
            AxisKind::FaceOfA(i) | AxisKind::FaceOfB(i) => {
                let [p, q] = self.ends;
                let is_first = p.dot(axis.normal) <= q.dot(axis.normal);
                let deepest = if is_first { p } else { q };
                self.frame.corner_over_face(deepest, &axis, i)
            }
        };
        self.frame.depth(&axis, at_most, points)
    }
    /// The clearance of two that are apart.
    #[inline]
    fn apart(&self, gap: &Gap) -> Option<CoreClearance> {
        let pair = self.frame.pair;
        let error_bound = gap.axis.gap - gap.at_least;
        if error_bound <= 4.0 * pair.sum_error() {
            return Some(self.frame.clearance(&gap.axis, error_bound.abs(), gap.points));
        }
        search::clearance(pair, self.frame.direction_in_a(gap.axis.normal))
    }
    /// The nearest points and their distance, 0 where the segment passes through the box.
    #[inline]
    fn gap(&self) -> Gap {
        let half = self.frame.half;
        let [p, q] = self.ends;
        let on_segment = p + self.along * self.nearest_time();
        let on_box = on_segment.clamp(-half, half);
        let between = on_segment - on_box;
        let distance = between.length_squared().sqrt();
        let normal = between / distance;
        let lowest = Real::min(normal.dot(p), normal.dot(q));
        // Not a number where the two meet.
        let at_least = lowest - normal.abs().dot(half);
        Gap {
            axis: CandidateAxis {
                gap: distance,
                normal,
                kind: AxisKind::Edges(0, 0),
            },
            at_least: if distance > 0.0 { at_least } else { -f64::INFINITY },
            points: (on_box, on_segment),
        }
    }
    /// Where along the segment the box is nearest, from 0 to 1.
    #[inline]
    fn nearest_time(&self) -> f64 {
        let times = self.times();
        let slopes = self.slopes(&times);
        let [first, last] = [slopes[0], slopes[1]];
        if first >= 0.0 {
            return 0.0;
        }
        if last <= 0.0 {
            return 1.0;
        }
        let (mut falling, mut rising) = ((0.0, first), (1.0, last));
        for (&time, &slope) in times.iter().zip(&slopes) {
            if slope <= 0.0 && time >= falling.0 {
                falling = (time, slope);
            }
            if slope >= 0.0 && time <= rising.0 {
                rising = (time, slope);
            }
        }
        let part = falling.1 / (falling.1 - rising.1);
        // Not a number where both slopes are 0: all between is as near.
        let part = if part > 0.0 { part } else { 0.0 };
        falling.0 + (rising.0 - falling.0) * part
    }
    /// The times between which the slope is linear. One that is never reached, or not a number, counts as an
    /// end.
    #[inline]
    fn times(&self) -> [f64; TIMES] {
        let (p, d, h) = (self.ends[0], self.along, self.frame.half);
        let mut times = [0.0; TIMES];
        times[1] = 1.0;
        for k in 0..3 {
            let inverse = 1.0 / d[k];
            for (j, face) in [-h[k], h[k]].into_iter().enumerate() {
                let time = (face - p[k]) * inverse;
                times[2 + 2 * k + j] = if time > 0.0 { Real::min(time, 1.0) } else { 0.0 };
            }
        }
        times
    }
    /// Half of the derivative of the squared distance at these times.
    #[inline]
    fn slopes(&self, times: &[f64; TIMES]) -> [f64; TIMES] {
        let (p, d, h) = (self.ends[0], self.along, self.frame.half);
        let mut slopes = [0.0; TIMES];
        for k in 0..3 {
            for (slope, &time) in slopes.iter_mut().zip(times) {
                let x = p[k] + time * d[k];
                *slope += d[k] * (x - Real::min(Real::max(x, -h[k]), h[k]));
            }
        }
        slopes
    }
    /// The axis of the least overlap, and an upper bound of the true greatest gap.
    #[inline]
    fn deepest_axis(&self) -> (CandidateAxis, f64) {
        let [p, q] = self.ends;
        let mut best = self.frame.best_face(p.min(q), p.max(q));
        let unknown = self.frame.try_edge(0, &self.edge(), &mut best);
        (best, unknown.max(best.gap + self.frame.pair.sum_error()))
    }
    #[inline]
    fn edge(&self) -> OtherEdge {
        let [start, rest] = self.ends;
        OtherEdge {
            start,
            vector: self.along,
            rest,
        }
    }
}
