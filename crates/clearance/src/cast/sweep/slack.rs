//! What a sweep takes for nothing: a gap that is used up along its plane rather than walked.
//!
//! From a start that is further apart than that, a sweep is sure of the side it is on, also of shapes that
//! are curved or turn: whoever stops something short of what it meets keeps a few times as much between.

use super::arcs::Budget;
use super::{Motion, moving_pair, near_origin, relative_way};
use crate::cast::sweep::space::SweepSpace;
use crate::math::ScalarOf;
use crate::pair::QueryError;
use crate::shape::Placed;

/// A gap that a sweep of these two counts as used up, if it is no longer than they are far: 2^-40 of the size
/// of the two (in `f32`, 2^-17), seen from where they are.
pub(crate) fn slack<V: SweepSpace>(
    [a, b]: [Placed<'_, V>; 2],
    motions: [&Motion<V>; 2],
) -> Result<ScalarOf<V>, QueryError> {
    let way = relative_way(motions[0], motions[1])?;
    let [one, other] = motions.map(|motion| Motion {
        linear: V::ZERO,
        ..*motion
    });
    let sliver = |a, b| Ok(moving_pair(a, &one, b, &other, &Budget::new())?.sliver());
    if let Some(home) = near_origin::of([&a, &b], way)
        && let [Ok(p), Ok(q)] =
            [a, b].map(|placed| placed.place.pose.moved_to(placed.place.pose.position() - home))
    {
        return sliver(Placed::new(a.shape, &p), Placed::new(b.shape, &q));
    }
    sliver(a, b)
}
