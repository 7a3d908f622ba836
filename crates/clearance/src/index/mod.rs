//! Broad phase: which boxes meet which. Indexes know boxes, not shapes.
//!
//! [`Boxes`] is a table of boxes that come, go and move. An [`Index`] (`interface.rs`) is a way to search
//! it; all indexes give the same answers. [`BroadPhase`] is a table with an index over it. The rooms:
//!
//! - `cells/`: grids. Good at many boxes of similar size, most of which move.
//! - `tree/`: hierarchies of bounding volumes, updated as boxes move. Good at boxes of all sizes, and at
//!   rays.
//! - `partition/`: k-d trees, quadtrees and octrees. Good at boxes that seldom move.
//! - `static_tree/`: a hierarchy that is built once.
//! - `wide_tree/`: the same, eight boxes side by side: what shapes keep their facets in.
//! - `bsp/`: a solid cut by the planes of its faces. Good at telling whether a point is inside.
//! - `pair_list/`: lists of pairs, in the one order in which every index gives them.
//!
//! Indexes of a single file are [`Brute`], the shortest and the oracle of the others, [`SweepAndPrune`],
//! [`RTree`], and [`Auto`], which chooses between a tree and grids.
//!
//! Imports run one way: `error` → `kind` → `threads` → `pair_list` → `boxes` → `interface` → `approach` →
//! `broad_phase` → `curve_order` → `brute` → `static_tree` → `wide_tree` → `cells` → `tree` → `partition` →
//! `r_tree` → `sweep_and_prune` → `bsp` → `auto` → `create`.

mod approach;
mod auto;
mod boxes;
mod broad_phase;
mod brute;
mod bsp;
mod cells;
mod create;
mod curve_order;
mod error;
mod interface;
mod kind;
mod pair_list;
mod partition;
mod r_tree;
mod static_tree;
mod sweep_and_prune;
#[cfg(feature = "rayon")]
pub(super) mod threads;
mod tree;
mod wide_tree;

pub use auto::Auto;
pub use boxes::Boxes;
pub(crate) use boxes::{is_something, permute};
pub use broad_phase::BroadPhase;
pub use brute::Brute;
pub use bsp::{Bsp, BspError, Location};
pub use cells::{grid::Grid, hash_grid::HashGrid};
pub use curve_order::curve_order;
pub use error::{Broken, IndexError};
pub(crate) use interface::gap;
pub use interface::{Index, Target, Threads, Visit, VisitWithin};
pub use kind::{IndexKind, UnknownIndex};
pub use pair_list::SlotPair;
pub(crate) use pair_list::key;
pub use partition::kd_tree::{KdTree, Plane};
pub use partition::orthtree::{Cube, Orthtree};
pub use partition::{Cutter, Partition};
pub use r_tree::RTree;
pub use static_tree::StaticTree;
pub use sweep_and_prune::SweepAndPrune;
pub use tree::Tree;
pub use tree::volume::{Volume, k_dop::KDop, oriented_box::OrientedBox, sphere::BoundingSphere};
pub use wide_tree::TreeBuild;
pub(crate) use wide_tree::{
    Cells, Facets, HeightGrid, LEAF as MOST_IN_A_BOX, OwnBox, PlacedTree, PointQuery, RayLanes, TwoTrees,
    WideTree,
};

pub use crate::math::Ray;
