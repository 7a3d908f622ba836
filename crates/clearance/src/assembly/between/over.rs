//! Whether a gap of two surfaces at a point is one between their faces.
//!
//! The point must be over both faces: over facets of them, and not beyond another surface in which the face
//! ends. An overlap must be over more than a line of both, and no wall of a part may end within it.

use alloc::vec::Vec;
use core::f64::consts::TAU;
use core::ops::ControlFlow;

use glam::DVec3;

use super::two::{FACING, Two};
use crate::assembly::placed::{NearFacet, PlacedBody};
use crate::assembly::surface::Surface;

/// In so many directions around a point both faces are looked for.
const SECTORS: usize = 8;

/// Two recognised surfaces of A and B.
pub(super) struct Surfaces<'s, 'a> {
    pub two: &'s Two<'a>,
    pub faces: [u32; 2],
    pub a: &'s Surface,
    pub b: &'s Surface,
}

impl Surfaces<'_, '_> {
    /// Whether a gap at a point of the first surface is one between the faces.
    pub fn counts(&self, gap: f64, p: DVec3) -> bool {
        let is_deep = gap < -self.two.slack(self.faces);
        self.is_over_both(p) && !(is_deep && (self.is_across_a_wall(p) || !self.is_over_an_area(p)))
    }
    /// Whether what both surfaces have in common at a point would go on beyond a wall of one part. The
    /// outside of a thin tube and the inside of another one in it face each other across both walls: these
    /// may touch. Nor is it common where its middle is beside a part: a key's end that leaves the mouth of
    /// its keyway faces the shaft's round side askew.
    fn is_across_a_wall(&self, p: DVec3) -> bool {
        let (two, [fa, fb]) = (self.two, self.faces);
        let foot = two.b.on_surface(self.b, p);
        let middle = p.midpoint(foot);
        let is_opposite = |own: DVec3, wall: DVec3| own.dot(wall) < FACING;
        let any = |_: DVec3, _: DVec3| true;
        self.has_left(&two.a, (fa, foot), &is_opposite)
            || self.has_left(&two.b, (fb, p), &is_opposite)
            || self.has_left(&two.a, (fa, middle), &any)
            || self.has_left(&two.b, (fb, middle), &any)
    }
    /// Whether a point is outside of a part, over a wall that is another face than this one; `counts` is
    /// asked about the normals of both.
    fn has_left(
        &self,
        part: &PlacedBody<'_>,
        (face, p): (u32, DVec3),
        counts: &dyn Fn(DVec3, DVec3) -> bool,
    ) -> bool {
        let Some(own) = part.surface(face) else {
            return false;
        };
        let own = part.surface_normal(own, p);
        let is_left = |near: &NearFacet, wall: &Surface| {
            let on_wall = part.on_surface(wall, p);
            let beyond = part.signed_distance(wall, p) - part.fit_error_of(near.face);
            counts(own, part.surface_normal(wall, p))
                && beyond > self.two.rounding
                && self.two.is_over(part, on_wall, near)
        };
        let mut has_left = false;
        part.near(p, self.two.reach(), &mut |near| {
            let wall = part.surface(near.face).filter(|_| near.face != face);
            has_left = wall.is_some_and(|wall| is_left(&near, wall));
            match has_left {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        has_left
    }
    /// Whether a sector around a point is over both faces. A block that slides over a hole has its side over
    /// the hole's wall in no more than a line: the wall ends below it.
    fn is_over_an_area(&self, p: DVec3) -> bool {
        let fits = self.two.a.fit_error_of(self.faces[0]) + self.two.b.fit_error_of(self.faces[1]);
        let (u, v) = self.two.a.surface_normal(self.a, p).any_orthonormal_pair();
        // Neighbours among these are over a line both only if they are nearer to it than that.
        let around = (self.two.rounding + fits) * 4.0;
        let is_over = |k: usize| {
            let (sin, cos) = libm::sincos(TAU * k as f64 / SECTORS as f64);
            self.is_over_both(self.two.a.on_surface(self.a, p + (u * cos + v * sin) * around))
        };
        let over: [bool; SECTORS] = core::array::from_fn(is_over);
        (0..SECTORS).any(|k| over[k] && over[(k + 1) % SECTORS])
    }
    /// Whether a point of the first surface is over its face, and its foot on the second over that one.
    fn is_over_both(&self, p: DVec3) -> bool {
        let foot = self.two.b.on_surface(self.b, p);
        is_over_face(self.two, &self.two.a, p, self.faces[0])
            && is_over_face(self.two, &self.two.b, foot, self.faces[1])
    }
}

/// Whether a point of a surface is on its face: over a facet of it, and not beyond another surface in which
/// the face ends. A plate's facets go on to the chord where its hole is round, and end at one where the plate
/// is round.
pub(super) fn is_over_face(two: &Two<'_>, part: &PlacedBody<'_>, p: DVec3, face: u32) -> bool {
    let reach = part.deflection() * 2.0 + part.fit_error_of(face) + two.rounding;
    let (mut over, mut is_beyond) = (Vec::new(), false);
    let (mut planes, mut beside, mut in_arc) = (Vec::new(), Vec::new(), 0.0_f64);
    part.near(p, reach, &mut |near| {
        if near.face == face {
            match two.is_over(part, p, &near) {
                true => over.push(near.index),
                false => beside.push((near.index, two.beside(part, p, &near))),
            }
        } else if let Some(end) = part.surface(near.face) {
            let deflection = part.deflection_of(near.face);
            let is_outside = part.signed_distance(end, p) > two.rounding;
            is_beyond = is_beyond || is_outside && deflection > 0.0 && near.distance <= deflection;
            planes.extend((is_outside && deflection == 0.0).then_some(end));
            in_arc = in_arc.max(if is_outside { 0.0 } else { deflection });
        }
        match is_beyond {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    // Between a chord and the arc of the face that begins there.
    let between = beside.iter().filter(|(_, beside)| *beside <= in_arc);
    over.extend(between.map(|(facet, _)| *facet));
    // Whether a facet is behind a plane: it ends there, at an edge that is not hollow.
    let is_behind = |facet: u32, plane: &Surface| {
        let corners = part.corners(facet).into_iter();
        corners.fold(f64::NEG_INFINITY, |far, p| {
            far.max(part.signed_distance(plane, p))
        }) <= two.rounding
    };
    let ends_before = |plane: &Surface| over.iter().all(|&facet| is_behind(facet, plane));
    !over.is_empty() && !is_beyond && !planes.into_iter().any(ends_before)
}
