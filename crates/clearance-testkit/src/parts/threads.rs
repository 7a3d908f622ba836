//! Ridges that wind around an axis, as those of threads: a profile swept along a helix.
//!
//! Each side of the profile sweeps a helicoid, and corners of the mesh lie on it. A ridge of a nut that lies
//! on a ridge of a bolt shares its helicoid; moved along the axis it is apart by a known length.

use clearance::d3::Shape;
use clearance::glam::DVec3;
use std::f64::consts::TAU;

use crate::extruded::chords;

/// A profile on a helix about Z.
#[derive(Clone, Debug)]
pub struct Ridge {
    /// Points (radius, z) at the start, counter-clockwise with the radius to the right.
    pub profile: Vec<(f64, f64)>,
    /// How far a turn rises.
    pub pitch: f64,
    /// How many turns, or parts of them.
    pub turns: f64,
    /// How far chords are from the helices, at most.
    pub deflection: f64,
    /// The angle at which it starts. The helix does not change by it.
    pub start: f64,
}

impl Ridge {
    /// As a mesh.
    ///
    /// # Panics
    ///
    /// If the profile is no convex polygon of three points or more.
    pub fn shape(&self) -> Shape<DVec3> {
        let count = self.profile.len() as u32;
        let largest = self.profile.iter().map(|p| p.0).fold(0.0, f64::max);
        let steps = (f64::from(chords(largest, self.deflection)) * self.turns).ceil() as u32;
        let at = |step: u32, &(radius, z): &(f64, f64)| {
            let angle = self.start + TAU * self.turns * f64::from(step) / f64::from(steps);
            DVec3::new(
                radius * angle.cos(),
                radius * angle.sin(),
                z + self.pitch * angle / TAU,
            )
        };
        let vertices = (0..=steps).flat_map(|step| self.profile.iter().map(move |p| at(step, p)));
        let quads = (0..steps).flat_map(|step| (0..count).map(move |k| (step * count, k, (k + 1) % count)));
        let sides = quads.flat_map(|(from, k, next)| {
            let [a, b, c, d] = [from + k, from + next, from + count + next, from + count + k];
            [[a, d, b], [d, c, b]]
        });
        let last = steps * count;
        let ends = (1..count - 1).flat_map(|k| [[0, k, k + 1], [last, last + k + 1, last + k]]);
        Shape::mesh(vertices.collect(), sides.chain(ends).collect()).expect("a ridge")
    }
}

/// The profile of a trapezoidal ridge outwards from a radius: as wide as `foot` there and `crest` at
/// `height`.
pub fn trapezoid(radius: f64, [foot, crest]: [f64; 2], height: f64) -> Vec<(f64, f64)> {
    let (f, c) = (foot / 2.0, crest / 2.0);
    vec![
        (radius, -f),
        (radius + height, -c),
        (radius + height, c),
        (radius, f),
    ]
}

/// The profile of what lies on the upper flank of a trapezoidal one, apart by a gap along the normal of the
/// helicoid at its middle.
pub fn above(trapezoid: &[(f64, f64)], pitch: f64, gap: f64) -> Vec<(f64, f64)> {
    let ((r1, z1), (r0, z0)) = (trapezoid[2], trapezoid[3]);
    let (slope, rise) = ((z1 - z0) / (r1 - r0), pitch / (TAU * 0.5 * (r0 + r1)));
    let lift = gap * (1.0 + slope * slope + rise * rise).sqrt();
    let thick = 0.3 * (r1 - r0);
    vec![
        (r0, z0 + lift),
        (r1, z1 + lift),
        (r1, z1 + lift + thick),
        (r0, z0 + lift + thick),
    ]
}

/// The profile of a round ridge around a radius: a circle of so many points.
pub fn round(radius: f64, of: f64, points: u32) -> Vec<(f64, f64)> {
    let angle = |k: u32| TAU * f64::from(k) / f64::from(points);
    (0..points)
        .map(|k| (radius + of * angle(k).cos(), of * angle(k).sin()))
        .collect()
}
