//! A k-d tree over boxes, with a third child for the boxes on the plane.
//!
//! Bentley, "Multidimensional binary search trees" (1975): space is split at the median along one axis.
//! Unlike points, a box may be cut by the plane and belongs to neither side then. If the node listed such
//! boxes, every search that passes it would look at them all. So they are a child of their own, which is
//! split along the other axes only, as in Edelsbrunner's rectangle trees ("A new approach to rectangle
//! intersections", 1983).
//!
//! Good: uneven densities, which medians follow; only comparisons, no rounding. Bad: boxes that are large
//! compared with the gaps between them, because planes cut most of them; and where boxes move far the tree
//! is rebuilt every few steps. O(log n) a change.

use super::{Cutter, Partition};
use crate::index::IndexKind;
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// A k-d tree.
///
/// Good: uneven densities, which medians follow; only comparisons, no rounding. Bad: boxes that are large
/// compared with the gaps between them, because planes cut most of them; and where boxes move far the tree
/// is rebuilt every few steps. Bentley, "Multidimensional binary search trees" (1975); Edelsbrunner, "A new
/// approach to rectangle intersections" (1983).
pub type KdTree<V> = Partition<V, Plane<V>>;

/// The plane that splits a node of a [`KdTree`].
#[derive(Clone, Copy, Debug)]
pub struct Plane<V: Vector> {
    axis: usize,
    place: V::Scalar,
    /// A bit for each axis along which the boxes here cannot be split any more.
    used: u8,
}

const LEFT: usize = 0;
const ON_PLANE: usize = 1;
const RIGHT: usize = 2;

impl<V: Vector> Plane<V> {
    /// The median of the centers along an axis, if any are finite.
    fn median(axis: usize, boxes: &mut [Aabb<V>]) -> Option<V::Scalar> {
        let center = |aabb: &Aabb<V>| aabb.center().get(axis);
        let mut count = 0;
        for i in 0..boxes.len() {
            if center(&boxes[i]).is_finite() {
                boxes.swap(i, count);
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let by_center = |a: &Aabb<V>, b: &Aabb<V>| center(a).to_f64().total_cmp(&center(b).to_f64());
        let (_, median, _) = boxes[..count].select_nth_unstable_by(count / 2, by_center);
        Some(center(median))
    }
    /// How many boxes the largest of the parts has that a plane makes.
    fn largest_part(self, boxes: &[Aabb<V>]) -> usize {
        let mut counts = [0; 3];
        for aabb in boxes {
            if let Some(side) = self.side(aabb) {
                counts[side] += 1;
            }
        }
        counts.into_iter().max().unwrap_or(0)
    }
}

impl<V: Vector> Cutter<V> for Plane<V> {
    const KIND: IndexKind = IndexKind::KdTree;
    const CHILDREN: usize = 3;

    fn whole(_: Option<Aabb<V>>) -> Self {
        Self {
            axis: 0,
            place: ScalarOf::<V>::ZERO,
            used: 0,
        }
    }
    fn cut(&mut self, boxes: &mut [Aabb<V>]) -> bool {
        let free = (0..V::DIM).filter(|axis| self.used >> axis & 1 == 0);
        let planes = free.filter_map(|axis| {
            let place = Self::median(axis, boxes)?;
            let plane = Self { axis, place, ..*self };
            Some((plane.largest_part(boxes), plane))
        });
        let best = planes.min_by_key(|(largest, _)| *largest);
        match best.filter(|(largest, _)| *largest < boxes.len()) {
            Some((_, plane)) => {
                *self = plane;
                true
            }
            None => false,
        }
    }
    fn side(&self, aabb: &Aabb<V>) -> Option<usize> {
        Some(if aabb.max.get(self.axis) < self.place {
            LEFT
        } else if aabb.min.get(self.axis) > self.place {
            RIGHT
        } else {
            ON_PLANE
        })
    }
    fn child(&self, side: usize) -> Self {
        let used = if side == ON_PLANE { 1 << self.axis } else { 0 };
        Self {
            used: self.used | used,
            ..*self
        }
    }
}
