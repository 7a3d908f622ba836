//! Moving all objects at once, by several threads if the scene has them.
//!
//! The slots are divided into ranges. Everything that is written for a range belongs to one thread, including
//! whole words of change bits, so no two threads write to one word. What is shared is only read. The outcome
//! has the same bits as with one thread.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::SlotState;
use super::object::{Data, LinearPart};
use crate::cast::CastSpace;
#[cfg(feature = "rayon")]
use crate::index::threads::{join, parts};
use crate::index::{Threads, is_something};
use crate::math::{Aabb, Pose};
use crate::scene::{Handle, Scene};

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Calls `act` with every object's handle, pose and data, in no particular order, and moves the object to
    /// the pose that it returns. Where it returns none, the object stays and does not count as changed.
    ///
    /// With [`Threads::All`] ([`with_threads`](Self::with_threads), feature `rayon`) each thread moves a part
    /// of the objects, if there are at least 32,768. [`move_all`](Self::move_all) moves them one after the
    /// other, in storage order.
    ///
    /// ```
    /// use clearance::{d2::Shape, glam::Vec2, index::Threads, math::Pose, scene::{Object, Scene}};
    /// // Each object with its velocity.
    /// let mut scene = Scene::<Vec2, Vec2>::default().with_threads(Threads::All);
    /// let ball = scene.add(Object::new(Shape::circle(1.0)?, Pose::at(Vec2::X)?).with_data(Vec2::Y))?;
    /// scene.set_poses(|_, pose, velocity| {
    ///     pose.moved_to(pose.position() + *velocity * 0.5).ok() // where it would be nowhere, it stays
    /// });
    /// assert_eq!(scene.get(ball).unwrap().pose().position(), Vec2::new(1.0, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_poses(&mut self, act: impl Fn(Handle, Pose<V>, &mut T) -> Option<Pose<V>> + Sync) {
        let count = self.store.boxes.len();
        let parts = match self.threads_for(count) {
            Threads::All => parts(count),
            Threads::One => 1,
        };
        let deferred = self.store.all_slots().each(parts, &act);
        self.store.boxes.list_changed();
        for (slot, pose) in deferred {
            self.store.set_pose(slot, &pose);
        }
    }
}

/// What is read and written to move the objects of a range of slots.
pub(in crate::scene) struct SlotRange<'a, V: CastSpace, T> {
    pub(in crate::scene) first: u32,
    pub(in crate::scene) margin: V::Scalar,
    pub(in crate::scene) states: &'a mut [SlotState<V>],
    pub(in crate::scene) boxes: &'a mut [Aabb<V>],
    /// A bit for each slot.
    pub(in crate::scene) is_changed: &'a mut [u64],
    /// Empty where no object has a rotation or scale.
    pub(in crate::scene) linear_parts: &'a mut [LinearPart<V>],
    pub(in crate::scene) data: &'a mut [T],
    pub(in crate::scene) slot_handles: &'a [Handle],
    pub(in crate::scene) shapes: &'a [Option<Arc<V::Shape>>],
}

/// Objects that are the first to be turned: there is no memory for their linear parts yet.
type Deferred<V> = Vec<(u32, Pose<V>)>;

impl<V: CastSpace, T: Data> SlotRange<'_, V, T> {
    /// Moves all objects, in this many parts.
    fn each(
        self,
        parts: usize,
        act: &(impl Fn(Handle, Pose<V>, &mut T) -> Option<Pose<V>> + Sync),
    ) -> Deferred<V> {
        if parts < 2 || self.states.len() < 128 {
            return self.one_by_one(act);
        }
        let first = parts.div_ceil(2);
        let middle = self.states.len() * first / parts;
        let (before, after) = self.split_at(middle & !63);
        let (mut deferred, more) = join(|| before.each(first, act), || after.each(parts - first, act));
        deferred.extend(more);
        deferred
    }
    /// Divides the range at a slot that is a multiple of 64: there is one word of change bits for 64 slots.
    fn split_at(self, middle: usize) -> (Self, Self) {
        let (states, states_after) = self.states.split_at_mut(middle);
        let (boxes, boxes_after) = self.boxes.split_at_mut(middle);
        let (is_changed, is_changed_after) = self.is_changed.split_at_mut(middle / 64);
        let (linear_parts, turns_after) = self
            .linear_parts
            .split_at_mut(middle.min(self.linear_parts.len()));
        let (data, data_after) = self.data.split_at_mut(middle);
        let after = Self {
            first: self.first + middle as u32,
            states: states_after,
            boxes: boxes_after,
            is_changed: is_changed_after,
            linear_parts: turns_after,
            data: data_after,
            slot_handles: &self.slot_handles[middle..],
            shapes: &self.shapes[middle..],
            ..self
        };
        let before = Self {
            states,
            boxes,
            is_changed,
            linear_parts,
            data,
            ..self
        };
        (before, after)
    }
    fn one_by_one(self, act: &impl Fn(Handle, Pose<V>, &mut T) -> Option<Pose<V>>) -> Deferred<V> {
        let (usual, mut deferred) = (LinearPart::default(), Vec::new());
        let objects = self
            .states
            .iter_mut()
            .zip(self.boxes)
            .zip(self.data)
            .zip(self.slot_handles);
        for (i, (((state, aabb), data), name)) in objects.enumerate() {
            let linear = *self.linear_parts.get(i).unwrap_or(&usual);
            if !is_something(aabb) {
                continue;
            }
            let Some(pose) = act(*name, linear.pose(state.position), data) else {
                continue;
            };
            let turned = LinearPart::of(&pose);
            if turned != linear {
                let (Some(linear), Some(shape)) = (self.linear_parts.get_mut(i), &self.shapes[i]) else {
                    deferred.push((self.first + i as u32, pose));
                    continue;
                };
                *linear = turned;
                state.measure(shape, &turned, self.margin);
            }
            state.position = pose.position();
            *aabb = state.aabb();
            self.is_changed[i / 64] |= 1 << (i % 64);
        }
        deferred
    }
}

#[cfg(not(feature = "rayon"))]
fn parts(_: usize) -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
    (a(), b())
}
