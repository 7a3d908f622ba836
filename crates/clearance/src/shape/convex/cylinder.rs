//! Cylinder and cone.

use crate::math::Real;
use crate::shape::check;
use crate::shape::error::InvalidShape;

/// A solid around the Y axis with a half height and a radius.
macro_rules! around_y {
    ($(#[$doc:meta])* $name:ident, $new:literal, $radius:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<S> {
            half_height: S,
            radius: S,
        }

        impl<S: Real> $name<S> {
            #[doc = $new]
            pub fn new(half_height: S, radius: S) -> Result<Self, InvalidShape> {
                Ok(Self {
                    half_height: check::positive("half_height", half_height)?,
                    radius: check::positive("radius", radius)?,
                })
            }
            /// Half the length along Y.
            #[inline]
            pub fn half_height(&self) -> S {
                self.half_height
            }
            #[doc = $radius]
            #[inline]
            pub fn radius(&self) -> S {
                self.radius
            }
        }
    };
}

around_y!(
    /// A solid cylinder around the local Y axis, from `-half_height` to `half_height`.
    Cylinder,
    "A cylinder of positive height and radius.",
    "The radius, positive."
);
around_y!(
    /// A solid cone around the local Y axis: base at `-half_height`, apex at `half_height`.
    Cone,
    "A cone of positive height and base radius.",
    "The radius of the base, positive."
);
