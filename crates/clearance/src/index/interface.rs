//! What all indexes have in common: the trait, and the types of its arguments.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::boxes::Boxes;
use super::error::Broken;
use super::kind::IndexKind;
use super::pair_list::{SlotPair, ordered, sort};
use crate::math::{Aabb, Ray, Real, ScalarOf, Vector};

/// Whether a search goes on.
pub(super) type Flow = ControlFlow<()>;

/// Called with the slot of each box that a search finds; `Break` ends the search.
pub type Visit<'a> = &'a mut dyn FnMut(u32) -> ControlFlow<()>;

/// Called with the slot of each box that a search for a [`Target`] finds and the bound of that box. Returns
/// the limit from now on: boxes beyond it are passed over.
pub type VisitWithin<'a, V> = &'a mut dyn FnMut(u32, ScalarOf<V>) -> ScalarOf<V>;

/// What a search goes towards, boxes with a small bound first.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a, V: Vector> {
    /// Boxes on a ray, up to its end. The bound of a box is a lower bound of the time at which the ray
    /// enters.
    Ray(&'a Ray<V>),
    /// Boxes no further from a box than a distance. The bound is a lower bound of the distance.
    Near(&'a Aabb<V>, V::Scalar),
}

/// A way to search a table of boxes. Boxes are closed: boxes that touch meet.
///
/// An index keeps no boxes. It is built over a table that is passed to every call: always the same table, and
/// [`refresh`](Self::refresh)ed after the table has changed. Everything is deterministic, and all indexes
/// give the same pairs in the same order.
pub trait Index<V: Vector>: Send + Sync {
    /// The kind of this index.
    fn kind(&self) -> IndexKind;
    /// Brings the index up to date with the table. [`Boxes::changed`] lists what changed since the last call.
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads);
    /// Replaces `found` by all pairs of boxes that meet, in ascending order.
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>);
    /// Replaces `found` by the pairs of boxes that meet and of which at least one is [`Boxes::changed`], in
    /// ascending order.
    ///
    /// The default picks them from all pairs if it [prefers](Self::prefers_all_pairs) these, else searches
    /// for each changed box.
    fn changed_pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        if self.prefers_all_pairs(boxes) {
            self.pairs(boxes, threads, found);
            return found.retain(|&pair| boxes.is_changed_pair(pair));
        }
        search_changed(self, boxes, found);
    }
    /// The same in no particular order, each pair once: for callers that need no order and whose changes are
    /// few.
    ///
    /// The default gives them in ascending order.
    fn find_changed_pairs(&mut self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        self.changed_pairs(boxes, Threads::One, found);
    }
    /// Whether so many boxes have changed that [`pairs`](Self::pairs) takes no longer than
    /// [`changed_pairs`](Self::changed_pairs), for callers that can use either list.
    ///
    /// By default, when more than half of the boxes have changed.
    fn prefers_all_pairs(&mut self, boxes: &Boxes<V>) -> bool {
        boxes.changed().len() > boxes.len() / 2
    }
    /// Calls `visit` with the slot of every box that meets `query`, in no particular order, until it breaks.
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()>;
    /// The same with all slots, those that are found together in one call.
    ///
    /// The default calls `visit` with one slot at a time.
    fn overlapping_together(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: &mut dyn FnMut(&[u32])) {
        let _ = self.overlapping(boxes, query, &mut |slot| {
            visit(&[slot]);
            ControlFlow::Continue(())
        });
    }
    /// Calls `visit` with every box within the limit of a target and its bound, roughly those of small bounds
    /// first. Returns the last limit.
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar;
    /// Calls `visit` with the slot of every box on a ray and the time at which the ray enters it (or a little
    /// earlier, never later), roughly front to back. `visit` returns the time after which boxes no longer
    /// matter; the last such time is returned.
    fn cast_ray(&self, boxes: &Boxes<V>, ray: &Ray<V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        self.approach(boxes, Target::Ray(ray), visit)
    }
    /// Calls `visit` with the slot of every box no further than `within` from `query` and a lower bound of
    /// its distance, roughly nearest first. `visit` returns the distance beyond which boxes no longer matter;
    /// the last such distance is returned.
    fn nearest(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: VisitWithin<'_, V>,
    ) -> V::Scalar {
        self.approach(boxes, Target::Near(query, within), visit)
    }
    /// Calls `visit` with the boxes or cells the index is made of and how deep each lies, for debug views.
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32));
    /// Checks all invariants, for tests and bug reports.
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken>;
    /// Bytes on the heap, scratch memory included.
    fn bytes(&self) -> usize;
}

/// How many threads a call may use. The answers have the same bits either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Only the caller's.
    #[default]
    One,
    /// Those of rayon's current pool, if the feature `rayon` is enabled.
    All,
}

impl Threads {
    /// Runs both closures, with [`All`](Self::All) on two threads.
    #[inline]
    pub(super) fn join<A: Send, B: Send>(
        self,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        #[cfg(feature = "rayon")]
        if self == Self::All {
            return super::threads::join(a, b);
        }
        (a(), b())
    }
    /// For how many threads a table of so many boxes is worth dividing.
    #[cfg(any(feature = "rayon", not(target_family = "wasm")))]
    pub(super) fn parts(self, boxes: usize) -> usize {
        #[cfg(feature = "rayon")]
        if self == Self::All {
            return super::threads::parts(boxes);
        }
        let _ = boxes;
        1
    }
}

/// A lower bound of the distance between two closed boxes, at any scale; 0 where they meet.
///
/// Divided by the largest component first, so that no square overflows or vanishes; 8 EPSILON cover the
/// roundings.
pub(crate) fn gap<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Scalar {
    let apart = (a.min - b.max).max(b.min - a.max).max(V::ZERO);
    let largest = apart.max_element();
    if !(largest > Real::ZERO && largest.is_finite()) {
        return largest;
    }
    let shorter = ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    ((apart / largest).length() * shorter * largest).max(largest * shorter)
}

/// Replaces `found` by the pairs with a changed box: searches an index that is up to date for each of them.
pub(super) fn search_changed<V: Vector>(
    index: &(impl Index<V> + ?Sized),
    boxes: &Boxes<V>,
    found: &mut Vec<SlotPair>,
) {
    found.clear();
    for &slot in boxes.changed() {
        let Some(aabb) = boxes.get(slot) else { continue };
        let _ = index.overlapping(boxes, aabb, &mut |other| {
            // Two changed boxes find each other twice: only the search from the smaller slot counts.
            if other != slot && (other > slot || !boxes.is_changed(other)) {
                found.push(ordered(slot, other));
            }
            ControlFlow::Continue(())
        });
    }
    sort(found);
}

/// Adds the pairs of boxes that an index keeps outside of its structure: with each other, and with those that
/// `inside` finds for a box.
pub(super) fn pairs_of_outsiders<V: Vector>(
    outsiders: &[u32],
    boxes: &Boxes<V>,
    found: &mut Vec<SlotPair>,
    inside: impl Fn(&Aabb<V>, &mut dyn FnMut(u32)),
) {
    for (i, &slot) in outsiders.iter().enumerate() {
        let aabb = &boxes.slots()[slot as usize];
        let later = outsiders[i + 1..].iter();
        let met = later.filter(|&&other| aabb.overlaps(&boxes.slots()[other as usize]));
        found.extend(met.map(|&other| ordered(slot, other)));
        inside(aabb, &mut |other| found.push(ordered(slot, other)));
    }
}
