//! Rounded: the Minkowski sum of a convex shape and a ball.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::math::Real;
use crate::shape::check;
use crate::shape::core::Core;
use crate::shape::error::{Fault, InvalidShape};
use crate::shape::kinds::any::{AnyShape, ShapeSpace};

/// The Minkowski sum of a convex shape and a ball.
#[derive(Clone, Debug)]
pub struct Rounded<V: ShapeSpace> {
    shape: Box<V::Shape>,
    radii: Vec<V::Scalar>,
    radius: V::Scalar,
}

impl<V: ShapeSpace> Rounded<V> {
    /// `shape` grown by `radius` (0 is allowed). A rounded shape may be rounded again.
    pub fn new(shape: impl Into<V::Shape>, radius: V::Scalar) -> Result<Self, InvalidShape> {
        check::not_negative("radius", radius)?;
        let shape = shape.into();
        if !shape.is_convex() {
            return Err(InvalidShape::new("shape", Fault::NotConvex));
        }
        let (shape, mut radii) = match shape.into_rounded() {
            Ok(inner) => (inner.shape, inner.radii),
            Err(plain) => (Box::new(plain), Vec::new()),
        };
        radii.push(radius);
        let sum = radii.iter().copied().sum();
        Ok(Self {
            shape,
            radii,
            radius: check::finite("radius", sum)?,
        })
    }
    /// The shape inside, which is not itself rounded.
    #[inline]
    pub fn shape(&self) -> &V::Shape {
        &self.shape
    }
    /// The radius of the ball, rounded to the nearest float.
    #[inline]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
    /// The radii as given: the exact radius is their sum.
    #[inline]
    pub fn radii(&self) -> &[V::Scalar] {
        &self.radii
    }
    /// The rounded shape as a core, if the shape inside is one.
    pub(crate) fn core(&self) -> Option<Core<'_, V>> {
        let inner = self.shape.core()?;
        Some(Core {
            radius: inner.own_radius + self.radius,
            added: &self.radii,
            ..inner
        })
    }
    /// Whether the radius is 0.
    pub fn is_plain(&self) -> bool {
        self.radius == Real::ZERO
    }
}
