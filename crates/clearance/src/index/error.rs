//! Why a table did nothing, and what an index may find wrong in itself.

use core::fmt;

/// Why a call did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// A corner that is not a number, a smallest corner that is not the smallest, or a box at infinity.
    InvalidBox,
    /// No box is in this slot.
    EmptySlot,
    /// There are no more slots: about four billion are in use.
    Full,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InvalidBox => {
                "box: min must not exceed max, neither may be NaN, and some of it must be finite"
            }
            Self::EmptySlot => "slot: no box is in it",
            Self::Full => "slots: all 2^32 - 1 are in use",
        })
    }
}
impl core::error::Error for IndexError {}

/// What an index found wrong inside itself: a bug of this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
impl core::error::Error for Broken {}
