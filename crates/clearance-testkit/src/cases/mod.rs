//! Random pairs, sweeps and rooms: plain, degenerate, and such that touch by construction.

pub mod generate;
pub mod grazes;
pub mod lattice;
pub mod pressing;
pub mod touching;
pub mod unions;
