//! The sharp edges of a part: where two recognised faces meet at an angle.
//!
//! Of two planes an edge is a line, else a curve, of which the edges of facets are chords. A point of a chord
//! is moved onto both surfaces by steps of Newton's method. The tip of a cone is an edge without length.

use alloc::vec::Vec;

use glam::DVec3;

use crate::assembly::placed::{LocalFacet, PlacedBody};
use crate::assembly::surface::Surface;
use crate::math::Aabb;

/// Faces meet in a sharp edge where the sine of the angle between their normals is more.
const SHARP: f64 = 0.02;
/// Steps of Newton's method onto both surfaces of an edge, at most.
const ONTO_BOTH: usize = 4;

/// Normals along a chord and across a facet differ by no more than so many times what facets are turned by.
pub(super) const TURNED_MORE: f64 = 3.0;

/// The corner of a facet is the tip of a cone where it is within such a share of the facet's size: a small
/// error of the fit moves an apex far.
const TIP_WITHIN: f64 = 1e-6;

/// A point is on a surface where it is within so much of the rounding of the part's points.
const WITHIN_ROUNDING: f64 = 1.0 / 16.0;

/// An edge of facets in which two recognised faces of a part meet.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// One of its two facets.
    pub facet: u32,
    pub faces: [u32; 2],
    pub ends: [DVec3; 2],
    /// Whether the part is inside the angle of both faces.
    pub is_convex: bool,
    /// Whether one of the faces is curved.
    pub is_curve: bool,
    /// The outward normals of both surfaces in the middle of the chord.
    pub middle: [DVec3; 2],
    /// The sine of the angle between these.
    pub sine: f64,
}

/// Those in the region of a part.
pub(super) fn sharp_edges(part: &PlacedBody<'_>) -> Vec<Edge> {
    let corners = part
        .local()
        .facets
        .iter()
        .flat_map(|facet| (0..3).map(move |k| (facet, k)));
    // A long facet that reaches into the region has edges far from it.
    let is_in_region = |&(facet, k): &(&LocalFacet, usize)| {
        let [p, q] = [facet.corners[k], facet.corners[(k + 1) % 3]];
        Aabb::around([p, q, q]).overlaps(&part.region)
    };
    corners
        .filter(is_in_region)
        .filter_map(|(facet, k)| edge_of(part, facet, k).or_else(|| tip_of(part, facet, k)))
        .collect()
}

/// The edge of a facet from its corner `k` on, if it is sharp and the other facet's face has a higher number.
fn edge_of(part: &PlacedBody<'_>, facet: &LocalFacet, k: usize) -> Option<Edge> {
    let mesh = &part.body.mesh;
    let beside = mesh.neighbours()[facet.index as usize][k];
    let other = Some(beside).filter(|facet| *facet != u32::MAX)?;
    let faces = [facet.face, part.face_of(other)];
    if faces[0] >= faces[1] {
        return None;
    }
    let ends = [facet.corners[k], facet.corners[(k + 1) % 3]];
    let middle = normals_at(part, faces, ends[0].midpoint(ends[1]))?;
    let sine = middle[0].cross(middle[1]).length();
    let beyond = part.corners(other).map(|p| facet.normal.dot(p - ends[0]));
    (sine > SHARP).then_some(Edge {
        facet: facet.index,
        faces,
        ends,
        is_convex: beyond.into_iter().fold(0.0, f64::max) <= -beyond.into_iter().fold(0.0, f64::min),
        is_curve: faces.iter().any(|face| is_curved(part, *face)),
        middle,
        sine,
    })
}

fn normals_at(part: &PlacedBody<'_>, faces: [u32; 2], p: DVec3) -> Option<[DVec3; 2]> {
    let [first, second] = faces.map(|face| part.surface(face));
    Some([part.surface_normal(first?, p), part.surface_normal(second?, p)])
}

/// The corner `k` of a facet, if it is the tip of a cone.
fn tip_of(part: &PlacedBody<'_>, facet: &LocalFacet, k: usize) -> Option<Edge> {
    let Some(Surface::Cone(cone)) = part.surface(facet.face) else {
        return None;
    };
    let [p, q, r] = [0, 1, 2].map(|i| facet.corners[(k + i) % 3]);
    let size = (q - p).length().max((r - p).length());
    let is_tip = (p - part.point(cone.apex)).length() <= TIP_WITHIN * size;
    is_tip.then_some(Edge {
        facet: facet.index,
        faces: [facet.face; 2],
        ends: [p; 2],
        is_convex: cone.outward,
        is_curve: true,
        middle: [part.surface_normal(&Surface::Cone(*cone), p); 2],
        sine: 1.0,
    })
}

pub(super) fn is_curved(part: &PlacedBody<'_>, face: u32) -> bool {
    part.surface(face)
        .is_some_and(|surface| !matches!(surface, Surface::Plane(_)))
}

impl Edge {
    /// The point of the curve near one of the chord.
    pub fn point(&self, part: &PlacedBody<'_>, t: f64) -> DVec3 {
        self.onto_curve(part, self.ends[0].lerp(self.ends[1], t))
    }
    /// The point of the curve near another.
    pub fn onto_curve(&self, part: &PlacedBody<'_>, p: DVec3) -> DVec3 {
        match self.faces.map(|face| part.surface(face)) {
            [Some(first), Some(second)] if self.is_curve && !self.is_tip() => {
                onto_both(part, [first, second], p)
            }
            _ => p,
        }
    }
    /// The outward normals of both surfaces at a point of the curve.
    pub fn normals(&self, part: &PlacedBody<'_>, p: DVec3) -> Option<[DVec3; 2]> {
        normals_at(part, self.faces, p)
    }
    /// By which angle the normals of its faces may differ from those in its middle.
    pub fn turned_by(&self, part: &PlacedBody<'_>) -> f64 {
        TURNED_MORE * self.faces.iter().map(|face| part.turn_of(*face)).sum::<f64>()
    }
    /// Whether it is the tip of a cone.
    pub fn is_tip(&self) -> bool {
        self.faces[0] == self.faces[1]
    }
    /// The direction of the curve.
    pub fn tangent(&self, part: &PlacedBody<'_>, p: DVec3) -> Option<DVec3> {
        let [u, v] = self.normals(part, p)?;
        u.cross(v).try_normalize()
    }
    /// Whether a direction square to the curve is between the normals of both faces.
    pub fn is_between_normals(&self, part: &PlacedBody<'_>, p: DVec3, direction: DVec3) -> bool {
        let normals = self.normals(part, p);
        normals.is_some_and(|normals| is_between(normals, direction, 0.0))
    }
    /// The same at any point of the edge, where normals differ by up to such an angle.
    pub fn may_be_between_normals(&self, direction: DVec3, turned_by: f64) -> bool {
        self.is_tip() || is_between(self.middle, direction, turned_by)
    }
    /// The face that faces a direction more.
    pub fn face_towards(&self, part: &PlacedBody<'_>, p: DVec3, direction: DVec3) -> u32 {
        let faces_it = |[u, v]: [DVec3; 2]| u.dot(direction) >= v.dot(direction);
        self.faces[usize::from(!self.normals(part, p).is_some_and(faces_it))]
    }
}

/// Whether a direction is between two others, of its part in their plane, but for an angle.
fn is_between([u, v]: [DVec3; 2], direction: DVec3, angle: f64) -> bool {
    let (cos, s, t) = (u.dot(v), direction.dot(u), direction.dot(v));
    s >= cos * t - angle && t >= cos * s - angle && s + t > -angle
}

/// The point of two surfaces near another. Each step is the shortest that reaches both tangent planes; they
/// end where they are within rounding.
fn onto_both(part: &PlacedBody<'_>, surfaces: [&Surface; 2], mut p: DVec3) -> DVec3 {
    for _ in 0..ONTO_BOTH {
        let [f, g] = surfaces.map(|surface| part.signed_distance(surface, p));
        let [u, v] = surfaces.map(|surface| part.surface_normal(surface, p));
        let cos = u.dot(v);
        let whole = 1.0 - cos * cos;
        let is_near = f.abs().max(g.abs()) <= part.rounding * WITHIN_ROUNDING;
        if is_near || whole <= 0.0 {
            break;
        }
        p -= (u * (f - cos * g) + v * (g - cos * f)) / whole;
    }
    p
}
