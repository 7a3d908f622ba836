//! Poses, frames and places: where a shape is. Scale, then rotate, then translate, in 2D and 3D.

use core::fmt;

use super::numbers::Real;
use super::rotation::{GivenRotation, Rotation};
use super::vector::Space;

/// Why numbers do not make a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPose {
    /// A coordinate of the position is infinite or not a number.
    PositionNotFinite,
    /// A coordinate of the position is beyond [`Real::LARGEST_COORDINATE`].
    PositionTooLarge,
    /// The rotation has a component that is infinite or not a number, or is the zero quaternion.
    Rotation,
    /// The scale is not a positive finite number.
    Scale,
    /// The scale is beyond [`Real::LARGEST_COORDINATE`].
    ScaleTooLarge,
}

impl fmt::Display for InvalidPose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PositionNotFinite => "position: every coordinate must be a finite number",
            Self::PositionTooLarge => "position: too large",
            Self::Rotation => "rotation: must be finite, and a quaternion must not be zero",
            Self::Scale => "scale: must be a positive finite number",
            Self::ScaleTooLarge => "scale: too large",
        })
    }
}
impl core::error::Error for InvalidPose {}

/// Scale, rotation and position of a shape: `x -> rotation · (scale · x) + position`. Validated at
/// construction.
///
/// ```
/// use clearance::math::{InvalidPose, Pose};
/// use clearance::glam::{DQuat, DVec3};
/// let pose = Pose::at(DVec3::X)?.turned(DQuat::from_xyzw(0.0, 0.0, 2.0, 2.0))?; // normalised on use
/// assert_eq!(pose.frame().point(DVec3::X), DVec3::new(1.0, 1.0, 0.0));
/// assert_eq!(Pose::at(DVec3::NAN), Err(InvalidPose::PositionNotFinite));
/// assert_eq!(Pose::at(DVec3::X * 1e145), Err(InvalidPose::PositionTooLarge)); // the limit is 2^480
/// # Ok::<(), InvalidPose>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Space> {
    position: V,
    rotation: V::Rotation,
    scale: V::Scalar,
}

impl<V: Space> Pose<V> {
    /// No scale, rotation or translation.
    pub const IDENTITY: Self = Self {
        position: V::ZERO,
        rotation: <V::Rotation as Rotation<V>>::IDENTITY,
        scale: Real::ONE,
    };

    /// Rotated by `rotation`, then moved by `position`.
    #[inline]
    pub fn new(position: V, rotation: V::Rotation) -> Result<Self, InvalidPose> {
        Self::at(position)?.turned(rotation)
    }
    /// Moved by `position`, not rotated.
    #[inline]
    pub fn at(position: V) -> Result<Self, InvalidPose> {
        if !position.is_finite() {
            return Err(InvalidPose::PositionNotFinite);
        }
        if position.max_abs() > Real::LARGEST_COORDINATE {
            return Err(InvalidPose::PositionTooLarge);
        }
        Ok(Self {
            position,
            ..Self::IDENTITY
        })
    }
    /// From parts of valid poses.
    #[inline]
    pub(crate) fn from_parts(position: V, rotation: V::Rotation, scale: V::Scalar) -> Self {
        Self {
            position,
            rotation,
            scale,
        }
    }
    /// The same at another position.
    #[inline]
    pub fn moved_to(self, position: V) -> Result<Self, InvalidPose> {
        let Self { position, .. } = Self::at(position)?;
        Ok(Self { position, ..self })
    }
    /// The same with another rotation.
    #[inline]
    pub fn turned(self, rotation: V::Rotation) -> Result<Self, InvalidPose> {
        if !rotation.is_valid() {
            return Err(InvalidPose::Rotation);
        }
        Ok(Self { rotation, ..self })
    }
    /// The same with another scale.
    #[inline]
    pub fn scaled(self, scale: V::Scalar) -> Result<Self, InvalidPose> {
        if !(scale.is_finite() && scale > Real::ZERO) {
            return Err(InvalidPose::Scale);
        }
        if scale > Real::LARGEST_COORDINATE {
            return Err(InvalidPose::ScaleTooLarge);
        }
        Ok(Self { scale, ..self })
    }
    /// Where the shape's origin is in the world.
    #[inline]
    pub fn position(&self) -> V {
        self.position
    }
    /// Whether it rotates.
    #[inline]
    pub(crate) fn is_turned(&self) -> bool {
        self.rotation.given() != GivenRotation::Identity
    }
    /// The rotation, as given.
    #[inline]
    pub fn rotation(&self) -> V::Rotation {
        self.rotation
    }
    /// The scale; 1 by default.
    #[inline]
    pub fn scale(&self) -> V::Scalar {
        self.scale
    }
    /// The pose as a frame, with its rotation as axes.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn frame(&self) -> Frame<V> {
        Frame::new(self.rotation.axes(), self.position, self.scale)
    }
}

impl<V: Space> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A pose with its rotation as rounded axes: what the float tests compute with.
#[derive(Clone, Copy, Debug)]
pub struct Frame<V: Space> {
    /// The images of the coordinate axes, unit vectors.
    pub axes: V::Axes,
    /// The image of the local origin.
    pub origin: V,
    /// The scale, positive.
    pub scale: V::Scalar,
}

impl<V: Space> Frame<V> {
    #[inline]
    fn new(axes: V::Axes, origin: V, scale: V::Scalar) -> Self {
        Self { axes, origin, scale }
    }
    /// A local point in the world.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn point(&self, p: V) -> V {
        V::combine(&self.axes, p * self.scale) + self.origin
    }
    /// A local direction in the world; lengths are kept.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn direction(&self, d: V) -> V {
        V::combine(&self.axes, d)
    }
    /// A world direction in the local frame; lengths are kept.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn local_direction(&self, d: V) -> V {
        V::project(&self.axes, d)
    }
    /// A world point in the local frame, in units of the unscaled shape.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn local_point(&self, p: V) -> V {
        V::project(&self.axes, p - self.origin) / self.scale
    }
    /// First `inner`, then this one.
    #[inline]
    pub fn after(&self, inner: &Self) -> Self {
        let mut axes = inner.axes;
        for axis in axes.as_mut() {
            *axis = self.direction(*axis);
        }
        Self::new(axes, self.point(inner.origin), self.scale * inner.scale)
    }
    /// `other` relative to the axes and the origin of this frame. Its local points, scaled by its own scale,
    /// are **not** divided by the scale of this frame.
    #[inline]
    pub fn relative(&self, other: &Self) -> Self {
        let mut axes = other.axes;
        for axis in axes.as_mut() {
            *axis = self.local_direction(*axis);
        }
        Self::new(
            axes,
            self.local_direction(other.origin - self.origin),
            other.scale,
        )
    }
}

/// Where a shape is: a chain of poses, for instance a part's pose in a compound, then that of the compound.
///
/// The poses are not composed, so that exact decisions use every number as it was given.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, V: Space> {
    /// The pose next to the shape.
    pub pose: &'a Pose<V>,
    /// The place of the frame that the pose is in; `None` for the world.
    pub outer: Option<&'a Place<'a, V>>,
}

impl<'a, V: Space> Place<'a, V> {
    /// A shape's pose in the world.
    #[inline]
    pub fn world(pose: &'a Pose<V>) -> Self {
        Self { pose, outer: None }
    }
    /// The whole chain as one frame, rounded.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn frame(&self) -> Frame<V> {
        match self.outer {
            None => self.pose.frame(),
            Some(outer) => {
                // Taken apart: what a call has written stays in memory, and the other frame with it.
                let Frame { axes, origin, scale } = self.frame_in(outer);
                Frame::new(axes, origin, scale)
            }
        }
    }
    /// The image of the local origin, and the scale: all of the frame that a ball needs.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn origin_and_scale(&self) -> (V, V::Scalar) {
        match self.outer {
            None => (self.pose.position, self.pose.scale),
            Some(outer) => {
                let frame = self.frame_in(outer);
                (frame.origin, frame.scale)
            }
        }
    }
    #[inline(never)]
    fn frame_in(&self, outer: &Self) -> Frame<V> {
        outer.frame().after(&self.pose.frame())
    }
    /// Asks `question` about the place after a motion of the world's frame, which moves the outermost pose.
    ///
    /// Errors: a position beyond the supported range.
    pub(crate) fn moved<R>(
        &self,
        by: V,
        question: &mut dyn FnMut(&Place<'_, V>) -> R,
    ) -> Result<R, InvalidPose> {
        let pose = self.pose;
        match self.outer {
            None => {
                let pose = pose.moved_to(pose.position() + by)?;
                Ok(question(&Place::world(&pose)))
            }
            Some(outer) => outer.moved(by, &mut |outer| {
                let outer = Some(outer);
                question(&Place { pose, outer })
            }),
        }
    }
    /// The poses from the innermost to the outermost.
    pub fn chain(self) -> impl Iterator<Item = &'a Pose<V>> {
        core::iter::successors(Some(self), |place| place.outer.copied()).map(|place| place.pose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec2};

    #[test]
    fn the_largest_coordinate_is_the_last_that_is_taken() {
        let (double, single) = (f64::LARGEST_COORDINATE, f32::LARGEST_COORDINATE);
        assert_eq!(double, libm::exp2(480.0));
        assert_eq!(single, libm::exp2f(56.0));
        assert!(
            Pose::at(-DVec3::Y * double)
                .and_then(|p| p.scaled(double))
                .is_ok()
        );
        assert_eq!(
            Pose::at(-DVec3::Y * double.next_up()),
            Err(InvalidPose::PositionTooLarge)
        );
        assert_eq!(
            Pose::<DVec3>::IDENTITY.scaled(double.next_up()),
            Err(InvalidPose::ScaleTooLarge)
        );
        assert!(Pose::at(Vec2::X * single).is_ok());
        assert_eq!(
            Pose::at(Vec2::X * single.next_up()),
            Err(InvalidPose::PositionTooLarge)
        );
    }
}
