//! Two shapes that are far from the origin and near each other are moved to the origin, where rounding is
//! less.
//!
//! What two shapes do to each other depends on the difference of their positions alone. Where that difference
//! is a float, it is as exact as the positions themselves, and everything computed from it is more precise:
//! error bounds are proportional to the coordinates.

use crate::math::{InvalidPose, Pose, Real, ScalarOf, rounding_of_sum};
use crate::pair::PairSpace;
use crate::shape::Placed;

/// Far means so many times further from the origin than from each other.
const FAR: f64 = 16.0;

/// By how much two shapes may be moved towards the origin without rounding; `None` where they are not far
/// from it.
#[inline]
pub(super) fn offset<V: PairSpace>([a, b]: [&Placed<'_, V>; 2], way: V) -> Option<V> {
    if a.place.outer.is_some() || b.place.outer.is_some() {
        return None;
    }
    let (p, q) = (a.place.pose.position(), b.place.pose.position());
    let near = (q - p).max_abs() + way.max_abs();
    if p.max_abs() <= near * ScalarOf::<V>::lit(FAR) {
        return None;
    }
    let offset = V::from_fn(|i| {
        let (from, to) = (p.get(i), q.get(i));
        if rounding_of_sum(to, -from) == Real::ZERO {
            from
        } else {
            Real::ZERO
        }
    });
    (offset != V::ZERO).then_some(offset)
}

/// The pose of such a shape after that.
pub(super) fn moved<V: PairSpace>(a: &Placed<'_, V>, offset: V) -> Result<Pose<V>, InvalidPose> {
    let pose = a.place.pose;
    pose.moved_to(pose.position() - offset)
}
