//! What a convex shape of any kind turns towards another, and the contacts of two such features: for pairs
//! with a curved shape or a half-space. Two shapes without either are clipped by `clip3.rs` alone.
//!
//! A cylinder or cone shows a flat end (`disc.rs`) or the straight line along its side, an ellipsoid a point,
//! a half-space all of its border. Everything else is a patch (`patch.rs`).

use alloc::boxed::Box;

use glam::DVec3;
use smallvec::SmallVec;

use super::clip3::{Alike, Squareness, between_patches, settled, witness_alone};
use super::cut3::{RawContact, RawContacts};
use super::disc::{Disc, Towards};
use super::patch::{Corner, Patch};
use crate::math::{DoubleFrame, Real, ScalarOf, Vector, lift, lower};
use crate::pair::answer::{Clearance, FeatureId, Manifold};
use crate::pair::core3::Solid;
use crate::pair::order::order;
use crate::shape::{AnyShape, Curved, Feature, Placed, Shape3, Space3, Support};

/// A straight line that leans more than this (as the sine) is seen by its highest end.
const STEEPEST: f64 = 0.7;

/// A feature relative to some origin, its ball already added along the normal.
enum Facing {
    /// The border of a half-space.
    Endless,
    Patch(Box<Patch>),
    Disc(Disc),
}

/// The manifold of two convex shapes, at least one of them curved or endless, given their clearance.
pub(crate) fn manifold<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    // From one side always, as the clearance itself.
    if order(a, b).is_gt() {
        in_order(b, a, &c.mirrored(), margin).mirrored()
    } else {
        in_order(a, b, c, margin)
    }
}

fn in_order<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    let Some(n) = lift(c.normal).normalized() else {
        return witness_alone(c);
    };
    let origin = lift(c.point_a);
    let (Some(of_a), Some(of_b)) = (facing(a, n, origin), facing(b, -n, origin)) else {
        return witness_alone(c);
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
    let alike = Alike {
        height,
        place: height + 1e-9 * extent.min(size),
    };
    let found = contacts(&of_a, &of_b, n, (c.distance.to_f64(), epsilon, height));
    settled(found, c, n, alike, margin)
}

/// The feature of a shape that faces along the unit vector `n`.
fn facing<V: Space3>(placed: Placed<'_, V>, n: DVec3, origin: DVec3) -> Option<Facing> {
    if let Some(solid) = Solid::new(placed) {
        let mut patch = solid.patch(n, origin);
        patch.shift(n * solid.radius);
        return Some(Facing::Patch(Box::new(patch)));
    }
    let (shape, grown) = match placed.shape.as_rounded() {
        Some(r) => (r.shape(), r.radius().to_f64()),
        None => (placed.shape, 0.0),
    };
    if matches!(shape, Shape3::HalfSpace(_)) {
        return Some(Facing::Endless);
    }
    let stand = DoubleFrame::of_place(&placed.place);
    let out = |p: V| stand.outward(lift(p) * stand.scale) - origin + n * (grown * stand.scale);
    let local = stand.turned_back(n);
    Some(match shape.feature(lower(local))? {
        Feature::Vertex { id, point } => Facing::Patch(Box::new(line(&[corner(out(point), id)], n))),
        Feature::Edge { vertices, points, .. } => {
            let [p, q] = [0, 1].map(|i| corner(out(points[i]), vertices[i]));
            let way = q.point - p.point;
            Facing::Patch(Box::new(match way.dot(n) / way.length() {
                rise if rise.abs() <= STEEPEST => line(&[p, q], n),
                rise if rise > 0.0 => line(&[q], n),
                _ => line(&[p], n),
            }))
        }
        Feature::Face { .. } => Facing::Disc(disc(shape.curved()?, local, &stand, n * grown, origin)?),
    })
}

fn corner(point: DVec3, vertex: u32) -> Corner {
    Corner { point, vertex }
}

fn line(corners: &[Corner], n: DVec3) -> Patch {
    Patch {
        face: match corners {
            [p, q] => Patch::edge_id(p.vertex, q.vertex),
            [p] => p.vertex,
            _ => 0,
        },
        corners: SmallVec::from_slice(corners),
        normal: n,
    }
}

/// The end of a cylinder or cone that faces along `local`; `grown` is not yet scaled.
fn disc(curved: Curved, local: DVec3, stand: &DoubleFrame, grown: DVec3, origin: DVec3) -> Option<Disc> {
    let (half_height, radius) = match curved {
        Curved::Cylinder { half_height, radius } | Curved::Cone { half_height, radius } => {
            (half_height, radius)
        }
        Curved::Ellipsoid(_) => return None,
    };
    let up = DVec3::Y * 1.0_f64.copysign(local.y);
    let center = stand.outward(up * (half_height * stand.scale)) + grown * stand.scale;
    Some(Disc {
        center: center - origin,
        normal: stand.turned(up),
        spoke: stand.turned(DVec3::X),
        radius: radius * stand.scale,
        is_top: local.y > 0.0,
    })
}

/// All contacts of two features along `n`, from A to B.
fn contacts(a: &Facing, b: &Facing, n: DVec3, (least, epsilon, slack): (f64, f64, f64)) -> RawContacts {
    use Facing::{Disc, Endless, Patch};
    let square = Squareness::of(epsilon);
    let to = |n: DVec3, disc_is_a: bool| Towards { n, disc_is_a, slack };
    match (a, b) {
        (Endless, Endless) => RawContacts::new(),
        (Endless, Patch(p)) => over_plane(&p.corners, n, 0.0, true),
        (Endless, Disc(d)) => over_plane(&d.corners(), n, 0.0, true),
        (Patch(p), Endless) => over_plane(&p.corners, n, least, false),
        (Disc(d), Endless) => over_plane(&d.corners(), n, least, false),
        (Patch(p), Patch(q)) => between_patches(p, q, n, square),
        _ if lean(a, n).min(lean(b, n)) > square.face => RawContacts::new(),
        (Disc(d), Patch(p)) => d.against_patch(p, to(n, true)),
        (Patch(p), Disc(d)) => d.against_patch(p, to(-n, false)),
        (Disc(d), Disc(e)) if lean(a, n) <= lean(b, n) => d.against_disc(e, to(n, true)),
        (Disc(d), Disc(e)) => e.against_disc(d, to(-n, false)),
    }
}

/// The sine of the angle between a face and the contact's plane; infinite for what is no face.
fn lean(facing: &Facing, n: DVec3) -> f64 {
    match facing {
        Facing::Patch(p) if p.corners.len() < 3 => f64::INFINITY,
        Facing::Patch(p) => p.normal.cross(n).length(),
        Facing::Disc(d) => d.normal.cross(n).length(),
        Facing::Endless => 0.0,
    }
}

/// Corners over a plane at this height along `n`, which is A's or B's.
fn over_plane(corners: &[Corner], n: DVec3, level: f64, plane_is_a: bool) -> RawContacts {
    let above = |c: &Corner| {
        let height = c.point.dot(n) - level;
        let (own, on_plane) = (c.point, c.point - n * height);
        let face = Patch::face_id(0);
        if plane_is_a {
            RawContact {
                a: on_plane,
                b: own,
                clearance: height,
                feature: FeatureId { a: face, b: c.vertex },
            }
        } else {
            RawContact {
                a: own,
                b: on_plane,
                clearance: -height,
                feature: FeatureId { a: c.vertex, b: face },
            }
        }
    };
    corners.iter().map(above).collect()
}
