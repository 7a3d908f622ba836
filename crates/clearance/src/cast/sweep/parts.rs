//! Sweeps of shapes made of parts: each two parts whose boxes meet on the way, the earliest meeting of all.
//!
//! Two that are apart at the start first meet on their borders, so the parts of a solid's border will do. Shapes that turn
//! do not come here (`arcs/parts.rs`): their boxes say nothing of the way.

use core::cell::Cell;
use core::ops::ControlFlow;

use super::Start;
use super::advance::approach::{Approach, Hit};
use super::moving::swept;
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::{PairSpace, QueryError, for_each_pair};
use crate::shape::{AnyShape, Placed};

/// The first meeting of two shapes, apart at the start or, with `Start::Release`, touching.
pub(super) fn first<V: PairSpace>(
    whole: &Approach<'_, V>,
    start: Start,
) -> Result<Option<Hit<V>>, QueryError> {
    let search = Search {
        whole,
        start,
        best: Cell::new(None),
    };
    search.pairs()?;
    Ok(search.best.get())
}

/// The earliest meeting so far.
struct Search<'s, 'm, V: PairSpace> {
    whole: &'s Approach<'m, V>,
    start: Start,
    best: Cell<Option<Hit<V>>>,
}

impl<V: PairSpace> Search<'_, '_, V> {
    fn limit(&self) -> V::Scalar {
        self.best.get().map_or(ScalarOf::<V>::ONE, |hit| hit.time)
    }
    /// Where B's part may be before the earliest meeting so far.
    fn way(&self, aabb: &Aabb<V>) -> Aabb<V> {
        swept(aabb, self.whole.b.linear() * self.limit())
    }
    /// Every two parts whose boxes meet on the way.
    fn pairs(&self) -> Result<(), QueryError> {
        let (a, b) = (self.whole.a.start(), self.whole.b.start());
        let mut result = Ok(());
        let near = |p: &Aabb<V>, q: &Aabb<V>| p.overlaps(&self.way(q));
        let _ = for_each_pair(
            [a, b],
            [a.shape.parts(), b.shape.parts()],
            &near,
            &mut |p, q, _| {
                result = self.pair(p, q);
                if result.is_err() || self.limit() <= Real::ZERO {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        result
    }
    fn pair(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Result<(), QueryError> {
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
            self.convex(&two)?
        };
        if let Some(hit) = hit.filter(|hit| self.best.get().is_none_or(|best| hit.time < best.time)) {
            self.best.set(Some(hit));
        }
        Ok(())
    }
    fn convex(&self, two: &Approach<'_, V>) -> Result<Option<Hit<V>>, QueryError> {
        // A quick answer is about two that are apart at the start, so it is the same whatever counts as meeting there.
        match two.quick(self.limit()) {
            Some(Some(hit)) => return self.pressing(two, hit),
            Some(None) => return Ok(None),
            None => {}
        }
        if self.start == Start::Touching {
            return two.first(Real::ZERO, self.limit());
        }
        if two.meet(Real::ZERO)? {
            return two.after_touch(Real::ZERO, self.limit());
        }
        two.first_pressing(Real::ZERO, self.limit())
    }
    /// A hit of two that are apart at the start. What slides over one facet comes to the next one's edge: no meeting, where a
    /// touch is passed over, unless it would press on.
    fn pressing(&self, two: &Approach<'_, V>, hit: Hit<V>) -> Result<Option<Hit<V>>, QueryError> {
        let counts = self.start == Start::Touching || two.presses(hit.time)?;
        Ok(counts.then_some(hit))
    }
}
