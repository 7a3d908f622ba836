//! What became of a pair since it was known.

use std::fmt;

/// What is said of a pair that was known, and is there no more.
pub const GONE: &str = "gone";

/// Whether a pair was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// It was not known, or is graver than it was.
    New,
    /// It was known, and is no graver.
    Still,
}

impl State {
    /// Its name in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Still => "still",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
