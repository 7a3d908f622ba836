//! A box that walks: rays at its lower corners find the ground, a sweep what is in the way.
//!
//! Cheaper than the capsule and coarser: it knows only the ground under its corners. While these stand on ground that is
//! level enough, it goes level, lifted by a step, and is put down again; where they find only steep ground it slides along
//! the mean of the normals found; where that leads nowhere it stays put. In the air it falls, and slides along what it
//! meets.

use smallvec::SmallVec;

use super::check::{self, upright};
use super::error::InvalidCharacter;
use super::planes::{level_part, slid};
use super::state::{Input, Standing};
use crate::cast::{CastSpace, Motion, Ray, Start};
use crate::math::{Pose, Real, ScalarOf, Space, Vector};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Handle, ObjectRef, Scene};
use crate::shape::{AnyShape, Placed};

/// Sweeps of one step: each after the first slides along what the one before has met.
const SWEEPS: usize = 4;

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
pub struct Box<V: CastSpace> {
    settings: BoxSettings<V>,
    /// The box grown by the skin, around its origin.
    shape: V::Shape,
    level: V::Scalar,
}

/// Where a box character is and how it falls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxState<V: Space> {
    /// The middle of its lowest face.
    pub position: V,
    /// How fast it falls or rises of itself.
    pub fall: V,
    /// The ground: the object under its highest corner, where that is met, and the mean normal under all.
    pub ground: Option<Standing<V>>,
}

impl<V: CastSpace> BoxState<V> {
    /// At rest in the air, feet here.
    pub fn at(position: V) -> Self {
        Self {
            position,
            fall: V::ZERO,
            ground: None,
        }
    }
}

/// What the rays have found.
struct Found<V: Vector> {
    /// Where the highest ground is that is level enough, its object, and the mean normal of all such.
    ground: Option<(V, Handle, V)>,
    /// The mean normal of what is too steep.
    steep: Option<V>,
}

impl<V: CastSpace> Box<V> {
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
        let shape = <V::Shape as AnyShape<V>>::rounded_box(settings.half_extents, settings.skin);
        Ok(Self {
            shape: shape.map_err(|_| InvalidCharacter::NotPositive("half_extents"))?,
            settings: *settings,
            level,
        })
    }
    /// Where it is after a step of time. The character itself must not be among the objects that `about` accepts.
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
        input.check(time)?;
        let solid = |object: &ObjectRef<'_, V, T>| !object.is_sensor() && about.accepts(object);
        let world = World {
            scene,
            about: &solid,
            who: self,
        };
        let up = upright();
        let wish = level_part(input.velocity, up) * time;
        let jump = input.jump.filter(|_| state.ground.is_some());
        let position = world.carried(state)?;
        match (state.ground, jump) {
            (Some(_), None) => world.walk(BoxState { position, ..*state }, up, wish, time),
            (_, Some(speed)) => world.fly(position, up * speed, up, wish, time),
            (None, None) => world.fly(position, state.fall, up, wish, time),
        }
    }
}

/// A box character and what it walks among.
struct World<'a, V: CastSpace, T, A> {
    scene: &'a Scene<V, T>,
    about: &'a A,
    who: &'a Box<V>,
}

impl<V: CastSpace, T: Data, A: Accept<V, T>> World<'_, V, T, A> {
    /// Where what it stands on has taken it since, as far as that is free.
    fn carried(&self, state: &BoxState<V>) -> Result<V, QueryError> {
        let Some(standing) = state.ground else {
            return Ok(state.position);
        };
        let carried = standing.carried(self.scene, state.position);
        let about =
            |object: &ObjectRef<'_, V, T>| object.handle() != standing.handle && self.about.accepts(object);
        let others = World {
            scene: self.scene,
            about: &about,
            who: self.who,
        };
        Ok(others.go(state.position, carried, false)?.0)
    }
    /// At rest on ground that was found.
    fn resting(&self, position: V, (point, handle, normal): (V, Handle, V)) -> BoxState<V> {
        BoxState {
            position,
            fall: V::ZERO,
            ground: Some(Standing::on(self.scene, handle, [position, normal, point])),
        }
    }
    fn walk(&self, state: BoxState<V>, up: V, wish: V, time: V::Scalar) -> Result<BoxState<V>, QueryError> {
        let reach = self.who.settings.reach;
        let mut way = wish;
        for _ in 0..2 {
            let (lifted, _) = self.go(state.position, up * reach, false)?;
            let (there, _) = self.go(lifted, way, true)?;
            let found = self.look(there, up, lifted.get(1) - state.position.get(1))?;
            if let Some(ground) = found.ground {
                let low = up * (ground.0.get(1) + self.who.settings.skin + self.off() - there.get(1));
                let (position, _) = self.go(there, low, false)?;
                let rise = position.get(1) - state.position.get(1);
                if rise <= reach + self.who.settings.skin {
                    return Ok(self.resting(position, ground));
                }
            } else if found.steep.is_none() {
                // Over an edge: level first, and from there it falls.
                let (position, _) = self.go(state.position, way, true)?;
                return self.fly(position, V::ZERO, up, V::ZERO, time);
            }
            let mean = found.steep.unwrap_or(V::ZERO);
            way = level_part(mean, up)
                .normalized()
                .map_or(V::ZERO, |n| slid(way, n));
        }
        // The worst case: it stays put.
        Ok(state)
    }
    fn fly(&self, at: V, fall: V, up: V, wish: V, time: V::Scalar) -> Result<BoxState<V>, QueryError> {
        let pull = -up * self.who.settings.gravity;
        let motion = fall * time + pull * (time * time * ScalarOf::<V>::HALF);
        let (at, _) = self.go(at, wish, true)?;
        let (mut position, stopped) = self.go(at, motion, false)?;
        let mut fall = fall + pull * time;
        if let Some((n, left)) = stopped {
            let found = self.look(position, up, Real::ZERO)?;
            if let Some(ground) = found.ground
                && fall.dot(up) <= Real::ZERO
            {
                return Ok(self.resting(position, ground));
            }
            let n = found.steep.filter(|_| fall.dot(up) < Real::ZERO).unwrap_or(n);
            position = self.go(position, slid(left, n), true)?.0;
            fall = slid(fall, n);
        }
        Ok(BoxState {
            position,
            fall,
            ground: None,
        })
    }
    /// Goes as far as it is free, then, if it slides, along what it meets; what it met last, its normal towards the box,
    /// and what is left.
    fn go(&self, at: V, motion: V, slides: bool) -> Result<(V, Option<(V, V)>), QueryError> {
        let (mut at, mut motion, mut met) = (at, motion, None);
        for _ in 0..SWEEPS {
            if motion == V::ZERO {
                break;
            }
            let middle = at + upright::<V>() * self.who.settings.half_extents.get(1);
            let pose = Pose::at(middle).map_err(|_| QueryError::TooLarge("position"))?;
            let shape = Placed::new(&self.who.shape, &pose);
            let hit = self
                .scene
                .sweep(shape, &Motion::linear(motion), Start::Release, self.about)?;
            let Some(first) = hit else {
                return Ok((at + motion, met));
            };
            let normal = -first.hit.normal;
            at += motion * first.hit.time + normal * self.off();
            let left = motion * (ScalarOf::<V>::ONE - first.hit.time);
            if left.dot(normal) >= Real::ZERO {
                // It began in what it leaves, as after a rounding: a little off, it goes on.
                motion = left;
                continue;
            }
            met = Some((normal, left));
            if !slides {
                break;
            }
            let aside = level_part(normal, upright()).normalized();
            motion = aside.map_or(V::ZERO, |n| slid(left, n));
        }
        Ok((at, met))
    }
    /// How far off it keeps from what it has met, so that rounding is no overlap.
    fn off(&self) -> V::Scalar {
        self.who.settings.skin * ScalarOf::<V>::lit(1.0 / 16.0)
    }
    /// Rays down at the lower corners, from a reach above to a reach below the feet; `lifted` is how far these are lifted.
    fn look(&self, at: V, up: V, lifted: V::Scalar) -> Result<Found<V>, QueryError> {
        let reach = self.who.settings.reach + self.who.settings.skin * ScalarOf::<V>::TWO;
        let half = self.who.settings.half_extents;
        let corners: SmallVec<[V; 4]> = (0..1_usize << (V::DIM - 1))
            .map(|k| {
                let side = |bit: usize| {
                    if k >> bit & 1 == 0 {
                        ScalarOf::<V>::ONE
                    } else {
                        -ScalarOf::<V>::ONE
                    }
                };
                V::from_fn(|i| match i {
                    0 => half.get(0) * side(0),
                    1 => Real::ZERO,
                    _ => half.get(i) * side(1),
                })
            })
            .collect();
        let (mut ground, mut mean, mut steep): (Option<(V, Handle)>, _, _) = (None, V::ZERO, V::ZERO);
        for corner in corners {
            let ray = Ray {
                origin: at + corner + up * (reach - lifted).max(Real::ZERO),
                direction: -up,
                max_time: (reach - lifted).max(Real::ZERO) + lifted + reach,
            };
            let Some(first) = self.scene.cast_ray(&ray, self.about)? else {
                continue;
            };
            let Some(normal) = first.hit.normal else { continue };
            if normal.dot(up) < self.who.level {
                steep += normal;
                continue;
            }
            mean += normal;
            let point = first.hit.point;
            if ground.is_none_or(|(highest, _)| point.get(1) > highest.get(1)) {
                ground = Some((point, first.handle));
            }
        }
        Ok(Found {
            ground: ground.map(|(point, handle)| (point, handle, mean.normalized().unwrap_or(up))),
            steep: steep.normalized(),
        })
    }
}
