//! Angular quantities: velocities, moments and inertia. In the plane each is a number, in space a vector.

use core::ops::Mul;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::numbers::Additive;
use super::vector::{Space, Vector, Vector2, Vector3};

/// An angular velocity in radians, or another quantity of that kind: in 2D a number, counter-clockwise
/// positive; in 3D a vector along the axis.
pub trait Angular<V: Space>: Additive + Mul<V::Scalar, Output = Self> {
    /// The same value about every axis.
    fn about_all(moment: V::Scalar) -> Self;
    /// The moments of inertia of a solid box of mass 1 about the axes through its centre.
    fn of_box(half_extents: V) -> Self;
    /// The moment of an impulse at `arm` from the centre: `arm × impulse`.
    fn moment(arm: V, impulse: V) -> Self;
    /// The velocity of a point at `arm` from the centre at this angular velocity: `self × arm`.
    fn swing(self, arm: V) -> V;
    /// Each component along one of the body's own `axes`, multiplied by that of `weights`.
    fn weighted(self, weights: Self, axes: &V::Axes) -> Self;
    /// The reciprocal of each component.
    fn recip(self) -> Self;
    /// The sum of the products of the components.
    fn dot(self, o: Self) -> V::Scalar;
    /// The smallest component.
    fn smallest(self) -> V::Scalar;
}

macro_rules! impl_plane {
    ($($v:ty: $s:ty);+) => { $(
        impl Angular<$v> for $s {
            fn about_all(moment: $s) -> Self { moment }
            fn of_box(half_extents: $v) -> Self { half_extents.length_squared() / 3.0 }
            fn moment(arm: $v, impulse: $v) -> Self { Vector2::perp_dot(arm, impulse) }
            fn swing(self, arm: $v) -> $v { arm.left() * self }
            fn weighted(self, weights: Self, _: &[$v; 2]) -> Self { self * weights }
            fn recip(self) -> Self { 1.0 / self }
            fn dot(self, o: Self) -> $s { self * o }
            fn smallest(self) -> $s { self }
        }
    )+ };
}
impl_plane!(Vec2: f32; DVec2: f64);

macro_rules! impl_space {
    ($($v:ty: $s:ty);+) => { $(
        impl Angular<$v> for $v {
            fn about_all(moment: $s) -> Self { <$v>::splat(moment) }
            fn of_box(half_extents: $v) -> Self {
                let square = half_extents * half_extents;
                let sum = square.x + square.y + square.z;
                (<$v>::splat(sum) - square) / 3.0
            }
            fn moment(arm: $v, impulse: $v) -> Self { Vector3::cross(arm, impulse) }
            fn swing(self, arm: $v) -> $v { Vector3::cross(self, arm) }
            fn weighted(self, weights: Self, axes: &[$v; 3]) -> Self {
                <$v as Space>::combine(axes, <$v as Space>::project(axes, self) * weights)
            }
            fn recip(self) -> Self { 1.0 / self }
            fn dot(self, o: Self) -> $s { <$v as Vector>::dot(self, o) }
            fn smallest(self) -> $s { <$v as Vector>::min_element(self) }
        }
    )+ };
}
impl_space!(Vec3: f32; DVec3: f64);
