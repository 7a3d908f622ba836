//! A property that nearly all objects have alike. It takes memory only if some object differs.

use alloc::vec::Vec;

use super::bytes;
use crate::index::permute;

/// One item for each slot. Slots beyond the end of the list have the default.
#[derive(Debug, Default)]
pub(in crate::scene) struct SparseColumn<T> {
    default: T,
    items: Vec<T>,
}

impl<T: Copy + PartialEq> SparseColumn<T> {
    #[inline]
    pub(in crate::scene) fn get(&self, slot: u32) -> &T {
        self.items.get(slot as usize).unwrap_or(&self.default)
    }
    /// Whether a slot has the default.
    #[inline]
    pub(in crate::scene) fn is_default(&self, slot: u32) -> bool {
        self.items
            .get(slot as usize)
            .is_none_or(|item| *item == self.default)
    }
    pub(in crate::scene) fn set(&mut self, slot: u32, item: T) {
        let slot = slot as usize;
        if slot >= self.items.len() {
            if item == self.default {
                return;
            }
            self.items.resize(slot + 1, self.default);
        }
        self.items[slot] = item;
    }
    /// The items of this many slots; empty where all have the default.
    pub(in crate::scene) fn items_mut(&mut self, slots: usize) -> &mut [T] {
        if !self.items.is_empty() {
            self.items.resize(slots, self.default);
        }
        &mut self.items
    }
    /// Reorders the items: slot `i` gets the item of slot `order[i]`.
    pub(in crate::scene) fn permute(&mut self, order: &[u32], scratch: &mut Vec<u32>) {
        if !self.items.is_empty() {
            self.items.resize(order.len(), self.default);
            permute(&mut self.items, order, scratch);
        }
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        bytes(&self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_as_usual_takes_no_memory() {
        let mut column = SparseColumn::<i32>::default();
        column.set(1000, 0);
        assert_eq!((*column.get(1000), column.bytes()), (0, 0));
        column.set(2, 7);
        column.set(0, 5);
        column.set(5, 0);
        let all = |column: &SparseColumn<i32>| [0, 1, 2, 3, 4, 5].map(|slot| *column.get(slot));
        assert_eq!(all(&column), [5, 0, 7, 0, 0, 0]);
        column.permute(&[5, 4, 3, 2, 1, 0], &mut Vec::new());
        assert_eq!(all(&column), [0, 0, 0, 7, 0, 5]);
    }
}
