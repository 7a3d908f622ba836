//! The leaves of a hierarchy: up to eight boxes each, side by side.

use alloc::vec::Vec;

use super::rows::{LANES, Rows, SomeRows};
use crate::index::Boxes;
use crate::index::pair_list::heap;
use crate::math::{Aabb, Real, Vector};
use crate::simd::prefetch;

/// Stands for no node, or no slot.
pub(crate) const NONE: u32 = u32::MAX;

/// All leaves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaves<V: Vector> {
    pub(crate) rows: Rows<V>,
    infos: Vec<LeafInfo<V::Scalar>>,
    free: Vec<u32>,
}

/// What a leaf holds beside its boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafInfo<S> {
    pub(crate) slots: [u32; LANES],
    pub(crate) count: u32,
    /// The node that the leaf belongs to.
    pub(crate) node: u32,
    /// The size of its volume when its boxes were chosen.
    pub(crate) size: S,
}

impl<S: Real> LeafInfo<S> {
    /// The boxes of its slots as they are in the table, and how many.
    #[inline(always)]
    pub(crate) fn read<V: Vector<Scalar = S>>(&self, boxes: &Boxes<V>) -> ([Aabb<V>; LANES], usize) {
        let (slots, count) = (self.slots, self.count as usize);
        let mut read = [Boxes::nothing(); LANES];
        for (lane, aabb) in read.iter_mut().enumerate().take(count) {
            *aabb = boxes.slots()[slots[lane] as usize];
        }
        (read, count)
    }
}

impl<V: Vector> Leaves<V> {
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.infos.clear();
        self.free.clear();
    }
    /// How many leaves there are. Free ones are included; they have no boxes.
    pub(crate) fn len(&self) -> u32 {
        self.infos.len() as u32
    }
    #[inline]
    pub(crate) fn info(&self, leaf: u32) -> &LeafInfo<V::Scalar> {
        &self.infos[leaf as usize]
    }
    #[inline]
    pub(super) fn info_mut(&mut self, leaf: u32) -> &mut LeafInfo<V::Scalar> {
        &mut self.infos[leaf as usize]
    }
    /// The slots of a leaf.
    #[inline]
    pub(crate) fn slots(&self, leaf: u32) -> &[u32] {
        let info = self.info(leaf);
        &info.slots[..info.count as usize]
    }
    /// Opens an empty leaf.
    pub(crate) fn open(&mut self, node: u32) -> u32 {
        let info = LeafInfo {
            slots: [NONE; LANES],
            count: 0,
            node,
            size: Real::ZERO,
        };
        if let Some(leaf) = self.free.pop() {
            *self.info_mut(leaf) = info;
            return leaf;
        }
        self.infos.push(info);
        self.rows.push();
        self.len() - 1
    }
    /// Frees a leaf, which must be empty.
    pub(crate) fn close(&mut self, leaf: u32) {
        self.free.push(leaf);
    }
    /// A box of a leaf.
    #[inline]
    pub(crate) fn aabb(&self, leaf: u32, lane: usize) -> Aabb<V> {
        self.rows.aabb(leaf, lane)
    }
    /// Writes a box of a leaf.
    #[inline]
    pub(crate) fn set(&mut self, leaf: u32, lane: usize, aabb: &Aabb<V>) {
        self.rows.set(leaf, lane, aabb);
    }
    /// Adds a box to a leaf that is not full and returns its lane.
    pub(crate) fn push(&mut self, leaf: u32, slot: u32, aabb: &Aabb<V>) -> usize {
        let lane = self.info(leaf).count as usize;
        self.set(leaf, lane, aabb);
        let info = self.info_mut(leaf);
        info.slots[lane] = slot;
        info.count += 1;
        lane
    }
    /// Removes a box from a leaf; the last box takes its lane.
    pub(super) fn swap_remove(&mut self, leaf: u32, lane: usize) {
        let last = self.info(leaf).count as usize - 1;
        let moved = self.aabb(leaf, last);
        self.set(leaf, lane, &moved);
        self.set(leaf, last, &Boxes::nothing());
        let info = self.info_mut(leaf);
        info.slots[lane] = info.slots[last];
        info.slots[last] = NONE;
        info.count -= 1;
    }
    /// Prefetches a leaf.
    #[inline]
    pub(super) fn prefetch(&self, leaf: u32) {
        self.rows.prefetch(leaf);
        prefetch(&self.infos, leaf as usize);
    }
    /// All boxes of a leaf, and how many.
    #[inline]
    pub(crate) fn boxes(&self, leaf: u32) -> ([Aabb<V>; LANES], usize) {
        let count = self.info(leaf).count as usize;
        (core::array::from_fn(|lane| self.aabb(leaf, lane)), count)
    }
    /// All leaves, in two tables.
    pub(super) fn rows_and_infos(&mut self) -> (SomeRows<'_, V>, &[LeafInfo<V::Scalar>]) {
        (self.rows.all_mut(), &self.infos)
    }
    /// A bit for each lane whose box meets `query`.
    #[inline]
    pub(crate) fn meeting(&self, leaf: u32, query: &Aabb<V>) -> u32 {
        self.rows.meeting(leaf, query)
    }
    /// Returns most of the memory that growing took in excess.
    pub(super) fn trim(&mut self) {
        self.rows.trim();
        self.infos.shrink_to(self.infos.len() * 17 / 16);
    }
    pub(crate) fn bytes(&self) -> usize {
        self.rows.bytes() + heap(&self.infos) + heap(&self.free)
    }
}

/// Calls `visit` with the number of each bit that is set, ascending.
#[inline]
pub(super) fn each_bit(mut bits: u32, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
