//! Meshes by themselves: what is wrong with one, repairs, winding numbers, triangles near a point.
//!
//! [`report`] says what a mesh is: closed, consistently oriented, in how many pieces, where it crosses
//! itself. [`weld`], [`fill_holes`], [`split`] and [`without_doubles`] make other meshes of it.
//! [`winding_number`] and [`WindingTree`] say how often a surface winds around a point, closed or not.
//! [`triangles_within`] lists the triangles near a point. [`ConvexParts`] are hulls that cover a solid.
//!
//! As everywhere in this library, corners with equal coordinates are one vertex, whatever their numbers.
//! Where a vertex is named, it is the first one with these coordinates. Triangles have the numbers that
//! [`Mesh::triangles`](crate::shape::Mesh::triangles) gives them.
//!
//! What is decided, such as which triangles cross, is decided exactly; lengths, areas and winding numbers are
//! rounded.
//!
//! Imports run one way: `unit` → `query` → `joined` → `report` → `repair` → `winding` → `within` →
//! `convex_parts`.

mod convex_parts;
mod joined;
mod query;
mod repair;
mod report;
mod unit;
mod winding;
mod within;

pub use convex_parts::{ConvexParts, ConvexPartsError, ConvexPartsOptions, ConvexPartsProgress};
pub use repair::{
    FilledHoles, MeshPiece, RepairError, Welded, WithoutDoubles, fill_holes, split, weld, without_doubles,
};
pub use report::{Report, report};
pub use winding::{WindingTree, winding_number};
pub use within::{NearTriangle, triangles_within};
