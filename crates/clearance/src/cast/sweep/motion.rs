//! How shapes move, and what counts as meeting at the start.

use crate::math::{InvalidPose, Pose, Real, Rotation, Space};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Placed};

/// How a shape moves from time 0 to time 1: at constant speed, turning about its position at a constant rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Space> {
    /// How far it goes.
    pub linear: V,
    /// How far it turns: radians in 2D, in 3D a vector along the axis of as many radians.
    pub angular: <V::Rotation as Rotation<V>>::Angular,
}

impl<V: Space> Motion<V> {
    /// No motion.
    pub fn none() -> Self {
        Self::linear(V::ZERO)
    }
    /// Straight, without turning.
    pub fn linear(linear: V) -> Self {
        Self {
            linear,
            angular: Default::default(),
        }
    }
    /// The first `part` of it; with more than 1, it goes on at the same speed.
    pub fn part(&self, part: V::Scalar) -> Self {
        Self {
            linear: self.linear * part,
            angular: self.angular * part,
        }
    }
    /// The pose at a time of something that has `pose` at time 0; rounded.
    ///
    /// Errors: a position beyond the supported range.
    pub fn at(&self, pose: &Pose<V>, time: V::Scalar) -> Result<Pose<V>, InvalidPose> {
        let rotation = if self.turns() {
            V::Rotation::turning(self.angular, time).after(pose.rotation())
        } else {
            pose.rotation()
        };
        Pose::new(pose.position() + self.linear * time, rotation)?.scaled(pose.scale())
    }
    /// Whether it turns.
    pub fn turns(&self) -> bool {
        self.angular != Default::default()
    }
    /// The motion as far as it matters to a shape: a ball does not turn.
    pub(super) fn of(&self, placed: &Placed<'_, V>) -> Self
    where
        V: PairSpace,
    {
        if self.turns() && placed.place.outer.is_none() && placed.shape.ball_radius().is_some() {
            return Self::linear(self.linear);
        }
        *self
    }
    pub(super) fn check(&self, name: &'static str) -> Result<(), QueryError> {
        let is_turn = || <V::Rotation as Rotation<V>>::rate(self.angular).is_finite();
        if self.linear.is_finite() && (!self.turns() || is_turn()) {
            Ok(())
        } else {
            Err(QueryError::NotFinite(name))
        }
    }
}

/// What counts as meeting at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Shapes that touch at the start meet at time 0.
    #[default]
    Touching,
    /// A touch at the start is ignored while the motion separates the shapes or slides them along each other.
    Release,
    /// The same, and an overlap at the start is ignored while the motion makes it no deeper.
    ///
    /// The clearance says how deep it is; for shapes made of parts, that of each two parts. A solid that is
    /// not convex is left through its border where the overlap is more than rounding explains: more than
    /// 2^-40 of the size, in `f32` 2^-17.
    ReleaseOverlap,
}
