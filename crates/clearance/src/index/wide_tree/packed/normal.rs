//! The direction of a slab in three whole numbers.
//!
//! It is divided by its length when it is unpacked: distances along a normal that is too short are too short,
//! by more than slabs are thick.

use glam::{Vec3, Vec4};

use super::super::slab::SHORTER;

/// Bits of one number of a normal.
pub(super) const NORMAL_BITS: u32 = 10;
/// The largest number of a normal.
const LONGEST: f32 = 511.0;
pub(super) type Lanes = [Vec4; 3];

/// The direction of a slab: three whole numbers, of a few bits each, whose vector has that direction.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Normal(pub u32);

impl Normal {
    /// The nearest one to a direction, which must not be 0.
    pub fn near(direction: Vec3) -> Self {
        let scaled = direction * (LONGEST / direction.abs().max_element());
        let number = |x: f32, k: u32| {
            let number = rounded(x).clamp(-(LONGEST as i32), LONGEST as i32);
            (number as u32 & ((1 << NORMAL_BITS) - 1)) << (k * NORMAL_BITS)
        };
        Self(number(scaled.x, 0) | number(scaled.y, 1) | number(scaled.z, 2))
    }
    /// As it is unpacked: of length 1 at most.
    #[cfg(test)]
    pub fn direction(self) -> Vec3 {
        let [x, y, z] = normals([self.0; 4]);
        Vec3::new(x[0], y[0], z[0])
    }
}

/// Four directions, of length 1 at most: the sum of squares is exact, the root, the quotient and the product
/// are rounded once each, and [`SHORTER`] is less than 1 by more than that. 0 for none.
#[inline(always)]
pub(super) fn normals(words: [u32; 4]) -> Lanes {
    let number = |k: u32| {
        let above = 32 - NORMAL_BITS * (k + 1);
        let signed = |k: usize| ((words[k] << above) as i32 >> (32 - NORMAL_BITS)) as f32;
        Vec4::new(signed(0), signed(1), signed(2), signed(3))
    };
    let [x, y, z] = [number(0), number(1), number(2)];
    let length = super::super::lanes::square_roots((x * x + y * y + z * z).max(Vec4::ONE));
    let per_length = Vec4::splat(SHORTER) / length;
    [x * per_length, y * per_length, z * per_length]
}

/// The nearest whole number, or the largest.
pub(super) fn rounded(x: f32) -> i32 {
    (x + 0.5_f32.copysign(x)) as i32
}
