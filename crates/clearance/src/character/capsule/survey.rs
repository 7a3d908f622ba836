//! How far everything near is from where a character stands, and how far it may go.
//!
//! Of a convex part the clearance gives a plane that parts it from the character, and the gap along its
//! normal: no motion that does not use up that gap comes to the part. So one look at all parts nearly always
//! says that the way is free, and only what a motion may come to is walked up to, plane by plane, as sweeps
//! do (`cast/sweep/advance/newton.rs`). It stops where the gap has shrunk to the skin; what it then would
//! only graze, less than the slack deep, it passes by, as the release of a sweep does: edges between two
//! faces of one floor stop no one.

use alloc::vec::Vec;

use super::settings::Capsule;
use crate::character::CharacterSpace;
use crate::character::near::{Body, Near, are_near};
use crate::character::planes::{LEAN, Plane, Planes, Slope};
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::QueryError;
use crate::scene::Handle;
use crate::shape::AnyShape;

/// Newton steps after which what is left of a gap counts as used up.
const STEPS: usize = 32;

/// Sine of the angle from which on a motion against a plane is no grazing. What the round end of a capsule
/// grazes it meets, less than the slack of a 256th of its radius deep, at less than 0.09.
const STEEP: f64 = 0.25;

/// How far behind its edge a step must be level, in radii: the smallest tread that holds a foot.
pub(in crate::character) const BEHIND: f64 = 0.125;

/// What a motion passes by if it would only graze it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grazing {
    Anything,
    /// Not ground that is level enough: who is put down a little too deep on one floor, beside another that
    /// rises, is moved out of that again, back from where it came, by as much in a short step of time as in a
    /// long one.
    Walls,
}

/// A part and how far it is.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct Touch<V: Vector> {
    part: usize,
    pub(in crate::character) gap: V::Scalar,
    /// Towards the character.
    pub(in crate::character) normal: V,
    pub(in crate::character) point: V,
}

impl<V: Vector> Touch<V> {
    pub(in crate::character) fn part(&self) -> usize {
        self.part
    }
}

/// Where a motion is stopped.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct Stop<V: Vector> {
    /// The part of the motion that is free.
    pub(in crate::character) time: V::Scalar,
    pub(in crate::character) touch: Touch<V>,
}

/// A character among what is near it.
pub(in crate::character) struct Ground<'a, 's, V: CharacterSpace> {
    pub(in crate::character) who: &'a Capsule<V>,
    pub(in crate::character) near: Near<'s, V>,
    pub(in crate::character) notes: &'a mut Notes<V>,
    /// The box in which all parts were gathered.
    pub(in crate::character) reach: Aabb<V>,
    /// How much further that would have had to be.
    pub(in crate::character) lacks: V::Scalar,
    /// Parts of something that moves, at a time.
    pub(in crate::character) moving: Near<'s, V>,
    /// Objects that are passed over.
    pub(in crate::character) without: Vec<Handle>,
}

/// What there is around a way of a character.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct Survey<V: Vector> {
    pub(in crate::character) at: V,
    /// The longest motion that it is about, and the box around all of them.
    length: V::Scalar,
    way: Aabb<V>,
    /// The first of its touches, and the one after the last.
    touches: [usize; 2],
}

/// Lists that steps write to, kept from one to the next.
pub(in crate::character) struct Notes<V: Vector> {
    /// The touches of all surveys of a step, one after the other.
    touches: Vec<Touch<V>>,
    /// Lists of planes that no one needs any more.
    spare: Vec<Vec<Plane<V>>>,
}

impl<V: Vector> Default for Notes<V> {
    fn default() -> Self {
        Self {
            touches: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<V: Vector> Notes<V> {
    /// Before a new step.
    pub(in crate::character) fn clear(&mut self) {
        self.touches.clear();
    }
    /// For those to write to that need a list of planes.
    fn list(&mut self) -> Vec<Plane<V>> {
        let mut list = self.spare.pop().unwrap_or_default();
        list.clear();
        list
    }
    /// Planes that no one needs any more.
    pub(in crate::character) fn forget(&mut self, planes: Planes<V>) {
        self.spare.push(planes.all);
    }
}

impl<V: CharacterSpace> Ground<'_, '_, V> {
    /// Looks at all parts that the character may come to on a motion, or that are within a distance of its
    /// way.
    pub(in crate::character) fn survey(
        &mut self,
        at: V,
        motion: V,
        within: V::Scalar,
    ) -> Result<Survey<V>, QueryError> {
        let way = self.way(at, motion, within);
        self.survey_in(at, &way, (motion.length(), within))
    }
    /// Whether all is known that a motion may come to.
    pub(in crate::character) fn is_gathered(&mut self, at: V, motion: V) -> bool {
        let is_gathered = self
            .reach
            .contains(&self.way(at, motion, self.who.settings().skin));
        if !is_gathered {
            self.lacks = self.lacks.max(motion.length() * ScalarOf::<V>::TWO);
        }
        is_gathered
    }
    /// The box around a motion, and a distance more.
    fn way(&self, at: V, motion: V, within: V::Scalar) -> Aabb<V> {
        let there = self.who.aabb(at + motion);
        self.who.aabb(at).union(&there).inflated(within)
    }
    /// The same of all motions that differ from one by up to a distance up or down.
    pub(in crate::character) fn survey_along(
        &mut self,
        at: V,
        (motion, rise): (V, V::Scalar),
        within: V::Scalar,
    ) -> Result<Survey<V>, QueryError> {
        let way = self.way(at, motion, within);
        let rise = self.who.settings().up.abs() * rise;
        let way = Aabb {
            min: way.min - rise,
            max: way.max + rise,
        };
        self.survey_in(at, &way, (motion.length() + rise.length(), within))
    }
    /// Whether a survey is about a motion, too.
    pub(in crate::character) fn covers(&self, survey: &Survey<V>, motion: V, within: V::Scalar) -> bool {
        survey.length >= motion.length() && survey.way.contains(&self.way(survey.at, motion, within))
    }
    fn survey_in(
        &mut self,
        at: V,
        way: &Aabb<V>,
        (length, within): (V::Scalar, V::Scalar),
    ) -> Result<Survey<V>, QueryError> {
        let slack = self.who.slack();
        // Of what is further, how far it is at least is all that is asked, and known from the last look.
        let enough = within + slack;
        // What is further than the motion is long does not stop it.
        let far = enough.max(length + self.who.settings().skin + slack);
        let first = self.notes.touches.len();
        for (part, aabb) in self.near.boxes().iter().enumerate() {
            let is_passed_over = |without: &Handle| self.near.handle(part) == *without;
            if !are_near(aabb, way) || self.without.iter().any(is_passed_over) {
                continue;
            }
            let touch = self.touch(part, at, enough)?;
            if touch.gap <= far {
                self.notes.touches.push(touch);
            }
        }
        Ok(Survey {
            at,
            length,
            way: *way,
            touches: [first, self.notes.touches.len()],
        })
    }
    /// What a survey has found.
    pub(in crate::character) fn touches(&self, survey: &Survey<V>) -> &[Touch<V>] {
        let [first, end] = survey.touches;
        &self.notes.touches[first..end]
    }
    /// Forgets the last survey.
    pub(in crate::character) fn drop_last(&mut self, survey: &Survey<V>) {
        self.notes.touches.truncate(survey.touches[0]);
    }
    fn touch(&self, part: usize, at: V, enough: V::Scalar) -> Result<Touch<V>, QueryError> {
        let known = self.near.distance(part, &self.who.body(), at, enough)?;
        Ok(Touch {
            part,
            gap: known.gap,
            normal: known.normal,
            point: known.point,
        })
    }
    /// Where a motion, or a part of one that was surveyed, is first stopped; none where it is free.
    pub(in crate::character) fn stop(
        &self,
        from: &Survey<V>,
        motion: V,
    ) -> Result<Option<Stop<V>>, QueryError> {
        self.first_stop(from, motion, Grazing::Anything)
    }
    /// The same for one that goes down to the ground.
    pub(in crate::character) fn landing(
        &self,
        from: &Survey<V>,
        motion: V,
    ) -> Result<Option<Stop<V>>, QueryError> {
        self.first_stop(from, motion, Grazing::Walls)
    }
    fn first_stop(
        &self,
        from: &Survey<V>,
        motion: V,
        grazing: Grazing,
    ) -> Result<Option<Stop<V>>, QueryError> {
        let one = ScalarOf::<V>::ONE;
        // What seems to be first is asked first: then the others are done with when they are known to be
        // later.
        let touches = self.touches(from);
        let soonest = self.soonest(touches, motion);
        let stop = match soonest {
            Some(i) => self.stop_at(from.at, &touches[i], (motion, one), grazing)?,
            None => None,
        };
        let limit = stop.map_or(one, |stop| stop.time);
        let mut first: Option<Stop<V>> = None;
        for (i, touch) in touches.iter().enumerate() {
            let before = first.map_or(limit, |first| first.time.min(limit));
            let found = if soonest == Some(i) {
                stop.filter(|_| first.is_none_or(|first| limit < first.time))
            } else if self.is_later(touch, motion, before) {
                None
            } else {
                self.stop_at(from.at, touch, (motion, before), grazing)?
            };
            first = found.or(first);
        }
        Ok(first)
    }
    /// Whether a motion comes to a touch's plane only after a time, or never.
    #[inline(always)]
    fn is_later(&self, touch: &Touch<V>, motion: V, time: V::Scalar) -> bool {
        let gap = touch.gap - self.who.settings().skin;
        gap > self.who.slack() && gap >= -touch.normal.dot(motion) * time
    }
    /// What the motion would come to first if all were planes.
    fn soonest(&self, touches: &[Touch<V>], motion: V) -> Option<usize> {
        let (mut soonest, mut least) = (None, ScalarOf::<V>::ONE);
        for (i, touch) in touches.iter().enumerate() {
            let (gap, speed) = (touch.gap - self.who.settings().skin, -touch.normal.dot(motion));
            if speed > Real::ZERO && gap < least * speed {
                (soonest, least) = (Some(i), gap / speed);
            }
        }
        soonest
    }
    /// Where a motion comes to one part's skin before `limit`, if it then goes deeper than the slack.
    fn stop_at(
        &self,
        at: V,
        touch: &Touch<V>,
        (motion, limit): (V, V::Scalar),
        grazing: Grazing,
    ) -> Result<Option<Stop<V>>, QueryError> {
        let (skin, slack) = (self.who.settings().skin, self.who.slack());
        let close = slack * ScalarOf::<V>::lit(0.25);
        let (mut now, mut time) = (*touch, ScalarOf::<V>::ZERO);
        let (mut met, mut level): (Option<Stop<V>>, _) = (None, skin);
        for _ in 0..STEPS {
            let speed = -now.normal.dot(motion);
            // As much as rounding, or a plane of nearly the same normal, may let a way lean into this one.
            if speed <= motion.length() * ScalarOf::<V>::lit(LEAN)
                && speed <= now.gap * ScalarOf::<V>::lit(0.25)
            {
                return Ok(None);
            }
            if met.is_none() && now.gap <= skin + close {
                met = Some(Stop { time, touch: now });
                level = skin - slack;
                if grazing == Grazing::Walls && self.who.rise(now.normal) >= self.who.level {
                    break;
                }
            }
            if now.gap <= level + close {
                break;
            }
            let next = time + (now.gap - level) / speed;
            if next >= limit {
                return Ok(None);
            }
            if met.is_some() && speed >= motion.length() * ScalarOf::<V>::lit(STEEP) {
                break;
            }
            time = next;
            now = self.touch(now.part, at + motion * time, skin + slack)?;
        }
        Ok(met)
    }
    /// The planes that the character touches where it was looked around.
    pub(in crate::character) fn planes(&mut self, survey: &Survey<V>) -> Result<Planes<V>, QueryError> {
        let settings = self.who.settings();
        let mut planes = Planes {
            up: settings.up,
            level: self.who.level,
            all: self.notes.list(),
        };
        for touch in self.touches(survey) {
            if touch.gap > settings.skin + self.who.slack() || self.is_ghost(survey, touch)? {
                continue;
            }
            let plane = self.plane(survey.at, touch)?;
            let alike = ScalarOf::<V>::lit(1.0 - 1e-9).min(ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON);
            match planes.all.iter_mut().find(|p| p.normal.dot(plane.normal) > alike) {
                Some(known) if known.slope == Slope::Steep => *known = plane,
                Some(_) => {}
                None => planes.all.push(plane),
            }
        }
        Ok(planes)
    }
    pub(in crate::character) fn plane(&self, at: V, touch: &Touch<V>) -> Result<Plane<V>, QueryError> {
        let slope = if self.who.rise(touch.normal) >= self.who.level {
            Slope::Walkable
        } else if self.is_ledge(at, touch)? {
            Slope::Ledge
        } else {
            Slope::Steep
        };
        Ok(Plane {
            normal: touch.normal,
            point: touch.point,
            handle: self.near.handle(touch.part),
            slope,
        })
    }
    /// Whether a steep touch is that of the edge of a step: a little behind it there is level ground.
    fn is_ledge(&self, at: V, touch: &Touch<V>) -> Result<bool, QueryError> {
        let settings = self.who.settings();
        let height = self.who.rise(touch.point - at);
        let leans = self.who.rise(touch.normal) > Real::ZERO;
        if !leans || height > settings.step_height || self.is_high_slope(at, touch) {
            return Ok(false);
        }
        let Some(inwards) = self.who.level_part(-touch.normal).normalized() else {
            return Ok(false);
        };
        let depth = settings.radius * ScalarOf::<V>::lit(BEHIND);
        let top = settings.step_height + depth;
        let above = touch.point + inwards * depth + settings.up * (top - height);
        let normal = self.near.below(above, -settings.up * (top - height + depth))?;
        Ok(normal.is_some_and(|n| self.who.rise(n) >= self.who.level))
    }
    /// Whether all that opposes a wish are slopes too high to be climbed over as a step: flat parts that lean
    /// back and reach up beyond a step's height. What stands on top of them cannot be reached either.
    pub(in crate::character) fn is_hopeless(&self, survey: &Survey<V>, wish: V) -> bool {
        let settings = self.who.settings();
        let opposing = |t: &&Touch<V>| {
            t.gap <= settings.skin + self.who.slack()
                && t.normal.dot(wish) < Real::ZERO
                && self.who.rise(t.normal) < self.who.level
        };
        let mut opposing = self.touches(survey).iter().filter(opposing).peekable();
        opposing.peek().is_some() && opposing.all(|t| self.is_high_slope(survey.at, t))
    }
    /// Whether a touch is that of a flat part that leans back and reaches up beyond a step's height.
    fn is_high_slope(&self, at: V, touch: &Touch<V>) -> bool {
        let settings = self.who.settings();
        let highest = self.who.rise(at) + settings.step_height + settings.radius * ScalarOf::<V>::lit(BEHIND);
        self.who.rise(touch.normal) > ScalarOf::<V>::lit(LEAN)
            && (self.near.top_of_flat(touch.part, settings.up)).is_some_and(|top| top > highest)
    }
    /// Whether a touch is one of an inner edge only: its point is a point of a nearer part, too, so that on
    /// the whole it is no nearest point at all. A character that walks over a floor of many tiles comes to
    /// each tile's edge.
    pub(in crate::character) fn is_ghost(
        &self,
        survey: &Survey<V>,
        touch: &Touch<V>,
    ) -> Result<bool, QueryError> {
        let close = self.who.slack() * ScalarOf::<V>::lit(0.25);
        // A little off the surface, for floats to tell how far that is: a point on it is for exact
        // arithmetic.
        let above = touch.point + touch.normal * close;
        let close = close * ScalarOf::<V>::TWO;
        let shape = V::Shape::point();
        let point = Body {
            ends: [V::ZERO; 2],
            radius: Real::ZERO,
            shape: &shape,
        };
        let around = Aabb {
            min: above,
            max: above,
        };
        for other in self.touches(survey) {
            let is_nearer =
                other.gap < touch.gap && (other.point - touch.point).dot(touch.normal) > Real::ZERO;
            if other.part == touch.part
                || !is_nearer
                || around.distance(&self.near.boxes()[other.part]) > close
            {
                continue;
            }
            if self.near.measure(other.part, &point, above, close)?.gap <= close {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
