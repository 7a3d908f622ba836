//! The common part of two solids, and the pairs of triangles that it is made of.

pub mod boxes;
mod cells;
mod clipped;
mod coincident;
pub mod mesh;
mod triangles;
