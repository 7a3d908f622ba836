//! Two convex polygons: the gaps of all edges of a small polygon at once, in the lanes of vector registers.
//!
//! Up to eight edges against all corners of the other are two products and a minimum for each corner and four
//! edges: less than it takes to find out which edges can be skipped. Edges of larger polygons are skipped as
//! in [`most`]. From the edge with the greatest gap on see [`EdgeAndCorner`]; here, whether a direction is in
//! a normal cone is asked of the edges' unit normals, which are right however short an edge is.

use super::edge_corner::{CONE_TOLERANCE, ClosestPair, EdgeAndCorner, SeparatedPair};
use super::hull::FourLanes;
use super::outline::{PlaneOutline, RelativeFrame};
use super::separation::{EdgeSeparation, GapLimits, is_reference, most};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Lanes, Place, Pose, Real, ScalarOf, magnitude};
use crate::pair::answer::{Clearance, Manifold, QueryError};
use crate::shape::FewEdges;
use crate::shape::{ConvexPolygon, EDGES, EdgeColumns, Shape2, Space2};

/// A polygon and its place.
type PlacedPolygon<'a, V> = (&'a ConvexPolygon<V>, &'a Place<'a, V>);
/// The same as an outline.
type PolygonOutline<'p, V> = PlaneOutline<V, &'p ConvexPolygon<V>>;

/// Groups of four edges, at most, whose gaps are all computed: that costs no more than finding out which to
/// skip.
const FEW: usize = 4;

/// The edges of a polygon that has an inside and few of them.
pub(crate) fn few_edges<V: Space2>(shape: &Shape2<V>) -> Option<FewEdges<'_, V::Scalar>> {
    let Shape2::Convex(polygon) = shape else {
        return None;
    };
    let columns = polygon.columns();
    (polygon.rank() == V::DIM && columns.len() <= FEW).then(|| FewEdges {
        columns,
        reach: magnitude(polygon.center()) + polygon.radius(),
    })
}

/// Two polygons that have an inside.
struct PolygonPair<'p, V: Space2> {
    a: PolygonOutline<'p, V>,
    b: PolygonOutline<'p, V>,
    bound: Bound<V::Scalar>,
}

impl<'p, V: Space2> PolygonPair<'p, V> {
    #[inline(always)]
    fn new(a: PlacedPolygon<'p, V>, b: PlacedPolygon<'p, V>) -> Option<Self> {
        if a.0.rank() < 2 || b.0.rank() < 2 {
            return None;
        }
        let a = PlaneOutline::new(a.1, a.0, Real::ZERO);
        let b = PlaneOutline::new(b.1, b.0, Real::ZERO);
        let bound = a.bound(&b);
        Some(Self { a, b, bound })
    }
    #[inline(always)]
    fn meet(&self) -> Option<bool> {
        let by_a = self.separation(&self.a, &self.b, Real::ZERO).gap;
        if self.bound.is_positive(by_a) {
            return Some(false);
        }
        let by_b = self.separation(&self.b, &self.a, Real::ZERO).gap;
        self.bound.meets(by_a.max(by_b))
    }
    /// The greatest separation from the edges of either.
    #[inline(always)]
    fn separated(&self) -> SeparatedPolygons<'_, 'p, V> {
        let by_a = self.separation(&self.a, &self.b, -ScalarOf::<V>::INFINITY);
        let by_b = self.separation(&self.b, &self.a, by_a.gap);
        SeparatedPolygons {
            by: [by_a, by_b],
            polygons: self,
        }
    }
    /// The edge of `reference` with the greatest gap to `other`; any or none where all gaps are below `from`.
    ///
    /// In WebAssembly, where size matters, it is not copied to each use.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn separation(
        &self,
        reference: &PolygonOutline<'p, V>,
        other: &PolygonOutline<'p, V>,
        from: V::Scalar,
    ) -> EdgeSeparation<ScalarOf<V>> {
        let relative = RelativeFrame::new(&reference.frame, &other.frame);
        let columns = reference.hull.columns();
        if let [first, second] = columns {
            return of_few([first, second], reference, other, &relative);
        }
        if let [only] = columns {
            return of_few([only], reference, other, &relative);
        }
        let limits = GapLimits {
            from,
            enough: Real::INFINITY,
            error: self.bound.error,
        };
        most(reference, other, &relative, limits)
    }
}

/// Two polygons, and the greatest separation from the edges of either.
struct SeparatedPolygons<'s, 'p, V: Space2> {
    polygons: &'s PolygonPair<'p, V>,
    by: [EdgeSeparation<V::Scalar>; 2],
}

impl<'p, V: Space2> SeparatedPolygons<'_, 'p, V> {
    /// The reference edge, and whether it is A's.
    #[inline(always)]
    fn reference(&self) -> (ReferenceEdge<'_, 'p, V>, bool) {
        let [by_a, by_b] = self.by;
        let (a, b) = (&self.polygons.a, &self.polygons.b);
        let is_a = is_reference(a, by_a.gap, b, by_b.gap);
        let (sides, reference) = ([a, b], usize::from(!is_a));
        let edge = ReferenceEdge::new(sides[reference], sides[1 - reference], self.by[reference]);
        (edge, is_a)
    }
}

impl<V: Space2> SeparatedPair<V> for SeparatedPolygons<'_, '_, V> {
    #[inline]
    fn gap(&self) -> ScalarOf<V> {
        self.by[0].gap.max(self.by[1].gap)
    }
    #[inline]
    fn bound(&self) -> Bound<ScalarOf<V>> {
        self.polygons.bound
    }
    #[inline(always)]
    fn axis(&self) -> V {
        let (edge, is_a) = self.reference();
        let outward = edge.reference.frame.direction(edge.normal);
        if is_a { outward } else { -outward }
    }
    #[inline(always)]
    fn closest(&self) -> Option<(EdgeAndCorner<V>, ClosestPair<V>)> {
        self.bound().meets(self.gap())?;
        let (edge, is_a) = self.reference();
        let facing = edge.edge_and_corner(is_a);
        let is_in_cones = |direction, end| edge.is_in_cones(&facing, direction, end);
        let near = facing.closest(self.bound().error, is_in_cones)?;
        Some((facing, near))
    }
}

/// The gaps of up to `4 G` edges.
#[inline(always)]
fn gaps_of_few<V: Space2, const G: usize>(
    edges: [&EdgeColumns<V::Scalar>; G],
    corners: &[EdgeColumns<V::Scalar>],
    relative: &RelativeFrame<V>,
    scales: [V::Scalar; 2],
) -> [FourLanes<V>; G] {
    // Not `map` of the array, which is called as a function here in double precision.
    let mut turned = [[FourLanes::<V>::splat(Real::ZERO); 2]; G];
    for g in 0..G {
        turned[g] = relative.turned(edges[g]);
    }
    let mut gaps = [FourLanes::<V>::splat(Real::INFINITY); G];
    for group in corners {
        let [xs, ys] = &group.corner;
        for (&x, &y) in xs.iter().zip(ys) {
            let (x, y) = (FourLanes::<V>::splat(x), FourLanes::<V>::splat(y));
            for g in 0..G {
                gaps[g] = (turned[g][0] * x + turned[g][1] * y).min(gaps[g]);
            }
        }
    }
    for g in 0..G {
        gaps[g] = relative.gaps_from_heights(edges[g], gaps[g], scales);
    }
    gaps
}

#[inline(always)]
fn greatest<V: Space2, const G: usize>(gaps: [FourLanes<V>; G]) -> ScalarOf<V> {
    let mut most = FourLanes::<V>::splat(-ScalarOf::<V>::INFINITY);
    for gaps in gaps {
        most = gaps.max(most);
    }
    most.greatest()
}

/// The edge with the greatest gap of up to `4 G` edges, the first of equals.
#[inline(always)]
fn of_few<V: Space2, const G: usize>(
    edges: [&EdgeColumns<V::Scalar>; G],
    reference: &PolygonOutline<'_, V>,
    other: &PolygonOutline<'_, V>,
    relative: &RelativeFrame<V>,
) -> EdgeSeparation<ScalarOf<V>> {
    let scales = [reference.frame.scale, other.frame.scale];
    let gaps = gaps_of_few(edges, other.hull.columns(), relative, scales);
    let gap = greatest::<V, G>(gaps);
    let mut lanes = 0_u32;
    for (g, gaps) in gaps.iter().enumerate() {
        lanes |= gaps.reach(FourLanes::<V>::splat(gap)) << (g * EDGES);
    }
    EdgeSeparation {
        gap,
        edge: (lanes.trailing_zeros() as usize).min(reference.count() - 1),
    }
}

/// Whether two polygons of few edges meet, without an unpredictable branch.
#[inline(always)]
pub(crate) fn few_meet<V: Space2>(
    [a, b]: [FewEdges<'_, V::Scalar>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
) -> Option<bool> {
    let (place_a, place_b) = (Place::world(pose_a), Place::world(pose_b));
    let bound = Bound::new::<V>(Reach::new(&place_a, a.reach), Reach::new(&place_b, b.reach));
    let (frame_a, frame_b) = (pose_a.frame(), pose_b.frame());
    let by_a = gap_of_few(
        [a, b],
        &RelativeFrame::new(&frame_a, &frame_b),
        [frame_a.scale, frame_b.scale],
    );
    let by_b = gap_of_few(
        [b, a],
        &RelativeFrame::new(&frame_b, &frame_a),
        [frame_b.scale, frame_a.scale],
    );
    bound.meets(by_a.max(by_b))
}

/// How far the second of two polygons is in front of the edges of the first.
#[inline(always)]
fn gap_of_few<V: Space2>(
    [reference, other]: [FewEdges<'_, V::Scalar>; 2],
    relative: &RelativeFrame<V>,
    scales: [V::Scalar; 2],
) -> ScalarOf<V> {
    match reference.columns {
        [only] => greatest::<V, 1>(gaps_of_few([only], other.columns, relative, scales)),
        [a, b] => greatest::<V, 2>(gaps_of_few([a, b], other.columns, relative, scales)),
        [a, b, c] => greatest::<V, 3>(gaps_of_few([a, b, c], other.columns, relative, scales)),
        [a, b, c, d] => greatest::<V, 4>(gaps_of_few([a, b, c, d], other.columns, relative, scales)),
        _ => Real::ZERO, // undecided
    }
}

/// An edge of one polygon and the corner of another in front of it.
struct ReferenceEdge<'s, 'p, V: Space2> {
    reference: &'s PolygonOutline<'p, V>,
    other: &'s PolygonOutline<'p, V>,
    relative: RelativeFrame<V>,
    separation: EdgeSeparation<V::Scalar>,
    /// Out of the edge, in the reference's axes.
    normal: V,
}

impl<'s, 'p, V: Space2> ReferenceEdge<'s, 'p, V> {
    #[inline(always)]
    fn new(
        reference: &'s PolygonOutline<'p, V>,
        other: &'s PolygonOutline<'p, V>,
        separation: EdgeSeparation<V::Scalar>,
    ) -> Self {
        Self {
            reference,
            other,
            relative: RelativeFrame::new(&reference.frame, &other.frame),
            separation,
            normal: reference.normal(separation.edge),
        }
    }
    #[inline(always)]
    fn edge_and_corner(&self, by_a: bool) -> EdgeAndCorner<V> {
        let (reference, other, normal) = (self.reference, self.other, self.normal);
        let EdgeSeparation { gap, edge } = self.separation;
        let (low, _) = other.lowest(self.relative.in_other(normal));
        let (below, above) = (other.before(low), other.after(low));
        let end_corners = [edge, reference.after(edge)];
        let tangent = normal.left();
        let line = normal.dot(reference.corner(edge));
        let on_edge = |corner: usize| {
            let p = self.relative.point(other.corner(corner));
            V::new(tangent.dot(p), normal.dot(p) - line)
        };
        let corner = V::new(on_edge(low).x(), gap);
        let outward = reference.frame.direction(normal);
        EdgeAndCorner {
            by_a,
            origin: reference.frame.origin + outward * line,
            normal: outward,
            ends: [
                tangent.dot(reference.corner(end_corners[0])),
                tangent.dot(reference.corner(end_corners[1])),
            ],
            end_corners,
            corner,
            before: on_edge(below),
            after: on_edge(above),
            low,
            below,
            above,
        }
    }
    /// Whether a direction is in the normal cones of an end of the edge and of the corner.
    #[inline(always)]
    fn is_in_cones(&self, facing: &EdgeAndCorner<V>, direction: V, end: usize) -> bool {
        let out = self.normal.left() * direction.x() + self.normal * direction.y();
        let back = -self.relative.in_other(out);
        let beside = if end == 1 {
            out.perp_dot(self.reference.normal(facing.end_corners[1]))
        } else {
            let before = self.reference.before(facing.end_corners[0]);
            self.reference.normal(before).perp_dot(out)
        };
        let after = back.perp_dot(self.other.normal(facing.low));
        let before = self.other.normal(facing.below).perp_dot(back);
        let allowed = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(CONE_TOLERANCE);
        beside.min(before.min(after)) >= -allowed
    }
}

/// Whether two polygons meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn meet<V: Space2>(a: PlacedPolygon<'_, V>, b: PlacedPolygon<'_, V>) -> Option<bool> {
    PolygonPair::new(a, b)?.meet()
}

/// The distance of two polygons, 0 where they meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn distance<V: Space2>(a: PlacedPolygon<'_, V>, b: PlacedPolygon<'_, V>) -> Option<V::Scalar> {
    PolygonPair::new(a, b)?.separated().distance()
}

/// The signed distance of two polygons with its witness.
#[inline(never)]
pub(super) fn clearance<V: Space2>(a: PlacedPolygon<'_, V>, b: PlacedPolygon<'_, V>) -> Option<Clearance<V>> {
    PolygonPair::new(a, b)?.separated().clearance()
}

/// The contacts of two polygons.
#[inline(never)]
pub(super) fn manifold<V: Space2>(
    a: PlacedPolygon<'_, V>,
    b: PlacedPolygon<'_, V>,
    margin: V::Scalar,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    match PolygonPair::new(a, b) {
        Some(pair) => pair.separated().manifold(margin, Ok, otherwise),
        None => otherwise(),
    }
}
