//! Contacts in the plane: the two edges that face each other along the normal, clipped to their common part.
//!
//! After the reference and incident edges of Catto ("Contact Manifolds", GDC 2007) and Gregorius ("The
//! Separating Axis Test between Convex Polyhedra", GDC 2013). One coordinate system serves both: x along the
//! contact's tangent, y along its normal, from the witness point of A. An edge of equal y at both ends is a
//! face; radii only shift y. Where neither shape turns a face to the other, or one is smooth, the witness
//! points are the one contact.

use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold};
use crate::pair::order::order;
use crate::pair::plane::{AnyHull, Hull, Outline, cuboids, polygons};
use crate::pair::round::closed_form::Rod;
use crate::shape::{Placed, Shape2, Space2};

/// The edge a shape turns to the other, in the contact's coordinates, `x` ascending.
#[derive(Clone, Copy, Debug)]
struct Edge<S> {
    x: [S; 2],
    y: [S; 2],
    /// Features at its ends, and of the edge itself.
    ends: [u32; 2],
    edge: u32,
}

/// A place where the common part of two edges ends.
#[derive(Clone, Copy)]
struct Cut<S> {
    x: S,
    feature: FeatureId,
}

/// Where the contact's coordinates begin and how they lie in the world.
struct Axes<V: Vector> {
    origin: V,
    normal: V,
    tangent: V,
}

impl<V: Space2> Axes<V> {
    #[inline(always)]
    fn new(c: &Clearance<V>) -> Self {
        Self {
            origin: c.point_a,
            normal: c.normal,
            tangent: c.normal.left(),
        }
    }
}

/// The feature number of a corner, and of the edge that begins there.
#[inline(always)]
pub(crate) fn corner_feature(i: usize) -> u32 {
    2 * i as u32
}
#[inline(always)]
pub(crate) fn edge_feature(i: usize) -> u32 {
    2 * i as u32 + 1
}

impl<S: Real> Edge<S> {
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
    fn is_level(&self, level: S) -> bool {
        (self.y[1] - self.y[0]).abs() <= level && self.x[1] - self.x[0] > level
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
    /// The height at `x`; within `level` of an end, that end's: a steep edge would make much of little. Of an
    /// upright edge, the end further along `side`.
    fn y_at(&self, x: S, level: S, side: S) -> S {
        let ([left, right], [first, last]) = (self.x, self.y);
        match (x - left <= level, right - x <= level) {
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
fn facing<V: Space2, H: Hull<V>>(
    outline: &Outline<V, H>,
    axes: &Axes<V>,
    side: V::Scalar,
) -> Edge<V::Scalar> {
    let local = outline.frame.local_direction(axes.normal * -side);
    let (top, _) = outline.lowest(local);
    let (before, after) = (outline.before(top), outline.after(top));
    // Zero for an edge that faces the other squarely. Of two that nearly do, the cosines are the same number.
    let lean = |edge: usize| {
        let n = outline.normal(edge);
        let (sine, cosine) = (local.perp_dot(n).abs(), local.dot(n));
        if cosine < Real::ZERO {
            sine
        } else {
            cosine + Real::ONE
        }
    };
    let use_before = lean(before) < lean(top);
    let ends = [
        if use_before { before } else { top },
        if use_before { top } else { after },
    ];
    let origin = outline.frame.origin - axes.origin;
    let points = ends.map(|i| outline.frame.direction(outline.corner(i)) + origin);
    let x = points.map(|p| axes.tangent.dot(p));
    let y = points.map(|p| axes.normal.dot(p) + side * outline.radius);
    let edge = Edge {
        x,
        y,
        edge: edge_feature(ends[0]),
        ends: ends.map(corner_feature),
    };
    if x[0] <= x[1] { edge } else { edge.reversed() }
}

/// The side of a rod that faces along `side * normal`: of the two, the one whose normal points there.
#[inline(always)]
fn facing_rod<V: Space2>(rod: &Rod<V>, axes: &Axes<V>, side: V::Scalar) -> Edge<V::Scalar> {
    let center = rod.center - axes.origin;
    let (x, run) = (axes.tangent.dot(center), axes.tangent.dot(rod.half));
    let (y, rise) = (
        axes.normal.dot(center) + side * rod.radius,
        axes.normal.dot(rod.half),
    );
    // From the first end to the second the outside is on the right.
    let back = run * side < Real::ZERO;
    let last = usize::from(rod.half != V::ZERO);
    let edge = Edge {
        x: [x - run, x + run],
        y: [y - rise, y + rise],
        ends: [corner_feature(0), corner_feature(last)],
        edge: edge_feature(last * usize::from(back)),
    };
    if run < Real::ZERO { edge.reversed() } else { edge }
}

/// What a shape is to the clipping.
enum Side<'a, V: Space2> {
    Outline(Outline<V, AnyHull<'a, V>>),
    HalfPlane,
    Smooth,
}

impl<'a, V: Space2> Side<'a, V> {
    fn new(placed: Placed<'a, V>) -> Self {
        if let Some(outline) = Outline::of(placed) {
            return Self::Outline(outline);
        }
        match placed.shape {
            Shape2::HalfSpace(_) => Self::HalfPlane,
            Shape2::Rounded(r) if matches!(r.shape(), Shape2::HalfSpace(_)) => Self::HalfPlane,
            _ => Self::Smooth,
        }
    }
    fn edge(&self, axes: &Axes<V>, side: V::Scalar, y: V::Scalar) -> Option<Edge<V::Scalar>> {
        match self {
            Self::Outline(outline) => Some(facing(outline, axes, side)),
            Self::HalfPlane => Some(Edge::endless(y)),
            Self::Smooth => None,
        }
    }
}

/// How far apart two heights may be by rounding alone.
fn tolerance<V: Space2>(a: &Side<'_, V>, b: &Side<'_, V>) -> V::Scalar {
    match (a, b) {
        (Side::Outline(a), Side::Outline(b)) => a.bound(b).error,
        (Side::Outline(o), _) | (_, Side::Outline(o)) => o.bound(o).error,
        _ => Real::ZERO,
    }
}

/// The edges that two shapes turn to each other, where they have edges.
struct Facing<S> {
    edges: [Option<Edge<S>>; 2],
    /// How far apart two heights may be by rounding alone.
    level: S,
}

/// The edges that two shapes turn to each other: once for two boxes, once for two polygons, once for any
/// pair.
#[inline(always)]
fn facing_edges<V: Space2>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    axes: &Axes<V>,
    distance: V::Scalar,
) -> Facing<V::Scalar> {
    if let Some([a, b]) = cuboids(&a, &b) {
        return facing_outlines(&a, &b, axes);
    }
    if let Some([a, b]) = polygons(&a, &b) {
        return facing_outlines(&a, &b, axes);
    }
    let one: V::Scalar = Real::ONE;
    let (a, b) = (Side::new(a), Side::new(b));
    let edges = [a.edge(axes, one, Real::ZERO), b.edge(axes, -one, distance)];
    Facing {
        edges,
        level: tolerance(&a, &b),
    }
}

#[inline(always)]
fn facing_outlines<V: Space2, H: Hull<V>>(
    a: &Outline<V, H>,
    b: &Outline<V, H>,
    axes: &Axes<V>,
) -> Facing<V::Scalar> {
    let one: V::Scalar = Real::ONE;
    let edges = [facing(a, axes, one), facing(b, axes, -one)];
    Facing {
        edges: edges.map(Some),
        level: a.bound(b).error,
    }
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
    let manifold = Manifold::new(c.normal);
    if c.distance > margin {
        return manifold;
    }
    let axes = Axes::new(c);
    let facing = facing_edges(a, b, &axes, c.distance);
    clip_edges(manifold, facing, &axes, c, margin)
}

/// Contacts of two rods no further apart than `margin`, given their clearance and what rounding may change.
#[inline(always)]
pub(crate) fn clip_rods<V: Space2>(
    rods: &[Rod<V>; 2],
    c: &Clearance<V>,
    margin: V::Scalar,
    level: V::Scalar,
) -> Manifold<V> {
    let axes = Axes::new(c);
    let one: V::Scalar = Real::ONE;
    let edges = [
        facing_rod(&rods[0], &axes, one),
        facing_rod(&rods[1], &axes, -one),
    ];
    let facing = Facing {
        edges: edges.map(Some),
        level,
    };
    clip_edges(Manifold::new(c.normal), facing, &axes, c, margin)
}

#[inline(always)]
fn clip_edges<V: Space2>(
    mut manifold: Manifold<V>,
    Facing { edges, level }: Facing<V::Scalar>,
    axes: &Axes<V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    if let [Some(edge_a), Some(edge_b)] = edges
        && (edge_a.is_level(level) || edge_b.is_level(level))
    {
        let limits = Limits {
            least: c.distance,
            margin,
            level,
        };
        common_part(&mut manifold, axes, [edge_a, edge_b], limits);
    }
    if manifold.contacts().is_empty() {
        manifold.push(witness(c, edges));
    }
    manifold
}

/// Which contacts count, and what rounding may change.
struct Limits<S> {
    /// The clearance of the whole pair: no contact's is less.
    least: S,
    margin: S,
    level: S,
}

/// The witness points as a contact: between the corners nearest to it.
fn witness<V: Space2>(c: &Clearance<V>, edges: [Option<Edge<V::Scalar>>; 2]) -> Contact<V> {
    let nearest =
        |edge: Option<Edge<V::Scalar>>| edge.map_or(0, |e| e.ends[usize::from(e.x[1].abs() < e.x[0].abs())]);
    Contact {
        point_a: c.point_a,
        point_b: c.point_b,
        clearance: c.distance,
        feature: FeatureId {
            a: nearest(edges[0]),
            b: nearest(edges[1]),
        },
    }
}

/// Both ends of the part of the tangent that two edges share, one of them level.
fn common_part<V: Space2>(
    manifold: &mut Manifold<V>,
    axes: &Axes<V>,
    [a, b]: [Edge<V::Scalar>; 2],
    limits: Limits<V::Scalar>,
) {
    let on_a = |end: usize| Cut {
        x: a.x[end],
        feature: FeatureId {
            a: a.ends[end],
            b: b.edge,
        },
    };
    let on_b = |end: usize| Cut {
        x: b.x[end],
        feature: FeatureId {
            a: a.edge,
            b: b.ends[end],
        },
    };
    let left = if a.x[0] > b.x[0] { on_a(0) } else { on_b(0) };
    let right = if a.x[1] < b.x[1] { on_a(1) } else { on_b(1) };
    let width = right.x - left.x;
    if width < Real::ZERO || !width.is_finite() {
        return;
    }
    let contact = |cut: Cut<V::Scalar>| {
        let y = a.y_at(cut.x, limits.level, Real::ONE);
        let gap = b.y_at(cut.x, limits.level, -ScalarOf::<V>::ONE) - y;
        // What rounding alone has made of the least clearance is that.
        let rounding = limits.level * ScalarOf::<V>::lit(0.25);
        let clearance = if gap <= limits.least + rounding {
            limits.least
        } else {
            gap
        };
        let point_a = axes.origin + axes.tangent * cut.x + axes.normal * y;
        Contact {
            point_a,
            point_b: point_a + axes.normal * clearance,
            clearance,
            feature: cut.feature,
        }
    };
    let (left, right) = (contact(left), contact(right));
    let keep = |c: &Contact<V>| c.clearance <= limits.margin;
    if width <= limits.level {
        let lower = if right.clearance < left.clearance {
            right
        } else {
            left
        };
        if keep(&lower) {
            manifold.push(lower);
        }
        return;
    }
    for c in [left, right] {
        if keep(&c) {
            manifold.push(c);
        }
    }
}
