//! Polyhedra that stand for convex shapes without facets: what lines along a direction see of a ball or a
//! cylinder beside a mesh.
//!
//! Their corners are on the border of the shape, so they are inside of it, less by about 0.002 of its radius.
//! What depends on less than that is asked of the shapes themselves.

use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};

use glam::DVec3;

use crate::shape::{AnyShape, Polyhedron, Shape3};

/// The number of pieces of a circle, and of rings from pole to pole of a ball.
const PIECES: u32 = 48;
const RINGS: u32 = 24;
/// A hull of more corners that is rounded has none.
const MOST_CORNERS: usize = 64;

/// The polyhedron; `None` of shapes that are not convex or have no curved faces.
pub(super) fn stand_in(shape: &Shape3<DVec3>) -> Option<Polyhedron<DVec3>> {
    let points: Vec<DVec3> = match shape {
        Shape3::Cylinder(it) => [-1.0, 1.0]
            .into_iter()
            .flat_map(|side| circle(it.radius(), side * it.half_height()))
            .collect(),
        Shape3::Cone(it) => circle(it.radius(), -it.half_height())
            .chain([DVec3::Y * it.half_height()])
            .collect(),
        Shape3::Ellipsoid(it) => ball().map(|p| p * it.radii()).collect(),
        _ => {
            let core = shape.core()?;
            let is_round = core.radius > 0.0 && core.vertices.len() <= MOST_CORNERS;
            let around = |&center: &DVec3| ball().map(move |p| center + p * core.radius);
            is_round.then(|| core.vertices.iter().flat_map(around).collect())?
        }
    };
    Polyhedron::new(&points).ok()
}

/// Points of a circle around Y at a height.
fn circle(radius: f64, height: f64) -> impl Iterator<Item = DVec3> {
    (0..PIECES).map(move |i| {
        let (sin, cos) = libm::sincos(TAU * f64::from(i) / f64::from(PIECES));
        DVec3::new(radius * cos, height, radius * sin)
    })
}

/// Points of the ball of radius 1.
fn ball() -> impl Iterator<Item = DVec3> {
    let rings = (1..RINGS).flat_map(|i| {
        let (sin, cos) = libm::sincos(PI * f64::from(i) / f64::from(RINGS));
        circle(sin, cos)
    });
    rings.chain([DVec3::Y, DVec3::NEG_Y])
}
