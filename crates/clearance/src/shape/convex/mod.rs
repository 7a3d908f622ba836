//! Convex shapes: with flat faces, round ones, and half-spaces.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

mod ball;
mod capsule;
mod cuboid;
mod cylinder;
mod edges;
mod ellipsoid;
mod half_space;
mod polygon;
mod polyhedron;
mod triangle;

pub use self::{
    ball::Ball, capsule::Capsule, capsule::Segment, cuboid::Cuboid, cylinder::Cone, cylinder::Cylinder,
    edges::EDGES, edges::EdgeColumns, edges::FewEdges, ellipsoid::Ellipsoid, half_space::HalfSpace,
    polygon::ConvexPolygon, polyhedron::Polyhedron, triangle::Triangle,
};
