//! Lanes in AVX-512 registers: comparisons give bit masks, and one instruction packs what a mask selects.

use core::arch::x86_64::*;

use super::{Job, Lanes, Meeting, ONES, SIGNS, WideMeeting, single};
use crate::math::Real;

token! {
    /// The processor has AVX-512 F and VL, and what [`super::avx2`] needs.
    Avx512, "avx512f", "avx512vl", "avx2", "bmi1", "bmi2", "popcnt", "lzcnt"
}

impl Lanes for Avx512 {
    const WIDE: bool = true;
    #[inline(always)]
    fn meet_four(self, query: u64, entries: &[u64; 8]) -> Meeting {
        // SAFETY: the token; the load reads the 64 bytes of `entries`, at any alignment.
        unsafe {
            let query = _mm512_set1_epi64(query as i64);
            let differences = _mm512_sub_epi64(query, _mm512_loadu_si512(entries.as_ptr().cast()));
            let less = _mm512_sub_epi64(differences, _mm512_set1_epi64(ONES as i64));
            let signs = _mm512_set1_epi64(SIGNS as i64);
            Meeting {
                possible: _mm512_testn_epi64_mask(differences, signs),
                clear: _mm512_testn_epi64_mask(less, signs),
            }
        }
    }
    #[inline(always)]
    fn meet_two(self, query: u32, entries: &[u32; 8]) -> Meeting {
        // SAFETY: the token; the load reads the 32 bytes of `entries`, at any alignment.
        unsafe {
            let query = _mm256_set1_epi32(query as i32);
            let differences = _mm256_sub_epi32(query, _mm256_loadu_si256(entries.as_ptr().cast()));
            let less = _mm256_sub_epi32(differences, _mm256_set1_epi32(ONES as i32));
            let signs = _mm256_set1_epi32(SIGNS as i32);
            Meeting {
                possible: _mm256_testn_epi32_mask(differences, signs),
                clear: _mm256_testn_epi32_mask(less, signs),
            }
        }
    }
    #[inline(always)]
    fn within(self, low: u32, span: u32, values: &[u32; 8]) -> u8 {
        // SAFETY: the token; the load reads the 32 bytes of `values`, at any alignment.
        unsafe {
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            let above = _mm256_sub_epi32(values, _mm256_set1_epi32(low as i32));
            _mm256_cmple_epu32_mask(above, _mm256_set1_epi32(span as i32))
        }
    }
    #[inline(always)]
    fn above(self, low: u32, values: &[u32; 8]) -> u8 {
        // SAFETY: the token; the load reads the 32 bytes of `values`, at any alignment.
        unsafe {
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            _mm256_cmpgt_epu32_mask(values, _mm256_set1_epi32(low as i32))
        }
    }
    #[inline(always)]
    fn pack(self, ids: &[u32; 8], bits: u8, out: &mut [u32; 8]) -> usize {
        // SAFETY: the token; the load reads the 32 bytes of `ids`, the store writes the 32 bytes of `out`,
        // both at any alignment.
        unsafe {
            let packed = _mm256_maskz_compress_epi32(bits, _mm256_loadu_si256(ids.as_ptr().cast()));
            _mm256_storeu_si256(out.as_mut_ptr().cast(), packed);
        }
        bits.count_ones() as usize
    }
    #[inline(always)]
    fn pairs(self, id: u32, ids: &[u32; 8], out: &mut [[u32; 2]; 8]) {
        // SAFETY: the token; the load reads the 32 bytes of `ids`, the store writes the 64 bytes of `out`,
        // both at any alignment.
        unsafe {
            let id = _mm256_set1_epi32(id as i32);
            let ids = _mm256_loadu_si256(ids.as_ptr().cast());
            let smaller = _mm512_cvtepu32_epi64(_mm256_min_epu32(id, ids));
            let larger = _mm512_cvtepu32_epi64(_mm256_max_epu32(id, ids));
            let pairs = _mm512_or_si512(smaller, _mm512_slli_epi64::<32>(larger));
            _mm512_storeu_si512(out.as_mut_ptr().cast(), pairs);
        }
    }
    #[inline(always)]
    fn at_most<S: Real>(self, values: &[S; 8], limits: &[S; 8]) -> u8 {
        if !S::IS_SINGLE {
            return doubles_at_most(self, values.map(Real::to_f64), limits.map(Real::to_f64));
        }
        let (values, limits) = (values.map(single), limits.map(single));
        // SAFETY: the token; the loads read the 32 bytes of `values` and of `limits`, at any alignment.
        unsafe {
            let (values, limits) = (_mm256_loadu_ps(values.as_ptr()), _mm256_loadu_ps(limits.as_ptr()));
            _mm256_cmp_ps_mask::<_CMP_LE_OQ>(values, limits)
        }
    }
    #[inline(always)]
    fn meet_four_wide(self, query: u64, entries: &[u64; 16]) -> WideMeeting {
        // SAFETY: the token; the two loads read the 128 bytes of `entries`, at any alignment.
        unsafe {
            let query = _mm512_set1_epi64(query as i64);
            let low = _mm512_sub_epi64(query, _mm512_loadu_si512(entries.as_ptr().cast()));
            let high = _mm512_sub_epi64(query, _mm512_loadu_si512(entries.as_ptr().add(8).cast()));
            let (ones, signs) = (_mm512_set1_epi64(ONES as i64), _mm512_set1_epi64(SIGNS as i64));
            let [less_low, less_high] = [_mm512_sub_epi64(low, ones), _mm512_sub_epi64(high, ones)];
            let both = |a: u8, b: u8| u16::from(a) | u16::from(b) << 8;
            WideMeeting {
                possible: both(
                    _mm512_testn_epi64_mask(low, signs),
                    _mm512_testn_epi64_mask(high, signs),
                ),
                clear: both(
                    _mm512_testn_epi64_mask(less_low, signs),
                    _mm512_testn_epi64_mask(less_high, signs),
                ),
            }
        }
    }
    #[inline(always)]
    fn meet_two_wide(self, query: u32, entries: &[u32; 16]) -> WideMeeting {
        // SAFETY: the token; the load reads the 64 bytes of `entries`, at any alignment.
        unsafe {
            let query = _mm512_set1_epi32(query as i32);
            let differences = _mm512_sub_epi32(query, _mm512_loadu_si512(entries.as_ptr().cast()));
            let less = _mm512_sub_epi32(differences, _mm512_set1_epi32(ONES as i32));
            let signs = _mm512_set1_epi32(SIGNS as i32);
            WideMeeting {
                possible: _mm512_testn_epi32_mask(differences, signs),
                clear: _mm512_testn_epi32_mask(less, signs),
            }
        }
    }
    #[inline(always)]
    fn within_wide(self, low: u32, span: u32, values: &[u32; 16]) -> u16 {
        // SAFETY: the token; the load reads the 64 bytes of `values`, at any alignment.
        unsafe {
            let values = _mm512_loadu_si512(values.as_ptr().cast());
            let above = _mm512_sub_epi32(values, _mm512_set1_epi32(low as i32));
            _mm512_cmple_epu32_mask(above, _mm512_set1_epi32(span as i32))
        }
    }
    #[inline(always)]
    fn above_wide(self, low: u32, values: &[u32; 16]) -> u16 {
        // SAFETY: the token; the load reads the 64 bytes of `values`, at any alignment.
        unsafe {
            let values = _mm512_loadu_si512(values.as_ptr().cast());
            _mm512_cmpgt_epu32_mask(values, _mm512_set1_epi32(low as i32))
        }
    }
    #[inline(always)]
    fn pack_wide(self, ids: &[u32; 16], bits: u16, out: &mut [u32; 16]) -> usize {
        // SAFETY: the token; the load reads the 64 bytes of `ids`, the store writes the 64 bytes of `out`,
        // both at any alignment.
        unsafe {
            let packed = _mm512_maskz_compress_epi32(bits, _mm512_loadu_si512(ids.as_ptr().cast()));
            _mm512_storeu_si512(out.as_mut_ptr().cast(), packed);
        }
        bits.count_ones() as usize
    }
}

/// Which of eight doubles are at most their limits.
#[inline(always)]
fn doubles_at_most(_: Avx512, values: [f64; 8], limits: [f64; 8]) -> u8 {
    // SAFETY: the token; the loads read the 64 bytes of `values` and of `limits`, at any alignment.
    unsafe {
        let (values, limits) = (_mm512_loadu_pd(values.as_ptr()), _mm512_loadu_pd(limits.as_ptr()));
        _mm512_cmp_pd_mask::<_CMP_LE_OQ>(values, limits)
    }
}
