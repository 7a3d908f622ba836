//! Handles name objects. They do not depend on storage order and are never used for another object.

use alloc::vec::Vec;

use crate::simd::prefetch;

/// No slot.
const NONE: u32 = u32::MAX;

/// The name of an object in its scene: a place in a table, and a generation, which counts how often the place
/// has been used before.
///
/// The handle of a removed object stays invalid for ever: a place is used again only with another generation,
/// and never again once its 2^32 - 1 generations are used up. Handles are ordered by place, so the two
/// objects of a pair have one order however the scene stores them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    index: u32,
    generation: u32,
}

impl Handle {
    /// The handle as one number, for other languages and for storage.
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }
    /// The handle with this number. A number that no scene has given is valid in none.
    pub fn from_bits(bits: u64) -> Self {
        Self {
            index: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

/// The table from handles to slots.
#[derive(Debug, Default)]
pub(in crate::scene) struct Handles {
    entries: Vec<HandleEntry>,
    free: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct HandleEntry {
    slot: u32,
    generation: u32,
}

impl Handles {
    pub(in crate::scene) fn reserve(&mut self, more: usize) {
        self.entries.reserve_exact(more);
    }
    /// A new handle of a slot; `None` when all 2^32 - 1 places are taken or used up.
    pub(in crate::scene) fn allocate(&mut self, slot: u32) -> Option<Handle> {
        if let Some(index) = self.free.pop() {
            let entry = &mut self.entries[index as usize];
            entry.slot = slot;
            return Some(Handle {
                index,
                generation: entry.generation,
            });
        }
        let index = u32::try_from(self.entries.len()).ok().filter(|&i| i < u32::MAX)?;
        self.entries.push(HandleEntry { slot, generation: 0 });
        Some(Handle { index, generation: 0 })
    }
    /// The slot of a handle; `None` where its object has been removed.
    #[inline]
    pub(in crate::scene) fn slot(&self, handle: Handle) -> Option<u32> {
        let entry = self.entries.get(handle.index as usize)?;
        (entry.generation == handle.generation && entry.slot != NONE).then_some(entry.slot)
    }
    /// Prefetches the table's entry of a handle.
    #[inline]
    pub(in crate::scene) fn prefetch(&self, handle: Handle) {
        prefetch(&self.entries, handle.index as usize);
    }
    /// Makes a handle invalid for ever.
    pub(in crate::scene) fn release(&mut self, handle: Handle) {
        let entry = &mut self.entries[handle.index as usize];
        entry.slot = NONE;
        entry.generation = entry.generation.saturating_add(1);
        if entry.generation < u32::MAX {
            self.free.push(handle.index);
        }
    }
    /// Notes that the object of a handle is now in another slot.
    #[inline]
    pub(in crate::scene) fn set_slot(&mut self, handle: Handle, slot: u32) {
        self.entries[handle.index as usize].slot = slot;
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<HandleEntry>() + self.free.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_used_again_under_another_generation_until_they_are_used_up() {
        let mut handles = Handles::default();
        let first = handles.allocate(7).unwrap();
        handles.release(first);
        let second = handles.allocate(8).unwrap();
        assert_eq!((first.index, handles.slot(first)), (second.index, None));
        assert_eq!(handles.slot(second), Some(8));
        handles.entries[0].generation = u32::MAX - 1;
        let last = Handle {
            generation: u32::MAX - 1,
            ..second
        };
        assert_eq!(handles.slot(last), Some(8));
        handles.release(last);
        assert_eq!(handles.slot(last), None);
        let next = handles.allocate(9).unwrap();
        assert_eq!((next.index, next.generation), (1, 0)); // the first place is retired
        assert_eq!(Handle::from_bits(last.to_bits()), last);
    }
}
