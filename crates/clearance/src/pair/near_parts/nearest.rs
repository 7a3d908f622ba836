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
    let mut nearest = Nearest(None);
    match (a.shape.parts(), b.shape.parts()) {
        (None, None) => return crate::pair::clearance(a, b),
        (Some(parts), None) => {
            let (frame, other) = (BoundedFrame::of(&a.place), b.aabb());
            parts.part_boxes().tree().nearest(
                |p| frame.turned_box(*p).distance(&other),
                |i, _| {
                    parts
                        .part(i as usize)
                        .placed_in(&a.place, |p| nearest.visit(p, b))
                },
            );
        }
        (None, Some(_)) => return clearance(b, a).map(Clearance::mirrored),
        (Some(a_parts), Some(b_parts)) => {
            let frames = [BoundedFrame::of(&a.place), BoundedFrame::of(&b.place)];
            a_parts.part_boxes().tree().nearest_pair(
                b_parts.part_boxes().tree(),
                |p, q| frames[0].turned_box(*p).distance(&frames[1].turned_box(*q)),
                |i, j, _| {
                    let (p, q) = (a_parts.part(i as usize), b_parts.part(j as usize));
                    p.placed_in(&a.place, |p| q.placed_in(&b.place, |q| nearest.visit(p, q)))
                },
            );
        }
    }
    // There is at least one part, and parts that are apart have a clearance, so there is always an answer.
    nearest.0.ok_or(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: b.shape.kind(),
    })
}

/// The clearance of the nearest two parts so far.
struct Nearest<V: Vector>(Option<Clearance<V>>);

impl<V: PairSpace> Nearest<V> {
    /// Looks at two parts, and answers how far parts may be apart and still be nearer.
    fn visit(&mut self, p: Placed<'_, V>, q: Placed<'_, V>) -> V::Scalar {
        let best = self.0.map_or(ScalarOf::<V>::INFINITY, |c| c.distance);
        match crate::pair::clearance(p, q) {
            Ok(c) if self.0.is_none() || c.distance < best => {
                self.0 = Some(c);
                c.distance
            }
            _ => best,
        }
    }
}
