//! How often a surface winds around a point, closed or not: the sum of the angles of all triangles, or of
//! those that are near and of what a tree says of the others.
//!
//! Imports run one way: `solid_angle` → `number` → `tree`.

mod number;
mod solid_angle;
mod tree;

pub use number::winding_number;
pub use tree::WindingTree;
