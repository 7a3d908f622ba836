//! A search towards a target in progress: the limit so far, and what is done with each box.

use super::boxes::Boxes;
use super::interface::{Target, VisitWithin, gap};
use crate::math::{Aabb, Ray, Vector};

/// What has a lower bound for a box: of a time along a ray, or of a distance.
pub(super) trait Bound<V: Vector>: Copy {
    /// `None` if that is beyond the limit.
    fn bound(self, aabb: &Aabb<V>, limit: V::Scalar) -> Option<V::Scalar>;
}

impl<V: Vector> Bound<V> for &Ray<V> {
    #[inline]
    fn bound(self, aabb: &Aabb<V>, limit: V::Scalar) -> Option<V::Scalar> {
        self.enters(aabb, limit)
    }
}

impl<V: Vector> Bound<V> for &Aabb<V> {
    #[inline]
    fn bound(self, aabb: &Aabb<V>, limit: V::Scalar) -> Option<V::Scalar> {
        Some(gap(aabb, self)).filter(|&distance| distance <= limit)
    }
}

impl<V: Vector> Bound<V> for Target<'_, V> {
    #[inline]
    fn bound(self, aabb: &Aabb<V>, limit: V::Scalar) -> Option<V::Scalar> {
        match self {
            Self::Ray(ray) => ray.bound(aabb, limit),
            Self::Near(query, _) => query.bound(aabb, limit),
        }
    }
}

/// A search in progress. `T` is [`Target`], or what is in one, where a search differs for rays and boxes.
pub(super) struct Approach<'a, V: Vector, T> {
    pub(super) boxes: &'a Boxes<V>,
    pub(super) target: T,
    pub(super) limit: V::Scalar,
    pub(super) visit: VisitWithin<'a, V>,
}

impl<'a, V: Vector> Approach<'a, V, Target<'a, V>> {
    pub(super) fn new(boxes: &'a Boxes<V>, target: Target<'a, V>, visit: VisitWithin<'a, V>) -> Self {
        let limit = match target {
            Target::Ray(ray) => ray.max_time,
            Target::Near(_, within) => within,
        };
        Self {
            boxes,
            target,
            limit,
            visit,
        }
    }
}

impl<V: Vector, T: Bound<V>> Approach<'_, V, T> {
    /// Visits a box if it is within the limit.
    #[inline]
    pub(super) fn look(&mut self, slot: u32, aabb: &Aabb<V>) {
        if let Some(bound) = self.target.bound(aabb, self.limit) {
            self.limit = (self.visit)(slot, bound);
        }
    }
    /// The same for the box of a slot.
    #[inline]
    pub(super) fn look_at(&mut self, slot: u32) {
        self.look(slot, &self.boxes.slots()[slot as usize]);
    }
}
