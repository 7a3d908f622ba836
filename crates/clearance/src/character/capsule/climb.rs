//! Climbing steps: up, forward, and down again.

use super::walk::CapsuleWalker;
use crate::character::CharacterSpace;
use crate::character::planes::{ContactPlanes, GroundState, Plane, Slope};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::QueryError;

/// A step climbed: the time that took, and the plane the character now stands on.
struct ClimbedStep<V: Vector> {
    used: V::Scalar,
    on: Plane<V>,
}

impl<V: CharacterSpace> CapsuleWalker<'_, '_, V> {
    /// Tries to climb what turns a wish aside to the velocity `slid`; the time that took, or none where
    /// climbing leads no further.
    ///
    /// The character is lifted by a step's height, goes forward up there, and is put down where it can stand,
    /// no higher than a step above what it stands on. The edge of a tread shorter than the radius is touched
    /// higher than at the character's lowest point.
    pub(super) fn climb(
        &mut self,
        left: V::Scalar,
        slid: V,
        planes: &ContactPlanes<V>,
    ) -> Result<Option<V::Scalar>, QueryError> {
        let capsule = self.around.capsule;
        let settings = *capsule.settings();
        if settings.step_height <= Real::ZERO {
            return Ok(None);
        }
        let from = self.at;
        let most = settings.step_height + self.height_of_ground(planes);
        if let Some(ClimbedStep { used, on }) = self.up_forward_down(left, slid, settings.up * most)? {
            // The feet are a skin above the ground.
            let height = capsule.rise(on.point - from) + settings.skin;
            if on.slope != Slope::Steep && height <= most + capsule.tolerance() {
                self.stands = true;
                return Ok(Some(used));
            }
        }
        self.at = from;
        Ok(None)
    }
    /// How much higher the point on which it stands is than its lowest point: on an edge, the character's
    /// round end hangs down beside the edge.
    fn height_of_ground(&self, planes: &ContactPlanes<V>) -> V::Scalar {
        let capsule = self.around.capsule;
        match planes.ground_state(self.stands) {
            GroundState::Grounded(i, _) if planes.all[i].slope != Slope::Steep => {
                (capsule.rise(planes.all[i].point - self.at) + capsule.settings().skin).max(Real::ZERO)
            }
            _ => Real::ZERO,
        }
    }
    fn up_forward_down(
        &mut self,
        left: V::Scalar,
        slid: V,
        up: V,
    ) -> Result<Option<ClimbedStep<V>>, QueryError> {
        let start = self.look(up)?;
        let lift = up * self.around.free_part(&start, up)?;
        self.at += lift;
        let mut planes = self.touched()?;
        let up = planes.up;
        planes.all.push(Plane {
            normal: up,
            point: self.at,
            handle: crate::scene::Handle::from_bits(u64::MAX),
            slope: Slope::Walkable,
        });
        let way = planes.walk(self.wish);
        self.around.recycle(planes);
        // The same wall may oppose the wish up here.
        let gain = (way.velocity - slid).dot(self.wish);
        if gain <= self.wish.length_squared() * ScalarOf::<V>::lit(1e-6) {
            return Ok(None);
        }
        let above = self.look(way.velocity * left)?;
        let part = self.around.free_part(&above, way.velocity * left)?;
        let forward = way.velocity * (left * part);
        let capsule = self.around.capsule;
        if forward.length() <= capsule.tolerance() * left.min(Real::ONE) {
            return Ok(None);
        }
        self.at += forward;
        let down = -lift - capsule.settings().up * capsule.settings().snap;
        let beyond = self.look(down)?;
        let Some(stop) = self.around.landing(&beyond, down)? else {
            return Ok(None);
        };
        self.at += down * stop.time;
        let planes = self.touched()?;
        let climbed = match planes.ground_state(true) {
            GroundState::Grounded(i, _) => Some(ClimbedStep {
                used: left * part,
                on: planes.all[i],
            }),
            GroundState::Falling => None,
        };
        self.around.recycle(planes);
        Ok(climbed)
    }
}
