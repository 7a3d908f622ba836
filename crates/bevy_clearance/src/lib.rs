#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs)]

mod character;
mod collider;
mod components;
mod dimension;
mod error;
#[cfg(feature = "gizmos")]
mod gizmos;
mod messages;
#[cfg(any(feature = "gizmos", test))]
mod outline;
mod placement;
mod plugin;
mod query;
mod scene;
mod step;
mod stretch;
mod sync;

pub use clearance;

pub use character::components::{Character, CharacterHit, CharacterInput, CharacterOutput, Ground};
pub use collider::{Collider, InvalidCompound};
pub use components::{ColliderDisabled, CollisionEventsEnabled, CollisionLayers, PushesCharacters, Sensor};
pub use dimension::{Dimension, ShapeOf};
pub use error::{CollisionError, Reason};
#[cfg(feature = "gizmos")]
pub use gizmos::{ClearanceGizmoPlugin, ClearanceGizmos};
pub use messages::{CollisionEnd, CollisionStart};
pub use plugin::{ClearancePlugin, ClearanceSystems};
pub use query::{Neighbor, Projection, RayHit, ShapeHit, SpatialQuery, SpatialQueryFilter};
pub use scene::{CollisionScene, Owner, StepCounts};

/// The plane: the generic types under their short names.
pub mod d2 {
    use bevy_math::Vec2;

    /// A shape of the plane that meets others.
    pub type Collider = crate::Collider<Vec2>;
    /// Collision detection of the plane.
    pub type ClearancePlugin = crate::ClearancePlugin<Vec2>;
    /// Draws the colliders of the plane.
    #[cfg(feature = "gizmos")]
    pub type ClearanceGizmoPlugin = crate::ClearanceGizmoPlugin<Vec2>;
    /// All colliders of the plane.
    pub type CollisionScene = crate::CollisionScene<Vec2>;
    /// Queries about colliders of the plane.
    pub type SpatialQuery<'w> = crate::SpatialQuery<'w, Vec2>;
    /// A character of the plane.
    pub type Character = crate::Character<Vec2>;
    /// What a character of the plane wishes.
    pub type CharacterInput = crate::CharacterInput<Vec2>;
    /// What happened to a character of the plane.
    pub type CharacterOutput = crate::CharacterOutput<Vec2>;
}

/// Space: the generic types under their short names.
pub mod d3 {
    use bevy_math::Vec3;

    /// A shape of space that meets others.
    pub type Collider = crate::Collider<Vec3>;
    /// Collision detection of space.
    pub type ClearancePlugin = crate::ClearancePlugin<Vec3>;
    /// Draws the colliders of space.
    #[cfg(feature = "gizmos")]
    pub type ClearanceGizmoPlugin = crate::ClearanceGizmoPlugin<Vec3>;
    /// All colliders of space.
    pub type CollisionScene = crate::CollisionScene<Vec3>;
    /// Queries about colliders of space.
    pub type SpatialQuery<'w> = crate::SpatialQuery<'w, Vec3>;
    /// A character of space.
    pub type Character = crate::Character<Vec3>;
    /// What a character of space wishes.
    pub type CharacterInput = crate::CharacterInput<Vec3>;
    /// What happened to a character of space.
    pub type CharacterOutput = crate::CharacterOutput<Vec3>;
}
