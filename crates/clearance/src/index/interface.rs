//! What all indexes share: the trait, and what its questions have in common.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::boxes::Boxes;
use super::error::Broken;
use super::kind::IndexKind;
use super::pair_list::{SlotPair, ordered, sort};
use crate::math::{Aabb, Ray, Real, ScalarOf, Vector};

/// A way to search a table of boxes. Boxes are closed: what touches, meets.
///
/// An index keeps no boxes, it is built over a table that every call is given again: always the same one, and
/// [`refresh`](Self::refresh)ed after the table has changed. Everything is deterministic, and all indexes
/// give the same pairs in the same order.
pub trait Index<V: Vector>: Send + Sync {
    /// Which one it is.
    fn kind(&self) -> IndexKind;
    /// Brings the index up to date with a table of which [`Boxes::changed`] tells what changed since the last
    /// call.
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads);
    /// Replaces `found` by all pairs of boxes that meet, in ascending order.
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>);
    /// Replaces `found` by the pairs of boxes that meet of which at least one is [`Boxes::changed`], in
    /// ascending order.
    ///
    /// By itself, looks for what meets each changed box.
    fn changed_pairs(&mut self, boxes: &Boxes<V>, _threads: Threads, found: &mut Vec<SlotPair>) {
        search_changed(self, boxes, found);
    }
    /// The same in no particular order, each pair once, for those who need none and whose changes are few.
    ///
    /// By itself, in ascending order.
    fn find_changed_pairs(&mut self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        self.changed_pairs(boxes, Threads::One, found);
    }
    /// Whether so much has changed that [`pairs`](Self::pairs) takes no longer than
    /// [`changed_pairs`](Self::changed_pairs), for those to whom either list will do.
    ///
    /// By itself, when more than half has.
    fn prefers_all_pairs(&mut self, boxes: &Boxes<V>) -> bool {
        boxes.changed().len() > boxes.len() / 2
    }
    /// Calls `visit` with the slot of every box that meets `query`, in no particular order, until it breaks.
    fn overlapping(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// Calls `visit` with the slot of every box on a ray and when the ray enters it (or a little earlier,
    /// never later), roughly front to back. `visit` returns the time after which nothing matters any more;
    /// the last one is returned.
    fn cast_ray(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar;
    /// Calls `visit` with the slot of every box no further than `within` from `query` and a lower bound of
    /// the distance, roughly nearest first. `visit` returns the distance beyond which nothing matters any
    /// more; the last one is returned.
    fn nearest(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar;
    /// Calls `visit` with the boxes or cells the index is made of and how deep each lies, for debug views.
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32));
    /// Checks everything that must always hold inside, for tests and bug reports.
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken>;
    /// Bytes on the heap, scratch included.
    fn bytes(&self) -> usize;
}

/// How many threads a call may use; its answers are the same bits either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The caller's.
    #[default]
    One,
    /// Those of rayon's current pool, where the feature `rayon` is on.
    All,
}

/// A lower bound of the distance between two closed boxes, at any scale; 0 where they meet.
pub(crate) fn gap<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Scalar {
    let apart = (a.min - b.max).max(b.min - a.max).max(V::ZERO);
    let largest = apart.max_element();
    if !(largest > Real::ZERO && largest.is_finite()) {
        return largest;
    }
    let slack = ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    ((apart / largest).length() * slack * largest).max(largest * slack)
}

/// Replaces `found` by the pairs with a changed box, each changed box looked for in an index that is up to
/// date.
pub(super) fn search_changed<V: Vector>(
    index: &(impl Index<V> + ?Sized),
    boxes: &Boxes<V>,
    found: &mut Vec<SlotPair>,
) {
    found.clear();
    for &slot in boxes.changed() {
        let Some(aabb) = boxes.get(slot) else { continue };
        let _ = index.overlapping(boxes, aabb, &mut |other| {
            // Two that have changed find each other twice: the pair is that of the smaller.
            if other != slot && (other > slot || !boxes.is_changed(other)) {
                found.push(ordered(slot, other));
            }
            ControlFlow::Continue(())
        });
    }
    sort(found);
}
