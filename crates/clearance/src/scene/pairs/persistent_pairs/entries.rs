//! All entries in the order of their pairs; sets of entries as bits.

use super::PersistentPairs;
use crate::index::key;
use crate::math::Vector;

/// Merges the base with the appended entries, in ascending order of pairs; deleted entries are left out.
#[derive(Clone, Debug)]
pub(in crate::scene) struct Entries<'a, V: Vector> {
    set: &'a PersistentPairs<V>,
    base: usize,
    appended: usize,
}

impl<'a, V: Vector> Entries<'a, V> {
    pub(super) fn new(set: &'a PersistentPairs<V>) -> Self {
        Self {
            set,
            base: 0,
            appended: 0,
        }
    }
}

impl<V: Vector> Iterator for Entries<'_, V> {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let set = self.set;
        loop {
            let base = set.now.pairs[..set.base].get(self.base);
            let entry = match (base, set.appended.get(self.appended)) {
                (Some(pair), Some((other, _))) if key(*pair) < key(*other) => self.base as u32,
                (_, Some((_, entry))) => {
                    self.appended += 1;
                    if !has_bit(&set.deleted, *entry) {
                        return Some(*entry);
                    }
                    continue;
                }
                (Some(_), None) => self.base as u32,
                (None, None) => return None,
            };
            self.base += 1;
            if !has_bit(&set.deleted, entry) {
                return Some(entry);
            }
        }
    }
}

#[inline]
pub(super) fn has_bit(bits: &[u64], entry: u32) -> bool {
    let word = bits.get(entry as usize / 64);
    word.is_some_and(|word| word >> (entry % 64) & 1 == 1)
}

#[inline]
pub(super) fn set_bit(bits: &mut alloc::vec::Vec<u64>, entry: u32) {
    let word = entry as usize / 64;
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (entry % 64);
}
