//! What a hierarchy may put around boxes: boxes, spheres, oriented boxes, slabs in many directions.

pub(crate) mod k_dop;
pub(crate) mod oriented_box;
pub(crate) mod sphere;

use core::fmt::Debug;

use crate::index::{IndexKind, Ray, gap};
use crate::math::{Aabb, Real, Vector};

/// A region that bounds boxes: what the nodes of a [`Tree`](crate::index::Tree) are made of.
///
/// All answers err on one side: what a volume says it does not meet, nothing inside it meets. Corners of the
/// boxes are finite and at most an eighth of the largest float, so that sums of them are finite too; squares
/// may overflow.
pub trait Volume<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The index that has these volumes.
    const KIND: IndexKind;
    /// Whether these are boxes, and [`bounds`](Self::bounds) all there is to them.
    const ARE_BOXES: bool = false;

    /// Around at least one box.
    fn around(boxes: &[Aabb<V>]) -> Self;
    /// Around both.
    fn union(&self, other: &Self) -> Self;
    /// Whether two may have a point in common.
    fn overlaps(&self, other: &Self) -> bool;
    /// Whether this and a box, which may be infinite, may have a point in common.
    fn meets(&self, aabb: &Aabb<V>) -> bool;
    /// Whether a box lies within, but for rounding.
    fn encloses(&self, aabb: &Aabb<V>) -> bool;
    /// The box around it.
    fn bounds(&self) -> Aabb<V>;
    /// A length that is the larger the more often the volume is met: in units of the coordinates, so that it
    /// neither overflows nor vanishes at any scale.
    fn size(&self) -> V::Scalar;
    /// A lower bound of the time at which a ray enters, `None` where it surely misses until `end`.
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

/// The fastest to test, to join and to keep: the one to use, unless a measurement says otherwise.
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
    #[inline(always)]
    fn bounds(&self) -> Aabb<V> {
        *self
    }
    #[inline(always)]
    fn size(&self) -> V::Scalar {
        let extent = self.max - self.min;
        (0..V::DIM).fold(Real::ZERO, |sum: V::Scalar, k| sum + extent.get(k))
    }
}

/// One and a few units in the last place: what a short chain of operations may lose, and more.
#[inline(always)]
pub(super) fn a_little_more<S: Real>() -> S {
    S::ONE + S::EPSILON * S::lit(16.0)
}
