//! 2D shapes as polygons to draw: their outlines, and their convex parts.
//!
//! Curves become fine polygons, only for drawing: no question is answered with them.

use clearance::glam::DVec2;
use clearance::math::Frame;
use clearance::shape::{AnyShape, Shape2 as Plane};
use clearance_io::report::outline;
use wasm_bindgen::prelude::*;

use crate::shape::Shape2;

/// Rings of corners; in the list that JavaScript gets, each has its length before it.
#[derive(Default)]
struct Rings(Vec<f64>);

impl Rings {
    fn push(&mut self, corners: &[DVec2]) {
        self.0.push(corners.len() as f64);
        self.0.extend(corners.iter().flat_map(|p| [p.x, p.y]));
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
    let mut found = Vec::new();
    outline::outlines(shape, frame, None, &mut found);
    for mut ring in found.iter().flat_map(outline::Outline::rings) {
        if !ring.is_closed && ring.corners.len() > 2 {
            // An open chain becomes a ring without an inside: there and back.
            let back: Vec<_> = ring.corners[1..ring.corners.len() - 1].to_vec();
            ring.corners.extend(back.iter().rev());
        }
        out.push(&ring.corners);
    }
}
