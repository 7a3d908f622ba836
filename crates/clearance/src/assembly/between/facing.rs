//! Which facets of two faces may count: those that face each other, and, of two planes, overlap as seen along
//! them.
//!
//! Where a gap of surfaces is asked for, the surfaces must face each other, not the facets. A facet is turned
//! away from its surface by no more than half of what neighbours turn by, so the bound on facets is widened
//! by as much.

use glam::DVec3;

use super::two::{FACING, Two};
use crate::assembly::placed::{LocalFacet, PlacedBody};
use crate::assembly::surface::Surface;

/// By how much more than its corners say a facet may be turned away from its surface.
const ROOM: f64 = 2.0;

/// What is asked of two faces.
#[derive(Clone, Copy)]
pub(super) struct Facing {
    /// Facets count where the cosine of their normals is less.
    below: f64,
    /// Whether each of them is a plane all of whose facets have one normal, but for rounding.
    is_plane: [bool; 2],
}

impl Facing {
    /// Of two faces whose facets are near each other within `reach`.
    pub fn new(two: &Two<'_>, [fa, fb]: [u32; 2], reach: f64) -> Self {
        let is_flat = |part: &PlacedBody<'_>, face: u32| {
            matches!(part.surface(face), Some(Surface::Plane(_))) && part.deflection_of(face) == 0.0
        };
        let is_plane = [is_flat(&two.a, fa), is_flat(&two.b, fb)];
        let is_gap_of_surfaces = two.are_known([fa, fb]) && is_plane != [true; 2];
        let below = match is_gap_of_surfaces {
            false => FACING,
            true => cos_of_widened(turn_of(&two.a, fa, reach) + turn_of(&two.b, fb, reach)),
        };
        Self { below, is_plane }
    }
    /// Whether two facets may add to the area of a contact, or to what is known of the gap.
    pub fn may_count(&self, [a, b]: &[[DVec3; 3]; 2], [u, v]: [DVec3; 2]) -> bool {
        let are_planes = self.is_plane == [true; 2];
        self.are_facing(u, v) && !(are_planes && (are_beside(a, b, u) || are_beside(b, a, v)))
    }
    fn are_facing(&self, u: DVec3, v: DVec3) -> bool {
        let lengths = libm::sqrt(u.length_squared() * v.length_squared());
        // The normal of a facet without area tells nothing of the surface.
        lengths == 0.0 || u.dot(v) < self.below * lengths
    }
    /// Whether any facets of two faces may count; of a plane the largest facet tells.
    pub fn may_be_of(&self, a: &[LocalFacet], b: &[LocalFacet]) -> bool {
        let any = |all: &[LocalFacet], of: DVec3| all.iter().any(|p| self.are_facing(p.normal, of));
        match self.is_plane {
            [true, _] => any(b, largest_normal(a)),
            [_, true] => any(a, largest_normal(b)),
            _ => true,
        }
    }
}

fn largest_normal(facets: &[LocalFacet]) -> DVec3 {
    let normals = facets.iter().map(|facet| facet.normal);
    let largest = normals.max_by(|u, v| u.length_squared().total_cmp(&v.length_squared()));
    largest.unwrap_or(DVec3::ZERO)
}

/// By how much the normals of a face near a point within `reach` of a facet may differ from that of the
/// facet.
fn turn_of(part: &PlacedBody<'_>, face: u32, reach: f64) -> f64 {
    let beside = match part.surface(face) {
        None | Some(Surface::Plane(_)) => 0.0,
        Some(Surface::Cylinder(s)) => 1.0 / s.radius,
        Some(Surface::Sphere(s)) => 1.0 / s.radius,
        Some(Surface::Torus(s)) => 1.0 / s.minor.min((s.major - s.minor).abs()),
        // It bends without bound near its apex.
        Some(Surface::Cone(_)) => f64::INFINITY,
    };
    // The point may be moved by the reach once more, onto the other surface.
    ROOM * (part.turn_of(face) + 2.0 * reach * beside / part.length(1.0))
}

/// The cosine from which on facets count if their surfaces, which face each other, are turned by so much
/// against them.
fn cos_of_widened(turn: f64) -> f64 {
    let angle = libm::acos(FACING) - turn;
    if angle > 0.0 {
        libm::cos(angle)
    } else {
        f64::INFINITY
    }
}

/// Whether a side of a facet of this normal has all of another facet in the same plane beyond it, but for the
/// rounding of these sums.
fn are_beside(facet: &[DVec3; 3], other: &[DVec3; 3], normal: DVec3) -> bool {
    let largest = facet
        .iter()
        .fold(DVec3::ZERO, |size, p| size.max(p.abs()))
        .max_element();
    let rounding = largest * (16.0 * f64::EPSILON);
    (0..3).any(|k| {
        let (start, end) = (facet[k], facet[(k + 1) % 3]);
        let inward = normal.cross(end - start);
        let room = inward.length() * rounding;
        other.iter().all(|p| inward.dot(p - start) <= room)
    })
}
