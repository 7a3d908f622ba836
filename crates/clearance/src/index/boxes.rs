//! The table of boxes that indexes are built over. Each box is in a slot, whose number is used again once
//! it is free.

use alloc::vec::Vec;

use super::pair_list::heap;
use super::{IndexError, SlotPair};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// A table of boxes and of the slots that changed since an index was last brought up to date.
///
/// All indexes read the same table, so that none keeps a copy and all agree. A free slot holds
/// [`Boxes::nothing`], which meets no box.
///
/// ```
/// use clearance::{glam::Vec2, index::Boxes, math::Aabb};
/// let mut boxes = Boxes::new();
/// let unit = Aabb { min: Vec2::ZERO, max: Vec2::ONE };
/// let slot = boxes.insert(unit)?;
/// assert_eq!(boxes.get(slot), Some(&unit));
/// assert!(boxes.insert(Aabb { min: Vec2::NAN, max: Vec2::ONE }).is_err());
/// boxes.remove(slot)?;
/// assert_eq!(boxes.get(slot), None);
/// assert_eq!(boxes.insert(unit)?, slot); // used again
/// # Ok::<(), clearance::index::IndexError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Boxes<V> {
    slots: Vec<Aabb<V>>,
    free: Vec<u32>,
    /// How many slots are empty but not yet free.
    vacant: usize,
    changed: Vec<u32>,
    /// A bit for each slot: whether it is in `changed`.
    is_changed: Vec<u64>,
}

impl<V: Vector> Boxes<V> {
    /// The content of a free slot: a box whose corners are NaN, so that it meets no box, not even an
    /// infinite one.
    pub fn nothing() -> Aabb<V> {
        let corner = V::splat(ScalarOf::<V>::lit(f64::NAN));
        Aabb::new(corner, corner)
    }
    /// A table without boxes.
    pub fn new() -> Self {
        Self::default()
    }
    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len() - self.vacant
    }
    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Reserves memory for so many boxes more.
    pub fn reserve(&mut self, more: usize) {
        self.slots.reserve_exact(more);
        self.changed.reserve_exact(more);
    }
    /// Adds a box, which may be infinite, and returns its slot.
    pub fn insert(&mut self, aabb: Aabb<V>) -> Result<u32, IndexError> {
        check(&aabb)?;
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.slots.len())
                    .ok()
                    .filter(|&slot| slot < u32::MAX);
                let slot = slot.ok_or(IndexError::Full)?;
                self.slots.push(Self::nothing());
                if self.slots.len() > 64 * self.is_changed.len() {
                    self.is_changed.push(0);
                }
                slot
            }
        };
        self.put(slot, aabb);
        Ok(slot)
    }
    /// Replaces the box of a slot.
    #[inline]
    pub fn update(&mut self, slot: u32, aabb: Aabb<V>) -> Result<(), IndexError> {
        check(&aabb)?;
        self.occupied(slot)?;
        self.put(slot, aabb);
        Ok(())
    }
    /// Removes the box of a slot and frees the slot.
    pub fn remove(&mut self, slot: u32) -> Result<(), IndexError> {
        self.occupied(slot)?;
        self.put(slot, Self::nothing());
        self.free.push(slot);
        Ok(())
    }
    /// Removes the box of a slot, which no other box gets before it is released.
    pub fn vacate(&mut self, slot: u32) -> Result<(), IndexError> {
        self.occupied(slot)?;
        self.put(slot, Self::nothing());
        self.vacant += 1;
        Ok(())
    }
    /// Frees a slot that was vacated.
    pub(crate) fn release(&mut self, slot: u32) {
        self.vacant -= 1;
        self.free.push(slot);
    }
    /// Puts the boxes into another order: slot `i` gets what was in slot `order[i]`. `order` is a
    /// permutation of all slots; those from `kept` on are free afterwards. All slots count as changed.
    pub(crate) fn reorder(&mut self, order: &[u32], kept: usize, scratch: &mut Vec<u32>) {
        permute(&mut self.slots, order, scratch);
        self.free.clear();
        self.free.extend((kept as u32..order.len() as u32).rev());
        self.change_all();
    }
    /// Marks all slots as changed.
    pub(crate) fn change_all(&mut self) {
        let count = self.slots.len();
        self.changed.clear();
        self.changed.extend(0..count as u32);
        self.is_changed.fill(0);
        for slot in 0..count {
            self.is_changed[slot / 64] |= 1 << (slot % 64);
        }
    }
    /// The box in a slot; `None` where there is none.
    #[inline]
    pub fn get(&self, slot: u32) -> Option<&Aabb<V>> {
        self.slots.get(slot as usize).filter(|aabb| is_something(aabb))
    }
    /// All slots. Free ones are included, with [`nothing`](Self::nothing) in them.
    #[inline]
    pub fn slots(&self) -> &[Aabb<V>] {
        &self.slots
    }
    /// The boxes and their slots, in ascending order of slots.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Aabb<V>)> + Clone {
        (0..).zip(&self.slots).filter(|(_, aabb)| is_something(aabb))
    }
    /// The slots whose boxes were added, removed or changed since [`settle`](Self::settle), each once, in
    /// the order of their first change.
    #[inline]
    pub fn changed(&self) -> &[u32] {
        &self.changed
    }
    /// Puts [`changed`](Self::changed) into ascending order, so that what lies side by side in memory is
    /// looked at consecutively.
    pub(crate) fn sort_changed(&mut self) {
        if self.changed.len() == self.slots.len() {
            return;
        }
        if self.changed.len() * 64 < self.slots.len() {
            return self.changed.sort_unstable();
        }
        self.list_changed();
    }
    /// Lists the slots marked as changed, in ascending order.
    pub(crate) fn list_changed(&mut self) {
        self.changed.clear();
        for (word, &bits) in (0..).zip(&self.is_changed) {
            if bits == u64::MAX {
                self.changed.extend(word * 64..word * 64 + 64);
                continue;
            }
            let mut left = bits;
            while left != 0 {
                self.changed.push(word * 64 + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
    /// All slots, and a bit for each that tells whether it has changed. A caller that writes a box must set
    /// its bit, write only valid boxes and only to slots that have a box, and call
    /// [`list_changed`](Self::list_changed) at the end.
    pub(crate) fn slots_mut(&mut self) -> (&mut [Aabb<V>], &mut [u64]) {
        (&mut self.slots, &mut self.is_changed)
    }
    /// Whether a slot is among [`changed`](Self::changed).
    #[inline]
    pub fn is_changed(&self, slot: u32) -> bool {
        let bits = self.is_changed.get(slot as usize / 64);
        bits.is_some_and(|bits| bits >> (slot % 64) & 1 == 1)
    }
    /// Whether either slot of a pair is among [`changed`](Self::changed).
    #[inline]
    pub(super) fn is_changed_pair(&self, [a, b]: SlotPair) -> bool {
        self.is_changed(a) || self.is_changed(b)
    }
    /// Forgets which slots have changed, once the index over this table is up to date.
    pub fn settle(&mut self) {
        if self.changed.len() * 64 < self.slots.len() {
            for &slot in &self.changed {
                self.is_changed[slot as usize / 64] = 0;
            }
        } else {
            self.is_changed.fill(0);
        }
        self.changed.clear();
    }
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        heap(&self.slots) + heap(&self.free) + heap(&self.changed) + heap(&self.is_changed)
    }
    fn occupied(&self, slot: u32) -> Result<(), IndexError> {
        self.get(slot).map(drop).ok_or(IndexError::EmptySlot)
    }
    /// Puts a valid box into a slot that exists.
    #[inline]
    pub(crate) fn put(&mut self, slot: u32, aabb: Aabb<V>) {
        self.slots[slot as usize] = aabb;
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if self.is_changed[word] & bit == 0 {
            self.is_changed[word] |= bit;
            self.changed.push(slot);
        }
    }
}

/// Puts items into another order in place: item `i` becomes what item `order[i]` was.
pub(crate) fn permute<T>(items: &mut [T], order: &[u32], scratch: &mut Vec<u32>) {
    scratch.clear();
    scratch.extend_from_slice(order);
    for start in 0..items.len() {
        let mut hole = start;
        loop {
            let from = core::mem::replace(&mut scratch[hole], hole as u32) as usize;
            if from == start {
                break;
            }
            items.swap(hole, from);
            hole = from;
        }
    }
}

/// Whether a slot with this box is not empty.
#[inline]
pub(crate) fn is_something<V: Vector>(aabb: &Aabb<V>) -> bool {
    aabb.min.get(0) <= aabb.max.get(0)
}

#[inline]
fn check<V: Vector>(aabb: &Aabb<V>) -> Result<(), IndexError> {
    let ordered = aabb.min.all_at_most(aabb.max);
    // A box may be infinite, but must contain a finite point: it must not lie at infinity as a whole.
    let somewhere =
        (0..V::DIM).all(|k| aabb.min.get(k) < Real::INFINITY && aabb.max.get(k) > -ScalarOf::<V>::INFINITY);
    (ordered && somewhere).then_some(()).ok_or(IndexError::InvalidBox)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    #[test]
    fn a_vacated_slot_is_kept_until_it_is_released_and_the_order_is_as_asked() {
        let at = |x: f32| Aabb {
            min: Vec2::splat(x),
            max: Vec2::splat(x),
        };
        let mut boxes = Boxes::new();
        for x in 0..4 {
            boxes.insert(at(x as f32)).unwrap();
        }
        boxes.vacate(1).unwrap();
        assert_eq!((boxes.len(), boxes.insert(at(4.0))), (3, Ok(4)));
        boxes.release(1);
        assert_eq!(boxes.len(), 4);
        boxes.settle();
        boxes.reorder(&[3, 0, 4, 2, 1], 4, &mut Vec::new());
        let xs: Vec<f32> = boxes.iter().map(|(_, aabb)| aabb.min.x).collect();
        assert_eq!(xs, [3.0, 0.0, 4.0, 2.0]);
        assert_eq!((boxes.changed().len(), boxes.insert(at(5.0))), (5, Ok(4)));
        boxes.insert(at(6.0)).unwrap();
        assert_eq!(boxes.changed(), [0, 1, 2, 3, 4, 5]);
    }
}
