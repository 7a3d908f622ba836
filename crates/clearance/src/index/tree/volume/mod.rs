//! The bounding volumes of a hierarchy: boxes, spheres, oriented boxes, slabs in many directions (k-DOPs).

pub(crate) mod k_dop;
pub(crate) mod oriented_box;
pub(crate) mod sphere;

use core::fmt::Debug;

use crate::index::{IndexKind, Ray, gap};
use crate::math::{Aabb, Real, Vector};

/// A bounding volume of boxes, for the nodes of a [`Tree`](crate::index::Tree).
///
/// All answers are conservative: if a volume does not meet something, nothing inside it does. Corners of
/// the boxes are finite and at most an eighth of the largest float, so that sums of them are finite, too;
/// squares may overflow.
pub trait Volume<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The index that has these volumes.
    const KIND: IndexKind;
    /// Whether the volumes are boxes, equal to their [`bounds`](Self::bounds).
    const ARE_BOXES: bool = false;

    /// The volume of some boxes, of which there is at least one.
    fn around(boxes: &[Aabb<V>]) -> Self;
    /// The volume of two volumes.
    fn union(&self, other: &Self) -> Self;
    /// Whether two volumes may have a point in common.
    fn overlaps(&self, other: &Self) -> bool;
    /// Whether the volume and a box, which may be infinite, may have a point in common.
    fn meets(&self, aabb: &Aabb<V>) -> bool;
    /// Whether the volume contains a box, except for rounding.
    fn encloses(&self, aabb: &Aabb<V>) -> bool;
    /// The box around the volume.
    fn bounds(&self) -> Aabb<V>;
    /// A length that grows with the probability that the volume is met. It has the unit of the coordinates,
    /// so that it neither overflows nor vanishes at any scale.
    fn size(&self) -> V::Scalar;
    /// A lower bound of the time at which a ray enters; `None` if it surely misses before `end`.
    #[inline]
    fn enters(&self, ray: &Ray<V>, end: V::Scalar) -> Option<V::Scalar> {
        ray.enters(&self.bounds(), end)
    }
    /// A lower bound of the distance from a box.
    #[inline]
    fn gap(&self, query: &Aabb<V>) -> V::Scalar {
        gap(&self.bounds(), query)
    }
}

/// The volume that is fastest to test, to unite and to keep: use it unless a measurement speaks for
/// another.
impl<V: Vector> Volume<V> for Aabb<V> {
    const KIND: IndexKind = IndexKind::Tree;
    const ARE_BOXES: bool = true;

    #[inline(always)]
    fn around(boxes: &[Aabb<V>]) -> Self {
        boxes
            .iter()
            .fold(Aabb::empty(), |all, aabb| Aabb::union(&all, aabb))
    }
    #[inline(always)]
    fn union(&self, other: &Self) -> Self {
        Aabb::union(self, other)
    }
    #[inline(always)]
    fn overlaps(&self, other: &Self) -> bool {
        Aabb::overlaps(self, other)
    }
    #[inline(always)]
    fn meets(&self, aabb: &Aabb<V>) -> bool {
        Aabb::overlaps(self, aabb)
    }
    fn encloses(&self, aabb: &Aabb<V>) -> bool {
        self.contains(aabb)
    }
    #[inline]
    fn bounds(&self) -> Aabb<V> {
        *self
    }
    #[inline]
    fn size(&self) -> V::Scalar {
        let extent = self.max - self.min;
        (0..V::DIM).fold(Real::ZERO, |sum: V::Scalar, k| sum + extent.get(k))
    }
}

/// 1 and a few units in the last place more: a factor that covers the rounding of a short chain of
/// operations.
#[inline]
pub(super) fn a_little_more<S: Real>() -> S {
    S::ONE + S::EPSILON * S::lit(16.0)
}
