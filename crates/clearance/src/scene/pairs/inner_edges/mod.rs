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

mod glance;
mod ground;

use alloc::vec::Vec;

use super::pair_list::FEW;
use crate::cast::CastSpace;
use crate::index::{SlotPair, Threads};
use crate::math::Vector;
use crate::pair::{ContactOutcome, GroundContact, Manifold, resolve_inner_edges};
use crate::scene::store::bytes;
use crate::scene::store::object::Data;
use crate::scene::{Detail, Scene, Stop};
use crate::shape::Placed;
use glance::Near;
use ground::Others;

/// Marks of slots.
const NEWS: u8 = 1;
const NEIGHBOUR: u8 = 2;

/// So many contacts of one object are looked at together, at most.
const MOST: usize = 512;

/// What a pair has instead: its entry, the object that slides, the contact.
type Altered<V> = (u32, u32, Manifold<V>);

/// Whether a scene looks at seams, and room for doing so.
#[derive(Debug)]
pub(in crate::scene) struct Seams<V: Vector> {
    pub(in crate::scene) are_joined: bool,
    /// The objects of all pairs that were judged or ended in a step, and what they touch in a pair that has
    /// been altered: either of the two may have altered it.
    sliders: Vec<u32>,
    /// For each slot, [`NEWS`], [`NEIGHBOUR`], or 0 where it is in no such pair; between steps 0.
    marks: Vec<u8>,
    altered: Vec<Altered<V>>,
    room: Room<V>,
}

/// Room for the contacts of one slider.
#[derive(Debug)]
struct Room<V: Vector> {
    near: Vec<Near<V>>,
    /// The same in full.
    touches: Vec<GroundContact<V>>,
    entries: Vec<u32>,
}

impl<V: Vector> Default for Room<V> {
    fn default() -> Self {
        Self {
            near: Vec::new(),
            touches: Vec::new(),
            entries: Vec::new(),
        }
    }
}

impl<V: Vector> Default for Seams<V> {
    fn default() -> Self {
        Self {
            are_joined: true,
            sliders: Vec::new(),
            marks: Vec::new(),
            altered: Vec::new(),
            room: Room::default(),
        }
    }
}

impl<V: Vector> Seams<V> {
    fn mark(&mut self, slot: u32, mark: u8) {
        if self.marks[slot as usize] == 0 {
            self.marks[slot as usize] = mark;
            self.sliders.push(slot);
        }
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let room = &self.room;
        bytes(&self.sliders)
            + bytes(&self.marks)
            + bytes(&self.altered)
            + bytes(&room.near)
            + bytes(&room.touches)
            + bytes(&room.entries)
    }
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Looks at the contacts of a step at inner edges; `all` where every pair was judged. Whether it came to
    /// its end.
    pub(in crate::scene) fn look_at_inner_edges(&mut self, all: bool, stop: Stop<'_>) -> bool {
        if self.detail != Detail::Manifold || !self.seams.are_joined {
            return true;
        }
        self.contacts.make_findable(self.store.slot_count() as usize);
        let mut seams = core::mem::take(&mut self.seams);
        self.gather_sliders(&mut seams, all);
        let is_whole = self.find_altered(&mut seams, stop);
        let marks = &seams.marks;
        let is_news = |pair: SlotPair| all || pair.iter().any(|&slot| marks[slot as usize] == NEWS);
        let (pairs, names) = (&self.contacts.now.pairs, &self.store.names);
        seams
            .altered
            .retain(|(entry, ..)| is_news(pairs[*entry as usize]));
        seams
            .altered
            .sort_unstable_by_key(|(entry, slider, _)| (*entry, names[*slider as usize]));
        seams.altered.dedup_by_key(|(entry, ..)| *entry);
        if !all {
            self.restore(&mut seams.room.entries, &seams.sliders, is_news);
        }
        for (entry, _, manifold) in seams.altered.drain(..) {
            self.contacts.now.facts.alter(entry as usize, manifold);
        }
        for &slot in &seams.sliders {
            seams.marks[slot as usize] = 0;
        }
        self.seams = seams;
        is_whole
    }
    fn gather_sliders(&self, seams: &mut Seams<V>, all: bool) {
        let count = self.store.slot_count() as usize;
        seams.sliders.clear();
        seams.sliders.reserve(count);
        seams.marks.resize(count.max(seams.marks.len()), 0);
        if all {
            return seams.sliders.extend(self.store.slots());
        }
        let boxes = &self.store.boxes;
        let has_changed = |pair: &&SlotPair| pair.iter().any(|&slot| boxes.is_changed(slot));
        let judged = self.candidates.judged.contacts.pairs.iter();
        let ended = self.contacts.ended.iter();
        // After a whole step those of before that had one that has changed: these ended, or were judged
        // again.
        let before = self.contacts.of_before().iter().filter(has_changed);
        for &slot in judged.chain(ended).chain(before).flatten() {
            seams.mark(slot, NEWS);
        }
        let now = &self.contacts.now;
        for i in 0..seams.sliders.len() {
            self.contacts.for_each_of(seams.sliders[i], |entry| {
                if now.facts.is_altered(entry as usize) {
                    now.pairs[entry as usize]
                        .into_iter()
                        .for_each(|slot| seams.mark(slot, NEIGHBOUR));
                }
            });
        }
        seams.sliders.sort_unstable();
    }
    /// Whether it came to its end.
    fn find_altered(&self, seams: &mut Seams<V>, stop: Stop<'_>) -> bool {
        let Seams {
            sliders,
            altered,
            room,
            ..
        } = seams;
        altered.clear();
        #[cfg(feature = "rayon")]
        if self.threads == Threads::All && sliders.len() > 512 {
            use rayon::prelude::*;
            let none = || (Room::default(), Vec::new());
            let found = sliders.par_iter().fold(none, |(mut room, mut found), &slider| {
                if !stop() {
                    self.add_altered_of(slider, &mut room, &mut found);
                }
                (room, found)
            });
            altered.par_extend(found.flat_map_iter(|(_, found)| found));
            return !stop();
        }
        let _ = Threads::All;
        for &slider in &*sliders {
            if stop() {
                return false;
            }
            self.add_altered_of(slider, room, altered);
        }
        true
    }
    /// Adds the contacts of an object that are at inner edges, with what it has there instead.
    fn add_altered_of(&self, slider: u32, room: &mut Room<V>, altered: &mut Vec<Altered<V>>) {
        if !self.may_have_inner_edges(slider, &mut room.near) {
            return;
        }
        // In an order that does not depend on the steps before.
        (room.near).sort_unstable_by_key(|near| self.store.names[near.other as usize]);
        room.touches.clear();
        room.touches.reserve(room.near.capacity());
        for near in &room.near {
            let manifold = self.contacts.now.facts.raw(near.entry as usize);
            let seen = manifold.map(|m| if near.is_first { m.mirrored() } else { *m });
            room.touches.extend(seen.and_then(|m| GroundContact::of(&m)));
        }
        self.add_judged(slider, room, altered);
    }
    fn add_judged(&self, slider: u32, room: &Room<V>, altered: &mut Vec<Altered<V>>) {
        let Some(shape) = self.store.shape(slider) else {
            return;
        };
        let (pose, around) = (self.store.pose(slider), self.store.boxes.slots()[slider as usize]);
        let placed = Placed::<V>::new(shape, &pose);
        let ground = Others {
            scene: self,
            near: &room.near,
        };
        let Some(verdicts) = resolve_inner_edges(placed, around, &ground, &room.touches, self.store.margin)
        else {
            return;
        };
        for (verdict, near) in verdicts.into_iter().zip(&room.near) {
            let manifold = match verdict {
                ContactOutcome::Keep => continue,
                ContactOutcome::Replace(manifold) => manifold,
                ContactOutcome::Drop(normal) => Manifold::new(normal),
            };
            let manifold = if near.is_first {
                manifold.mirrored()
            } else {
                manifold
            };
            altered.reserve(FEW.saturating_sub(altered.len()));
            altered.push((near.entry, slider, manifold));
        }
    }
    /// Makes the altered contacts of these objects, of pairs with news, what they are by themselves.
    fn restore(&mut self, entries: &mut Vec<u32>, sliders: &[u32], is_news: impl Fn(SlotPair) -> bool) {
        for &slider in sliders {
            entries.clear();
            self.contacts.for_each_of(slider, |entry| entries.push(entry));
            let list = &mut self.contacts.now;
            for &entry in &*entries {
                if is_news(list.pairs[entry as usize]) {
                    list.facts.restore(entry as usize);
                }
            }
        }
    }
}
