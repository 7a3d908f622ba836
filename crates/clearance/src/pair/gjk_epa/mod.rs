//! The distance of two convex shapes from their support mappings, and the depth where they overlap.
//!
//! Gilbert, Johnson and Keerthi (1988) search the point of the Minkowski difference that is nearest to the
//! origin (`gjk.rs`); van den Bergen's expanding polytope (2001) goes on where the origin is inside
//! (`epa.rs`, and `epa2.rs`, `epa3.rs` for the plane and space).

pub(super) mod epa;
pub(super) mod epa2;
pub(super) mod epa3;
pub(crate) mod gjk;
mod polytope;
pub(super) mod signed_volumes;
pub(super) mod simplex;
