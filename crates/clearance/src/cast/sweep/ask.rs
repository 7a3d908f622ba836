//! When two moving shapes first meet: which search is asked, in which order.

use super::advance::spin;
use super::approach::Approach;
use super::arcs;
use super::budget::Budget;
use super::hit::{Hit, SweepHit};
use super::motion::{Motion, Start};
use super::moving::Moving;
use super::space::SweepSpace;
use super::{near_origin, parts, straight};
use crate::math::{Real, ScalarOf, rounding_of_sum};
use crate::pair::{self, Clearance, PairSpace, QueryError};
use crate::shape::{AnyShape, Placed, prefetch_both};

/// The first time, from 0 to 1, at which two moving shapes have a point in common; `None` where there is
/// none.
///
/// Grazing counts, and so does meeting at time 1. The time is within 1e-9 (in `f64`), also of shapes that
/// merely graze each other: exact arithmetic decides whether and when, to the last place. There are
/// exceptions. Shapes without a radius that pass each other within some roundings of the size may count as
/// meeting. A graze may be reported too early: in `f64` by some 1e-5 of the motion where shapes other than
/// balls turn on the way, and by 1e-6 for ellipses, ellipsoids, cylinders and cones; in `f32` by some 1e-3
/// for all these, and by 1e-4 for shapes of the plane whose pose is turned.
///
/// Two cores that do not turn cost a few clearances; their grazes cost some 10 to 100 µs, those of hulls of
/// 500 corners some 1 ms. The cost of shapes that turn, and of curved ones, is bounded, also where they have
/// parts: the search counts its steps, ends within about a millisecond (where no hull has thousands of
/// corners), and says so ([`is_resolved`](SweepHit::is_resolved)). Straight sweeps of shapes made of many
/// cores cost one search for each two parts that come near each other before the first meeting: milliseconds
/// between dense meshes. Not counted is the cost of deciding whether and how two meet at the start: two
/// clearances, where they do. Those of two dense meshes, or of a curved shape that overlaps a hull of
/// hundreds of corners, take milliseconds; with [`Start::Release`], some dozens of them are asked where the
/// two touch.
///
/// Errors: a motion that is not finite (`motion_a`, `motion_b`), pairs without a clearance, half-spaces that
/// turn, and a position that leaves the supported range ([`Pose`](crate::math::Pose)) where the answer
/// depends on it; most pairs are answered without it.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Motion, Start, sweep}, d2::Shape, glam::DVec2};
/// let (bullet, wall) = (Shape::circle(0.125).unwrap(), Shape::cuboid(DVec2::new(0.125, 5.0)).unwrap());
/// let (here, there) = (Pose::IDENTITY, Pose::at(DVec2::X * 8.0).unwrap());
/// let flight = Motion::linear(DVec2::X * 31.0);
/// let hit = sweep(Placed::new(&bullet, &here), &flight, Placed::new(&wall, &there), &Motion::none(), Start::Touching);
/// let hit = hit.unwrap().unwrap();
/// assert_eq!((hit.time, hit.normal), (0.25, DVec2::X)); // it neither tunnels nor comes late
/// ```
#[inline]
pub fn sweep<V: SweepSpace>(
    a: Placed<'_, V>,
    motion_a: &Motion<V>,
    b: Placed<'_, V>,
    motion_b: &Motion<V>,
    start: Start,
) -> Result<Option<SweepHit<V>>, QueryError> {
    let (way, is_straight) = (
        motion_b.linear - motion_a.linear,
        !motion_a.turns() && !motion_b.turns(),
    );
    if let (true, Some(one), Some(other)) = (is_straight, a.shape.ball_radius(), b.shape.ball_radius())
        && let Some(answer) = straight::balls::first([&a, &b], [one, other], way, 1.0)
    {
        return Ok(answer.hit().map(|hit| hit.in_world(motion_a)));
    }
    any_two(a, motion_a, b, motion_b, start)
}

/// The same of any two shapes; a separate function, since two balls need a hundredth of its stack.
#[inline(never)]
pub(super) fn any_two<V: SweepSpace>(
    a: Placed<'_, V>,
    motion_a: &Motion<V>,
    b: Placed<'_, V>,
    motion_b: &Motion<V>,
    start: Start,
) -> Result<Option<SweepHit<V>>, QueryError> {
    prefetch_both(&a, &b);
    let question = Question {
        two: [a, b],
        motions: [&motion_a.of(&a), &motion_b.of(&b)],
        way: relative_way(motion_a, motion_b)?,
        start,
    };
    match near_origin::offset([&a, &b], question.way) {
        Some(offset) => question.far_from_origin(offset),
        None => question.nearby(),
    }
}

/// Two shapes, of which B goes `way` relative to A.
#[derive(Clone, Copy)]
struct Question<'q, V: SweepSpace> {
    two: [Placed<'q, V>; 2],
    motions: [&'q Motion<V>; 2],
    way: V,
    start: Start,
}

type Answer<V> = Result<Option<SweepHit<V>>, QueryError>;

impl<V: SweepSpace> Question<'_, V> {
    /// Moves both to the origin by `offset` first.
    #[cold]
    fn far_from_origin(&self, offset: V) -> Answer<V> {
        let [a, b] = self.two;
        let [Ok(p), Ok(q)] = self.two.map(|placed| near_origin::moved(&placed, offset)) else {
            return self.nearby();
        };
        let two = [Placed::new(a.shape, &p), Placed::new(b.shape, &q)];
        let hit = Question { two, ..*self }.nearby()?;
        Ok(hit.map(|hit| SweepHit {
            point: hit.point + offset,
            ..hit
        }))
    }
    /// Asks about both where they are.
    fn nearby(&self) -> Answer<V> {
        let ([a, b], [motion_a, motion_b], way) = (self.two, self.motions, self.way);
        let filtered = if motion_a.turns() || motion_b.turns() {
            V::filter_turning(&a, &b, way, [motion_a.angular, motion_b.angular])
        } else {
            V::sweep_fast_path(&a, &b, way).or_else(|| straight::first(&a, &b, way, Real::ONE))
        };
        if let Some(answer) = filtered {
            return Ok(answer.hit().map(|hit| hit.in_world(motion_a)));
        }
        if let Some(answer) = self.at_another_scale() {
            return answer;
        }
        let budget = Budget::new();
        let two = moving_pair(a, motion_a, b, motion_b, &budget)?;
        let hit = first(&two, self.start)?;
        Ok(hit.map(|hit| hit.in_world(motion_a)))
    }
    /// Two convex shapes so small or so large that products of their numbers vanish or overflow, at another
    /// scale; `None` for others.
    #[cold]
    fn at_another_scale(&self) -> Option<Answer<V>> {
        let ([a, b], motions) = (self.two, self.motions);
        let (answer, back) = pair::at_another_scale(a, b, |a, b, there| {
            let scaled = |motion: &Motion<V>| {
                let linear = there.exactly_each(motion.linear)?;
                Some(Motion { linear, ..*motion })
            };
            Some(sweep(
                a,
                &scaled(motions[0])?,
                b,
                &scaled(motions[1])?,
                self.start,
            ))
        })?;
        let hit_back = |hit: SweepHit<V>| SweepHit {
            point: back.times_each(hit.point),
            ..hit
        };
        Some(answer?.map(|hit| hit.map(hit_back)))
    }
}

/// How far B goes as seen from A.
#[inline]
pub(super) fn relative_way<V: PairSpace>(
    motion_a: &Motion<V>,
    motion_b: &Motion<V>,
) -> Result<V, QueryError> {
    motion_a.check("motion_a")?;
    motion_b.check("motion_b")?;
    let way = motion_b.linear - motion_a.linear;
    if way.is_finite() {
        Ok(way)
    } else {
        Err(QueryError::NotFinite("motion_b"))
    }
}

/// The two as seen from A's position: A only turns, and B moves relative to A.
pub(super) fn moving_pair<'s, V: PairSpace>(
    a: Placed<'s, V>,
    motion_a: &Motion<V>,
    b: Placed<'s, V>,
    motion_b: &Motion<V>,
    budget: &'s Budget,
) -> Result<Approach<'s, V>, QueryError> {
    let relative = relative_way(motion_a, motion_b)?;
    let two = Approach {
        a: Moving::new(a.simplest(), V::ZERO, motion_a.angular),
        b: Moving::new(b.simplest(), relative, motion_b.angular),
        lost: V::from_fn(|i| rounding_of_sum(motion_b.linear.get(i), -motion_a.linear.get(i))),
        budget,
    };
    two.check()?;
    Ok(two)
}

pub(super) fn first<V: PairSpace>(two: &Approach<'_, V>, start: Start) -> Result<Option<Hit<V>>, QueryError> {
    let (zero, one) = (Real::ZERO, ScalarOf::<V>::ONE);
    if let Some(answer) = two.filter(one) {
        return Ok(answer.hit());
    }
    let is_searched = two.turns() || two.is_curved();
    let is_apart = is_searched && two.are_convex() && arcs::are_apart(two);
    let is_touch = !is_apart && two.meet(zero)?;
    if is_touch {
        let c = two.clearance(zero)?;
        let is_overlap = c.distance < zero;
        if start == Start::Touching || start == Start::Release && is_overlap {
            return Ok(Some(Hit::new(zero, &c)));
        }
        if is_overlap {
            return from_overlap(two, &c);
        }
    }
    match (two.are_convex() || two.turns(), is_touch) {
        (true, false) => match spin::window(two, &|straight| {
            Ok(first(straight, Start::Touching)?.map(|hit| hit.time))
        })? {
            Some([from, to]) => two.first(from, to),
            None => Ok(None),
        },
        (true, true) => two.after_touch(zero, one),
        (false, false) => parts::first(two, Start::Touching),
        (false, true) => parts::first(two, Start::Release),
    }
}

/// The first meeting of two that overlap at the start: at the start where the motion makes the overlap
/// deeper.
fn from_overlap<V: PairSpace>(two: &Approach<'_, V>, c: &Clearance<V>) -> Result<Option<Hit<V>>, QueryError> {
    if two.are_convex() || two.turns() {
        return two.after_touch(Real::ZERO, Real::ONE);
    }
    if !two.is_as_good_as_touching(c) {
        if two.speed(c.normal) > Real::ZERO {
            return Ok(Some(Hit::new(Real::ZERO, c)));
        }
        // A shape that leaves a solid from inside may touch the border, and that is no meeting.
        let encloses = |shape: &V::Shape| shape.parts().is_some_and(|parts| parts.border().is_some());
        if encloses(two.a.start.shape) || encloses(two.b.start.shape) {
            return Ok(None);
        }
    }
    parts::first(two, Start::Release)
}
