//! A round of a step: all moving objects go on from where they are, and meetings are handled in the order of
//! time.

use alloc::vec::Vec;

use super::pass_through::{drift, passed_through};
use super::step::{MovingObject, SweepPair, SweepStep, placed, time_key};
use crate::cast::{CastSpace, Motion, Start, SweepHit, sweep};
use crate::math::{Aabb, Pose, Real};
use crate::pair::{clearance, relation};
use crate::scene::SceneError;
use crate::scene::store::object::Data;

impl<V: CastSpace, T: Data> SweepStep<'_, V, T> {
    /// The whole step: everything at once, then round by round what slides on.
    pub(super) fn rounds(&mut self) -> Result<(), SceneError> {
        let mut pairs: Vec<u32> = (0..self.pairs.len() as u32).collect();
        for round in 0.. {
            self.run_round(&pairs)?;
            self.commit_poses()?;
            if !self.redirect_sliders(round)? {
                break;
            }
            pairs.clear();
            let sliders = self.sliders.iter().filter(|slider| slider.is_sliding);
            pairs.extend(sliders.flat_map(|slider| self.pairs_of(slider.object)));
            pairs.sort_unstable();
            pairs.dedup();
        }
        Ok(())
    }
    /// Moves everything as far as it comes.
    fn run_round(&mut self, pairs: &[u32]) -> Result<(), SceneError> {
        for &pair in pairs {
            if self.paths_meet(pair) {
                self.schedule_meeting(pair, Real::ZERO)?;
            }
        }
        self.process_meetings()?;
        self.find_ends()?;
        let mut again: Vec<u32> = pairs.to_vec();
        loop {
            self.stopped.clear();
            for pair in again {
                self.check_end(pair)?;
            }
            self.process_meetings()?;
            if self.stopped.is_empty() {
                return Ok(());
            }
            self.stopped.sort_unstable();
            self.stopped.dedup();
            for i in 0..self.stopped.len() {
                self.update_end(self.stopped[i])?;
            }
            let stopped = self.stopped.iter();
            again = stopped.flat_map(|&object| self.pairs_of(object)).collect();
            again.sort_unstable();
            again.dedup();
        }
    }
    /// Computes when two objects meet, not before `from`.
    pub(super) fn schedule_meeting(&mut self, pair: u32, from: V::Scalar) -> Result<(), SceneError> {
        self.check_wanted()?;
        let hit = self.next_meeting(&self.pairs[pair as usize], from)?;
        let near = &mut self.pairs[pair as usize];
        if let Some(old) = near.hit {
            self.queue.remove(&(time_key(old.time), pair));
        }
        near.hit = hit;
        if let Some(hit) = hit {
            self.queue.insert((time_key(hit.time), pair));
        }
        Ok(())
    }
    fn next_meeting(&self, pair: &SweepPair<V>, from: V::Scalar) -> Result<Option<SweepHit<V>>, SceneError> {
        let [a, b] = self.both(pair.objects);
        let is_sensor = a.is_sensor || b.is_sensor;
        let until = a.moves_until(from).max(b.moves_until(from));
        let can_stop = |m: &MovingObject<'_, V>| m.is_fast && m.stop > from;
        if until <= from || !(can_stop(&a) || can_stop(&b)) || is_sensor && pair.met.is_some() {
            return Ok(None);
        }
        let part = until - from;
        let rest = |m: &MovingObject<'_, V>| {
            let goes_on = m.moves_until(from) > from;
            if goes_on {
                m.motion.part(part)
            } else {
                Motion::none()
            }
        };
        let poses = [a.at(from)?, b.at(from)?];
        let [p, q] = placed(&[a, b], &poses);
        let start = if is_sensor {
            Start::Release
        } else {
            Start::ReleaseOverlap
        };
        let hit = sweep(p, &rest(&a), q, &rest(&b), start)?;
        if is_sensor && hit.is_some_and(|hit| hit.time <= Real::ZERO) && relation(p, q).overlaps() {
            return Ok(None);
        }
        Ok(hit.map(|hit| SweepHit {
            time: (from + hit.time * part).min(until),
            ..hit
        }))
    }
    /// Handles the meetings, in the order of time.
    fn process_meetings(&mut self) -> Result<(), SceneError> {
        while let Some((_, pair)) = self.queue.pop_first() {
            if let Some(hit) = self.pairs[pair as usize].hit.take() {
                self.handle_meeting(pair, &hit)?;
            }
        }
        Ok(())
    }
    /// Two objects meet: fast ones stop.
    fn handle_meeting(&mut self, pair: u32, hit: &SweepHit<V>) -> Result<(), SceneError> {
        let objects = self.pairs[pair as usize].objects;
        let has_sensor = self.both(objects).iter().any(|m| m.is_sensor);
        let stop = if has_sensor {
            hit.time
        } else {
            self.stop_pair(objects, hit)?
        };
        let time = self.step_time(objects, stop);
        let met = &mut self.pairs[pair as usize].met;
        if met.is_none_or(|met| time < met.time) {
            *met = Some(SweepHit { time, ..*hit });
        }
        Ok(())
    }
    /// A time of this round as a fraction of the step.
    fn step_time(&self, objects: [u32; 2], time: V::Scalar) -> V::Scalar {
        let used = objects.map(|object| self.slider(object).map_or(V::Scalar::ZERO, |slider| slider.used));
        let used = used[0].max(used[1]);
        (used + time * (V::Scalar::ONE - used)).min(Real::ONE)
    }
    /// The boxes in which all objects end; after the first round, those of sliding objects.
    fn find_ends(&mut self) -> Result<(), SceneError> {
        if self.end_boxes.is_empty() {
            let all = 0..self.objects.len() as u32;
            self.end_boxes = all.map(|object| self.end_box(object)).collect::<Result<_, _>>()?;
            return Ok(());
        }
        for i in 0..self.sliders.len() {
            self.update_end(self.sliders[i].object)?;
        }
        Ok(())
    }
    fn update_end(&mut self, object: u32) -> Result<(), SceneError> {
        self.end_boxes[object as usize] = self.end_box(object)?;
        Ok(())
    }
    fn end_box(&self, object: u32) -> Result<Aabb<V>, SceneError> {
        let moving = &self.objects[object as usize];
        if !(moving.is_fast && moving.moves()) {
            return Ok(self.path_boxes[object as usize]);
        }
        Ok(moving.placed(&moving.at(Real::ONE)?).aabb())
    }
    /// Stops two objects sooner if they overlap in the end, and overlapped less or not at all before, or if
    /// they have passed through each other.
    fn check_end(&mut self, pair: u32) -> Result<(), SceneError> {
        let objects = self.pairs[pair as usize].objects;
        let two = self.both(objects);
        let goes_on = |m: &MovingObject<'_, V>| !m.is_fast && m.moves();
        let is_exempt = |m: &MovingObject<'_, V>| m.is_sensor || goes_on(m);
        if two.iter().any(is_exempt) || !two.iter().any(|m| m.moves()) {
            return Ok(());
        }
        let [one, other] = objects.map(|object| &self.end_boxes[object as usize]);
        if !one.inflated(drift(&two)).overlaps(other) {
            return Ok(());
        }
        self.check_wanted()?;
        let poses = [two[0].at(Real::ONE)?, two[1].at(Real::ONE)?];
        let Some(hit) = find_violation(&two, &poses)? else {
            return Ok(());
        };
        let arrival = |m: &MovingObject<'_, V>| if m.moves() { m.stop } else { Real::ZERO };
        let time = arrival(&two[0]).max(arrival(&two[1]));
        self.handle_meeting(pair, &SweepHit { time, ..hit })
    }
    /// All moving objects take the poses they have come to.
    fn commit_poses(&mut self) -> Result<(), SceneError> {
        for object in self.objects.iter_mut().filter(|object| object.moves()) {
            object.pose = object.at(Real::ONE)?;
            object.has_moved = true;
        }
        Ok(())
    }
}

/// Where two objects overlap, or have passed through each other, that did not before.
fn find_violation<V: CastSpace>(
    two: &[MovingObject<'_, V>; 2],
    poses: &[Pose<V>; 2],
) -> Result<Option<SweepHit<V>>, SceneError> {
    let [p, q] = placed(two, poses);
    if !relation(p, q).overlaps() {
        return passed_through(two, poses);
    }
    if was_as_deep(two, poses)? {
        return Ok(None);
    }
    let c = clearance(p, q)?;
    Ok(Some(SweepHit {
        time: Real::ZERO,
        normal: c.normal,
        point: c.point_a.midpoint(c.point_b),
        is_resolved: true,
    }))
}

/// Whether two objects overlapped before at least as deep as they do now, up to rounding.
fn was_as_deep<V: CastSpace>(two: &[MovingObject<'_, V>; 2], now: &[Pose<V>; 2]) -> Result<bool, SceneError> {
    let before = [two[0].pose, two[1].pose];
    let ([p, q], [r, s]) = (placed(two, &before), placed(two, now));
    if !relation(p, q).overlaps() {
        return Ok(false);
    }
    Ok(clearance(r, s)?.distance >= clearance(p, q)?.distance - drift(two))
}
