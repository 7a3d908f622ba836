//! Asking the question again, for claims that have no proof.

use super::claims::{Flaw, Shown, Verified};
use super::{Claim, tolerance};
use crate::math::{Real, ScalarOf, lift};
use crate::pair::answer::DepthKind;
use crate::pair::ask::table::PairSpace;

impl<V: PairSpace> Claim<'_, V> {
    /// All claims, if the question asked again has the same answer to within the bound.
    pub(super) fn ask_again(&self) -> Result<Verified, Flaw> {
        let answer = self.answer;
        let again = crate::pair::clearance(self.a, self.b).map_err(|_| Flaw::NotProvable)?;
        let is_same = is_near(answer.point_a, again.point_a, self.bound)
            && is_near(answer.point_b, again.point_b, self.bound)
            && is_near(answer.normal, again.normal, tolerance::<ScalarOf<V>>())
            && answer.depth_kind == again.depth_kind
            && (answer.distance - again.distance).abs().to_f64() <= self.bound;
        if !is_same {
            return Err(Flaw::OtherAnswer);
        }
        let shortest = (answer.depth_kind == DepthKind::Exact).then_some(Shown::Again);
        Ok(Verified::again(Shown::Again, shortest, self.bound))
    }
}

/// Whether two vectors differ by no more than the bound.
pub(super) fn is_near<V: PairSpace>(x: V, y: V, bound: f64) -> bool {
    (lift(x) - lift(y)).length() <= bound
}
