//! The state of a step: how objects move, and which paths come near each other.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::slide::Slider;
use super::{Meeting, Travel};
use crate::cast::{CastSpace, Motion, SweepHit, swept_aabb};
use crate::index::{Boxes, Index, Threads};
use crate::math::{Aabb, InvalidPose, Pose, Real, Rotation, Space, length_above};
use crate::pair::QueryError;
use crate::scene::store::Store;
use crate::scene::store::object::Data;
use crate::scene::{Handle, ObjectRef, SceneError, StopSignal};
use crate::shape::Placed;

/// An object in a step.
#[derive(Clone, Copy)]
pub(super) struct MovingObject<V: Space> {
    /// Its pose at time 0 of the round.
    pub(super) pose: Pose<V>,
    pub(super) motion: Motion<V>,
    pub(super) is_fast: bool,
    pub(super) is_sensor: bool,
    /// When it stops; 1 if it goes all the way.
    pub(super) stop: V::Scalar,
    /// How often it has been stopped, each time sooner.
    pub(super) stops: u8,
    /// If it turns: no point is further from its position than this.
    pub(super) reach: V::Scalar,
    /// Whether it was moved in an earlier round.
    pub(super) has_moved: bool,
}

impl<V: Space> MovingObject<V> {
    /// Its pose at a time; at time 0 exactly the pose it had.
    pub(super) fn at(&self, time: V::Scalar) -> Result<Pose<V>, InvalidPose> {
        let time = time.min(self.stop);
        if time <= Real::ZERO || !self.moves() {
            return Ok(self.pose);
        }
        self.motion.at(&self.pose, time)
    }
    pub(super) fn moves(&self) -> bool {
        self.motion != Motion::none()
    }
    /// The time until which it moves, if it does after `from`; else `from`.
    pub(super) fn moves_until(&self, from: V::Scalar) -> V::Scalar {
        if self.moves() { self.stop.max(from) } else { from }
    }
    /// An upper bound on how far any of its points moves in the whole time.
    pub(super) fn max_travel(&self) -> V::Scalar {
        length_above(self.motion.linear)
            + <V::Rotation as Rotation<V>>::rate(self.motion.angular) * self.reach
    }
    /// The same in the direction of a unit vector.
    pub(super) fn max_travel_along(&self, direction: V) -> V::Scalar {
        let turning = if self.motion.turns() {
            <V::Rotation as Rotation<V>>::rate_along(self.motion.angular, direction) * self.reach
        } else {
            Real::ZERO
        };
        self.motion.linear.dot(direction) + turning
    }
}

/// A fast object, another whose path comes near, and when they meet.
pub(super) struct SweepPair<V: Space> {
    pub(super) slots: [u32; 2],
    /// The next meeting, in this round.
    pub(super) hit: Option<SweepHit<V>>,
    /// The first meeting in the whole step.
    pub(super) met: Option<SweepHit<V>>,
}

pub(super) struct SweepStep<'s, V: CastSpace, T> {
    pub(super) store: &'s Store<V, T>,
    /// Whether the caller wishes to stop the step.
    pub(super) stop: StopSignal<'s>,
    /// By slot.
    pub(super) movers: Vec<Option<MovingObject<V>>>,
    /// The box around each path in this round, by slot.
    pub(super) path_boxes: Vec<Aabb<V>>,
    /// The box around each object where it has come to, by slot.
    pub(super) end_boxes: Vec<Aabb<V>>,
    pub(super) pairs: Vec<SweepPair<V>>,
    /// The pairs of each slot, sorted.
    pub(super) pairs_by_slot: Vec<(u32, u32)>,
    /// The meetings in the order of time: the bits of the time, which are ordered as times are, and the pair.
    pub(super) queue: BTreeSet<(u64, u32)>,
    pub(super) sliders: Vec<Slider<V>>,
    /// The objects that were stopped since the ends were last checked.
    pub(super) stopped: Vec<u32>,
}

impl<'s, V: CastSpace, T: Data> SweepStep<'s, V, T> {
    pub(super) fn new(
        store: &'s Store<V, T>,
        travel: impl Fn(&ObjectRef<'_, V, T>) -> Travel<V>,
        index: &mut dyn Index<V>,
        stop: StopSignal<'s>,
    ) -> Result<Self, SceneError> {
        let mut step = Self {
            store,
            stop,
            movers: Vec::new(),
            path_boxes: Vec::new(),
            end_boxes: Vec::new(),
            pairs: Vec::new(),
            pairs_by_slot: Vec::new(),
            queue: BTreeSet::new(),
            sliders: Vec::new(),
            stopped: Vec::new(),
        };
        for slot in 0..store.slot_count() {
            step.add(slot, &travel)?;
        }
        step.find_pairs(index)?;
        Ok(step)
    }
    fn add(
        &mut self,
        slot: u32,
        travel: &impl Fn(&ObjectRef<'_, V, T>) -> Travel<V>,
    ) -> Result<(), SceneError> {
        let Some(object) = self.store.object(slot) else {
            self.movers.push(None);
            self.path_boxes.push(Aabb::everything());
            return Ok(());
        };
        let (motion, is_fast, slides) = match travel(&object) {
            Travel::Still => (Motion::none(), false, false),
            Travel::Free(motion) => (motion, false, false),
            Travel::Swept(motion) => (motion, !object.is_sensor(), false),
            Travel::Slide(motion) => (motion, !object.is_sensor(), !object.is_sensor()),
        };
        let way = swept_aabb(object.placed(), &motion)?.union(object.aabb());
        let reach = if motion.turns() {
            let (aabb, center) = (object.placed().aabb(), object.pose().position());
            length_above((aabb.min - center).abs().max((aabb.max - center).abs()))
        } else {
            Real::ZERO
        };
        if slides && motion != Motion::none() {
            self.sliders.push(Slider::new(slot, &motion, &way));
        }
        self.movers.push(Some(MovingObject {
            pose: *object.pose(),
            motion,
            is_fast,
            is_sensor: object.is_sensor(),
            stop: Real::ONE,
            stops: 0,
            reach,
            has_moved: false,
        }));
        self.path_boxes.push(way);
        Ok(())
    }
    /// Finds all pairs of paths that come near each other, at least one of a fast object.
    fn find_pairs(&mut self, index: &mut dyn Index<V>) -> Result<(), SceneError> {
        let (boxes, slot_of) = self.boxes()?;
        index.refresh(&boxes, Threads::One);
        for (entry, &slot) in (0_u32..).zip(&slot_of) {
            if !self.is_fast(slot) {
                continue;
            }
            self.check_wanted()?;
            let mut others = Vec::new();
            let _ = index.overlapping(&boxes, &boxes.slots()[entry as usize], &mut |other| {
                others.push(slot_of[other as usize]);
                ControlFlow::Continue(())
            });
            others.retain(|&other| self.is_pair(slot, other));
            others.sort_unstable();
            self.pairs.extend(others.into_iter().map(|other| SweepPair {
                slots: [slot, other],
                hit: None,
                met: None,
            }));
        }
        for (pair, near) in (0_u32..).zip(&self.pairs) {
            self.pairs_by_slot.extend(near.slots.map(|slot| (slot, pair)));
        }
        self.pairs_by_slot.sort_unstable();
        Ok(())
    }
    /// For each object a box around all places that it may come to in the step; and the slots of these
    /// objects.
    fn boxes(&self) -> Result<(Boxes<V>, Vec<u32>), SceneError> {
        let (mut boxes, mut slot_of) = (Boxes::new(), Vec::new());
        let mut sliders = self.sliders.iter().peekable();
        for (slot, way) in (0_u32..).zip(&self.path_boxes) {
            if self.movers[slot as usize].is_none() {
                continue;
            }
            let around = sliders.next_if(|slider| slider.slot == slot);
            let aabb = around.map_or(way, |slider| &slider.bounds);
            boxes.insert(*aabb).map_err(|_| QueryError::NotFinite("motion"))?;
            slot_of.push(slot);
        }
        Ok((boxes, slot_of))
    }
    fn is_fast(&self, slot: u32) -> bool {
        self.movers[slot as usize].is_some_and(|mover| mover.is_fast)
    }
    /// Whether two objects are tested against each other, in this order: the first is fast, and if both are,
    /// it has the smaller handle.
    fn is_pair(&self, fast: u32, other: u32) -> bool {
        let name = |slot: u32| self.store.slot_handles[slot as usize];
        let is_first = !self.is_fast(other) || name(fast) < name(other);
        is_first && fast != other && self.store.filter(fast).allows(self.store.filter(other))
    }
    /// Called before each question about a pair.
    pub(super) fn check_wanted(&self) -> Result<(), SceneError> {
        if (self.stop)() {
            Err(SceneError::Interrupted)
        } else {
            Ok(())
        }
    }
    /// The pairs that an object is in.
    pub(super) fn pairs_of(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.pairs_by_slot.partition_point(|&(s, _)| s < slot);
        let mine = self.pairs_by_slot[first..]
            .iter()
            .take_while(move |&&(s, _)| s == slot);
        mine.map(|&(_, pair)| pair)
    }
    /// Both objects of a pair.
    pub(super) fn both(&self, [a, b]: [u32; 2]) -> Option<[MovingObject<V>; 2]> {
        Some([self.movers[a as usize]?, self.movers[b as usize]?])
    }
    /// Their shapes in these poses.
    pub(super) fn placed<'p>(
        &'p self,
        slots: [u32; 2],
        poses: &'p [Pose<V>; 2],
    ) -> Option<[Placed<'p, V>; 2]> {
        let place = |k: usize| Some(Placed::<V>::new(self.store.shape(slots[k])?, &poses[k]));
        Some([place(0)?, place(1)?])
    }
    /// The meetings of the step, in the order of time.
    pub(super) fn meetings(&self) -> Vec<Meeting<V>> {
        let name = |slot: u32| -> Handle { self.store.slot_handles[slot as usize] };
        let met = self.pairs.iter().filter_map(|near| {
            let [a, b] = near.slots.map(name);
            near.met.map(|hit| Meeting { a, b, hit })
        });
        let mut met: Vec<_> = met.collect();
        met.sort_by_key(|meeting| time_key(meeting.hit.time));
        met
    }
    /// The poses of all objects that moved.
    pub(super) fn final_poses(&self) -> Vec<(u32, Pose<V>)> {
        let movers = (0_u32..).zip(&self.movers);
        let moving = movers.filter_map(|(slot, mover)| mover.map(|mover| (slot, mover)));
        moving
            .filter(|(_, mover)| mover.has_moved)
            .map(|(slot, mover)| (slot, mover.pose))
            .collect()
    }
}

/// A time from 0 on as an integer that is ordered alike.
pub(super) fn time_key<S: Real>(time: S) -> u64 {
    (time.to_f64() + 0.0).to_bits()
}
