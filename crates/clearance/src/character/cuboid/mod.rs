//! A box that walks: rays at its lower corners tell what it stands on; where it may be, planes around
//! everything near.
//!
//! Coarser than the capsule: its lowest face is level always, and what it stands on is what is highest under
//! that. While this is level enough it walks, over steps no higher than its reach; on what is steeper it
//! slides down, along the mean of two planes in a crease; where that leads nowhere it stays put.
//!
//! A box that never turns is a point among the Minkowski sums of all parts with it (`obstacle.rs`). They are
//! made once per step; then lines and parabolas of that point are cut with their planes (`path.rs`), from one
//! event to the next (`walk.rs`, `fall.rs`), so that where it comes to does not depend on the steps of time.

mod fall;
mod ground;
mod obstacle;
mod path;
mod shove;
mod walk;

use alloc::vec::Vec;

use glam::DVec3;

use self::ground::Contact;
use self::obstacle::{Bulk, Obstacles};
use self::shove::Among;
use self::walk::Walker;
use super::capsule::carry::speed;
use super::capsule::state::{Input, Standing};
use super::capsule::take_over::NoRoom;
use super::capsule::walk::{LEVEL, LOOKS};
use super::check::{self, upright};
use super::error::InvalidCharacter;
use super::give_way::Shove;
use super::give_way::crush::Crush;
use super::give_way::movers::{Found, Mover};
use super::near::Near;
use super::room::Room;
use crate::character::CharacterSpace;
use crate::math::{Aabb, Real, ScalarOf, Space, Vector, lift, lower};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Handle, Scene};

/// Parts of the skin: how exactly places are told apart.
const SLACK: f64 = 1.0 / 64.0;

/// Where a box has been carried, how much further it would have had to look, and what crushes it.
type Carried<V> = ((DVec3, f64), Option<Crush<V>>);

/// What a box character is like. Up is Y; its origin is the middle of its lowest face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxSettings<V: Vector> {
    /// Half its size along each axis.
    pub half_extents: V,
    /// How fast it gets faster as it falls.
    pub gravity: V::Scalar,
    /// The steepest ground that it stands on, in radians.
    pub max_slope: V::Scalar,
    /// How far above and below its feet ground is found: the highest step, up or down.
    pub reach: V::Scalar,
    /// The gap it keeps to everything.
    pub skin: V::Scalar,
}

/// A character that is an upright box.
#[derive(Clone, Debug)]
pub struct Box<V: CharacterSpace> {
    settings: BoxSettings<V>,
    level: V::Scalar,
}

/// Where a box character is and how it falls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxState<V: Space> {
    /// The middle of its lowest face.
    pub position: V,
    /// How fast it falls or rises of itself. Who leaves a platform takes its velocity along.
    pub fall: V,
    /// The ground: the object under its highest corner, where that is met, and the mean normal under all.
    pub ground: Option<Standing<V>>,
    /// What it had no room left to give way to in the last step, or is in; none where it is in nothing.
    pub crushed: Option<Crush<V>>,
}

impl<V: CharacterSpace> BoxState<V> {
    /// At rest in the air, feet here.
    pub fn at(position: V) -> Self {
        Self {
            position,
            fall: V::ZERO,
            ground: None,
            crushed: None,
        }
    }
}

impl<V: CharacterSpace> Box<V> {
    /// A character of these settings.
    ///
    /// Errors: [`InvalidCharacter`] says which setting is none.
    pub fn new(settings: &BoxSettings<V>) -> Result<Self, InvalidCharacter> {
        let half = settings.half_extents;
        for i in 0..V::DIM {
            check::positive(&[("half_extents", half.get(i))])?;
        }
        check::positive(&[("skin", settings.skin)])?;
        if settings.skin > half.min_element() * ScalarOf::<V>::HALF {
            return Err(InvalidCharacter::SkinTooThick);
        }
        check::not_negative(&[("gravity", settings.gravity), ("reach", settings.reach)])?;
        let level = check::level(settings.max_slope)?;
        if settings.reach > settings.half_extents.get(1) * ScalarOf::<V>::TWO {
            return Err(InvalidCharacter::StepTooHigh);
        }
        Ok(Self {
            settings: *settings,
            level,
        })
    }
    /// Where it is after a step of time; what moves carries, pushes and crushes it as it does a capsule. The
    /// character itself must not be among the objects that `about` accepts.
    ///
    /// Errors: those of [`Capsule::step`](super::Capsule::step).
    ///
    /// ```
    /// use clearance::{Pose, character::{Box, BoxSettings, BoxState, Input}, d2::Shape, glam::DVec2};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec2>::default();
    /// let ramp = Shape::convex(&[DVec2::ZERO, DVec2::new(20.0, 0.0), DVec2::new(20.0, 10.0)])?;
    /// scene.add(Object::new(ramp, Pose::IDENTITY))?;
    /// let settings = BoxSettings { half_extents: DVec2::new(0.5, 1.0), gravity: 9.81, max_slope: 0.7, reach: 0.5, skin: 0.01 };
    /// let walker = Box::new(&settings)?;
    /// let mut state = BoxState::at(DVec2::new(5.0, 3.0));
    /// for _ in 0..120 {
    ///     state = walker.step(&scene, &state, &Input::walk(DVec2::X), 1.0 / 60.0, &Filter::ALL)?;
    /// }
    /// assert!(state.ground.is_some() && (state.position.x - 7.0).abs() < 0.05); // it had to land first
    /// # Ok::<(), std::boxed::Box<dyn std::error::Error>>(())
    /// ```
    pub fn step<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<BoxState<V>, QueryError> {
        self.step_in(&mut Room::default(), scene, state, input, time, about)
    }
    /// The same in room that is kept from step to step, of one character or of many in turn: then a step
    /// allocates nothing.
    ///
    /// Errors: those of [`step`](Self::step).
    pub fn step_in<T: Data>(
        &self,
        room: &mut Room<V>,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<BoxState<V>, QueryError> {
        input.check(time)?;
        if !(state.position.is_finite() && state.fall.is_finite()) {
            return Err(QueryError::NotFinite("state"));
        }
        self.step_looking(room, scene, state, (input, time), about, (Real::ZERO, LOOKS))
    }
    /// The same with everything in mind that is nearer by `more` than a step needs: the way out of what it is
    /// deep in may lead further.
    fn step_looking<T: Data>(
        &self,
        room: &mut Room<V>,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        (input, time): (&Input<V>, V::Scalar),
        about: &impl Accept<V, T>,
        (more, looks): (V::Scalar, usize),
    ) -> Result<BoxState<V>, QueryError> {
        let ground = state.ground;
        let carried = ground.map_or(V::ZERO, |ground| ground.carried(scene, state.position));
        let jump = input.jump.filter(|_| ground.is_some());
        let fall = jump.map_or(state.fall, |speed| upright::<V>() * speed);
        let mut movers = Found::new();
        let mut reach = self.far(state.position, carried, [input.velocity, fall], time);
        let far = room
            .movers
            .near(scene, ground.as_ref(), &reach, about, &mut movers);
        reach = reach.inflated(far + more);
        let mut near: Near<'_, V> = core::mem::take(&mut room.near);
        near.gather(scene, &reach, about);
        room.boxes.obstacles.fill(&near, &self.bulk());
        // Its feet may be where all of it is within what was looked at.
        let (middle, half) = (DVec3::Y * self.bulk().middle, self.bulk().half);
        let known = [lift(reach.min) + half - middle, lift(reach.max) - half - middle];
        let carried_by = (&mut movers[..], carried != V::ZERO, known);
        let ((from, lacks), crush) = self.carry(room, lift(state.position), carried_by)?;
        let skin = self.settings.skin.to_f64();
        let mut walker = Walker {
            obstacles: &room.boxes.obstacles,
            contacts: &mut room.boxes.contacts,
            at: from,
            fall: lift(fall),
            wish: walk::level_part(lift(input.velocity)),
            stands: ground.is_some() && jump.is_none(),
            gravity: self.settings.gravity.to_f64(),
            level: self.level.to_f64(),
            reach: self.settings.reach.to_f64(),
            slack: skin * SLACK,
            is_known: false,
            highest: lift(reach.max).y - 2.0 * self.settings.half_extents.get(1).to_f64(),
        };
        let lacks = walker.recover(skin, known).max(lacks);
        if looks > 0 && lacks > more.to_f64() && lacks.is_finite() {
            room.near = near.emptied();
            let again = (Real::lit(lacks), looks - 1);
            return self.step_looking(room, scene, state, (input, time), about, again);
        }
        walker.go(time.to_f64());
        let crushed = walker.crushed(crush, skin);
        let (at, mut fall) = (lower::<V>(walker.at), lower::<V>(walker.fall));
        let ground = if walker.stands {
            self.look(
                scene,
                &near,
                at,
                walker.contacts.first().map(|c| (c, &room.boxes.obstacles)),
            )
        } else {
            if crushed.is_none() {
                fall += speed(carried, time);
            }
            Ok(None)
        };
        room.near = near.emptied();
        if !(at.is_finite() && fall.is_finite()) {
            return Err(QueryError::NotFinite("motion"));
        }
        Ok(BoxState {
            position: at,
            fall,
            ground: ground?,
            crushed,
        })
    }
    /// The state of a box of another size as this one's; as
    /// [`Capsule::take_over`](super::Capsule::take_over).
    ///
    /// Errors: [`NoRoom::Blocked`] where it would be in something.
    pub fn take_over<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        about: &impl Accept<V, T>,
    ) -> Result<BoxState<V>, NoRoom<V>> {
        if !state.position.is_finite() {
            return Err(QueryError::NotFinite("state").into());
        }
        let (mut near, mut obstacles) = (Near::default(), Obstacles::default());
        near.gather(
            scene,
            &self.far(state.position, V::ZERO, [V::ZERO; 2], Real::ZERO),
            about,
        );
        obstacles.fill(&near, &self.bulk());
        let (skin, at) = (self.settings.skin.to_f64(), lift(state.position));
        let Some(deepest) = obstacles.deepest(at, skin) else {
            return Ok(*state);
        };
        let rise = obstacles.rise(at, skin * SLACK);
        let there = at + DVec3::Y * rise;
        let blocked = match obstacles.deepest(there, skin) {
            None if rise <= self.settings.reach.to_f64() => {
                return Ok(BoxState {
                    position: lower(there),
                    ..*state
                });
            }
            other => other.filter(|_| rise > 0.0).unwrap_or(deepest),
        };
        Err(NoRoom::Blocked {
            by: blocked.0,
            depth: Real::lit(blocked.1),
        })
    }
    /// Goes along with what it stands on, the first of the movers, and gives way to the others: where to, and
    /// how much further it would have had to look.
    fn carry(
        &self,
        room: &mut Room<V>,
        at: DVec3,
        (movers, is_carried, known): (&mut [Mover<'_, V>], bool, [DVec3; 2]),
    ) -> Result<Carried<V>, QueryError> {
        if movers.is_empty() {
            return Ok(((at, 0.0), None));
        }
        let mut among = Among {
            obstacles: &room.boxes.obstacles,
            moving: &mut room.boxes.moving,
            near: core::mem::take(&mut room.moving),
            without: movers.iter().map(|m| m.handle).collect(),
            known,
            lacks: 0.0,
            bulk: self.bulk(),
            skin: self.settings.skin.to_f64(),
            slack: self.settings.skin.to_f64() * SLACK,
        };
        let mut shove = Shove {
            rides: is_carried.then_some((0, DVec3::ZERO)),
            at,
            body: &mut among,
            movers,
            room: &mut room.shove,
            crush: None,
        };
        let went = shove.go();
        let (end, crush) = (shove.at, shove.crush);
        let lacks = among.lacks;
        room.moving = among.near.emptied();
        went.map(|()| ((end, lacks), crush))
    }
    fn bulk(&self) -> Bulk {
        let half = lift(self.settings.half_extents);
        let skin = self.settings.skin.to_f64();
        let grown = half + DVec3::splat(skin);
        Bulk {
            half: if V::DIM == 2 { grown.with_z(0.0) } else { grown },
            middle: half.y,
            dimension: V::DIM,
            level: self.level.to_f64(),
        }
    }
    /// The box around all that a step may come to.
    fn far(&self, at: V, carried: V, [wish, fall]: [V; 2], time: V::Scalar) -> Aabb<V> {
        let settings = &self.settings;
        let level = wish.length() * time;
        let drop = settings.gravity * time * time;
        let slope = level / self.level.max(Real::lit(LEVEL));
        let more = V::splat(level + fall.length() * time + drop + settings.skin * ScalarOf::<V>::TWO);
        let more = more + upright::<V>() * (settings.reach + slope);
        let (half, there) = (settings.half_extents, at + carried);
        let middle = upright::<V>() * half.get(1);
        Aabb {
            min: at.min(there) + middle - half - more,
            max: at.max(there) + middle + half + more,
        }
    }
    /// Rays down at the lower corners, from a reach above to a reach below the feet; where they find nothing,
    /// what it touches. The ground: the object under the highest point found, and the mean normal of all that
    /// is level enough.
    fn look<T: Data>(
        &self,
        scene: &Scene<V, T>,
        near: &Near<'_, V>,
        at: V,
        touched: Option<(&Contact, &Obstacles)>,
    ) -> Result<Option<Standing<V>>, QueryError> {
        let up = upright::<V>();
        let (half, reach) = (
            self.settings.half_extents,
            self.settings.reach + self.settings.skin * ScalarOf::<V>::TWO,
        );
        let side = |negative: bool| if negative { -ScalarOf::<V>::ONE } else { Real::ONE };
        let (mut mean, mut steep, mut highest): (_, _, Option<(V, Handle)>) = (V::ZERO, V::ZERO, None);
        for k in 0..1_usize << (V::DIM - 1) {
            let corner = V::from_fn(|i| match i {
                1 => Real::ZERO,
                _ => half.get(i) * side(k >> (i / 2) & 1 == 1),
            });
            let (from, way) = (at + corner + up * reach, -up * (reach + reach));
            let Some((part, (time, Some(normal)))) = near.first_below(from, way)? else {
                continue;
            };
            if normal.dot(up) < self.level {
                steep += normal;
                continue;
            }
            mean += normal;
            let point = from + way * time;
            if highest.is_none_or(|(before, _)| point.get(1) > before.get(1)) {
                highest = Some((point, near.handle(part)));
            }
        }
        let contact = touched.map(|(c, obstacles)| (at, obstacles.all[c.obstacle].handle));
        let Some((point, handle)) = highest.or(contact) else {
            return Ok(None);
        };
        let normal = mean.normalized().or(steep.normalized()).unwrap_or(up);
        Ok(Some(Standing::on(scene, handle, [normal, point])))
    }
}

/// Memory for the steps of boxes.
#[derive(Default)]
pub(super) struct BoxRoom {
    obstacles: Obstacles,
    moving: Obstacles,
    contacts: Vec<Contact>,
}
