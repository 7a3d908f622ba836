//! Lanes in AVX2 registers.

use core::arch::x86_64::*;

use super::{Job, Lanes, Meeting, ONES, SIGNS, single};
use crate::math::Real;

token! {
    /// The processor has AVX2 and BMI2.
    Avx2, "avx2", "bmi1", "bmi2", "popcnt", "lzcnt"
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn meet_four(self, query: u64, entries: &[u64; 8]) -> Meeting {
        // SAFETY: the token; the two loads read the 64 bytes of `entries`, at any alignment.
        unsafe {
            let query = _mm256_set1_epi64x(query as i64);
            let low = _mm256_sub_epi64(query, _mm256_loadu_si256(entries.as_ptr().cast()));
            let high = _mm256_sub_epi64(query, _mm256_loadu_si256(entries.as_ptr().add(4).cast()));
            let ones = _mm256_set1_epi64x(ONES as i64);
            let [less_low, less_high] = [low, high].map(|d| _mm256_sub_epi64(d, ones));
            Meeting {
                possible: unsigned_quads(low) | unsigned_quads(high) << 4,
                clear: unsigned_quads(less_low) | unsigned_quads(less_high) << 4,
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
            Meeting {
                possible: unsigned_pairs(differences),
                clear: unsigned_pairs(less),
            }
        }
    }
    #[inline(always)]
    fn within(self, low: u32, span: u32, values: &[u32; 8]) -> u8 {
        // SAFETY: the token; the load reads the 32 bytes of `values`, at any alignment.
        unsafe {
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            let above = _mm256_sub_epi32(values, _mm256_set1_epi32(low as i32));
            let is_within =
                _mm256_cmpeq_epi32(_mm256_min_epu32(above, _mm256_set1_epi32(span as i32)), above);
            _mm256_movemask_ps(_mm256_castsi256_ps(is_within)) as u8
        }
    }
    #[inline(always)]
    fn above(self, low: u32, values: &[u32; 8]) -> u8 {
        // SAFETY: the token; the load reads the 32 bytes of `values`, at any alignment.
        unsafe {
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            let low = _mm256_set1_epi32(low as i32);
            let is_not = _mm256_cmpeq_epi32(_mm256_min_epu32(values, low), values);
            !_mm256_movemask_ps(_mm256_castsi256_ps(is_not)) as u8
        }
    }
    #[inline(always)]
    fn pack(self, ids: &[u32; 8], bits: u8, out: &mut [u32; 8]) -> usize {
        // SAFETY: the token; the loads read the 32 bytes of `ids` and the 8 of a row of the table, the store
        // writes the 32 bytes of `out`, all at any alignment.
        unsafe {
            let order = _mm_loadl_epi64(PACKED[usize::from(bits)].as_ptr().cast());
            let ids = _mm256_loadu_si256(ids.as_ptr().cast());
            let packed = _mm256_permutevar8x32_epi32(ids, _mm256_cvtepu8_epi32(order));
            _mm256_storeu_si256(out.as_mut_ptr().cast(), packed);
        }
        bits.count_ones() as usize
    }
    #[inline(always)]
    fn pairs(self, id: u32, ids: &[u32; 8], out: &mut [[u32; 2]; 8]) {
        // SAFETY: the token; the load reads the 32 bytes of `ids`, the stores write the 64 bytes of `out`,
        // all at any alignment.
        unsafe {
            let id = _mm256_set1_epi32(id as i32);
            let ids = _mm256_loadu_si256(ids.as_ptr().cast());
            let (smaller, larger) = (_mm256_min_epu32(id, ids), _mm256_max_epu32(id, ids));
            let even = _mm256_unpacklo_epi32(smaller, larger);
            let odd = _mm256_unpackhi_epi32(smaller, larger);
            let first = _mm256_permute2x128_si256::<0x20>(even, odd);
            let last = _mm256_permute2x128_si256::<0x31>(even, odd);
            _mm256_storeu_si256(out.as_mut_ptr().cast(), first);
            _mm256_storeu_si256(out.as_mut_ptr().add(4).cast(), last);
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
            _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(values, limits)) as u8
        }
    }
}

/// Which of eight doubles are at most their limits.
#[inline(always)]
fn doubles_at_most(_: Avx2, values: [f64; 8], limits: [f64; 8]) -> u8 {
    // SAFETY: the token; the loads read the 64 bytes of `values` and of `limits`, at any alignment.
    unsafe {
        let low = _mm256_loadu_pd(values.as_ptr());
        let high = _mm256_loadu_pd(values.as_ptr().add(4));
        let low = _mm256_cmp_pd::<_CMP_LE_OQ>(low, _mm256_loadu_pd(limits.as_ptr()));
        let high = _mm256_cmp_pd::<_CMP_LE_OQ>(high, _mm256_loadu_pd(limits.as_ptr().add(4)));
        (_mm256_movemask_pd(low) | _mm256_movemask_pd(high) << 4) as u8
    }
}

/// A bit for each quarter of which no lane has its sign set.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn unsigned_quads(differences: __m256i) -> u8 {
    // SAFETY: as the caller says.
    unsafe {
        let signs = _mm256_and_si256(differences, _mm256_set1_epi64x(SIGNS as i64));
        let none = _mm256_cmpeq_epi64(signs, _mm256_setzero_si256());
        _mm256_movemask_pd(_mm256_castsi256_pd(none)) as u8
    }
}

/// A bit for each eighth of which no lane has its sign set.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn unsigned_pairs(differences: __m256i) -> u8 {
    // SAFETY: as the caller says.
    unsafe {
        let signs = _mm256_and_si256(differences, _mm256_set1_epi32(SIGNS as i32));
        let none = _mm256_cmpeq_epi32(signs, _mm256_setzero_si256());
        _mm256_movemask_ps(_mm256_castsi256_ps(none)) as u8
    }
}

/// For each set of bits, their positions in ascending order.
static PACKED: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut lane, mut count) = (0, 0);
        while lane < 8 {
            if bits >> lane & 1 == 1 {
                table[bits][count] = lane as u8;
                count += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    table
};
