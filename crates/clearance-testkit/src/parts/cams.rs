//! Plate cams, whose radius is no circle's anywhere, and plates that they fit into.

use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3};
use std::f64::consts::TAU;

use crate::extruded::{chords, circle, plate, prism};

/// A cam around the Z axis, from 0 to `width`: its radius at angle t is that of the base and `lift` cos t +
/// `bump` cos 2t.
#[derive(Clone, Copy, Debug)]
pub struct Cam {
    /// The mean radius.
    pub base: f64,
    /// The part of the radius that changes once around.
    pub lift: f64,
    /// The part that changes twice.
    pub bump: f64,
    /// Along Z.
    pub width: f64,
    /// How far chords are from the curve, about.
    pub deflection: f64,
    /// At which part of a chord the first one starts.
    pub phase: f64,
}

impl Cam {
    /// The point of the curve at an angle, and its normal outwards.
    pub fn at(&self, angle: f64) -> (DVec2, DVec2) {
        let radius = self.base + self.lift * angle.cos() + self.bump * (2.0 * angle).cos();
        let slope = -self.lift * angle.sin() - 2.0 * self.bump * (2.0 * angle).sin();
        let out = DVec2::from_angle(angle);
        let along = out * slope + out.perp() * radius;
        (out * radius, -along.perp().normalize())
    }
    /// The curve moved outwards along its normals.
    fn outline(&self, by: f64) -> Vec<DVec2> {
        let count = chords(self.base + self.lift + self.bump, self.deflection);
        let angle = |i: u32| TAU * (f64::from(i) + self.phase) / f64::from(count);
        let point = |(p, normal): (DVec2, DVec2)| p + normal * by;
        (0..count).map(|i| point(self.at(angle(i)))).collect()
    }
    /// The cam as a mesh, grown by a length along its normals.
    pub fn shape(&self, grown: f64) -> Shape<DVec3> {
        prism(&self.outline(grown), [0.0, self.width])
    }
    /// A round plate with a hole of its shape.
    pub fn hole(&self) -> Shape<DVec3> {
        let inner = self.outline(0.0);
        let outer = circle(2.0 * self.base, inner.len() as u32, self.phase);
        plate(&inner, &outer, [0.0, self.width])
    }
}
