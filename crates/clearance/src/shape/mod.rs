//! What can collide: each shape is validated once, at construction, with a typed error that names the field.
//!
//! A shape is a value of `Shape2` or `Shape3` in its own frame (`kinds/`); each kind converts into its enum.
//! A shape at a place is a [`Placed`]. Cores, the hulls of points grown by balls, have a type in common
//! ([`Core`]), since the exact tests work on these. Boxes around shapes are rounded outwards (`bounds.rs`);
//! [`Support`] answers for convex shapes which point, vertex, edge or face is furthest in a direction.
//!
//! Imports run one way: `error` → `check` → `columns` → `core` → `bounds` → `convex` → `kinds` → `support` →
//! `data`.

mod bounds;
mod check;
mod columns;
mod convex;
mod core;
#[cfg(feature = "serde")]
mod data;
mod error;
mod kinds;
mod support;

pub(crate) use self::core::VertexCache;
pub use self::core::{Core, Vertices};
pub use crate::index::TreeBuild;
pub use bounds::BoundedFrame;
pub use convex::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, EDGES, EdgeColumns, Ellipsoid, FewEdges, HalfSpace,
    Polyhedron, Segment, Triangle,
};
#[cfg(feature = "serde")]
pub use data::DataSpace;
pub use error::{Fault, Field, InvalidShape};
pub(crate) use kinds::any::prefetch_both;
pub use kinds::any::{AnyShape, Placed, ShapeSpace, Space2, Space3};
pub use kinds::curved::{Curved, FlatNormals, NormalCircle};
pub use kinds::flat::Flat;
pub use kinds::parts::{
    Bitmap, Border, Components, Compound, Mesh, Part, PartBoxes, PartShape, PartView, Parts, Polygon,
    Polyline, Terrain,
};
pub(crate) use kinds::parts::{Edge, Edges, SEGMENT_GROUPS, renumbered, welded};
pub use kinds::parts::{FewSegments, LocalPoint, PrefetchStage, SegmentColumns};
pub use kinds::rounded::Rounded;
pub use kinds::shape2::Shape2;
pub use kinds::shape3::Shape3;
pub use support::{Corners, Feature, Support};
