//! What a step reports: planes, hits, and where the character is in the end.

use super::stop::Stop;
use super::walk::CapsuleWalker;
use crate::character::CharacterSpace;
use crate::character::planes::{Along, ContactPlanes, GroundState, Plane, Slope};
use crate::character::state::{Hit, Standing, State};
use crate::math::Real;
use crate::pair::QueryError;
use crate::scene::{Data, Scene};

impl<V: CharacterSpace> CapsuleWalker<'_, '_, V> {
    /// Reports the planes that a velocity was chosen along, each once.
    pub(super) fn report_planes(&mut self, planes: &ContactPlanes<V>, along: Along) {
        for plane in along.into_iter().flatten().map(|i| planes.all[i]) {
            let is_known = |p: &Plane<V>| p.handle == plane.handle && p.normal == plane.normal;
            if !self.step.planes.iter().any(is_known) {
                self.step.planes.push(plane);
            }
        }
    }
    /// Reports what stopped the character, if anything did. What stopped it at once is taken into account
    /// when the next velocity is chosen.
    pub(super) fn report_stop(&mut self, stop: Option<&Stop<V>>, rest: V) -> Result<(), QueryError> {
        let is_at_once = stop.is_some_and(|stop| stop.time <= Real::ZERO);
        if !is_at_once {
            self.around.lists.blocked.clear();
        }
        if let Some(stop) = stop {
            let plane = self.around.plane(self.at, &stop.contact)?;
            if is_at_once {
                self.around.lists.blocked.push(plane);
            }
            self.report_hit(plane, rest);
        }
        Ok(())
    }
    /// Reports what the character presses against where it cannot go anywhere.
    pub(super) fn report_pressure(&mut self, planes: &ContactPlanes<V>, rest: V) {
        for plane in planes.all.iter().filter(|p| p.normal.dot(rest) < Real::ZERO) {
            if plane.slope != Slope::Walkable {
                self.report_hit(*plane, rest);
            }
        }
    }
    fn report_hit(&mut self, plane: Plane<V>, rest: V) {
        let into = rest.dot(plane.normal).min(Real::ZERO);
        let pressed = plane.normal * into;
        self.step.hits.push(Hit { plane, pressed });
    }
    /// Reports where the character has come to. `platform_velocity` is that of what it stood on: a character
    /// that leaves it keeps this velocity.
    pub(super) fn finish<T: Data>(
        &mut self,
        scene: &Scene<V, T>,
        platform_velocity: V,
    ) -> Result<(), QueryError> {
        let ground = match self.known.take_if(|known| known.at == self.at) {
            Some(known) => known,
            None => {
                let scan = self.look(V::ZERO)?;
                self.ground_in(&scan)?
            }
        };
        let planes = &ground.planes;
        let standing = match planes.ground_state(self.stands) {
            GroundState::Grounded(i, normal) if !self.rises() => {
                planes.all.get(i).map(|plane| (plane, normal))
            }
            _ => None,
        };
        let on = |(plane, normal): (&Plane<V>, V)| Standing::on(scene, plane.handle, [normal, plane.point]);
        self.step.crushed = self.final_crush(ground.nearest, &planes.all);
        let is_crushed = self.step.crushed.is_some();
        let kept = if is_crushed { V::ZERO } else { platform_velocity };
        self.step.state = State {
            position: self.at,
            fall: standing.map_or(self.fall + kept, |_| V::ZERO),
            standing: standing.map(on),
        };
        self.around.recycle(ground.planes);
        Ok(())
    }
}
