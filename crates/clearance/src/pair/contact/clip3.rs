//! Contact manifolds in space: the facing features of two shapes, clipped against each other.
//!
//! Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974; D. Gregorius, "Robust contact
//! creation for physics simulations", Game Developers Conference 2015. The face that lies most squarely to
//! the normal is the reference; the other shape's feature is cut by its sides.
//!
//! Where we differ: everything is seen along the manifold's normal, not along the reference face's own. A
//! clipped point then has one height on either feature, the two points are in the two shapes, and their
//! difference is along the normal, for faces that meet at any angle.

use core::cmp::Ordering;

use glam::DVec3;
use smallvec::SmallVec;

use super::cut3::{RawContact, RawContacts, View, cut};
use super::one_contact::at_witness;
use super::patch::{Corner, Patch};
use super::{facing, reduce};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold};
use crate::pair::core3::{Meeting, Solid};
use crate::shape::{Placed, Space3};

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
        return at_witness(c, feature.unwrap_or_default());
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

/// The witness of a clearance as the manifold's one contact, of features not told.
pub(crate) fn witness_alone<V: Space3>(c: &Clearance<V>) -> Manifold<V> {
    at_witness(c, FeatureId::default())
}

/// A point of each box, one over the other along `normal`, where the clearance is `gap`; in A's frame. For
/// two boxes whose least overlap is along a face's normal, but whose nearest corner hangs over that face's
/// edge.
pub(crate) fn common_point<V: Space3>(
    meeting: &Meeting<'_, V>,
    normal: DVec3,
    gap: f64,
    tolerance: f64,
) -> Option<(DVec3, DVec3)> {
    let frame = &meeting.a.frame;
    let n = frame.direction(normal);
    let found = contacts(
        meeting.a,
        meeting.b,
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

/// The sine up to which a face counts as square to the normal, for contacts in the precision of `V`.
pub(crate) fn square_enough<V: Space3>() -> f64 {
    Squareness::of(ScalarOf::<V>::EPSILON.to_f64()).face
}

/// Sines up to which things count as square to the normal.
#[derive(Clone, Copy)]
pub(crate) struct Squareness {
    /// A face: only a choice of what to clip, the points are right for any.
    pub face: f64,
    /// Two edges, that also must be parallel: a contact beside a crossing edge is off it by this times the
    /// length.
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
