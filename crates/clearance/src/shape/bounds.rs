//! Boxes around placed shapes, rounded outwards: never too small.

use super::any::{AnyShape, Placed, ShapeSpace};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// The box around a placed shape in the world, never too small.
pub(crate) fn world_aabb<V: ShapeSpace>(placed: Placed<'_, V>) -> Aabb<V> {
    let local = placed.shape.local_aabb();
    if !(local.min.is_finite() && local.max.is_finite()) {
        return Aabb::everything();
    }
    let frame = placed.place.frame();
    let center = frame.point(local.center());
    let half = (local.max - local.min) * (ScalarOf::<V>::HALF * frame.scale);
    let mut reach = V::ZERO;
    for (i, axis) in frame.axes.as_ref().iter().enumerate() {
        reach += axis.abs() * half.get(i);
    }
    // Each coordinate took fewer than 16 roundings of numbers no larger than these.
    let slack = (frame.origin.max_abs() + local.min.max_abs().max(local.max.max_abs()) * frame.scale)
        * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(32.0));
    let reach = reach + V::splat(slack + ScalarOf::<V>::MIN_POSITIVE);
    Aabb {
        min: center - reach,
        max: center + reach,
    }
}

/// A ball around points, of which there is at least one: its center, and its radius rounded up.
pub(crate) fn ball_around<V: Vector>(points: &[V]) -> (V, V::Scalar) {
    let center = Aabb::from_points(points.iter().copied()).map_or(V::ZERO, |b| b.center());
    let distances = points.iter().map(|&p| length_rounded_up(p - center));
    (center, distances.fold(ScalarOf::<V>::ZERO, Real::max))
}

/// A length that is not less than the true one, whatever the magnitude of the vector.
pub(crate) fn length_rounded_up<V: Vector>(v: V) -> V::Scalar {
    let largest = v.max_abs();
    if largest <= Real::ZERO {
        return Real::ZERO;
    }
    let slack = ScalarOf::<V>::ONE + ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    (v / largest).length() * largest * slack + ScalarOf::<V>::MIN_POSITIVE
}
