//! The enums of all shapes, what all shapes have in common, and the shapes that are made of other shapes.
//!
//! These types refer to each other in a circle: an enum has a variant for a compound, and a compound contains
//! values of the enum. So the modules here import each other in both directions. What they have in common is
//! in `any.rs`: the traits `ShapeSpace` and `AnyShape`, and `Placed`.

pub(super) mod any;
pub(super) mod curved;
pub(super) mod flat;
pub(super) mod parts;
pub(super) mod rounded;
pub(super) mod shape2;
pub(super) mod shape3;
mod shared;
