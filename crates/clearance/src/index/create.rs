//! Creates an index of a given kind.

use alloc::boxed::Box;

use super::{
    Auto, BoundingSphere, Brute, Grid, HashGrid, Index, IndexKind, KDop, KdTree, OrientedBox, Orthtree,
    RTree, SweepAndPrune, Tree,
};
use crate::math::Vector;

impl IndexKind {
    /// A new index of this kind, over no boxes yet.
    pub fn create<V: Vector>(self) -> Box<dyn Index<V>> {
        match self {
            Self::Auto => Box::new(Auto::<V>::default()),
            Self::Brute => Box::new(Brute),
            Self::Tree => Box::new(Tree::<V>::default()),
            Self::Grid => Box::new(Grid::default()),
            Self::HashGrid => Box::new(HashGrid::default()),
            Self::SphereTree => Box::new(Tree::<V, BoundingSphere<V>>::default()),
            Self::ObbTree => Box::new(Tree::<V, OrientedBox<V>>::default()),
            Self::KDop14Tree | Self::KDop18Tree | Self::KDop26Tree if V::DIM == 2 => {
                Box::new(Tree::<V, KDop<V, 4>>::of_kind(self))
            }
            Self::KDop14Tree => Box::new(Tree::<V, KDop<V, 7>>::default()),
            Self::KDop18Tree => Box::new(Tree::<V, KDop<V, 9>>::default()),
            Self::KDop26Tree => Box::new(Tree::<V, KDop<V, 13>>::default()),
            Self::SweepAndPrune => Box::new(SweepAndPrune::default()),
            Self::Orthtree => Box::new(Orthtree::default()),
            Self::KdTree => Box::new(KdTree::default()),
            Self::RTree => Box::new(RTree::default()),
        }
    }
}
