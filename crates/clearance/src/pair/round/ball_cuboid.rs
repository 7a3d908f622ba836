//! A ball against a box, in the plane and in space, by the closest point of the box.
//!
//! That is the ball's center clamped to the box (Ericson, "Real-Time Collision Detection", 2005, 5.1.3), or a
//! point of the nearest face, where the center is inside. It is right at any distance: rounding moves the
//! center by no more than its bound, and each component of the difference belongs to a face of the box.

use crate::exact::filter::{Bound, Reach};
use crate::math::{Frame, Place, Real, ScalarOf, Space, Vector, length, magnitude};
use crate::pair::answer::{Clearance, DepthKind, Relation};
use crate::shape::{Ball, Cuboid};

/// A box and its place.
pub(crate) type PlacedBox<'p, V> = (&'p Cuboid<V>, &'p Place<'p, V>);
/// A ball and its place.
pub(crate) type PlacedBall<'p, V> = (&'p Ball<<V as Vector>::Scalar>, &'p Place<'p, V>);

/// A ball, seen from a box.
pub(crate) struct BallAtCuboid<V: Space> {
    bound: Bound<V::Scalar>,
    /// Of the box.
    pub frame: Frame<V>,
    half: V,
    radius: V::Scalar,
    /// The ball's center in the world, and in the box's frame.
    origin: V,
    center: V,
    /// The point of the box that is closest to the center.
    nearest: V,
}

impl<V: Space> BallAtCuboid<V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new((cuboid, a): PlacedBox<'_, V>, (ball, b): PlacedBall<'_, V>) -> Self {
        let (half_extents, radius) = (cuboid.half_extents(), ball.radius());
        let bound = Bound::new::<V>(Reach::new(a, magnitude(half_extents)), Reach::new(b, radius));
        let frame = a.frame();
        let (origin, scale) = b.origin_and_scale();
        let half = half_extents * frame.scale;
        let center = frame.local_direction(origin - frame.origin);
        Self {
            bound,
            frame,
            half,
            radius: radius * scale,
            origin,
            center,
            nearest: center.min(half).max(-half),
        }
    }
    /// Signed distance; `None` where the sign is not sure.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn clearance(&self) -> Option<Clearance<V>> {
        self.clearance_along(self.center_from_box())
    }
    /// How far the center is from the box, negative inside, and in which direction, in the box's frame.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn center_from_box(&self) -> (V::Scalar, V) {
        if self.nearest == self.center {
            return nearest_face(self.half, self.center);
        }
        let gap = length(self.center - self.nearest);
        (gap, (self.center - self.nearest) / gap)
    }
    /// The clearance, given how far the center is from the box, and in which direction.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn clearance_along(&self, (gap, local): (V::Scalar, V)) -> Option<Clearance<V>> {
        let distance = gap - self.radius;
        self.bound.meets(distance)?;
        let normal = self.frame.direction(local);
        let point_b = self.origin - normal * self.radius;
        Some(Clearance {
            distance,
            normal,
            point_a: point_b - normal * distance,
            point_b,
            depth_kind: DepthKind::Exact,
        })
    }
    /// From the nearest point of the box to the ball's center, in the box's frame; 0 where that is inside.
    pub fn beyond(&self) -> V {
        self.center - self.nearest
    }
    /// Half the size of the box, scaled.
    pub fn half(&self) -> V {
        self.half
    }
    /// The ball's center in the box's frame.
    pub fn center(&self) -> V {
        self.center
    }
    /// The error bound of a gap.
    pub fn error(&self) -> V::Scalar {
        self.bound.error
    }
    /// The box is A. The ball is in it if no side of that is nearer to its center than its radius, and the
    /// box in the ball if that is true of its furthest corner.
    fn relation(&self) -> Option<Relation> {
        if !self.bound.meets(self.gap())? {
            return Some(Relation::Disjoint);
        }
        let (center, beyond) = (self.center.abs(), self.center.abs() - self.half);
        let furthest_side = (1..V::DIM).fold(beyond.get(0), |most, i| most.max(beyond.get(i)));
        let is_box_within = self.bound.meets(length(center + self.half) - self.radius)?;
        Relation::of_overlapping(is_box_within, self.bound.meets(furthest_side + self.radius)?)
    }
    /// The distance, 0 where they meet; `None` also where the center is inside and the radius next to
    /// nothing.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn distance(&self) -> Option<V::Scalar> {
        let distance = self.gap();
        self.bound.meets(distance)?;
        Some(distance.max(Real::ZERO))
    }
    /// The signed distance; where the center is inside of the box, minus the radius, which is more. Whether
    /// it is inside is unpredictable, so that the length of 0 has no branch of its own.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn gap(&self) -> V::Scalar {
        let way = self.center - self.nearest;
        let squared = way.length_squared();
        let least = ScalarOf::<V>::MIN_POSITIVE / (ScalarOf::<V>::EPSILON * ScalarOf::<V>::EPSILON);
        let is_plain = ((squared > least) & squared.is_finite()) | (way == V::ZERO);
        let gap = if is_plain { squared.sqrt() } else { length(way) };
        gap - self.radius
    }
}

/// Whether a box and a ball meet; `None` where that is not sure.
#[inline(never)]
pub(crate) fn meet<V: Space>(a: PlacedBox<'_, V>, b: PlacedBall<'_, V>) -> Option<bool> {
    let pair = BallAtCuboid::new(a, b);
    pair.bound.meets(pair.gap())
}

/// The relation of a box and a ball; `None` where that is not sure.
#[inline(never)]
pub(crate) fn relation<V: Space>(a: PlacedBox<'_, V>, b: PlacedBall<'_, V>) -> Option<Relation> {
    BallAtCuboid::new(a, b).relation()
}

/// The distance of a box and a ball, 0 where they meet; `None` where their relation is not sure.
#[inline(never)]
pub(crate) fn distance<V: Space>(a: PlacedBox<'_, V>, b: PlacedBall<'_, V>) -> Option<V::Scalar> {
    BallAtCuboid::new(a, b).distance()
}

/// The signed distance of a box and a ball with its witness; `None` as above.
#[inline(never)]
pub(crate) fn clearance<V: Space>(a: PlacedBox<'_, V>, b: PlacedBall<'_, V>) -> Option<Clearance<V>> {
    BallAtCuboid::new(a, b).clearance()
}

/// The nearest face of a box to a point inside: minus its distance, and its normal.
fn nearest_face<V: Vector>(half: V, point: V) -> (V::Scalar, V) {
    let depth = half - point.abs();
    let axis = (1..V::DIM).fold(0, |best, i| if depth.get(i) < depth.get(best) { i } else { best });
    let one: V::Scalar = Real::ONE;
    let normal = V::from_fn(|i| {
        if i == axis {
            one.copysign(point.get(i))
        } else {
            Real::ZERO
        }
    });
    (-depth.get(axis), normal)
}
