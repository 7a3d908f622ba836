//! Indexes by name.

use core::fmt;
use core::str::FromStr;

/// Defines the kinds and their names, so that each stands in one place.
macro_rules! index_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// The kinds of indexes. Each has a file of its own, which says what it is good and bad at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum IndexKind {
            $($(#[$doc])* $kind,)*
        }

        impl IndexKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The name, as on a command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

index_kinds! {
    /// A tree or a grid, whichever suits the processor and the boxes: see [`Auto`](super::Auto).
    Auto = "auto",
    /// Every box against every box.
    Brute = "brute",
    /// A dynamic hierarchy of boxes.
    Tree = "tree",
    /// A dynamic hierarchy of spheres.
    SphereTree = "sphere-tree",
    /// A dynamic hierarchy of oriented boxes.
    ObbTree = "obb-tree",
    /// A dynamic hierarchy of k-DOPs: 14 sides in 3D, 8 in 2D.
    KDop14Tree = "k-dop-14-tree",
    /// The same with 18 sides in 3D, 8 in 2D.
    KDop18Tree = "k-dop-18-tree",
    /// The same with 26 sides in 3D, 8 in 2D.
    KDop26Tree = "k-dop-26-tree",
    /// A uniform grid, sorted again in every step.
    Grid = "grid",
    /// A hashed grid of several levels, for boxes of all sizes and unbounded worlds.
    HashGrid = "hash-grid",
    /// The ends of boxes kept sorted along all axes.
    SweepAndPrune = "sweep-and-prune",
    /// A loose quadtree or octree.
    Orthtree = "orthtree",
    /// A k-d tree.
    KdTree = "kd-tree",
    /// An R*-tree.
    RTree = "r-tree",
}

impl fmt::Display for IndexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No index has this name. The message lists the names there are.
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
