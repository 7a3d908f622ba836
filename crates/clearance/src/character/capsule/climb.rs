//! Steps: up, forth, and down again.

use super::walk::Walker;
use crate::character::CharacterSpace;
use crate::character::planes::{Footing, Plane, Planes, Slope};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::QueryError;

/// A step climbed: the time that took, and what it stands on now.
struct Landed<V: Vector> {
    used: V::Scalar,
    on: Plane<V>,
}

impl<V: CharacterSpace> Walker<'_, '_, V> {
    /// Tries to climb what turns a wish aside to `slid`; the time that took, or none where that comes no
    /// further.
    ///
    /// It is lifted by a step's height, goes forth up there, and is put down where it can stand, no higher
    /// than a step above what it stands on: the edge of a tread shorter than its radius is touched higher
    /// than at its lowest point.
    pub(in crate::character) fn climb(
        &mut self,
        left: V::Scalar,
        slid: V,
        planes: &Planes<V>,
    ) -> Result<Option<V::Scalar>, QueryError> {
        let who = self.ground.who;
        let settings = *who.settings();
        if settings.step_height <= Real::ZERO {
            return Ok(None);
        }
        let from = self.at;
        let most = settings.step_height + self.sunk(planes);
        if let Some(Landed { used, on }) = self.over(left, slid, settings.up * most)? {
            // The feet are a skin above the ground.
            let height = who.rise(on.point - from) + settings.skin;
            if on.slope != Slope::Steep && height <= most + who.slack() {
                self.stands = true;
                return Ok(Some(used));
            }
        }
        self.at = from;
        Ok(None)
    }
    /// How much lower its lowest point is than on level ground as high as where it touches what it stands on.
    fn sunk(&self, planes: &Planes<V>) -> V::Scalar {
        let who = self.ground.who;
        match planes.footing(self.stands) {
            Footing::Stands(i, _) if planes.all[i].slope != Slope::Steep => {
                (who.rise(planes.all[i].point - self.at) + who.settings().skin).max(Real::ZERO)
            }
            _ => Real::ZERO,
        }
    }
    /// Up, forth and down again.
    fn over(&mut self, left: V::Scalar, slid: V, up: V) -> Result<Option<Landed<V>>, QueryError> {
        let one = ScalarOf::<V>::ONE;
        let start = self.look(up)?;
        let lift = up * self.ground.stop(&start, up)?.map_or(one, |stop| stop.time);
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
        self.ground.notes.forget(planes);
        // Walls reach up here, too.
        let gain = (way.velocity - slid).dot(self.wish);
        if gain <= self.wish.length_squared() * ScalarOf::<V>::lit(1e-6) {
            return Ok(None);
        }
        let above = self.look(way.velocity * left)?;
        let part = self
            .ground
            .stop(&above, way.velocity * left)?
            .map_or(one, |stop| stop.time);
        let forth = way.velocity * (left * part);
        if forth.length() <= self.ground.who.slack() * left.min(one) {
            return Ok(None);
        }
        self.at += forth;
        let settings = self.ground.who.settings();
        let down = -lift - settings.up * settings.snap;
        let beyond = self.look(down)?;
        let Some(stop) = self.ground.landing(&beyond, down)? else {
            return Ok(None);
        };
        self.at += down * stop.time;
        let planes = self.touched()?;
        let landed = match planes.footing(true) {
            Footing::Stands(i, _) => Some(Landed {
                used: left * part,
                on: planes.all[i],
            }),
            Footing::Falls => None,
        };
        self.ground.notes.forget(planes);
        Ok(landed)
    }
}
