//! Spheres around boxes.
//!
//! Hubbard, "Collision detection for interactive graphics applications" (1995). Good: four numbers a node
//! in space, and a test that does not depend on orientation. Bad: a sphere around a box is large (2.7 times
//! the volume of a cube, arbitrarily many times that of a rod), so searches visit more nodes in vain than
//! with boxes. Here the contents are boxes, so these trees are slower.

use super::a_little_more;
use crate::index::{IndexKind, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// The points no further than `radius` from `center`.
///
/// In a [`Tree`](crate::index::Tree), good: little memory, and a test that does not depend on orientation.
/// Bad: a sphere around a box is large, so the tree of boxes is faster. Hubbard, "Collision detection for
/// interactive graphics applications" (1995).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere<V: Vector> {
    /// The middle.
    pub center: V,
    /// At least 0.
    pub radius: V::Scalar,
}

/// An upper bound of the length of a vector, at any scale.
fn length_at_most<V: Vector>(v: V) -> V::Scalar {
    let largest = v.max_abs();
    if largest > Real::ZERO {
        (v / largest).length() * largest * a_little_more::<V::Scalar>() + ScalarOf::<V>::MIN_POSITIVE
    } else {
        Real::ZERO
    }
}

/// The vector from a point to the furthest corner of a box, without signs.
fn furthest<V: Vector>(from: V, aabb: &Aabb<V>) -> V {
    (aabb.max - from).max(from - aabb.min)
}

/// Whether a vector may be no longer than `length`. If the square of only one side overflows, that side is
/// the longer.
#[inline]
fn is_within<V: Vector>(v: V, length: V::Scalar) -> bool {
    v.length_squared() <= length * length * a_little_more::<V::Scalar>() + ScalarOf::<V>::MIN_POSITIVE
}

impl<V: Vector> Volume<V> for BoundingSphere<V> {
    const KIND: IndexKind = IndexKind::SphereTree;

    fn around(boxes: &[Aabb<V>]) -> Self {
        let center = <Aabb<V> as Volume<V>>::around(boxes).center();
        let reach = boxes.iter().map(|aabb| length_at_most(furthest(center, aabb)));
        Self {
            center,
            radius: reach.fold(Real::ZERO, Real::max),
        }
    }
    /// The smallest sphere around both. Its center is rounded, so the radius is measured from the rounded
    /// center.
    fn union(&self, other: &Self) -> Self {
        let apart = other.center - self.center;
        let distance = length_at_most(apart);
        if distance + other.radius <= self.radius {
            return *self;
        }
        if distance + self.radius <= other.radius {
            return *other;
        }
        let share = ((distance + other.radius - self.radius) * ScalarOf::<V>::HALF / distance).min(Real::ONE);
        let center = self.center + apart * share;
        let reach = |s: &Self| (length_at_most(s.center - center) + s.radius) * a_little_more::<V::Scalar>();
        Self {
            center,
            radius: reach(self).max(reach(other)),
        }
    }
    #[inline]
    fn overlaps(&self, other: &Self) -> bool {
        is_within(self.center - other.center, self.radius + other.radius)
    }
    #[inline]
    fn meets(&self, aabb: &Aabb<V>) -> bool {
        let apart = (aabb.min - self.center).max(self.center - aabb.max).max(V::ZERO);
        is_within(apart, self.radius)
    }
    fn encloses(&self, aabb: &Aabb<V>) -> bool {
        is_within(furthest(self.center, aabb), self.radius)
    }
    fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.radius)
            + (self.center.abs() + V::splat(self.radius)) * (a_little_more::<V::Scalar>() - Real::ONE);
        Aabb::new(self.center - reach, self.center + reach)
    }
    #[inline]
    fn size(&self) -> V::Scalar {
        self.radius
    }
}
