//! Two shapes of parts that overlap: the deepest two parts.

use super::try_for_each_near_pair;
use crate::math::Real;
use crate::pair::answer::{Clearance, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::shape::Placed;

/// The deepest pair of parts; `None` where no two parts overlap.
pub(in crate::pair) fn deepest_parts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Option<Clearance<V>>, QueryError> {
    let mut deepest: Option<Clearance<V>> = None;
    try_for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, _| {
        let c = crate::pair::clearance(p, q)?;
        if c.distance < deepest.map_or(Real::ZERO, |d| d.distance) {
            deepest = Some(c);
        }
        Ok(true)
    })?;
    Ok(deepest)
}
