//! Changes of objects that are in the store: each marks the boxes that changed.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::object::{Data, LinearPart};
use super::set_poses::SlotRange;
use super::{SENSOR, Store, is_filtered};
use crate::cast::CastSpace;
use crate::math::{InvalidPose, Pose};
use crate::scene::{Filter, Handle, SceneError};
use crate::simd::{AHEAD, prefetch};

impl<V: CastSpace, T: Data> Store<V, T> {
    /// Moves an object without turning it; errors as [`Pose::at`].
    #[inline(always)]
    pub(in crate::scene) fn set_position(&mut self, slot: u32, position: V) -> Result<(), InvalidPose> {
        let state = &mut self.states[slot as usize];
        let Some(aabb) = state.extent.at(position, state.fit()) else {
            return self.set_far_position(slot, position);
        };
        state.position = position;
        self.boxes.put(slot, aabb);
        Ok(())
    }
    #[cold]
    fn set_far_position(&mut self, slot: u32, position: V) -> Result<(), InvalidPose> {
        Pose::at(position)?;
        let state = &mut self.states[slot as usize];
        state.position = position;
        self.boxes.put(slot, state.aabb());
        Ok(())
    }
    /// Moves all of these objects, or none.
    pub(in crate::scene) fn set_positions(&mut self, moves: &[(Handle, V)]) -> Result<(), SceneError> {
        let mut slots = core::mem::take(&mut self.to_move);
        let found = self.find_slots(moves, &mut slots);
        if found.is_ok() {
            for (i, (&slot, &(_, position))) in slots.iter().zip(moves).enumerate() {
                if let Some(&next) = slots.get(i + AHEAD) {
                    prefetch(&self.states, next as usize);
                    prefetch(self.boxes.slots(), next as usize);
                }
                let _ = self.set_position(slot, position); // checked above
            }
        }
        self.to_move = slots;
        found
    }
    /// The slots of these objects, after a check that all of them can be moved.
    fn find_slots(&self, moves: &[(Handle, V)], slots: &mut Vec<u32>) -> Result<(), SceneError> {
        slots.clear();
        slots.reserve(moves.len());
        for (i, &(handle, position)) in moves.iter().enumerate() {
            if let Some(&(next, _)) = moves.get(i + AHEAD) {
                self.handles.prefetch(next);
            }
            Pose::at(position)?;
            slots.push(self.slot(handle)?);
        }
        Ok(())
    }
    pub(in crate::scene) fn set_pose(&mut self, slot: u32, pose: &Pose<V>) {
        let linear = LinearPart::of(pose);
        if *self.linear_parts.get(slot) != linear {
            self.linear_parts.set(slot, linear);
            self.measure(slot);
        }
        let _ = self.set_position(slot, pose.position()); // a pose has a valid position
    }
    pub(in crate::scene) fn set_shape(&mut self, slot: u32, shape: Arc<V::Shape>) -> Option<Arc<V::Shape>> {
        let old = self.shapes[slot as usize].replace(shape);
        self.measure(slot);
        self.mark_changed(slot);
        old
    }
    /// Computes an object's extent anew.
    fn measure(&mut self, slot: u32) {
        let i = slot as usize;
        if let Some(shape) = &self.shapes[i] {
            self.states[i].measure(shape, self.linear_parts.get(slot), self.margin);
        }
    }
    /// All slots, for moving all objects at once.
    pub(in crate::scene) fn all_slots(&mut self) -> SlotRange<'_, V, T> {
        let (boxes, is_changed) = self.boxes.slots_mut();
        SlotRange {
            first: 0,
            margin: self.margin,
            states: &mut self.states,
            boxes,
            is_changed,
            linear_parts: self.linear_parts.items_mut(self.slot_handles.len()),
            data: &mut self.data,
            slot_handles: &self.slot_handles,
            shapes: &self.shapes,
        }
    }
    /// Marks an object as changed, so that its pairs are tested again.
    fn mark_changed(&mut self, slot: u32) {
        let _ = self.set_position(slot, self.position(slot)); // the same position
    }
    pub(in crate::scene) fn set_filter(&mut self, slot: u32, filter: Filter) {
        let sensor = self.is_sensor(slot);
        self.filtered_count -= usize::from(is_filtered(self.filter(slot), sensor));
        self.filtered_count += usize::from(is_filtered(&filter, sensor));
        self.filters.set(slot, filter);
        self.mark_changed(slot);
    }
    pub(in crate::scene) fn set_sensor(&mut self, slot: u32, is_sensor: bool) {
        let (filter, old) = (*self.filter(slot), self.is_sensor(slot));
        self.filtered_count -= usize::from(is_filtered(&filter, old));
        self.filtered_count += usize::from(is_filtered(&filter, is_sensor));
        let flags = &mut self.states[slot as usize].flags;
        *flags = *flags & !SENSOR | if is_sensor { SENSOR } else { 0 };
        self.mark_changed(slot);
    }
}
