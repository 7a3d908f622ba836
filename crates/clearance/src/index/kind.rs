//! Indexes by name.

use core::fmt;
use core::str::FromStr;

/// Which index: each has a file of its own, which says what it is good and bad at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IndexKind {
    /// A tree or a grid, whichever suits the processor and the boxes: see [`Auto`](super::Auto).
    Auto,
    /// Every box against every box.
    Brute,
    /// A dynamic hierarchy of boxes.
    Tree,
    /// The same of spheres.
    SphereTree,
    /// The same of oriented boxes.
    ObbTree,
    /// The same of k-DOPs: 14 sides in 3D, 8 in 2D.
    KDop14Tree,
    /// With 18 sides in 3D; in 2D as the former.
    KDop18Tree,
    /// With 26 sides in 3D; in 2D as the former.
    KDop26Tree,
    /// A uniform grid, sorted anew at every step.
    Grid,
    /// A hashed grid of several levels, for boxes of all sizes and worlds without end.
    HashGrid,
    /// Ends of boxes kept sorted along all axes.
    SweepAndPrune,
    /// A loose quadtree or octree.
    Orthtree,
    /// A k-d tree.
    KdTree,
    /// An R*-tree.
    RTree,
}

impl IndexKind {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Auto,
        Self::Brute,
        Self::Tree,
        Self::SphereTree,
        Self::ObbTree,
        Self::KDop14Tree,
        Self::KDop18Tree,
        Self::KDop26Tree,
        Self::Grid,
        Self::HashGrid,
        Self::SweepAndPrune,
        Self::Orthtree,
        Self::KdTree,
        Self::RTree,
    ];

    /// The name, as on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Brute => "brute",
            Self::Tree => "tree",
            Self::Grid => "grid",
            Self::HashGrid => "hash-grid",
            Self::SphereTree => "sphere-tree",
            Self::ObbTree => "obb-tree",
            Self::KDop14Tree => "k-dop-14-tree",
            Self::KDop18Tree => "k-dop-18-tree",
            Self::KDop26Tree => "k-dop-26-tree",
            Self::SweepAndPrune => "sweep-and-prune",
            Self::Orthtree => "orthtree",
            Self::KdTree => "kd-tree",
            Self::RTree => "r-tree",
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
