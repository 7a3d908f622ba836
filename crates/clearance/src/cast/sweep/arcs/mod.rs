//! Any two convex shapes that turn on their way.
//!
//! From a time at which a normal parts the two, an interval is proved free (`proof.rs`), as long as can be:
//! that is Newton's method on the gap, held back by a part that shrinks as the gap is found where it was
//! foreseen. The normal at its end is that of the closest points there (`normal.rs`); an interval that cannot
//! be proved is cut. Nothing is believed that is not proved, so the search only says how soon it is done, and
//! the time is never late.
//!
//! All is done in double precision around the positions, lengths scaled by a power of two, whatever the
//! space's: poses rounded to single precision would be off by more than the gaps at the end, and angles of
//! thousands of radians by more than the shapes are large.
//!
//! A shape that grazes another or turns thousands of times may take longer than anyone has time for. So looks
//! along directions are counted (`budget.rs`), not seconds: the same bits on every machine. Where they run
//! out, the answer is the time up to which all is proved, and says that no more is known. Shapes made of
//! parts (`parts.rs`) share what there is among all pairs of these: the pair that is proved least far goes
//! next (`earliest.rs`). Where neither turns and one is curved, planes are enough (`straight.rs`).

mod body;
mod budget;
mod corners;
mod earliest;
mod normal;
mod parts;
mod proof;
mod straight;
#[cfg(test)]
mod tests;
mod walk;

use glam::DVec3;

use super::advance::approach::{Approach, Hit};
use super::straight::not_later;
use crate::math::{DoubleFrame, Real, ScalarOf, lift, lower};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Placed};
use body::{Body, Turn};
pub(super) use budget::Budget;
pub(super) use straight::first as first_straight;

/// A gap that counts as used up, in parts of the size: some thousand roundings.
const NEAR: f64 = 1.0 / (1_u64 << 40) as f64;
/// How far the first normal may be from the best, in parts of the size.
const COARSE: f64 = 1.0 / 1024.0;
/// No interval turns a shape further, in radians: the proof's bound grows with the third power.
const TURN: f64 = 1.0;
/// Part of a gap that Newton's method leaves at first, and at least.
const KEPT: [f64; 2] = [0.25, 1.0 / 4096.0];

/// The first meeting after `from`, when the two are apart, and not after `limit`.
pub(super) fn first<V: PairSpace>(
    two: &Approach<'_, V>,
    from: V::Scalar,
    limit: V::Scalar,
) -> Result<Option<Hit<V>>, QueryError> {
    if !two.are_convex() {
        return parts::first(two, from, limit);
    }
    let course = Course::new(two);
    let [Some(a), Some(b)] = wholes(two, &course) else {
        return Err(two.unsupported());
    };
    let arcs = Arcs::new(&course, [&a, &b]);
    arcs.hit(two, arcs.walk(from.to_f64(), limit.to_f64()))
}

/// Whether two convex shapes are apart at the start by more than rounding explains; false where that is not
/// sure.
pub(super) fn are_apart<V: PairSpace>(two: &Approach<'_, V>) -> bool {
    let course = Course::new(two);
    let [Some(a), Some(b)] = wholes(two, &course) else {
        return false;
    };
    let arcs = Arcs::new(&course, [&a, &b]);
    arcs.first_normal(&arcs.moment(0.0)).is_some()
}

/// Each shape as one body, where it is convex.
fn wholes<V: PairSpace>(two: &Approach<'_, V>, course: &Course<'_>) -> [Option<Body>; 2] {
    [&two.a, &two.b].map(|moving| Body::new(moving.start(), moving, course.unit))
}

/// What all pairs of parts of two shapes have in common: seen from A's position, for a time of 1.
struct Course<'b> {
    /// From A's position to B's at the start.
    between: DVec3,
    way: DVec3,
    /// By what all lengths are multiplied.
    unit: f64,
    /// Whether all is in the plane.
    is_flat: bool,
    /// What is not known of where a vertex is.
    given: f64,
    budget: &'b Budget,
}

impl<'b> Course<'b> {
    fn new<V: PairSpace>(two: &Approach<'b, V>) -> Self {
        let unit = unit(two);
        let position = |m: &super::Moving<'_, V>| m.center().map_or(DVec3::ZERO, lift);
        Self {
            between: (position(&two.b) - position(&two.a)) * unit,
            way: lift(two.way()) * unit,
            unit,
            is_flat: V::DIM == 2,
            // Relations in the space's own precision know no more of it.
            given: 4.0 * ScalarOf::<V>::EPSILON.to_f64() * two.size().to_f64() * unit,
            budget: two.budget,
        }
    }
}

/// Two convex shapes on their way.
struct Arcs<'b> {
    course: &'b Course<'b>,
    bodies: [&'b Body; 2],
    /// No point is faster as seen from the other shape.
    fastest: f64,
    size: f64,
    /// What rounding does to a gap at time 0, and how much more it does at time 1.
    rounding: [f64; 2],
}

/// Where all is at a time.
struct Moment {
    time: f64,
    between: DVec3,
    turns: [Turn; 2],
    /// What rounding does to a gap then.
    margin: f64,
}

/// How a search ended.
enum End {
    /// Nothing meets.
    Free,
    /// Apart until a time, when a plane across this normal still parts the two, if one was found, and as good
    /// as together then.
    Near(f64, Option<DVec3>),
    /// Apart until a time; no more was found out.
    Spent(f64, DVec3),
}

impl<'b> Arcs<'b> {
    fn new(course: &'b Course<'b>, bodies: [&'b Body; 2]) -> Self {
        let [a, b] = bodies;
        let swing = a.rate * a.reach + b.rate * b.reach;
        let way = course.way.length();
        let size = a.reach + b.reach + course.between.length() + way;
        Self {
            fastest: way + swing,
            size,
            rounding: [
                64.0 * f64::EPSILON * size + course.given,
                8.0 * f64::EPSILON * swing,
            ],
            bodies,
            course,
        }
    }
    fn pay(&self, cost: u64) {
        self.course.budget.pay(cost);
    }
    fn moment(&self, time: f64) -> Moment {
        let [a, b] = self.bodies;
        Moment {
            time,
            between: self.course.between + self.course.way * time,
            turns: [a.turn(time), b.turn(time)],
            margin: self.rounding[0] + self.rounding[1] * time,
        }
    }
    /// A gap that counts as used up then.
    fn near(&self, now: &Moment) -> f64 {
        now.margin + Real::max(NEAR * self.size, 0.25 * now.margin)
    }
    /// The answer, in the space's own units.
    fn hit<V: PairSpace>(&self, two: &Approach<'_, V>, end: End) -> Result<Option<Hit<V>>, QueryError> {
        let (time, normal, is_resolved) = match end {
            End::Free => return Ok(None),
            End::Near(time, normal) => (time, normal, true),
            End::Spent(time, normal) => (time, Some(normal), false),
        };
        let at = not_later::<V>(time);
        let Some(normal) = normal else {
            return Ok(Some(Hit::new(at, &two.clearance(at)?)));
        };
        let center = two.a.center().map_or(DVec3::ZERO, lift);
        let point = self.place(&self.moment(time), normal);
        Ok(Some(Hit {
            time: at,
            normal: lower(normal),
            point: lower(center + point / self.course.unit),
            is_resolved,
        }))
    }
}

/// A power of two that brings both shapes, and the way between them, to about 1.
fn unit<V: PairSpace>(two: &Approach<'_, V>) -> f64 {
    const MOST: i32 = 1000;
    let extent = |m: &super::Moving<'_, V>| {
        let Placed { shape, place } = m.start();
        let own = shape.local_aabb();
        let largest = own.min.max_abs().max(own.max.max_abs()).to_f64();
        let finite = if largest.is_finite() { largest } else { 0.0 };
        finite * DoubleFrame::of_place(&place).scale
    };
    let position = |m: &super::Moving<'_, V>| m.center().map_or(DVec3::ZERO, lift);
    let between = (position(&two.b) - position(&two.a)).abs().max_element();
    let way = lift(two.way()).abs().max_element();
    let all = [extent(&two.a), extent(&two.b), between, way];
    let all = all.into_iter().fold(0.0, Real::max);
    libm::scalbn(1.0, -libm::frexp(all).1.clamp(-MOST, MOST))
}
