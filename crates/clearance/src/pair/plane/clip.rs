//! Contacts in the plane: the two edges that face each other along the normal, clipped to their common part.
//!
//! After the reference and incident edges of Catto ("Contact Manifolds", GDC 2007) and Gregorius ("The
//! Separating Axis Test between Convex Polyhedra", GDC 2013). Both edges are given in one coordinate system:
//! x along the contact's tangent, y along its normal, from the witness point of A. An edge of equal y at both
//! ends is a face; radii only shift y. Where neither edge is a face, or one shape is smooth, the witness
//! points are the one contact.

use super::outline::CoreOutline;
use crate::exact::filter::{Bound, Reach};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold};
use crate::pair::contact::raw_contact::feature_id;
use crate::pair::contact::witness::{at_witness, witness};
use crate::pair::order::order;
use crate::pair::round::world_capsule::WorldCapsule;
use crate::shape::{AnyShape, Placed, Shape2, Space2};

/// The edge of a shape that faces the other, in the contact's coordinates, `x` ascending.
#[derive(Clone, Copy, Debug)]
struct ContactEdge<S> {
    x: [S; 2],
    y: [S; 2],
    /// Feature numbers of its ends, and of the edge itself.
    ends: [u32; 2],
    edge: u32,
}

/// An end of the common part of two edges.
#[derive(Clone, Copy)]
struct ClipPoint<S> {
    x: S,
    feature: FeatureId,
}

/// The origin and axes of the contact's coordinates, in the world.
struct ContactFrame<V: Vector> {
    origin: V,
    normal: V,
    tangent: V,
}

impl<V: Space2> ContactFrame<V> {
    #[inline]
    fn new(c: &Clearance<V>) -> Self {
        Self {
            origin: c.point_a,
            normal: c.normal,
            tangent: c.normal.left(),
        }
    }
}

/// The feature number of a corner.
#[inline]
pub(crate) fn corner_feature(i: usize) -> u32 {
    2 * i as u32
}
/// The feature number of the edge that begins at a corner.
#[inline]
pub(crate) fn edge_feature(i: usize) -> u32 {
    2 * i as u32 + 1
}

impl<S: Real> ContactEdge<S> {
    /// The border of a half-plane.
    fn endless(y: S) -> Self {
        Self {
            x: [-S::INFINITY, S::INFINITY],
            y: [y; 2],
            ends: [0; 2],
            edge: edge_feature(0),
        }
    }
    /// Whether it is a face: of equal height at both ends, and not a corner.
    fn is_face(&self, error: S) -> bool {
        (self.y[1] - self.y[0]).abs() <= error && self.x[1] - self.x[0] > error
    }
    /// The end nearest to the witness points.
    #[inline(always)]
    fn nearest_end(&self) -> u32 {
        if self.x[1].abs() < self.x[0].abs() {
            self.ends[1]
        } else {
            self.ends[0]
        }
    }
    fn reversed(self) -> Self {
        let swap = |[p, q]: [S; 2]| [q, p];
        Self {
            x: swap(self.x),
            y: swap(self.y),
            ends: [self.ends[1], self.ends[0]],
            edge: self.edge,
        }
    }
    /// The height at `x`; within `error` of an end, that end's, since a steep edge would magnify the error.
    /// Of an upright edge, the end further along `side`.
    fn y_at(&self, x: S, error: S, side: S) -> S {
        let ([left, right], [first, last]) = (self.x, self.y);
        match (x - left <= error, right - x <= error) {
            _ if first == last => first,
            (true, true) if first * side > last * side => first,
            (true, false) => first,
            (_, true) => last,
            (false, false) => first + (last - first) * ((x - left) / (right - left)),
        }
    }
}

/// The edge of an outline that faces along `side * normal`: of the two at the furthest corner, the one that
/// leans less.
#[inline]
fn edge_of_outline<V: Space2>(
    outline: &CoreOutline<'_, V>,
    frame: &ContactFrame<V>,
    side: V::Scalar,
) -> ContactEdge<V::Scalar> {
    let local = outline.frame.local_direction(frame.normal * -side);
    let (top, _) = outline.lowest(local);
    let (before, after) = (outline.before(top), outline.after(top));
    // Zero for an edge perpendicular to the normal. It is the sine, since the cosines of two edges that are
    // nearly so are the same number.
    let lean = |edge: usize| {
        let n = outline.normal(edge);
        let (sine, cosine) = (local.perp_dot(n).abs(), local.dot(n));
        if cosine < Real::ZERO {
            sine
        } else {
            cosine + Real::ONE
        }
    };
    let ends = if lean(before) < lean(top) {
        [before, top]
    } else {
        [top, after]
    };
    let origin = outline.frame.origin - frame.origin;
    let points = ends.map(|i| outline.frame.direction(outline.corner(i)) + origin);
    let x = points.map(|p| frame.tangent.dot(p));
    let y = points.map(|p| frame.normal.dot(p) + side * outline.radius);
    let edge = ContactEdge {
        x,
        y,
        edge: edge_feature(ends[0]),
        ends: ends.map(corner_feature),
    };
    if x[0] <= x[1] { edge } else { edge.reversed() }
}

/// The side of a capsule that faces along `side * normal`: of the two, the one whose normal points there.
#[inline]
fn edge_of_capsule<V: Space2>(
    capsule: &WorldCapsule<V>,
    frame: &ContactFrame<V>,
    side: V::Scalar,
) -> ContactEdge<V::Scalar> {
    let center = capsule.center - frame.origin;
    let (x, run) = (frame.tangent.dot(center), frame.tangent.dot(capsule.half));
    let (y, rise) = (
        frame.normal.dot(center) + side * capsule.radius,
        frame.normal.dot(capsule.half),
    );
    // From the first end to the second the outside is on the right.
    let back = run * side < Real::ZERO;
    let last = usize::from(capsule.half != V::ZERO);
    // Leftwards, the ends change places: with signs alone, since which way it runs is unpredictable.
    let is_leftward = run < Real::ZERO;
    let [run, rise] = [run, rise].map(|part| if is_leftward { -part } else { part });
    let [left, right] =
        [is_leftward, !is_leftward].map(|is_last| corner_feature(last * usize::from(is_last)));
    ContactEdge {
        x: [x - run, x + run],
        y: [y - rise, y + rise],
        ends: [left, right],
        edge: edge_feature(last * usize::from(back)),
    }
}

/// The reach of an outline, of a shape that has one.
type OutlineReach<V> = Option<Reach<ScalarOf<V>>>;

/// The edge of any shape that faces along `side * normal`, where it has one, and the reach of its outline.
/// The border of a half-plane is at the height `y`.
#[allow(clippy::type_complexity)] // an edge where there is one, and a bound where there is one
fn edge_of<V: Space2>(
    placed: Placed<'_, V>,
    frame: &ContactFrame<V>,
    side: V::Scalar,
    y: V::Scalar,
) -> (Option<ContactEdge<V::Scalar>>, OutlineReach<V>) {
    if let Some(outline) = CoreOutline::of(placed) {
        return (Some(edge_of_outline(&outline, frame, side)), Some(outline.reach));
    }
    let shape = placed.shape.as_rounded().map_or(placed.shape, |r| r.shape());
    let is_half_plane = matches!(shape, Shape2::HalfSpace(_));
    (is_half_plane.then(|| ContactEdge::endless(y)), None)
}

/// Contacts of two convex shapes, given their clearance: at most two, each with a clearance up to `margin`.
pub(crate) fn clip<V: Space2>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    if order(a, b).is_gt() {
        return clip(b, a, &c.mirrored(), margin).mirrored();
    }
    if c.distance > margin {
        return Manifold::new(c.normal);
    }
    let (frame, one): (_, V::Scalar) = (ContactFrame::new(c), Real::ONE);
    let (edge_a, reach_a) = edge_of(a, &frame, one, Real::ZERO);
    let (edge_b, reach_b) = edge_of(b, &frame, -one, c.distance);
    let reaches = reach_a.or(reach_b).zip(reach_b.or(reach_a));
    let error = reaches.map_or(Real::ZERO, |(p, q)| Bound::new::<V>(p, q).error);
    let limits = ClipLimits { margin, error };
    if let (Some(a), Some(b)) = (&edge_a, &edge_b)
        && let Some((both, counts)) = common_part(&frame, [a, b], c.distance, &limits)
    {
        return Manifold::of_two(c.normal, both, counts);
    }
    let [a, b] = [edge_a, edge_b].map(|edge| edge.map_or(0, |edge| edge.nearest_end()));
    at_witness(c, feature_id(a, b))
}

/// Contacts of two capsules no further apart than `margin`, given their clearance and its error bound; those
/// of B and A if `is_mirrored`.
#[inline(always)]
pub(crate) fn clip_capsules<V: Space2>(
    [a, b]: &[WorldCapsule<V>; 2],
    c: &Clearance<V>,
    limits: &ClipLimits<V::Scalar>,
    is_mirrored: bool,
) -> Manifold<V> {
    let (frame, one): (_, V::Scalar) = (ContactFrame::new(c), Real::ONE);
    let edges = [edge_of_capsule(a, &frame, one), edge_of_capsule(b, &frame, -one)];
    let normal = if is_mirrored { -c.normal } else { c.normal };
    if let Some((both, counts)) = common_part(&frame, [&edges[0], &edges[1]], c.distance, limits) {
        let both = both.map(|contact| contact.mirrored_if(is_mirrored));
        return Manifold::of_two(normal, both, counts);
    }
    let [a, b] = edges.map(|edge| edge.nearest_end());
    let contact = witness(c, feature_id(a, b));
    Manifold::of_one(normal, contact.mirrored_if(is_mirrored), true)
}

/// Which contacts count.
pub(crate) struct ClipLimits<S> {
    pub margin: S,
    /// The error bound of heights.
    pub error: S,
}

/// Both ends of the part of the tangent that two edges share, and which of them count; no contact has less
/// clearance than the pair, which is `least`. `None` where neither edge is a face, or no end counts: then the
/// witness points are the contact, of the corners nearest to them.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[allow(clippy::type_complexity)] // two contacts, and whether each counts
fn common_part<V: Space2>(
    frame: &ContactFrame<V>,
    [a, b]: [&ContactEdge<V::Scalar>; 2],
    least: V::Scalar,
    &ClipLimits { margin, error }: &ClipLimits<V::Scalar>,
) -> Option<([Contact<V>; 2], [bool; 2])> {
    if !(a.is_face(error) || b.is_face(error)) {
        return None;
    }
    let on_a = |end: usize| ClipPoint {
        x: a.x[end],
        feature: feature_id(a.ends[end], b.edge),
    };
    let on_b = |end: usize| ClipPoint {
        x: b.x[end],
        feature: feature_id(a.edge, b.ends[end]),
    };
    let left = if a.x[0] > b.x[0] { on_a(0) } else { on_b(0) };
    let right = if a.x[1] < b.x[1] { on_a(1) } else { on_b(1) };
    let width = right.x - left.x;
    if width < Real::ZERO || !width.is_finite() {
        return None;
    }
    let contact = |end: ClipPoint<V::Scalar>| {
        let y = a.y_at(end.x, error, Real::ONE);
        let gap = b.y_at(end.x, error, -ScalarOf::<V>::ONE) - y;
        // A difference that rounding alone explains is none.
        let is_least = gap <= least + error * ScalarOf::<V>::lit(0.25);
        let clearance = if is_least { least } else { gap };
        let point_a = frame.origin + frame.tangent * end.x + frame.normal * y;
        Contact {
            point_a,
            point_b: point_a + frame.normal * clearance,
            clearance,
            feature: end.feature,
        }
    };
    let (left, right) = (contact(left), contact(right));
    // Two ends that coincide are one contact, the lower one.
    let is_point = width <= error;
    let is_right_lower = right.clearance < left.clearance;
    let counts = [
        (!is_right_lower | !is_point) & (left.clearance <= margin),
        (is_right_lower | !is_point) & (right.clearance <= margin),
    ];
    (counts[0] | counts[1]).then_some(([left, right], counts))
}
