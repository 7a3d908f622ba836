//! Box in 2D and 3D.

use crate::math::{Aabb, Vector};
use crate::shape::check;
use crate::shape::error::InvalidShape;

/// A box around the local origin with sides along the local axes. A half extent of 0 makes it flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V> {
    half_extents: V,
}

impl<V: Vector> Cuboid<V> {
    /// A box that reaches from `-half_extents` to `half_extents`, none of them negative.
    pub fn new(half_extents: V) -> Result<Self, InvalidShape> {
        let half_extents = check::components("half_extents", half_extents, check::not_negative)?;
        Ok(Self { half_extents })
    }
    /// Half the length of each side.
    #[inline]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
    /// The box as an [`Aabb`].
    #[inline]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::new(-self.half_extents, self.half_extents)
    }
    /// Corner `i` of `2^DIM`: bit `k` of `i` chooses the sign of component `k` (1 is positive).
    #[inline]
    pub fn corner(&self, i: usize) -> V {
        V::from_fn(|k| {
            if i >> k & 1 == 1 {
                self.half_extents.get(k)
            } else {
                -self.half_extents.get(k)
            }
        })
    }
}
