//! What turns: angular velocities, moments, inertia, in the plane a number, in space a vector.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, Sub};

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::vector::{Space, Vector, Vector2, Vector3};

/// An angular velocity in radians, or anything else that adds up like one: a number in 2D, counter-clockwise
/// positive; in 3D a vector along the axis.
pub trait Angular<V: Space>:
    Copy
    + Debug
    + PartialEq
    + Default
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<V::Scalar, Output = Self>
{
    /// The same about every axis.
    fn about_all(moment: V::Scalar) -> Self;
    /// The moments of inertia of a solid box of mass 1 about the axes through its centre.
    fn of_box(half_extents: V) -> Self;
    /// The moment of an impulse at `arm` from the centre: `arm × impulse`.
    fn moment(arm: V, impulse: V) -> Self;
    /// How a point at `arm` from the centre moves by turning so: `self × arm`.
    fn swing(self, arm: V) -> V;
    /// Axis by axis, with what is given about each of the body's own axes, which stand as `axes` tells.
    fn weighted(self, weights: Self, axes: &V::Axes) -> Self;
    /// Axis by axis, one over it.
    fn recip(self) -> Self;
    /// Sum of the products about each axis.
    fn dot(self, o: Self) -> V::Scalar;
    /// The smallest of those about each axis.
    fn smallest(self) -> V::Scalar;
}

macro_rules! impl_plane {
    ($v:ty, $s:ty) => {
        impl Angular<$v> for $s {
            fn about_all(moment: $s) -> Self {
                moment
            }
            fn of_box(half_extents: $v) -> Self {
                half_extents.length_squared() / 3.0
            }
            fn moment(arm: $v, impulse: $v) -> Self {
                Vector2::perp_dot(arm, impulse)
            }
            fn swing(self, arm: $v) -> $v {
                arm.left() * self
            }
            fn weighted(self, weights: Self, _: &[$v; 2]) -> Self {
                self * weights
            }
            fn recip(self) -> Self {
                1.0 / self
            }
            fn dot(self, o: Self) -> $s {
                self * o
            }
            fn smallest(self) -> $s {
                self
            }
        }
    };
}
impl_plane!(Vec2, f32);
impl_plane!(DVec2, f64);

macro_rules! impl_space {
    ($v:ty, $s:ty) => {
        impl Angular<$v> for $v {
            fn about_all(moment: $s) -> Self {
                <$v>::splat(moment)
            }
            fn of_box(half_extents: $v) -> Self {
                let square = half_extents * half_extents;
                let sum = square.x + square.y + square.z;
                (<$v>::splat(sum) - square) / 3.0
            }
            fn moment(arm: $v, impulse: $v) -> Self {
                Vector3::cross(arm, impulse)
            }
            fn swing(self, arm: $v) -> $v {
                Vector3::cross(self, arm)
            }
            fn weighted(self, weights: Self, axes: &[$v; 3]) -> Self {
                <$v as Space>::combine(axes, <$v as Space>::project(axes, self) * weights)
            }
            fn recip(self) -> Self {
                1.0 / self
            }
            fn dot(self, o: Self) -> $s {
                <$v as Vector>::dot(self, o)
            }
            fn smallest(self) -> $s {
                <$v as Vector>::min_element(self)
            }
        }
    };
}
impl_space!(Vec3, f32);
impl_space!(DVec3, f64);
