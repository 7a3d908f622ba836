//! Hulls of integer points, each grown by a ball: how they lie to each other, how far apart and how deep, and
//! proofs of it.

pub(super) mod convex;
pub(super) mod difference;
mod epa;
pub(super) mod gjk;
mod guess;
pub(crate) mod half_space;
pub(crate) mod measure;
pub(crate) mod polytope;
pub(crate) mod proof;
pub(super) mod simplex;
