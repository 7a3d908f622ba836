//! The plane and space behind one trait, so that every component, resource and system is written once.
//!
//! The parameter of all generic types is Bevy's vector, `Vec2` or `Vec3`. clearance may have been built with
//! another version of glam than Bevy: Cargo gives each the newest that its own requirement allows. So
//! numbers, not vectors, go from one to the other; where both are one glam, the compiler leaves nothing of
//! it.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

use bevy_math::{Quat, Rot2, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use clearance::character::CharacterSpace;
use clearance::glam;
use clearance::math::{Rotation, Space};
use clearance::shape::{InvalidShape, ShapeSpace};

use crate::error::Reason;
use crate::placement::{self, Placement};
use crate::stretch;

/// A shape of clearance.
pub type ShapeOf<V> = <<V as Dimension>::Native as ShapeSpace>::Shape;
/// A rotation of clearance.
pub(crate) type NativeRotation<V> = <<V as Dimension>::Native as Space>::Rotation;

mod sealed {
    pub trait Sealed {}
    impl Sealed for bevy_math::Vec2 {}
    impl Sealed for bevy_math::Vec3 {}
}

/// The plane ([`Vec2`]) or space ([`Vec3`]).
pub trait Dimension:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<f32, Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// The same vector in clearance.
    type Native: CharacterSpace<Scalar = f32>;
    /// A rotation as Bevy has it: [`Rot2`], or [`Quat`].
    type Rotation: Copy + Debug + Default + Send + Sync;

    /// The direction of Y, which is up unless a character says otherwise.
    const UP: Self;
    /// As a vector of clearance.
    fn to_native(self) -> Self::Native;
    /// From a vector of clearance.
    fn from_native(v: Self::Native) -> Self;
    /// A rotation for clearance.
    fn rotation_to_native(rotation: Self::Rotation) -> NativeRotation<Self>;
    /// The part of a translation in this dimension: of the plane x and y.
    fn of_translation(translation: Vec3) -> Self;
    /// A translation with this position; z stays as it was if this is the plane.
    fn moved(translation: Vec3, to: Self) -> Vec3;
    #[doc(hidden)]
    fn placement(global: &GlobalTransform) -> Result<Placement<Self>, Reason>;
    #[doc(hidden)]
    fn stretched(shape: &ShapeOf<Self>, factors: Self) -> Option<Result<ShapeOf<Self>, InvalidShape>>;
    #[doc(hidden)]
    fn factors(self) -> Vec3;
    #[doc(hidden)]
    #[cfg(any(feature = "gizmos", test))]
    fn outline(shape: &ShapeOf<Self>) -> Vec<Vec<Self::Native>>;
}

impl Dimension for Vec2 {
    type Native = glam::Vec2;
    type Rotation = Rot2;

    const UP: Self = Self::Y;
    fn to_native(self) -> glam::Vec2 {
        glam::Vec2::from_array(self.to_array())
    }
    fn from_native(v: glam::Vec2) -> Self {
        Self::from_array(v.to_array())
    }
    fn rotation_to_native(rotation: Rot2) -> NativeRotation<Self> {
        let given = NativeRotation::<Self>::from_direction(rotation.cos, rotation.sin);
        // A direction that is none is given as an angle that is none: the pose refuses it.
        given.unwrap_or_else(|| NativeRotation::<Self>::from_angle(f32::NAN))
    }
    fn of_translation(translation: Vec3) -> Self {
        translation.truncate()
    }
    fn moved(translation: Vec3, to: Self) -> Vec3 {
        to.extend(translation.z)
    }
    fn placement(global: &GlobalTransform) -> Result<Placement<Self>, Reason> {
        placement::plane::placement(global)
    }
    fn stretched(shape: &ShapeOf<Self>, factors: Self) -> Option<Result<ShapeOf<Self>, InvalidShape>> {
        stretch::plane::stretched(shape, factors.to_native())
    }
    fn factors(self) -> Vec3 {
        self.extend(1.0)
    }
    #[cfg(any(feature = "gizmos", test))]
    fn outline(shape: &ShapeOf<Self>) -> Vec<Vec<Self::Native>> {
        crate::outline::plane::outline(shape)
    }
}

impl Dimension for Vec3 {
    type Native = glam::Vec3;
    type Rotation = Quat;

    const UP: Self = Self::Y;
    fn to_native(self) -> glam::Vec3 {
        glam::Vec3::from_array(self.to_array())
    }
    fn from_native(v: glam::Vec3) -> Self {
        Self::from_array(v.to_array())
    }
    fn rotation_to_native(rotation: Quat) -> NativeRotation<Self> {
        glam::Quat::from_array(rotation.to_array())
    }
    fn of_translation(translation: Vec3) -> Self {
        translation
    }
    fn moved(_: Vec3, to: Self) -> Vec3 {
        to
    }
    fn placement(global: &GlobalTransform) -> Result<Placement<Self>, Reason> {
        placement::space::placement(global)
    }
    fn stretched(shape: &ShapeOf<Self>, factors: Self) -> Option<Result<ShapeOf<Self>, InvalidShape>> {
        stretch::space::stretched(shape, factors.to_native())
    }
    fn factors(self) -> Vec3 {
        self
    }
    #[cfg(any(feature = "gizmos", test))]
    fn outline(shape: &ShapeOf<Self>) -> Vec<Vec<Self::Native>> {
        crate::outline::space::outline(shape)
    }
}

/// Whether a rotation of clearance turns nothing.
pub(crate) fn is_identity<V: Dimension>(rotation: NativeRotation<V>) -> bool {
    rotation == <NativeRotation<V> as Rotation<V::Native>>::IDENTITY
}
