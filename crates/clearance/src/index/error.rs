//! Errors of a table of boxes, and of an index that checks itself.

use core::fmt;

/// Why a call on a table of boxes changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// A corner is not a number, `min` exceeds `max`, or the whole box lies at infinity.
    InvalidBox,
    /// The slot has no box.
    EmptySlot,
    /// All slots, about four billion, are in use.
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

/// An invariant of an index that does not hold: a bug of this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
impl core::error::Error for Broken {}

/// Reports an invariant that does not hold.
pub(super) fn ensure(holds: bool, broken: &'static str) -> Result<(), Broken> {
    holds.then_some(()).ok_or(Broken(broken))
}

/// Checks that of nodes with so many parents only the first, the root, has none, and each other has one.
pub(super) fn ensure_tree(parents: &[u32]) -> Result<(), Broken> {
    let is_tree = (0..).zip(parents).all(|(i, &count)| count == u32::from(i > 0));
    ensure(is_tree, "a node does not have one parent")
}
