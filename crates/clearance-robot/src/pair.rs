//! What is found: a pair of links, or of a link and an obstacle.

/// What a link meets, or comes near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Other {
    /// The link of this number.
    Link(usize),
    /// The obstacle of this number.
    Obstacle(usize),
}

/// A link, and another one or an obstacle. Of two links the one that was given first is `link`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkPair {
    /// The number of the link.
    pub link: usize,
    /// What it meets, or comes near to.
    pub other: Other,
}
