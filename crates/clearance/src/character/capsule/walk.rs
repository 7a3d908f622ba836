//! A step of a capsule.
//!
//! Until the time is used up: scan, find out what holds the character, choose a velocity, and go until
//! something stops it. A character that stands walks, and is put down on the ground after each part of the
//! way; otherwise it falls and slides. Around something round it goes in pieces so short that their direction
//! is right.

use super::ground::KnownGround;
use super::surroundings::{Scan, Surroundings};
use crate::character::CharacterSpace;
use crate::character::check::speed;
use crate::character::planes::{ContactPlanes, GroundState, Slope};
use crate::character::push::PushScratch;
use crate::character::push::movers::Mover;
use crate::character::state::{Step, Task};
use crate::math::{Real, ScalarOf};
use crate::pair::QueryError;
use crate::scene::{Data, Scene};

/// Rounds of scanning and going after which the rest of a step's time is lost.
const ROUNDS: usize = 48;

/// A character on its way.
pub(super) struct CapsuleWalker<'a, 's, V: CharacterSpace> {
    pub(super) around: Surroundings<'a, 's, V>,
    pub(super) at: V,
    pub(super) fall: V,
    pub(super) wish: V,
    pub(super) stands: bool,
    /// The outcome of the step.
    pub(super) step: &'a mut Step<V>,
    /// The planes it was last known to touch.
    pub(super) known: Option<KnownGround<V>>,
    /// The last scan of everything around.
    pub(super) scan: Option<Scan<V>>,
    /// The shortest piece of the time.
    pub(super) least: V::Scalar,
    /// Whether it may still be snapped to ground that has gone from under it.
    pub(super) may_snap: bool,
}

impl<V: CharacterSpace> CapsuleWalker<'_, '_, V> {
    /// The whole step.
    pub(super) fn go<T: Data>(
        &mut self,
        scene: &Scene<V, T>,
        task: &Task<V>,
        movers: &mut [Mover<'_, V>],
        scratch: &mut PushScratch,
    ) -> Result<(), QueryError> {
        self.step.hits.clear();
        self.step.planes.clear();
        self.step.carried = task.carried;
        self.step.crushed = None;
        if !movers.is_empty() {
            self.step.crushed = self.push(movers, task.carried != V::ZERO, scratch)?;
        }
        let mut left = task.time;
        for _ in 0..ROUNDS {
            if left <= task.time * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0) {
                break;
            }
            left = (left - self.round(left)?).max(Real::ZERO);
        }
        self.finish(scene, speed(task.carried, task.time))
    }
    /// Goes on until something changes; the time that took.
    fn round(&mut self, left: V::Scalar) -> Result<V::Scalar, QueryError> {
        let mut ground = match self.known.take_if(|known| known.at == self.at) {
            Some(known) if self.is_clear(known.nearest) => known,
            known => {
                known
                    .into_iter()
                    .for_each(|known| self.around.recycle(known.planes));
                let scan = self.depenetrate(left)?;
                self.ground_in(&scan)?
            }
        };
        let own = ground.planes.all.len();
        ground.planes.all.extend_from_slice(&self.around.lists.blocked);
        let rises = self.rises();
        let state = ground.planes.ground_state(self.stands);
        let has_lost_ground = state == GroundState::Falling && self.stands && !rises;
        if has_lost_ground && core::mem::take(&mut self.may_snap) {
            // The ground has gone from under the character; it has not left the ground.
            self.around.recycle(ground.planes);
            self.snap_to_ground()?;
            return Ok(Real::ZERO);
        }
        self.stands = state != GroundState::Falling && !rises;
        let used = if self.stands {
            self.fall = V::ZERO;
            self.walk(left, &ground.planes)
        } else {
            self.fly(left, &ground.planes)
        };
        ground.planes.all.truncate(own);
        if self.at == ground.at && self.known.as_ref().is_none_or(|known| known.at != ground.at) {
            self.remember(ground);
        } else {
            self.around.recycle(ground.planes);
        }
        used
    }
    /// Whether it is on its way up, as in a jump.
    pub(super) fn rises(&self) -> bool {
        self.around.capsule.rise(self.fall) > Real::ZERO
    }
    fn walk(&mut self, left: V::Scalar, planes: &ContactPlanes<V>) -> Result<V::Scalar, QueryError> {
        if self.wish == V::ZERO {
            return Ok(left);
        }
        let way = planes.walk(self.wish);
        let mut steep = planes.all.iter().filter(|p| p.slope != Slope::Walkable);
        let is_turned_aside = self.around.capsule.horizontal(way.velocity) != self.wish
            && steep.any(|p| p.normal.dot(self.wish) < Real::ZERO);
        let is_hopeless = || {
            let here = self.scan.filter(|here| here.at == self.at);
            here.is_some_and(|here| self.around.only_high_slopes_oppose(&here, self.wish))
        };
        if is_turned_aside
            && !is_hopeless()
            && let Some(used) = self.climb(left, way.velocity, planes)?
        {
            return Ok(used);
        }
        if way.velocity == V::ZERO {
            self.report_pressure(planes, self.wish * left);
            return Ok(left);
        }
        self.report_planes(planes, way.along);
        let from = self.at;
        let mut time = left;
        let scan = self.look_on(way.velocity * left)?;
        // Around something, and to where the ground ends: halve the time until the piece is short enough.
        loop {
            self.at = from;
            let stop = self.around.stop(&scan, way.velocity * time)?;
            let used = time * stop.map_or(ScalarOf::<V>::ONE, |stop| stop.time);
            self.at += way.velocity * used;
            let is_bent = is_turned_aside && self.has_turned(planes, way.along)?;
            let is_down = self.snap_to_ground()?;
            if (is_bent || !is_down) && used > self.least {
                time = used * ScalarOf::<V>::HALF;
                continue;
            }
            self.report_stop(stop.as_ref(), way.velocity * (left - used))?;
            return Ok(used);
        }
    }
    /// Falls, and slides along what is in the way.
    fn fly(&mut self, left: V::Scalar, planes: &ContactPlanes<V>) -> Result<V::Scalar, QueryError> {
        let settings = self.around.capsule.settings();
        let pull = -settings.up * settings.gravity;
        let fall = self.fall * left + pull * (left * left * ScalarOf::<V>::HALF);
        let slide = planes.slide(self.wish * left, fall);
        self.report_planes(planes, slide.along);
        let motion = slide.velocity();
        let scan = self.look_on(motion)?;
        let stop = self.around.stop(&scan, motion)?;
        let part = stop.map_or(ScalarOf::<V>::ONE, |stop| stop.time);
        self.at += motion * part;
        let used = left * part;
        self.fall = planes.along_these(slide.along, self.fall + pull * used);
        if motion == V::ZERO {
            self.fall = V::ZERO;
            return Ok(left);
        }
        self.report_stop(stop.as_ref(), motion * (ScalarOf::<V>::ONE - part))?;
        Ok(used)
    }
}
