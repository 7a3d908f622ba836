//! Every box against every box: too simple to get wrong, so it is the oracle of all other indexes. It is also
//! the fastest for a few boxes.
//!
//! Good: up to about 50 boxes; nothing to build, nothing to keep. Bad: everything else, pairs cost O(n^2).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::approach::Approach;
use super::{Boxes, Broken, Index, IndexKind, SlotPair, Target, Threads, Visit, VisitWithin};
use crate::math::{Aabb, Vector};

/// The table itself, searched from end to end.
///
/// Good for up to about 50 boxes: nothing to build and nothing to keep. Bad for more: pairs cost O(n²)
/// (Ericson, "Real-Time Collision Detection", 2005, chapter 7).
#[derive(Clone, Copy, Debug, Default)]
pub struct Brute;

impl Brute {
    fn collect<V: Vector>(boxes: &Boxes<V>, found: &mut Vec<SlotPair>, wanted: impl Fn(SlotPair) -> bool) {
        found.clear();
        for (i, a) in boxes.iter() {
            let later = (i + 1..).zip(&boxes.slots()[i as usize + 1..]);
            let met = later.filter(|(_, b)| a.overlaps(b)).map(|(j, _)| [i, j]);
            found.extend(met.filter(|&pair| wanted(pair)));
        }
    }
}

impl<V: Vector> Index<V> for Brute {
    fn kind(&self) -> IndexKind {
        IndexKind::Brute
    }
    fn refresh(&mut self, _: &Boxes<V>, _: Threads) {}
    fn pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        Self::collect(boxes, found, |_| true);
    }
    fn changed_pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        Self::collect(boxes, found, |pair| boxes.is_changed_pair(pair));
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        let mut met = boxes.iter().filter(|(_, aabb)| aabb.overlaps(query));
        met.try_for_each(|(slot, _)| visit(slot))
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        let mut search = Approach::new(boxes, target, visit);
        boxes.iter().for_each(|(slot, aabb)| search.look(slot, aabb));
        search.limit
    }
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        boxes.iter().for_each(|(_, aabb)| visit(aabb, 0));
    }
    fn validate(&self, _: &Boxes<V>) -> Result<(), Broken> {
        Ok(())
    }
    fn bytes(&self) -> usize {
        0
    }
}
