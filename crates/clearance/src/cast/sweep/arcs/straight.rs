//! Two convex shapes that do not turn, one of them curved: Newton's method on the gap, from support points
//! alone.
//!
//! Where nothing turns, the gap along a normal closes at a constant rate. So the two may be moved to where
//! next to nothing of it is left, and the normal of the closest points there is the next one. A gap that does
//! not close never will (G. van den Bergen, "Ray casting against general convex objects", 2004). Near a
//! graze, each step is half of the time that is left. The last part of the gap is used up along its plane.

use glam::DVec3;

use super::normal::LastCorners;
use super::{Configuration, ConvexPair, End, RelativeMotion, not_later, wholes};
use crate::cast::sweep::approach::Approach;
use crate::cast::sweep::hit::Hit;
use crate::math::Real;
use crate::pair::{PairSpace, QueryError};

/// The first meeting after `from`, when the two are apart, and not after `limit`; `None` where they are
/// together at `from` within the tolerance.
pub(in crate::cast::sweep) fn first<V: PairSpace>(
    two: &Approach<'_, V>,
    from: V::Scalar,
    limit: V::Scalar,
) -> Option<Result<Option<Hit<V>>, QueryError>> {
    let motion = RelativeMotion::new(two);
    let [Some(a), Some(b)] = wholes(two, &motion) else {
        return Some(Err(two.unsupported()));
    };
    let pair = ConvexPair::new(&motion, [&a, &b]);
    let end = pair.go_straight(from.to_f64(), limit.to_f64())?;
    if let End::Together(time, _) = end
        && is_late(two, not_later::<V>(time), limit)
    {
        // So near to the end that rounding decides: the exact relation is asked.
        match two.meet(limit) {
            Ok(true) => {}
            Ok(false) => return Some(Ok(None)),
            Err(error) => return Some(Err(error)),
        }
    }
    Some(pair.hit(two, end))
}

fn is_late<V: PairSpace>(two: &Approach<'_, V>, time: V::Scalar, limit: V::Scalar) -> bool {
    time >= limit * (V::Scalar::ONE - two.late())
}

impl ConvexPair<'_> {
    /// Advances until the gap is within the tolerance; `None` where there is no gap to begin with.
    fn go_straight(&self, from: f64, limit: f64) -> Option<End> {
        let mut now = self.at(from);
        if self.motion.budget.is_spent() {
            return Some(End::Spent(from, self.direction(&now)));
        }
        let ((mut n, mut gap), mut last) = self.first_normal(&now)?;
        loop {
            let speed = self.closing(n);
            if speed <= 0.0 {
                return Some(End::Free);
            }
            let near = self.near(&now);
            if gap <= near {
                let met = now.time + Real::max(gap - now.margin, 0.0) / speed;
                return Some(End::Together(Real::min(met, limit), Some(n)));
            }
            if self.motion.budget.is_spent() {
                return Some(End::Spent(now.time, n));
            }
            let left = 0.5 * (now.margin + near);
            let next = now.time + (gap - left) / speed;
            if next > limit {
                return Some(End::Free);
            }
            if next <= now.time {
                return Some(End::Together(now.time, Some(n)));
            }
            now = self.at(next);
            (n, gap) = self.normal_after(&now, n, gap, &mut last);
        }
    }
    /// The normal of the closest points, and the gap along it, after a step that has used up a gap along
    /// another.
    fn normal_after(
        &self,
        now: &Configuration,
        before: DVec3,
        gap: f64,
        last: &mut LastCorners,
    ) -> (DVec3, f64) {
        let fine = 0.25 * (self.near(now) - now.margin);
        let found = self
            .normal(now, before, Real::max(gap / 64.0, fine), last)
            .filter(|(_, rest)| *rest > self.near(now))
            .or_else(|| self.normal(now, before, fine, last));
        let same = self.gap(now, before);
        found.filter(|(_, rest)| *rest > same).unwrap_or((before, same))
    }
    /// An upper bound of the closing speed of the gap along a unit vector.
    fn closing(&self, n: DVec3) -> f64 {
        let way = self.motion.way;
        4.0 * f64::EPSILON * way.abs().max_element() - n.dot(way)
    }
}
