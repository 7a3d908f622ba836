//! Lanes in plain registers, on every machine.

use super::{Lanes, Meeting, ONES, SIGNS};
use crate::math::Real;

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Lanes for Portable {
    #[inline(always)]
    fn meet_four(self, query: u64, entries: &[u64; 8]) -> Meeting {
        let differences = entries.map(|entry| query.wrapping_sub(entry));
        Meeting {
            possible: bits(differences.map(|d| d & SIGNS == 0)),
            clear: bits(differences.map(|d| d.wrapping_sub(ONES) & SIGNS == 0)),
        }
    }
    #[inline(always)]
    fn meet_two(self, query: u32, entries: &[u32; 8]) -> Meeting {
        let differences = entries.map(|entry| query.wrapping_sub(entry));
        Meeting {
            possible: bits(differences.map(|d| d & SIGNS as u32 == 0)),
            clear: bits(differences.map(|d| d.wrapping_sub(ONES as u32) & SIGNS as u32 == 0)),
        }
    }
    #[inline(always)]
    fn within(self, low: u32, span: u32, values: &[u32; 8]) -> u8 {
        bits(values.map(|value| value.wrapping_sub(low) <= span))
    }
    #[inline(always)]
    fn above(self, low: u32, values: &[u32; 8]) -> u8 {
        bits(values.map(|value| value > low))
    }
    #[inline(always)]
    fn pack(self, ids: &[u32; 8], bits: u8, out: &mut [u32; 8]) -> usize {
        let mut count = 0;
        for (lane, &id) in ids.iter().enumerate() {
            // Always written, and overwritten by the next id if the bit is not set: no branch to
            // mispredict.
            out[count & 7] = id;
            count += usize::from(bits >> lane & 1);
        }
        count
    }
    #[inline(always)]
    fn pairs(self, id: u32, ids: &[u32; 8], out: &mut [[u32; 2]; 8]) {
        *out = ids.map(|other| [id.min(other), id.max(other)]);
    }
    #[inline(always)]
    fn at_most<S: Real>(self, values: &[S; 8], limits: &[S; 8]) -> u8 {
        bits(core::array::from_fn(
            #[inline(always)]
            |k| values[k] <= limits[k],
        ))
    }
}

#[inline(always)]
fn bits(set: [bool; 8]) -> u8 {
    (0..8).fold(0, |bits, lane| bits | u8::from(set[lane]) << lane)
}
