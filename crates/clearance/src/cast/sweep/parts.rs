//! Sweeps of shapes made of parts: each two parts whose boxes meet on the way, the earliest meeting of all.
//!
//! Two that are apart at the start first meet on their borders, so the parts of a solid's border will do. Shapes that turn
//! do not come here: their boxes say nothing of the way, and the clearance of the wholes is walked (`approach.rs`).

use core::cell::Cell;
use core::ops::ControlFlow;

use super::Start;
use super::approach::{Approach, Hit};
use super::moving::swept;
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Parts, Placed, View};

/// The convex shape that a shape of many parts is, where it is one.
pub(super) fn simplest<V: PairSpace>(placed: Placed<'_, V>) -> Placed<'_, V> {
    match placed.shape.parts().and_then(Parts::as_convex) {
        Some(convex) => placed.with_shape(convex),
        None => placed,
    }
}

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
        let mut pair = |p: Placed<'_, V>, q: Placed<'_, V>| {
            result = self.pair(p, q);
            if result.is_err() || self.limit() <= Real::ZERO {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let _ = match (a.shape.parts(), b.shape.parts()) {
            (None, None) => pair(a, b),
            (Some(parts), None) => {
                let (view, aabb) = (View::of(&a.place), b.aabb());
                let near = |p: &Aabb<V>| view.turned_box(*p).overlaps(&self.way(&aabb));
                parts.part_boxes().tree().passing(&near, &mut |i| {
                    parts.part(i as usize).placed_in(&a.place, |p| pair(p, b))
                })
            }
            (None, Some(parts)) => {
                let (view, aabb) = (View::of(&b.place), a.aabb());
                let near = |q: &Aabb<V>| self.way(&view.turned_box(*q)).overlaps(&aabb);
                parts.part_boxes().tree().passing(&near, &mut |j| {
                    parts.part(j as usize).placed_in(&b.place, |q| pair(a, q))
                })
            }
            (Some(a_parts), Some(b_parts)) => {
                let views = [View::of(&a.place), View::of(&b.place)];
                let near = |p: &Aabb<V>, q: &Aabb<V>| {
                    views[0]
                        .turned_box(*p)
                        .overlaps(&self.way(&views[1].turned_box(*q)))
                };
                a_parts
                    .part_boxes()
                    .tree()
                    .pairs(b_parts.part_boxes().tree(), near, |i, j| {
                        a_parts.part(i as usize).placed_in(&a.place, |p| {
                            b_parts.part(j as usize).placed_in(&b.place, |q| pair(p, q))
                        })
                    })
            }
        };
        result
    }
    fn pair(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Result<(), QueryError> {
        let (p, q) = (simplest(p), simplest(q));
        let two = Approach {
            a: self.whole.a.with(p),
            b: self.whole.b.with(q),
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
        if self.start == Start::Touching {
            return two.first(Real::ZERO, self.limit());
        }
        if two.meet(Real::ZERO)? {
            return two.after_touch(Real::ZERO, self.limit());
        }
        // What slides over one facet comes to the next one's edge: no meeting unless it would press on.
        match two.first(Real::ZERO, self.limit())? {
            Some(hit) if two.presses(&hit)? => Ok(Some(hit)),
            _ => Ok(None),
        }
    }
}
