//! Two convex shapes approach: Newton's method on their gap, safe from its own side.
//!
//! At any time before they meet, the clearance gives a plane between the two and the gap along its normal.
//! Without turning, nothing crosses that plane before the motion has used up the gap along the normal: so the
//! shapes may be moved there at once. That is Newton's method for the zero of a convex function from the side
//! on which it never goes too far: two polytopes take a step for each face the plane turns to, round shapes
//! double their digits with each step (van den Bergen, "Ray casting against general convex objects", 2004,
//! walks the same planes within GJK). Where the motion does not close the gap along the normal, they never
//! meet: also a proof.
//!
//! Shapes that turn go to `arcs/`.
//!
//! Where we differ: the last gap, a sliver of the size, is not walked but used up along its plane. So the
//! clearance is never asked about a pair too close for floating point, and the time is still never late. Of
//! two cores that go straight, the end is then looked for exactly (`graze.rs`).

use super::graze;
use crate::cast::sweep::arcs::{self, Budget};
use crate::cast::sweep::middle;
use crate::cast::sweep::moving::Moving;
use crate::cast::sweep::straight;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair;
use crate::pair::{Clearance, PairSpace, QueryError};
use crate::shape::AnyShape;

/// Steps after which what is left of a gap counts as used up: round shapes that graze each other take some
/// dozens.
const STEPS: usize = 10_000;

/// Part of the way that it goes along the normal of what is met, where it meets that head on rather than in
/// passing.
const STEEP: f64 = 1.0 / 16.0;

/// Two shapes on the move; convex ones, where a time is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Approach<'m, V: PairSpace> {
    pub(crate) a: Moving<'m, V>,
    pub(crate) b: Moving<'m, V>,
    /// What rounding took off the way of B as seen from A.
    pub(crate) lost: V,
    /// What may be spent on a time that takes a search.
    pub(crate) budget: &'m Budget,
}

/// Two that have not met before a time, and are as good as together then.
struct Near<V: Vector> {
    time: V::Scalar,
    c: Clearance<V>,
}

/// A first meeting, seen from where A stands.
#[derive(Clone, Copy, Debug)]
pub struct Hit<V: Vector> {
    pub(crate) time: V::Scalar,
    pub(crate) normal: V,
    pub(crate) point: V,
    /// Whether the search came to its end.
    pub(crate) is_resolved: bool,
}

impl<V: Vector> Hit<V> {
    pub(crate) fn new(time: V::Scalar, c: &Clearance<V>) -> Self {
        Self {
            time,
            normal: c.normal,
            point: middle(c),
            is_resolved: true,
        }
    }
}

impl<V: PairSpace> Approach<'_, V> {
    /// The clearance at a time.
    pub(crate) fn clearance(&self, time: V::Scalar) -> Result<Clearance<V>, QueryError> {
        self.a
            .at(time, |a| self.b.at(time, |b| pair::clearance(a, b)))??
    }
    /// Whether the two meet at a time.
    pub(crate) fn meet(&self, time: V::Scalar) -> Result<bool, QueryError> {
        self.a.at(time, |a| self.b.at(time, |b| pair::intersects(a, b)))?
    }
    /// The first meeting after `from`, when the two are apart, and not after `limit`.
    pub(crate) fn first(&self, from: V::Scalar, limit: V::Scalar) -> Result<Option<Hit<V>>, QueryError> {
        if self.turns() {
            return arcs::first(self, from, limit);
        }
        if self.is_curved()
            && let Some(answer) = arcs::first_straight(self, from, limit)
        {
            return answer;
        }
        match self.walk(from, limit)? {
            Some(near) => self.end(&near, limit),
            None => Ok(None),
        }
    }
    /// The same if the motion presses one into the other then; when they merely pass is not looked for.
    pub(crate) fn first_pressing(
        &self,
        from: V::Scalar,
        limit: V::Scalar,
    ) -> Result<Option<Hit<V>>, QueryError> {
        if self.is_curved()
            && let Some(answer) = arcs::first_straight(self, from, limit)
        {
            let Some(hit) = answer? else { return Ok(None) };
            return Ok((!hit.is_resolved || self.presses(hit.time)?).then_some(hit));
        }
        match self.walk(from, limit)? {
            Some(near) if self.presses(near.time)? => self.end(&near, limit),
            _ => Ok(None),
        }
    }
    /// Goes on until next to nothing is left of the gap; `None` where the two never come so near.
    fn walk(&self, from: V::Scalar, limit: V::Scalar) -> Result<Option<Near<V>>, QueryError> {
        let sliver = self.sliver();
        let mut time = from;
        let mut c = self.clearance(time)?;
        for _ in 0..STEPS {
            let speed = self.closing(c.normal);
            if self.is_beyond_doubt(&c) && speed <= Real::ZERO {
                return Ok(None);
            }
            if c.distance <= sliver {
                break;
            }
            let next = time + (c.distance - sliver * ScalarOf::<V>::HALF) / speed;
            if next > limit {
                return Ok(None);
            }
            if next <= time {
                break;
            }
            time = next;
            c = self.clearance(time)?;
        }
        Ok(Some(Near { time, c }))
    }
    /// The meeting of two so near: exactly, or by the plane between them.
    fn end(&self, near: &Near<V>, limit: V::Scalar) -> Result<Option<Hit<V>>, QueryError> {
        let Near { time, c } = near;
        let speed = self.closing(c.normal);
        let met = *time + c.distance.max(Real::ZERO) / speed;
        if !self.ties(met, limit, c.normal)
            && let Some(answer) = graze::first(self, *time, limit)
        {
            return Ok(answer);
        }
        if speed <= Real::ZERO {
            return Ok(None);
        }
        let hit = self.arrive(met.min(limit), *time, c)?;
        // So near to the end that rounding decides: there is a pair to ask.
        let is_late = met >= limit * (ScalarOf::<V>::ONE - self.late());
        Ok((!is_late || self.meet(limit)?).then_some(hit))
    }
    /// Whether what closes a gap at `time` ties with an earlier answer, as facets do on which something falls
    /// flat: which of them is first makes no difference but for rounding.
    fn ties(&self, time: V::Scalar, limit: V::Scalar, normal: V) -> bool {
        let one = ScalarOf::<V>::ONE;
        let way = self.b.linear().max_abs();
        let rounding = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0) * (self.size() + way);
        limit < one
            && (limit - time) * way <= rounding
            && self.speed(normal) > way * ScalarOf::<V>::lit(STEEP)
    }
    /// The meeting at `time`, with the normal that the last clearance, at `from`, has proven. Its point is
    /// asked for anew where the two have slid along each other while the last sliver was used up.
    fn arrive(&self, time: V::Scalar, from: V::Scalar, c: &Clearance<V>) -> Result<Hit<V>, QueryError> {
        let part = ScalarOf::<V>::lit(1.0 / (1_u64 << 36) as f64);
        let visible = self.size() * part.max(ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(256.0));
        let way = self.b.linear().max_abs();
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
    /// The first meeting of two that touch or overlap at `from`, where the motion neither parts nor slides
    /// them: at once if it presses one (further) into the other, else after they have come apart.
    pub(crate) fn after_touch(
        &self,
        from: V::Scalar,
        limit: V::Scalar,
    ) -> Result<Option<Hit<V>>, QueryError> {
        let touch = self.clearance(from)?;
        let depth = touch.distance.min(Real::ZERO);
        // The clearance is a convex function of time while nothing turns: if it ever falls below its start,
        // it does so at once.
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
            if c.distance < depth - self.noise(step) {
                return Ok(Some(Hit::new(from, &touch)));
            }
            if c.distance > self.sliver() {
                return self.first(from + step, limit);
            }
            step *= ScalarOf::<V>::lit(4.0);
        }
        Ok(None)
    }
    /// The first meeting in plain floats, of two that go straight and are surely apart at the start.
    pub(crate) fn quick(&self, limit: V::Scalar) -> Option<Option<Hit<V>>> {
        if self.turns() {
            return None;
        }
        straight::first(&self.a.start(), &self.b.start(), self.way(), limit)
    }
    /// Whether the motion presses one into the other after a meeting. Long steps first, of which floats can
    /// tell.
    pub(crate) fn presses(&self, met: V::Scalar) -> Result<bool, QueryError> {
        let rest = ScalarOf::<V>::ONE - met;
        let shortest = rest * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4096.0);
        let mut step = rest * ScalarOf::<V>::HALF;
        while step >= shortest && step > Real::ZERO {
            if self.clearance(met + step)?.distance < -self.noise(step) {
                return Ok(true);
            }
            step *= ScalarOf::<V>::lit(0.25);
        }
        Ok(false)
    }
    pub(crate) fn turns(&self) -> bool {
        self.a.turns() || self.b.turns()
    }
    /// Whether one of the two has a curved surface other than a ball's.
    pub(crate) fn is_curved(&self) -> bool {
        self.a.start().shape.curved().is_some() || self.b.start().shape.curved().is_some()
    }
    pub(crate) fn are_convex(&self) -> bool {
        self.a.start().shape.parts().is_none() && self.b.start().shape.parts().is_none()
    }
    /// What cannot be asked: an unbounded shape that turns.
    pub(crate) fn check(&self) -> Result<(), QueryError> {
        if self.a.is_bounded() && self.b.is_bounded() {
            return Ok(());
        }
        Err(self.unsupported())
    }
    /// That these two cannot be asked about.
    pub(crate) fn unsupported(&self) -> QueryError {
        let [a, b] = [&self.a, &self.b].map(|m| m.start().shape.kind());
        QueryError::UnsupportedPair { a, b }
    }
    /// How far B goes as seen from A.
    pub(crate) fn way(&self) -> V {
        self.b.linear() - self.a.linear()
    }
    /// How fast the gap along a normal closes, without turning.
    pub(crate) fn speed(&self, normal: V) -> V::Scalar {
        -self.way().dot(normal)
    }
    /// How fast the gap along a normal closes, at most, without turning.
    pub(crate) fn closing(&self, normal: V) -> V::Scalar {
        let linear = self.b.linear().max_abs();
        let rounding = linear * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0);
        self.speed(normal) + rounding
    }
    /// A gap that is used up along its plane: well above what rounding does to a clearance.
    pub(crate) fn sliver(&self) -> V::Scalar {
        let part = ScalarOf::<V>::lit(1.0 / (1_u64 << 40) as f64);
        self.size() * part.max(ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)) + Real::MIN_POSITIVE
    }
    /// No coordinate on the way is larger.
    pub(crate) fn size(&self) -> V::Scalar {
        self.a.size().max(self.b.size())
    }
    /// Whether an overlap is one that rounding explains.
    pub(crate) fn is_as_good_as_touching(&self, c: &Clearance<V>) -> bool {
        c.distance >= -self.sliver()
    }
    /// Whether a gap is so large that its normal is that of the gap: of two flat ones that all but touch, it
    /// may point to the other side.
    fn is_beyond_doubt(&self, c: &Clearance<V>) -> bool {
        c.distance > self.sliver() * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// An overlap after a step that rounding and a slide explain.
    fn noise(&self, step: V::Scalar) -> V::Scalar {
        let slide = self.b.linear().max_abs() * step * ScalarOf::<V>::EPSILON.sqrt();
        slide + self.sliver() * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// How near to the end of the time an answer must be to be asked about again.
    pub(crate) fn late(&self) -> V::Scalar {
        ScalarOf::<V>::EPSILON.sqrt()
    }
}
