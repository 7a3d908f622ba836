//! Shapes made of parts that turn: which parts come near each other in which interval, and when the first of
//! them meet.
//!
//! In an interval no point is further from its place in the middle than its speed times half the length. So
//! only parts whose boxes in the middle, grown by that, overlap need be searched. Where these are many, the
//! two halves of the interval are searched instead. Two shapes that are apart at the start first meet on
//! their borders, so the parts of a solid's border suffice.
//!
//! One budget pays for everything, boxes included. Intervals are searched in the order of time, so where the
//! budget runs out, the answer is proved for all pairs.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::body::SupportBody;
use super::earliest::earliest;
use super::{ConvexPair, RelativeMotion, wholes};
use crate::cast::sweep::approach::Approach;
use crate::cast::sweep::hit::Hit;
use crate::math::{Aabb, Real, ScalarOf, lift, lower};
use crate::pair::{PairSpace, QueryError, for_each_pair};
use crate::shape::{AnyShape, Placed};

/// With no more pairs than this, an interval is not halved.
const FEW: usize = 24;
/// An interval in which nothing moves further than this part of the size is not halved.
const SHORT: f64 = 1.0 / 256.0;
/// The cost of finding the parts that are near, without the boxes.
const GATHER: u64 = 512;
/// The cost of comparing two boxes.
const BOXES: u64 = 10;

/// The first meeting after `from`, when the two are apart, and not after `limit`.
pub(super) fn first<V: PairSpace>(
    two: &Approach<'_, V>,
    from: V::Scalar,
    limit: V::Scalar,
) -> Result<Option<Hit<V>>, QueryError> {
    let motion = RelativeMotion::new(two);
    let search = TurningParts {
        two,
        size: two.size().to_f64(),
        speed: lift(two.way()).length() + (two.a.turning() + two.b.turning()).to_f64(),
        wholes: wholes(two, &motion),
        motion,
    };
    search.interval([from.to_f64(), limit.to_f64()])
}

/// What a search knows of both shapes.
struct TurningParts<'s, 'm, V: PairSpace> {
    two: &'s Approach<'m, V>,
    motion: RelativeMotion<'s>,
    size: f64,
    /// No point is faster relative to the other shape.
    speed: f64,
    /// Each shape as one body, if it is convex: made once, not for each part of the other.
    wholes: [Option<SupportBody>; 2],
}

/// The pairs that are near in an interval; `None` stands for a whole shape.
enum NearbyParts {
    Few(Vec<[Option<SupportBody>; 2]>),
    Many,
}

impl<V: PairSpace> TurningParts<'_, '_, V> {
    /// The first meeting in an interval before which the two do not meet.
    fn interval(&self, [from, to]: [f64; 2]) -> Result<Option<Hit<V>>, QueryError> {
        let NearbyParts::Few(pairs) = self.near([from, to])? else {
            let middle = 0.5 * (from + to);
            return match self.interval([from, middle])? {
                None => self.interval([middle, to]),
                hit => Ok(hit),
            };
        };
        if pairs.is_empty() && self.motion.budget.is_spent() {
            return Ok(Some(self.unknown(from)));
        }
        let [a, b] = &self.wholes;
        let mut near = Vec::with_capacity(pairs.len());
        for [p, q] in &pairs {
            let (Some(p), Some(q)) = (p.as_ref().or(a.as_ref()), q.as_ref().or(b.as_ref())) else {
                return Err(self.two.unsupported());
            };
            near.push(ConvexPair::new(&self.motion, [p, q]));
        }
        near.retain(|pair| !pair.are_far([from, to]));
        match earliest(near, from, to) {
            Some((pair, end)) => pair.hit(self.two, end),
            None => Ok(None),
        }
    }
    /// The parts that may meet in an interval. The search for them stops where they are many and halving
    /// pays, or where the budget runs out.
    fn near(&self, [from, to]: [f64; 2]) -> Result<NearbyParts, QueryError> {
        let (two, budget) = (self.two, self.motion.budget);
        let middle = ScalarOf::<V>::lit(0.5 * (from + to));
        let reach = 0.5 * (to - from) * self.speed;
        let may_halve = reach > SHORT * self.size;
        let off = 16.0 * ScalarOf::<V>::EPSILON.to_f64() * (self.size + self.speed);
        let margin = ScalarOf::<V>::lit((reach + off) * (1.0 + 1e-6));
        let near = |p: &Aabb<V>, q: &Aabb<V>| {
            budget.pay(BOXES);
            p.inflated(margin).overlaps(q)
        };
        let mut pairs = Vec::new();
        budget.pay(GATHER);
        two.a.at(middle, |a| {
            two.b.at(middle, |b| {
                let _ = each_near(a, b, &near, &mut |p, q| {
                    pairs.push(self.bodies(p, q));
                    if budget.is_spent() || may_halve && pairs.len() > FEW {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            })
        })??;
        let is_many = may_halve && pairs.len() > FEW && !budget.is_spent();
        Ok(if is_many {
            NearbyParts::Many
        } else {
            NearbyParts::Few(pairs)
        })
    }
    /// The bodies of two parts; none where a part is the whole shape.
    fn bodies(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> [Option<SupportBody>; 2] {
        let body = |k: usize, moving, part| {
            if self.wholes[k].is_some() {
                return None;
            }
            let body = SupportBody::new(part, moving, self.motion.unit)?;
            self.motion.budget.pay(body.price());
            Some(body)
        };
        [body(0, &self.two.a, p), body(1, &self.two.b, q)]
    }
    /// The answer that nothing is known after a time, nor which parts are near then: the middle between the
    /// positions.
    fn unknown(&self, from: f64) -> Hit<V> {
        let between = self.motion.between + self.motion.way * from;
        let center = self.two.a.center().map_or(DVec3::ZERO, lift);
        Hit {
            time: super::not_later::<V>(from),
            normal: lower(between.try_normalize().unwrap_or(DVec3::X)),
            point: lower(center + between * (0.5 / self.motion.unit)),
            is_resolved: false,
        }
    }
}

/// What is done with two parts.
type VisitPair<'v, V> = &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>) -> ControlFlow<()>;

/// Calls `visit` with every two convex parts whose boxes are near each other.
fn each_near<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    near: &dyn Fn(&Aabb<V>, &Aabb<V>) -> bool,
    visit: VisitPair<'_, V>,
) -> ControlFlow<()> {
    let (a, b) = (a.simplest(), b.simplest());
    let parts = [a.shape.parts(), b.shape.parts()];
    if parts.iter().all(Option::is_none) {
        return visit(a, b);
    }
    for_each_pair([a, b], parts, &near, &mut |p, q, _| each_near(p, q, near, visit))
}
