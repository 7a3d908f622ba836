//! Cores in integers, that is hulls of integer points, each grown by a ball: the relation of two of them,
//! their signed distance, and proofs of both.
//!
//! `gjk.rs` finds the point of the Minkowski difference nearest to the origin, `epa.rs` the penetration
//! depth; `pair.rs` asks both about two cores.

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
