//! Loose quadtrees and octrees, in one implementation.
//!
//! Ulrich, "Loose octrees" (Game Programming Gems, 2000): a cube is cut into halves along all axes, and a
//! box goes into the child that has its center, if it is no larger than that child. So it may stick out by
//! half of the child's size on every side, and never stays high up only because a border cuts it. Where we
//! differ: cubes are cut only where many boxes are, and searches go by the box around what is really below
//! a node instead of the loose cube.
//!
//! Good: boxes of many sizes, each of which finds its own level; a move rarely changes more than two links.
//! Bad: boxes that crowd in a small part of a large whole (many levels); and lists do not follow the order
//! of memory, so that the hierarchy of boxes finds pairs two to four times faster. O(log of size ratios) a
//! change.

use super::{Cutter, Partition};
use crate::index::IndexKind;
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// A loose quadtree in 2D, a loose octree in 3D.
///
/// Good: boxes of many sizes, each on its own level; a move rarely changes more than two links. Bad: boxes
/// that crowd in a small part of a large whole; pairs are found two to four times slower than by
/// [`Tree`](crate::index::Tree). Ulrich, "Loose octrees" (Game Programming Gems, 2000).
pub type Orthtree<V> = Partition<V, Cube<V>>;

/// A cube of an [`Orthtree`].
#[derive(Clone, Copy, Debug)]
pub struct Cube<V: Vector> {
    center: V,
    /// Half the length of an edge.
    half: V::Scalar,
}

impl<V: Vector> Cutter<V> for Cube<V> {
    const KIND: IndexKind = IndexKind::Orthtree;
    const CHILDREN: usize = 1 << V::DIM;

    fn whole(around: Option<Aabb<V>>) -> Self {
        let zero = Aabb::new(V::ZERO, V::ZERO);
        let around = around.unwrap_or(zero);
        Self {
            center: around.center(),
            half: (around.max - around.min).max_element() * ScalarOf::<V>::HALF,
        }
    }
    fn cut(&mut self, boxes: &mut [Aabb<V>]) -> bool {
        let half = self.half * ScalarOf::<V>::HALF;
        half > Real::MIN_POSITIVE && boxes.iter().any(|aabb| self.side(aabb).is_some())
    }
    fn side(&self, aabb: &Aabb<V>) -> Option<usize> {
        // A size that is NaN does not fit.
        let fits = (aabb.max - aabb.min).max_element() <= self.half;
        if !fits {
            return None;
        }
        let center = aabb.center();
        Some((0..V::DIM).fold(0, |side, k| {
            side | usize::from(center.get(k) > self.center.get(k)) << k
        }))
    }
    fn child(&self, side: usize) -> Self {
        let half = self.half * ScalarOf::<V>::HALF;
        let step = V::from_fn(|k| if side >> k & 1 == 1 { half } else { -half });
        Self {
            center: self.center + step,
            half,
        }
    }
}
