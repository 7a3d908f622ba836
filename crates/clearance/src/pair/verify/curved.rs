//! Points of ellipsoids, cylinders and cones: whether they are in the solid, and which way its border faces
//! there.

use glam::{DVec2, DVec3};

use crate::math::{DoubleFrame, Real};
use crate::pair::ask::table::PairSpace;
use crate::pair::round::closed_form::closest_on_segment;
use crate::pair::smooth::{furthest_of_curved, nearest};
use crate::shape::{AnyShape, Curved, Placed};

/// A curved solid in its own frame, with its size in the world, and the radius by which it is grown.
pub(super) struct PlacedCurved {
    frame: DoubleFrame,
    curved: Curved,
    grown: f64,
}

impl PlacedCurved {
    pub(super) fn new<V: PairSpace>(s: Placed<'_, V>, curved: Curved) -> Self {
        let frame = DoubleFrame::of_place(&s.place);
        let grown = s.shape.as_rounded().map_or(0.0, |r| r.radius().to_f64());
        Self {
            curved: curved.scaled(frame.scale),
            grown: grown * frame.scale,
            frame,
        }
    }
}

/// Whether the solid's border faces along the unit vector `n` at a point of the world.
pub(super) fn faces(solid: &PlacedCurved, n: DVec3, point: DVec3, bound: f64) -> bool {
    let n = solid.frame.turned_back(n);
    let point = solid.frame.inward(point) - n * solid.grown;
    let curved = &solid.curved;
    distance_at_most(curved, n, point) <= bound
        && furthest_of_curved(curved, n).dot(n) - point.dot(n) <= bound
        && faces_at(curved, n, point, bound)
}

/// Whether a point of the world is in the solid, or no further from it than the bound.
pub(super) fn contains(solid: &PlacedCurved, point: DVec3, bound: f64) -> bool {
    let point = solid.frame.inward(point);
    distance_at_most(&solid.curved, point, point) <= bound + solid.grown
}

/// An upper bound of the distance of a point from a solid, in its own frame; 0 where it is inside. It is
/// meant for points in the solid or close to it. `hint` is a direction along which the border may face there.
fn distance_at_most(curved: &Curved, hint: DVec3, p: DVec3) -> f64 {
    let out = libm::hypot(p.x, p.z);
    match *curved {
        Curved::Ellipsoid(radii) => {
            let excess = relative_height(radii, p);
            if excess <= 1.0 {
                return 0.0;
            }
            // Four points of the solid; the distance is no more than that to any of them.
            let shrunk = p / excess;
            let found = nearest::ellipsoid(nearest::solid(radii), p).point;
            // For a solid whose height is negligible beside its width: a point at height 0.
            let is_out = [0, 1, 2].map(|i| found[i].abs() > radii[i]);
            let level = DVec3::from_array([0, 1, 2].map(|i| if is_out[i] { 0.0 } else { found[i] }));
            let level = level / relative_height(radii, level).max(1.0);
            let found = found / relative_height(radii, found).max(1.0);
            let supported = furthest_of_curved(curved, hint);
            let away = [shrunk, found, level, supported].map(|q| (p - q).length());
            away.into_iter().fold(f64::INFINITY, f64::min)
        }
        Curved::Cylinder { half_height, radius } => {
            let (up, side) = (p.y.abs() - half_height, out - radius);
            libm::hypot(up.max(0.0), side.max(0.0))
        }
        Curved::Cone { half_height, radius } => {
            let side = out - radius * (half_height - p.y) / (2.0 * half_height);
            if p.y.abs() <= half_height && side <= 0.0 {
                return 0.0;
            }
            let of_base = libm::hypot((out - radius).max(0.0), p.y + half_height);
            // In units of the size, so that squares stay in range.
            let unit = radius.max(half_height).max(out).max(p.y.abs());
            let [p, apex, rim] =
                [(out, p.y), (0.0, half_height), (radius, -half_height)].map(|p| DVec2::from(p) / unit);
            of_base.min((p - closest_on_segment(p, apex, rim)).length() * unit)
        }
    }
}

/// 1 on the border of an ellipsoid, less inside. A flat one (an ellipse) has no extent along Z to measure by.
fn relative_height(radii: DVec3, p: DVec3) -> f64 {
    let flat = radii.z == 0.0;
    let z = if flat { 0.0 } else { p.z / radii.z };
    DVec3::new(p.x / radii.x, p.y / radii.y, z).length()
}

/// Whether the border of a solid faces along the unit vector `n`, up to the bound, at a point on it that
/// reaches furthest along `n`. To first order in the turn of `n`.
fn faces_at(curved: &Curved, n: DVec3, p: DVec3, bound: f64) -> bool {
    match *curved {
        Curved::Ellipsoid(radii) => {
            if (furthest_of_curved(curved, n) - p).length() <= bound {
                return true;
            }
            let z = if radii.z == 0.0 {
                0.0
            } else {
                p.z / radii.z / radii.z
            };
            let (x, y) = (p.x / radii.x / radii.x, p.y / radii.y / radii.y);
            let largest = x.abs().max(y.abs()).max(z.abs());
            let own = (DVec3::new(x, y, z) / largest).normalize();
            (own - n).length() * radii.max_element() <= bound
        }
        // The direction around the axis decides: along the axis, and along the slanted side, the border is
        // straight.
        Curved::Cylinder { .. } | Curved::Cone { .. } => (n.x * p.z - n.z * p.x).abs() <= bound,
    }
}
