//! Random numbers for the tests of rays and sweeps.

use glam::DVec3;

use crate::noise;

pub(super) struct Random(pub(super) u64);

impl Random {
    /// Between -1 and 1; on a grid of quarters where `coarse`.
    pub(super) fn number(&mut self, coarse: bool) -> f64 {
        let any = (noise::next(&mut self.0) >> 40) as f64 / f64::from(1 << 23) - 1.0;
        if coarse { libm::round(any * 4.0) / 4.0 } else { any }
    }
    pub(super) fn vector(&mut self, coarse: bool) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| self.number(coarse)))
    }
    pub(super) fn size(&mut self, coarse: bool) -> f64 {
        self.number(coarse).abs() * 0.75 + 0.25
    }
}
