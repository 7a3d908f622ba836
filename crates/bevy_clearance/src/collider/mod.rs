//! The component that makes an entity part of the scene.

mod plane;
mod space;

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use clearance::shape::{AnyShape, InvalidShape};
use clearance::{Placed, Pose};

use crate::dimension::{Dimension, ShapeOf};

/// A shape that meets others: [`d2::Collider`](crate::d2::Collider) and
/// [`d3::Collider`](crate::d3::Collider).
///
/// It is where the entity's `GlobalTransform` is, with its scale. The shape is shared: clones of a collider
/// hold it once. To change a shape, insert another collider. Each shape of clearance is a collider
/// ([`new`](Self::new)).
///
/// ```
/// use bevy_clearance::{clearance, d3::Collider};
/// use bevy_math::Vec3;
/// let crate_ = Collider::cuboid(Vec3::splat(0.5))?;
/// let error = Collider::sphere(-1.0).unwrap_err();
/// assert_eq!(error.to_string(), "radius: must be greater than zero");
/// let cushion = Collider::new(clearance::d3::Shape::cuboid(clearance::glam::Vec3::ONE)?.rounded(0.1)?);
/// # let _ = (crate_, cushion);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Component, Debug)]
#[require(Transform)]
pub struct Collider<V: Dimension> {
    shape: Arc<ShapeOf<V>>,
}

/// A part of a compound and its pose.
type PlacedPart<V> = (ShapeOf<V>, Pose<<V as Dimension>::Native>);

impl<V: Dimension> Clone for Collider<V> {
    fn clone(&self) -> Self {
        Self {
            shape: Arc::clone(&self.shape),
        }
    }
}

impl<V: Dimension> Collider<V> {
    /// A collider of any shape of clearance.
    pub fn new(shape: impl Into<Arc<ShapeOf<V>>>) -> Self {
        Self { shape: shape.into() }
    }
    /// The shape, in its own frame.
    pub fn shape(&self) -> &Arc<ShapeOf<V>> {
        &self.shape
    }
    /// The kind of shape: `"box"`, `"capsule"`.
    pub fn kind(&self) -> &'static str {
        self.shape.kind()
    }
    /// The shape in a place, as queries take it.
    pub(crate) fn placed<'a>(&'a self, pose: &'a Pose<V::Native>) -> Placed<'a, V::Native> {
        Placed::<V::Native>::new(&self.shape, pose)
    }
    /// The colliders of a compound with their poses. Errors: a pose or a compound that is not valid.
    fn parts(
        parts: impl IntoIterator<Item = (V, V::Rotation, Self)>,
    ) -> Result<Vec<PlacedPart<V>>, InvalidCompound> {
        let placed = |(at, rotation, collider): (V, V::Rotation, Self)| {
            let pose = Pose::new(at.to_native(), V::rotation_to_native(rotation))?;
            Ok(((*collider.shape).clone(), pose))
        };
        parts.into_iter().map(placed).collect()
    }
}

impl From<clearance::d2::Shape<clearance::glam::Vec2>> for Collider<bevy_math::Vec2> {
    fn from(shape: clearance::d2::Shape<clearance::glam::Vec2>) -> Self {
        Self::new(shape)
    }
}
impl From<clearance::d3::Shape<clearance::glam::Vec3>> for Collider<bevy_math::Vec3> {
    fn from(shape: clearance::d3::Shape<clearance::glam::Vec3>) -> Self {
        Self::new(shape)
    }
}

/// Why colliders do not make a compound.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidCompound {
    /// The place of a part.
    Pose(clearance::math::InvalidPose),
    /// The whole: no parts, or compounds nested too deep.
    Shape(InvalidShape),
}

impl core::fmt::Display for InvalidCompound {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Pose(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
        }
    }
}
impl core::error::Error for InvalidCompound {}

impl From<clearance::math::InvalidPose> for InvalidCompound {
    fn from(error: clearance::math::InvalidPose) -> Self {
        Self::Pose(error)
    }
}
impl From<InvalidShape> for InvalidCompound {
    fn from(error: InvalidShape) -> Self {
        Self::Shape(error)
    }
}
