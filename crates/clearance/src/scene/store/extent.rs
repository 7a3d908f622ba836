//! The box around a shape relative to its position, so that a box follows a motion by two additions.
//!
//! A world box must contain the shape's true place, with the pose's numbers taken as real numbers. Without a
//! rotation, each corner is the sum of two given numbers, and is rounded outwards only where the sum is not
//! exact (Knuth's two-sum shows that). So boxes on a grid stay what they are, and the overlap of two boxes
//! decides the relation of two objects that fill their boxes. With a rotation, world vertices are rounded
//! once, to within 4 units in the last place: the box is grown by 8.

use super::object::LinearPart;
use crate::math::{Aabb, GivenRotation, Pose, Real, Rotation, ScalarOf, Vector, rounding_of_sum};
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// The box around a rotated and scaled shape, relative to its position.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) struct BoxExtent<V> {
    low: V,
    high: V,
}

/// Whether placing the shape rounds its vertices (`Loose`) or not (`Tight`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scene) enum Fit {
    Tight,
    Loose,
}

impl<V: ShapeSpace> BoxExtent<V> {
    /// The extent of a shape grown by `margin`.
    pub(in crate::scene) fn of(shape: &V::Shape, linear: &LinearPart<V>, margin: V::Scalar) -> (Self, Fit) {
        let upright = linear.rotation.given() == GivenRotation::Identity;
        let is_core = shape.core().is_some();
        let around = if upright && linear.scale == Real::ONE && is_core {
            shape.local_aabb()
        } else {
            Placed::<V>::new(shape, &Pose::from_parts(V::ZERO, linear.rotation, linear.scale)).aabb()
        };
        let grown = grown(around, margin);
        let fit = if upright && is_core {
            Fit::Tight
        } else {
            Fit::Loose
        };
        let extent = Self {
            low: grown.min,
            high: grown.max,
        };
        (extent, fit)
    }
    /// The box of the shape at a position; it contains the shape.
    #[inline]
    pub(in crate::scene) fn around(&self, position: V, fit: Fit) -> Aabb<V> {
        self.at(position, fit)
            .unwrap_or_else(|| self.at_infinity(position))
    }
    /// The same; `None` where a corner is not finite, or no pose may have this position.
    #[inline(always)]
    pub(in crate::scene) fn at(&self, position: V, fit: Fit) -> Option<Aabb<V>> {
        let aabb = match fit {
            Fit::Tight => self.tightly_at(position),
            Fit::Loose => self.loosely_at(position),
        };
        // Infinity and not-a-number both survive a sum, so one test of a sum is enough.
        let extent = aabb.max - aabb.min;
        let sum = (1..V::DIM).fold(extent.get(0), |sum, k| sum + extent.get(k));
        let is_sound = position.max_abs() <= ScalarOf::<V>::LARGEST_COORDINATE && sum < Real::INFINITY;
        is_sound.then_some(aabb)
    }
    #[inline]
    fn tightly_at(&self, position: V) -> Aabb<V> {
        let at = lanes(position);
        let min = sums_below(at, lanes(self.low));
        let max = sums_below(at.map(|x| -x), lanes(self.high).map(|x| -x));
        Aabb {
            min: V::from_fn(|k| min[k]),
            max: V::from_fn(|k| -max[k]),
        }
    }
    #[inline]
    fn loosely_at(&self, position: V) -> Aabb<V> {
        let size = position.abs() + self.low.abs().max(self.high.abs());
        let error_bound = size * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0));
        let error_bound = error_bound + V::splat(ScalarOf::<V>::MIN_POSITIVE);
        Aabb {
            min: position + self.low - error_bound,
            max: position + self.high + error_bound,
        }
    }
    /// The box where a corner is not finite, as it overflows or the shape is unbounded. A side that is not a
    /// number is put at infinity.
    #[cold]
    fn at_infinity(&self, position: V) -> Aabb<V> {
        let infinity = ScalarOf::<V>::INFINITY;
        let Aabb { min, max } = self.loosely_at(position);
        let below = |x: V::Scalar| if x < infinity { x } else { -infinity };
        let above = |x: V::Scalar| if x > -infinity { x } else { infinity };
        Aabb {
            min: V::from_fn(|k| below(min.get(k))),
            max: V::from_fn(|k| above(max.get(k))),
        }
    }
}

/// The center and half extents of an upright box that is not scaled: its corners are their sums.
#[inline]
fn upright<V: ShapeSpace>(placed: &Placed<'_, V>) -> Option<[V; 2]> {
    let pose = placed.place.pose;
    let is_upright = !pose.is_turned() && pose.scale() == Real::ONE;
    if !is_upright || placed.place.outer.is_some() {
        return None;
    }
    Some([pose.position(), placed.shape.half_extents()?])
}

/// The box within an upright box, whose corners are rounded inwards; `None` for other shapes. Where no sum is
/// rounded, as on a grid, it is the shape. Else it may be turned inside out, which comparing it with another
/// such box allows for.
#[inline]
pub(in crate::scene) fn inner_of<V: ShapeSpace>(placed: &Placed<'_, V>) -> Option<Aabb<V>> {
    let [center, half] = upright(placed)?;
    let max = |center: V| {
        let sums = sums_below(lanes(center), lanes(half));
        V::from_fn(|k| sums[k])
    };
    Some(Aabb::new(-max(-center), max(center)))
}

/// The box around a placed shape, never too small.
#[inline]
pub(in crate::scene) fn outer_of<V: ShapeSpace>(placed: &Placed<'_, V>) -> Aabb<V> {
    let Some([center, half]) = upright(placed) else {
        return placed.aabb();
    };
    let min = |center: V| {
        let sums = sums_below(lanes(center), lanes(-half));
        V::from_fn(|k| sums[k])
    };
    Aabb::new(min(center), -min(-center))
}

/// A sum; if it was rounded up, the float below it.
#[inline]
fn sum_below<S: Real>(a: S, b: S) -> S {
    let sum = a + b;
    let below = sum - sum.abs() * S::EPSILON;
    if rounding_of_sum(a, b) < S::ZERO {
        below
    } else {
        sum
    }
}

/// The components in an array of four, which fits a register.
#[inline]
fn lanes<V: Vector>(v: V) -> [V::Scalar; 4] {
    core::array::from_fn(|k| if k < V::DIM { v.get(k) } else { Real::ZERO })
}

/// [`sum_below`] lane by lane.
#[inline]
fn sums_below<S: Real>(a: [S; 4], b: [S; 4]) -> [S; 4] {
    core::array::from_fn(|k| sum_below(a[k], b[k]))
}

/// A box grown on every side, rounded outwards.
fn grown<V: Vector>(aabb: Aabb<V>, margin: V::Scalar) -> Aabb<V> {
    if margin == Real::ZERO {
        return aabb;
    }
    Aabb {
        min: V::from_fn(|k| sum_below(aabb.min.get(k), -margin)),
        max: V::from_fn(|k| -sum_below(-aabb.max.get(k), -margin)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape2;
    use glam::Vec2;

    fn extent(half: Vec2) -> (BoxExtent<Vec2>, Fit) {
        let shape = Shape2::cuboid(half).unwrap();
        BoxExtent::of(&shape, &LinearPart::default(), 0.0)
    }

    #[test]
    fn boxes_on_a_grid_stay_what_they_are_and_others_are_rounded_outwards() {
        let (unit, fit) = extent(Vec2::ONE);
        assert_eq!(fit, Fit::Tight);
        let aabb = unit.around(Vec2::new(3.0, -4.0), fit);
        assert_eq!((aabb.min, aabb.max), (Vec2::new(2.0, -5.0), Vec2::new(4.0, -3.0)));
        for p in [1e-9_f32, 0.1, 1.0 / 3.0, 7e6, 4e16, -0.7, 5.5e-39] {
            let aabb = unit.around(Vec2::splat(p), fit);
            let (low, high) = (f64::from(p) - 1.0, f64::from(p) + 1.0);
            let (min, max) = (f64::from(aabb.min.x), f64::from(aabb.max.x));
            assert!(min <= low && high <= max, "{p}");
            assert!(
                low - min <= 1.2e-7 * low.abs() && max - high <= 1.2e-7 * high.abs(),
                "{p}"
            );
        }
    }

    #[test]
    fn shapes_without_end_are_everywhere() {
        let plane = Shape2::half_space(Vec2::X, 1.0).unwrap();
        let (extent, fit) = BoxExtent::of(&plane, &LinearPart::default(), 0.0);
        assert_eq!(extent.at(Vec2::ONE, fit), None);
        assert_eq!(extent.around(Vec2::ONE, fit), Aabb::everything());
    }
}
