//! Hexagonal nuts with a plain bore.

use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_3;

use crate::extruded::{chords, circle, plate};

/// A nut around the Z axis from 0 up: the distance of its flats, the radius of its bore, its height, and how
/// far chords of the bore are from it.
pub fn hex_nut(flats: f64, bore: f64, height: f64, deflection: f64) -> Shape<DVec3> {
    let count = chords(bore, deflection).div_ceil(6) * 6;
    let inner = circle(bore, count, 0.0);
    let outer = inner.iter().map(|p| {
        let angle = p.to_angle().rem_euclid(FRAC_PI_3) - FRAC_PI_3 / 2.0;
        DVec2::from_angle(p.to_angle()) * (flats / 2.0 / angle.cos())
    });
    plate(&inner, &outer.collect::<Vec<_>>(), [0.0, height])
}
