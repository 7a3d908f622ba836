//! Rays, and the box test that never misses.

use super::aabb::Aabb;
use super::numbers::Real;
use super::vector::{ScalarOf, Vector};

/// The points `origin + t * direction` for `t` from 0 to `max_time`, inclusive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray<V: Vector> {
    /// Where it starts.
    pub origin: V,
    /// Where it goes. It may have any length: times are in units of it. Rays cast at shapes need a length
    /// other than 0; for boxes, 0 along an axis, or along all, means that the ray stays there.
    pub direction: V,
    /// The last time that counts, inclusive; may be infinite.
    pub max_time: V::Scalar,
}

impl<V: Vector> Ray<V> {
    /// A lower bound of the time at which the ray enters a box; `None` where it surely misses the box before
    /// `end`.
    ///
    /// The slab test, made conservative as in Ize, "Robust BVH Ray Traversal" (2013): the difference, the
    /// division and the comparison are each off by at most half a unit in the last place, so an exit time
    /// increased by 8 EPSILON is never before the true entry. Divisions by 0 are handled apart: such a ray
    /// is inside the slab for all times, or never.
    #[inline]
    pub fn enters(&self, aabb: &Aabb<V>, end: V::Scalar) -> Option<V::Scalar> {
        let later = ScalarOf::<V>::ONE + ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
        let (mut enter, mut exit) = (ScalarOf::<V>::ZERO, end);
        for k in 0..V::DIM {
            let (o, d) = (self.origin.get(k), self.direction.get(k));
            let (low, high) = (aabb.min.get(k) - o, aabb.max.get(k) - o);
            if d == Real::ZERO {
                if low > Real::ZERO || high < Real::ZERO {
                    return None;
                }
                continue;
            }
            let (near, far) = if d > Real::ZERO { (low, high) } else { (high, low) };
            enter = enter.max(near / d);
            exit = exit.min(far / d * later);
        }
        (enter <= exit * later).then_some(enter * (ScalarOf::<V>::TWO - later))
    }
}
