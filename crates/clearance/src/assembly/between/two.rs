//! What two faces are to each other: by their surfaces where these were recognised, else by their facets.

use glam::DVec3;

use crate::assembly::class::Tolerance;
use crate::assembly::placed::{NearFacet, PlacedBody};
use crate::assembly::surface::Surface;
use crate::measure::Which;
use crate::pair::closest_on_triangle;

/// Estimates of how far facets are from an unknown surface are taken this much larger.
const ESTIMATE_IS_LOW_BY: f64 = 1.5;

/// The error of a fit is that at the corners. Where curvature changes slowly over n ≥ 4 strips, the surface
/// is off between them by no more than as much again: by 12/n² times the error.
const FIT_IS_LOW_BY: f64 = 2.0;

/// Faces face each other where the cosine of their normals is less.
pub(in crate::assembly) const FACING: f64 = -0.5;

/// How far facets may be from each other whose faces are in contact, given how far both are off and what else
/// is allowed.
pub(in crate::assembly) fn reach_of(deflections: f64, fits: f64, allowed: f64) -> f64 {
    deflections * (1.0 + ESTIMATE_IS_LOW_BY) + FIT_IS_LOW_BY * fits + allowed
}

/// Two polyhedra beside each other.
pub(in crate::assembly) struct Two<'a> {
    pub a: PlacedBody<'a>,
    pub b: PlacedBody<'a>,
    pub tolerance: Tolerance,
    /// How far positions of one may be off as seen from the other.
    pub rounding: f64,
}

impl<'a> Two<'a> {
    pub fn new(a: PlacedBody<'a>, b: PlacedBody<'a>, tolerance: Tolerance) -> Self {
        let rounding = a.rounding + b.rounding;
        let [of_a, of_b] = [a.bounds, b.bounds];
        let mut two = Self {
            a,
            b,
            tolerance,
            rounding,
        };
        // No facet is asked for that is further than this from the other part.
        let room = two.reach() + two.a.size().max(two.b.size()) * 1e-4;
        two.a.region = of_b.inflated(room);
        two.b.region = of_a.inflated(room);
        two
    }
    /// One of them, and the other.
    pub fn from(&self, which: Which) -> [&PlacedBody<'a>; 2] {
        match which {
            Which::A => [&self.a, &self.b],
            Which::B => [&self.b, &self.a],
        }
    }
    /// The length that was asked for as tolerance, or 0.
    pub fn asked(&self) -> f64 {
        self.tolerance.length()
    }
    /// Whether the surfaces of two faces were recognised.
    pub fn are_known(&self, [fa, fb]: [u32; 2]) -> bool {
        self.a.surface(fa).is_some() && self.b.surface(fb).is_some()
    }
    /// How far the borders of two faces may overlap without sharing space.
    pub fn slack(&self, [fa, fb]: [u32; 2]) -> f64 {
        let fits = fit_of(&self.a, fa) + fit_of(&self.b, fb);
        let is_known = self.are_known([fa, fb]);
        let estimate = |part: &PlacedBody<'_>, face: u32| match part.surface(face) {
            Some(_) => 0.0,
            None => part.deflection_of(face) * ESTIMATE_IS_LOW_BY,
        };
        let of_facets = match self.tolerance {
            _ if is_known => 0.0,
            Tolerance::Length(length) => length,
            Tolerance::Auto => estimate(&self.a, fa) + estimate(&self.b, fb),
        };
        of_facets + fits + self.rounding
    }
    /// How far facets may be from each other whose faces are in contact.
    pub fn reach(&self) -> f64 {
        let deflections = self.a.deflection() + self.b.deflection();
        self.reach_of(deflections, self.a.fit_error() + self.b.fit_error())
    }
    /// The same for two faces.
    pub fn reach_of_faces(&self, [fa, fb]: [u32; 2]) -> f64 {
        let deflections = self.a.deflection_of(fa) + self.b.deflection_of(fb);
        self.reach_of(deflections, self.a.fit_error_of(fa) + self.b.fit_error_of(fb))
    }
    fn reach_of(&self, deflections: f64, fits: f64) -> f64 {
        reach_of(deflections, fits, self.asked() + self.rounding)
    }
    /// A point of a face of one part, moved onto the surface where that is known.
    pub fn true_point(&self, part: &PlacedBody<'_>, face: u32, p: DVec3) -> DVec3 {
        match part.surface(face) {
            Some(surface) if part.deflection_of(face) > 0.0 => part.on_surface(surface, p),
            _ => p,
        }
    }
    /// How deep a point is below a face of `part`, of which a facet is near; `None` where the surface is
    /// recognised and the point is beside the face.
    pub fn depth_below(&self, part: &PlacedBody<'_>, p: DVec3, near: &NearFacet) -> Option<f64> {
        let Some(surface) = part.surface(near.face) else {
            return Some(near.distance);
        };
        let depth = -part.signed_distance(surface, p);
        let foot = p + part.surface_normal(surface, p) * depth;
        // Beyond a chord the foot may be beyond the rim, too.
        let beyond = (-depth).clamp(0.0, 2.0 * part.deflection_of(near.face));
        (self.beside(part, foot, near) <= beyond + self.beside_at_most(part, near.face)).then_some(depth)
    }
    /// How thick what two faces that face each other have in common is at a point near facets of both; `None`
    /// where they do not face each other, or the point is too far from the facets to be between the surfaces.
    pub fn thickness_between(
        &self,
        parts: [&PlacedBody<'_>; 2],
        near: [&NearFacet; 2],
        p: DVec3,
    ) -> Option<f64> {
        let normal = |k: usize| parts[k].normal_near(near[k], p);
        let distance = |k: usize| match parts[k].surface(near[k].face) {
            Some(surface) => parts[k].signed_distance(surface, p),
            None => -near[k].distance,
        };
        let deflection = |k: usize| parts[k].deflection_of(near[k].face);
        let reach = (deflection(0) + deflection(1)) * 2.0 + self.asked() + self.rounding;
        let is_between = near[0].distance.max(near[1].distance) <= reach && normal(0).dot(normal(1)) < FACING;
        is_between.then(|| -(distance(0) + distance(1)))
    }
    /// Whether a point of the surface of a face is over that facet, and not beside it.
    pub fn is_over(&self, part: &PlacedBody<'_>, foot: DVec3, near: &NearFacet) -> bool {
        self.beside(part, foot, near) <= self.beside_at_most(part, near.face)
    }
    /// How far a point of the surface of a face is beside that facet, along the surface.
    pub fn beside(&self, part: &PlacedBody<'_>, foot: DVec3, near: &NearFacet) -> f64 {
        let off = foot - closest_on_triangle(&part.corners(near.index), foot);
        let normal = part.normal_near(near, foot);
        (off - normal * off.dot(normal)).length()
    }
    /// How far points over a face may be beside its facets: their edges are chords.
    fn beside_at_most(&self, part: &PlacedBody<'_>, face: u32) -> f64 {
        let face = part.face(face);
        self.rounding + part.length(face.fit_error + 0.25 * face.deflection)
    }
}

/// How far the surface of a face may be from where it was meant to be. A plane is no further off between
/// corners than at them.
fn fit_of(part: &PlacedBody<'_>, face: u32) -> f64 {
    let low_by = match part.surface(face) {
        Some(Surface::Plane(_)) => 1.0,
        _ => FIT_IS_LOW_BY,
    };
    low_by * part.fit_error_of(face)
}
