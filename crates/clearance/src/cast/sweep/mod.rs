//! Two shapes on the move: when do they first meet?
//!
//! A question travels `mod.rs` → `near_origin.rs` (two that are far from the origin are moved to it) →
//! `fast_path/` (a few simple pairs that do not turn) → `straight/` (any two cores that do not), or
//! `turning/` (polygons and capsules of the plane that do) → `moving.rs` (where a shape is at a time), and
//! there to `advance/approach.rs` (two convex shapes that do not turn), whose end `advance/graze.rs` finds
//! exactly where it can, `arcs/straight.rs` (where one of these is curved), or `parts.rs` (shapes of parts
//! that do not), which asks about two parts; what turns goes to `advance/spin.rs` (from when to when what
//! turns often may meet) and `arcs/`, whose `parts.rs` asks about two parts.

mod advance;
mod arcs;
mod fast_path;
mod interval;
mod moving;
mod near_origin;
mod parts;
mod slack;
pub(super) mod space;
mod straight;
mod turning;

use crate::math::{Aabb, InvalidPose, Pose, Real, Rotation, ScalarOf, Space, Vector, rounding_of_sum};
use crate::pair::{self, Clearance, PairSpace, QueryError};
use crate::shape::{AnyShape, Placed, prefetch_both};
use advance::approach::Approach;
pub use advance::approach::Hit;
use arcs::Budget;
pub(super) use fast_path::{plane, space};
pub use interval::{SweepInterval, sweep_interval};
use moving::Moving;
pub(crate) use slack::slack;
use space::SweepSpace;
pub(super) use turning::plane as plane_turning;

/// How a shape moves from time 0 to time 1: at constant speed, turning about its position at a constant rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Space> {
    /// How far it goes.
    pub linear: V,
    /// How far it turns: radians in 2D, in 3D a vector along the axis of as many radians.
    pub angular: <V::Rotation as Rotation<V>>::Angular,
}

impl<V: Space> Motion<V> {
    /// No motion.
    pub fn none() -> Self {
        Self::linear(V::ZERO)
    }
    /// Straight, without turning.
    pub fn linear(linear: V) -> Self {
        Self {
            linear,
            angular: Default::default(),
        }
    }
    /// The first `part` of it, or what follows at the same speed.
    pub fn part(&self, part: V::Scalar) -> Self {
        Self {
            linear: self.linear * part,
            angular: self.angular * part,
        }
    }
    /// Where something stands at a time that stands at `pose` at time 0; rounded.
    ///
    /// Errors: a position beyond the supported range.
    pub fn at(&self, pose: &Pose<V>, time: V::Scalar) -> Result<Pose<V>, InvalidPose> {
        let rotation = if self.turns() {
            V::Rotation::turning(self.angular, time).after(pose.rotation())
        } else {
            pose.rotation()
        };
        Pose::new(pose.position() + self.linear * time, rotation)?.scaled(pose.scale())
    }
    /// Whether it turns.
    pub fn turns(&self) -> bool {
        self.angular != Default::default()
    }
    /// As far as it matters to a shape: a ball does not turn.
    fn of(&self, placed: &Placed<'_, V>) -> Self
    where
        V: PairSpace,
    {
        if self.turns() && placed.place.outer.is_none() && placed.shape.ball_radius().is_some() {
            return Self::linear(self.linear);
        }
        *self
    }
    fn check(&self, name: &'static str) -> Result<(), QueryError> {
        let is_turn = || <V::Rotation as Rotation<V>>::rate(self.angular).is_finite();
        if self.linear.is_finite() && (!self.turns() || is_turn()) {
            Ok(())
        } else {
            Err(QueryError::NotFinite(name))
        }
    }
}

/// What counts as meeting at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Shapes that touch at the start meet at time 0.
    #[default]
    Touching,
    /// A touch at the start is passed over while the motion parts the shapes or slides them along each other.
    Release,
    /// The same, and an overlap at the start is passed over while the motion makes it no deeper.
    ///
    /// How deep is said by the clearance, for shapes made of parts by each two parts by themselves. A solid
    /// that is not convex is left through its border where the overlap is more than rounding explains: more
    /// than 2^-40 of the size, in `f32` 2^-17.
    ReleaseOverlap,
}

/// When and where two moving shapes first meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit<V: Vector> {
    /// From 0 to 1; 0 where they meet at the start. Never later than the truth.
    pub time: V::Scalar,
    /// From A to B at that time; at the start, the direction in which B is parted from A.
    pub normal: V,
    /// Where they meet, in the world at that time; of shapes that overlap at the start, between their witness
    /// points.
    pub point: V,
    /// Whether the search came to its end. Where it did not, the two are surely apart before `time`; whether
    /// they meet then, later or not at all is not known, and the normal and point are those of parts that
    /// were not done, or point from one position to the other. That befalls grazes of shapes that turn, what
    /// turns thousands of times, many parts near each other where they turn or are curved, and curved shapes
    /// beside hulls of thousands of corners. It never befalls cores that go straight, nor unions of these.
    pub is_resolved: bool,
}

/// The first time, from 0 to 1, at which two moving shapes have a point in common; `None` where there is
/// none.
///
#[doc = include_str!("../../../docs/sweep.svg")]
///
/// Grazing counts, and so does meeting at time 1. The time is within 1e-9 (in `f64`), also of shapes that
/// merely graze each other: exact arithmetic tells whether and when, to the last place. But what passes
/// within some roundings of the size may count as meeting where neither has a radius, and a graze may be told
/// too early: in `f64` by some 1e-5 of the motion where shapes turn on the way (but for balls), by 1e-6 of
/// ellipses, ellipsoids, cylinders and cones; in `f32` by some 1e-3 of all these, and by 1e-4 of shapes of
/// the plane whose pose is turned.
///
/// Two cores that do not turn cost a few clearances, and grazes of these some 10 to 100 µs; of hulls of 500
/// corners some 1 ms. What shapes that turn cost, and curved ones, is bounded, of parts too: the search
/// counts its steps, ends within about a millisecond (where no hull has thousands of corners), and says so
/// ([`is_resolved`](SweepHit::is_resolved)). Straight sweeps of shapes made of many cores cost one search for
/// each two parts that come near before the first meeting: milliseconds between dense meshes. Not counted is
/// what it costs to say whether two meet at the start and how: two clearances, where they do. Those of two
/// dense meshes, or of a curved shape and a hull of hundreds of corners that overlap, take milliseconds; with
/// [`Start::Release`], some dozens of them are asked where the two touch.
///
/// Errors: a motion that is not finite (`motion_a`, `motion_b`), pairs without a clearance, half-spaces that
/// turn, and a position that leaves the supported range ([`Pose`]) where the answer hangs on it: most pairs
/// are answered without.
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
        return Ok(answer.map(|hit| hit.in_world(motion_a)));
    }
    any_two(a, motion_a, b, motion_b, start)
}

/// The same of any two: apart from the balls, which need a hundredth of its stack.
#[inline(never)]
fn any_two<V: SweepSpace>(
    a: Placed<'_, V>,
    motion_a: &Motion<V>,
    b: Placed<'_, V>,
    motion_b: &Motion<V>,
    start: Start,
) -> Result<Option<SweepHit<V>>, QueryError> {
    prefetch_both(&a, &b);
    let way = relative_way(motion_a, motion_b)?;
    let motions = [&motion_a.of(&a), &motion_b.of(&b)];
    match near_origin::of([&a, &b], way) {
        Some(home) => near_origin::first([a, b], motions, way, start, home),
        None => nearby([a, b], motions, way, start),
    }
}

/// The same of two where they are, of which B goes `way` as seen from A.
fn nearby<V: SweepSpace>(
    [a, b]: [Placed<'_, V>; 2],
    [motion_a, motion_b]: [&Motion<V>; 2],
    way: V,
    start: Start,
) -> Result<Option<SweepHit<V>>, QueryError> {
    if !motion_a.turns()
        && !motion_b.turns()
        && let Some(answer) = V::meet_at_once(&a, &b, way).or_else(|| straight::first(&a, &b, way, Real::ONE))
    {
        return Ok(answer.map(|hit| hit.in_world(motion_a)));
    }
    if (motion_a.turns() || motion_b.turns())
        && let Some(answer) = V::meet_turning(&a, &b, way, [motion_a.angular, motion_b.angular])
    {
        return Ok(answer.map(|hit| hit.in_world(motion_a)));
    }
    if let Some(answer) = at_another_scale([a, b], [motion_a, motion_b], start) {
        return answer;
    }
    let budget = Budget::new();
    let two = moving_pair(a, motion_a, b, motion_b, &budget)?;
    let hit = first(&two, start)?;
    Ok(hit.map(|hit| hit.in_world(motion_a)))
}

/// The same of two convex shapes so small or so large that products of their numbers vanish or overflow;
/// `None` of others.
#[cold]
fn at_another_scale<V: SweepSpace>(
    [a, b]: [Placed<'_, V>; 2],
    motions: [&Motion<V>; 2],
    start: Start,
) -> Option<Result<Option<SweepHit<V>>, QueryError>> {
    let (answer, back) = pair::at_another_scale(a, b, |a, b, there| {
        let scaled = |motion: &Motion<V>| {
            let linear = there.exactly_each(motion.linear)?;
            Some(Motion { linear, ..*motion })
        };
        Some(sweep(a, &scaled(motions[0])?, b, &scaled(motions[1])?, start))
    })?;
    let hit_back = |hit: SweepHit<V>| SweepHit {
        point: back.times_each(hit.point),
        ..hit
    };
    Some(answer?.map(|hit| hit.map(hit_back)))
}

/// How far B goes as seen from A.
#[inline]
fn relative_way<V: PairSpace>(motion_a: &Motion<V>, motion_b: &Motion<V>) -> Result<V, QueryError> {
    motion_a.check("motion_a")?;
    motion_b.check("motion_b")?;
    let way = motion_b.linear - motion_a.linear;
    if way.is_finite() {
        Ok(way)
    } else {
        Err(QueryError::NotFinite("motion_b"))
    }
}

/// The two as seen from where A stands: A turns, B goes where it goes as seen from A.
fn moving_pair<'s, V: PairSpace>(
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

impl<V: Vector> Hit<V> {
    /// Seen from the world.
    fn in_world(&self, motion_a: &Motion<V>) -> SweepHit<V>
    where
        V: Space,
    {
        SweepHit {
            point: self.point + motion_a.linear * self.time,
            time: self.time,
            normal: self.normal,
            is_resolved: self.is_resolved,
        }
    }
}

/// The box around all places that a shape comes to on its way, never too small.
///
/// Errors: a motion that is not finite.
pub fn swept_aabb<V: PairSpace>(a: Placed<'_, V>, motion: &Motion<V>) -> Result<Aabb<V>, QueryError> {
    motion.check("motion")?;
    Ok(Moving::new(a, motion.linear, motion.angular).swept_aabb())
}

fn first<V: PairSpace>(two: &Approach<'_, V>, start: Start) -> Result<Option<Hit<V>>, QueryError> {
    let (zero, one) = (Real::ZERO, ScalarOf::<V>::ONE);
    if let Some(answer) = two.quick(one) {
        return Ok(answer);
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
        (true, false) => match advance::spin::window(two)? {
            Some([from, to]) => two.first(from, to),
            None => Ok(None),
        },
        (true, true) => two.after_touch(zero, one),
        (false, false) => parts::first(two, Start::Touching),
        (false, true) => parts::first(two, Start::Release),
    }
}

/// The first meeting of two that overlap at the start: at once where the motion makes that deeper.
fn from_overlap<V: PairSpace>(two: &Approach<'_, V>, c: &Clearance<V>) -> Result<Option<Hit<V>>, QueryError> {
    if two.are_convex() || two.turns() {
        return two.after_touch(Real::ZERO, Real::ONE);
    }
    if !two.is_as_good_as_touching(c) {
        if two.speed(c.normal) > Real::ZERO {
            return Ok(Some(Hit::new(Real::ZERO, c)));
        }
        // Its border, met from within, does not hold what leaves a solid.
        let encloses = |shape: &V::Shape| shape.parts().is_some_and(|parts| parts.border().is_some());
        if encloses(two.a.start().shape) || encloses(two.b.start().shape) {
            return Ok(None);
        }
    }
    parts::first(two, Start::Release)
}

/// The middle between the witness points.
fn middle<V: Vector>(c: &Clearance<V>) -> V {
    c.point_a.midpoint(c.point_b)
}
