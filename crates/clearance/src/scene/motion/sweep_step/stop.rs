//! Where an object stops that meets another: a small gap before it, larger than the rounding.
//!
//! At the time of a meeting the two touch, up to rounding. So the object goes back in time by the gap divided
//! by the closing speed, and the clearance there is computed. If the gap is not kept, it goes back four times
//! as far, and so on. Objects that were nearer from the start keep the gap they had; at the latest, an object
//! stays where it was.

use super::step::{MovingObject, SweepStep, placed};
use crate::cast::{CastSpace, SweepHit, sweep_tolerance};
use crate::math::{Real, ScalarOf};
use crate::pair::clearance;
use crate::scene::SceneError;
use crate::scene::store::object::Data;

/// Both objects of a pair.
type Two<'s, V> = [MovingObject<'s, V>; 2];

/// How often an object is stopped, each time sooner, before it stays where it was at the start.
const STOPS: u8 = 12;

impl<V: CastSpace, T: Data> SweepStep<'_, V, T> {
    /// Stops the fast ones of two objects so that they stay apart; returns when.
    pub(super) fn stop_pair(
        &mut self,
        objects: [u32; 2],
        hit: &SweepHit<V>,
    ) -> Result<V::Scalar, SceneError> {
        let two = self.both(objects);
        let is_stopped = stopped_at(&two, hit.time);
        let time = last_apart(&two, is_stopped, hit)?;
        let is_stopped = if time > Real::ZERO {
            is_stopped
        } else {
            moving_closer(&two, is_stopped, hit)?
        };
        for (k, object) in objects.into_iter().enumerate().filter(|&(k, _)| is_stopped[k]) {
            self.add_plane(object, if k == 0 { hit.normal } else { -hit.normal });
            self.stop_object(object, time)?;
        }
        Ok(time)
    }
    /// A fast object stands still from a time on; its other meetings are computed again.
    fn stop_object(&mut self, object: u32, time: V::Scalar) -> Result<(), SceneError> {
        let stopped = &mut self.objects[object as usize];
        if time >= stopped.stop {
            return Ok(());
        }
        stopped.stops = stopped.stops.saturating_add(1);
        let time = if stopped.stops > STOPS { Real::ZERO } else { time };
        stopped.stop = time;
        self.stopped.push(object);
        let pairs: alloc::vec::Vec<u32> = self
            .pairs_of(object)
            .filter(|&pair| self.paths_meet(pair))
            .collect();
        for pair in pairs {
            self.schedule_meeting(pair, time)?;
        }
        Ok(())
    }
}

/// The last time before a meeting at which two objects keep their gap.
fn last_apart<V: CastSpace>(
    two: &Two<'_, V>,
    is_stopped: [bool; 2],
    hit: &SweepHit<V>,
) -> Result<V::Scalar, SceneError> {
    let (kept_gap, mut way) = (kept_gap(two)?, ScalarOf::<V>::ZERO);
    for (object, _) in two.iter().zip(is_stopped).filter(|(_, is_stopped)| *is_stopped) {
        way = way.max(object.max_travel());
    }
    let mut back = time_to_close(two, hit, kept_gap * ScalarOf::<V>::lit(1.125));
    while back < hit.time {
        let time = hit.time - back;
        if time * way <= kept_gap {
            break; // the rest of the way is less than the gap
        }
        if are_apart(two, is_stopped, time, kept_gap)? {
            return Ok(time);
        }
        back *= ScalarOf::<V>::lit(4.0);
    }
    Ok(Real::ZERO)
}

/// How long two objects take to close a gap at the speed of their meeting.
fn time_to_close<V: CastSpace>(two: &Two<'_, V>, hit: &SweepHit<V>, gap: V::Scalar) -> V::Scalar {
    let along = |m: &MovingObject<'_, V>, normal: V| {
        let is_moving = m.moves() && m.stop >= hit.time;
        if is_moving {
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
pub(super) fn kept_gap<V: CastSpace>(two: &Two<'_, V>) -> Result<V::Scalar, SceneError> {
    let starts = [two[0].pose, two[1].pose];
    let sweeps = sweep_tolerance(placed(two, &starts), [&two[0].motion, &two[1].motion])?;
    let gap = sweeps + two[0].rounding() + two[1].rounding();
    Ok(gap * ScalarOf::<V>::TWO)
}

/// Whether two objects keep the gap, or the smaller one that they have at the start, if those that are
/// stopped stop at a time.
fn are_apart<V: CastSpace>(
    two: &Two<'_, V>,
    is_stopped: [bool; 2],
    time: V::Scalar,
    kept_gap: V::Scalar,
) -> Result<bool, SceneError> {
    let at = |k: usize| {
        two[k].at(if is_stopped[k] || !two[k].is_fast {
            time
        } else {
            Real::ONE
        })
    };
    let (poses, starts) = ([at(0)?, at(1)?], [two[0].pose, two[1].pose]);
    let ([p, q], [r, s]) = (placed(two, &poses), placed(two, &starts));
    let gap = clearance(p, q)?.distance;
    let enough = kept_gap * ScalarOf::<V>::lit(0.875);
    if gap >= enough {
        return Ok(true);
    }
    let before = clearance(r, s)?.distance;
    let part = if before > Real::ZERO { 0.9375 } else { 1.0 };
    let least = before * ScalarOf::<V>::lit(part);
    Ok(gap >= least && least < enough)
}

/// Which of two objects are stopped if they would stay where they were: those that move towards the other, or
/// both if only that keeps them apart.
fn moving_closer<V: CastSpace>(
    two: &Two<'_, V>,
    is_stopped: [bool; 2],
    hit: &SweepHit<V>,
) -> Result<[bool; 2], SceneError> {
    let normals = [hit.normal, -hit.normal];
    let presses = |k: usize| is_stopped[k] && two[k].max_travel_along(normals[k]) > Real::ZERO;
    let mut pressing = [presses(0), presses(1)];
    // Stopping would not keep an object away from one that goes on into it.
    let goes_on = two.iter().any(|m| !m.is_fast && m.moves());
    if pressing == [false; 2] && !goes_on {
        pressing = is_stopped;
    }
    let stands = |k: usize| pressing[k] || !two[k].is_fast || two[k].stop >= Real::ONE;
    let both_stand = stands(0) && stands(1);
    if !both_stand && !are_apart(two, pressing, Real::ZERO, Real::ZERO)? {
        return Ok([two[0].is_fast, two[1].is_fast]);
    }
    Ok(pressing)
}

/// Which of two objects a meeting stops: the fast ones that still move; if none goes on after it, those that
/// arrive then.
fn stopped_at<V: CastSpace>(two: &Two<'_, V>, time: V::Scalar) -> [bool; 2] {
    let goes_on = two.each_ref().map(|m| m.is_fast && m.stop > time);
    if goes_on.contains(&true) {
        return goes_on;
    }
    two.each_ref().map(|m| m.is_fast && m.stop >= time)
}
