//! One axis-aligned bounding box for `Vec2`, `DVec2`, `Vec3`, `DVec3`.

use super::length::length;
use super::numbers::Real;
use super::vector::{ScalarOf, Vector};

/// A closed axis-aligned box, `min <= max` in every component. A half-space's box has infinite corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb<V> {
    /// The smallest corner.
    pub min: V,
    /// The largest corner.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    #[inline]
    pub(crate) fn new(min: V, max: V) -> Self {
        Self { min, max }
    }
    /// The box that is one point.
    #[inline]
    pub(crate) fn at(p: V) -> Self {
        Self::new(p, p)
    }
    /// The box around three points.
    #[inline]
    pub(crate) fn around([a, b, c]: [V; 3]) -> Self {
        Self::new(a.min(b).min(c), a.max(b).max(c))
    }
    /// The smallest box around the points; `None` when there are none.
    pub fn from_points(points: impl IntoIterator<Item = V>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self::new(first, first), |b, p| {
            Self::new(b.min.min(p), b.max.max(p))
        }))
    }
    /// The empty box, which adds nothing to a [`union`](Self::union).
    #[inline]
    pub(crate) fn empty() -> Self {
        let infinity = V::splat(ScalarOf::<V>::INFINITY);
        Self {
            min: infinity,
            max: -infinity,
        }
    }
    /// The box of the whole space.
    pub fn everything() -> Self {
        let infinity = V::splat(ScalarOf::<V>::INFINITY);
        Self::new(-infinity, infinity)
    }
    /// Whether two closed boxes have a point in common.
    #[inline]
    pub fn overlaps(&self, o: &Self) -> bool {
        // Differences of infinite corners would be NaN, so corners are compared. There is no branch, since
        // the outcome is unpredictable.
        self.min.all_at_most(o.max) & o.min.all_at_most(self.max)
    }
    /// Whether a plane across an axis has one box on each side: no point is in the interiors of both.
    #[inline]
    pub(crate) fn is_beside(&self, o: &Self) -> bool {
        (0..V::DIM).any(|k| self.max.get(k) <= o.min.get(k) || o.max.get(k) <= self.min.get(k))
    }
    /// Whether `o` lies within this box, borders included.
    #[inline]
    pub fn contains(&self, o: &Self) -> bool {
        (o.min - self.min).min_element() >= ScalarOf::<V>::ZERO
            && (self.max - o.max).min_element() >= ScalarOf::<V>::ZERO
    }
    /// The smallest box around both.
    #[inline]
    pub fn union(&self, o: &Self) -> Self {
        Self::new(self.min.min(o.min), self.max.max(o.max))
    }
    /// Grown by `margin` on every side.
    #[inline]
    pub fn inflated(&self, margin: V::Scalar) -> Self {
        Self::new(self.min - V::splat(margin), self.max + V::splat(margin))
    }
    /// The middle of the box.
    #[inline]
    pub fn center(&self) -> V {
        self.min.midpoint(self.max)
    }
    /// Half the surface (in 2D half the perimeter), the cost that bounding volume hierarchies minimise.
    #[inline]
    pub fn half_surface(&self) -> V::Scalar {
        let e = self.max - self.min;
        if V::DIM == 2 {
            e.get(0) + e.get(1)
        } else {
            e.get(0) * e.get(1) + e.get(1) * e.get(2) + e.get(2) * e.get(0)
        }
    }
    /// Square of the distance between two closed boxes; 0 where they meet.
    #[inline]
    pub fn distance_squared(&self, o: &Self) -> V::Scalar {
        (self.min - o.max)
            .max(o.min - self.max)
            .max(V::ZERO)
            .length_squared()
    }
    /// The distance of two closed boxes, a lower bound for their contents; 0 where they meet.
    #[inline]
    pub fn distance(&self, o: &Self) -> V::Scalar {
        length((self.min - o.max).max(o.min - self.max).max(V::ZERO))
    }
    /// The fraction of `direction` at which the ray enters the box; `None` if it misses within `max_time`.
    /// `inverse` is `1 / direction` by component; components may be infinite.
    ///
    /// A ray that runs along a face of the box hits, although the usual formula gives 0 times infinity there.
    #[inline]
    pub fn cast_ray(&self, origin: V, inverse: V, max_time: V::Scalar) -> Option<V::Scalar> {
        let (mut enter, mut exit) = (ScalarOf::<V>::ZERO, max_time);
        for i in 0..V::DIM {
            let (o, inv) = (origin.get(i), inverse.get(i));
            if inv.is_finite() {
                let (t0, t1) = ((self.min.get(i) - o) * inv, (self.max.get(i) - o) * inv);
                enter = enter.max(t0.min(t1));
                exit = exit.min(t0.max(t1));
            } else if o < self.min.get(i) || o > self.max.get(i) {
                return None;
            }
        }
        (enter <= exit).then_some(enter)
    }
}
