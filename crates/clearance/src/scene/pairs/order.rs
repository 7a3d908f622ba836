//! The storage order of objects: along a Morton curve of their positions. It is restored when objects have
//! moved far.
//!
//! If neighbours in space are neighbours in memory, every index is three to four times as fast (Box2D's tree
//! takes a quarter of the time over objects in this order). Morton, "A computer oriented geodetic data base"
//! (1966): the key interleaves the bits of the coordinates.
//!
//! The order decays slowly. So it is checked only when every object has moved 16 times, on average, and
//! restored if the path through all objects in their order has become twice as long as after the last sort.
//! All of this depends on the objects alone, never on the index or on threads.

use alloc::vec::Vec;

use crate::cast::CastSpace;
use crate::math::{Real, Vector, spread2, spread3};
use crate::scene::pairs::persistent_pairs::PersistentPairs;
use crate::scene::store::object::Data;
use crate::scene::store::{Store, bytes};

/// With fewer objects than this, any order is as fast.
const FEW: usize = 256;
/// The order is checked when an object has moved this often, on average.
const MOVES_BEFORE_CHECK: u64 = 16;
/// The order is restored when the path through all objects is longer by this factor.
const PATH_GROWTH: f64 = 2.0;

/// When to restore the order; and scratch memory for it.
#[derive(Debug, Default)]
pub(in crate::scene) struct StorageOrder {
    moves_since_check: u64,
    /// The length of the path through all objects after the last sort.
    path_length: f64,
    keys: Vec<(u64, u32)>,
    order: Vec<u32>,
    /// The new slot of each old slot.
    new_slots: Vec<u32>,
    scratch: Vec<u32>,
}

impl StorageOrder {
    /// Notes that objects were added: their positions follow no order.
    pub(in crate::scene) fn note_added(&mut self, count: usize) {
        self.moves_since_check = self
            .moves_since_check
            .saturating_add(MOVES_BEFORE_CHECK * count as u64);
    }
    /// Takes note that all objects are in order.
    pub(in crate::scene) fn note_sorted<V: CastSpace, T: Data>(&mut self, store: &Store<V, T>) {
        (self.path_length, self.moves_since_check) = (path_length(store), 0);
    }
    /// Whether the order should be restored after one more step.
    pub(in crate::scene) fn is_due<V: CastSpace, T: Data>(&mut self, store: &Store<V, T>) -> bool {
        self.moves_since_check = self
            .moves_since_check
            .saturating_add(store.boxes.changed().len() as u64);
        let count = store.boxes.len();
        if count < FEW || self.moves_since_check < MOVES_BEFORE_CHECK * count as u64 {
            return false;
        }
        self.moves_since_check = 0;
        path_length(store) > PATH_GROWTH * self.path_length
    }
    /// Sorts the objects and gives the pairs their new slots.
    pub(in crate::scene) fn restore<V: CastSpace, T: Data>(
        &mut self,
        store: &mut Store<V, T>,
        sets: [&mut PersistentPairs<V>; 2],
    ) {
        self.sort_slots(store);
        self.new_slots.clear();
        self.new_slots.resize(self.order.len(), 0);
        for (to, &from) in (0..).zip(&self.order) {
            self.new_slots[from as usize] = to;
        }
        let kept = store.boxes.len() + store.vacated_slots().count();
        store
            .vacated_slots()
            .for_each(|slot| *slot = self.new_slots[*slot as usize]);
        store.reorder(&self.order, kept, &mut self.scratch);
        for set in sets {
            set.renumber(&self.new_slots);
        }
        self.note_sorted(store);
    }
    /// All slots: objects along the curve, then slots that are kept through the next update, then free ones.
    fn sort_slots<V: CastSpace, T: Data>(&mut self, store: &mut Store<V, T>) {
        keys(store.slots(), |slot| store.position(slot), &mut self.keys);
        self.order.clear();
        self.order.extend(self.keys.iter().map(|(_, slot)| slot));
        self.order.extend(store.vacated_slots().map(|slot| *slot));
        self.scratch.clear();
        self.scratch.resize(store.slot_count() as usize, 0);
        for &slot in &self.order {
            self.scratch[slot as usize] = 1;
        }
        let free = (0..).zip(&self.scratch).filter(|(_, is_used)| **is_used == 0);
        self.order.extend(free.map(|(slot, _)| slot));
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        bytes(&self.keys) + bytes(&self.order) + bytes(&self.new_slots) + bytes(&self.scratch)
    }
}

/// Replaces `found` by these numbers with their keys, in the order of the curve through their positions.
pub(in crate::scene) fn keys<V: Vector>(
    numbers: impl Iterator<Item = u32> + Clone,
    position: impl Fn(u32) -> V,
    found: &mut Vec<(u64, u32)>,
) {
    let all = numbers.clone().map(&position);
    let (low, high) = all.clone().fold(
        (V::splat(Real::INFINITY), -V::splat(Real::INFINITY)),
        |(low, high), p| (low.min(p), high.max(p)),
    );
    let curve = Curve::new(low, high);
    found.clear();
    found.extend(numbers.map(|number| (curve.key(position(number)), number)));
    found.sort_unstable();
}

/// A Morton curve through a box.
struct Curve<V> {
    low: V,
    /// Cells per unit of length, along each axis.
    per_unit: [f64; 3],
}

impl<V: Vector> Curve<V> {
    fn new(low: V, high: V) -> Self {
        let cells = f64::from(if V::DIM == 2 { u32::MAX } else { (1 << 21) - 1 });
        let mut per_unit = [0.0; 3];
        for (k, per_unit) in per_unit.iter_mut().enumerate().take(V::DIM) {
            *per_unit = cells / (high.get(k).to_f64() - low.get(k).to_f64());
        }
        Self { low, per_unit }
    }
    fn key(&self, p: V) -> u64 {
        // A cast of what is not a number gives 0.
        let cell = |k: usize| ((p.get(k).to_f64() - self.low.get(k).to_f64()) * self.per_unit[k]) as u64;
        if V::DIM == 2 {
            spread2(cell(0)) | spread2(cell(1)) << 1
        } else {
            spread3(cell(0)) | spread3(cell(1)) << 1 | spread3(cell(2)) << 2
        }
    }
}

/// The length of the path through all objects, in their order.
fn path_length<V: CastSpace, T: Data>(store: &Store<V, T>) -> f64 {
    let mut last = None;
    store.slots().fold(0.0, |sum, slot| {
        let here = store.position(slot);
        let from = last.replace(here).unwrap_or(here);
        sum + (0..V::DIM).fold(0.0, |sum, k| {
            sum + (here.get(k).to_f64() - from.get(k).to_f64()).abs()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, Vec3};

    #[test]
    fn points_come_in_the_order_of_the_curve() {
        let mut found = Vec::new();
        let corners = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)].map(Vec2::from);
        keys(0..4, |i| corners[i as usize], &mut found);
        assert_eq!(found.iter().map(|(_, i)| *i).collect::<Vec<_>>(), [0, 2, 3, 1]);
        keys(0..3, |_| Vec3::ONE, &mut found); // all at one point: the order stays
        assert_eq!(found, [(0, 0), (0, 1), (0, 2)]);
    }
}
