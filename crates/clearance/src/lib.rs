//! Collision detection, exact and fast: what touches what, how deep, in which direction, and why.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]

extern crate alloc;

pub use glam;

pub mod cast;
pub(crate) mod exact;
pub mod hull;
pub mod index;
pub mod math;
pub mod pair;
pub mod response;
pub mod scene;
pub mod shape;
pub(crate) mod simd;

pub use math::Pose;
pub use pair::{Clearance, Relation, clearance, distance, intersects, manifold, relation};
pub use shape::Placed;

/// Shapes of the plane under their short name.
pub mod d2 {
    pub use crate::shape::Shape2 as Shape;
}
/// Shapes of space under their short name.
pub mod d3 {
    pub use crate::shape::Shape3 as Shape;
}
