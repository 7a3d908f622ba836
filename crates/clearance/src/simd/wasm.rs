//! Eight numbers in four registers of simd128, two doubles each: for searches that look at few entries, which
//! the compiler leaves in single registers (with four times as many comparisons).
//!
//! The intrinsics are safe functions: whether the module has simd128 is known when it is compiled.

use core::arch::wasm32::{f64x2, f64x2_le, f64x2_splat, i64x2_bitmask, u64x2_splat, v128, v128_and};

use crate::math::Real;

/// A mark for each of eight entries.
#[derive(Clone, Copy)]
pub(crate) struct Marks([v128; 4]);

impl Marks {
    /// All are marked.
    #[inline(always)]
    pub(crate) fn all() -> Self {
        Self([u64x2_splat(u64::MAX); 4])
    }
    /// Those that are marked and whose number is at most this large; none that is NaN.
    #[inline(always)]
    pub(crate) fn up_to<S: Real>(self, numbers: &[S; 8], most: S) -> Self {
        let most = f64x2_splat(most.to_f64());
        self.and(numbers, |two| f64x2_le(two, most))
    }
    /// Those that are marked and whose number is at least this large.
    #[inline(always)]
    pub(crate) fn from<S: Real>(self, numbers: &[S; 8], least: S) -> Self {
        let least = f64x2_splat(least.to_f64());
        self.and(numbers, |two| f64x2_le(least, two))
    }
    #[inline(always)]
    fn and<S: Real>(self, numbers: &[S; 8], test: impl Fn(v128) -> v128) -> Self {
        Self(core::array::from_fn(|i| {
            let two = f64x2(numbers[2 * i].to_f64(), numbers[2 * i + 1].to_f64());
            v128_and(self.0[i], test(two))
        }))
    }
    /// A bit for each that is marked.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        let two = |i: usize| u32::from(i64x2_bitmask(self.0[i])) << (2 * i);
        two(0) | two(1) | two(2) | two(3)
    }
}
