//! Involute gears, and pairs of them whose teeth touch, are pressed into each other or apart by a known
//! length.
//!
//! Involutes of two base circles that touch do so along one line, and a turn of one wheel moves its flanks
//! along that line by the angle times the radius of its base circle. So the gap of a pair is known exactly.

use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

use crate::extruded::prism;
use crate::written::moved;

/// The angle of pressure: 20 degrees.
const PRESSURE: f64 = 20.0 * PI / 180.0;

/// A spur gear around the Z axis, whose first tooth is along X.
#[derive(Clone, Copy, Debug)]
pub struct Gear {
    /// How many.
    pub teeth: u32,
    /// The pitch diameter by the number of teeth.
    pub module: f64,
    /// By how much each flank is set back, along its normal.
    pub thinned: f64,
    /// From 0 along Z.
    pub width: f64,
    /// How far facets are from the involutes, at most.
    pub deflection: f64,
    /// By how much it is turned about Z.
    pub turn: f64,
}

impl Gear {
    fn pitch_radius(&self) -> f64 {
        self.module * f64::from(self.teeth) / 2.0
    }
    /// The radius of the circle that the flanks are involutes of.
    pub fn base_radius(&self) -> f64 {
        self.pitch_radius() * PRESSURE.cos()
    }
    /// Radius and angle of the points of a flank, from the base circle to the tip; the angle grows from 0.
    fn flank(&self) -> Vec<(f64, f64)> {
        let (base, tip) = (self.base_radius(), self.pitch_radius() + self.module);
        let last = ((tip / base).powi(2) - 1.0).sqrt();
        let most = (8.0 * self.deflection / (base * last)).sqrt();
        let count = ((last / most).ceil() as u32).max(3);
        let at = |k: u32| last * f64::from(k) / f64::from(count);
        (0..=count)
            .map(at)
            .map(|t| (base * t.hypot(1.0), t - t.atan()))
            .collect()
    }
    fn outline(&self) -> Vec<DVec2> {
        let flank = self.flank();
        let half = PI / (2.0 * f64::from(self.teeth)) + PRESSURE.tan()
            - PRESSURE
            - self.thinned / self.base_radius();
        let root = (self.pitch_radius() - 1.25 * self.module).min(0.99 * self.base_radius());
        let mut outline = Vec::new();
        for tooth in 0..self.teeth {
            let middle = self.turn + TAU * f64::from(tooth) / f64::from(self.teeth);
            let at = |(radius, angle): (f64, f64)| DVec2::from_angle(middle + angle) * radius;
            outline.push(at((root, -half - 0.01)));
            outline.extend(flank.iter().map(|(r, angle)| at((*r, angle - half))));
            outline.extend(flank.iter().rev().map(|(r, angle)| at((*r, half - angle))));
            outline.push(at((root, half + 0.01)));
        }
        outline
    }
    /// As a mesh.
    pub fn shape(&self) -> Shape<DVec3> {
        prism(&self.outline(), [0.0, self.width])
    }
}

/// A gear and another of so many teeth beside it, of the same kind, with this gap between the flanks that
/// drive; negative where they are pressed. On their other sides the gap is four times [`Gear::thinned`] less
/// this.
pub fn pair(gear: Gear, teeth: u32, gap: f64) -> [Shape<DVec3>; 2] {
    let driven = Gear {
        teeth,
        turn: PI + PI / f64::from(teeth) - gear.turn * f64::from(gear.teeth) / f64::from(teeth),
        ..gear
    };
    let driving = Gear {
        turn: gear.turn + (2.0 * gear.thinned - gap) / gear.base_radius(),
        ..gear
    };
    let apart = DVec3::X * (gear.pitch_radius() + driven.pitch_radius());
    [driving.shape(), moved(&driven.shape(), |v| v + apart)]
}
