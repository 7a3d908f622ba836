//! Where objects lie: one array for each of their properties, all in the scene's own order.
//!
//! A slot is a place in those arrays and in the table of boxes that the index reads. What a removed object
//! leaves behind is kept through the next update, whose list of ended pairs names it, and may be used again
//! after it.

pub(super) mod column;
pub(super) mod filter;
pub(super) mod handle;
pub(super) mod moving;
pub(super) mod object;
pub(super) mod origin;
pub(super) mod reach;
pub(super) mod set_poses;

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Filter, Handle, Object, ObjectRef, SceneError};
use crate::cast::CastSpace;
use crate::index::{Boxes, Broken, permute};
use crate::math::{Aabb, InvalidPose, Pose};
use crate::simd::{AHEAD, prefetch};
use column::Column;
use handle::Handles;
use object::{Data, Turn};
use reach::{Fit, Reach};
use set_poses::Run;

/// Bits of a slot's marks.
const LOOSE: u8 = 1;
const SENSOR: u8 = 2;

/// What is read and written when an object moves: side by side, so that it is mostly in one cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<V> {
    pub(super) position: V,
    reach: Reach<V>,
    marks: u8,
}

/// The objects, by slot.
#[derive(Debug)]
pub(super) struct Store<V: CastSpace, T> {
    pub(super) boxes: Boxes<V>,
    places: Vec<Place<V>>,
    turns: Column<Turn<V>>,
    filters: Column<Filter>,
    /// `None` where the object was removed.
    shapes: Vec<Option<Arc<V::Shape>>>,
    pub(super) data: Vec<T>,
    /// The handle of each slot's object, also of one that has just been removed.
    pub(super) names: Vec<Handle>,
    handles: Handles,
    /// How many objects are sensors or have a filter of their own.
    special: usize,
    /// Slots emptied since the last update, and before it.
    leaving: Vec<u32>,
    left: Vec<u32>,
    /// Scratch: the slots of objects to be moved.
    to_move: Vec<u32>,
    pub(super) margin: V::Scalar,
}

impl<V: CastSpace> Place<V> {
    #[inline(always)]
    fn fit(&self) -> Fit {
        if self.marks & LOOSE == 0 {
            Fit::Tight
        } else {
            Fit::Loose
        }
    }
    /// The box of the object where it stands.
    #[inline(always)]
    pub(super) fn aabb(&self) -> Aabb<V> {
        self.reach.around(self.position, self.fit())
    }
    /// Finds out how far the object reaches, so turned.
    pub(super) fn measure(&mut self, shape: &V::Shape, turn: &Turn<V>, margin: V::Scalar) {
        let (reach, fit) = Reach::<V>::of(shape, turn, margin);
        self.reach = reach;
        self.marks = self.marks & !LOOSE | mark(fit);
    }
}

impl<V: CastSpace, T: Data> Store<V, T> {
    pub(super) fn new(margin: V::Scalar) -> Self {
        Self {
            boxes: Boxes::new(),
            places: Vec::new(),
            turns: Column::default(),
            filters: Column::default(),
            shapes: Vec::new(),
            data: Vec::new(),
            names: Vec::new(),
            handles: Handles::default(),
            special: 0,
            leaving: Vec::new(),
            left: Vec::new(),
            to_move: Vec::new(),
            margin,
        }
    }
    #[inline(always)]
    pub(super) fn slot(&self, handle: Handle) -> Result<u32, SceneError> {
        self.handles.slot(handle).ok_or(SceneError::NoSuchObject)
    }
    /// Makes room for many more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.boxes.reserve(more);
        self.places.reserve_exact(more);
        self.shapes.reserve_exact(more);
        self.data.reserve_exact(more);
        self.names.reserve_exact(more);
        self.handles.reserve(more);
    }
    pub(super) fn add(&mut self, object: Object<V, T>) -> Result<Handle, SceneError> {
        let (turn, position) = (Turn::of(&object.pose), object.pose.position());
        let (reach, fit) = Reach::<V>::of(&object.shape, &turn, self.margin);
        let place = Place {
            position,
            reach,
            marks: mark(fit) | if object.is_sensor { SENSOR } else { 0 },
        };
        let slot = self.boxes.insert(place.aabb()).map_err(|_| SceneError::Full)?;
        let Some(handle) = self.handles.give(slot) else {
            self.boxes.remove(slot).map_err(|_| SceneError::Full)?;
            return Err(SceneError::Full);
        };
        self.special += usize::from(is_special(&object.filter, object.is_sensor));
        put(&mut self.places, slot, place);
        self.turns.set(slot, turn);
        self.filters.set(slot, object.filter);
        put(&mut self.shapes, slot, Some(object.shape));
        put(&mut self.data, slot, object.data);
        put(&mut self.names, slot, handle);
        Ok(handle)
    }
    pub(super) fn remove(&mut self, slot: u32) -> Option<Object<V, T>> {
        let i = slot as usize;
        let shape = self.shapes[i].take()?;
        self.boxes.vacate(slot).ok()?;
        self.handles.take(self.names[i]);
        self.leaving.push(slot);
        let (filter, is_sensor) = (*self.filter(slot), self.is_sensor(slot));
        self.special -= usize::from(is_special(&filter, is_sensor));
        Some(Object {
            shape,
            pose: self.pose(slot),
            filter,
            is_sensor,
            data: core::mem::take(&mut self.data[i]),
        })
    }
    /// Lets the slots be used again that the last update has already reported as empty.
    pub(super) fn release_left(&mut self) {
        for slot in self.left.drain(..) {
            self.boxes.release(slot);
        }
        core::mem::swap(&mut self.left, &mut self.leaving);
    }
    /// How many slots there are, free ones included.
    #[inline(always)]
    pub(super) fn slot_count(&self) -> u32 {
        self.places.len() as u32
    }
    #[inline(always)]
    pub(super) fn position(&self, slot: u32) -> V {
        self.places[slot as usize].position
    }
    #[inline(always)]
    pub(super) fn pose(&self, slot: u32) -> Pose<V> {
        self.turns.get(slot).pose(self.position(slot))
    }
    #[inline(always)]
    pub(super) fn filter(&self, slot: u32) -> &Filter {
        self.filters.get(slot)
    }
    #[inline(always)]
    pub(super) fn is_sensor(&self, slot: u32) -> bool {
        self.places[slot as usize].marks & SENSOR != 0
    }
    /// Whether every pair of objects is a contact that is tested.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        self.special == 0
    }
    #[inline(always)]
    pub(super) fn allows(&self, [a, b]: [u32; 2]) -> bool {
        self.filter(a).allows(self.filter(b))
    }
    #[inline(always)]
    pub(super) fn shape(&self, slot: u32) -> Option<&Arc<V::Shape>> {
        self.shapes.get(slot as usize)?.as_ref()
    }
    /// An object as the caller sees it.
    #[inline]
    pub(super) fn view(&self, slot: u32) -> Option<ObjectRef<'_, V, T>> {
        let i = slot as usize;
        Some(ObjectRef {
            handle: self.names[i],
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
    /// Moves an object without turning it; errors as [`Pose::at`].
    #[inline(always)]
    pub(super) fn set_position(&mut self, slot: u32, position: V) -> Result<(), InvalidPose> {
        let place = &mut self.places[slot as usize];
        let Some(aabb) = place.reach.at(position, place.fit()) else {
            return self.set_far_position(slot, position);
        };
        place.position = position;
        self.boxes.put(slot, aabb);
        Ok(())
    }
    #[cold]
    fn set_far_position(&mut self, slot: u32, position: V) -> Result<(), InvalidPose> {
        Pose::at(position)?;
        let place = &mut self.places[slot as usize];
        place.position = position;
        self.boxes.put(slot, place.aabb());
        Ok(())
    }
    /// Moves all of these objects, or none.
    pub(super) fn set_positions(&mut self, moves: &[(Handle, V)]) -> Result<(), SceneError> {
        let mut slots = core::mem::take(&mut self.to_move);
        let found = self.find_slots(moves, &mut slots);
        if found.is_ok() {
            for (i, (&slot, &(_, position))) in slots.iter().zip(moves).enumerate() {
                if let Some(&next) = slots.get(i + AHEAD) {
                    prefetch(&self.places, next as usize);
                    prefetch(self.boxes.slots(), next as usize);
                }
                let _ = self.set_position(slot, position); // a sound one
            }
        }
        self.to_move = slots;
        found
    }
    /// The slots of these objects, which may all be moved.
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
    pub(super) fn set_pose(&mut self, slot: u32, pose: &Pose<V>) {
        let turn = Turn::of(pose);
        if *self.turns.get(slot) != turn {
            self.turns.set(slot, turn);
            self.measure(slot);
        }
        let _ = self.set_position(slot, pose.position()); // a pose has none but sound positions
    }
    pub(super) fn set_shape(&mut self, slot: u32, shape: Arc<V::Shape>) -> Option<Arc<V::Shape>> {
        let old = self.shapes[slot as usize].replace(shape);
        self.measure(slot);
        self.touch(slot);
        old
    }
    /// Finds out how far an object reaches.
    fn measure(&mut self, slot: u32) {
        let i = slot as usize;
        if let Some(shape) = &self.shapes[i] {
            self.places[i].measure(shape, self.turns.get(slot), self.margin);
        }
    }
    /// All objects, to be moved.
    pub(super) fn whole_run(&mut self) -> Run<'_, V, T> {
        let (boxes, is_changed) = self.boxes.slots_mut();
        Run {
            first: 0,
            margin: self.margin,
            places: &mut self.places,
            boxes,
            is_changed,
            turns: self.turns.items_mut(self.names.len()),
            data: &mut self.data,
            names: &self.names,
            shapes: &self.shapes,
        }
    }
    /// Has the pairs of an object asked about again.
    fn touch(&mut self, slot: u32) {
        let _ = self.set_position(slot, self.position(slot)); // where it stands
    }
    pub(super) fn set_filter(&mut self, slot: u32, filter: Filter) {
        let sensor = self.is_sensor(slot);
        self.special -= usize::from(is_special(self.filter(slot), sensor));
        self.special += usize::from(is_special(&filter, sensor));
        self.filters.set(slot, filter);
        self.touch(slot);
    }
    pub(super) fn set_sensor(&mut self, slot: u32, is_sensor: bool) {
        let (filter, old) = (*self.filter(slot), self.is_sensor(slot));
        self.special -= usize::from(is_special(&filter, old));
        self.special += usize::from(is_special(&filter, is_sensor));
        let marks = &mut self.places[slot as usize].marks;
        *marks = *marks & !SENSOR | if is_sensor { SENSOR } else { 0 };
        self.touch(slot);
    }
    /// Puts the objects into another order: slot `i` gets what was in slot `order[i]`; slots from `kept` on
    /// are free.
    pub(super) fn reorder(&mut self, order: &[u32], kept: usize, scratch: &mut Vec<u32>) {
        self.boxes.reorder(order, kept, scratch);
        permute(&mut self.places, order, scratch);
        self.turns.permute(order, scratch);
        self.filters.permute(order, scratch);
        permute(&mut self.shapes, order, scratch);
        permute(&mut self.data, order, scratch);
        permute(&mut self.names, order, scratch);
        for (slot, (&handle, shape)) in (0..).zip(self.names.iter().zip(&self.shapes)) {
            if shape.is_some() {
                self.handles.put(handle, slot);
            }
        }
    }
    /// The slots that wait to be used again, and the same to be told their new places.
    pub(super) fn waiting(&mut self) -> impl Iterator<Item = &mut u32> {
        self.left.iter_mut().chain(&mut self.leaving)
    }
    pub(super) fn handle_slot(&self, handle: Handle) -> Option<u32> {
        self.handles.slot(handle)
    }
    pub(super) fn validate(&self) -> Result<(), Broken> {
        let mut special = 0;
        for slot in 0..self.slot_count() {
            let i = slot as usize;
            if self.shapes[i].is_none() {
                if self.boxes.get(slot).is_some() {
                    return Err(Broken("a removed object has a box"));
                }
                continue;
            }
            if self.handles.slot(self.names[i]) != Some(slot) {
                return Err(Broken("an object's handle is another's"));
            }
            if self.boxes.get(slot) != Some(&self.places[i].aabb()) {
                return Err(Broken("an object's box is not around it"));
            }
            special += usize::from(is_special(self.filter(slot), self.is_sensor(slot)));
        }
        if special != self.special {
            return Err(Broken("filters and sensors are miscounted"));
        }
        Ok(())
    }
    pub(super) fn bytes(&self) -> usize {
        self.boxes.bytes()
            + self.handles.bytes()
            + bytes(&self.places)
            + self.turns.bytes()
            + self.filters.bytes()
            + bytes(&self.shapes)
            + bytes(&self.data)
            + bytes(&self.names)
            + bytes(&self.leaving)
            + bytes(&self.left)
            + bytes(&self.to_move)
    }
}

/// The bytes of a list on the heap.
pub(super) fn bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

fn mark(fit: Fit) -> u8 {
    if fit == Fit::Loose { LOOSE } else { 0 }
}

fn is_special(filter: &Filter, is_sensor: bool) -> bool {
    is_sensor || *filter != Filter::default()
}

/// Puts an item into a slot that exists or is the next one.
fn put<T>(items: &mut Vec<T>, slot: u32, item: T) {
    match items.get_mut(slot as usize) {
        Some(old) => *old = item,
        None => items.push(item),
    }
}
