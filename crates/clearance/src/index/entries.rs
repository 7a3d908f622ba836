//! The boxes an index holds, in slots that are used again.

use alloc::vec::Vec;

use super::IndexError;
use crate::math::{Aabb, Real, Vector};

/// Stands for no node.
pub(super) const NONE: u32 = u32::MAX;

/// Names a box in an index from insertion to removal; no other box gets the same handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    slot: u32,
    generation: u32,
}

/// A box as it was given, its number, and where the index keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<V> {
    pub(super) aabb: Aabb<V>,
    pub(super) id: u32,
    /// The leaf, in a tree.
    pub(super) node: u32,
    generation: u32,
    alive: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Entries<V> {
    slots: Vec<Entry<V>>,
    free: Vec<u32>,
}

impl<V: Vector> Entries<V> {
    pub(super) fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }
    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }
    pub(super) fn insert(&mut self, aabb: Aabb<V>, id: u32) -> Result<Handle, IndexError> {
        check(&aabb)?;
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        let generation = self
            .slots
            .get(slot as usize)
            .map_or(0, |old| old.generation.wrapping_add(1));
        let entry = Entry {
            aabb,
            id,
            node: NONE,
            generation,
            alive: true,
        };
        match self.slots.get_mut(slot as usize) {
            Some(old) => *old = entry,
            None => self.slots.push(entry),
        }
        Ok(Handle { slot, generation })
    }
    /// The slot of a box that is in.
    pub(super) fn slot(&self, handle: Handle) -> Option<u32> {
        let entry = self.slots.get(handle.slot as usize)?;
        (entry.alive && entry.generation == handle.generation).then_some(handle.slot)
    }
    pub(super) fn update(&mut self, handle: Handle, aabb: Aabb<V>) -> Result<u32, IndexError> {
        check(&aabb)?;
        let slot = self.slot(handle).ok_or(IndexError::UnknownHandle)?;
        self.slots[slot as usize].aabb = aabb;
        Ok(slot)
    }
    /// Frees a slot that is in use.
    pub(super) fn remove(&mut self, slot: u32) -> Entry<V> {
        self.slots[slot as usize].alive = false;
        self.free.push(slot);
        self.slots[slot as usize]
    }
    #[inline(always)]
    pub(super) fn at(&self, slot: u32) -> &Entry<V> {
        &self.slots[slot as usize]
    }
    pub(super) fn at_mut(&mut self, slot: u32) -> &mut Entry<V> {
        &mut self.slots[slot as usize]
    }
    /// The boxes that are in, with their slots.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Entry<V>)> {
        (0..).zip(&self.slots).filter(|(_, entry)| entry.alive)
    }
}

fn check<V: Vector>(aabb: &Aabb<V>) -> Result<(), IndexError> {
    let ordered = (0..V::DIM).all(|k| aabb.min.get(k) <= aabb.max.get(k));
    // Every finite point of an infinite box is somewhere: infinite on the wrong side is not.
    let somewhere = aabb.min.get(0) < Real::INFINITY;
    if ordered && somewhere {
        Ok(())
    } else {
        Err(IndexError::InvalidBox)
    }
}

/// Two numbers in order.
pub(super) fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
