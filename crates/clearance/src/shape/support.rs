//! Support mappings: the point of a convex shape that is furthest in a direction.

use crate::math::Vector;

/// The first of the points that are furthest in a direction; 0 for none.
#[inline]
pub(crate) fn furthest<V: Vector>(points: &[V], direction: V) -> usize {
    let mut best = 0;
    let Some(first) = points.first() else { return 0 };
    let mut most = first.dot(direction);
    for (i, p) in points.iter().enumerate().skip(1) {
        let height = p.dot(direction);
        if height > most {
            (best, most) = (i, height);
        }
    }
    best
}
