//! Eight numbers in one register of AVX.

use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::avx2::Avx2;
use super::avx512::Avx512;
use super::eight::{EIGHT, Eight, EightLanes};

/// One register. Only the methods of a token make one, so the processor has the instructions where there is
/// one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideEight(__m256);

macro_rules! operation {
    ($($trait:ident, $method:ident, $instruction:ident;)+) => { $(
        impl $trait for WideEight {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: there is a register, so there was a token.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    )+ };
}
operation! {
    Add, add, _mm256_add_ps;
    Sub, sub, _mm256_sub_ps;
    Mul, mul, _mm256_mul_ps;
    Div, div, _mm256_div_ps;
}

impl Neg for WideEight {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: there is a register, so there was a token.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
    }
}

impl Eight for WideEight {
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: there is a register, so there was a token.
        Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: there is a register, so there was a token.
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: there is a register, so there was a token.
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }
}

/// Four columns of eight rows, from a place on.
///
/// # Safety
/// The processor must have AVX, and each row four numbers there.
#[inline(always)]
unsafe fn four_columns<const N: usize>(rows: &[&[f32; N]; EIGHT], first: usize) -> [WideEight; 4] {
    // SAFETY: as the caller says.
    unsafe {
        let a = two_rows(rows[0], rows[4], first);
        let b = two_rows(rows[1], rows[5], first);
        let c = two_rows(rows[2], rows[6], first);
        let d = two_rows(rows[3], rows[7], first);
        let (low, high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        let (next_low, next_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
        [
            WideEight(_mm256_shuffle_ps::<0x44>(low, next_low)),
            WideEight(_mm256_shuffle_ps::<0xee>(low, next_low)),
            WideEight(_mm256_shuffle_ps::<0x44>(high, next_high)),
            WideEight(_mm256_shuffle_ps::<0xee>(high, next_high)),
        ]
    }
}

/// Four numbers of one row, then four of another.
///
/// # Safety
/// As for [`four_columns`].
#[inline(always)]
unsafe fn two_rows<const N: usize>(a: &[f32; N], b: &[f32; N], first: usize) -> __m256 {
    // SAFETY: as the caller says.
    unsafe {
        let low = _mm256_castps128_ps256(_mm_loadu_ps(a.as_ptr().add(first)));
        _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(b.as_ptr().add(first)))
    }
}

macro_rules! eight_lanes {
    ($($token:ident),+) => { $(
        impl EightLanes for $token {
            type Eight = WideEight;
            #[inline(always)]
            fn splat(self, x: f32) -> WideEight {
                // SAFETY: the token.
                WideEight(unsafe { _mm256_set1_ps(x) })
            }
            #[inline(always)]
            fn columns<const N: usize>(self, rows: &[&[f32; N]; EIGHT], first: usize) -> [WideEight; 4] {
                assert!(first + 4 <= N);
                // SAFETY: the token; a row has four numbers from there on.
                unsafe { four_columns(rows, first) }
            }
            #[inline(always)]
            fn are_at_most(self, values: WideEight, limits: WideEight) -> u8 {
                // SAFETY: the token.
                unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(values.0, limits.0)) as u8 }
            }
            #[cfg(test)]
            fn number(self, eight: WideEight, k: usize) -> f32 {
                let mut out = [0.0; EIGHT];
                // SAFETY: the token; the store writes the 32 bytes of `out`, at any alignment.
                unsafe { _mm256_storeu_ps(out.as_mut_ptr(), eight.0) };
                out[k]
            }
        }
    )+ };
}
eight_lanes!(Avx2, Avx512);
