//! First meetings between two times: the shapes are apart before the first, and proven together at the
//! second.
//!
//! The time of a sweep is never later than the truth. How much earlier it is, only the exact relation of the
//! two at a slightly later time can say. So that is asked at the end of the width and then nearer and nearer,
//! since shapes that merely graze soon separate again.

use super::ask::{any_two, moving_pair};
use super::budget::Budget;
use super::hit::SweepHit;
use super::motion::{Motion, Start};
use crate::cast::sweep::space::SweepSpace;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::QueryError;
use crate::shape::Placed;

/// After so many halvings of the width, two that were not found together count as not certainly met.
const HALVINGS: usize = 40;

/// When two moving shapes first meet, between two times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepInterval<V: Vector> {
    /// The last time before which they surely have not met, with the normal and point there; of a sweep that
    /// is not resolved, the time up to which the search came.
    pub from: SweepHit<V>,
    /// A time, no more than the width later, by which they have met, according to their relation there.
    pub by: V::Scalar,
    /// Whether that is so. If not, they come as near as rounding can decide, and no meeting was found within
    /// the width; `by` is its end.
    pub is_certain: bool,
}

/// The times between which two moving shapes first meet, no further apart than `width`; `None` where they
/// surely do not.
///
/// Like [`sweep`](super::sweep()), for callers who need a bound of the time's error, above all for turning
/// shapes. No turn is so fast that it is missed. In `f64`, a width less than about 1e-11 of the size over the
/// speed is too narrow to be certain of.
///
/// Errors: those of [`sweep`](super::sweep()); a width that is not a positive finite number (`width`).
///
/// ```
/// use clearance::{Placed, Pose, cast::{Motion, Start, sweep_interval}, d2::Shape, glam::DVec2};
/// let (rod, ball) = (Shape::segment(DVec2::X * -2.0, DVec2::X * 2.0).unwrap(), Shape::circle(0.5).unwrap());
/// let (here, there) = (Pose::IDENTITY, Pose::at(DVec2::Y).unwrap());
/// let spin = Motion { linear: DVec2::ZERO, angular: 1e6 }; // 160,000 turns: the ball is hit within the first
/// let (rod, ball) = (Placed::new(&rod, &here), Placed::new(&ball, &there));
/// let met = sweep_interval(rod, &spin, ball, &Motion::none(), Start::Touching, 1e-12).unwrap().unwrap();
/// let truth = core::f64::consts::FRAC_PI_3 / 1e6;
/// assert!(met.is_certain && met.from.time <= truth && truth <= met.by && met.by - met.from.time < 1.001e-12);
/// ```
pub fn sweep_interval<V: SweepSpace>(
    a: Placed<'_, V>,
    motion_a: &Motion<V>,
    b: Placed<'_, V>,
    motion_b: &Motion<V>,
    start: Start,
    width: V::Scalar,
) -> Result<Option<SweepInterval<V>>, QueryError> {
    if !(width > Real::ZERO && width.is_finite()) {
        return Err(QueryError::NotFinite("width"));
    }
    let budget = Budget::new();
    let two = moving_pair(a, motion_a, b, motion_b, &budget)?;
    let Some(from) = any_two(a, motion_a, b, motion_b, start)? else {
        return Ok(None);
    };
    let end = (from.time + width).min(Real::ONE);
    let found = |by, is_certain| Some(SweepInterval { from, by, is_certain });
    let mut by = end;
    for _ in 0..HALVINGS {
        if two.meet(by)? {
            return Ok(found(by, true));
        }
        by = from.time + (by - from.time) * ScalarOf::<V>::HALF;
    }
    Ok(found(end, false))
}
