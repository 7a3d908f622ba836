//! Contacts at inner edges between objects, as on a floor of many tiles.
//!
//! `pair/inner_edges/` says which contacts are real, where all the objects that a slider touches are given as
//! its ground. `ground.rs` says which objects make one ground. First each pair is tested by itself. Then the
//! contacts of each object are looked at together; most are excluded by a cheap test (`prefilter.rs`).
//!
//! The manifold that replaces another is kept in the list of pairs beside the original one, from which it is
//! computed again when a neighbouring pair has changed. So the result depends on the pairs there are, not on
//! the order in which they came.
//!
//! Limit: an object with more than [`MOST`] contacts is ground for others, not a slider itself.

mod ground;
mod prefilter;

use alloc::vec::Vec;

use super::pair_list::ALTERED_CAPACITY;
use crate::cast::CastSpace;
use crate::index::{SlotPair, Threads};
use crate::math::Vector;
use crate::pair::{ContactOutcome, GroundContact, Manifold, resolve_inner_edges};
use crate::scene::store::bytes;
use crate::scene::store::object::Data;
use crate::scene::{Detail, Scene, StopSignal};
use crate::shape::Placed;
use ground::TouchedObjects;
use prefilter::SliderContact;

/// Marks of slots: the slot is in a pair that was tested or that ended; the slot is in an altered pair with
/// such a slot.
const AFFECTED: u8 = 1;
const NEIGHBOUR: u8 = 2;

/// The largest number of contacts of one object that are looked at together.
const MOST: usize = 512;

/// What replaces a pair's manifold: the entry, the object that slides, the new manifold.
type AlteredManifold<V> = (u32, u32, Manifold<V>);

/// Whether a scene looks at inner edges, and scratch memory for that.
#[derive(Debug, Default)]
pub(in crate::scene) struct InnerEdges<V: Vector> {
    pub(in crate::scene) are_ignored: bool,
    /// The objects of all pairs that were tested or ended in a step, and their partners in altered pairs:
    /// each of the two may have altered the pair.
    sliders: Vec<u32>,
    /// For each slot [`AFFECTED`], [`NEIGHBOUR`], or 0 if it is in no such pair. All are 0 between steps.
    marks: Vec<u8>,
    altered: Vec<AlteredManifold<V>>,
    scratch: SliderScratch<V>,
}

/// Scratch: the contacts of one slider.
#[derive(Debug, Default)]
struct SliderScratch<V: Vector> {
    contacts: Vec<SliderContact<V>>,
    /// The contacts in full.
    touches: Vec<GroundContact<V>>,
    entries: Vec<u32>,
}

impl<V: Vector> InnerEdges<V> {
    fn mark(&mut self, slot: u32, mark: u8) {
        if self.marks[slot as usize] == 0 {
            self.marks[slot as usize] = mark;
            self.sliders.push(slot);
        }
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let scratch = &self.scratch;
        bytes(&self.sliders)
            + bytes(&self.marks)
            + bytes(&self.altered)
            + bytes(&scratch.contacts)
            + bytes(&scratch.touches)
            + bytes(&scratch.entries)
    }
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Replaces the manifolds of a step at inner edges. `all`: every pair was tested in this step. Whether it
    /// was not interrupted.
    pub(in crate::scene) fn fix_inner_edges(&mut self, all: bool, stop: StopSignal<'_>) -> bool {
        if self.detail != Detail::Manifold || self.inner_edges.are_ignored {
            return true;
        }
        self.contacts.index_by_slot(self.store.slot_count() as usize);
        let mut edges = core::mem::take(&mut self.inner_edges);
        self.gather_sliders(&mut edges, all);
        let is_whole = self.find_altered(&mut edges, stop);
        let (marks, altered) = (&edges.marks, &mut edges.altered);
        let is_affected = |pair: SlotPair| all || pair.iter().any(|&slot| marks[slot as usize] == AFFECTED);
        let (pairs, handles) = (&self.contacts.now.pairs, &self.store.slot_handles);
        altered.retain(|(entry, ..)| is_affected(pairs[*entry as usize]));
        altered.sort_unstable_by_key(|(entry, slider, _)| (*entry, handles[*slider as usize]));
        altered.dedup_by_key(|(entry, ..)| *entry);
        if !all {
            self.restore(&mut edges.scratch.entries, &edges.sliders, is_affected);
        }
        for (entry, _, manifold) in edges.altered.drain(..) {
            self.contacts.now.details.alter(entry as usize, manifold);
        }
        for &slot in &edges.sliders {
            edges.marks[slot as usize] = 0;
        }
        self.inner_edges = edges;
        is_whole
    }
    fn gather_sliders(&self, edges: &mut InnerEdges<V>, all: bool) {
        let count = self.store.slot_count() as usize;
        edges.sliders.clear();
        edges.sliders.reserve(count);
        edges.marks.resize(count.max(edges.marks.len()), 0);
        if all {
            return edges.sliders.extend(self.store.slots());
        }
        let boxes = &self.store.boxes;
        let has_changed = |pair: &&SlotPair| pair.iter().any(|&slot| boxes.is_changed(slot));
        let tested = self.candidates.results.contacts.pairs.iter();
        let ended = self.contacts.ended.iter();
        // After a whole step: a pair of before with a changed object has ended, or was tested again.
        let before = self.contacts.previous_pairs().iter().filter(has_changed);
        for &slot in tested.chain(ended).chain(before).flatten() {
            edges.mark(slot, AFFECTED);
        }
        let now = &self.contacts.now;
        for i in 0..edges.sliders.len() {
            self.contacts.for_each_of(edges.sliders[i], |entry| {
                if now.details.is_altered(entry as usize) {
                    for slot in now.pairs[entry as usize] {
                        edges.mark(slot, NEIGHBOUR);
                    }
                }
            });
        }
        edges.sliders.sort_unstable();
    }
    /// Whether it was not interrupted.
    fn find_altered(&self, inner_edges: &mut InnerEdges<V>, stop: StopSignal<'_>) -> bool {
        let InnerEdges {
            sliders,
            altered,
            scratch,
            ..
        } = inner_edges;
        altered.clear();
        #[cfg(feature = "rayon")]
        if self.threads == Threads::All && sliders.len() > 512 {
            use rayon::prelude::*;
            let none = || (SliderScratch::default(), Vec::new());
            let found = sliders.par_iter().fold(none, |(mut own, mut found), &slider| {
                if !stop() {
                    self.add_altered_of(slider, &mut own, &mut found);
                }
                (own, found)
            });
            altered.par_extend(found.flat_map_iter(|(_, found)| found));
            return !stop();
        }
        let _ = Threads::All;
        for &slider in &*sliders {
            if stop() {
                return false;
            }
            self.add_altered_of(slider, scratch, altered);
        }
        true
    }
    /// Adds the contacts of an object that are at inner edges, with the manifolds that replace them.
    fn add_altered_of(
        &self,
        slider: u32,
        scratch: &mut SliderScratch<V>,
        altered: &mut Vec<AlteredManifold<V>>,
    ) {
        if !self.may_have_inner_edges(slider, &mut scratch.contacts) {
            return;
        }
        // This order does not depend on earlier steps.
        (scratch.contacts).sort_unstable_by_key(|contact| self.store.slot_handles[contact.other as usize]);
        scratch.touches.clear();
        scratch.touches.reserve(scratch.contacts.capacity());
        for contact in &scratch.contacts {
            let manifold = self.contacts.now.details.original(contact.entry as usize);
            let seen = manifold.map(|m| if contact.is_first { m.mirrored() } else { *m });
            scratch.touches.extend(seen.and_then(|m| GroundContact::of(&m)));
        }
        self.add_judged(slider, scratch, altered);
    }
    fn add_judged(&self, slider: u32, scratch: &SliderScratch<V>, altered: &mut Vec<AlteredManifold<V>>) {
        let Some(shape) = self.store.shape(slider) else {
            return;
        };
        let (pose, around) = (self.store.pose(slider), self.store.boxes.slots()[slider as usize]);
        let placed = Placed::<V>::new(shape, &pose);
        let ground = TouchedObjects {
            scene: self,
            contacts: &scratch.contacts,
        };
        let Some(verdicts) =
            resolve_inner_edges(placed, around, &ground, &scratch.touches, self.store.margin)
        else {
            return;
        };
        for (verdict, contact) in verdicts.into_iter().zip(&scratch.contacts) {
            let manifold = match verdict {
                ContactOutcome::Keep => continue,
                ContactOutcome::Replace(manifold) => manifold,
                ContactOutcome::Drop(normal) => Manifold::new(normal),
            };
            let is_first = contact.is_first;
            let manifold = if is_first { manifold.mirrored() } else { manifold };
            altered.reserve(ALTERED_CAPACITY.saturating_sub(altered.len()));
            altered.push((contact.entry, slider, manifold));
        }
    }
    /// Restores the original manifolds of these objects, in affected pairs.
    fn restore(&mut self, entries: &mut Vec<u32>, sliders: &[u32], is_affected: impl Fn(SlotPair) -> bool) {
        for &slider in sliders {
            entries.clear();
            self.contacts.for_each_of(slider, |entry| entries.push(entry));
            let list = &mut self.contacts.now;
            for &entry in &*entries {
                if is_affected(list.pairs[entry as usize]) {
                    list.details.restore(entry as usize);
                }
            }
        }
    }
}
