//! How moving objects carry and push a capsule, and whether it is crushed in the end.

use alloc::vec::Vec;

use glam::DVec3;

use super::surroundings::{CapsuleContact, Surroundings};
use super::walk::CapsuleWalker;
use crate::character::CharacterSpace;
use crate::character::nearby::PartDistance;
use crate::character::planes::Plane;
use crate::character::push::movers::Mover;
use crate::character::push::{BodySizes, Push, PushPlane, PushScratch, Pushable, final_crush};
use crate::character::state::Crush;
use crate::math::{Real, lift, lower};
use crate::pair::QueryError;
use crate::scene::Handle;
use crate::shape::Placed;

impl<V: CharacterSpace> Pushable<V> for Surroundings<'_, '_, V> {
    fn sizes(&self) -> BodySizes {
        let settings = self.capsule.settings();
        BodySizes {
            skin: settings.skin.to_f64(),
            tolerance: self.capsule.tolerance().to_f64(),
            least: settings.radius.to_f64(),
            largest: settings.height.to_f64(),
        }
    }
    fn find_planes(
        &mut self,
        at: DVec3,
        (movers, time): (&[Mover<'_, V>], f64),
        planes: &mut Vec<PushPlane>,
    ) -> Result<f64, QueryError> {
        let at = lower::<V>(at);
        let touching = self.capsule.touch_distance();
        let scan = self.scan(at, V::ZERO, touching)?;
        for contact in self.contacts(&scan) {
            if contact.gap <= touching && !self.is_ghost(&scan, contact)? {
                planes.push(self.push_plane(contact));
            }
        }
        self.drop_last(&scan);
        let near = touching + self.capsule.settings().radius;
        let mut far = f64::INFINITY;
        for (i, mover) in movers.iter().enumerate().filter(|(_, m)| !m.is_let_through) {
            let distance = self.planes_of_mover((i, mover), at, (near, time), planes)?;
            far = far.min((distance - self.capsule.settings().skin).to_f64());
        }
        Ok(far)
    }
    fn free_part(&mut self, at: DVec3, way: DVec3) -> Result<(f64, Option<PushPlane>), QueryError> {
        let (at, way) = (lower::<V>(at), lower::<V>(way));
        if !self.is_gathered(at, way) {
            return Ok((0.0, None));
        }
        let scan = self.scan(at, way, self.capsule.touch_distance())?;
        let stop = self.stop(&scan, way)?;
        let plane = stop.map(|stop| self.push_plane(&stop.contact));
        self.drop_last(&scan);
        Ok((stop.map_or(1.0, |stop| stop.time.to_f64()), plane))
    }
}

impl<V: CharacterSpace> Surroundings<'_, '_, V> {
    fn push_plane(&self, contact: &CapsuleContact<V>) -> PushPlane {
        PushPlane {
            normal: lift(contact.normal).normalize_or_zero(),
            point: lift(contact.point),
            gap: (contact.gap - self.capsule.settings().skin).to_f64(),
            handle: self.near.handle(contact.part),
            mover: None,
        }
    }
    /// Lists the planes of a mover's parts that are nearer than a distance; a lower bound on the distance of
    /// its other parts.
    fn planes_of_mover(
        &mut self,
        (i, mover): (usize, &Mover<'_, V>),
        at: V,
        (near, time): (V::Scalar, f64),
        planes: &mut Vec<PushPlane>,
    ) -> Result<V::Scalar, QueryError> {
        let (pose, body) = (mover.at(time), self.capsule.aabb(at));
        let distance = Placed::new(mover.shape, &pose).aabb().distance(&body);
        if distance > near {
            return Ok(distance);
        }
        let mut parts = core::mem::take(&mut self.moving).emptied();
        parts.gather_one(mover.handle, mover.shape, pose, &body.inflated(near));
        let plane = |known: PartDistance<V>| PushPlane {
            normal: lift(known.normal).normalize_or_zero(),
            point: lift(known.point),
            gap: (known.gap - self.capsule.settings().skin).to_f64(),
            handle: mover.handle,
            mover: Some(i),
        };
        let mut answer = Ok(near);
        for part in 0..parts.boxes().len() {
            match parts.measure(part, &self.capsule.body(), at, near) {
                Ok(known) if known.gap <= near => planes.push(plane(known)),
                Ok(_) => {}
                Err(error) => answer = Err(error),
            }
        }
        self.moving = parts.emptied();
        answer
    }
}

impl<V: CharacterSpace> CapsuleWalker<'_, '_, V> {
    /// Goes along with what the character stands on, and gives way to other movers; whether that crushed it.
    pub(super) fn push(
        &mut self,
        movers: &mut [Mover<'_, V>],
        is_carried: bool,
        scratch: &mut PushScratch,
    ) -> Result<Option<Crush<V>>, QueryError> {
        let handles = movers.iter().map(|m| m.handle);
        self.around.lists.ignored.extend(handles);
        let push = Push {
            rides: is_carried.then(|| (0, lift(self.around.capsule.lower_center()))),
            at: lift(self.at),
            body: &mut self.around,
            movers,
            scratch,
            crush: None,
        };
        let (at, crush) = push.go()?;
        self.at = lower(at);
        self.around.lists.ignored.clear();
        Ok(crush)
    }
    /// The crush at the end of a step.
    pub(super) fn final_crush(
        &self,
        nearest: Option<CapsuleContact<V>>,
        planes: &[Plane<V>],
    ) -> Option<Crush<V>> {
        let deepest = nearest.filter(|contact| contact.gap < Real::ZERO);
        let deepest: Option<(Handle, DVec3, V::Scalar)> =
            deepest.map(|t| (self.around.near.handle(t.part), lift(t.normal), -t.gap));
        let planes = planes.iter().map(|p| (p.handle, lift(p.normal)));
        final_crush(self.step.crushed, deepest, planes)
    }
}
