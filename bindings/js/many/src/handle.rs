//! Handles as JavaScript numbers, which hold 53 bits: 26 for the slot, 27 for how often the slot has been
//! used.
//!
//! Memory of 4 GiB has no space for 2^26 objects. When a slot has been used 2^27 times, `add` fails because
//! the scene is full.

use clearance::scene::Handle;

/// The bits of the slot.
const PLACE_BITS: u32 = 26;
/// Handles are below this.
const END: f64 = (1_u64 << 53) as f64;

/// The number of a handle; `None` if it is too large.
#[inline]
pub fn to_number(handle: Handle) -> Option<f64> {
    let bits = handle.to_bits();
    let (generation, place) = (bits >> 32, bits & u64::from(u32::MAX));
    if place >> PLACE_BITS != 0 || generation >> (53 - PLACE_BITS) != 0 {
        return None;
    }
    Some((generation << PLACE_BITS | place) as f64)
}

/// The number of a handle that a scene has returned.
#[inline]
pub fn known(handle: Handle) -> f64 {
    to_number(handle).unwrap_or(f64::NAN)
}

/// The handle of a number; `None` if no handle has it.
#[inline]
pub fn from_number(number: f64) -> Option<Handle> {
    if !(0.0..END).contains(&number) || number.fract() != 0.0 {
        return None;
    }
    let bits = number as u64;
    let place = bits & ((1 << PLACE_BITS) - 1);
    Some(Handle::from_bits((bits >> PLACE_BITS) << 32 | place))
}
