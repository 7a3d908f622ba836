//! The manifold of two cores of space: the features that face each other, clipped against each other.
//!
//! Source: D. Gregorius, "Robust contact creation for physics simulations", Game Developers Conference 2015.
//! The face that is most nearly perpendicular to the normal is the reference; the other shape's feature, the
//! incident one, is clipped by its sides (`polygon_clip.rs`). Two parallel edges are clipped in the same way.
//! Features that are neither give one contact, at the witness points.
//!
//! Where we differ: everything is projected along the manifold's normal, not along the reference face's own.
//! A clipped point then has one height on either feature, the two points are in the two shapes, and their
//! difference is along the normal, for faces that meet at any angle.

use glam::DVec3;

use super::polygon_clip::{ProjectionPlane, clip_feature};
use super::raw_contact::{RawContact, RawContacts};
use super::reduce;
use super::witness::{at_witness, without_features};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Contact, Manifold};
use crate::pair::core_pair::{ConvexCore, CorePair};
use crate::pair::support_feature::{FeatureCorner, SupportFeature};
use crate::shape::Space3;

/// The manifold of two cores in the order of [`ConvexCore::order`], given their clearance.
pub(crate) fn manifold<V: Space3>(
    a: &ConvexCore<'_, V>,
    b: &ConvexCore<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    let Some(n) = c.normal.to_double().normalized() else {
        return without_features(c);
    };
    let epsilon = ScalarOf::<V>::EPSILON.to_f64();
    let mut found = contacts(a, b, n, c.point_a.to_double(), AngleTolerance::of(epsilon));
    let tolerance = MergeTolerance::of_cores(a, b);
    reduced_manifold(&mut found, c, n, tolerance, margin)
}

/// The differences up to which two contacts count as equally high, and as one.
#[derive(Clone, Copy)]
pub(crate) struct MergeTolerance {
    pub height: f64,
    pub distance: f64,
}

impl MergeTolerance {
    #[inline]
    pub fn of_cores<V: Space3>(a: &ConvexCore<'_, V>, b: &ConvexCore<'_, V>) -> Self {
        let height = 64.0 * ScalarOf::<V>::EPSILON.to_f64() * (a.magnitude() + b.magnitude());
        Self {
            height,
            distance: height + 1e-9 * a.reach.min(b.reach),
        }
    }
}

/// The manifold of contacts that are relative to the clearance's point of A, along the unit vector `n`: those
/// up to `margin`, merged, and reduced to four.
pub(crate) fn reduced_manifold<V: Space3>(
    contacts: &mut RawContacts,
    c: &Clearance<V>,
    n: DVec3,
    tolerance: MergeTolerance,
    margin: V::Scalar,
) -> Manifold<V> {
    let origin = c.point_a.to_double();
    // No contact can be lower than the clearance, which is exact where it is 0.
    let least = c.distance.to_f64();
    let mut has_lowest = false;
    for contact in contacts.iter_mut() {
        if contact.clearance <= least + tolerance.height {
            contact.clearance = least;
            has_lowest = true;
        }
    }
    if !has_lowest {
        let witness = RawContact::new([DVec3::ZERO, n * least], [0; 2], least, true);
        contacts.insert(0, witness);
    }
    contacts.retain(|contact| contact.clearance <= margin.to_f64());
    reduce::merge(contacts, n, tolerance.distance);
    if contacts.len() < 2 {
        let feature = contacts.first().map(|contact| contact.feature);
        return at_witness(c, feature.unwrap_or_default());
    }
    let mut manifold = Manifold::new(c.normal);
    for contact in reduce::to_four(contacts, n) {
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

/// A point of each core, one above the other along `normal`, where the clearance is `gap`; in A's frame. It
/// is asked about two cores whose least overlap is along a face's normal, where the nearest vertex lies
/// beyond the border of that face.
pub(crate) fn common_point<V: Space3>(
    pair: &CorePair<'_, V>,
    normal: DVec3,
    gap: f64,
    tolerance: f64,
) -> Option<(DVec3, DVec3)> {
    let (a, b) = (pair.a, pair.b);
    let n = a.frame.direction(normal);
    let found = contacts(a, b, n, a.frame.origin, AngleTolerance::of(f64::EPSILON));
    let deepest = found
        .into_iter()
        .min_by(|p, q| p.clearance.total_cmp(&q.clearance))?;
    let to_a = |p: DVec3| a.frame.local_direction(p);
    let is_deepest = (deepest.clearance - gap).abs() <= tolerance;
    is_deepest.then(|| (to_a(deepest.a - n * a.radius), to_a(deepest.b + n * b.radius)))
}

/// The sine up to which a face counts as perpendicular to the normal, for contacts in the precision of `V`.
pub(crate) fn face_sine<V: Space3>() -> f64 {
    AngleTolerance::of(ScalarOf::<V>::EPSILON.to_f64()).face
}

/// Sines up to which features count as perpendicular to the normal.
#[derive(Clone, Copy)]
pub(crate) struct AngleTolerance {
    /// For a face. It only chooses what to clip; the points are right for any value.
    pub face: f64,
    /// For two edges, which also must be parallel. A contact beside an edge that crosses the other is off it
    /// by this sine times the length.
    edges: f64,
}

impl AngleTolerance {
    pub fn of(epsilon: f64) -> Self {
        Self {
            face: 1e-5_f64.max(256.0 * epsilon),
            edges: 1e-10_f64.max(16.0 * epsilon),
        }
    }
}

/// All contacts of the facing features along `n`, relative to `origin`, in order around the common part.
fn contacts<V: Space3>(
    a: &ConvexCore<'_, V>,
    b: &ConvexCore<'_, V>,
    n: DVec3,
    origin: DVec3,
    tolerance: AngleTolerance,
) -> RawContacts {
    let (of_a, of_b) = (a.support_feature(n, origin), b.support_feature(-n, origin));
    between_features(&of_a, &of_b, n, tolerance)
}

/// All contacts of two features that face each other along `n`.
pub(crate) fn between_features(
    of_a: &SupportFeature,
    of_b: &SupportFeature,
    n: DVec3,
    tolerance: AngleTolerance,
) -> RawContacts {
    let mut found = RawContacts::new();
    add_between_features(of_a, of_b, n, tolerance, &mut found);
    found
}

/// The same, added to `found`: a list of them takes a kilobyte, which is not moved again for each of many
/// facets.
pub(crate) fn add_between_features(
    of_a: &SupportFeature,
    of_b: &SupportFeature,
    n: DVec3,
    tolerance: AngleTolerance,
    found: &mut RawContacts,
) {
    let sine = |feature: &SupportFeature, n: DVec3| match feature.corners.len() {
        0..3 => f64::INFINITY,
        _ if feature.normal.dot(n) < 0.0 => f64::INFINITY,
        _ => feature.normal.cross(n).length(),
    };
    let (sine_a, sine_b) = (sine(of_a, n), sine(of_b, -n));
    if sine_a.min(sine_b) <= tolerance.face {
        return if sine_a <= sine_b + tolerance.face * 0.01 {
            clip_feature(of_a, of_b, &ProjectionPlane::new(n, true), found)
        } else {
            clip_feature(of_b, of_a, &ProjectionPlane::new(n, false), found)
        };
    }
    let (Some(edge_a), Some(edge_b)) = (
        top_edge(of_a, n, tolerance.edges),
        top_edge(of_b, -n, tolerance.edges),
    ) else {
        return found.extend(unclipped(of_a, of_b, n));
    };
    let direction = |p: &SupportFeature| (p.corners[1].point - p.corners[0].point).normalized();
    match (direction(&edge_a), direction(&edge_b)) {
        (Some(u), Some(v)) if u.cross(v).length() <= tolerance.edges => {
            clip_feature(&edge_a, &edge_b, &ProjectionPlane::new(n, true), found)
        }
        _ => found.extend(unclipped(&edge_a, &edge_b, n)),
    }
}

/// A placeholder for the one contact of features that are not clipped: only its feature numbers are used, and
/// its clearance is that of the pair.
fn unclipped(a: &SupportFeature, b: &SupportFeature, n: DVec3) -> Option<RawContact> {
    let (p, q) = (highest(a, n)?, highest(b, -n)?);
    let id = |feature: &SupportFeature, top: FeatureCorner| {
        if feature.corners.len() == 2 {
            feature.face
        } else {
            top.vertex
        }
    };
    let features = [id(a, p), id(b, q)];
    Some(RawContact::new(
        [p.point, q.point],
        features,
        -f64::INFINITY,
        true,
    ))
}

fn highest(feature: &SupportFeature, n: DVec3) -> Option<FeatureCorner> {
    let height = |c: &FeatureCorner| c.point.dot(n);
    let higher = |p, q| if height(&q) > height(&p) { q } else { p };
    feature.corners.iter().copied().reduce(higher)
}

/// The highest edge of a feature, if its sine with the plane across `n` is no more than `sine`.
fn top_edge(feature: &SupportFeature, n: DVec3, sine: f64) -> Option<SupportFeature> {
    let count = feature.corners.len();
    let edges = (0..count).map(|i| [feature.corners[i], feature.corners[(i + 1) % count]]);
    let height = |e: &[FeatureCorner; 2]| (e[0].point + e[1].point).dot(n);
    let edge = edges.reduce(|e, f| if height(&f) > height(&e) { f } else { e })?;
    let along = edge[1].point - edge[0].point;
    let is_level = count > 1 && along.dot(n).abs() <= sine * along.length();
    is_level.then(|| SupportFeature::of_corners(&edge, n))
}
