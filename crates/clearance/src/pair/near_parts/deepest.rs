//! Two shapes of parts that overlap: the deepest two parts.
//!
//! Floats tell the depth of most. Where they are undecided, two parts overlap by a rounding, touch, or are
//! apart by one. These are asked exactly, which takes some hundred times as long, only if no two others
//! overlap, and then only until a few do: which overlap of a rounding is the deepest is of no interest, and a
//! shape that rests on a mesh has hundreds.
//!
//! A facet whose plane tells that it cannot be deeper than what was found (`plane_limits.rs`) is passed over,
//! in a tenth of the time.

use super::plane_limits::PlaneLimits;
use super::try_for_each_near_pair;
use crate::math::Real;
use crate::pair;
use crate::pair::answer::{Clearance, QueryError};
use crate::pair::ask::in_floats;
use crate::pair::ask::question::ClearanceQuestion;
use crate::pair::ask::table::PairSpace;
use crate::pair::other_scale::has_ordinary_size;
use crate::shape::{AnyShape, Placed};

/// How many overlaps of a rounding are compared.
const FEW: usize = 4;

/// The deepest pair of parts; `None` where no two parts overlap.
pub(in crate::pair) fn deepest_parts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Option<Clearance<V>>, QueryError> {
    let mut deepest = Deepest::<V>(None);
    let (is_ordinary, mut are_undecided) = (has_ordinary_size(a, b), false);
    let limits = PlaneLimits::new([a, b]);
    try_for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, _| {
        if let (Some(limits), Some(found)) = (&limits, &deepest.0)
            && limits.depth(p, q).is_some_and(|most| most <= -found.distance)
        {
            return Ok(true);
        }
        match in_floats(ClearanceQuestion, p, q) {
            Some(c) => deepest.take(&c?),
            None if is_ordinary && is_polytope(p) && is_polytope(q) => are_undecided = true,
            None => deepest.take(&pair::clearance(p, q)?),
        }
        Ok(true)
    })?;
    if deepest.0.is_none() && are_undecided {
        let mut left = FEW;
        try_for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, _| {
            let c = pair::clearance(p, q)?;
            left -= usize::from(c.distance < Real::ZERO);
            deepest.take(&c);
            Ok(left > 0)
        })?;
    }
    Ok(deepest.0)
}

/// The deepest pair so far.
struct Deepest<V: PairSpace>(Option<Clearance<V>>);

impl<V: PairSpace> Deepest<V> {
    fn take(&mut self, c: &Clearance<V>) {
        if c.distance < self.0.map_or(Real::ZERO, |d| d.distance) {
            self.0 = Some(*c);
        }
    }
}

fn is_polytope<V: PairSpace>(placed: Placed<'_, V>) -> bool {
    placed.shape.core().is_some_and(|core| core.is_sharp())
}
