//! What went wrong with an entity: a message and a value, never a panic.

use core::fmt;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use clearance::character::InvalidCharacter;
use clearance::math::InvalidPose;
use clearance::pair::QueryError;
use clearance::scene::SceneError;
use clearance::shape::InvalidShape;

/// Why a collider, a character or a step could not be used. Written as a message once, when it happens.
///
/// A collider with an error is out of the scene, so it meets nothing and no query finds it, until its
/// transform or shape changes to something that can be used. Until then
/// [`CollisionScene::errors`](crate::CollisionScene::errors) lists it.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CollisionError {
    /// Whose transform, shape or character it is; none if the step of the whole scene failed.
    pub entity: Option<Entity>,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The position or the uniform scale of the `GlobalTransform`.
    Pose(InvalidPose),
    /// A number of the matrix of the `GlobalTransform`, which holds rotation and scale, is infinite or not a
    /// number.
    MatrixNotFinite,
    /// The axes of the `GlobalTransform` are not at right angles: a child is turned in a parent whose scale
    /// is not the same along all axes.
    Sheared,
    /// A collider of the plane is turned out of the x-y plane.
    Tilted,
    /// A scale that is not the same along all axes would make another kind of shape, which clearance does not
    /// have.
    CannotStretch {
        /// The kind of shape: `"capsule"`.
        kind: &'static str,
        /// The scale along each axis; z is 1 in the plane.
        scale: Vec3,
    },
    /// The stretched shape is not valid.
    Shape(InvalidShape),
    /// The settings make no character.
    Character(InvalidCharacter),
    /// A step of a character has no answer: its input or place is not finite.
    Step(QueryError),
    /// The scene refused an object, or its step.
    Scene(SceneError),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pose(error) => write!(f, "transform: {error}"),
            Self::MatrixNotFinite => f.write_str("transform: rotation and scale must be finite"),
            Self::Sheared => f.write_str("transform: sheared, its axes are not at right angles"),
            Self::Tilted => f.write_str("transform: turned out of the x-y plane"),
            Self::CannotStretch { kind, scale } => {
                write!(
                    f,
                    "scale {scale}: not the same along all axes, which a {kind} cannot take"
                )
            }
            Self::Shape(error) => write!(f, "scaled shape: {error}"),
            Self::Character(error) => write!(f, "character: {error}"),
            Self::Step(error) => write!(f, "step of a character: {error}"),
            Self::Scene(error) => write!(f, "scene: {error}"),
        }
    }
}

impl fmt::Display for CollisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entity {
            Some(entity) => write!(f, "{entity}: {}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

impl core::error::Error for Reason {}
impl core::error::Error for CollisionError {}

impl From<InvalidPose> for Reason {
    fn from(error: InvalidPose) -> Self {
        Self::Pose(error)
    }
}
impl From<SceneError> for Reason {
    fn from(error: SceneError) -> Self {
        Self::Scene(error)
    }
}
