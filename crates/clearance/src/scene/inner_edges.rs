//! Contacts at the seams between objects, as of a floor of many tiles: `pair/inner_edges/`, which says what is one, with the
//! other objects that a slider touches as its ground.
//!
//! The pairs of a step are judged each for itself; then those of each object are looked at together. What a pair then has
//! instead is kept in the list of pairs, marked as altered, and is found again from the pair itself when something beside it
//! has changed. So it depends on the pairs there are, not on the order in which they came.
//!
//! Limit: an object with more than [`MOST`] contacts is ground for others, no slider itself.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::object::Data;
use super::pair_list::Finding;
use super::store::{Store, bytes};
use super::{Detail, Scene};
use crate::cast::CastSpace;
use crate::index::{SlotPair, Threads};
use crate::math::{Aabb, Pose, Real, ScalarOf, Vector};
use crate::pair::{Few, Ground, Manifold, SideTouch, Verdict, VisitSet, each_leaf_near, judge};
use crate::shape::Placed;

/// So many contacts of one object are looked at together, at most.
const MOST: usize = 512;

/// What a pair has instead: its entry, the object that slides, the contact.
type Altered<V> = (u32, u32, Manifold<V>);

/// Whether a scene looks at seams, and room for doing so.
#[derive(Debug)]
pub(super) struct Seams<V: Vector> {
    pub(super) are_joined: bool,
    /// The objects of all pairs that were judged or ended in a step, ascending.
    news: Vec<u32>,
    /// These and all that they touch.
    sliders: Vec<u32>,
    altered: Vec<Altered<V>>,
}

impl<V: Vector> Default for Seams<V> {
    fn default() -> Self {
        Self {
            are_joined: false,
            news: Vec::new(),
            sliders: Vec::new(),
            altered: Vec::new(),
        }
    }
}

impl<V: Vector> Seams<V> {
    pub(super) fn bytes(&self) -> usize {
        bytes(&self.news) + bytes(&self.sliders) + bytes(&self.altered)
    }
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Looks at the contacts of a step at inner edges; `all` where every pair was judged.
    pub(super) fn look_at_inner_edges(&mut self, all: bool) {
        if self.detail != Detail::Manifold || !self.seams.are_joined {
            return;
        }
        self.contacts.make_findable(self.store.slot_count() as usize);
        let mut seams = core::mem::take(&mut self.seams);
        self.gather_sliders(&mut seams, all);
        self.find_altered(&seams.sliders, &mut seams.altered);
        let is_news = |pair: SlotPair| all || pair.iter().any(|slot| seams.news.binary_search(slot).is_ok());
        let (pairs, names) = (&self.contacts.now.pairs, &self.store.names);
        seams
            .altered
            .retain(|(entry, ..)| is_news(pairs[*entry as usize]));
        seams
            .altered
            .sort_unstable_by_key(|(entry, slider, _)| (*entry, names[*slider as usize]));
        seams.altered.dedup_by_key(|(entry, ..)| *entry);
        if !all {
            self.restore(&seams.sliders, is_news);
        }
        for (entry, _, manifold) in seams.altered.drain(..) {
            self.contacts.now.facts.alter(entry as usize, manifold);
        }
        self.seams = seams;
    }
    fn gather_sliders(&self, seams: &mut Seams<V>, all: bool) {
        seams.news.clear();
        seams.sliders.clear();
        if all {
            return seams.sliders.extend(self.store.slots());
        }
        let boxes = &self.store.boxes;
        let has_changed = |pair: &&SlotPair| pair.iter().any(|&slot| boxes.is_changed(slot));
        let judged = self.candidates.judged.contacts.pairs.iter();
        let ended = self.contacts.ended.iter();
        // After a whole step those of before that had one that has changed: these ended, or were judged again.
        let before = self.contacts.of_before().iter().filter(has_changed);
        let all = judged.chain(ended).chain(before);
        seams.news.extend(all.flatten());
        seams.news.sort_unstable();
        seams.news.dedup();
        seams.sliders.extend_from_slice(&seams.news);
        let pairs = &self.contacts.now.pairs;
        for &slot in &seams.news {
            self.contacts
                .for_each_of(slot, |entry| seams.sliders.extend(pairs[entry as usize]));
        }
        seams.sliders.sort_unstable();
        seams.sliders.dedup();
    }
    fn find_altered(&self, sliders: &[u32], altered: &mut Vec<Altered<V>>) {
        altered.clear();
        #[cfg(feature = "rayon")]
        if self.threads == Threads::All && sliders.len() > 512 {
            use rayon::prelude::*;
            let found = sliders.par_iter().map(|&slider| self.altered_of(slider));
            return altered.par_extend(found.flatten_iter());
        }
        let _ = Threads::All;
        altered.extend(sliders.iter().flat_map(|&slider| self.altered_of(slider)));
    }
    /// The contacts of an object that are at inner edges, with what it has there instead.
    fn altered_of(&self, slider: u32) -> Few<Altered<V>> {
        let mut entries = Few::<u32>::new();
        self.contacts.for_each_of(slider, |entry| entries.push(entry));
        if entries.len() < 2 || entries.len() > MOST {
            return Few::new();
        }
        let pairs = &self.contacts.now.pairs;
        let other = |entry: u32| {
            let [a, b] = pairs[entry as usize];
            if a == slider { b } else { a }
        };
        entries.sort_unstable_by_key(|&entry| self.store.names[other(entry) as usize]);
        let mut touches = Few::<SideTouch<V>>::new();
        let mut ground = Others {
            store: &self.store,
            slots: Few::new(),
            entries: Few::new(),
        };
        for entry in entries {
            let is_first = self.store.oriented(pairs[entry as usize])[0] == slider;
            let manifold = self.as_judged(entry);
            let seen = manifold.map(|m| if is_first { m.mirrored() } else { m });
            if let Some(touch) = seen.and_then(|m| SideTouch::of(&m)) {
                touches.push(touch);
                ground.slots.push(other(entry));
                ground.entries.push((entry, is_first));
            }
        }
        self.judged_on(slider, &ground, &touches)
    }
    fn judged_on(&self, slider: u32, ground: &Others<'_, V, T>, touches: &[SideTouch<V>]) -> Few<Altered<V>> {
        let mut altered = Few::new();
        let (Some(shape), false) = (self.store.shape(slider), all_alike(touches)) else {
            return altered;
        };
        let (pose, around) = (self.store.pose(slider), self.store.boxes.slots()[slider as usize]);
        let placed = Placed::<V>::new(shape, &pose);
        let Some(verdicts) = judge(placed, around, ground, touches, self.store.margin) else {
            return altered;
        };
        for (verdict, (entry, is_first)) in verdicts.into_iter().zip(&ground.entries) {
            let manifold = match verdict {
                Verdict::Real => continue,
                Verdict::Instead(manifold) => manifold,
                Verdict::Covered(normal) => Manifold::new(normal),
            };
            let manifold = if *is_first { manifold.mirrored() } else { manifold };
            altered.push((*entry, slider, manifold));
        }
        altered
    }
    /// The contact of a pair as it is by itself.
    fn as_judged(&self, entry: u32) -> Option<Manifold<V>> {
        let list = &self.contacts.now;
        if !list.facts.is_altered(entry as usize) {
            return list.facts.manifold(entry as usize).copied();
        }
        match self.store.judge(list.pairs[entry as usize], Detail::Manifold) {
            Finding::Touching(manifold) => Some(manifold),
            _ => None,
        }
    }
    /// Makes the altered contacts of these objects, of pairs with news, what they are by themselves.
    fn restore(&mut self, sliders: &[u32], is_news: impl Fn(SlotPair) -> bool) {
        for &slider in sliders {
            let mut entries = Few::<u32>::new();
            self.contacts.for_each_of(slider, |entry| entries.push(entry));
            for entry in entries {
                let list = &self.contacts.now;
                if list.facts.is_altered(entry as usize)
                    && is_news(list.pairs[entry as usize])
                    && let Some(manifold) = self.as_judged(entry)
                {
                    self.contacts.now.facts.restore(entry as usize, manifold);
                }
            }
        }
    }
}

/// Whether all contacts have one normal, but for rounding: then no seam shows.
fn all_alike<V: Vector>(touches: &[SideTouch<V>]) -> bool {
    let rounding = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0);
    touches
        .windows(2)
        .all(|pair| (pair[0].normal - pair[1].normal).max_abs() <= rounding)
}

/// The other objects that one touches.
struct Others<'a, V: CastSpace, T> {
    store: &'a Store<V, T>,
    slots: Few<u32>,
    /// The entry of each pair, and whether the slider is its first.
    entries: Few<(u32, bool)>,
}

impl<V: CastSpace, T: Data> Ground<V> for Others<'_, V, T> {
    fn with<R>(&self, i: usize, ask: impl FnOnce(Placed<'_, V>) -> R) -> R {
        let slot = self.slots[i];
        let pose: Pose<V> = self.store.pose(slot);
        match self.store.shape(slot) {
            Some(shape) => ask(Placed::<V>::new(shape, &pose)),
            // What was removed is in no pair.
            None => ask(Placed::<V>::new(&<V as CastSpace>::point(), &pose)),
        }
    }
    fn aabb(&self, i: usize) -> Aabb<V> {
        self.store.boxes.slots()[self.slots[i] as usize]
    }
    fn each_near(&self, i: usize, around: &Aabb<V>, visit: VisitSet<'_, V>) -> ControlFlow<()> {
        for j in (0..self.slots.len()).filter(|&j| j != i) {
            if self.aabb(j).overlaps(around) {
                self.with(j, |other| each_leaf_near(other, None, around, visit))?;
            }
        }
        ControlFlow::Continue(())
    }
}
