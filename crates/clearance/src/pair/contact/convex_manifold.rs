//! The manifold of two convex shapes of any kind, given their clearance.
//!
//! Two cores go to `core_manifold.rs`. Pairs with a curved shape or a half-space are clipped here, by the
//! features that face each other: a cylinder or cone shows a flat end (`disc.rs`) or the straight line along
//! its side, an ellipsoid a point, a half-space all of its border, and a core its support feature
//! (`pair/support_feature.rs`).

use alloc::boxed::Box;

use glam::DVec3;

use super::core_manifold::{AngleTolerance, MergeTolerance, between_features, manifold, reduced_manifold};
use super::disc::{Disc, DiscDirection};
use super::raw_contact::{RawContact, RawContacts};
use super::witness::without_features;
use crate::math::{DoubleFrame, Real, ScalarOf, Vector, lift, lower};
use crate::pair::answer::{Clearance, Manifold};
use crate::pair::core_pair::ConvexCore;
use crate::pair::order::order;
use crate::pair::support_feature::{FeatureCorner, SupportFeature};
use crate::shape::{AnyShape, Curved, Feature, Placed, Shape3, Space3, Support};

/// A straight line counts as an edge where its sine with the plane across the normal is at most this; else
/// its higher end is the feature.
const STEEPEST: f64 = 0.7;

/// A feature relative to an origin near both shapes, its ball already added along the normal.
enum ContactFeature {
    /// The border of a half-space.
    Endless,
    Core(Box<SupportFeature>),
    Disc(Disc),
}

/// The manifold of two convex shapes, those contacts with clearance up to `margin`, given their clearance.
pub(crate) fn clip<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    // The two are always taken in the same order, so that the contacts are the same whichever is called A.
    let core_a = ConvexCore::new(a);
    let core_b = ConvexCore::new(b);
    let (Some(core_a), Some(core_b)) = (&core_a, &core_b) else {
        return if order(a, b).is_gt() {
            in_order(b, a, &c.mirrored(), margin).mirrored()
        } else {
            in_order(a, b, c, margin)
        };
    };
    if core_a.order(core_b).is_gt() {
        manifold(core_b, core_a, &c.mirrored(), margin).mirrored()
    } else {
        manifold(core_a, core_b, c, margin)
    }
}

fn in_order<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    let Some(n) = lift(c.normal).normalized() else {
        return without_features(c);
    };
    let origin = lift(c.point_a);
    let (Some(of_a), Some(of_b)) = (facing(a, n, origin), facing(b, -n, origin)) else {
        return without_features(c);
    };
    let epsilon = ScalarOf::<V>::EPSILON.to_f64();
    let reach = |s: Placed<'_, V>| {
        let around = s.aabb();
        let most = lift(around.min).abs().max(lift(around.max).abs()).max_element();
        (most, lift(around.max - around.min).max_element())
    };
    let bounded = [a, b].map(reach).into_iter().filter(|r| r.0.is_finite());
    let (size, extent) = bounded.fold((origin.abs().max_element(), f64::INFINITY), |m, r| {
        (m.0.max(r.0), m.1.min(r.1))
    });
    let height = 128.0 * epsilon * size;
    let tolerance = MergeTolerance {
        height,
        distance: height + 1e-9 * extent.min(size),
    };
    let limits = ContactLimits {
        least: c.distance.to_f64(),
        tolerance: height,
        angles: AngleTolerance::of(epsilon),
    };
    let mut found = contacts(&of_a, &of_b, n, &limits);
    reduced_manifold(&mut found, c, n, tolerance, margin)
}

/// The feature of a shape that faces along the unit vector `n`.
fn facing<V: Space3>(placed: Placed<'_, V>, n: DVec3, origin: DVec3) -> Option<ContactFeature> {
    if let Some(core) = ConvexCore::new(placed) {
        return Some(ContactFeature::Core(Box::new(core.support_feature(n, origin))));
    }
    let (shape, grown) = match placed.shape.as_rounded() {
        Some(r) => (r.shape(), r.radius().to_f64()),
        None => (placed.shape, 0.0),
    };
    if matches!(shape, Shape3::HalfSpace(_)) {
        return Some(ContactFeature::Endless);
    }
    let frame = DoubleFrame::of_place(&placed.place);
    let out = |p: V| frame.outward(lift(p) * frame.scale) - origin + n * (grown * frame.scale);
    let local = frame.turned_back(n);
    let of_corners = |corners: &[FeatureCorner]| {
        let feature = SupportFeature::of_corners(corners, n);
        Some(ContactFeature::Core(Box::new(feature)))
    };
    match shape.feature(lower(local))? {
        Feature::Vertex { id, point } => of_corners(&[corner(out(point), id)]),
        Feature::Edge { vertices, points, .. } => {
            let [p, q] = [0, 1].map(|i| corner(out(points[i]), vertices[i]));
            let way = q.point - p.point;
            match way.dot(n) / way.length() {
                rise if rise.abs() <= STEEPEST => of_corners(&[p, q]),
                rise if rise > 0.0 => of_corners(&[q]),
                _ => of_corners(&[p]),
            }
        }
        Feature::Face { .. } => {
            disc(shape.curved()?, local, &frame, n * grown, origin).map(ContactFeature::Disc)
        }
    }
}

fn corner(point: DVec3, vertex: u32) -> FeatureCorner {
    FeatureCorner { point, vertex }
}

/// The end of a cylinder or cone that faces along `local`; `grown` is not yet scaled.
fn disc(curved: Curved, local: DVec3, frame: &DoubleFrame, grown: DVec3, origin: DVec3) -> Option<Disc> {
    let (half_height, radius) = match curved {
        Curved::Cylinder { half_height, radius } | Curved::Cone { half_height, radius } => {
            (half_height, radius)
        }
        Curved::Ellipsoid(_) => return None,
    };
    let up = DVec3::Y * 1.0_f64.copysign(local.y);
    let center = frame.outward(up * (half_height * frame.scale)) + grown * frame.scale;
    Some(Disc {
        center: center - origin,
        normal: frame.turned(up),
        spoke: frame.turned(DVec3::X),
        radius: radius * frame.scale,
        is_top: local.y > 0.0,
    })
}

/// What decides between two features.
struct ContactLimits {
    /// The clearance of the pair.
    least: f64,
    /// A point this far outside of a feature still counts as inside.
    tolerance: f64,
    angles: AngleTolerance,
}

/// All contacts of two features along `n`, from A to B.
fn contacts(
    a: &ContactFeature,
    b: &ContactFeature,
    n: DVec3,
    &ContactLimits {
        least,
        tolerance,
        angles,
    }: &ContactLimits,
) -> RawContacts {
    use ContactFeature::{Core, Disc, Endless};
    let towards = |n: DVec3, disc_is_a: bool| DiscDirection {
        n,
        disc_is_a,
        tolerance,
    };
    match (a, b) {
        (Endless, Endless) => RawContacts::new(),
        (Endless, Core(p)) => over_plane(&p.corners, n, 0.0, true),
        (Endless, Disc(d)) => over_plane(&d.corners(), n, 0.0, true),
        (Core(p), Endless) => over_plane(&p.corners, n, least, false),
        (Disc(d), Endless) => over_plane(&d.corners(), n, least, false),
        (Core(p), Core(q)) => between_features(p, q, n, angles),
        _ if sine(a, n).min(sine(b, n)) > angles.face => RawContacts::new(),
        (Disc(d), Core(p)) => d.against_feature(p, towards(n, true)),
        (Core(p), Disc(d)) => d.against_feature(p, towards(-n, false)),
        (Disc(d), Disc(e)) if sine(a, n) <= sine(b, n) => d.against_disc(e, towards(n, true)),
        (Disc(d), Disc(e)) => e.against_disc(d, towards(-n, false)),
    }
}

/// The sine of the angle between a face and the plane across the normal; infinite for what is no face.
fn sine(feature: &ContactFeature, n: DVec3) -> f64 {
    match feature {
        ContactFeature::Core(p) if p.corners.len() < 3 => f64::INFINITY,
        ContactFeature::Core(p) => p.normal.cross(n).length(),
        ContactFeature::Disc(d) => d.normal.cross(n).length(),
        ContactFeature::Endless => 0.0,
    }
}

/// Corners over a plane at this height along `n`. The plane is A's or B's.
fn over_plane(corners: &[FeatureCorner], n: DVec3, level: f64, plane_is_a: bool) -> RawContacts {
    let above = |c: &FeatureCorner| {
        let height = c.point.dot(n) - level;
        let clearance = if plane_is_a { height } else { -height };
        let points = [c.point - n * height, c.point];
        RawContact::new(
            points,
            [SupportFeature::face_id(0), c.vertex],
            clearance,
            plane_is_a,
        )
    };
    corners.iter().map(above).collect()
}
