//! A step with everything in mind that is within a distance.

use alloc::vec::Vec;

use glam::DVec3;

use super::ground::BoxContact;
use super::obstacle::Obstacles;
use super::push::PushedBox;
use super::settings::{Box, BoxState};
use super::walk::{BoxWalker, horizontal};
use crate::character::CharacterSpace;
use crate::character::check::{STEEPEST_COSINE, speed, upright};
use crate::character::nearby::NearbyParts;
use crate::character::push::movers::{Mover, Movers, MoversNear};
use crate::character::push::{Push, PushScratch};
use crate::character::state::{Crush, Task};
use crate::math::{Aabb, Real, ScalarOf, lift, lower};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Scene};

/// Memory of the steps of boxes, kept from step to step.
#[derive(Default)]
pub(in crate::character) struct BoxScratch<V: CharacterSpace> {
    near: NearbyParts<'static, V>,
    moving_parts: NearbyParts<'static, V>,
    obstacles: Obstacles,
    moving: Obstacles,
    contacts: Vec<BoxContact>,
    push: PushScratch,
}

/// What an attempt at a step comes to.
pub(in crate::character) enum Attempt<V: CharacterSpace> {
    Ended(BoxState<V>),
    /// The way out of what the box is deep in leads further than parts were gathered: by how much.
    Lacks(V::Scalar),
}

/// Where a box has been pushed, how much further parts would have had to be gathered, and what crushes it.
type Pushed<V> = (DVec3, f64, Option<Crush<V>>);

impl<V: CharacterSpace> Box<V> {
    /// A step with everything in mind that is nearer than a step needs plus `more`. The last attempt always
    /// ends.
    pub(in crate::character) fn attempt<T: Data>(
        &self,
        scratch: &mut BoxScratch<V>,
        (scene, movers): (&Scene<V, T>, &Movers<V>),
        state: &BoxState<V>,
        task: &Task<V>,
        about: &impl Accept<V, T>,
        (more, is_last): (V::Scalar, bool),
    ) -> Result<Attempt<V>, QueryError> {
        let body = self.body();
        let mut near_movers = MoversNear::new();
        let mut reach = self.reach(state.position, task);
        let far = movers.near(scene, state.ground.as_ref(), &reach, about, &mut near_movers);
        reach = reach.inflated(far + more);
        let mut near: NearbyParts<'_, V> = core::mem::take(&mut scratch.near);
        near.gather(scene, &reach, about);
        scratch.obstacles.fill(&near, &body);
        // Where its feet may be so that all of it is within what was gathered.
        let middle = DVec3::Y * body.middle;
        let known = [
            lift(reach.min) + body.half - middle,
            lift(reach.max) - body.half - middle,
        ];
        let is_carried = task.carried != V::ZERO;
        let pushed = self.push(scratch, lift(state.position), &mut near_movers, is_carried, known);
        let (at, lacks, crush) = pushed?;
        let mut walker = BoxWalker {
            obstacles: &scratch.obstacles,
            contacts: &mut scratch.contacts,
            at,
            fall: lift(task.fall),
            wish: horizontal(lift(task.wish)),
            stands: state.ground.is_some() && !task.jumps,
            gravity: self.settings.gravity.to_f64(),
            slope_cosine: body.slope_cosine,
            reach: self.settings.reach.to_f64(),
            tolerance: body.tolerance,
            is_known: false,
            highest: lift(reach.max).y - 2.0 * self.settings.half_extents.get(1).to_f64(),
        };
        let lacks = walker.depenetrate(body.skin, known).max(lacks);
        if !is_last && lacks > more.to_f64() && lacks.is_finite() {
            scratch.near = near.emptied();
            return Ok(Attempt::Lacks(Real::lit(lacks)));
        }
        walker.go(task.time.to_f64());
        let crushed = walker.final_crush(crush, body.skin);
        let (position, mut fall) = (lower::<V>(walker.at), lower::<V>(walker.fall));
        let touched = walker
            .contacts
            .first()
            .map(|c| walker.obstacles.all[c.obstacle].handle);
        let ground = if walker.stands {
            self.find_standing(scene, &near, position, touched)
        } else {
            if crushed.is_none() {
                fall += speed(task.carried, task.time);
            }
            Ok(None)
        };
        scratch.near = near.emptied();
        if !(position.is_finite() && fall.is_finite()) {
            return Err(QueryError::NotFinite("motion"));
        }
        let ground = ground?;
        Ok(Attempt::Ended(BoxState {
            position,
            fall,
            ground,
            crushed,
        }))
    }
    /// Goes along with what the box stands on, the first of the movers, and gives way to the others.
    fn push(
        &self,
        scratch: &mut BoxScratch<V>,
        at: DVec3,
        movers: &mut [Mover<'_, V>],
        is_carried: bool,
        known: [DVec3; 2],
    ) -> Result<Pushed<V>, QueryError> {
        if movers.is_empty() {
            return Ok((at, 0.0, None));
        }
        let mut pushed = PushedBox {
            obstacles: &scratch.obstacles,
            moving: &mut scratch.moving,
            parts: core::mem::take(&mut scratch.moving_parts),
            ignored: movers.iter().map(|m| m.handle).collect(),
            known,
            lacks: 0.0,
            body: self.body(),
        };
        let push = Push {
            rides: is_carried.then_some((0, DVec3::ZERO)),
            at,
            body: &mut pushed,
            movers,
            scratch: &mut scratch.push,
            crush: None,
        };
        let end = push.go();
        let lacks = pushed.lacks;
        scratch.moving_parts = pushed.parts.emptied();
        end.map(|(at, crush)| (at, lacks, crush))
    }
    /// The box around all that a step may come to.
    pub(super) fn reach(&self, at: V, task: &Task<V>) -> Aabb<V> {
        let (settings, time) = (&self.settings, task.time);
        let level = task.wish.length() * time;
        let drop = settings.gravity * time * time;
        let slope = level / self.slope_cosine.max(Real::lit(STEEPEST_COSINE));
        let more = V::splat(level + task.fall.length() * time + drop + settings.skin * ScalarOf::<V>::TWO);
        let more = more + upright::<V>() * (settings.reach + slope);
        let (half, there) = (settings.half_extents, at + task.carried);
        let middle = upright::<V>() * half.get(1);
        Aabb {
            min: at.min(there) + middle - half - more,
            max: at.max(there) + middle + half + more,
        }
    }
}
