//! What moves, and a capsule: how it is carried and pushed, what is around it meanwhile, and whether it is
//! crushed in the end.

use glam::DVec3;

use super::survey::{Ground, Touch};
use super::walk::Walker;
use crate::character::CharacterSpace;
use crate::character::give_way::crush::Crush;
use crate::character::give_way::movers::Mover;
use crate::character::give_way::yielding::way_out;
use crate::character::give_way::{Facing, Shove, ShoveRoom, Shoved, against};
use crate::character::planes::Plane;
use crate::math::{Real, Vector, lift, lower};
use crate::pair::QueryError;
use crate::shape::Placed;

impl<V: CharacterSpace> Shoved<V> for Ground<'_, '_, V> {
    fn sizes(&self) -> [f64; 4] {
        let settings = self.who.settings();
        let sizes = [settings.skin, self.who.slack(), settings.radius, settings.height];
        sizes.map(Real::to_f64)
    }
    fn feel(
        &mut self,
        at: DVec3,
        (movers, time): (&[Mover<'_, V>], f64),
        facing: &mut alloc::vec::Vec<Facing>,
    ) -> Result<f64, QueryError> {
        facing.clear();
        let at = lower::<V>(at);
        let (skin, slack) = (self.who.settings().skin, self.who.slack());
        let survey = self.survey(at, V::ZERO, skin + slack)?;
        for touch in self.touches(&survey) {
            if touch.gap <= skin + slack && !self.is_ghost(&survey, touch)? {
                facing.push(self.facing(touch, None));
            }
        }
        self.drop_last(&survey);
        let near = skin + slack + self.who.settings().radius;
        let mut far = f64::INFINITY;
        for (i, mover) in movers.iter().enumerate().filter(|(_, m)| !m.is_let_through) {
            let distance = self.feel_mover((i, mover), at, (near, time), facing)?;
            far = far.min((distance - skin).to_f64());
        }
        Ok(far)
    }
    fn free(&mut self, at: DVec3, way: DVec3) -> Result<(f64, Option<Facing>), QueryError> {
        let (at, way) = (lower::<V>(at), lower::<V>(way));
        if !self.is_gathered(at, way) {
            return Ok((0.0, None));
        }
        let within = self.who.settings().skin + self.who.slack();
        let survey = self.survey(at, way, within)?;
        let stop = self.stop(&survey, way)?;
        let facing = stop.map(|stop| self.facing(&stop.touch, None));
        self.drop_last(&survey);
        Ok((stop.map_or(1.0, |stop| stop.time.to_f64()), facing))
    }
}

impl<V: CharacterSpace> Ground<'_, '_, V> {
    fn facing(&self, touch: &Touch<V>, mover: Option<usize>) -> Facing {
        Facing {
            normal: lift(touch.normal).normalize_or_zero(),
            point: lift(touch.point),
            gap: (touch.gap - self.who.settings().skin).to_f64(),
            handle: self.near.handle(touch.part()),
            mover,
        }
    }
    /// Lists the parts of a mover that are nearer than a distance; how far the others are at least.
    fn feel_mover(
        &mut self,
        (i, mover): (usize, &Mover<'_, V>),
        at: V,
        (near, time): (V::Scalar, f64),
        facing: &mut alloc::vec::Vec<Facing>,
    ) -> Result<V::Scalar, QueryError> {
        let (pose, body) = (mover.at(time), self.who.aabb(at));
        let distance = Placed::new(mover.shape, &pose).aabb().distance(&body);
        if distance > near {
            return Ok(distance);
        }
        let mut around = core::mem::take(&mut self.moving).emptied();
        around.gather_one(mover.handle, mover.shape, pose, &body.inflated(near));
        let parts = 0..around.boxes().len();
        let gaps = parts.map(|part| around.measure(part, &self.who.body(), at, near));
        let mut answer = Ok(near);
        for known in gaps {
            match known {
                Ok(known) if known.gap <= near => facing.push(Facing {
                    normal: lift(known.normal).normalize_or_zero(),
                    point: lift(known.point),
                    gap: (known.gap - self.who.settings().skin).to_f64(),
                    handle: mover.handle,
                    mover: Some(i),
                }),
                Ok(_) => {}
                Err(error) => answer = Err(error),
            }
        }
        self.moving = around.emptied();
        answer
    }
}

impl<V: CharacterSpace> Walker<'_, '_, V> {
    /// Goes along with what it stands on, and gives way to what comes; whether that crushed it.
    pub(in crate::character) fn carry(
        &mut self,
        movers: &mut [Mover<'_, V>],
        is_carried: bool,
        room: &mut ShoveRoom,
    ) -> Result<Option<Crush<V>>, QueryError> {
        self.ground.without.extend(movers.iter().map(|m| m.handle));
        let mut shove = Shove {
            rides: is_carried.then(|| (0, lift(self.ground.who.foot()))),
            at: lift(self.at),
            body: &mut self.ground,
            movers,
            room,
            crush: None,
        };
        let went = shove.go();
        let (at, crush) = (shove.at, shove.crush);
        self.at = lower(at);
        self.ground.without.clear();
        went.map(|()| crush)
    }
    /// What is left of a crush in the end, or what it is in otherwise.
    pub(in crate::character) fn crushed(
        &self,
        crush: Option<Crush<V>>,
        nearest: Option<Touch<V>>,
        planes: &[Plane<V>],
    ) -> Option<Crush<V>> {
        let Some(touch) = nearest.filter(|touch| touch.gap < Real::ZERO) else {
            return crush;
        };
        let (by, depth) = (self.ground.near.handle(touch.part()), -touch.gap);
        let known = crush.filter(|crush| crush.by == by);
        let others = planes.iter().map(|p| (p.handle, lift(p.normal)));
        match (known, crush) {
            (None, Some(other)) if other.depth >= depth => Some(other),
            _ => Some(Crush {
                by,
                against: known
                    .and_then(|known| known.against)
                    .or_else(|| against(lift(touch.normal), others)),
                depth,
            }),
        }
    }
    /// The way out of what is nearer than the skin: by as much as is missing, or, where there is no room for
    /// that, by as much as leads into nothing; none where none does.
    pub(in crate::character) fn way_out(&self, touches: &[Touch<V>]) -> Option<V> {
        let (skin, slack) = (
            self.ground.who.settings().skin.to_f64(),
            self.ground.who.slack().to_f64(),
        );
        let near = touches
            .iter()
            .map(|t| (lift(t.normal).normalize_or_zero(), t.gap.to_f64()));
        way_out(near.filter(|(_, gap)| *gap <= skin + slack), [skin, slack]).map(lower)
    }
}

/// The nearest of some touches.
pub(in crate::character) fn nearest<V: Vector>(touches: &[Touch<V>]) -> Option<Touch<V>> {
    let nearer = |a: Touch<V>, b: &Touch<V>| if b.gap < a.gap { *b } else { a };
    let mut all = touches.iter();
    let first = *all.next()?;
    Some(all.fold(first, nearer))
}

/// How fast something goes that comes this far in a time; not at all in none.
pub(in crate::character) fn speed<V: CharacterSpace>(way: V, time: V::Scalar) -> V {
    let speed = way / time;
    if time > Real::ZERO && speed.is_finite() {
        speed
    } else {
        V::ZERO
    }
}
