//! The question asked again: for what has no proof.

use super::claims::{Flaw, Shown, Verified};
use super::{OPEN_BOUNDS, tolerance};
use crate::math::{Real, ScalarOf, lift};
use crate::pair::answer::{Clearance, DepthKind};
use crate::pair::table::PairSpace;
use crate::shape::Placed;

/// All claims, if the question asked again has the same answer to within the bound.
pub(super) fn again<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    let again = crate::pair::clearance(a, b).map_err(|_| Flaw::NotProvable)?;
    let is_same = is_near(answer.point_a, again.point_a, bound)
        && is_near(answer.point_b, again.point_b, bound)
        && is_near(answer.normal, again.normal, tolerance::<ScalarOf<V>>())
        && answer.depth_kind == again.depth_kind
        && (answer.distance - again.distance).abs().to_f64() <= bound;
    if !is_same {
        return Err(Flaw::OtherAnswer);
    }
    Ok(Verified {
        sign: Shown::Again,
        points: Shown::Again,
        distance: Shown::Again,
        normal: Shown::Again,
        shortest: (answer.depth_kind == DepthKind::Exact).then_some(Shown::Again),
        bound: OPEN_BOUNDS * bound,
    })
}

/// Whether two vectors differ by no more than the bound.
pub(super) fn is_near<V: PairSpace>(x: V, y: V, bound: f64) -> bool {
    (lift(x) - lift(y)).length() <= bound
}
