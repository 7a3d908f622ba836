//! Two boxes: four candidate axes, and only the corner in front of the best one.
//!
//! Each axis is the normal of a side of one box. The other box's extent along it is the sum of its half
//! extents times the magnitudes of the relative rotation (Gottschalk, Lin, Manocha, "OBBTree", 1996; Ericson,
//! "Real-Time Collision Detection", 2005, 4.4.1). All four gaps are computed always: which one parts the two
//! is unpredictable, so that leaving early costs more than it saves. For the same reason the box, the side
//! and the direction of the greatest gap choose numbers from arrays and signs, not code. From there on see
//! [`EdgeAndCorner`].
//!
//! The arithmetic is what `exact/filter.rs` bounds, for a cosine and sine instead of a general axis.

use super::edge_corner::{CONE_TOLERANCE, ClosestPair, EdgeAndCorner, SeparatedPair};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Place, Real, ScalarOf, magnitude};
use crate::pair::answer::{Clearance, Manifold, QueryError};
use crate::pair::round::world_capsule::compare;
use crate::shape::{Cuboid, Space2};

/// A box in the world: lengths and points as there.
#[derive(Clone, Copy)]
struct WorldBox<V: Space2> {
    half: V,
    /// Its x axis in the world.
    axis: V,
    origin: V,
    reach: Reach<V::Scalar>,
}

impl<V: Space2> WorldBox<V> {
    #[inline(always)]
    fn new(cuboid: &Cuboid<V>, place: &Place<'_, V>) -> Self {
        let frame = place.frame();
        Self {
            half: cuboid.half_extents() * frame.scale,
            axis: frame.axes[0],
            origin: frame.origin,
            reach: Reach::new(place, magnitude(cuboid.half_extents())),
        }
    }
    /// A world vector in its axes.
    #[inline]
    fn in_local(&self, v: V) -> V {
        V::new(self.axis.dot(v), self.axis.perp_dot(v))
    }
    /// A vector of its axes in the world.
    #[inline]
    fn in_world(&self, v: V) -> V {
        self.axis * v.x() + self.axis.left() * v.y()
    }
    /// Whether it comes before another box, whichever is called A, so that ties are broken in the same way.
    #[inline]
    fn comes_first(&self, other: &Self) -> bool {
        let half = || compare(self.half, other.half);
        let axis = || compare(self.axis, other.axis);
        compare(self.origin, other.origin)
            .then_with(half)
            .then_with(axis)
            .is_le()
    }
}

/// A box and its place.
pub(super) type PlacedBox<'a, V> = (&'a Cuboid<V>, &'a Place<'a, V>);

/// Two boxes, and the gaps along the axes of either.
struct BoxPair2<V: Space2> {
    boxes: [WorldBox<V>; 2],
    /// Cosine and sine of B's angle in A's axes.
    turn: V,
    /// The center of the other, in the axes of either.
    along: [V; 2],
    gaps: [V; 2],
    bound: Bound<V::Scalar>,
}

impl<V: Space2> BoxPair2<V> {
    #[inline(always)]
    fn new(a: PlacedBox<'_, V>, b: PlacedBox<'_, V>) -> Self {
        let (a, b) = (WorldBox::new(a.0, a.1), WorldBox::new(b.0, b.1));
        // Two differences, not one and its negative: then the signs of zero are the same for equal centers,
        // and with them the direction of the depth.
        let (to_b, to_a) = (b.origin - a.origin, a.origin - b.origin);
        let turn = a.in_local(b.axis);
        let (c, s) = (turn.x().abs(), turn.y().abs());
        let extent = |h: V| V::new(c * h.x() + s * h.y(), s * h.x() + c * h.y());
        let along = [a.in_local(to_b), b.in_local(to_a)];
        Self {
            turn,
            along,
            gaps: [
                along[0].abs() - (a.half + extent(b.half)),
                along[1].abs() - (b.half + extent(a.half)),
            ],
            bound: Bound::new::<V>(a.reach, b.reach),
            boxes: [a, b],
        }
    }
    #[inline(always)]
    fn meet(&self) -> Option<bool> {
        self.bound.meets(self.gap())
    }
    /// The side with the greatest gap, and the corner in front of it.
    #[inline(always)]
    fn edge_and_corner(&self) -> (EdgeAndCorner<V>, CornerSides<ScalarOf<V>>) {
        let by = [self.gaps[0].max_element(), self.gaps[1].max_element()];
        let by_a = by[0] > by[1] || by[0] == by[1] && self.boxes[0].comes_first(&self.boxes[1]);
        let reference = usize::from(!by_a);
        let (mine, its) = (&self.boxes[reference], &self.boxes[1 - reference]);
        let (gaps, along) = (self.gaps[reference], self.along[reference]);
        let [zero, one, two]: [V::Scalar; 3] = [Real::ZERO, Real::ONE, Real::TWO];
        let turn = V::new(self.turn.x(), self.turn.y() * [one, -one][reference]);
        let upright = usize::from(gaps.x() < gaps.y());
        let sign = one.copysign([along.x(), along.y()][upright]);
        // Out of that side, and along it: products with 0 and 1 are exact.
        let normal = V::new([sign, zero][upright], [zero, sign][upright]);
        let tangent = normal.left();
        let (x, y) = (tangent.dot(turn), normal.dot(turn));
        // The other's x axis is (x, y) on the edge and its y axis (y, -x), which tells its lowest corner.
        let (right, upper) = (y < Real::ZERO, x >= Real::ZERO);
        let low = usize::from(right) ^ (3 * usize::from(upper));
        // The side from an even corner to the next is along its x axis, from an odd one along its y axis.
        let odd = low & 1;
        let (run, rise) = ([x, y][odd].abs(), [y, x][odd].abs());
        let half = [its.half.x(), its.half.y()];
        let (half_after, half_before) = (half[odd], half[1 - odd]);
        let x = tangent.dot(along) + (half_after * run - half_before * rise);
        let corner = V::new(x, by[reference]);
        let (to_after, to_before) = (half_after * two, half_before * two);
        let outward = mine.in_world(normal);
        let edge = [[3, 1], [0, 2]][upright][usize::from(sign > Real::ZERO)];
        let width = [mine.half.y(), mine.half.x()][upright];
        let facing = EdgeAndCorner {
            by_a,
            origin: mine.origin + outward * [mine.half.x(), mine.half.y()][upright],
            normal: outward,
            ends: [-width, width],
            end_corners: [edge, (edge + 1) & 3],
            corner,
            after: V::new(corner.x() - to_after * run, corner.y() + to_after * rise),
            before: V::new(corner.x() + to_before * rise, corner.y() + to_before * run),
            low,
            above: (low + 1) & 3,
            below: (low + 3) & 3,
        };
        (facing, CornerSides { run, rise })
    }
}

impl<V: Space2> SeparatedPair<V> for BoxPair2<V> {
    #[inline]
    fn gap(&self) -> ScalarOf<V> {
        self.gaps[0].max_element().max(self.gaps[1].max_element())
    }
    #[inline]
    fn bound(&self) -> Bound<ScalarOf<V>> {
        self.bound
    }
    #[inline]
    fn axis(&self) -> V {
        self.edge_and_corner().0.axis()
    }
    #[inline(always)]
    fn closest(&self) -> Option<(EdgeAndCorner<V>, ClosestPair<V>)> {
        self.meet()?;
        let (facing, sides) = self.edge_and_corner();
        let near = facing.closest(self.bound.error, |direction, _| sides.is_in_cone(direction))?;
        Some((facing, near))
    }
}

/// The directions of both sides at the corner, in coordinates on the edge: (-run, rise) to the corner after
/// it, (rise, run) to the one before it.
#[derive(Clone, Copy)]
struct CornerSides<S> {
    run: S,
    rise: S,
}

impl<S: Real> CornerSides<S> {
    /// Whether a direction is in the normal cone of the corner: neither side leads against it. (It is always
    /// in that of the edge's end, which is right-angled: what is in front of the edge and beyond its end is
    /// in front of neither of its sides.)
    #[inline]
    fn is_in_cone<V: Space2<Scalar = S>>(&self, direction: V) -> bool {
        let allowed = S::EPSILON * S::lit(CONE_TOLERANCE);
        let after = direction.y() * self.rise - direction.x() * self.run;
        let before = direction.x() * self.rise + direction.y() * self.run;
        after.min(before) >= -allowed
    }
}

/// Whether two boxes meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn meet<V: Space2>(a: PlacedBox<'_, V>, b: PlacedBox<'_, V>) -> Option<bool> {
    BoxPair2::new(a, b).meet()
}

/// The distance of two boxes, 0 where they meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn distance<V: Space2>(a: PlacedBox<'_, V>, b: PlacedBox<'_, V>) -> Option<V::Scalar> {
    BoxPair2::new(a, b).distance()
}

/// The signed distance of two boxes with its witness.
#[inline(never)]
pub(super) fn clearance<V: Space2>(a: PlacedBox<'_, V>, b: PlacedBox<'_, V>) -> Option<Clearance<V>> {
    BoxPair2::new(a, b).clearance()
}

/// The contacts of two boxes; `otherwise` where they are undecided.
#[inline(never)]
pub(super) fn manifold<V: Space2>(
    a: PlacedBox<'_, V>,
    b: PlacedBox<'_, V>,
    margin: V::Scalar,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    BoxPair2::new(a, b).manifold(margin, Ok, otherwise)
}
