//! Random numbers for unit tests.

use alloc::vec::Vec;

use glam::DVec3;

/// A generator of the same numbers on every machine (Steele, Lea, Flood, "splitmix64", 2014).
pub(crate) struct Dice(pub u64);
impl Dice {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
    pub fn cloud(&mut self, count: usize, around: DVec3, size: f64) -> Vec<DVec3> {
        (0..count).map(|_| (self.vector() + around) * size).collect()
    }
}
