//! Any two convex shapes that turn.
//!
//! From a time at which a plane separates the two, an interval as long as possible is proved free
//! (`proof.rs`). The step is that of Newton's method on the gap, shortened by a part that shrinks as the gap
//! turns out as predicted. The normal at the interval's end is that of the closest points there
//! (`normal.rs`). An interval that cannot be proved is shortened. Only what is proved counts, so the search
//! decides only how long this takes, and the time is never late.
//!
//! Everything is done in double precision, relative to the positions, with lengths scaled by a power of two,
//! whatever the space. Poses rounded to single precision would have errors larger than the gaps at the end,
//! and angles of thousands of radians would have errors larger than the shapes.
//!
//! A shape that grazes another or turns thousands of times may take too long. So support points are counted
//! (`budget.rs`), not seconds: the bits are the same on every machine. Where the budget runs out, the answer
//! is the time up to which all is proved, and says that no more is known. Shapes made of parts (`parts.rs`)
//! share one budget among all pairs of parts: the pair that is proved least far goes next (`earliest.rs`).
//! Where neither turns and one is curved, fixed planes suffice (`straight.rs`).
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

mod body;
mod corners;
mod earliest;
mod normal;
mod parts;
mod proof;
mod search;
mod straight;
#[cfg(test)]
mod tests;

use glam::DVec3;

use super::approach::Approach;
use super::bounds::not_later;
use super::budget::Budget;
use super::hit::Hit;
use super::moving::Moving;
use crate::math::{DoubleFrame, Real, ScalarOf, lift, lower};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Placed};
use body::{SupportBody, Turn};
pub(super) use straight::first as first_straight;

/// A gap that counts as used up, as a part of the size: some thousand roundings.
const NEAR: f64 = 1.0 / (1_u64 << 40) as f64;
/// The tolerance of the first normal's gap, as a part of the size.
const COARSE: f64 = 1.0 / 1024.0;
/// No interval turns a shape by more radians: the bound in the proof grows with the third power.
const TURN: f64 = 1.0;
/// The part of a gap that Newton's method leaves at first, and at least.
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
    let motion = RelativeMotion::new(two);
    let [Some(a), Some(b)] = &wholes(two, &motion) else {
        return Err(two.unsupported());
    };
    let pair = ConvexPair::new(&motion, [a, b]);
    pair.hit(two, pair.search(from.to_f64(), limit.to_f64()))
}

/// Whether two convex shapes are apart at the start by more than rounding explains; false where that is
/// undecided.
pub(super) fn are_apart<V: PairSpace>(two: &Approach<'_, V>) -> bool {
    let motion = RelativeMotion::new(two);
    let [Some(a), Some(b)] = &wholes(two, &motion) else {
        return false;
    };
    let pair = ConvexPair::new(&motion, [a, b]);
    pair.first_normal(&pair.at(0.0)).is_some()
}

/// Each shape as one body, where it is convex.
fn wholes<V: PairSpace>(two: &Approach<'_, V>, motion: &RelativeMotion<'_>) -> [Option<SupportBody>; 2] {
    // Not `map` of an array, which copies each body several times.
    let whole = |moving: &Moving<'_, V>| SupportBody::new(moving.start, moving, motion.unit);
    [whole(&two.a), whole(&two.b)]
}

/// What all pairs of parts of two shapes share: B's motion relative to A, in a time of 1.
struct RelativeMotion<'b> {
    /// From A's position to B's at the start.
    between: DVec3,
    way: DVec3,
    /// By what all lengths are multiplied.
    unit: f64,
    /// Whether everything is in the plane.
    is_flat: bool,
    /// The error of the given vertices.
    given: f64,
    budget: &'b Budget,
}

impl<'b> RelativeMotion<'b> {
    fn new<V: PairSpace>(two: &Approach<'b, V>) -> Self {
        let unit = unit(two);
        let position = |m: &Moving<'_, V>| m.center().map_or(DVec3::ZERO, lift);
        Self {
            between: (position(&two.b) - position(&two.a)) * unit,
            way: lift(two.way()) * unit,
            unit,
            is_flat: V::DIM == 2,
            // Relations in the space's own precision have no smaller error.
            given: 4.0 * ScalarOf::<V>::EPSILON.to_f64() * two.size().to_f64() * unit,
            budget: two.budget,
        }
    }
}

/// Two convex shapes, of which at least one moves.
struct ConvexPair<'b> {
    motion: &'b RelativeMotion<'b>,
    bodies: [&'b SupportBody; 2],
    /// No point is faster relative to the other shape.
    fastest: f64,
    size: f64,
    /// The error bound of a gap at time 0, and by how much more it is at time 1.
    rounding: [f64; 2],
}

/// Where both shapes are at a time.
struct Configuration {
    time: f64,
    between: DVec3,
    turns: [Turn; 2],
    /// The error bound of a gap then.
    margin: f64,
}

/// How a search ended.
enum End {
    /// They never meet.
    Free,
    /// They are apart until this time and together then, within the tolerance; a plane with this normal still
    /// separates them, if one was found.
    Together(f64, Option<DVec3>),
    /// They are apart until this time; the budget ran out.
    Spent(f64, DVec3),
}

impl<'b> ConvexPair<'b> {
    fn new(motion: &'b RelativeMotion<'b>, bodies: [&'b SupportBody; 2]) -> Self {
        let [a, b] = bodies;
        let swing = a.rate * a.reach + b.rate * b.reach;
        let way = motion.way.length();
        let size = a.reach + b.reach + motion.between.length() + way;
        Self {
            fastest: way + swing,
            size,
            rounding: [
                64.0 * f64::EPSILON * size + motion.given,
                8.0 * f64::EPSILON * swing,
            ],
            bodies,
            motion,
        }
    }
    fn pay(&self, cost: u64) {
        self.motion.budget.pay(cost);
    }
    fn at(&self, time: f64) -> Configuration {
        let [a, b] = self.bodies;
        Configuration {
            time,
            between: self.motion.between + self.motion.way * time,
            turns: [a.turn(time), b.turn(time)],
            margin: self.rounding[0] + self.rounding[1] * time,
        }
    }
    /// A gap that counts as used up then.
    fn near(&self, now: &Configuration) -> f64 {
        now.margin + Real::max(NEAR * self.size, 0.25 * now.margin)
    }
    /// The answer, in the space's own units.
    fn hit<V: PairSpace>(&self, two: &Approach<'_, V>, end: End) -> Result<Option<Hit<V>>, QueryError> {
        let (time, normal, is_resolved) = match end {
            End::Free => return Ok(None),
            End::Together(time, normal) => (time, normal, true),
            End::Spent(time, normal) => (time, Some(normal), false),
        };
        let at = not_later::<V>(time);
        let Some(normal) = normal else {
            return Ok(Some(Hit::new(at, &two.clearance(at)?)));
        };
        let center = two.a.center().map_or(DVec3::ZERO, lift);
        let point = self.place(&self.at(time), normal);
        Ok(Some(Hit {
            time: at,
            normal: lower(normal),
            point: lower(center + point / self.motion.unit),
            is_resolved,
        }))
    }
}

/// A power of two that scales both shapes, and their motion, to about 1.
fn unit<V: PairSpace>(two: &Approach<'_, V>) -> f64 {
    const MOST: i32 = 1000;
    let extent = |m: &Moving<'_, V>| {
        let Placed { shape, place } = m.start;
        let own = shape.local_aabb();
        let largest = own.min.max_abs().max(own.max.max_abs()).to_f64();
        let finite = if largest.is_finite() { largest } else { 0.0 };
        finite * DoubleFrame::of_place(&place).scale
    };
    let position = |m: &Moving<'_, V>| m.center().map_or(DVec3::ZERO, lift);
    let between = (position(&two.b) - position(&two.a)).abs().max_element();
    let way = lift(two.way()).abs().max_element();
    let all = [extent(&two.a), extent(&two.b), between, way];
    let all = all.into_iter().fold(0.0, Real::max);
    libm::scalbn(1.0, -libm::frexp(all).1.clamp(-MOST, MOST))
}
