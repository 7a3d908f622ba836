//! Hulls of integer points, each grown by a ball: how they lie to each other, how far apart and how deep, and
//! proofs of it.

pub(crate) mod clearance;
pub(super) mod difference;
mod epa;
pub(super) mod gjk;
pub(crate) mod half_space;
mod initial_simplex;
pub(super) mod pair;
pub(crate) mod polytope;
pub(crate) mod proof;
pub(super) mod simplex;
