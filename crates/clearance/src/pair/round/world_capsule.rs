//! A capsule in the world, with points, segments and balls as capsules of no length or no radius.

use core::cmp::Ordering;

use crate::exact::filter::Reach;
use crate::math::{Place, Real, ScalarOf, Space, Vector, magnitude};
use crate::pair::answer::{Clearance, DepthKind};

/// A point or segment with a ball around it, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldCapsule<V: Vector> {
    /// The center of the inner segment.
    pub center: V,
    /// From there to its second end; zero for a ball.
    pub half: V,
    /// The radius in world lengths.
    pub radius: V::Scalar,
    /// Bounds the distance from the world's origin.
    pub reach: Reach<V::Scalar>,
}

impl<V: Space> WorldCapsule<V> {
    /// The capsule with these local ends.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new(ends: [V; 2], radius: V::Scalar, place: &Place<'_, V>) -> Self {
        let frame = place.frame();
        let local = magnitude(ends[0]).max(magnitude(ends[1])) + radius;
        let half = ScalarOf::<V>::HALF;
        Self {
            center: frame.point((ends[0] + ends[1]) * half),
            half: frame.direction((ends[1] - ends[0]) * half * frame.scale),
            radius: radius * frame.scale,
            reach: Reach::new(place, local),
        }
    }
    /// The capsule whose inner segment has these ends, in world lengths relative to a position: no point of
    /// it is further than `local` from there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn between([first, last]: [V; 2], radius: V::Scalar, position: V, local: V::Scalar) -> Self {
        let half = ScalarOf::<V>::HALF;
        Self {
            center: (first + last) * half + position,
            half: (last - first) * half,
            radius,
            reach: Reach {
                length: local + magnitude(position),
                poses: Real::ONE,
            },
        }
    }
    /// Both ends of the inner segment.
    #[inline]
    pub fn ends(&self) -> [V; 2] {
        [self.center - self.half, self.center + self.half]
    }
    /// Whether it comes before another one, whichever is called A, so that answers mirror to the last bit.
    ///
    /// Their x nearly always tells. Which way is unpredictable, so it is a value and not a branch.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn comes_first(&self, other: &Self) -> bool {
        let (x, of_other) = (self.center.get(0), other.center.get(0));
        if (x < of_other) | (x > of_other) {
            return x < of_other;
        }
        self.is_first_beside(other)
    }
    #[cold]
    fn is_first_beside(&self, other: &Self) -> bool {
        let half = || compare(self.half, other.half);
        let radius = || self.radius.partial_cmp(&other.radius).unwrap_or(Ordering::Equal);
        compare(self.center, other.center)
            .then_with(half)
            .then_with(radius)
            .is_le()
    }
    /// The other one if `is_other`, number by number: which of two comes first is unpredictable.
    #[inline(always)]
    pub fn chosen(&self, other: &Self, is_other: bool) -> Self {
        let number = |p: V::Scalar, q: V::Scalar| if is_other { q } else { p };
        let vector = |p: V, q: V| V::from_fn(|i| number(p.get(i), q.get(i)));
        Self {
            center: vector(self.center, other.center),
            half: vector(self.half, other.half),
            radius: number(self.radius, other.radius),
            reach: Reach {
                length: number(self.reach.length, other.reach.length),
                poses: number(self.reach.poses, other.reach.poses),
            },
        }
    }
    #[inline]
    pub fn is_ball(&self) -> bool {
        self.half == V::ZERO
    }
    /// From the first end of the inner segment to the second.
    #[inline]
    pub fn axis(&self) -> V {
        self.half + self.half
    }
    /// The gap between the inner segments along a unit vector.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn gap_along(&self, other: &Self, n: V) -> V::Scalar {
        n.dot(other.center - self.center) - (n.dot(self.half).abs() + n.dot(other.half).abs())
    }
}

/// Lexicographic order of two points.
pub(crate) fn compare<V: Vector>(p: V, q: V) -> Ordering {
    (0..V::DIM)
        .map(|i| p.get(i).partial_cmp(&q.get(i)).unwrap_or(Ordering::Equal))
        .find(|o| o.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The clearance whose witness of A is this point.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn clearance_from<V: Vector>(point_a: V, normal: V, distance: V::Scalar) -> Clearance<V> {
    Clearance {
        distance,
        normal,
        point_a,
        point_b: point_a + normal * distance,
        depth_kind: DepthKind::Exact,
    }
}
