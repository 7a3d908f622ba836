//! A step of a capsule character.
//!
//! What is near is gathered once. Then, until the time is used up: look around, see what holds it, choose a
//! way, go along it until something stops it. On its feet it walks and is put down on the ground after each
//! part of the way; else it falls, and slides. Walking round something round, it goes in pieces short enough
//! that their direction is right.

use alloc::vec::Vec;

use super::carry::{nearest, speed};
use super::footing::Held;
use super::settings::Capsule;
use super::state::{Input, Standing, State, Step};
use super::survey::{BEHIND, Ground, Stop, Survey};
use crate::character::CharacterSpace;
use crate::character::give_way::ShoveRoom;
use crate::character::give_way::movers::{Found, Mover};
use crate::character::near::Near;
use crate::character::planes::{Footing, Plane, Planes, Slope};
use crate::character::room::Room;
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Scene};

/// Rounds of looking and going after which the rest of a step's time is lost.
const ROUNDS: usize = 48;
/// Times that a step looks further.
pub(in crate::character) const LOOKS: usize = 4;
/// Pieces of a step's time, the shortest that a way round something, or to where the ground ends, is divided
/// into.
const PIECES: f64 = 64.0;
/// Cosine of the steepest slope that a step reckons with in how far it may come.
pub(in crate::character) const LEVEL: f64 = 0.1;

impl<V: CharacterSpace> Capsule<V> {
    /// Where the character is after a step of time.
    ///
    /// The scene stays as it is; so do objects that the character presses against, which [`Step::hits`]
    /// lists. Moving platforms are those that have moved since the state was made: what stood on them is
    /// carried along, and takes their velocity along when it leaves them. Other objects that move push it on
    /// all of their way if the step is told of that ([`Room::movers`]), else out of where they are now. It is
    /// never moved into anything: where there is no room left, [`Step::crushed`] says so. The character
    /// itself must not be among the objects that `about` accepts.
    ///
    /// Errors: a wish, jump or time that is not finite, a negative time, a way that leads further than floats
    /// count, and those of [`clearance`](crate::clearance()).
    ///
    /// ```
    /// use clearance::{Pose, character::{Capsule, Input, Settings, State}, d3::Shape, glam::DVec3};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec3>::default();
    /// scene.add(Object::new(Shape::half_space(DVec3::Y, 0.0)?, Pose::IDENTITY))?;
    /// scene.update()?;
    /// let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
    /// let mut state = State::at(DVec3::Y); // a metre above the ground
    /// for _ in 0..60 {
    ///     let step = walker.step(&scene, &state, &Input::walk(DVec3::X), 1.0 / 60.0, &Filter::ALL)?;
    ///     state = step.state;
    /// }
    /// assert!(state.is_standing() && (state.position.x - 1.0).abs() < 1e-6);
    /// assert!((state.position.y - walker.settings().skin).abs() < 2e-3); // it keeps a small gap
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &State<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<Step<V>, QueryError> {
        let mut room = Room::default();
        self.step_in(&mut room, scene, state, input, time, about)?;
        Ok(room.step)
    }
    /// The same in room that is kept from step to step, of one character or of many in turn: then a step
    /// allocates nothing.
    ///
    /// Errors: those of [`step`](Self::step).
    ///
    /// ```
    /// use clearance::{Pose, character::{Capsule, Input, Room, Settings, State}, d2::Shape, glam::DVec2};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec2>::default();
    /// scene.add(Object::new(Shape::half_space(DVec2::Y, 0.0)?, Pose::IDENTITY))?;
    /// let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
    /// let mut crowd: Vec<_> = (0..100).map(|i| State::at(DVec2::X * f64::from(i))).collect();
    /// let (mut room, input) = (Room::default(), Input::walk(DVec2::X));
    /// for state in &mut crowd {
    ///     *state = walker.step_in(&mut room, &scene, state, &input, 0.5, &Filter::ALL)?.state;
    /// }
    /// assert!(crowd.iter().all(|state| state.is_standing()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_in<'r, T: Data>(
        &self,
        room: &'r mut Room<V>,
        scene: &Scene<V, T>,
        state: &State<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<&'r Step<V>, QueryError> {
        input.check(time)?;
        if !(state.position.is_finite() && state.fall.is_finite()) {
            return Err(QueryError::NotFinite("state"));
        }
        let carried = state.standing.map_or(V::ZERO, |standing| {
            standing.carried(scene, state.position + self.foot())
        });
        let settings = self.settings();
        let wish = self.level_part(input.velocity);
        let jump = input.jump.filter(|_| state.is_standing());
        let fall = jump.map_or(state.fall, |speed| settings.up * speed);
        let mut more = ScalarOf::<V>::ZERO;
        for _ in 0..LOOKS {
            let told = (wish, fall, jump.is_some());
            let lacks = self.step_within(room, scene, state, (told, carried, time), about, more)?;
            // The way out of what it is deep in leads further than was looked.
            if lacks <= more || !lacks.is_finite() {
                break;
            }
            more = lacks;
        }
        let end = &room.step.state;
        if end.position.is_finite() && end.fall.is_finite() {
            Ok(&room.step)
        } else {
            Err(QueryError::NotFinite("motion"))
        }
    }
    /// The same with everything in mind that is nearer by `more` than a step needs; how much more it would
    /// have needed.
    fn step_within<T: Data>(
        &self,
        room: &mut Room<V>,
        scene: &Scene<V, T>,
        state: &State<V>,
        ((wish, fall, jumps), carried, time): ((V, V, bool), V, V::Scalar),
        about: &impl Accept<V, T>,
        more: V::Scalar,
    ) -> Result<V::Scalar, QueryError> {
        let mut reach = self
            .reach(state.position, carried, wish, fall, time)
            .inflated(more);
        let mut movers = Found::new();
        let far = room
            .movers
            .near(scene, state.standing.as_ref(), &reach, about, &mut movers);
        reach = reach.inflated(far);
        let mut near: Near<'_, V> = core::mem::take(&mut room.near);
        near.gather(scene, &reach, about);
        let Room {
            step,
            notes,
            blocked,
            moving,
            without,
            shove,
            ..
        } = room;
        let mut walker = Walker {
            ground: Ground {
                who: self,
                near,
                reach,
                lacks: Real::ZERO,
                moving: core::mem::take(moving),
                notes,
                without: core::mem::take(without),
            },
            at: state.position,
            fall,
            wish,
            stands: state.is_standing() && !jumps,
            step,
            blocked,
            held: None,
            around: None,
            least: time * ScalarOf::<V>::lit(1.0 / PIECES),
            may_snap: true,
        };
        let went = walker.go(scene, time, (carried, &mut movers, shove));
        let lacks = walker.ground.lacks;
        let Ground {
            near,
            moving,
            without,
            ..
        } = walker.ground;
        (room.near, room.moving, room.without) = (near.emptied(), moving.emptied(), without);
        went.map(|()| lacks)
    }
    /// The box around all that a step may come to.
    fn reach(&self, at: V, carried: V, wish: V, fall: V, time: V::Scalar) -> Aabb<V> {
        let settings = self.settings();
        let drop = settings.gravity * time * time * ScalarOf::<V>::HALF;
        let level = wish.length() * time;
        // Walkable slopes lead up or down by the tangent of their angle.
        let slope = level / self.level.max(Real::lit(LEVEL));
        let far = level + (fall.length() * time + drop);
        // On an edge it stands lower than on what that is of.
        let sunk = settings.radius * (ScalarOf::<V>::ONE - self.level);
        let upright = settings.step_height.max(settings.snap) + sunk + slope;
        // Whether what it touches is a ledge is asked a little behind it.
        let beyond = settings.skin * ScalarOf::<V>::lit(3.0) + settings.radius * ScalarOf::<V>::lit(BEHIND);
        let more = V::splat(far + beyond) + settings.up.abs() * upright;
        let around = self.aabb(at).union(&self.aabb(at + carried));
        Aabb {
            min: around.min - more,
            max: around.max + more,
        }
    }
}

/// A character on its way.
pub(in crate::character) struct Walker<'a, 's, V: CharacterSpace> {
    pub(in crate::character) ground: Ground<'a, 's, V>,
    pub(in crate::character) at: V,
    pub(in crate::character) fall: V,
    pub(in crate::character) wish: V,
    pub(in crate::character) stands: bool,
    /// What it comes to.
    step: &'a mut Step<V>,
    /// Planes that stopped it where it is though it did not seem to touch them: those of inner edges that
    /// bend inwards.
    blocked: &'a mut Vec<Plane<V>>,
    /// The planes it was put down on.
    pub(in crate::character) held: Option<Held<V>>,
    /// The last look around.
    pub(in crate::character) around: Option<Survey<V>>,
    /// The shortest piece of the time.
    least: V::Scalar,

    /// Whether it may still be put down on ground that has gone from under it.
    may_snap: bool,
}

impl<V: CharacterSpace> Walker<'_, '_, V> {
    /// All of a step.
    fn go<T: Data>(
        &mut self,
        scene: &Scene<V, T>,
        time: V::Scalar,
        (carried, movers, room): (V, &mut [Mover<'_, V>], &mut ShoveRoom),
    ) -> Result<(), QueryError> {
        self.ground.notes.clear();
        self.blocked.clear();
        self.step.hits.clear();
        self.step.planes.clear();
        self.step.carried = carried;
        self.step.crushed = None;
        if !movers.is_empty() {
            self.step.crushed = self.carry(movers, carried != V::ZERO, room)?;
        }
        let mut left = time;
        for _ in 0..ROUNDS {
            if left <= time * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0) {
                break;
            }
            left = (left - self.round(left)?).max(Real::ZERO);
        }
        self.finish(scene, speed(carried, time))
    }
    /// Goes on until something changes; the time that took.
    fn round(&mut self, left: V::Scalar) -> Result<V::Scalar, QueryError> {
        let held = self.held.take_if(|held| held.at == self.at);
        let (mut planes, nearest) = match held {
            Some(held) if self.is_clear(held.nearest) => (held.planes, held.nearest),
            held => {
                held.into_iter()
                    .for_each(|held| self.ground.notes.forget(held.planes));
                let survey = self.recover(left)?;
                (
                    self.ground.planes(&survey)?,
                    nearest(self.ground.touches(&survey)),
                )
            }
        };
        let (at, own) = (self.at, planes.all.len());
        planes.all.extend(self.blocked.iter().copied());
        let rises = self.ground.who.rise(self.fall) > Real::ZERO;
        let footing = planes.footing(self.stands);
        if footing == Footing::Falls && self.stands && !rises && core::mem::take(&mut self.may_snap) {
            // The ground has gone from under it, not it from the ground.
            self.ground.notes.forget(planes);
            self.put_down()?;
            return Ok(Real::ZERO);
        }
        let used = match footing {
            Footing::Stands(..) if !rises => {
                self.stands = true;
                self.fall = V::ZERO;
                self.walk(left, &planes)
            }
            _ => {
                self.stands = false;
                self.fly(left, &planes)
            }
        };
        planes.all.truncate(own);
        if self.at == at && self.held.as_ref().is_none_or(|held| held.at != at) {
            self.hold(Held { at, planes, nearest });
        } else {
            self.ground.notes.forget(planes);
        }
        used
    }
    fn walk(&mut self, left: V::Scalar, planes: &Planes<V>) -> Result<V::Scalar, QueryError> {
        if self.wish == V::ZERO {
            return Ok(left);
        }
        let way = planes.walk(self.wish);
        let is_turned_aside = self.ground.who.level_part(way.velocity) != self.wish
            && planes
                .all
                .iter()
                .any(|p| p.slope != Slope::Walkable && p.normal.dot(self.wish) < Real::ZERO);
        let is_hopeless = || {
            let here = self.around.filter(|here| here.at == self.at);
            here.is_some_and(|here| self.ground.is_hopeless(&here, self.wish))
        };
        if is_turned_aside
            && !is_hopeless()
            && let Some(used) = self.climb(left, way.velocity, planes)?
        {
            return Ok(used);
        }
        if way.velocity == V::ZERO {
            self.pressed(planes, self.wish * left)?;
            return Ok(left);
        }
        self.chose(planes, way.along);
        let from = self.at;
        let mut time = left;
        let survey = self.look_on(way.velocity * left)?;
        // Round something, and to where the ground ends, by halves.
        loop {
            self.at = from;
            let stop = self.ground.stop(&survey, way.velocity * time)?;
            let part = stop.as_ref().map_or(ScalarOf::<V>::ONE, |stop| stop.time);
            let used = time * part;
            self.at += way.velocity * used;
            let is_bent = is_turned_aside && self.has_turned(planes, way.along)?;
            let is_down = self.put_down()?;
            if (is_bent || !is_down) && used > self.least {
                time = used * ScalarOf::<V>::HALF;
                continue;
            }
            self.hit(stop.as_ref(), way.velocity * (left - used))?;
            return Ok(used);
        }
    }
    /// Falls, and slides along what is in the way.
    fn fly(&mut self, left: V::Scalar, planes: &Planes<V>) -> Result<V::Scalar, QueryError> {
        let settings = *self.ground.who.settings();
        let pull = -settings.up * settings.gravity;
        let fall = self.fall * left + pull * (left * left * ScalarOf::<V>::HALF);
        let slide = planes.slide(self.wish * left, fall);
        self.chose(planes, slide.along);
        let motion = slide.wish + slide.fall;
        let survey = self.look_on(motion)?;
        let stop = self.ground.stop(&survey, motion)?;
        let part = stop.as_ref().map_or(ScalarOf::<V>::ONE, |stop| stop.time);
        self.at += motion * part;
        let used = left * part;
        self.fall = planes.along_these(slide.along, self.fall + pull * used);
        if motion == V::ZERO {
            self.fall = V::ZERO;
            return Ok(left);
        }
        self.hit(stop.as_ref(), motion * (ScalarOf::<V>::ONE - part))?;
        Ok(used)
    }
    /// Notes the planes that a way was chosen along, once.
    fn chose(&mut self, planes: &Planes<V>, along: [Option<usize>; 2]) {
        for plane in along.into_iter().flatten().map(|i| planes.all[i]) {
            let is_known = |p: &Plane<V>| p.handle == plane.handle && p.normal == plane.normal;
            if !self.step.planes.iter().any(is_known) {
                self.step.planes.push(plane);
            }
        }
    }
    /// Notes what has stopped it, if anything; what did so at once is minded when the next way is chosen.
    fn hit(&mut self, stop: Option<&Stop<V>>, rest: V) -> Result<(), QueryError> {
        let is_at_once = stop.is_some_and(|stop| stop.time <= Real::ZERO);
        if !is_at_once {
            self.blocked.clear();
        }
        if let Some(stop) = stop {
            let plane = self.ground.plane(self.at, &stop.touch)?;
            if is_at_once {
                self.blocked.push(plane);
            }
            self.note(plane, rest);
        }
        Ok(())
    }
    /// Notes what it presses against while it goes nowhere.
    fn pressed(&mut self, planes: &Planes<V>, rest: V) -> Result<(), QueryError> {
        for plane in planes.all.iter().filter(|p| p.normal.dot(rest) < Real::ZERO) {
            if plane.slope != Slope::Walkable {
                self.note(*plane, rest);
            }
        }
        Ok(())
    }
    fn note(&mut self, plane: Plane<V>, rest: V) {
        let into = rest.dot(plane.normal).min(Real::ZERO);
        self.step.hits.push(super::state::Hit {
            plane,
            pressed: plane.normal * into,
        });
    }
    /// Notes where it has come to; `left_with` is how fast what it stood on went, which it takes along where
    /// it leaves that.
    fn finish<T: Data>(&mut self, scene: &Scene<V, T>, left_with: V) -> Result<(), QueryError> {
        let (planes, nearest) = match self.held.take_if(|held| held.at == self.at) {
            Some(held) => (held.planes, held.nearest),
            None => {
                let survey = self.look(V::ZERO)?;
                (
                    self.ground.planes(&survey)?,
                    nearest(self.ground.touches(&survey)),
                )
            }
        };
        let rises = self.ground.who.rise(self.fall) > Real::ZERO;
        let standing = match planes.footing(self.stands) {
            Footing::Stands(i, normal) if !rises => planes.all.get(i).map(|plane| (plane, normal)),
            _ => None,
        };
        let on = |(plane, normal): (&Plane<V>, V)| Standing::on(scene, plane.handle, [normal, plane.point]);
        self.step.crushed = self.crushed(self.step.crushed, nearest, &planes.all);
        let left_with = if self.step.crushed.is_some() {
            V::ZERO
        } else {
            left_with
        };
        self.step.state = State {
            position: self.at,
            fall: standing.map_or(self.fall + left_with, |_| V::ZERO),
            standing: standing.map(on),
        };
        self.ground.notes.forget(planes);
        Ok(())
    }
}
