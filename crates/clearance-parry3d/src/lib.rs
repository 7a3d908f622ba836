//! clearance as the collision detection of a physics world: parry's [`QueryDispatcher`] and
//! [`PersistentQueryDispatcher`], answered by the crate [`clearance`].
//!
//! [`ClearanceDispatcher`] is all there is. A world of rapier takes it in one line:
//! `NarrowPhase::with_query_dispatcher(ClearanceDispatcher)`.
//!
//! **Who does what.** parry goes through shapes made of parts (meshes, height fields, polylines, compounds)
//! with its own trees, and keeps its own workspace for each pair. So no mesh is ever converted, the meaning
//! of a mesh stays parry's (a surface), and so do the ids of parts. Each pair of convex parts is asked of
//! clearance, in double precision and in the frame of the first shape. What converting costs is in `shape.rs`
//! and `hulls.rs`.
//!
//! **What is not answered** is `Err(Unsupported)`: voxels, shapes of the user's own kinds, compounds that
//! hold such, half-spaces against half-spaces where there is no depth, shapes whose numbers make no shape (a
//! cylinder without height, a corner that is not a number).
//! `ClearanceDispatcher.chain(DefaultQueryDispatcher)` asks parry then.
//!
//! A module may use those to its left: `numbers` → `hulls` → `shape` → `pair` → `features` → `faces` →
//! `manifold` → `cast` → `near_parts` → `parts` → `dispatcher`.
//!
//! [`QueryDispatcher`]: parry::query::QueryDispatcher
//! [`PersistentQueryDispatcher`]: parry::query::PersistentQueryDispatcher
#![deny(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[cfg_attr(feature = "dim2", doc = include_str!("../../clearance-parry2d/README.md"))]
#[cfg_attr(feature = "dim3", doc = include_str!("../../clearance-parry3d/README.md"))]
mod readme {}

mod cast;
mod dispatcher;
mod faces;
mod features;
mod hulls;
mod manifold;
mod near_parts;
mod numbers;
mod pair;
mod parts;
mod shape;

pub use dispatcher::ClearanceDispatcher;
pub use parry;
