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
pub(super) struct MovingObject<'s, V: CastSpace> {
    pub(super) slot: u32,
    shape: &'s V::Shape,
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

impl<V: CastSpace> Clone for MovingObject<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: CastSpace> Copy for MovingObject<'_, V> {}

impl<'s, V: CastSpace> MovingObject<'s, V> {
    /// Its shape in a pose.
    pub(super) fn placed<'p>(&self, pose: &'p Pose<V>) -> Placed<'p, V>
    where
        's: 'p,
    {
        Placed::<V>::new(self.shape, pose)
    }
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
    /// Error bound of its pose on the way.
    pub(super) fn rounding(&self) -> V::Scalar {
        (self.pose.position().max_abs() + self.max_travel()) * V::Scalar::EPSILON
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
    pub(super) objects: [u32; 2],
    /// The next meeting, in this round.
    pub(super) hit: Option<SweepHit<V>>,
    /// The first meeting in the whole step.
    pub(super) met: Option<SweepHit<V>>,
}

pub(super) struct SweepStep<'s, V: CastSpace, T> {
    pub(super) store: &'s Store<V, T>,
    /// Whether the caller wishes to stop the step.
    pub(super) stop: StopSignal<'s>,
    /// The objects in storage order; all other lists name them by their place in this list.
    pub(super) objects: Vec<MovingObject<'s, V>>,
    /// The box around each path in this round.
    pub(super) path_boxes: Vec<Aabb<V>>,
    /// The box around each object where it has come to.
    pub(super) end_boxes: Vec<Aabb<V>>,
    pub(super) pairs: Vec<SweepPair<V>>,
    /// The pairs of each object, sorted.
    pub(super) pairs_by_object: Vec<(u32, u32)>,
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
            objects: Vec::new(),
            path_boxes: Vec::new(),
            end_boxes: Vec::new(),
            pairs: Vec::new(),
            pairs_by_object: Vec::new(),
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
        let (Some(object), Some(shape)) = (self.store.object(slot), self.store.shape(slot)) else {
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
            let place = self.objects.len() as u32;
            self.sliders.push(Slider::new(place, &motion, &way));
        }
        self.objects.push(MovingObject {
            slot,
            shape,
            pose: *object.pose(),
            motion,
            is_fast,
            is_sensor: object.is_sensor(),
            stop: Real::ONE,
            stops: 0,
            reach,
            has_moved: false,
        });
        self.path_boxes.push(way);
        Ok(())
    }
    /// Finds all pairs of paths that come near each other, at least one of a fast object.
    fn find_pairs(&mut self, index: &mut dyn Index<V>) -> Result<(), SceneError> {
        let boxes = self.boxes()?;
        index.refresh(&boxes, Threads::One);
        for (fast, object) in (0_u32..).zip(&self.objects).filter(|(_, object)| object.is_fast) {
            self.check_wanted()?;
            let mut others = Vec::new();
            let _ = index.overlapping(&boxes, &boxes.slots()[fast as usize], &mut |other| {
                if self.is_pair(object, &self.objects[other as usize]) {
                    others.push(other);
                }
                ControlFlow::Continue(())
            });
            others.sort_unstable();
            self.pairs.extend(others.into_iter().map(|other| SweepPair {
                objects: [fast, other],
                hit: None,
                met: None,
            }));
        }
        for (number, pair) in (0_u32..).zip(&self.pairs) {
            self.pairs_by_object
                .extend(pair.objects.map(|object| (object, number)));
        }
        self.pairs_by_object.sort_unstable();
        Ok(())
    }
    /// For each object a box around all places that it may come to in the step.
    fn boxes(&self) -> Result<Boxes<V>, SceneError> {
        let mut boxes = Boxes::new();
        let mut sliders = self.sliders.iter().peekable();
        for (object, path) in (0_u32..).zip(&self.path_boxes) {
            let slider = sliders.next_if(|slider| slider.object == object);
            let aabb = slider.map_or(path, |slider| &slider.bounds);
            boxes.insert(*aabb).map_err(|_| QueryError::NotFinite("motion"))?;
        }
        Ok(boxes)
    }
    fn handle(&self, object: &MovingObject<'s, V>) -> Handle {
        self.store.slot_handles[object.slot as usize]
    }
    /// Whether two objects are tested against each other, in this order: the first is fast, and if both are,
    /// it has the smaller handle.
    fn is_pair(&self, fast: &MovingObject<'s, V>, other: &MovingObject<'s, V>) -> bool {
        let is_first = !other.is_fast || self.handle(fast) < self.handle(other);
        is_first && fast.slot != other.slot && self.store.allows([fast.slot, other.slot])
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
    pub(super) fn pairs_of(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.pairs_by_object.partition_point(|&(o, _)| o < object);
        let mine = self.pairs_by_object[first..]
            .iter()
            .take_while(move |&&(o, _)| o == object);
        mine.map(|&(_, pair)| pair)
    }
    /// Both objects of a pair.
    pub(super) fn both(&self, objects: [u32; 2]) -> [MovingObject<'s, V>; 2] {
        objects.map(|object| self.objects[object as usize])
    }
    /// Whether the boxes around the paths of a pair meet.
    pub(super) fn paths_meet(&self, pair: u32) -> bool {
        let [a, b] = self.pairs[pair as usize]
            .objects
            .map(|object| &self.path_boxes[object as usize]);
        a.overlaps(b)
    }
    /// The meetings of the step, in the order of time.
    pub(super) fn meetings(&self) -> Vec<Meeting<V>> {
        let met = self.pairs.iter().filter_map(|pair| {
            let [a, b] = self.both(pair.objects).map(|object| self.handle(&object));
            pair.met.map(|hit| Meeting { a, b, hit })
        });
        let mut met: Vec<_> = met.collect();
        met.sort_by_key(|meeting| time_key(meeting.hit.time));
        met
    }
    /// The slots and poses of all objects that moved.
    pub(super) fn final_poses(&self) -> Vec<(u32, Pose<V>)> {
        let moved = self.objects.iter().filter(|object| object.has_moved);
        moved.map(|object| (object.slot, object.pose)).collect()
    }
}

/// The shapes of two objects in poses.
pub(super) fn placed<'p, V: CastSpace>(
    two: &[MovingObject<'p, V>; 2],
    poses: &'p [Pose<V>; 2],
) -> [Placed<'p, V>; 2] {
    [two[0].placed(&poses[0]), two[1].placed(&poses[1])]
}

/// A time from 0 on as an integer that is ordered alike.
pub(super) fn time_key<S: Real>(time: S) -> u64 {
    (time.to_f64() + 0.0).to_bits()
}
