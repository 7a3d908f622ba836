//! Collision detection, exact and fast: what touches what, how deep, in which direction, and why.
//!
//! A shape ([`d2::Shape`], [`d3::Shape`]) is validated once, in its own frame. With its [`Pose`] in the world
//! it is a [`Placed`], which every question takes. All is generic over glam's vectors: `Shape<Vec2>` is for
//! the plane in `f32`, `Shape<DVec3>` for space in `f64`. Answers are in world coordinates, in the unit of
//! the input.
//!
//! | question | answer |
//! | --- | --- |
//! | [`relation`] | disjoint, touching, overlapping or contained |
//! | [`intersects`], [`distance`] | whether they meet; the gap, without a depth |
//! | [`clearance`](clearance()) | signed distance, normal, two witness points |
//! | [`depth_bounds`] | how far one must be moved at least, and a motion that parts them |
//! | [`manifold`] | contact points with stable feature ids |
//! | [`cast::ray`], [`cast::closest_point`] | along a ray; from a point |
//! | [`cast::contains`], [`cast::all_hits`] | whether a point is in a shape; all that a ray meets |
//! | [`cast::sweep`], [`cast::vertex_face`], [`cast::edge_edge`] | when moving shapes first meet |
//! | [`measure::common`], [`measure::mass_properties`] | the common part of two solids; mass and inertia of one |
//! | [`mesh::report`], [`mesh::winding_number`] | the faults of a mesh; whether it winds around a point |
//! | `assembly` | what parts are to each other: interference, contact, containment, duplicate; which can be taken out |
//! | `motion` | what parts meet on their way, and how near they come to others |
//! | [`scene::Scene`], [`index::BroadPhase`] | which of many objects meet |
//! | [`response`] | how to react to a contact |
//! | [`character`] | walking through a scene: capsules, boxes, a camera |
//!
//! ```
//! use clearance::{Placed, Pose, Relation, clearance, d2::Shape, glam::DVec2, relation};
//! let (plank, wheel) = (Shape::cuboid(DVec2::new(2.0, 0.5))?, Shape::circle(1.0)?);
//! let (here, above) = (Pose::IDENTITY, Pose::at(DVec2::new(0.0, 1.5))?);
//! let (a, b) = (Placed::new(&plank, &here), Placed::new(&wheel, &above));
//! assert_eq!(relation(a, b), Relation::Touching);
//! let near = Pose::at(DVec2::new(0.0, 1.5 + 2.0_f64.powi(-50)))?; // as near as it can be, and still apart
//! let answer = clearance(a, Placed::new(&wheel, &near))?;
//! assert_eq!((answer.distance, answer.normal), (2.0_f64.powi(-50), DVec2::Y));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs says beside each item which feature it needs
#![deny(missing_docs)]

extern crate alloc;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(doctest)]
#[doc = include_str!("../COMING-FROM.md")]
mod coming_from {}

pub use glam;

#[cfg(feature = "std")]
pub mod assembly;
pub mod cast;
pub mod character;
pub(crate) mod exact;
pub mod hull;
pub mod index;
pub mod math;
pub mod measure;
pub mod mesh;
#[cfg(feature = "std")]
pub mod motion;
#[cfg(test)]
mod noise;
pub mod pair;
pub mod picture;
pub mod response;
pub mod scene;
pub mod shape;
pub(crate) mod simd;

pub use cast::{DepthBounds, depth_bounds};
pub use math::Pose;
pub use pair::{Clearance, Relation, clearance, distance, intersects, manifold, relation};
pub use shape::Placed;

/// The shapes of the plane under a short name.
pub mod d2 {
    pub use crate::shape::Shape2 as Shape;
}
/// The shapes of space under a short name.
pub mod d3 {
    pub use crate::shape::Shape3 as Shape;
}
