//! What can collide: each shape validated once, at construction, with a typed error that names the field.

mod any;
mod bounds;
mod check;
mod convex;
mod core;
mod curved;
#[cfg(feature = "serde")]
mod data;
mod error;
mod flat;
mod parts;
mod shape2;
mod shape3;
mod shared;
mod support;

pub(crate) use self::core::VertexCache;
pub use self::core::{Core, Vertices};
pub(crate) use any::prefetch_both;
pub use any::{AnyShape, Placed, ShapeSpace, Space2, Space3};
pub use bounds::BoundedFrame;
pub use convex::ball::Ball;
pub use convex::capsule::{Capsule, Segment};
pub use convex::cuboid::Cuboid;
pub use convex::cylinder::{Cone, Cylinder};
pub use convex::edges::{EDGES, EdgeColumns, FewEdges};
pub use convex::ellipsoid::Ellipsoid;
pub use convex::half_space::HalfSpace;
pub use convex::polygon::ConvexPolygon;
pub use convex::polyhedron::Polyhedron;
pub use convex::rounded::Rounded;
pub use convex::triangle::Triangle;
pub use curved::{Curved, FlatNormals, NormalCircle};
#[cfg(feature = "serde")]
pub use data::DataSpace;
pub use error::{Fault, Field, InvalidShape};
pub use flat::Flat;
pub use parts::bitmap::Bitmap;
pub use parts::compound::{Compound, Part};
pub use parts::mesh::Mesh;
pub use parts::part_boxes::PartBoxes;
pub use parts::polygon::Polygon;
pub use parts::polyline::Polyline;
pub use parts::terrain::Terrain;
pub use parts::{Border, PartShape, PartView, Parts};
pub use shape2::Shape2;
pub use shape3::Shape3;
pub use support::{Corners, Feature, Support};
