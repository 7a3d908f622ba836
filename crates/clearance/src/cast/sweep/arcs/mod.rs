//! Any two convex shapes that turn on their way.
//!
//! From a time at which a normal parts the two, an interval is proved free (`proof.rs`), as long as can be: that is Newton's
//! method on the gap, held back by a part that shrinks as the gap is found where it was foreseen. The normal at its end is that
//! of the closest points there (`normal.rs`); an interval that cannot be proved is cut. Nothing is believed that is not proved, so
//! the search only says how soon it is done, and the time is never late.
//!
//! All is done in double precision around the positions, lengths scaled by a power of two, whatever the space's: poses rounded to
//! single precision would be off by more than the gaps at the end, and angles of thousands of radians by more than the shapes are large.
//!
//! A shape that grazes another or turns thousands of times may take longer than anyone has time for. So looks along directions
//! are counted ([`ENOUGH`]), not seconds: the same bits on every machine. Where they run out, the answer is the time up to which
//! all is proved, and says that no more is known.

mod body;
mod normal;
mod parts;
mod proof;

use core::cell::Cell;

use glam::DVec3;

use super::advance::approach::{Approach, Hit};
use super::straight::not_later;
use crate::math::{Real, ScalarOf, Stand, lift, lower};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Placed};
use body::{Body, Turn};

/// What a search of two convex shapes may cost: about as many products of two vectors.
const ENOUGH: u64 = 300_000;
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
    let unit = unit(two);
    let [Some(a), Some(b)] = wholes(two, unit) else {
        return Err(two.unsupported());
    };
    let arcs = Arcs::new(two, [&a, &b], unit, ENOUGH);
    arcs.hit(two, arcs.walk(from.to_f64(), limit.to_f64()))
}

/// Whether two convex shapes are apart at the start by more than rounding explains; false where that is not sure.
pub(super) fn are_apart<V: PairSpace>(two: &Approach<'_, V>) -> bool {
    let unit = unit(two);
    let [Some(a), Some(b)] = wholes(two, unit) else {
        return false;
    };
    let arcs = Arcs::new(two, [&a, &b], unit, ENOUGH);
    arcs.first_normal(&arcs.moment(0.0)).is_some()
}

/// Each shape as one body, where it is convex.
fn wholes<V: PairSpace>(two: &Approach<'_, V>, unit: f64) -> [Option<Body>; 2] {
    [&two.a, &two.b].map(|moving| Body::new(moving.start(), moving, unit))
}

/// Two on their way, seen from A's position, for a time of 1.
struct Arcs<'b> {
    bodies: [&'b Body; 2],
    /// From A's position to B's at the start.
    between: DVec3,
    way: DVec3,
    /// By what all lengths are multiplied.
    unit: f64,
    /// No point is faster as seen from the other shape.
    fastest: f64,
    size: f64,
    /// Whether all is in the plane.
    is_flat: bool,
    /// What rounding does to a gap at time 0, and how much more it does at time 1.
    rounding: [f64; 2],
    /// What is left to spend.
    left: Cell<u64>,
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
    /// Apart until a time, when a plane across this normal still parts the two, if one was found, and as good as together then.
    Near(f64, Option<DVec3>),
    /// Apart until a time; no more was found out.
    Spent(f64, DVec3),
}

/// How far the next interval is to go.
struct Step {
    length: f64,
    /// The part of the gap that is to be left.
    kept: f64,
    /// The gap that is to be left, if the step was chosen by it.
    foreseen: Option<f64>,
}

impl<'b> Arcs<'b> {
    fn new<V: PairSpace>(two: &Approach<'_, V>, bodies: [&'b Body; 2], unit: f64, left: u64) -> Self {
        let position = |m: &super::Moving<'_, V>| m.center().map_or(DVec3::ZERO, lift);
        let (between, way) = (
            (position(&two.b) - position(&two.a)) * unit,
            lift(two.way()) * unit,
        );
        let [a, b] = bodies;
        let swing = a.rate * a.reach + b.rate * b.reach;
        let size = a.reach + b.reach + between.length() + way.length();
        // Relations in the space's own precision know no more of where a vertex is.
        let given = 4.0 * ScalarOf::<V>::EPSILON.to_f64() * two.size().to_f64() * unit;
        Self {
            between,
            way,
            unit,
            fastest: way.length() + swing,
            size,
            is_flat: V::DIM == 2,
            rounding: [64.0 * f64::EPSILON * size + given, 8.0 * f64::EPSILON * swing],
            bodies,
            left: Cell::new(left),
        }
    }
    fn pay(&self, cost: u64) {
        self.left.set(self.left.get().saturating_sub(cost));
    }
    fn moment(&self, time: f64) -> Moment {
        let [a, b] = self.bodies;
        Moment {
            time,
            between: self.between + self.way * time,
            turns: [a.turn(time), b.turn(time)],
            margin: self.rounding[0] + self.rounding[1] * time,
        }
    }
    /// A gap that counts as used up then.
    fn near(&self, now: &Moment) -> f64 {
        now.margin + Real::max(NEAR * self.size, 0.25 * now.margin)
    }
    /// Goes on until next to nothing is left of the gap.
    fn walk(&self, from: f64, limit: f64) -> End {
        let mut now = self.moment(from);
        let Some((mut n, mut gap)) = self.first_normal(&now) else {
            return End::Near(from, None);
        };
        let mut step = Step {
            length: 2.0 * gap / self.fastest,
            kept: KEPT[0],
            foreseen: None,
        };
        let mut is_closing = false;
        while now.time < limit {
            if gap <= self.near(&now) && is_closing {
                return End::Near(now.time, Some(n));
            }
            if self.left.get() == 0 {
                return End::Spent(now.time, n);
            }
            let to = self.next(&now, gap, limit, &mut step);
            if to.time <= now.time {
                return End::Near(now.time, Some(n));
            }
            let tolerance = Real::max(gap / 64.0, 0.25 * (self.near(&to) - to.margin));
            let found = self.normal(&to, n, tolerance).map(|(m, _)| m);
            match self.parted([&now, &to], n, found) {
                Some((m, rest)) => {
                    is_closing = rest <= gap;
                    step = self.foresee(&to, [gap, rest], &step);
                    (now, n, gap) = (to, m, rest);
                }
                None => step.cut(),
            }
        }
        End::Free
    }
    /// A normal that parts the two, and the gap along it, when nothing is known.
    fn first_normal(&self, now: &Moment) -> Option<(DVec3, f64)> {
        let start = now.between.try_normalize().unwrap_or(DVec3::X);
        let coarse = self.normal(now, start, COARSE * self.size);
        coarse.or_else(|| self.normal(now, start, 0.25 * now.margin))
    }
    /// The end of the next interval: what a plane that does not turn proves is not cut further.
    fn next(&self, now: &Moment, gap: f64, limit: f64, step: &mut Step) -> Moment {
        let [a, b] = self.bodies;
        let sure = 0.25 * (gap - now.margin) / self.fastest;
        let most = TURN / Real::max(a.rate, b.rate);
        step.length = Real::max(Real::min(step.length, most), sure);
        let is_last = step.length >= limit - now.time;
        self.moment(if is_last { limit } else { now.time + step.length })
    }
    /// The step after one that was proved and changed the gap.
    fn foresee(&self, now: &Moment, [gap, rest]: [f64; 2], last: &Step) -> Step {
        let target = 0.5 * (now.margin + self.near(now));
        let is_as_foreseen = last
            .foreseen
            .is_some_and(|foreseen| (0.5..=2.0).contains(&((rest - target) / (foreseen - target))));
        let kept = if is_as_foreseen {
            Real::max(last.kept * last.kept, KEPT[1])
        } else {
            KEPT[0]
        };
        let (longer, speed) = (4.0 * last.length, (gap - rest) / last.length);
        let ahead = (rest - target) / speed * (1.0 - kept);
        let is_newton = speed > 0.0 && ahead < longer;
        Step {
            length: if is_newton { Real::max(ahead, 0.0) } else { longer },
            kept,
            foreseen: is_newton.then_some(target + kept * (rest - target)),
        }
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
            point: lower(center + point / self.unit),
            is_resolved,
        }))
    }
}

impl Step {
    /// After one that could not be proved.
    fn cut(&mut self) {
        *self = Self {
            length: self.length * 0.25,
            kept: KEPT[0],
            foreseen: None,
        };
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
        finite * Stand::of_place(&place).scale
    };
    let position = |m: &super::Moving<'_, V>| m.center().map_or(DVec3::ZERO, lift);
    let between = (position(&two.b) - position(&two.a)).abs().max_element();
    let way = lift(two.way()).abs().max_element();
    let all = [extent(&two.a), extent(&two.b), between, way];
    let all = all.into_iter().fold(0.0, Real::max);
    libm::scalbn(1.0, -libm::frexp(all).1.clamp(-MOST, MOST))
}
