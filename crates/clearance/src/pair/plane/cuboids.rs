//! Two boxes: four axes, no corners but the nearest, nothing to predict.
//!
//! Each axis is a side of one box, on which the other's extent is the sum of its half extents times the
//! magnitudes of the relative rotation (Gottschalk, Lin, Manocha, "OBBTree", 1996; Ericson, "Real-Time
//! Collision Detection", 2005, 4.4.1). All four gaps are computed always: leaving after the first that parts
//! the two costs more, where it cannot be foreseen, than it saves. Which box has the greatest gap, on which
//! side and in which direction, chooses numbers from arrays and signs, not code. What follows from that edge
//! is in [`Facing`].
//!
//! The arithmetic is that which `exact/filter.rs` bounds, for a cosine and sine instead of a general axis.

use super::facing::{Facing, LEANING, Near, OnEdge};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Place, Real, ScalarOf, magnitude};
use crate::pair::answer::{Clearance, Manifold};
use crate::pair::round::closed_form::compare;
use crate::shape::{Cuboid, Space2};

/// A box where it stands, in world lengths.
#[derive(Clone, Copy)]
struct Standing<V: Space2> {
    half: V,
    /// Its x axis in the world.
    axis: V,
    origin: V,
    reach: Reach<V::Scalar>,
}

impl<V: Space2> Standing<V> {
    #[inline(always)]
    fn new(cuboid: &Cuboid<V>, place: Place<'_, V>) -> Self {
        let frame = place.frame();
        Self {
            half: cuboid.half_extents() * frame.scale,
            axis: frame.axes[0],
            origin: frame.origin,
            reach: Reach::new(&place, magnitude(cuboid.half_extents())),
        }
    }
    /// A world vector in its axes.
    #[inline(always)]
    fn seen(&self, v: V) -> V {
        V::new(self.axis.dot(v), self.axis.perp_dot(v))
    }
    /// A vector of its axes in the world.
    #[inline(always)]
    fn shown(&self, v: V) -> V {
        self.axis * v.x() + self.axis.left() * v.y()
    }
    /// Whether it comes before another box, whichever is called A: so that ties are broken alike.
    #[inline(always)]
    fn comes_first(&self, other: &Self) -> bool {
        let half = || compare(self.half, other.half);
        let axis = || compare(self.axis, other.axis);
        compare(self.origin, other.origin)
            .then_with(half)
            .then_with(axis)
            .is_le()
    }
}

/// A box and where it stands.
pub(super) type Placed<'p, 'a, V> = (&'p Cuboid<V>, Place<'a, V>);

/// Two boxes, and the gaps along the axes of either.
struct Cuboids<V: Space2> {
    boxes: [Standing<V>; 2],
    /// Cosine and sine of B's angle in A's axes.
    turn: V,
    /// The center of the other, as either sees it.
    along: [V; 2],
    gaps: [V; 2],
    bound: Bound<V::Scalar>,
}

impl<V: Space2> Cuboids<V> {
    #[inline(always)]
    fn new(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Self {
        let (a, b) = (Standing::new(a.0, a.1), Standing::new(b.0, b.1));
        // Two differences, not one and its negative: for one center the signs of zero are the same then, too,
        // and with them the way out.
        let (to_b, to_a) = (b.origin - a.origin, a.origin - b.origin);
        let turn = a.seen(b.axis);
        let (c, s) = (turn.x().abs(), turn.y().abs());
        let extent = |h: V| V::new(c * h.x() + s * h.y(), s * h.x() + c * h.y());
        let along = [a.seen(to_b), b.seen(to_a)];
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
    fn gap(&self) -> ScalarOf<V> {
        self.gaps[0].max_element().max(self.gaps[1].max_element())
    }
    #[inline(always)]
    fn meet(&self) -> Option<bool> {
        self.bound.meets(self.gap())
    }
    /// The side with the greatest gap, and the corner in front of it.
    #[inline(always)]
    fn facing(&self) -> (Facing<V>, Leaning<ScalarOf<V>>) {
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
        // The other's x axis is (x, y) on the edge, its y axis (y, -x): so its lowest corner is on these
        // sides.
        let (right, upper) = (y < Real::ZERO, x >= Real::ZERO);
        let low = usize::from(right) ^ (3 * usize::from(upper));
        // From an even corner to the next runs a side along its x axis, from an odd one a side along its y
        // axis.
        let odd = low & 1;
        let (run, rise) = ([x, y][odd].abs(), [y, x][odd].abs());
        let half = [its.half.x(), its.half.y()];
        let (half_after, half_before) = (half[odd], half[1 - odd]);
        let corner = OnEdge {
            x: tangent.dot(along) + (half_after * run - half_before * rise),
            y: by[reference],
        };
        let (to_after, to_before) = (half_after * two, half_before * two);
        let outward = mine.shown(normal);
        let edge = [[3, 1], [0, 2]][upright][usize::from(sign > Real::ZERO)];
        let width = [mine.half.y(), mine.half.x()][upright];
        let facing = Facing {
            by_a,
            origin: mine.origin + outward * [mine.half.x(), mine.half.y()][upright],
            normal: outward,
            ends: [-width, width],
            end_corners: [edge, (edge + 1) & 3],
            corner,
            after: OnEdge {
                x: corner.x - to_after * run,
                y: corner.y + to_after * rise,
            },
            before: OnEdge {
                x: corner.x + to_before * rise,
                y: corner.y + to_before * run,
            },
            low,
            above: (low + 1) & 3,
            below: (low + 3) & 3,
        };
        (facing, Leaning { run, rise })
    }
    #[inline(always)]
    fn near(&self) -> Option<(Facing<V>, Near<ScalarOf<V>>)> {
        self.meet()?;
        let (facing, leaning) = self.facing();
        let near = facing.near(self.bound.error, |direction, _| leaning.holds(direction))?;
        Some((facing, near))
    }
}

/// The sides at the corner, seen from the edge: the one after it leads by (-run, rise), the one before it by
/// (rise, run).
#[derive(Clone, Copy)]
struct Leaning<S> {
    run: S,
    rise: S,
}

impl<S: Real> Leaning<S> {
    /// Whether neither side leads further down along a direction. (The reference's corner is right-angled
    /// too, and a direction to what is in front of the edge and beyond its end leads away from both of its
    /// sides.)
    #[inline(always)]
    fn holds(&self, direction: OnEdge<S>) -> bool {
        let allowed = S::EPSILON * S::lit(LEANING);
        let after = direction.y * self.rise - direction.x * self.run;
        let before = direction.x * self.rise + direction.y * self.run;
        after.min(before) >= -allowed
    }
}

/// Whether two boxes meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn meet<V: Space2>(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Option<bool> {
    Cuboids::new(a, b).meet()
}

/// The distance of two boxes, 0 where they meet.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
pub(super) fn distance<V: Space2>(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Option<V::Scalar> {
    let boxes = Cuboids::new(a, b);
    if boxes.meet()? {
        return Some(Real::ZERO);
    }
    boxes.near().map(|(_, near)| near.distance)
}

/// The signed distance of two boxes with its witness.
#[inline(never)]
pub(super) fn clearance<V: Space2>(a: Placed<'_, '_, V>, b: Placed<'_, '_, V>) -> Option<Clearance<V>> {
    let (facing, near) = Cuboids::new(a, b).near()?;
    Some(facing.clearance(&near))
}

/// The contacts of two boxes.
#[inline(never)]
pub(super) fn manifold<V: Space2>(
    a: Placed<'_, '_, V>,
    b: Placed<'_, '_, V>,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let boxes = Cuboids::new(a, b);
    if boxes.gap() > margin + boxes.bound.error {
        return Some(Manifold::new(boxes.facing().0.axis()));
    }
    let (facing, near) = boxes.near()?;
    if near.distance > margin {
        return Some(Manifold::new(facing.clearance(&near).normal));
    }
    facing.manifold(&near, margin, boxes.bound.error)
}
