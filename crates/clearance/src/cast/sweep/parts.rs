//! Sweeps of shapes made of parts: the earliest meeting of any two parts whose boxes meet on the way.
//!
//! Time is searched in order, so that only those pairs are asked about whose boxes meet before the first
//! meeting: an interval in which many boxes meet for the first time is halved. Two shapes that are apart at
//! the start first meet on their borders, so the parts of a solid's border suffice. Shapes that turn do not
//! come here (`arcs/parts.rs`): their boxes do not bound the motion.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::approach::Approach;
use super::hit::Hit;
use super::motion::Start;
use super::moving::swept;
use crate::cast::decided::Decided;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::{PairSpace, QueryError, for_each_pair};
use crate::shape::{AnyShape, Placed};

/// With no more pairs than this, an interval is not halved.
const FEW: usize = 64;
/// The most halvings of the time.
const HALVINGS: u32 = 4;

/// The first meeting of two shapes, apart at the start or, with `Start::Release`, touching.
pub(super) fn first<V: PairSpace>(
    whole: &Approach<'_, V>,
    start: Start,
) -> Result<Option<Hit<V>>, QueryError> {
    let search = PartsSearch {
        whole,
        start,
        best: Cell::new(None),
        asked: RefCell::default(),
    };
    search.interval([Real::ZERO, Real::ONE], HALVINGS)?;
    Ok(search.best.get())
}

/// A time up to which the boxes of two parts are apart, and the indices of the parts.
type QueuedPair<V> = (ScalarOf<V>, [usize; 2]);

/// A search, with the earliest meeting so far.
struct PartsSearch<'s, 'm, V: PairSpace> {
    whole: &'s Approach<'m, V>,
    start: Start,
    best: Cell<Option<Hit<V>>>,
    /// The pairs of parts that were already asked about.
    asked: RefCell<BTreeSet<[usize; 2]>>,
}

impl<V: PairSpace> PartsSearch<'_, '_, V> {
    fn limit(&self) -> V::Scalar {
        self.best.get().map_or(ScalarOf::<V>::ONE, |hit| hit.time)
    }
    /// Asks about all pairs of parts whose boxes first meet in an interval.
    fn interval(&self, [from, to]: [V::Scalar; 2], halvings: u32) -> Result<(), QueryError> {
        let most = if halvings > 0 { FEW } else { usize::MAX };
        let mut due = self.due([from, to], most);
        if due.len() > most {
            let middle = (from + to) * ScalarOf::<V>::HALF;
            self.interval([from, middle], halvings - 1)?;
            if self.limit() <= middle {
                return Ok(());
            }
            return self.interval([middle, to], halvings - 1);
        }
        due.sort_by(|p, q| p.partial_cmp(q).unwrap_or(Ordering::Equal));
        for (time, at) in due {
            if self
                .best
                .get()
                .is_some_and(|best| best.time < time || best.time <= Real::ZERO)
            {
                break;
            }
            self.asked.borrow_mut().insert(at);
            self.numbered(at, time)?;
        }
        Ok(())
    }
    /// The pairs whose boxes meet in an interval and that were not asked about before; at most one more than
    /// `most`.
    fn due(&self, [from, to]: [V::Scalar; 2], most: usize) -> Vec<QueuedPair<V>> {
        let (a, b, way) = (self.whole.a.start, self.whole.b.start, self.whole.b.linear);
        let passes = |q: &Aabb<V>| {
            let begin = Aabb {
                min: q.min + way * from,
                max: q.max + way * from,
            };
            // An interval is no shorter than a sixteenth of the time, so the eight roundings of its motion
            // that `swept` adds exceed the error of its beginning. The rest of that margin is for the sums,
            // so it is added twice.
            swept(&swept(&begin, way * (to - from)), V::ZERO)
        };
        let near = |p: &Aabb<V>, q: &Aabb<V>| p.overlaps(&passes(q));
        let mut due = Vec::new();
        let parts = [a.shape.parts(), b.shape.parts()];
        let _ = for_each_pair([a, b], parts, &near, &mut |p, q, at| {
            if !self.asked.borrow().contains(&at) {
                due.push((enters(&p.aabb(), &q.aabb(), way), at));
            }
            if due.len() > most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        due
    }
    /// Asks about the parts with these indices, which are apart up to a time.
    fn numbered(&self, [i, j]: [usize; 2], time: V::Scalar) -> Result<(), QueryError> {
        let (a, b) = (self.whole.a.start, self.whole.b.start);
        let with = |p: Placed<'_, V>| match b.shape.parts() {
            Some(parts) => parts.part(j).placed_in(&b.place, |q| self.pair(p, q, time)),
            None => self.pair(p, b, time),
        };
        match a.shape.parts() {
            Some(parts) => parts.part(i).placed_in(&a.place, with),
            None => with(a),
        }
    }
    fn pair(&self, p: Placed<'_, V>, q: Placed<'_, V>, time: V::Scalar) -> Result<(), QueryError> {
        let (p, q) = (p.simplest(), q.simplest());
        let two = Approach {
            a: self.whole.a.with(p),
            b: self.whole.b.with(q),
            lost: self.whole.lost,
            budget: self.whole.budget,
        };
        let hit = if p.shape.parts().is_some() || q.shape.parts().is_some() {
            first(&two, self.start)?
        } else {
            self.convex(&two, time)?
        };
        if let Some(hit) = hit.filter(|hit| self.best.get().is_none_or(|best| hit.time < best.time)) {
            self.best.set(Some(hit));
        }
        Ok(())
    }
    fn convex(&self, two: &Approach<'_, V>, time: V::Scalar) -> Result<Option<Hit<V>>, QueryError> {
        // The filter answers only for two that are apart at the start, so its answer does not depend on what
        // counts as meeting there.
        match two.filter(self.limit()) {
            Some(Decided::Hit(hit)) => return self.pressing(two, hit),
            Some(Decided::Miss) => return Ok(None),
            None => {}
        }
        if time > Real::ZERO && two.is_curved() && two.budget.is_spent() {
            return two.first(time, self.limit());
        }
        if self.start == Start::Touching {
            return two.first(Real::ZERO, self.limit());
        }
        if two.meet(Real::ZERO)? {
            return two.after_touch(Real::ZERO, self.limit());
        }
        two.first_pressing(Real::ZERO, self.limit())
    }
    /// A hit of two that are apart at the start. A shape that slides over one facet reaches the next one's
    /// edge; where a touch is ignored, that is no meeting unless the motion presses on.
    fn pressing(&self, two: &Approach<'_, V>, hit: Hit<V>) -> Result<Option<Hit<V>>, QueryError> {
        let counts = self.start == Start::Touching || two.presses(hit.time)?;
        Ok(counts.then_some(hit))
    }
}

/// A time up to which two boxes are surely apart while the second moves by `way`; 0 where none is known.
fn enters<V: Vector>(p: &Aabb<V>, q: &Aabb<V>, way: V) -> V::Scalar {
    let mut time = V::Scalar::ZERO;
    let largest = [p.min, p.max, q.min, q.max, way].map(|v| v.max_abs());
    let error =
        largest.into_iter().fold(V::Scalar::ZERO, Real::max) * V::Scalar::EPSILON * V::Scalar::lit(16.0);
    for k in 0..V::DIM {
        let speed = way.get(k);
        let gap = if speed < V::Scalar::ZERO {
            q.min.get(k) - p.max.get(k)
        } else {
            p.min.get(k) - q.max.get(k)
        };
        let alone = (gap - error) / speed.abs();
        if alone > time && alone <= V::Scalar::ONE {
            time = alone;
        }
    }
    time
}
