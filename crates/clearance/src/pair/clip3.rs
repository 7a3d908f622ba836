//! Contact manifolds in space: the facing features of two shapes, clipped against each other.
//!
//! Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974; D. Gregorius, "Robust contact creation for
//! physics simulations", Game Developers Conference 2015. The face that lies most squarely to the normal is the
//! reference; the other shape's feature is cut by its sides.
//!
//! Where we differ: everything is seen along the manifold's normal, not along the reference face's own. A clipped
//! point then has one height on either feature, the two points are in the two shapes, and their difference is along
//! the normal, for faces that meet at any angle.

use core::cmp::Ordering;

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

use super::answer::{Clearance, Contact, FeatureId, Manifold};
use super::patch::{Corner, Patch};
use super::solid::{Meeting, Solid};
use super::{facing, reduce};
use crate::math::{Real, ScalarOf, Vector, Vector2, Vector3};
use crate::shape::{Placed, Space3};

/// A contact before it is rounded: relative to the patches' origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawContact {
    pub a: DVec3,
    pub b: DVec3,
    pub clearance: f64,
    pub feature: FeatureId,
}

pub(crate) type RawContacts = SmallVec<[RawContact; 16]>;

/// Contacts of two convex shapes, those with clearance up to `margin`, given their clearance.
pub(crate) fn clip<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    let (Some(sa), Some(sb)) = (Solid::new(a), Solid::new(b)) else {
        return facing::manifold(a, b, c, margin);
    };
    // From one side always, as the clearance itself.
    if sa.order(&sb) == Ordering::Greater {
        manifold(&sb, &sa, &c.mirrored(), margin).mirrored()
    } else {
        manifold(&sa, &sb, c, margin)
    }
}

/// Of two solids in the order of [`Solid::order`].
pub(crate) fn manifold<V: Space3>(
    a: &Solid<'_, V>,
    b: &Solid<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    let Some(n) = c.normal.to_double().normalized() else {
        return witness_alone(c);
    };
    let origin = c.point_a.to_double();
    let epsilon = ScalarOf::<V>::EPSILON.to_f64();
    let contacts = contacts(a, b, n, origin, Squareness::of(epsilon));
    let same = 64.0 * epsilon * (a.magnitude() + b.magnitude());
    let alike = Alike {
        height: same,
        place: same + 1e-9 * (a.reach.min(b.reach)),
    };
    settled(contacts, c, n, alike, margin)
}

/// Up to which difference two contacts count as equally high, and as one.
#[derive(Clone, Copy)]
pub(crate) struct Alike {
    pub height: f64,
    pub place: f64,
}

/// The manifold of contacts relative to the clearance's point of A, along the unit vector `n`.
pub(crate) fn settled<V: Space3>(
    mut contacts: RawContacts,
    c: &Clearance<V>,
    n: DVec3,
    alike: Alike,
    margin: V::Scalar,
) -> Manifold<V> {
    let origin = c.point_a.to_double();
    // The clearance is the lowest there can be, and exact where it is 0.
    let least = c.distance.to_f64();
    let mut found = false;
    for contact in &mut contacts {
        if contact.clearance <= least + alike.height {
            contact.clearance = least;
            found = true;
        }
    }
    if !found {
        contacts.insert(
            0,
            RawContact {
                a: DVec3::ZERO,
                b: n * least,
                clearance: least,
                feature: FeatureId::default(),
            },
        );
    }
    contacts.retain(|contact| contact.clearance <= margin.to_f64());
    reduce::merge(&mut contacts, n, alike.place);
    if contacts.len() < 2 {
        let feature = contacts.first().map(|contact| contact.feature);
        return single(c, feature.unwrap_or_default());
    }
    let mut manifold = Manifold::new(c.normal);
    for contact in reduce::to_four(&contacts, n) {
        let point = contact.a + origin;
        manifold.push(Contact {
            point_a: V::from_double(point),
            point_b: V::from_double(point + n * contact.clearance),
            clearance: ScalarOf::<V>::lit(contact.clearance),
            feature: contact.feature,
        });
    }
    manifold
}

pub(crate) fn witness_alone<V: Space3>(c: &Clearance<V>) -> Manifold<V> {
    single(c, FeatureId::default())
}
fn single<V: Space3>(c: &Clearance<V>, feature: FeatureId) -> Manifold<V> {
    let mut manifold = Manifold::new(c.normal);
    manifold.push(Contact {
        point_a: c.point_a,
        point_b: c.point_b,
        clearance: c.distance,
        feature,
    });
    manifold
}

/// A point of each box, one over the other along `normal`, where the clearance is `gap`; in A's frame. For two boxes whose
/// least overlap is along a face's normal, but whose nearest corner hangs over that face's edge.
pub(crate) fn common_point<V: Space3>(
    meeting: &Meeting<'_, V>,
    normal: DVec3,
    gap: f64,
    tolerance: f64,
) -> Option<(DVec3, DVec3)> {
    let frame = &meeting.a.frame;
    let n = frame.direction(normal);
    let found = contacts(
        &meeting.a,
        &meeting.b,
        n,
        frame.origin,
        Squareness::of(f64::EPSILON),
    );
    let deepest = found
        .into_iter()
        .min_by(|p, q| p.clearance.total_cmp(&q.clearance))?;
    let to_a = |p: DVec3| frame.local_direction(p);
    ((deepest.clearance - gap).abs() <= tolerance).then(|| {
        let (ra, rb) = (meeting.a.radius, meeting.b.radius);
        (to_a(deepest.a - n * ra), to_a(deepest.b + n * rb))
    })
}

/// Sines up to which things count as square to the normal.
#[derive(Clone, Copy)]
pub(crate) struct Squareness {
    /// A face: only a choice of what to clip, the points are right for any.
    pub face: f64,
    /// Two edges, that also must be parallel: a contact beside a crossing edge is off it by this times the length.
    edges: f64,
}

impl Squareness {
    pub fn of(epsilon: f64) -> Self {
        Self {
            face: 1e-5_f64.max(256.0 * epsilon),
            edges: 1e-10_f64.max(16.0 * epsilon),
        }
    }
}

/// All contacts of the facing features along `n`, relative to `origin`, in order around the common part.
fn contacts<V: Space3>(
    a: &Solid<'_, V>,
    b: &Solid<'_, V>,
    n: DVec3,
    origin: DVec3,
    square: Squareness,
) -> RawContacts {
    let mut of_a = a.patch(n, origin);
    let mut of_b = b.patch(-n, origin);
    of_a.shift(n * a.radius);
    of_b.shift(n * -b.radius);
    between_patches(&of_a, &of_b, n, square)
}

/// All contacts of two patches that face each other along `n`.
pub(crate) fn between_patches(of_a: &Patch, of_b: &Patch, n: DVec3, square: Squareness) -> RawContacts {
    let lean = |patch: &Patch, n: DVec3| match patch.corners.len() {
        0..3 => f64::INFINITY,
        _ if patch.normal.dot(n) < 0.0 => f64::INFINITY,
        _ => patch.normal.cross(n).length(),
    };
    let (lean_a, lean_b) = (lean(of_a, n), lean(of_b, -n));
    if lean_a.min(lean_b) <= square.face {
        return if lean_a <= lean_b + square.face * 0.01 {
            cut(of_a, of_b, &View::new(n, true))
        } else {
            cut(of_b, of_a, &View::new(n, false))
        };
    }
    let (Some(edge_a), Some(edge_b)) = (top_edge(of_a, n, square.edges), top_edge(of_b, -n, square.edges))
    else {
        return feature_pair(of_a, of_b, n);
    };
    let direction = |p: &Patch| (p.corners[1].point - p.corners[0].point).normalized();
    match (direction(&edge_a), direction(&edge_b)) {
        (Some(u), Some(v)) if u.cross(v).length() <= square.edges => {
            cut(&edge_a, &edge_b, &View::new(n, true))
        }
        _ => feature_pair(&edge_a, &edge_b, n),
    }
}

/// Stands for the one contact between features that are not clipped: only its feature numbers are of use.
fn feature_pair(a: &Patch, b: &Patch, n: DVec3) -> RawContacts {
    let (Some(p), Some(q)) = (highest(a, n), highest(b, -n)) else {
        return RawContacts::new();
    };
    let id = |patch: &Patch, top: Corner| {
        if patch.corners.len() == 2 {
            patch.face
        } else {
            top.vertex
        }
    };
    let feature = FeatureId {
        a: id(a, p),
        b: id(b, q),
    };
    let clearance = -f64::INFINITY;
    SmallVec::from_slice(&[RawContact {
        a: p.point,
        b: q.point,
        clearance,
        feature,
    }])
}

fn highest(patch: &Patch, n: DVec3) -> Option<Corner> {
    let height = |c: &Corner| c.point.dot(n);
    patch
        .corners
        .iter()
        .copied()
        .reduce(|p, q| if height(&q) > height(&p) { q } else { p })
}

/// The highest edge of a patch, if it is square to `n`.
fn top_edge(patch: &Patch, n: DVec3, aligned: f64) -> Option<Patch> {
    let count = patch.corners.len();
    let edges = (0..count).map(|i| [patch.corners[i], patch.corners[(i + 1) % count]]);
    let height = |e: &[Corner; 2]| (e[0].point + e[1].point).dot(n);
    let [p, q] = edges.reduce(|e, f| if height(&f) > height(&e) { f } else { e })?;
    let along = q.point - p.point;
    let square = count > 1 && along.dot(n).abs() <= aligned * along.length();
    square.then(|| Patch {
        corners: SmallVec::from_slice(&[p, q]),
        normal: n,
        face: Patch::edge_id(p.vertex, q.vertex),
    })
}

/// The plane across the normal, seen so that the reference turns counter-clockwise.
struct View {
    u: DVec3,
    v: DVec3,
    n: DVec3,
    reference_is_a: bool,
}

impl View {
    fn new(n: DVec3, reference_is_a: bool) -> Self {
        let u = n.any_perpendicular();
        let v = n.cross(u);
        let (u, v) = if reference_is_a { (u, v) } else { (v, u) };
        Self {
            u,
            v,
            n,
            reference_is_a,
        }
    }
    #[inline(always)]
    fn flat(&self, p: DVec3) -> DVec2 {
        DVec2::new(self.u.dot(p), self.v.dot(p))
    }
    #[inline(always)]
    fn solid(&self, q: DVec2, height: f64) -> DVec3 {
        self.u * q.x + self.v * q.y + self.n * height
    }
}

/// A corner of the polygon that is being cut.
#[derive(Clone, Copy)]
struct CutCorner {
    at: DVec2,
    height: f64,
    /// Feature of the reference and of the other shape that meet here.
    ids: [u32; 2],
    /// The number of the reference side along which the edge to the next corner runs, or none for an edge of its own.
    side: Option<usize>,
    /// The number of the edge to the next corner, where it is its own.
    edge: u32,
}

type Cut = SmallVec<[CutCorner; 16]>;

/// A side of the reference: what is left of the line from `start` along `along` is kept.
struct Side {
    start: DVec2,
    inward: DVec2,
    /// Numbers of the vertex it starts at and of its edge.
    vertex: u32,
    edge: u32,
    number: usize,
}

impl Side {
    #[inline(always)]
    fn depth(&self, q: DVec2) -> f64 {
        (q - self.start).dot(self.inward)
    }
}

/// Cuts `other` by the sides of `reference`, and finds the heights of what is left on both.
fn cut(reference: &Patch, other: &Patch, view: &View) -> RawContacts {
    let count = other.corners.len();
    let mut polygon: Cut = (0..count)
        .map(|i| {
            let (here, next) = (other.corners[i], other.corners[(i + 1) % count]);
            CutCorner {
                at: view.flat(here.point),
                height: view.n.dot(here.point),
                ids: [reference.face, here.vertex],
                side: None,
                edge: Patch::edge_id(here.vertex, next.vertex),
            }
        })
        .collect();
    let mut kept = Cut::new();
    let (mut from, mut into) = (&mut polygon, &mut kept);
    for side in sides(reference, view) {
        keep_inside(from, &side, other.face, into);
        core::mem::swap(&mut from, &mut into);
    }
    let plane = Plane::of(reference, view);
    from.iter().map(|c| raise(c, plane.height(c.at), view)).collect()
}

fn raise(c: &CutCorner, height: f64, view: &View) -> RawContact {
    let (on_reference, on_other) = (view.solid(c.at, height), view.solid(c.at, c.height));
    let [of_reference, of_other] = c.ids;
    if view.reference_is_a {
        RawContact {
            a: on_reference,
            b: on_other,
            clearance: c.height - height,
            feature: FeatureId {
                a: of_reference,
                b: of_other,
            },
        }
    } else {
        RawContact {
            a: on_other,
            b: on_reference,
            clearance: height - c.height,
            feature: FeatureId {
                a: of_other,
                b: of_reference,
            },
        }
    }
}

/// The sides of a face; for an edge, the two ends.
fn sides(reference: &Patch, view: &View) -> SmallVec<[Side; 8]> {
    let corners = &reference.corners;
    let count = corners.len();
    let flat: SmallVec<[DVec2; 8]> = corners.iter().map(|c| view.flat(c.point)).collect();
    (0..count)
        .map(|i| {
            let next = (i + 1) % count;
            let along = flat[next] - flat[i];
            Side {
                start: flat[i],
                inward: if count == 2 { along } else { along.left() },
                vertex: corners[i].vertex,
                edge: if count == 2 {
                    corners[i].vertex
                } else {
                    Patch::edge_id(corners[i].vertex, corners[next].vertex)
                },
                number: i,
            }
        })
        .collect()
}

/// One pass of Sutherland and Hodgman, from one list into another.
fn keep_inside(polygon: &Cut, side: &Side, face: u32, kept: &mut Cut) {
    kept.clear();
    let count = polygon.len();
    for i in 0..count {
        let (here, next) = (&polygon[i], &polygon[(i + 1) % count]);
        let (depth, depth_next) = (side.depth(here.at), side.depth(next.at));
        if depth >= 0.0 {
            kept.push(*here);
        }
        if (depth >= 0.0) != (depth_next >= 0.0) {
            let mut corner = between(here, next, depth / (depth - depth_next));
            // Where one side of the reference is cut by the next, its own corner stands on the other's face.
            corner.ids = match here.side {
                Some(_) => [side.vertex, face],
                None => [side.edge, here.edge],
            };
            if depth >= 0.0 {
                corner.side = Some(side.number);
            }
            kept.push(corner);
        }
    }
}

/// The point at `t` of the way from one corner to the next, on the same edge.
#[inline(always)]
fn between(p: &CutCorner, q: &CutCorner, t: f64) -> CutCorner {
    let mix = |t: f64| (p.at + (q.at - p.at) * t, p.height + (q.height - p.height) * t);
    let back = |t: f64| (q.at + (p.at - q.at) * t, q.height + (p.height - q.height) * t);
    let (at, height) = if t <= 0.5 { mix(t) } else { back(1.0 - t) };
    CutCorner { at, height, ..*p }
}

/// The plane of a patch as a height over the view.
struct Plane {
    gradient: DVec2,
    base: f64,
}

impl Plane {
    fn of(patch: &Patch, view: &View) -> Self {
        let m = patch.normal;
        let upright = view.n.dot(m);
        let gradient = view.flat(m) * (-1.0 / upright);
        let count = patch.corners.len() as f64;
        let height = |c: &Corner| view.n.dot(c.point) - gradient.dot(view.flat(c.point));
        Self {
            gradient,
            base: patch.corners.iter().map(height).sum::<f64>() / count,
        }
    }
    #[inline(always)]
    fn height(&self, q: DVec2) -> f64 {
        self.base + self.gradient.dot(q)
    }
}
