//! Convex shapes: with flat faces, round ones, and half-spaces.

pub(super) mod ball;
pub(super) mod capsule;
pub(super) mod cuboid;
pub(super) mod cylinder;
pub(super) mod edges;
pub(super) mod ellipsoid;
pub(super) mod half_space;
pub(super) mod polygon;
pub(super) mod polyhedron;
pub(super) mod triangle;
