//! The objects: one array for each of their properties, all in the scene's own order.
//!
//! A slot is a place in these arrays, and in the table of boxes that the index reads. The slot of a removed
//! object is kept through the next update, whose list of ended pairs names the object. After that it may be
//! used again.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

mod changes;
pub(super) mod column;
pub(super) mod extent;
pub(super) mod filter;
pub(super) mod handle;
pub(super) mod moving;
pub(super) mod object;
pub(super) mod origin;
pub(super) mod set_poses;
mod shared_shape;

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Filter, Handle, Object, ObjectRef, SceneError};
use crate::cast::CastSpace;
use crate::index::{Boxes, Broken, permute};
use crate::math::{Aabb, Pose};
use crate::shape::AnyShape;
use column::SparseColumn;
use extent::{BoxExtent, Fit};
use handle::Handles;
use object::{Data, LinearPart};

/// Flags of a slot: whether its extent is loose, and whether it is a sensor.
const LOOSE: u8 = 1;
const SENSOR: u8 = 2;

/// What is read and written when an object moves, mostly in one cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotState<V> {
    pub(super) position: V,
    extent: BoxExtent<V>,
    flags: u8,
}

/// The objects, by slot.
#[derive(Debug)]
pub(super) struct Store<V: CastSpace, T> {
    pub(super) boxes: Boxes<V>,
    states: Vec<SlotState<V>>,
    linear_parts: SparseColumn<LinearPart<V>>,
    filters: SparseColumn<Filter>,
    /// `None` where the object was removed.
    shapes: Vec<Option<Arc<V::Shape>>>,
    pub(super) data: Vec<T>,
    /// The handle of each slot's object, including objects that have just been removed.
    pub(super) slot_handles: Vec<Handle>,
    handles: Handles,
    /// How many objects are sensors or have a filter of their own.
    filtered_count: usize,
    /// Slots emptied since the last update, and between the two updates before it.
    vacated: Vec<u32>,
    vacated_before: Vec<u32>,
    /// Scratch: the slots of objects to be moved.
    to_move: Vec<u32>,
    pub(super) margin: V::Scalar,
}

impl<V: CastSpace> SlotState<V> {
    #[inline]
    fn fit(&self) -> Fit {
        if self.flags & LOOSE == 0 {
            Fit::Tight
        } else {
            Fit::Loose
        }
    }
    /// The box of the object at its position.
    #[inline]
    pub(super) fn aabb(&self) -> Aabb<V> {
        self.extent.around(self.position, self.fit())
    }
    /// Computes the object's extent.
    pub(super) fn measure(&mut self, shape: &V::Shape, linear: &LinearPart<V>, margin: V::Scalar) {
        let (extent, fit) = BoxExtent::<V>::of(shape, linear, margin);
        self.extent = extent;
        self.flags = self.flags & !LOOSE | fit_flag(fit);
    }
}

impl<V: CastSpace, T: Data> Store<V, T> {
    pub(super) fn new(margin: V::Scalar) -> Self {
        Self {
            boxes: Boxes::new(),
            states: Vec::new(),
            linear_parts: SparseColumn::default(),
            filters: SparseColumn::default(),
            shapes: Vec::new(),
            data: Vec::new(),
            slot_handles: Vec::new(),
            handles: Handles::default(),
            filtered_count: 0,
            vacated: Vec::new(),
            vacated_before: Vec::new(),
            to_move: Vec::new(),
            margin,
        }
    }
    #[inline]
    pub(super) fn slot(&self, handle: Handle) -> Result<u32, SceneError> {
        self.handles.slot(handle).ok_or(SceneError::NoSuchObject)
    }
    /// Reserves memory for this many more objects.
    pub(super) fn reserve(&mut self, more: usize) {
        self.boxes.reserve(more);
        self.states.reserve_exact(more);
        self.shapes.reserve_exact(more);
        self.data.reserve_exact(more);
        self.slot_handles.reserve_exact(more);
        self.handles.reserve(more);
    }
    pub(super) fn add(&mut self, object: Object<V, T>) -> Result<Handle, SceneError> {
        let (linear, position) = (LinearPart::of(&object.pose), object.pose.position());
        let (extent, fit) = BoxExtent::<V>::of(&object.shape, &linear, self.margin);
        let state = SlotState {
            position,
            extent,
            flags: fit_flag(fit) | if object.is_sensor { SENSOR } else { 0 },
        };
        let slot = self.boxes.insert(state.aabb()).map_err(|_| SceneError::Full)?;
        let Some(handle) = self.handles.allocate(slot) else {
            self.boxes.remove(slot).map_err(|_| SceneError::Full)?;
            return Err(SceneError::Full);
        };
        self.filtered_count += usize::from(is_filtered(&object.filter, object.is_sensor));
        put(&mut self.states, slot, state);
        self.linear_parts.set(slot, linear);
        self.filters.set(slot, object.filter);
        put(&mut self.shapes, slot, Some(object.shape));
        put(&mut self.data, slot, object.data);
        put(&mut self.slot_handles, slot, handle);
        Ok(handle)
    }
    pub(super) fn remove(&mut self, slot: u32) -> Option<Object<V, T>> {
        let i = slot as usize;
        let shape = self.shapes[i].take()?;
        self.boxes.vacate(slot).ok()?;
        self.handles.release(self.slot_handles[i]);
        self.vacated.push(slot);
        let (filter, is_sensor) = (*self.filter(slot), self.is_sensor(slot));
        self.filtered_count -= usize::from(is_filtered(&filter, is_sensor));
        Some(Object {
            shape,
            pose: self.pose(slot),
            filter,
            is_sensor,
            data: core::mem::take(&mut self.data[i]),
        })
    }
    /// Frees the slots that the last update has reported as empty.
    pub(super) fn release_vacated(&mut self) {
        for slot in self.vacated_before.drain(..) {
            self.boxes.release(slot);
        }
        core::mem::swap(&mut self.vacated_before, &mut self.vacated);
    }
    /// How many slots there are, free ones included.
    #[inline]
    pub(super) fn slot_count(&self) -> u32 {
        self.states.len() as u32
    }
    #[inline]
    pub(super) fn position(&self, slot: u32) -> V {
        self.states[slot as usize].position
    }
    #[inline]
    pub(super) fn pose(&self, slot: u32) -> Pose<V> {
        self.linear_parts.get(slot).pose(self.position(slot))
    }
    #[inline]
    pub(super) fn filter(&self, slot: u32) -> &Filter {
        self.filters.get(slot)
    }
    #[inline]
    pub(super) fn is_sensor(&self, slot: u32) -> bool {
        self.states[slot as usize].flags & SENSOR != 0
    }
    /// Whether no object is a sensor or has a filter, so that every pair is a contact that is tested.
    #[inline]
    pub(super) fn accepts_all_pairs(&self) -> bool {
        self.filtered_count == 0
    }
    #[inline]
    pub(super) fn allows(&self, [a, b]: [u32; 2]) -> bool {
        self.filter(a).allows(self.filter(b))
    }
    #[inline]
    pub(super) fn shape(&self, slot: u32) -> Option<&Arc<V::Shape>> {
        self.shapes.get(slot as usize)?.as_ref()
    }
    /// Whether the object of a slot is an upright box that is not scaled.
    #[inline]
    pub(super) fn is_upright_box(&self, slot: u32) -> bool {
        let shape = self.shape(slot);
        self.linear_parts.is_default(slot) && shape.is_some_and(|shape| shape.half_extents().is_some())
    }
    /// An object as the caller sees it.
    #[inline]
    pub(super) fn object(&self, slot: u32) -> Option<ObjectRef<'_, V, T>> {
        let i = slot as usize;
        Some(ObjectRef {
            handle: self.slot_handles[i],
            shape: self.shape(slot)?,
            pose: self.pose(slot),
            filter: self.filter(slot),
            is_sensor: self.is_sensor(slot),
            aabb: &self.boxes.slots()[i],
            data: &self.data[i],
        })
    }
    pub(super) fn slots(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.boxes.iter().map(|(slot, _)| slot)
    }
    /// Reorders the objects: slot `i` gets what was in slot `order[i]`; slots from `kept` on are free.
    pub(super) fn reorder(&mut self, order: &[u32], kept: usize, scratch: &mut Vec<u32>) {
        self.boxes.reorder(order, kept, scratch);
        permute(&mut self.states, order, scratch);
        self.linear_parts.permute(order, scratch);
        self.filters.permute(order, scratch);
        permute(&mut self.shapes, order, scratch);
        permute(&mut self.data, order, scratch);
        permute(&mut self.slot_handles, order, scratch);
        for (slot, (&handle, shape)) in (0..).zip(self.slot_handles.iter().zip(&self.shapes)) {
            if shape.is_some() {
                self.handles.set_slot(handle, slot);
            }
        }
    }
    /// The slots that are kept through the next update. The caller may renumber them.
    pub(super) fn vacated_slots(&mut self) -> impl Iterator<Item = &mut u32> {
        self.vacated_before.iter_mut().chain(&mut self.vacated)
    }
    pub(super) fn handle_slot(&self, handle: Handle) -> Option<u32> {
        self.handles.slot(handle)
    }
    pub(super) fn validate(&self) -> Result<(), Broken> {
        let mut filtered_count = 0;
        for slot in 0..self.slot_count() {
            let i = slot as usize;
            if self.shapes[i].is_none() {
                if self.boxes.get(slot).is_some() {
                    return Err(Broken("a removed object has a box"));
                }
                continue;
            }
            if self.handles.slot(self.slot_handles[i]) != Some(slot) {
                return Err(Broken("an object's handle is another's"));
            }
            if self.boxes.get(slot) != Some(&self.states[i].aabb()) {
                return Err(Broken("an object's box is not around it"));
            }
            filtered_count += usize::from(is_filtered(self.filter(slot), self.is_sensor(slot)));
        }
        if filtered_count != self.filtered_count {
            return Err(Broken("filters and sensors are miscounted"));
        }
        Ok(())
    }
    pub(super) fn bytes(&self) -> usize {
        self.boxes.bytes()
            + self.handles.bytes()
            + bytes(&self.states)
            + self.linear_parts.bytes()
            + self.filters.bytes()
            + bytes(&self.shapes)
            + bytes(&self.data)
            + bytes(&self.slot_handles)
            + bytes(&self.vacated)
            + bytes(&self.vacated_before)
            + bytes(&self.to_move)
    }
}

/// The bytes of a list on the heap.
pub(super) fn bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

fn fit_flag(fit: Fit) -> u8 {
    if fit == Fit::Loose { LOOSE } else { 0 }
}

fn is_filtered(filter: &Filter, is_sensor: bool) -> bool {
    is_sensor || *filter != Filter::default()
}

/// Puts an item into a slot that exists or is the next one.
fn put<T>(items: &mut Vec<T>, slot: u32, item: T) {
    match items.get_mut(slot as usize) {
        Some(old) => *old = item,
        None => items.push(item),
    }
}
