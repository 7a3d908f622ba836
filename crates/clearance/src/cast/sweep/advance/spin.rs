//! Shapes that turn often: when two can meet at all, however they turn.
//!
//! A shape that turns about its position stays in the ball around that position and, in space, between two
//! planes perpendicular to its axis. Neither of these turns, so when they meet, and when they have left each
//! other, is a question about two shapes that go straight. To advance turn by turn (`arcs/`) would take too
//! many steps.

use crate::cast::sweep::approach::Approach;
use crate::cast::sweep::moving::Moving;
use crate::math::{Pose, Real, ScalarOf};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Placed};

/// The least turn, in radians over the whole time, for which this pays.
const OFTEN: f64 = 8.0;

/// When two that do not turn first meet.
type FirstTime<'f, V> = &'f dyn Fn(&Approach<'_, V>) -> Result<Option<ScalarOf<V>>, QueryError>;

/// The interval in which two that are apart at the start may meet; `None` where they never do.
pub(crate) fn window<V: PairSpace>(
    two: &Approach<'_, V>,
    first_time: FirstTime<'_, V>,
) -> Result<Option<[ScalarOf<V>; 2]>, QueryError> {
    let whole = [ScalarOf::<V>::ZERO, ScalarOf::<V>::ONE];
    if !(turns_often(&two.a) || turns_often(&two.b)) {
        return Ok(Some(whole));
    }
    let margin = two.size() * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0));
    let Some(from) = balls_meet(two, margin, first_time)? else {
        return Ok(None);
    };
    let across = |window, [one, other]: [&Moving<'_, V>; 2]| within(window, one, other, margin);
    let window = across([from, whole[1]], [&two.a, &two.b]);
    Ok(window.and_then(|window| across(window, [&two.b, &two.a])))
}

fn turns_often<V: PairSpace>(one: &Moving<'_, V>) -> bool {
    one.turns() && one.rate() > Real::lit(OFTEN)
}

/// When the balls around the turning shapes first meet, or such a ball and the other shape.
fn balls_meet<V: PairSpace>(
    two: &Approach<'_, V>,
    margin: V::Scalar,
    first_time: FirstTime<'_, V>,
) -> Result<Option<V::Scalar>, QueryError> {
    let (ball_a, ball_b) = (ball(&two.a, margin), ball(&two.b, margin));
    let straight = Approach {
        a: straight(&two.a, &ball_a),
        b: straight(&two.b, &ball_b),
        lost: two.lost,
        budget: two.budget,
    };
    if straight.turns() {
        return Ok(Some(Real::ZERO)); // no such ball
    }
    first_time(&straight)
}

/// The ball that a turning shape stays in.
fn ball<V: PairSpace>(one: &Moving<'_, V>, margin: V::Scalar) -> Option<(V::Shape, Pose<V>)> {
    let center = one.center().filter(|_| one.turns())?;
    let shape = V::Shape::ball(radius(one) + margin).ok()?;
    Some((shape, Pose::at(center).ok()?))
}

fn straight<'s, V: PairSpace>(one: &Moving<'s, V>, ball: &'s Option<(V::Shape, Pose<V>)>) -> Moving<'s, V> {
    match ball {
        Some((shape, pose)) => Moving::new(Placed::new(shape, pose), one.linear, Default::default()),
        None => *one,
    }
}

/// How far any point is from the position.
fn radius<V: PairSpace>(one: &Moving<'_, V>) -> V::Scalar {
    let placed = one.start;
    let core = placed.shape.core().filter(|_| placed.place.outer.is_none());
    core.map_or(one.reach, |core| {
        let lengths = core.vertices.iter().map(|v| v.length());
        let furthest = lengths.fold(ScalarOf::<V>::ZERO, Real::max);
        ((furthest + core.radius) * placed.place.pose.scale()).min(one.reach)
    })
}

/// The part of the interval in which two may be between planes perpendicular to the axis about which one of
/// them turns.
fn within<V: PairSpace>(
    [from, to]: [V::Scalar; 2],
    one: &Moving<'_, V>,
    other: &Moving<'_, V>,
    margin: V::Scalar,
) -> Option<[V::Scalar; 2]> {
    let whole = Some([from, to]);
    let axis = Some(one).filter(|one| one.turns()).and_then(|one| one.axis());
    let (Some(axis), Some(center), Some(place)) = (axis, one.center(), other.center()) else {
        return whole;
    };
    let [low, high] = heights(one, axis);
    let [bottom, top] = if other.turns() {
        [-radius(other), radius(other)]
    } else {
        heights(other, axis)
    };
    let above = axis.dot(place - center);
    let (low, high) = (low - top - above - margin, high - bottom - above + margin);
    let speed = axis.dot(other.linear - one.linear);
    if !(low.is_finite() && high.is_finite())
        || (speed == Real::ZERO && low <= Real::ZERO && high >= Real::ZERO)
    {
        return whole;
    }
    let (enters, leaves) = if speed >= Real::ZERO {
        (low / speed, high / speed)
    } else {
        (high / speed, low / speed)
    };
    let (from, to) = (from.max(enters), to.min(leaves));
    (from <= to).then_some([from, to])
}

/// How far a shape reaches against and along a unit vector, from its position.
fn heights<V: PairSpace>(one: &Moving<'_, V>, along: V) -> [V::Scalar; 2] {
    let (placed, center) = (one.start, one.center().unwrap_or(V::ZERO));
    let Some(core) = placed.shape.core().filter(|_| placed.place.outer.is_none()) else {
        let aabb = placed.aabb();
        let (middle, half) = (
            aabb.min.midpoint(aabb.max),
            (aabb.max - aabb.min) * ScalarOf::<V>::HALF,
        );
        let (height, more) = (along.dot(middle - center), along.abs().dot(half));
        return [height - more, height + more];
    };
    let frame = placed.place.pose.frame();
    let all = core.vertices.iter().map(|v| along.dot(frame.point(*v) - center));
    let (low, high) = all.fold(
        (ScalarOf::<V>::INFINITY, -ScalarOf::<V>::INFINITY),
        |(low, high), h| (low.min(h), high.max(h)),
    );
    let radius = core.radius * placed.place.pose.scale();
    [low - radius, high + radius]
}
