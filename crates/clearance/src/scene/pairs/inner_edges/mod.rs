//! Contacts at the seams between objects, as of a floor of many tiles: `pair/inner_edges/`, which says what
//! is one, with the other objects that a slider touches as its ground, where two of these make one ground
//! (`inner_edges/ground.rs`).
//!
//! The pairs of a step are judged each for itself; then those of each object are looked at together, most of
//! them only at a glance (`inner_edges/glance.rs`). What a pair then has instead is kept in the list of pairs
//! beside what it has by itself, from which it is found again when something beside it has changed. So it
//! depends on the pairs there are, not on the order in which they came.
//!
//! Limit: an object with more than [`MOST`] contacts is ground for others, no slider itself.

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

/// Marks of slots.
const AFFECTED: u8 = 1;
const NEIGHBOUR: u8 = 2;

/// So many contacts of one object are looked at together, at most.
const MOST: usize = 512;

/// What a pair has instead: its entry, the object that slides, the contact.
type AlteredManifold<V> = (u32, u32, Manifold<V>);

/// Whether a scene looks at seams, and room for doing so.
#[derive(Debug)]
pub(in crate::scene) struct InnerEdges<V: Vector> {
    pub(in crate::scene) are_joined: bool,
    /// The objects of all pairs that were judged or ended in a step, and what they touch in a pair that has
    /// been altered: either of the two may have altered it.
    sliders: Vec<u32>,
    /// For each slot, [`NEWS`], [`NEIGHBOUR`], or 0 where it is in no such pair; between steps 0.
    marks: Vec<u8>,
    altered: Vec<AlteredManifold<V>>,
    scratch: SliderScratch<V>,
}

/// Room for the contacts of one slider.
#[derive(Debug)]
struct SliderScratch<V: Vector> {
    contacts: Vec<SliderContact<V>>,
    /// The same in full.
    touches: Vec<GroundContact<V>>,
    entries: Vec<u32>,
}

impl<V: Vector> Default for SliderScratch<V> {
    fn default() -> Self {
        Self {
            contacts: Vec::new(),
            touches: Vec::new(),
            entries: Vec::new(),
        }
    }
}

impl<V: Vector> Default for InnerEdges<V> {
    fn default() -> Self {
        Self {
            are_joined: true,
            sliders: Vec::new(),
            marks: Vec::new(),
            altered: Vec::new(),
            scratch: SliderScratch::default(),
        }
    }
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
    /// Looks at the contacts of a step at inner edges; `all` where every pair was judged. Whether it came to
    /// its end.
    pub(in crate::scene) fn fix_inner_edges(&mut self, all: bool, stop: StopSignal<'_>) -> bool {
        if self.detail != Detail::Manifold || !self.inner_edges.are_joined {
            return true;
        }
        self.contacts.index_by_slot(self.store.slot_count() as usize);
        let mut inner_edges = core::mem::take(&mut self.inner_edges);
        self.gather_sliders(&mut inner_edges, all);
        let is_whole = self.find_altered(&mut inner_edges, stop);
        let marks = &inner_edges.marks;
        let is_affected = |pair: SlotPair| all || pair.iter().any(|&slot| marks[slot as usize] == AFFECTED);
        let (pairs, names) = (&self.contacts.now.pairs, &self.store.slot_handles);
        inner_edges
            .altered
            .retain(|(entry, ..)| is_affected(pairs[*entry as usize]));
        inner_edges
            .altered
            .sort_unstable_by_key(|(entry, slider, _)| (*entry, names[*slider as usize]));
        inner_edges.altered.dedup_by_key(|(entry, ..)| *entry);
        if !all {
            self.restore(
                &mut inner_edges.scratch.entries,
                &inner_edges.sliders,
                is_affected,
            );
        }
        for (entry, _, manifold) in inner_edges.altered.drain(..) {
            self.contacts.now.details.alter(entry as usize, manifold);
        }
        for &slot in &inner_edges.sliders {
            inner_edges.marks[slot as usize] = 0;
        }
        self.inner_edges = inner_edges;
        is_whole
    }
    fn gather_sliders(&self, inner_edges: &mut InnerEdges<V>, all: bool) {
        let count = self.store.slot_count() as usize;
        inner_edges.sliders.clear();
        inner_edges.sliders.reserve(count);
        inner_edges.marks.resize(count.max(inner_edges.marks.len()), 0);
        if all {
            return inner_edges.sliders.extend(self.store.slots());
        }
        let boxes = &self.store.boxes;
        let has_changed = |pair: &&SlotPair| pair.iter().any(|&slot| boxes.is_changed(slot));
        let tested = self.candidates.results.contacts.pairs.iter();
        let ended = self.contacts.ended.iter();
        // After a whole step those of before that had one that has changed: these ended, or were judged
        // again.
        let before = self.contacts.previous_pairs().iter().filter(has_changed);
        for &slot in tested.chain(ended).chain(before).flatten() {
            inner_edges.mark(slot, AFFECTED);
        }
        let now = &self.contacts.now;
        for i in 0..inner_edges.sliders.len() {
            self.contacts.for_each_of(inner_edges.sliders[i], |entry| {
                if now.details.is_altered(entry as usize) {
                    now.pairs[entry as usize]
                        .into_iter()
                        .for_each(|slot| inner_edges.mark(slot, NEIGHBOUR));
                }
            });
        }
        inner_edges.sliders.sort_unstable();
    }
    /// Whether it came to its end.
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
            let found = sliders
                .par_iter()
                .fold(none, |(mut scratch, mut found), &slider| {
                    if !stop() {
                        self.add_altered_of(slider, &mut scratch, &mut found);
                    }
                    (scratch, found)
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
    /// Adds the contacts of an object that are at inner edges, with what it has there instead.
    fn add_altered_of(
        &self,
        slider: u32,
        scratch: &mut SliderScratch<V>,
        altered: &mut Vec<AlteredManifold<V>>,
    ) {
        if !self.may_have_inner_edges(slider, &mut scratch.contacts) {
            return;
        }
        // In an order that does not depend on the steps before.
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
            let manifold = if contact.is_first {
                manifold.mirrored()
            } else {
                manifold
            };
            altered.reserve(ALTERED_CAPACITY.saturating_sub(altered.len()));
            altered.push((contact.entry, slider, manifold));
        }
    }
    /// Makes the altered contacts of these objects, of pairs with news, what they are by themselves.
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
