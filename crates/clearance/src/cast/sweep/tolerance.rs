//! A gap that a sweep counts as used up: it is closed along its plane in one step.
//!
//! From a start that is further apart than this, a sweep is sure of the side it is on, also of shapes that
//! are curved or turn. A caller that stops something short of what it meets keeps a few times as much
//! distance.

use super::ask::{moving_pair, relative_way};
use super::budget::Budget;
use super::motion::Motion;
use super::near_origin;
use super::space::SweepSpace;
use crate::math::ScalarOf;
use crate::pair::QueryError;
use crate::shape::Placed;

/// The gap that a sweep of these two counts as used up: 2^-40 of the size of the two (in `f32`, 2^-17), as
/// seen from them.
pub(crate) fn sweep_tolerance<V: SweepSpace>(
    [a, b]: [Placed<'_, V>; 2],
    motions: [&Motion<V>; 2],
) -> Result<ScalarOf<V>, QueryError> {
    let way = relative_way(motions[0], motions[1])?;
    let [one, other] = motions.map(|motion| Motion {
        linear: V::ZERO,
        ..*motion
    });
    let tolerance = |a, b| Ok(moving_pair(a, &one, b, &other, &Budget::new())?.tolerance());
    if let Some(offset) = near_origin::offset([&a, &b], way)
        && let [Ok(p), Ok(q)] = [a, b].map(|placed| near_origin::moved(&placed, offset))
    {
        return tolerance(Placed::new(a.shape, &p), Placed::new(b.shape, &q));
    }
    tolerance(a, b)
}
