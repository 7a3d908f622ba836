//! Every box against every box: no idea to get wrong, so the oracle of all other indexes, and the fastest for a few.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::entries::{Entries, ordered};
use super::{Broken, Handle, Index, IndexError, Ray, gap};
use crate::math::{Aabb, Vector};

/// A list of boxes, searched from end to end.
#[derive(Clone, Debug)]
pub struct Brute<V> {
    entries: Entries<V>,
}

impl<V: Vector> Brute<V> {
    /// Without boxes yet.
    pub fn new() -> Self {
        Self {
            entries: Entries::new(),
        }
    }
}

impl<V: Vector> Default for Brute<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> Index<V> for Brute<V> {
    fn insert(&mut self, aabb: Aabb<V>, id: u32) -> Result<Handle, IndexError> {
        self.entries.insert(aabb, id)
    }
    fn remove(&mut self, handle: Handle) -> Option<u32> {
        let slot = self.entries.slot(handle)?;
        Some(self.entries.remove(slot).id)
    }
    fn update(&mut self, handle: Handle, aabb: Aabb<V>) -> Result<(), IndexError> {
        self.entries.update(handle, aabb).map(drop)
    }
    fn get(&self, handle: Handle) -> Option<(Aabb<V>, u32)> {
        let entry = self.entries.at(self.entries.slot(handle)?);
        Some((entry.aabb, entry.id))
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
    fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        for (i, (_, a)) in self.entries.iter().enumerate() {
            for (_, b) in self.entries.iter().skip(i + 1) {
                if a.aabb.overlaps(&b.aabb) {
                    pairs.push(ordered(a.id, b.id));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
    fn overlapping(&self, query: &Aabb<V>, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut met = self.entries.iter().filter(|(_, e)| e.aabb.overlaps(query));
        met.try_for_each(|(_, e)| visit(e.id))
    }
    fn cast_ray(&self, ray: &Ray<V>, visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar) -> V::Scalar {
        self.entries.iter().fold(ray.max_time, |end, (_, e)| {
            ray.enters(&e.aabb, end).map_or(end, |time| visit(e.id, time))
        })
    }
    fn nearest(
        &self,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        self.entries.iter().fold(within, |within, (_, e)| {
            let gap = gap(&e.aabb, query);
            if gap <= within { visit(e.id, gap) } else { within }
        })
    }
    fn validate(&self) -> Result<(), Broken> {
        match self.entries.iter().count() == self.entries.len() {
            true => Ok(()),
            false => Err(Broken("slots in use and free slots do not add up")),
        }
    }
}
