//! Each question at each stage: which room answers it for which family, and what is exact.

use super::answer::{Clearance, Manifold, QueryError, Relation};
use super::ask::question::{
    ClearanceQuestion, DistanceQuestion, IntersectsQuestion, ManifoldQuestion, RelationQuestion,
};
use super::ask::table::{PairSpace, Stages};
#[cfg(feature = "std")]
use super::ask::table::{Test, choose};
use super::ask::{ask, undecided};
use super::other_scale::{self, at_another_scale};
use super::{decide, smooth, union};
use crate::math::Real;
use crate::shape::Placed;

/// The clearance of two shapes whose relation is known. Of meshes it is half of the work.
#[cfg(feature = "std")] // only assemblies ask for it
pub(crate) fn clearance_after<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    relation: Relation,
) -> Result<Clearance<V>, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Parts => union::clearance_after(a, b, relation),
        _ => ask(ClearanceQuestion, &a, &b),
    }
}

impl<V: PairSpace> Stages<V> for IntersectsQuestion {
    fn half_space(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
        let relation = RelationQuestion.half_space(a, b);
        Some(
            relation
                .unwrap_or_else(|| undecided(RelationQuestion, a, b))
                .intersects(),
        )
    }
    fn half_spaces(self, a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
        RelationQuestion.half_spaces(a, b).intersects()
    }
    fn smooth(self, a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
        smooth::intersects(a, b)
    }
    fn parts(self, a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
        union::intersects(a, b)
    }
    fn at_another_scale(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
        at_another_scale(a, b, |a, b, _| ask(self, &a, &b)).map(|(answer, _)| answer)
    }
    fn exact(self, a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
        decide::intersects(a, b)
    }
}

impl<V: PairSpace> Stages<V> for RelationQuestion {
    fn half_space(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
        decide::half_space::filter_relation(a, b)
    }
    fn half_spaces(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
        decide::half_space::relation_of_two(a, b)
    }
    fn smooth(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
        smooth::relation(a, b)
    }
    fn parts(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
        union::relation(a, b)
    }
    fn at_another_scale(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
        at_another_scale(a, b, |a, b, _| ask(self, &a, &b)).map(|(answer, _)| answer)
    }
    fn exact(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
        decide::relation(a, b)
    }
}

impl<V: PairSpace> Stages<V> for ClearanceQuestion {
    fn half_space(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        decide::half_space::filter_clearance(a, b).map(Ok)
    }
    fn half_spaces(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        decide::half_space::clearance_of_two(a, b)
    }
    fn smooth(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        Ok(smooth::clearance(a, b))
    }
    fn parts(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        union::clearance(a, b)
    }
    fn at_another_scale(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        other_scale::clearance(a, b)
    }
    fn exact(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        Ok(decide::clearance(a, b))
    }
}

/// A distance is the clearance where that is not negative. Only shapes that overlap without end have none.
fn not_negative<V: PairSpace>(clearance: Result<Clearance<V>, QueryError>) -> V::Scalar {
    clearance.map_or(Real::ZERO, |c| c.distance.max(Real::ZERO))
}

impl<V: PairSpace> Stages<V> for DistanceQuestion {
    fn half_space(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
        ClearanceQuestion.half_space(a, b).map(not_negative)
    }
    fn half_spaces(self, a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
        not_negative(ClearanceQuestion.half_spaces(a, b))
    }
    fn smooth(self, a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
        smooth::distance(a, b)
    }
    fn parts(self, a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
        union::distance(a, b)
    }
    fn at_another_scale(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
        other_scale::distance(a, b)
    }
    // The filter of a clearance may be sure where that of a distance, which takes shortcuts, is not.
    fn exact(self, a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
        not_negative(ask(ClearanceQuestion, &a, &b))
    }
}

impl<V: PairSpace> Stages<V> for ManifoldQuestion<V> {
    fn half_space(self, _: Placed<'_, V>, _: Placed<'_, V>) -> Option<Self::Answer> {
        None
    }
    fn half_spaces(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        undecided(self, a, b)
    }
    fn smooth(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        undecided(self, a, b)
    }
    fn parts(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        union::manifold(a, b, self.margin)
    }
    fn at_another_scale(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        other_scale::manifold(a, b, self.margin)
    }
    // A clearance, of whatever stage, and then its contacts.
    fn exact(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer {
        let c = ask(ClearanceQuestion, &a, &b)?;
        if c.distance > self.margin {
            return Ok(Manifold::new(c.normal));
        }
        Ok(V::clip(a, b, &c, self.margin))
    }
}
