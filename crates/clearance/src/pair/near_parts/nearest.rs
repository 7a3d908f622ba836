//! Two shapes of parts that are apart: the nearest two parts, found branch by branch.

use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, QueryError};
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// The clearance of two shapes that are apart.
pub(in crate::pair) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let mut search = Search {
        best: None,
        failed: None,
    };
    match (a.shape.parts(), b.shape.parts()) {
        (None, None) => return crate::pair::clearance(a, b),
        (Some(parts), None) => {
            let (view, other) = (BoundedFrame::of(&a.place), b.aabb());
            parts.part_boxes().tree().nearest(
                |p| view.turned_box(*p).distance(&other),
                |i, _| parts.part(i as usize).placed_in(&a.place, |p| search.visit(p, b)),
            );
        }
        (None, Some(_)) => return clearance(b, a).map(Clearance::mirrored),
        (Some(a_parts), Some(b_parts)) => {
            let views = [BoundedFrame::of(&a.place), BoundedFrame::of(&b.place)];
            a_parts.part_boxes().tree().nearest_pair(
                b_parts.part_boxes().tree(),
                |p, q| views[0].turned_box(*p).distance(&views[1].turned_box(*q)),
                |i, j, _| {
                    a_parts.part(i as usize).placed_in(&a.place, |p| {
                        b_parts
                            .part(j as usize)
                            .placed_in(&b.place, |q| search.visit(p, q))
                    })
                },
            );
        }
    }
    search.finish(a, b)
}

struct Search<V: Vector> {
    best: Option<Clearance<V>>,
    failed: Option<QueryError>,
}

impl<V: PairSpace> Search<V> {
    /// Looks at two parts; the distance that is still worth looking for.
    fn visit(&mut self, p: Placed<'_, V>, q: Placed<'_, V>) -> V::Scalar {
        match crate::pair::clearance(p, q) {
            Ok(c) if self.best.is_none_or(|best| c.distance < best.distance) => self.best = Some(c),
            Ok(_) => {}
            Err(error) => self.failed = Some(error),
        }
        self.best.map_or(ScalarOf::<V>::INFINITY, |c| c.distance)
    }
    fn finish(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
        match (self.failed, self.best) {
            (None, Some(best)) => Ok(best),
            (Some(error), _) => Err(error),
            // There is at least one part, so this is not reached; it is no answer, and says so.
            (None, None) => Err(QueryError::UnsupportedPair {
                a: a.shape.kind(),
                b: b.shape.kind(),
            }),
        }
    }
}
