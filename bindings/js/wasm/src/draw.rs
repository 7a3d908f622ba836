//! Shapes of the plane as polygons to draw: their outlines, and their convex parts.
//!
//! Curves become polygons of [`PIECES`] corners a turn; that is for the eye only, no question is answered by them.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use clearance::glam::DVec2;
use clearance::math::{Frame, Rotation2};
use clearance::shape::{AnyShape, Border, Core, Shape2 as Plane};
use wasm_bindgen::prelude::*;

use crate::shape::Shape2;

/// Corners of a whole turn.
const PIECES: usize = 96;

/// Rings of corners; each has its length before it in the list that JavaScript gets.
#[derive(Default)]
struct Rings(Vec<f64>);

impl Rings {
    fn push(&mut self, frame: &Frame<DVec2>, corners: &[DVec2]) {
        self.0.push(corners.len() as f64);
        let world = corners.iter().map(|&corner| frame.point(corner));
        self.0.extend(world.flat_map(|p| [p.x, p.y]));
    }
}

#[wasm_bindgen]
impl Shape2 {
    /// The rings of the border, each with its number of corners before it; a half-space has none.
    pub fn outlines(&self) -> Vec<f64> {
        let mut rings = Rings::default();
        outlines(&self.0, &own_frame(), &mut rings);
        rings.0
    }
    /// The convex parts in the same way.
    pub fn parts(&self) -> Vec<f64> {
        let mut rings = Rings::default();
        parts(&self.0, &own_frame(), &mut rings);
        rings.0
    }
}

fn own_frame() -> Frame<DVec2> {
    clearance::Pose::<DVec2>::IDENTITY.frame()
}

fn parts(shape: &Plane<DVec2>, frame: &Frame<DVec2>, out: &mut Rings) {
    let Some(all) = shape.parts() else {
        return outlines(shape, frame, out);
    };
    for i in 0..all.part_count() {
        let part = all.part(i);
        let inner = part.pose().map(|pose| frame.after(&pose.frame()));
        parts(part.shape(), &inner.unwrap_or(*frame), out);
    }
}

fn outlines(shape: &Plane<DVec2>, frame: &Frame<DVec2>, out: &mut Rings) {
    if let Some(core) = shape.core() {
        return out.push(frame, &grown(&core));
    }
    match shape {
        Plane::Ellipse(ellipse) => out.push(frame, &grown_ellipse(ellipse.radii(), 0.0)),
        Plane::Rounded(rounded) => {
            if let Plane::Ellipse(ellipse) = rounded.shape() {
                out.push(frame, &grown_ellipse(ellipse.radii(), rounded.radius()));
            }
        }
        Plane::Polygon(polygon) => polygon.rings().iter().for_each(|ring| out.push(frame, ring)),
        Plane::Polyline(polyline) => out.push(frame, &there_and_back(polyline.vertices(), polyline.closed())),
        Plane::Compound(compound) => {
            for part in compound.parts() {
                outlines(&part.shape, &frame.after(&part.pose.frame()), out);
            }
        }
        other => {
            if let Some(border) = other.parts().and_then(|parts| parts.facets()) {
                let own = border.pose().map(|pose| frame.after(&pose.frame()));
                let frame = own.unwrap_or(*frame);
                chained(border).iter().for_each(|ring| out.push(&frame, ring));
            }
        }
    }
}

/// An open chain as a ring without an inside.
fn there_and_back(vertices: &[DVec2], closed: bool) -> Vec<DVec2> {
    let mut ring = vertices.to_vec();
    if !closed && ring.len() > 2 {
        ring.extend(vertices[1..vertices.len() - 1].iter().rev());
    }
    ring
}

/// The hull of points, counter-clockwise, grown by a ball.
fn grown(core: &Core<'_, DVec2>) -> Vec<DVec2> {
    let points: Vec<DVec2> = core.vertices.iter().copied().collect();
    if core.radius <= 0.0 {
        return points;
    }
    let count = points.len();
    // The direction out of the edge from a corner to the next; of a point any.
    let outward = |i: usize| {
        let edge = points[(i + 1) % count] - points[i % count];
        -edge.normalize_or(DVec2::Y).perp()
    };
    let mut ring = Vec::new();
    for (i, &corner) in points.iter().enumerate() {
        let (from, to) = (outward(i + count - 1), outward(i));
        let turn = if count == 1 {
            TAU
        } else {
            from.angle_to(to).rem_euclid(TAU)
        };
        let pieces = (turn / TAU * PIECES as f64).ceil().max(1.0);
        let last = if count == 1 {
            pieces as usize - 1
        } else {
            pieces as usize
        };
        ring.extend((0..=last).map(|k| {
            let turned = Rotation2::from_angle(turn * k as f64 / pieces);
            let direction = DVec2::new(turned.cos(), turned.sin()).rotate(from);
            corner + direction * core.radius
        }));
    }
    ring
}

fn grown_ellipse(radii: DVec2, radius: f64) -> Vec<DVec2> {
    let point = |i: usize| {
        let turned = Rotation2::from_angle(TAU * i as f64 / PIECES as f64);
        let (sin, cos) = (turned.sin(), turned.cos());
        let normal = DVec2::new(radii.y * cos, radii.x * sin).normalize_or_zero();
        DVec2::new(radii.x * cos, radii.y * sin) + normal * radius
    };
    (0..PIECES).map(point).collect()
}

/// The segments of a border as rings; straight on where segments of one direction meet.
fn chained(border: &dyn Border<DVec2>) -> Vec<Vec<DVec2>> {
    let key = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
    let mut starts: BTreeMap<[u64; 2], Vec<usize>> = BTreeMap::new();
    for i in 0..border.facet_count() {
        starts.entry(key(border.corner(i, 0))).or_default().push(i);
    }
    let mut rings = Vec::new();
    while let Some((_, first)) = starts.first_key_value().map(|(k, v)| (*k, v[0])) {
        let mut ring = Vec::new();
        let mut at = key(border.corner(first, 0));
        while let Some(next) = starts.get_mut(&at).and_then(Vec::pop) {
            if starts.get(&at).is_some_and(Vec::is_empty) {
                starts.remove(&at);
            }
            ring.push(border.corner(next, 0));
            at = key(border.corner(next, 1));
        }
        rings.push(ring);
    }
    rings
}
