//! An edge and the corner in front of it: the last step of a clearance or a manifold of two polygons or
//! boxes.
//!
//! The separating axis theorem gives the *reference* edge, the one with the greatest gap, and the *corner* of
//! the other that is lowest above its line. Everything else happens in coordinates on that line: x along the
//! edge, y above it. If the corner is above the edge, its height is the answer. If it is beyond an end, the
//! closest points are that end and the corner (with an edge of the other closer, that edge would have the
//! greater gap), or two edges are parallel and beside each other.
//!
//! Every answer is proven. Where the corner is above the edge, its height is both the gap along the edge's
//! normal, which the search took over all corners, and the distance of two points. Where the end and the
//! corner are closest, their distance is proven by its own direction n: n lies between the normals of the two
//! edges at either of them (their *normal cone*), so that no other corner reaches further along n
//! (Rockafellar, "Convex Analysis", 1970, 27.4). A direction that leaves its cone by an angle of `t` loses at
//! most `t` times the diameter of the shape, hence the [`CONE_TOLERANCE`] allowed. What is not proven is
//! `None`.
//!
//! Contacts are the ends of the common part of the reference edge and the *incident* edge: the one of the
//! corner's two edges that leans less (Catto, "Contact Manifolds", GDC 2007).

use super::clip::{corner_feature, edge_feature};
use crate::exact::filter::Bound;
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Clearance, Contact, DepthKind, FeatureId, Manifold};
use crate::pair::contact::raw_contact::feature_id;
use crate::pair::contact::witness::at_witness;
use crate::shape::Space2;

/// The sine by which a direction may leave a normal cone, in units of `EPSILON`: the rounding of unit normals
/// explains as much.
pub(super) const CONE_TOLERANCE: f64 = 4.0;

/// The reference edge, and the corner of the other outline that is lowest above its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeAndCorner<V: Space2> {
    /// Whether the edge is A's.
    pub by_a: bool,
    /// The point of x = 0 and y = 0, in the world.
    pub origin: V,
    /// The direction of y, in the world; that of x is on its left.
    pub normal: V,
    /// The x of both ends of the edge.
    pub ends: [V::Scalar; 2],
    /// The numbers of the corners there; the first is the edge's.
    pub end_corners: [usize; 2],
    /// The lowest corner in coordinates on the edge.
    pub corner: V,
    /// The corners before and after it, which are not to the left and not to the right of it.
    pub before: V,
    pub after: V,
    /// The numbers of the corner, of the one before and of the one after.
    pub low: usize,
    pub below: usize,
    pub above: usize,
}

/// The closest points, or those of the penetration depth: a point of the edge, and the direction and distance
/// of the other point from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPair<V: Space2> {
    /// The x of the point of the edge.
    x: V::Scalar,
    /// Unit vector to the other, in coordinates on the edge.
    direction: V,
    /// Signed distance.
    pub distance: V::Scalar,
    /// The end of the edge that the corner is beyond of.
    beyond: Option<usize>,
}

/// The incident edge: the one of the corner's two edges that leans less.
#[derive(Clone, Copy)]
struct IncidentEdge<S> {
    /// The x of both ends, ascending.
    x: [S; 2],
    /// The numbers of the corners there.
    corners: [usize; 2],
    edge: usize,
    /// How much higher one end is than the other.
    rise: S,
}

impl<V: Space2> EdgeAndCorner<V> {
    /// The closest points. `is_in_cones` says whether a direction is in the normal cones of an end of the
    /// edge (0 or 1) and of the corner.
    #[inline(always)]
    pub fn closest(
        &self,
        error: V::Scalar,
        is_in_cones: impl FnOnce(V, usize) -> bool,
    ) -> Option<ClosestPair<V>> {
        let (x, y) = (self.corner.x(), self.corner.y());
        let end = x.max(self.ends[0]).min(self.ends[1]);
        let beyond = x - end;
        if beyond == Real::ZERO || self.is_beside(end, beyond, error) {
            return Some(ClosestPair {
                x: end,
                direction: V::new(Real::ZERO, Real::ONE),
                distance: y,
                beyond: None,
            });
        }
        let squared = beyond * beyond + y * y;
        let least = ScalarOf::<V>::MIN_POSITIVE / (ScalarOf::<V>::EPSILON * ScalarOf::<V>::EPSILON);
        if !(y > Real::ZERO && squared > least && squared.is_finite()) {
            return None;
        }
        let distance = squared.sqrt();
        let direction = V::new(beyond / distance, y / distance);
        let which = usize::from(beyond > Real::ZERO);
        is_in_cones(direction, which).then_some(ClosestPair {
            x: end,
            direction,
            distance,
            beyond: Some(which),
        })
    }
    /// Whether an edge of the corner is parallel to the reference edge and reaches from beyond its end to
    /// above it.
    #[inline]
    fn is_beside(&self, end: V::Scalar, beyond: V::Scalar, error: V::Scalar) -> bool {
        if beyond > Real::ZERO {
            self.after.x() <= end && self.after.y() - self.corner.y() <= error
        } else {
            self.before.x() >= end && self.before.y() - self.corner.y() <= error
        }
    }
    /// 1 where the reference is A, else -1.
    #[inline]
    fn sign(&self) -> V::Scalar {
        let one: V::Scalar = Real::ONE;
        [-one, one][usize::from(self.by_a)]
    }
    /// Out of the edge, from A to B.
    #[inline]
    pub fn axis(&self) -> V {
        self.normal * self.sign()
    }
    /// A point of the edge, and the one of the other so far from it, as those of A and B.
    #[inline]
    fn points(&self, x: V::Scalar, to_other: V) -> [V; 2] {
        let mine = self.origin + self.normal.left() * x;
        let both = [mine, mine + to_other];
        let first = usize::from(!self.by_a);
        [both[first], both[1 - first]]
    }
    /// The clearance that closest points give.
    #[inline]
    pub fn clearance(&self, near: &ClosestPair<V>) -> Clearance<V> {
        let normal = self.normal.left() * near.direction.x() + self.normal * near.direction.y();
        let [point_a, point_b] = self.points(near.x, normal * near.distance);
        Clearance {
            distance: near.distance,
            normal: normal * self.sign(),
            point_a,
            point_b,
            depth_kind: DepthKind::Exact,
        }
    }
    /// The contact of the corner with an end of the edge.
    #[inline]
    fn corner_contact(&self, near: &ClosestPair<V>, end: usize) -> Manifold<V> {
        let feature = self.feature(corner_feature(self.end_corners[end]), corner_feature(self.low));
        at_witness(&self.clearance(near), feature)
    }
    /// The ends of the common part of both edges; `None` where that is no longer than the error bound, or the
    /// incident edge is steep.
    #[inline(always)]
    fn common_part(&self, error: V::Scalar) -> Option<[Contact<V>; 2]> {
        let incident = self.incident();
        let mine = [self.ends[0] > incident.x[0], self.ends[1] < incident.x[1]];
        let left = if mine[0] { self.ends[0] } else { incident.x[0] };
        let right = if mine[1] { self.ends[1] } else { incident.x[1] };
        let run = incident.x[1] - incident.x[0];
        if !(right - left > error && incident.rise <= run * ScalarOf::<V>::lit(STEEP)) {
            return None;
        }
        // A rise that rounding alone explains is none.
        let is_level = incident.rise <= error;
        let rise = if is_level { Real::ZERO } else { incident.rise };
        let slope = rise / run;
        let contact = |x: V::Scalar, end: usize| {
            let clearance = self.corner.y() + (x - self.corner.x()).abs() * slope;
            let [point_a, point_b] = self.points(x, self.normal * clearance);
            let my_corner = corner_feature(self.end_corners[end]);
            let its_corner = corner_feature(incident.corners[end]);
            let (mine, its) = if mine[end] {
                (my_corner, edge_feature(incident.edge))
            } else {
                (edge_feature(self.end_corners[0]), its_corner)
            };
            Contact {
                point_a,
                point_b,
                clearance,
                feature: self.feature(mine, its),
            }
        };
        Some([contact(left, 0), contact(right, 1)])
    }
    #[inline]
    fn feature(&self, mine: u32, its: u32) -> FeatureId {
        if self.by_a {
            feature_id(mine, its)
        } else {
            feature_id(its, mine)
        }
    }
    #[inline]
    fn incident(&self) -> IncidentEdge<V::Scalar> {
        let (corner, before, after) = (self.corner, self.before, self.after);
        let (run_before, run_after) = (before.x() - corner.x(), corner.x() - after.x());
        let (rise_before, rise_after) = (before.y() - corner.y(), after.y() - corner.y());
        if rise_after * run_before < rise_before * run_after {
            IncidentEdge {
                x: [after.x(), corner.x()],
                corners: [self.above, self.low],
                edge: self.low,
                rise: rise_after,
            }
        } else {
            IncidentEdge {
                x: [corner.x(), before.x()],
                corners: [self.low, self.below],
                edge: self.below,
                rise: rise_before,
            }
        }
    }
}

/// The slope of the steepest edge that is clipped: an error of x grows by this factor in y.
const STEEP: f64 = 4.0;

/// Two polygons or boxes whose greatest gap along the normals of their edges is known.
pub(super) trait SeparatedPair<V: Space2> {
    /// The greatest gap.
    fn gap(&self) -> V::Scalar;
    /// The error bound of gaps.
    fn bound(&self) -> Bound<V::Scalar>;
    /// The unit normal of the edge with the greatest gap, from A to B.
    fn axis(&self) -> V;
    /// The edge, the corner in front of it, and the closest points; `None` where these are not proven or the
    /// sign of the gap is undecided.
    fn closest(&self) -> Option<(EdgeAndCorner<V>, ClosestPair<V>)>;

    /// The distance, 0 where the two meet.
    #[inline]
    fn distance(&self) -> Option<V::Scalar> {
        if self.bound().meets(self.gap())? {
            return Some(Real::ZERO);
        }
        self.closest().map(|(_, near)| near.distance)
    }
    /// The signed distance with its witness.
    #[inline]
    fn clearance(&self) -> Option<Clearance<V>> {
        let (facing, near) = self.closest()?;
        Some(facing.clearance(&near))
    }
    /// The contacts of those no further apart than `margin`; `otherwise` where they are undecided. Each way
    /// makes an answer of its own, in the caller's place.
    #[inline(always)]
    fn manifold<A>(
        &self,
        margin: V::Scalar,
        answer: impl Fn(Manifold<V>) -> A,
        otherwise: impl FnOnce() -> A,
    ) -> A {
        let error = self.bound().error;
        if self.gap() > margin + error {
            return answer(Manifold::new(self.axis()));
        }
        let Some((facing, near)) = self.closest() else {
            return otherwise();
        };
        if near.distance > margin {
            return answer(Manifold::new(facing.clearance(&near).normal));
        }
        if let Some(end) = near.beyond {
            return answer(facing.corner_contact(&near, end));
        }
        match facing.common_part(error) {
            None => otherwise(),
            Some(both) => {
                let counts = both.map(|contact| contact.clearance <= margin);
                answer(Manifold::of_two(facing.axis(), both, counts))
            }
        }
    }
}
