//! Eight or sixteen entries at a time, with the instructions that the processor has: the only room with
//! `unsafe`. Searches over vertices are compiled for these instructions here, too.
//!
//! A [`Job`] is written once, for any [`Lanes`]; [`dispatch`] detects the processor and runs the job with
//! the widest lanes. All lanes give the same bits: [`Portable`] is plain Rust and the oracle of the others.
//!
//! A lane has 15 bits and a guard bit above, so that one subtraction compares all lanes (Lamport, "Multiple
//! byte processing with full-word instructions", 1975): a borrow ends in the guard of its own lane. So a
//! plain 64-bit register already compares four numbers at once, AVX2 sixteen, AVX-512 thirty-two.
//!
//! `inline(always)`: what is not inlined into a function with target features is compiled without them.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[macro_use]
mod token;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod avx512;
mod eight;
mod portable;
#[allow(unsafe_code)]
mod prefetch;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod wide_eight;

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod wasm;

pub(crate) use eight::{EIGHT, Eight, EightLanes};
pub(crate) use portable::Portable;
pub(crate) use prefetch::{AHEAD, prefetch, prefetch_all};
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
pub(crate) use wasm::Marks;

use crate::math::Real;

/// The guard bit above each lane.
pub(crate) const GUARDS: u64 = 0x8000_8000_8000_8000;
/// The sign bit of each lane: differences are between -2^14 and 2^14.
pub(crate) const SIGNS: u64 = 0x4000_4000_4000_4000;
/// One in each lane.
pub(crate) const ONES: u64 = 0x0001_0001_0001_0001;

/// Which of eight entries meet a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// No lane of the query is smaller than the entry's.
    pub(crate) possible: u8,
    /// Every lane is larger: where `possible` is set, too, the entry surely meets the query.
    pub(crate) clear: u8,
}

/// Which of sixteen entries meet a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideMeeting {
    pub(crate) possible: u16,
    pub(crate) clear: u16,
}

/// Operations on eight entries at a time, or sixteen.
pub(crate) trait Lanes: EightLanes {
    /// Whether sixteen take little longer than eight.
    const WIDE: bool = false;
    /// Compares entries of four lanes with a query of four lanes, whose guards are set.
    fn meet_four(self, query: u64, entries: &[u64; 8]) -> Meeting;
    /// Compares entries of two lanes.
    fn meet_two(self, query: u32, entries: &[u32; 8]) -> Meeting;
    /// Which of eight values are at most `span` above `low`, with wrap-around.
    fn within(self, low: u32, span: u32, values: &[u32; 8]) -> u8;
    /// Which of eight values are larger than `low`.
    fn above(self, low: u32, values: &[u32; 8]) -> u8;
    /// Writes the ids whose bit is set, in order of the bits, and returns how many; `out` is invalid beyond
    /// these.
    fn pack(self, ids: &[u32; 8], bits: u8, out: &mut [u32; 8]) -> usize;
    /// Writes the pairs of `id` and each of the ids, the smaller of each pair first.
    fn pairs(self, id: u32, ids: &[u32; 8], out: &mut [[u32; 2]; 8]);
    /// Which of eight numbers are at most their limits.
    fn at_most<S: Real>(self, values: &[S; 8], limits: &[S; 8]) -> u8;
    /// [`meet_four`](Self::meet_four) of sixteen.
    #[inline(always)]
    fn meet_four_wide(self, query: u64, entries: &[u64; 16]) -> WideMeeting {
        WideMeeting::of(two_eights(entries).map(
            #[inline(always)]
            |half| self.meet_four(query, &half),
        ))
    }
    /// [`meet_two`](Self::meet_two) of sixteen.
    #[inline(always)]
    fn meet_two_wide(self, query: u32, entries: &[u32; 16]) -> WideMeeting {
        WideMeeting::of(two_eights(entries).map(
            #[inline(always)]
            |half| self.meet_two(query, &half),
        ))
    }
    /// [`within`](Self::within) of sixteen.
    #[inline(always)]
    fn within_wide(self, low: u32, span: u32, values: &[u32; 16]) -> u16 {
        let [a, b] = two_eights(values);
        u16::from_le_bytes([self.within(low, span, &a), self.within(low, span, &b)])
    }
    /// [`above`](Self::above) of sixteen.
    #[inline(always)]
    fn above_wide(self, low: u32, values: &[u32; 16]) -> u16 {
        let [a, b] = two_eights(values);
        u16::from_le_bytes([self.above(low, &a), self.above(low, &b)])
    }
    /// [`pack`](Self::pack) of sixteen.
    #[inline(always)]
    fn pack_wide(self, ids: &[u32; 16], bits: u16, out: &mut [u32; 16]) -> usize {
        let ([a, b], [low, high]) = (two_eights(ids), bits.to_le_bytes());
        let (mut first, mut second) = ([0; 8], [0; 8]);
        let (count, more) = (self.pack(&a, low, &mut first), self.pack(&b, high, &mut second));
        out[..8].copy_from_slice(&first);
        out[count..count + 8].copy_from_slice(&second);
        count + more
    }
}

impl WideMeeting {
    #[inline(always)]
    fn of([a, b]: [Meeting; 2]) -> Self {
        Self {
            possible: u16::from_le_bytes([a.possible, b.possible]),
            clear: u16::from_le_bytes([a.clear, b.clear]),
        }
    }
}

#[inline(always)]
fn two_eights<T: Copy>(sixteen: &[T; 16]) -> [[T; 8]; 2] {
    [0, 8].map(
        #[inline(always)]
        |first| {
            core::array::from_fn(
                #[inline(always)]
                |k| sixteen[first + k],
            )
        },
    )
}

/// The same number if the floats of `S` are those of `f32`; then it compiles to nothing.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn single<S: Real>(x: S) -> f32 {
    x.to_f64() as f32
}

/// Work that can be done with any lanes. `run` must be `#[inline(always)]`, or it is compiled without their
/// instructions.
pub(crate) trait Job {
    /// The result.
    type Output;
    /// Does the work.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Whether [`dispatch`] takes lanes that are [`WIDE`](Lanes::WIDE).
#[inline]
pub(crate) fn is_wide() -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return avx512::Avx512::detect().is_some();
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    false
}

/// Whether there are only plain registers, so that comparing eight takes as long as eight comparisons.
#[inline]
pub(crate) fn is_plain() -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return avx2::Avx2::detect().is_none();
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    true
}

/// Runs a job with the widest lanes of this processor.
#[inline]
pub(crate) fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if let Some(avx512) = avx512::Avx512::detect() {
            return avx512.run(job);
        }
        if let Some(avx2) = avx2::Avx2::detect() {
            return avx2.run(job);
        }
    }
    job.run(Portable)
}

/// Runs plain work, which does not use lanes, with the widest registers of this processor: loops over four
/// `f64` are compiled again for registers of four. The bits are the same, since nothing is contracted.
///
/// `work` must be `#[inline(always)]`, and so must all that it calls in its loops. Square roots must not go
/// through `libm`, as those of glam's own `length` do: that is an SSE instruction, which waits hundreds of
/// cycles for the upper halves of the registers.
#[inline]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    struct Plain<F>(F);
    impl<R, F: FnOnce() -> R> Job for Plain<F> {
        type Output = R;
        #[inline(always)]
        fn run<L: Lanes>(self, _: L) -> R {
            (self.0)()
        }
    }
    dispatch(Plain(work))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    /// A number in which every lane of 15 bits is near 0, near the other end, or anywhere.
    fn crowded(seed: &mut u64) -> u64 {
        let next = noise::next(seed);
        let mixed = next ^ next >> 31;
        let near = [0x0003_0003_0003_0003, u64::MAX][(mixed >> 60 & 1) as usize];
        let side = if mixed >> 61 & 1 == 0 { 0 } else { SIGNS };
        (mixed.rotate_left(17) & near ^ side) & !GUARDS
    }

    /// Compares numbers near their limits, on them, far off, and NaN; returns how many are at most their
    /// limits.
    fn compare<S: Real>(lanes: impl Lanes, seed: u64) -> u32 {
        let any = |k: u64| {
            let bits = seed.rotate_left(k as u32 * 5) % 17;
            let odd = [f64::NAN, f64::INFINITY, -f64::INFINITY, -0.0];
            S::lit(*odd.get(bits as usize).unwrap_or(&(bits as f64 - 10.0)))
        };
        let values: [S; 8] = core::array::from_fn(|k| any(k as u64));
        let limits: [S; 8] = core::array::from_fn(|k| any(11 + k as u64));
        let truth = Portable.at_most(&values, &limits);
        assert_eq!(truth, lanes.at_most(&values, &limits));
        truth.count_ones()
    }

    /// Calls a method of some lanes and of plain Rust, and compares the answers.
    macro_rules! same {
        ($lanes:ident, $method:ident($($argument:expr),*)) => {{
            let truth = Portable.$method($($argument),*);
            assert_eq!(truth, $lanes.$method($($argument),*));
            truth
        }};
    }
    /// The same for methods that pack.
    macro_rules! same_packed {
        ($lanes:ident, $method:ident, $count:literal, $ids:expr, $bits:expr) => {
            let mut packed = [[0; $count]; 2];
            let count = Portable.$method($ids, $bits, &mut packed[0]);
            assert_eq!(count, $lanes.$method($ids, $bits, &mut packed[1]));
            assert_eq!(packed[0][..count], packed[1][..count]);
        };
    }

    /// Checks that some lanes answer as plain Rust does. Returns how many entries could meet.
    fn check(lanes: impl Lanes) -> u32 {
        let (mut seed, mut possible, mut met) = (1, 0, 0);
        for bits in (0..=255).cycle().take(20_000) {
            let query = crowded(&mut seed) | GUARDS;
            let entries: [u64; 8] = core::array::from_fn(|k| {
                let any = crowded(&mut seed);
                // Every other entry is a little below the query in every lane, or equal to it.
                let below = (query - (any & 0x0003_0003_0003_0003)) & !GUARDS;
                if k % 2 == 0 { below } else { any }
            });
            let ids = entries.map(|entry| entry as u32);
            possible += same!(lanes, meet_four(query, &entries)).possible.count_ones();
            same!(lanes, meet_two(query as u32, &ids));
            let span = (query >> 40) as u32;
            let low = ids[0].wrapping_sub(span / 2);
            same!(lanes, within(low, span, &ids));
            let middle = ids[query as usize % 8];
            same!(lanes, above(middle, &ids));
            same_packed!(lanes, pack, 8, &ids, bits);
            // Sixteen: these and the same in another order.
            let entries: [u64; 16] = core::array::from_fn(|k| entries[(k * 5 % 8) ^ (k / 8)]);
            let all_ids = entries.map(|entry| entry as u32);
            let all_bits = (u16::from(bits) * 0x0b5) ^ seed as u16;
            same!(lanes, meet_four_wide(query, &entries));
            same!(lanes, meet_two_wide(query as u32, &all_ids));
            same!(lanes, within_wide(low, span, &all_ids));
            same!(lanes, above_wide(middle, &all_ids));
            same_packed!(lanes, pack_wide, 16, &all_ids, all_bits);
            met += compare::<f32>(lanes, seed) + compare::<f64>(lanes, seed);
            let mut written = [[[0; 2]; 8]; 2];
            Portable.pairs(query as u32, &ids, &mut written[0]);
            lanes.pairs(query as u32, &ids, &mut written[1]);
            assert_eq!(written[0], written[1]);
        }
        assert!((80_000..240_000).contains(&met), "{met} of 320000");
        possible
    }

    #[test]
    fn all_lanes_answer_alike() {
        let possible = check(Portable);
        assert!((48_000..112_000).contains(&possible), "{possible} of 160000");
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            avx2::Avx2::detect().map(check);
            avx512::Avx512::detect().map(check);
        }
    }
}
