//! A round of a step: all moving objects go on from where they are, and meetings are handled in the order of
//! time.

use alloc::vec::Vec;

use super::step::{MovingObject, SweepPair, SweepStep, time_key};
use crate::cast::{CastSpace, Motion, Start, SweepHit, sweep};
use crate::math::{Aabb, Pose, Real};
use crate::pair::{clearance, relation};
use crate::scene::SceneError;
use crate::scene::store::object::Data;
use crate::shape::Placed;

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
            pairs.extend(sliders.flat_map(|slider| self.pairs_of(slider.slot)));
            pairs.sort_unstable();
            pairs.dedup();
        }
        Ok(())
    }
    /// Moves everything as far as it comes.
    fn run_round(&mut self, pairs: &[u32]) -> Result<(), SceneError> {
        for &pair in pairs {
            let [a, b] = self.pairs[pair as usize]
                .slots
                .map(|slot| &self.path_boxes[slot as usize]);
            if a.overlaps(b) {
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
                let slot = self.stopped[i];
                self.end_boxes[slot as usize] = self.end_of_way(slot)?;
            }
            again = self
                .stopped
                .iter()
                .flat_map(|&slot| self.pairs_of(slot))
                .collect();
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
    fn next_meeting(&self, near: &SweepPair<V>, from: V::Scalar) -> Result<Option<SweepHit<V>>, SceneError> {
        let Some([a, b]) = self.both(near.slots) else {
            return Ok(None);
        };
        let is_sensor = a.is_sensor || b.is_sensor;
        let until = a.moves_until(from).max(b.moves_until(from));
        let can_stop = |m: &MovingObject<V>| m.is_fast && m.stop > from;
        if until <= from || !(can_stop(&a) || can_stop(&b)) || is_sensor && near.met.is_some() {
            return Ok(None);
        }
        let part = until - from;
        let rest = |m: &MovingObject<V>| {
            if m.moves_until(from) > from {
                m.motion.part(part)
            } else {
                Motion::none()
            }
        };
        let poses = [a.at(from)?, b.at(from)?];
        let Some([p, q]) = self.placed(near.slots, &poses) else {
            return Ok(None);
        };
        let start = if is_sensor {
            Start::Release
        } else {
            Start::ReleaseOverlap
        };
        let hit = sweep(p, &rest(&a), q, &rest(&b), start)?;
        if is_sensor && hit.is_some_and(|hit| hit.time <= Real::ZERO) && relation(p, q)?.overlaps() {
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
        let slots = self.pairs[pair as usize].slots;
        let is_stop = self
            .both(slots)
            .is_some_and(|two| two.iter().all(|m| !m.is_sensor));
        let stop = if is_stop {
            self.stop_pair(slots, hit)?
        } else {
            hit.time
        };
        let time = self.step_time(slots, stop);
        let near = &mut self.pairs[pair as usize];
        if near.met.is_none_or(|met| time < met.time) {
            near.met = Some(SweepHit { time, ..*hit });
        }
        Ok(())
    }
    /// A time of this round as a fraction of the step.
    fn step_time(&self, slots: [u32; 2], time: V::Scalar) -> V::Scalar {
        let used = slots.map(|slot| self.slider(slot).map_or(V::Scalar::ZERO, |slider| slider.used));
        let used = used[0].max(used[1]);
        (used + time * (V::Scalar::ONE - used)).min(Real::ONE)
    }
    /// The boxes in which all objects end; after the first round, those of sliding objects.
    fn find_ends(&mut self) -> Result<(), SceneError> {
        if self.end_boxes.is_empty() {
            let all = 0..self.path_boxes.len() as u32;
            self.end_boxes = all.map(|slot| self.end_of_way(slot)).collect::<Result<_, _>>()?;
            return Ok(());
        }
        for i in 0..self.sliders.len() {
            let slot = self.sliders[i].slot;
            self.end_boxes[slot as usize] = self.end_of_way(slot)?;
        }
        Ok(())
    }
    fn end_of_way(&self, slot: u32) -> Result<Aabb<V>, SceneError> {
        let way = self.path_boxes[slot as usize];
        let moving = self.movers[slot as usize].filter(|mover| mover.is_fast && mover.moves());
        let (Some(mover), Some(shape)) = (moving, self.store.shape(slot)) else {
            return Ok(way);
        };
        Ok(Placed::<V>::new(shape, &mover.at(Real::ONE)?).aabb())
    }
    /// Stops two objects sooner if they overlap in the end, and overlapped less or not at all before, or if
    /// they have passed through each other.
    fn check_end(&mut self, pair: u32) -> Result<(), SceneError> {
        let slots = self.pairs[pair as usize].slots;
        let Some([a, b]) = self.both(slots) else {
            return Ok(());
        };
        let goes_on = |m: &MovingObject<V>| !m.is_fast && m.moves();
        if a.is_sensor || b.is_sensor || goes_on(&a) || goes_on(&b) || !(a.moves() || b.moves()) {
            return Ok(());
        }
        let [one, other] = slots.map(|slot| &self.end_boxes[slot as usize]);
        if !one.inflated(self.drift(&[a, b])).overlaps(other) {
            return Ok(());
        }
        self.check_wanted()?;
        let poses = [a.at(Real::ONE)?, b.at(Real::ONE)?];
        let Some(hit) = self.find_violation(slots, &poses)? else {
            return Ok(());
        };
        let arrival = |m: &MovingObject<V>| if m.moves() { m.stop } else { Real::ZERO };
        self.handle_meeting(
            pair,
            &SweepHit {
                time: arrival(&a).max(arrival(&b)),
                ..hit
            },
        )
    }
    /// Where two objects overlap, or have passed through each other, that did not before.
    fn find_violation(
        &self,
        slots: [u32; 2],
        poses: &[Pose<V>; 2],
    ) -> Result<Option<SweepHit<V>>, SceneError> {
        let Some([p, q]) = self.placed(slots, poses) else {
            return Ok(None);
        };
        if !relation(p, q)?.overlaps() {
            return self.passed_through(slots, poses);
        }
        if self.was_as_deep(slots, poses)? {
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
    fn was_as_deep(&self, slots: [u32; 2], now: &[Pose<V>; 2]) -> Result<bool, SceneError> {
        let Some([a, b]) = self.both(slots) else {
            return Ok(true);
        };
        let before = [a.pose, b.pose];
        let (Some([p, q]), Some([r, s])) = (self.placed(slots, &before), self.placed(slots, now)) else {
            return Ok(true);
        };
        if !relation(p, q)?.overlaps() {
            return Ok(false);
        }
        let error_bound = self.rounding(&a) + self.rounding(&b);
        Ok(clearance(r, s)?.distance >= clearance(p, q)?.distance - error_bound)
    }
    /// All moving objects take the poses they have come to.
    fn commit_poses(&mut self) -> Result<(), SceneError> {
        for mover in self.movers.iter_mut().flatten().filter(|mover| mover.moves()) {
            mover.pose = mover.at(Real::ONE)?;
            mover.has_moved = true;
        }
        Ok(())
    }
}
