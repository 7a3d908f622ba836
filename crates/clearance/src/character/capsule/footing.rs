//! Where a character is: what is around it, what holds it, and the ways out of what is too near and down to
//! the ground.

use super::carry::nearest;
use super::survey::{Survey, Touch};
use super::walk::{LEVEL, Walker};
use crate::character::CharacterSpace;
use crate::character::planes::{Footing, Plane, Planes, Slope};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::QueryError;

/// Times that it is moved out of what is too near.
const RECOVERIES: usize = 6;
/// Cosine of the angle by which a wall may turn along one piece of the way: 1/16 of a radian.
const STRAIGHT: f64 = 0.998;

/// The planes where a character was put down.
pub(in crate::character) struct Held<V: Vector> {
    pub(in crate::character) at: V,
    pub(in crate::character) planes: Planes<V>,
    /// What is nearest there.
    pub(in crate::character) nearest: Option<Touch<V>>,
}

impl<V: CharacterSpace> Walker<'_, '_, V> {
    /// What is around it on a motion.
    pub(in crate::character) fn look(&mut self, motion: V) -> Result<Survey<V>, QueryError> {
        let settings = self.ground.who.settings();
        self.ground
            .survey(self.at, motion, settings.skin + self.ground.who.slack())
    }
    /// What is around it as far as it may go in a time, which is looked at again where it does.
    pub(in crate::character) fn look_around(&mut self, left: V::Scalar) -> Result<Survey<V>, QueryError> {
        let (settings, level) = (self.ground.who.settings(), self.ground.who.level);
        // Up and down the steepest ground, or falling.
        let level = level.max(ScalarOf::<V>::lit(LEVEL));
        let wish = self.wish * left;
        let drop = settings.gravity * left * left * ScalarOf::<V>::HALF;
        let (motion, rise) = if self.stands {
            (wish, wish.length() / level)
        } else {
            (wish + self.fall * left, drop)
        };
        let within = settings.skin + self.ground.who.slack();
        // Rounding is no reason to look again.
        let rise = rise * ScalarOf::<V>::lit(1.0 + 1e-6);
        let survey = self.ground.survey_along(self.at, (motion, rise), within)?;
        self.around = Some(survey);
        Ok(survey)
    }
    /// What is around it on a motion: the last look around will do, where it was from here and far enough.
    pub(in crate::character) fn look_on(&mut self, motion: V) -> Result<Survey<V>, QueryError> {
        let within = self.ground.who.settings().skin + self.ground.who.slack();
        match self.around {
            Some(survey) if survey.at == self.at && self.ground.covers(&survey, motion, within) => Ok(survey),
            _ => self.look(motion),
        }
    }
    /// The planes it touches.
    pub(in crate::character) fn touched(&mut self) -> Result<Planes<V>, QueryError> {
        let survey = self.look(V::ZERO)?;
        self.ground.planes(&survey)
    }
    pub(in crate::character) fn hold(&mut self, held: Held<V>) {
        if let Some(old) = self.held.replace(held) {
            self.ground.notes.forget(old.planes);
        }
    }
    /// The gap of what is too near: not as near as what stops a motion at once.
    pub(in crate::character) fn least(&self) -> V::Scalar {
        let who = self.ground.who;
        who.settings().skin - who.slack() * ScalarOf::<V>::HALF
    }
    /// Whether nothing is nearer than it may be.
    pub(in crate::character) fn is_clear(&self, nearest: Option<Touch<V>>) -> bool {
        nearest.is_none_or(|touch| touch.gap >= self.least())
    }
    /// Moves out of what is nearer than the skin, into nothing; what is around it then.
    pub(in crate::character) fn recover(&mut self, left: V::Scalar) -> Result<Survey<V>, QueryError> {
        let mut survey = self.look_around(left)?;
        for _ in 0..RECOVERIES {
            let touches = self.ground.touches(&survey);
            if self.is_clear(nearest(touches)) {
                break;
            }
            let Some(out) = self.way_out(touches) else { break };
            if !self.ground.is_gathered(self.at, out) {
                break;
            }
            let way = self.look_on(out)?;
            let free = self
                .ground
                .stop(&way, out)?
                .map_or(ScalarOf::<V>::ONE, |stop| stop.time);
            if free <= Real::ZERO {
                break;
            }
            self.at += out * free;
            survey = self.look_around(left)?;
        }
        Ok(survey)
    }
    /// Whether a plane that a way went along has turned on the way, where it is still there.
    pub(in crate::character) fn has_turned(
        &mut self,
        planes: &Planes<V>,
        along: [Option<usize>; 2],
    ) -> Result<bool, QueryError> {
        let skin = self.ground.who.settings().skin;
        let near = skin * ScalarOf::<V>::lit(8.0);
        let here = self.ground.survey(self.at, V::ZERO, near)?;
        let touches = self.ground.touches(&here);
        let turned = |old: &Plane<V>| {
            touches.iter().any(|t| {
                let is_same = (t.point - old.point).length() < skin;
                t.gap < near && is_same && t.normal.dot(old.normal) < ScalarOf::<V>::lit(STRAIGHT)
            })
        };
        let mut steep = along.into_iter().flatten().map(|i| &planes.all[i]);
        Ok(steep.any(|old| old.slope != Slope::Walkable && turned(old)))
    }
    /// Puts the character down on the ground below, where that is near; whether it stands there.
    pub(in crate::character) fn put_down(&mut self) -> Result<bool, QueryError> {
        let settings = *self.ground.who.settings();
        let down = -settings.up * (settings.snap + self.ground.who.slack());
        let from = self.at;
        let survey = self.look(down)?;
        if let Some(stop) = self.ground.landing(&survey, down)? {
            self.at += down * stop.time;
            if self.at == from {
                return self.is_held(&survey);
            }
            let there = self.look(V::ZERO)?;
            if self.is_held(&there)? {
                return Ok(true);
            }
            self.at = from;
        }
        self.is_held(&survey)
    }
    /// Whether it stands where it was looked around.
    pub(in crate::character) fn is_held(&mut self, survey: &Survey<V>) -> Result<bool, QueryError> {
        let planes = self.ground.planes(survey)?;
        self.stands = matches!(planes.footing(true), Footing::Stands(..));
        self.hold(Held {
            at: self.at,
            planes,
            nearest: nearest(self.ground.touches(survey)),
        });
        Ok(self.stands)
    }
}
