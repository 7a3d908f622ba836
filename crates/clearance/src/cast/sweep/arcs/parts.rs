//! Shapes made of parts that turn: which parts come near each other in which part of the time, and when the first of these meet.
//!
//! In an interval no point goes further from where it is in the middle of it than its speed times half the length. So only
//! parts whose boxes there, grown by that, meet need be asked about. Where these are many, both halves of the interval are
//! asked first. Two that are apart at the start first meet on their borders, so the parts of a solid's border will do.
//!
//! The cost is bounded by the parts that are near at a time: a fixed number of looks along directions, and a share for each two.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::body::Body;
use super::{Arcs, ENOUGH, unit, wholes};
use crate::cast::sweep::advance::approach::{Approach, Hit};
use crate::math::{Aabb, Real, ScalarOf, lift};
use crate::pair::{PairSpace, QueryError, for_each_pair};
use crate::shape::{AnyShape, Placed};

/// So many pairs of parts are not worth to be told apart by time.
const FEW: usize = 24;
/// An interval in which nothing goes further than this part of the size is not halved.
const SHORT: f64 = 1.0 / 256.0;
/// What looking for the parts that are near costs, beside what each of them does.
const GATHER: u64 = 256;
/// What each pair of parts that is near in all of the time adds to what the whole may cost, and what a pair may cost at most.
const SHARE: [u64; 2] = [1 << 15, ENOUGH];
/// What all may cost together beside the shares.
const ALL: u64 = 4 * ENOUGH;

/// The first meeting after `from`, when the two are apart, and not after `limit`.
pub(super) fn first<V: PairSpace>(
    two: &Approach<'_, V>,
    from: V::Scalar,
    limit: V::Scalar,
) -> Result<Option<Hit<V>>, QueryError> {
    let (a, b) = (&two.a, &two.b);
    let unit = unit(two);
    let speed = lift(two.way()).length() + (a.turning() + b.turning()).to_f64();
    let mut search = Search {
        two,
        unit,
        size: two.size().to_f64(),
        speed,
        wholes: wholes(two, unit),
        left: ALL,
        best: None,
    };
    search.interval([from.to_f64(), limit.to_f64()])?;
    Ok(search.best)
}

/// What is known so far.
struct Search<'s, 'm, V: PairSpace> {
    two: &'s Approach<'m, V>,
    unit: f64,
    size: f64,
    /// No point is faster as seen from the other shape.
    speed: f64,
    /// Each shape where it is convex: made once, not for every part of the other.
    wholes: [Option<Body>; 2],
    /// What is left to spend.
    left: u64,
    /// The earliest meeting.
    best: Option<Hit<V>>,
}

/// What is near in an interval: two parts each, none for a whole.
enum Near {
    Few(Vec<[Option<Body>; 2]>),
    Many,
}

impl<V: PairSpace> Search<'_, '_, V> {
    /// Asks about an interval before which the two do not meet.
    fn interval(&mut self, [from, to]: [f64; 2]) -> Result<(), QueryError> {
        if self.left == 0 {
            return self.give_up(from);
        }
        let near = self.near([from, to])?;
        let Near::Few(pairs) = near else {
            let middle = 0.5 * (from + to);
            self.interval([from, middle])?;
            return if self.best.is_none() {
                self.interval([middle, to])
            } else {
                Ok(())
            };
        };
        pairs.into_iter().try_for_each(|pair| self.pair(pair, [from, to]))
    }
    /// The parts that may meet in an interval; no more is asked where they are many and it pays to halve it.
    fn near(&mut self, [from, to]: [f64; 2]) -> Result<Near, QueryError> {
        let (two, unit, wholes) = (self.two, self.unit, &self.wholes);
        let middle = ScalarOf::<V>::lit(0.5 * (from + to));
        let reach = 0.5 * (to - from) * self.speed;
        let may_halve = reach > SHORT * self.size;
        let off = 16.0 * ScalarOf::<V>::EPSILON.to_f64() * (self.size + self.speed);
        let margin = ScalarOf::<V>::lit((reach + off) * (1.0 + 1e-6));
        let (mut pairs, mut is_many, mut seen) = (Vec::new(), false, 0);
        two.a.at(middle, |a| {
            two.b.at(middle, |b| {
                let _ = each_near(a, b, margin, &mut |p, q| {
                    seen += 1;
                    let both = [(&two.a, p), (&two.b, q)];
                    let is_whole = wholes.each_ref().map(Option::is_some);
                    let part = |k: usize| {
                        let (m, part) = both[k];
                        if is_whole[k] {
                            None
                        } else {
                            Body::new(part, m, unit)
                        }
                    };
                    pairs.push([part(0), part(1)]);
                    is_many = may_halve && pairs.len() > FEW;
                    if is_many {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            })
        })??;
        self.left = self.left.saturating_sub(GATHER + 64 * seen);
        Ok(if is_many { Near::Many } else { Near::Few(pairs) })
    }
    /// The meeting of two parts, if it is the first so far.
    fn pair(&mut self, [p, q]: [Option<Body>; 2], [from, to]: [f64; 2]) -> Result<(), QueryError> {
        let limit = self.best.map_or(to, |hit| Real::min(hit.time.to_f64(), to));
        if limit <= from {
            return Ok(());
        }
        self.left += (SHARE[0] as f64 * (to - from)) as u64;
        let most = self.left.min(SHARE[1]);
        let [a, b] = &self.wholes;
        let (Some(p), Some(q)) = (p.as_ref().or(a.as_ref()), q.as_ref().or(b.as_ref())) else {
            return Err(self.two.unsupported());
        };
        let arcs = Arcs::new(self.two, [p, q], self.unit, most);
        let end = arcs.walk(from, limit);
        self.left -= most - arcs.left.get();
        let hit = arcs.hit(self.two, end)?;
        let is_first = |hit: &Hit<V>| self.best.is_none_or(|best| hit.time < best.time);
        if let Some(hit) = hit.filter(is_first) {
            self.best = Some(hit);
        }
        Ok(())
    }
    /// Nothing is known after a time.
    fn give_up(&mut self, from: f64) -> Result<(), QueryError> {
        let time = super::not_later::<V>(from);
        let c = self.two.clearance(time)?;
        self.best = Some(Hit {
            is_resolved: false,
            ..Hit::new(time, &c)
        });
        Ok(())
    }
}

/// What is done with two parts.
type VisitPair<'v, V> = &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>) -> ControlFlow<()>;

/// Calls `visit` with every two convex parts whose boxes are within `margin` of each other.
fn each_near<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
    visit: VisitPair<'_, V>,
) -> ControlFlow<()> {
    let (a, b) = (a.simplest(), b.simplest());
    let near = |p: &Aabb<V>, q: &Aabb<V>| p.inflated(margin).overlaps(q);
    let parts = [a.shape.parts(), b.shape.parts()];
    if parts.iter().all(Option::is_none) {
        return visit(a, b);
    }
    for_each_pair([a, b], parts, &near, &mut |p, q, _| {
        each_near(p, q, margin, visit)
    })
}
