//! Two convex polygons: all gaps of few edges at once, in the lanes of vector registers.
//!
//! Up to eight edges against all corners of the other are two products and a minimum for each corner and four
//! edges: less than it takes to find out which of them can be spared. Edges of larger polygons are passed
//! over as [`most`] does. What follows from the edge that parts the two most is in [`Facing`]; here, a
//! direction's place in a normal cone is asked of the edges' unit normals, which are right however short an
//! edge is.

use super::facing::{Facing, LEANING, Near, OnEdge};
use super::outline::{Four, Outline, View};
use super::parts_more;
use super::separation::{Interest, Separation, most};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Lanes, Place, Pose, Real, ScalarOf, magnitude};
use crate::pair::answer::{Clearance, Manifold};
use crate::shape::FewEdges;
use crate::shape::{ConvexPolygon, EDGES, EdgeColumns, Shape2, Space2};

/// A polygon and where it stands.
type Placed<'p, 'a, V> = (&'p ConvexPolygon<V>, Place<'a, V>);
/// The same, ready for arithmetic.
type Side<'p, V> = Outline<V, &'p ConvexPolygon<V>>;

/// Groups of four edges, at most, of which a look at all of them costs no more than finding out which to
/// spare.
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
struct Polygons<'p, V: Space2> {
    a: Side<'p, V>,
    b: Side<'p, V>,
    bound: Bound<V::Scalar>,
}

impl<'p, V: Space2> Polygons<'p, V> {
    #[inline(always)]
    fn new(a: Placed<'p, '_, V>, b: Placed<'p, '_, V>) -> Option<Self> {
        if a.0.rank() < 2 || b.0.rank() < 2 {
            return None;
        }
        let a = Outline::standing(&a.1, a.0, Real::ZERO);
        let b = Outline::standing(&b.1, b.0, Real::ZERO);
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
    #[inline(always)]
    fn separations(&self) -> [Separation<ScalarOf<V>>; 2] {
        let by_a = self.separation(&self.a, &self.b, -ScalarOf::<V>::INFINITY);
        [by_a, self.separation(&self.b, &self.a, by_a.gap)]
    }
    /// The normal of the edge that parts the two most, from A to B.
    #[inline(always)]
    fn axis(&self, by: [Separation<ScalarOf<V>>; 2]) -> V {
        let is_a = parts_more(&self.a, by[0].gap, &self.b, by[1].gap);
        let side = [&self.b, &self.a][usize::from(is_a)];
        let normal = side.normal(by[usize::from(!is_a)].edge);
        let outward = side.frame.direction(normal);
        if is_a { outward } else { -outward }
    }
    #[inline(always)]
    fn near(&self, by: [Separation<ScalarOf<V>>; 2]) -> Option<(Facing<V>, Near<ScalarOf<V>>)> {
        self.bound.meets(by[0].gap.max(by[1].gap))?;
        let is_a = parts_more(&self.a, by[0].gap, &self.b, by[1].gap);
        let sides = [&self.a, &self.b];
        let reference = usize::from(!is_a);
        let front = Front::new(sides[reference], sides[1 - reference], by[reference]);
        let facing = front.facing(is_a);
        let near = facing.near(self.bound.error, |direction, end| {
            front.holds(&facing, direction, end)
        })?;
        Some((facing, near))
    }
    /// The edge of `reference` that parts it most from `other`; any or none where all gaps are below `from`.
    ///
    /// In WebAssembly, which is fetched before it runs, not one copy for each use.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn separation(
        &self,
        reference: &Side<'p, V>,
        other: &Side<'p, V>,
        from: V::Scalar,
    ) -> Separation<ScalarOf<V>> {
        let view = View::new(&reference.frame, &other.frame);
        let columns = reference.hull.columns();
        if let [first, second] = columns {
            return of_few([first, second], reference, other, &view);
        }
        if let [only] = columns {
            return of_few([only], reference, other, &view);
        }
        let interest = Interest {
            from,
            enough: Real::INFINITY,
            error: self.bound.error,
        };
        most(reference, other, &view, interest)
    }
}

/// The gaps of up to `4 G` edges.
#[inline(always)]
fn gaps_of_few<V: Space2, const G: usize>(
    edges: [&EdgeColumns<V::Scalar>; G],
    corners: &[EdgeColumns<V::Scalar>],
    view: &View<V>,
    scales: [V::Scalar; 2],
) -> [Four<V>; G] {
    let turned = edges.map(
        #[inline(always)]
        |group| view.turned(group),
    );
    let mut gaps = [Four::<V>::splat(Real::INFINITY); G];
    for group in corners {
        let [xs, ys] = &group.corner;
        for (&x, &y) in xs.iter().zip(ys) {
            let (x, y) = (Four::<V>::splat(x), Four::<V>::splat(y));
            for g in 0..G {
                gaps[g] = (turned[g][0] * x + turned[g][1] * y).min(gaps[g]);
            }
        }
    }
    for g in 0..G {
        gaps[g] = view.above(edges[g], gaps[g], scales);
    }
    gaps
}

#[inline(always)]
fn greatest<V: Space2, const G: usize>(gaps: [Four<V>; G]) -> ScalarOf<V> {
    let mut most = Four::<V>::splat(-ScalarOf::<V>::INFINITY);
    for gaps in gaps {
        most = gaps.max(most);
    }
    most.greatest()
}

/// The edge with the greatest gap of up to `4 G`, the first of equals.
#[inline(always)]
fn of_few<V: Space2, const G: usize>(
    edges: [&EdgeColumns<V::Scalar>; G],
    reference: &Side<'_, V>,
    other: &Side<'_, V>,
    view: &View<V>,
) -> Separation<ScalarOf<V>> {
    let scales = [reference.frame.scale, other.frame.scale];
    let gaps = gaps_of_few(edges, other.hull.columns(), view, scales);
    let gap = greatest::<V, G>(gaps);
    let mut lanes = 0_u32;
    for (g, gaps) in gaps.iter().enumerate() {
        lanes |= gaps.reach(Four::<V>::splat(gap)) << (g * EDGES);
    }
    Separation {
        gap,
        edge: (lanes.trailing_zeros() as usize).min(reference.count() - 1),
    }
}

/// Whether two polygons of few edges meet: without a branch that could be foreseen wrongly.
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
        &View::new(&frame_a, &frame_b),
        [frame_a.scale, frame_b.scale],
    );
    let by_b = gap_of_few(
        [b, a],
        &View::new(&frame_b, &frame_a),
        [frame_b.scale, frame_a.scale],
    );
    bound.meets(by_a.max(by_b))
}

/// How far the second of two polygons is in front of the edges of the first.
#[inline(always)]
fn gap_of_few<V: Space2>(
    [reference, other]: [FewEdges<'_, V::Scalar>; 2],
    view: &View<V>,
    scales: [V::Scalar; 2],
) -> ScalarOf<V> {
    match reference.columns {
        [only] => greatest::<V, 1>(gaps_of_few([only], other.columns, view, scales)),
        [a, b] => greatest::<V, 2>(gaps_of_few([a, b], other.columns, view, scales)),
        [a, b, c] => greatest::<V, 3>(gaps_of_few([a, b, c], other.columns, view, scales)),
        [a, b, c, d] => greatest::<V, 4>(gaps_of_few([a, b, c, d], other.columns, view, scales)),
        _ => Real::ZERO, // not sure
    }
}

/// An edge of one polygon and the corner of another in front of it.
struct Front<'s, 'p, V: Space2> {
    reference: &'s Side<'p, V>,
    other: &'s Side<'p, V>,
    view: View<V>,
    separation: Separation<V::Scalar>,
    /// Out of the edge, in the reference's axes.
    normal: V,
}

impl<'s, 'p, V: Space2> Front<'s, 'p, V> {
    #[inline(always)]
    fn new(reference: &'s Side<'p, V>, other: &'s Side<'p, V>, separation: Separation<V::Scalar>) -> Self {
        Self {
            reference,
            other,
            view: View::new(&reference.frame, &other.frame),
            separation,
            normal: reference.normal(separation.edge),
        }
    }
    #[inline(always)]
    fn facing(&self, by_a: bool) -> Facing<V> {
        let (reference, other, normal) = (self.reference, self.other, self.normal);
        let Separation { gap, edge } = self.separation;
        let (low, _) = other.lowest(self.view.seen(normal));
        let (below, above) = (other.before(low), other.after(low));
        let end_corners = [edge, reference.after(edge)];
        let tangent = normal.left();
        let line = normal.dot(reference.corner(edge));
        let on_edge = |corner: usize| {
            let p = self.view.point(other.corner(corner));
            OnEdge {
                x: tangent.dot(p),
                y: normal.dot(p) - line,
            }
        };
        let corner = OnEdge {
            x: on_edge(low).x,
            y: gap,
        };
        let outward = reference.frame.direction(normal);
        Facing {
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
    fn holds(&self, facing: &Facing<V>, direction: OnEdge<V::Scalar>, end: usize) -> bool {
        let out = self.normal.left() * direction.x + self.normal * direction.y;
        let back = -self.view.seen(out);
        let beside = if end == 1 {
            out.perp_dot(self.reference.normal(facing.end_corners[1]))
        } else {
            let before = self.reference.before(facing.end_corners[0]);
            self.reference.normal(before).perp_dot(out)
        };
        let after = back.perp_dot(self.other.normal(facing.low));
        let before = self.other.normal(facing.below).perp_dot(back);
        let allowed = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(LEANING);
        beside.min(before.min(after)) >= -allowed
    }
}

/// Whether two polygons meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn meet<V: Space2>(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Option<bool> {
    Polygons::new(a, b)?.meet()
}

/// The distance of two polygons, 0 where they meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn distance<V: Space2>(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Option<V::Scalar> {
    let polygons = Polygons::new(a, b)?;
    let by = polygons.separations();
    if polygons.bound.is_negative(by[0].gap.max(by[1].gap)) {
        return Some(Real::ZERO);
    }
    let (_, near) = polygons.near(by)?;
    Some(near.distance.max(Real::ZERO))
}

/// The signed distance of two polygons with its witness.
#[inline(never)]
pub(super) fn clearance<V: Space2>(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Option<Clearance<V>> {
    let polygons = Polygons::new(a, b)?;
    let (facing, near) = polygons.near(polygons.separations())?;
    Some(facing.clearance(&near))
}

/// The contacts of two polygons.
#[inline(never)]
pub(super) fn manifold<V: Space2>(
    a: Placed<'_, '_, V>,
    b: Placed<'_, '_, V>,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let polygons = Polygons::new(a, b)?;
    let by = polygons.separations();
    if by[0].gap.max(by[1].gap) > margin + polygons.bound.error {
        return Some(Manifold::new(polygons.axis(by)));
    }
    let (facing, near) = polygons.near(by)?;
    if near.distance > margin {
        return Some(Manifold::new(facing.clearance(&near).normal));
    }
    facing.manifold(&near, margin, polygons.bound.error)
}
