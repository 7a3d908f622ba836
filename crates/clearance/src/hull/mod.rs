//! From points to polygons and polyhedra: convex hulls, decided exactly.
//!
//! No tolerance anywhere: whether a point is a corner, and whether two triangles make one face, are decided
//! by the sign of a determinant, which `lifted.rs` computes without error. So a hull is right at every scale,
//! and the same for the same set of points in any order.

pub mod d2;
pub mod d3;
mod faces;
mod lifted;
pub(crate) mod normal;
mod quick;

#[cfg(test)]
pub(crate) use lifted::Lifted;
pub(crate) use lifted::split;
