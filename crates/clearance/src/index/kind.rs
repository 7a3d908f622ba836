//! Indexes by name.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use super::{Brute, Index, Tree};
use crate::math::Vector;

/// Which index: each has a file of its own, which says what it is good and bad at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IndexKind {
    /// Every box against every box.
    Brute,
    /// A dynamic hierarchy of boxes.
    Tree,
}

impl IndexKind {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Brute, Self::Tree];

    /// The name, as on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brute => "brute",
            Self::Tree => "tree",
        }
    }
    /// A new index of this kind, over no boxes yet.
    pub fn create<V: Vector>(self) -> Box<dyn Index<V>> {
        match self {
            Self::Brute => Box::new(Brute),
            Self::Tree => Box::new(Tree::default()),
        }
    }
}

impl fmt::Display for IndexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No index has this name; the message lists those that are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownIndex;

impl fmt::Display for UnknownIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("index: must be one of")?;
        IndexKind::ALL.iter().try_for_each(|kind| write!(f, " {kind}"))
    }
}
impl core::error::Error for UnknownIndex {}

impl FromStr for IndexKind {
    type Err = UnknownIndex;
    fn from_str(name: &str) -> Result<Self, UnknownIndex> {
        let found = Self::ALL.iter().find(|kind| kind.name() == name);
        found.copied().ok_or(UnknownIndex)
    }
}
