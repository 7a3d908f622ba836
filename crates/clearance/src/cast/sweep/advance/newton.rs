//! Newton's method on the gap of two convex shapes that do not turn; it never steps past the meeting.
//!
//! At any time before they meet, the clearance gives a separating plane and the gap along its normal. Nothing
//! crosses that plane before the motion has used up the gap, so the shapes may be moved there in one step.
//! That is Newton's method for the zero of a convex function, from the side on which it never overshoots. Two
//! polytopes take one step for each face that the plane turns to; round shapes double their digits with each
//! step (van den Bergen, "Ray casting against general convex objects", 2004, takes the same planes within
//! GJK). Where the motion does not close the gap along the normal, the two never meet: that is a proof, too.
//!
//! Shapes that turn go to `arcs/`.
//!
//! Where we differ: the last part of the gap, within [`Approach::tolerance`], is used up along its plane in
//! one step. So the clearance is never asked about a pair too close for floating point, and the time is still
//! never late. Of two cores that go straight, the end is then found exactly (`graze.rs`).

use super::graze;
use crate::cast::decided::Filtered;
use crate::cast::sweep::approach::Approach;
use crate::cast::sweep::hit::{Hit, middle};
use crate::cast::sweep::{arcs, straight};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::{Clearance, PairSpace, QueryError};

/// Steps after which the rest of a gap counts as used up: round shapes that graze each other take some
/// dozens.
const STEPS: usize = 10_000;

/// The part of the motion that must go along the normal, for a meeting that is not a graze.
const STEEP: f64 = 1.0 / 16.0;

/// Two that have not met before a time, and are together then within the tolerance.
struct LastApart<V: Vector> {
    time: V::Scalar,
    c: Clearance<V>,
}

impl<V: PairSpace> Approach<'_, V> {
    /// The first meeting after `from`, when the two are apart, and not after `limit`.
    pub(crate) fn first(&self, from: V::Scalar, limit: V::Scalar) -> Result<Option<Hit<V>>, QueryError> {
        if self.turns() {
            return arcs::first(self, from, limit);
        }
        self.first_that([from, limit], &|_| Ok(true))
    }
    /// The same, of two that do not turn, only if the motion then presses one into the other.
    pub(crate) fn first_pressing(
        &self,
        from: V::Scalar,
        limit: V::Scalar,
    ) -> Result<Option<Hit<V>>, QueryError> {
        self.first_that([from, limit], &|time| self.presses(time))
    }
    /// The first meeting, if it `counts`.
    fn first_that(
        &self,
        [from, limit]: [V::Scalar; 2],
        counts: &dyn Fn(V::Scalar) -> Result<bool, QueryError>,
    ) -> Result<Option<Hit<V>>, QueryError> {
        if self.is_curved()
            && let Some(answer) = arcs::first_straight(self, from, limit)
        {
            let Some(hit) = answer? else { return Ok(None) };
            return Ok((!hit.is_resolved || counts(hit.time)?).then_some(hit));
        }
        match self.walk(from, limit)? {
            Some(last) if counts(last.time)? => self.end(&last, limit),
            _ => Ok(None),
        }
    }
    /// Advances until the gap is within the tolerance; `None` where the two never come so near.
    fn walk(&self, from: V::Scalar, limit: V::Scalar) -> Result<Option<LastApart<V>>, QueryError> {
        let tolerance = self.tolerance();
        let mut time = from;
        let mut c = self.clearance(time)?;
        for _ in 0..STEPS {
            let speed = self.closing(c.normal);
            if self.is_beyond_error(&c) && speed <= Real::ZERO {
                return Ok(None);
            }
            if c.distance <= tolerance {
                break;
            }
            let next = time + (c.distance - tolerance * ScalarOf::<V>::HALF) / speed;
            if next > limit {
                return Ok(None);
            }
            if next <= time {
                break;
            }
            time = next;
            c = self.clearance(time)?;
        }
        Ok(Some(LastApart { time, c }))
    }
    /// The meeting of two so near: exactly, or by the plane between them.
    fn end(&self, last: &LastApart<V>, limit: V::Scalar) -> Result<Option<Hit<V>>, QueryError> {
        let LastApart { time, c } = last;
        let speed = self.closing(c.normal);
        let met = *time + c.distance.max(Real::ZERO) / speed;
        if !self.ties(met, limit, c.normal)
            && let Some(answer) = graze::first(self, *time, limit)
        {
            return Ok(answer.hit());
        }
        if speed <= Real::ZERO {
            return Ok(None);
        }
        let hit = self.arrive(met.min(limit), *time, c)?;
        // So near to the end that rounding decides: the exact relation is asked.
        let is_late = met >= limit * (ScalarOf::<V>::ONE - self.late());
        Ok((!is_late || self.meet(limit)?).then_some(hit))
    }
    /// Whether a gap that is used up at `time` ties with an earlier answer up to rounding, as for facets on
    /// which a shape lands flat. Then it makes no difference which of them is first.
    fn ties(&self, time: V::Scalar, limit: V::Scalar, normal: V) -> bool {
        let one = ScalarOf::<V>::ONE;
        let way = self.b.linear.max_abs();
        let rounding = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0) * (self.size() + way);
        limit < one
            && (limit - time) * way <= rounding
            && self.speed(normal) > way * ScalarOf::<V>::lit(STEEP)
    }
    /// The meeting at `time`, with the normal that the last clearance, at `from`, has proven. The point is
    /// computed again where the two have slid along each other since.
    fn arrive(&self, time: V::Scalar, from: V::Scalar, c: &Clearance<V>) -> Result<Hit<V>, QueryError> {
        let part = ScalarOf::<V>::lit(1.0 / (1_u64 << 36) as f64);
        let visible = self.size() * part.max(ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(256.0));
        let way = self.b.linear.max_abs();
        let point = if way * (time - from) > visible {
            middle(&self.clearance(time)?)
        } else {
            middle(c)
        };
        Ok(Hit {
            time,
            normal: c.normal,
            point,
            is_resolved: true,
        })
    }
    /// The first meeting of two that touch or overlap at `from`, where touching and sliding are ignored: at
    /// the start if the motion presses one further into the other, else after they have come apart.
    pub(crate) fn after_touch(
        &self,
        from: V::Scalar,
        limit: V::Scalar,
    ) -> Result<Option<Hit<V>>, QueryError> {
        let touch = self.clearance(from)?;
        let depth = touch.distance.min(Real::ZERO);
        // While nothing turns, the clearance is a convex function of time: if it ever falls below its start,
        // it does so from the start.
        if !self.turns() {
            if self.speed(touch.normal) <= Real::ZERO {
                return Ok(None);
            }
            if depth < Real::ZERO {
                return Ok(Some(Hit::new(from, &touch)));
            }
        }
        let mut step = (limit - from) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4096.0);
        while step < limit - from {
            let c = self.clearance(from + step)?;
            if c.distance < depth - self.overlap_error(step) {
                return Ok(Some(Hit::new(from, &touch)));
            }
            if c.distance > self.tolerance() {
                return self.first(from + step, limit);
            }
            step *= ScalarOf::<V>::lit(4.0);
        }
        Ok(None)
    }
    /// The filter, for two that go straight and are surely apart at the start.
    pub(crate) fn filter(&self, limit: V::Scalar) -> Filtered<Hit<V>> {
        if self.turns() {
            return None;
        }
        straight::first(&self.a.start, &self.b.start, self.way(), limit)
    }
}
