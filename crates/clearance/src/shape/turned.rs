//! Cylinder and cone.

use super::check;
use super::error::InvalidShape;
use crate::math::Real;

/// A solid cylinder around the local Y axis, from `-half_height` to `half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<S> {
    half_height: S,
    radius: S,
}

impl<S: Real> Cylinder<S> {
    /// A cylinder of positive height and radius.
    pub fn new(half_height: S, radius: S) -> Result<Self, InvalidShape> {
        Ok(Self {
            half_height: check::positive("half_height", half_height)?,
            radius: check::positive("radius", radius)?,
        })
    }
    /// Half the length along Y.
    #[inline(always)]
    pub fn half_height(&self) -> S {
        self.half_height
    }
    /// The radius, positive.
    #[inline(always)]
    pub fn radius(&self) -> S {
        self.radius
    }
}

/// A solid cone around the local Y axis: base at `-half_height`, apex at `half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<S> {
    half_height: S,
    radius: S,
}

impl<S: Real> Cone<S> {
    /// A cone of positive height and base radius.
    pub fn new(half_height: S, radius: S) -> Result<Self, InvalidShape> {
        Ok(Self {
            half_height: check::positive("half_height", half_height)?,
            radius: check::positive("radius", radius)?,
        })
    }
    /// Half the length along Y.
    #[inline(always)]
    pub fn half_height(&self) -> S {
        self.half_height
    }
    /// The radius of the base, positive.
    #[inline(always)]
    pub fn radius(&self) -> S {
        self.radius
    }
}
