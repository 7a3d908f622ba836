//! `Fingerprint`: one number for a whole run of answers, bit by bit.

use clearance::math::{Real, Vector};

/// FNV-1a (Fowler, Noll, Vo) over the bits of answers: equal on two machines only if every answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    /// Adds the bits of a number.
    pub fn number(&mut self, x: impl Real) {
        self.bytes(&x.to_f64().to_bits().to_le_bytes());
    }
    /// Adds the bits of every component.
    pub fn vector<V: Vector>(&mut self, v: V) {
        (0..V::DIM).for_each(|i| self.number(v.get(i)));
    }
    /// The fingerprint so far.
    pub fn value(self) -> u64 {
        self.0
    }
}
