//! Eight lanes at a time, with whatever instructions the processor has: the only room with `unsafe`.
//!
//! A [`Job`] is written once, over any [`Lanes`]; [`dispatch`] looks at the processor and runs it with the widest. What
//! lanes do is the same everywhere, bit by bit: [`Portable`] is plain Rust and the oracle of the others.
//!
//! Lanes are of 15 bits with a guard above each, so that one subtraction compares them all (Lamport, "Multiple byte
//! processing with full-word instructions", 1975): a borrow ends in the guard of its own lane. A plain 64-bit register
//! thus already compares four numbers at once, and AVX2 sixteen.

mod portable;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod x86;

pub(crate) use portable::Portable;

/// The guard above each lane.
pub(crate) const GUARDS: u64 = 0x8000_8000_8000_8000;
/// The sign of each lane: differences are between -2^14 and 2^14.
pub(crate) const SIGNS: u64 = 0x4000_4000_4000_4000;
/// One in each lane.
pub(crate) const ONES: u64 = 0x0001_0001_0001_0001;

/// Which of eight entries meet a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// No lane of the query is smaller than the entry's.
    pub(crate) possible: u8,
    /// Every lane is larger: where `possible` is set too, there is nothing left to look at.
    pub(crate) clear: u8,
}

/// Operations on eight entries at a time.
pub(crate) trait Lanes: Copy {
    /// Entries of four lanes against a query of four lanes, whose guards are set.
    fn meet_four(self, query: u64, entries: &[u64; 8]) -> Meeting;
    /// Entries of two lanes.
    fn meet_two(self, query: u32, entries: &[u32; 8]) -> Meeting;
    /// Which of eight values are no more than `span` above `low`, counted round the end.
    fn within(self, low: u32, span: u32, values: &[u32; 8]) -> u8;
    /// Writes the pairs of `id` and the ids of which the bit is set, the smaller of each first, in order of the bits, and
    /// says how many; what is written beyond these means nothing.
    fn pairs(self, id: u32, ids: &[u32; 8], bits: u8, out: &mut [[u32; 2]; 8]) -> usize;
}

/// Work to be done with any lanes. `run` must be `#[inline(always)]`, or it gets none of their instructions.
pub(crate) trait Job {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs a job with the widest lanes of this processor.
#[inline]
pub(crate) fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(avx2) = x86::Avx2::detect() {
        return avx2.run(job);
    }
    job.run(Portable)
}
