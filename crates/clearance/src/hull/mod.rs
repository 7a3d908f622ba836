//! Convex hulls of points in the plane and in space, decided exactly.
//!
//! There is no tolerance: whether a point is a corner, and whether two triangles are in one face, is
//! decided by the sign of a determinant, which `lifted.rs` computes without error. So a hull is right at
//! every scale, and the same for the same set of points in any order.

pub mod d2;
pub mod d3;
mod faces;
mod lifted;
pub(crate) mod normal;
mod quick;

#[cfg(test)]
pub(crate) use lifted::Lifted;
pub(crate) use lifted::split;
