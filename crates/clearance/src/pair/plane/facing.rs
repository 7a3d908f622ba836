//! An edge and the corner in front of it: the last step of a clearance or a manifold of two polygons or
//! boxes.
//!
//! Separating axes name the edge that parts the two most (the *reference*) and the *corner* of the other that
//! is lowest above its line. Everything else happens in coordinates on that line: x along the edge, y above
//! it. The corner is above the edge, and its height is the answer; or beyond an end, and then the two nearest
//! points are that end and the corner (an edge of the other would have parted the two more), or two edges are
//! parallel and side by side.
//!
//! Nothing here is taken on trust. Where the corner is above the edge, its height is at once the gap along
//! the edge's normal, which the search took over all corners, and the distance of two points. Where the end
//! and the corner are nearest, their distance is proven by its own direction n: it lies between the normals
//! of the two edges at either (their *normal cone*), so that no other corner reaches further along n
//! (Rockafellar, "Convex Analysis", 1970, 27.4). A direction that leaves its cone by an angle of `t` loses at
//! most `t` times the diameter of the shape, hence the [`LEANING`] allowed. What is not proven is `None`.
//!
//! Contacts are the ends of what the edge shares with the one of the corner's two edges that leans less,
//! after the reference and incident edges of Catto ("Contact Manifolds", GDC 2007).

use super::clip::{corner_feature, edge_feature};
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Clearance, Contact, DepthKind, FeatureId, Manifold};
use crate::shape::Space2;

/// By how many `EPSILON` a direction may leave a normal cone, as a sine: what rounding unit normals may do.
pub(super) const LEANING: f64 = 4.0;

/// A point in coordinates on the reference edge's line.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnEdge<S> {
    /// Along the edge.
    pub x: S,
    /// Above its line.
    pub y: S,
}

/// The reference edge, and the corner of the other outline that is lowest above its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing<V: Space2> {
    /// Whether the edge is A's.
    pub by_a: bool,
    /// Where x and y are 0, in the world.
    pub origin: V,
    /// The direction of y, in the world; that of x is on its left.
    pub normal: V,
    /// Where the edge begins and ends.
    pub ends: [V::Scalar; 2],
    /// The numbers of the corners there; the first is the edge's.
    pub end_corners: [usize; 2],
    pub corner: OnEdge<V::Scalar>,
    /// The corners before and after it, which are not to the left and not to the right of it.
    pub before: OnEdge<V::Scalar>,
    pub after: OnEdge<V::Scalar>,
    /// The numbers of the corner, of the one before and of the one after.
    pub low: usize,
    pub below: usize,
    pub above: usize,
}

/// Closest points, or the way out: a point of the edge, and how the other lies from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<S> {
    /// The point of the edge.
    x: S,
    /// Unit vector to the other, in coordinates on the edge.
    direction: OnEdge<S>,
    /// Signed distance.
    pub distance: S,
    /// Which end of the edge it is, where the other is beyond it.
    beyond: Option<usize>,
}

/// The one of the corner's two edges that leans less.
#[derive(Clone, Copy)]
struct Incident<S> {
    /// Where it begins and ends, ascending.
    x: [S; 2],
    /// The numbers of the corners there.
    corners: [usize; 2],
    edge: usize,
    /// How much higher one end is than the other.
    rise: S,
}

impl<V: Space2> Facing<V> {
    /// The closest points. `holds` says whether a direction is in the normal cones of an end of the edge (0
    /// or 1) and of the corner.
    #[inline(always)]
    pub fn near(
        &self,
        error: V::Scalar,
        holds: impl FnOnce(OnEdge<V::Scalar>, usize) -> bool,
    ) -> Option<Near<V::Scalar>> {
        let OnEdge { x, y } = self.corner;
        let end = x.max(self.ends[0]).min(self.ends[1]);
        let beyond = x - end;
        if beyond == Real::ZERO || self.is_beside(end, beyond, error) {
            let (zero, one) = (Real::ZERO, Real::ONE);
            return Some(Near {
                x: end,
                direction: OnEdge { x: zero, y: one },
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
        let direction = OnEdge {
            x: beyond / distance,
            y: y / distance,
        };
        let which = usize::from(beyond > Real::ZERO);
        holds(direction, which).then_some(Near {
            x: end,
            direction,
            distance,
            beyond: Some(which),
        })
    }
    /// Whether the corner's edge runs level from beyond an end of the edge to above it.
    #[inline(always)]
    fn is_beside(&self, end: V::Scalar, beyond: V::Scalar, error: V::Scalar) -> bool {
        if beyond > Real::ZERO {
            self.after.x <= end && self.after.y - self.corner.y <= error
        } else {
            self.before.x >= end && self.before.y - self.corner.y <= error
        }
    }
    /// 1 where the reference is A, else -1.
    #[inline(always)]
    fn sign(&self) -> V::Scalar {
        let one: V::Scalar = Real::ONE;
        [-one, one][usize::from(self.by_a)]
    }
    /// Out of the edge, from A to B.
    #[inline(always)]
    pub fn axis(&self) -> V {
        self.normal * self.sign()
    }
    /// A point of the edge, and the one of the other so far from it, as those of A and B.
    #[inline(always)]
    fn points(&self, x: V::Scalar, to_other: V) -> [V; 2] {
        let mine = self.origin + self.normal.left() * x;
        let both = [mine, mine + to_other];
        let first = usize::from(!self.by_a);
        [both[first], both[1 - first]]
    }
    /// The clearance that closest points give.
    #[inline(always)]
    pub fn clearance(&self, near: &Near<V::Scalar>) -> Clearance<V> {
        let normal = self.normal.left() * near.direction.x + self.normal * near.direction.y;
        let [point_a, point_b] = self.points(near.x, normal * near.distance);
        Clearance {
            distance: near.distance,
            normal: normal * self.sign(),
            point_a,
            point_b,
            depth_kind: DepthKind::Exact,
        }
    }
    /// The manifold of two that are no further apart than `margin`.
    #[inline(always)]
    pub fn manifold(
        &self,
        near: &Near<V::Scalar>,
        margin: V::Scalar,
        error: V::Scalar,
    ) -> Option<Manifold<V>> {
        match near.beyond {
            None => self.common_part(margin, error),
            Some(end) => Some(self.corner_contact(near, end)),
        }
    }
    /// The contact of the corner with an end of the edge.
    fn corner_contact(&self, near: &Near<V::Scalar>, end: usize) -> Manifold<V> {
        let c = self.clearance(near);
        let mut manifold = Manifold::new(c.normal);
        manifold.push(Contact {
            point_a: c.point_a,
            point_b: c.point_b,
            clearance: c.distance,
            feature: self.feature(corner_feature(self.end_corners[end]), corner_feature(self.low)),
        });
        manifold
    }
    /// The ends of what the two edges share; `None` where they share next to nothing, or the other's is
    /// steep.
    #[inline(always)]
    fn common_part(&self, margin: V::Scalar, error: V::Scalar) -> Option<Manifold<V>> {
        let incident = self.incident();
        let mine = [self.ends[0] > incident.x[0], self.ends[1] < incident.x[1]];
        let left = if mine[0] { self.ends[0] } else { incident.x[0] };
        let right = if mine[1] { self.ends[1] } else { incident.x[1] };
        let run = incident.x[1] - incident.x[0];
        if !(right - left > error && incident.rise <= run * ScalarOf::<V>::lit(STEEP)) {
            return None;
        }
        // What rounding alone may have raised is level.
        let rise = if incident.rise > error {
            incident.rise
        } else {
            Real::ZERO
        };
        let slope = rise / run;
        let contact = |x: V::Scalar, end: usize| {
            let clearance = self.corner.y + (x - self.corner.x).abs() * slope;
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
        let mut manifold = Manifold::new(self.axis());
        for contact in [contact(left, 0), contact(right, 1)] {
            manifold.push_if(contact, contact.clearance <= margin);
        }
        Some(manifold)
    }
    #[inline(always)]
    fn feature(&self, mine: u32, its: u32) -> FeatureId {
        if self.by_a {
            FeatureId { a: mine, b: its }
        } else {
            FeatureId { a: its, b: mine }
        }
    }
    #[inline(always)]
    fn incident(&self) -> Incident<V::Scalar> {
        let (corner, before, after) = (self.corner, self.before, self.after);
        let (run_before, run_after) = (before.x - corner.x, corner.x - after.x);
        let (rise_before, rise_after) = (before.y - corner.y, after.y - corner.y);
        if rise_after * run_before < rise_before * run_after {
            Incident {
                x: [after.x, corner.x],
                corners: [self.above, self.low],
                edge: self.low,
                rise: rise_after,
            }
        } else {
            Incident {
                x: [corner.x, before.x],
                corners: [self.low, self.below],
                edge: self.below,
                rise: rise_before,
            }
        }
    }
}

/// The steepest edge of which heights are taken: an error of x makes as many times more of y.
const STEEP: f64 = 4.0;
