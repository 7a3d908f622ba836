//! Where an object stops that meets another: a small gap before it, larger than the rounding.
//!
//! At the time of a meeting the two touch, up to rounding. So the object goes back in time by the gap divided
//! by the closing speed, and the clearance there is computed. If the gap is not kept, it goes back four times
//! as far, and so on. Objects that were nearer from the start keep the gap they had; at the latest, an object
//! stays where it was.

use super::step::{MovingObject, SweepStep};
use crate::cast::{CastSpace, SweepHit, slack};
use crate::math::{Real, ScalarOf};
use crate::pair::clearance;
use crate::scene::SceneError;
use crate::scene::store::object::Data;

/// How often an object is stopped, each time sooner, before it stays where it was at the start.
const STOPS: u8 = 12;

impl<V: CastSpace, T: Data> SweepStep<'_, V, T> {
    /// Stops the fast ones of two objects so that they stay apart; returns when.
    pub(super) fn stop_pair(&mut self, slots: [u32; 2], hit: &SweepHit<V>) -> Result<V::Scalar, SceneError> {
        let Some(two) = self.both(slots) else {
            return Ok(hit.time);
        };
        let is_stopped = stopped_at(&two, hit.time);
        let time = self.last_apart(slots, is_stopped, hit)?;
        let is_stopped = if time > Real::ZERO {
            is_stopped
        } else {
            self.moving_closer(slots, is_stopped, hit)?
        };
        for (k, slot) in slots.into_iter().enumerate().filter(|&(k, _)| is_stopped[k]) {
            self.add_plane(slot, if k == 0 { hit.normal } else { -hit.normal });
            self.stop_object(slot, time)?;
        }
        Ok(time)
    }
    /// The last time before a meeting at which two objects keep their gap.
    fn last_apart(
        &self,
        slots: [u32; 2],
        is_stopped: [bool; 2],
        hit: &SweepHit<V>,
    ) -> Result<V::Scalar, SceneError> {
        let Some(two) = self.both(slots) else {
            return Ok(Real::ZERO);
        };
        let (kept_gap, mut way) = (self.kept_gap(slots)?, ScalarOf::<V>::ZERO);
        for (mover, _) in two.iter().zip(is_stopped).filter(|(_, is_stopped)| *is_stopped) {
            way = way.max(mover.max_travel());
        }
        let mut back = self.time_to_close(&two, hit, kept_gap * ScalarOf::<V>::lit(1.125));
        while back < hit.time {
            let time = hit.time - back;
            if time * way <= kept_gap {
                break; // the rest of the way is less than the gap
            }
            if self.are_apart(slots, is_stopped, time, kept_gap)? {
                return Ok(time);
            }
            back *= ScalarOf::<V>::lit(4.0);
        }
        Ok(Real::ZERO)
    }
    /// How long two objects take to close a gap at the speed of their meeting.
    fn time_to_close(&self, two: &[MovingObject<V>; 2], hit: &SweepHit<V>, gap: V::Scalar) -> V::Scalar {
        let along = |m: &MovingObject<V>, normal: V| {
            if m.moves() && m.stop >= hit.time {
                m.max_travel_along(normal)
            } else {
                Real::ZERO
            }
        };
        let speed = along(&two[0], hit.normal) + along(&two[1], -hit.normal);
        let least = hit.time * ScalarOf::<V>::EPSILON;
        if speed > Real::ZERO {
            (gap / speed).max(least)
        } else {
            least
        }
    }
    /// The gap between two objects that stop: more than the tolerance of sweeps and the rounding of poses.
    pub(super) fn kept_gap(&self, slots: [u32; 2]) -> Result<V::Scalar, SceneError> {
        let Some(two) = self.both(slots) else {
            return Ok(Real::ZERO);
        };
        let poses = [two[0].pose, two[1].pose];
        let Some([p, q]) = self.placed(slots, &poses) else {
            return Ok(Real::ZERO);
        };
        let sweeps = slack([p, q], [&two[0].motion, &two[1].motion])?;
        let gap = sweeps + self.rounding(&two[0]) + self.rounding(&two[1]);
        Ok(gap * ScalarOf::<V>::TWO)
    }
    /// Error bound of a pose on the way.
    pub(super) fn rounding(&self, mover: &MovingObject<V>) -> V::Scalar {
        (mover.pose.position().max_abs() + mover.max_travel()) * ScalarOf::<V>::EPSILON
    }
    /// Whether two objects keep the gap, or the smaller one that they have at the start, if those that are
    /// stopped stop at a time.
    fn are_apart(
        &self,
        slots: [u32; 2],
        is_stopped: [bool; 2],
        time: V::Scalar,
        kept_gap: V::Scalar,
    ) -> Result<bool, SceneError> {
        let Some([a, b]) = self.both(slots) else {
            return Ok(true);
        };
        let at =
            |m: &MovingObject<V>, is_stopped| m.at(if is_stopped || !m.is_fast { time } else { Real::ONE });
        let (poses, starts) = ([at(&a, is_stopped[0])?, at(&b, is_stopped[1])?], [a.pose, b.pose]);
        let (Some([p, q]), Some([r, s])) = (self.placed(slots, &poses), self.placed(slots, &starts)) else {
            return Ok(true);
        };
        let gap = clearance(p, q)?.distance;
        if gap >= kept_gap * ScalarOf::<V>::lit(0.875) {
            return Ok(true);
        }
        let before = clearance(r, s)?.distance;
        let least = if before > Real::ZERO {
            before * ScalarOf::<V>::lit(0.9375)
        } else {
            before
        };
        Ok(gap >= least && least < kept_gap * ScalarOf::<V>::lit(0.875))
    }
    /// Which of two objects are stopped if they would stay where they were: those that move towards the
    /// other, or both if only that keeps them apart.
    fn moving_closer(
        &self,
        slots: [u32; 2],
        is_stopped: [bool; 2],
        hit: &SweepHit<V>,
    ) -> Result<[bool; 2], SceneError> {
        let Some(two) = self.both(slots) else {
            return Ok(is_stopped);
        };
        let normals = [hit.normal, -hit.normal];
        let presses = |k: usize| is_stopped[k] && two[k].max_travel_along(normals[k]) > Real::ZERO;
        let mut moving_closer = [presses(0), presses(1)];
        if moving_closer == [false; 2] {
            // Stopping would not keep an object away from one that goes on into it.
            let goes_on = two.iter().any(|m| !m.is_fast && m.moves());
            moving_closer = if goes_on { moving_closer } else { is_stopped };
        }
        let stands = |k: usize| moving_closer[k] || !two[k].is_fast || two[k].stop >= Real::ONE;
        let both_stand = stands(0) && stands(1);
        if !both_stand && !self.are_apart(slots, moving_closer, Real::ZERO, Real::ZERO)? {
            return Ok([two[0].is_fast, two[1].is_fast]);
        }
        Ok(moving_closer)
    }
    /// A fast object stands still from a time on; its other meetings are computed again.
    fn stop_object(&mut self, slot: u32, time: V::Scalar) -> Result<(), SceneError> {
        let sooner = self.movers[slot as usize]
            .as_mut()
            .filter(|mover| time < mover.stop);
        let Some(mover) = sooner else { return Ok(()) };
        mover.stops = mover.stops.saturating_add(1);
        let time = if mover.stops > STOPS { Real::ZERO } else { time };
        mover.stop = time;
        self.stopped.push(slot);
        let pairs: alloc::vec::Vec<u32> = self.pairs_of(slot).collect();
        for pair in pairs {
            let [a, b] = self.pairs[pair as usize]
                .slots
                .map(|slot| &self.path_boxes[slot as usize]);
            if a.overlaps(b) {
                self.schedule_meeting(pair, time)?;
            }
        }
        Ok(())
    }
}

/// Which of two objects a meeting stops: the fast ones that still move; if none goes on after it, those that
/// arrive then.
fn stopped_at<V: CastSpace>(two: &[MovingObject<V>; 2], time: V::Scalar) -> [bool; 2] {
    let goes_on = two.each_ref().map(|m| m.is_fast && m.stop > time);
    if goes_on.contains(&true) {
        return goes_on;
    }
    two.each_ref().map(|m| m.is_fast && m.stop >= time)
}
