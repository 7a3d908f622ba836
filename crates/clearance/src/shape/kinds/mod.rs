//! The enums of all shapes, what is asked of every shape, and the shapes that are made of other shapes.
//!
//! This is one knot of types: an enum has a variant for a compound, and a compound holds values of the enum.
//! So the modules here name each other in both directions. What they have in common is [`any`]: the traits
//! `ShapeSpace` and `AnyShape`, and `Placed`.

pub(super) mod any;
pub(super) mod curved;
pub(super) mod flat;
pub(super) mod parts;
pub(super) mod rounded;
pub(super) mod shape2;
pub(super) mod shape3;
mod shared;
