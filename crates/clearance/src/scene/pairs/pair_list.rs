//! A list of pairs with what is known of each.

use alloc::vec::Vec;

use super::adjacency::NONE;
use crate::index::SlotPair;
use crate::math::Vector;
use crate::pair::{Manifold, QueryError, Relation};
use crate::scene::store::bytes;

/// Room for so many altered pairs is made at once: most steps that have any have fewer, and allocate nothing
/// more.
pub(in crate::scene) const FEW: usize = 64;

/// How much a scene finds out about each pair of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing, not even which pairs there are: for scenes that are only queried.
    Nothing,
    /// That their boxes meet. For upright boxes that is whether they meet, but for the rounding of their
    /// corners.
    Boxes,
    /// That they meet, and how they lie to each other.
    #[default]
    Relation,
    /// That they meet or are within the scene's margin, and where: contact points, but none at the seams of
    /// what lies side by side ([`Scene::with_joined_seams`](crate::scene::Scene::with_joined_seams)). Sensors
    /// get no points.
    Manifold,
}

/// What was found out about a candidate.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant)] // in one list that is kept from step to step
pub(in crate::scene) enum Finding<V: Vector> {
    /// They are apart, or not tested.
    Apart,
    /// They meet, and that is all that was asked.
    Met,
    Related(Relation),
    Touching(Manifold<V>),
    /// The question has no answer for this pair.
    Unanswered(QueryError),
}

/// What is known of the pairs of a list: nothing, or one of these for each.
#[derive(Debug)]
pub(in crate::scene) struct Facts<V: Vector> {
    relations: Vec<Relation>,
    manifolds: Vec<Manifold<V>>,
    /// For each manifold that is another than the pair has by itself (`inner_edges/`), where in `raw` that
    /// one is, else [`NONE`].
    altered: Vec<u32>,
    /// Entries, with the manifolds that they have by themselves.
    raw: Vec<(u32, Manifold<V>)>,
}

impl<V: Vector> Default for Facts<V> {
    fn default() -> Self {
        Self {
            relations: Vec::new(),
            manifolds: Vec::new(),
            altered: Vec::new(),
            raw: Vec::new(),
        }
    }
}

impl<V: Vector> Facts<V> {
    fn clear(&mut self) {
        self.relations.clear();
        self.manifolds.clear();
        self.altered.clear();
        self.raw.clear();
    }
    /// Adds the facts about one more pair; all pairs of a list have facts of the same kind.
    #[inline]
    pub(in crate::scene) fn push(&mut self, finding: &Finding<V>) {
        match finding {
            Finding::Related(relation) => self.relations.push(*relation),
            Finding::Touching(manifold) => {
                self.manifolds.push(*manifold);
                self.altered.push(NONE);
            }
            Finding::Apart | Finding::Met | Finding::Unanswered(_) => {}
        }
    }
    /// Adds those of another list's entry.
    #[inline]
    pub(in crate::scene) fn push_from(&mut self, other: &Self, entry: usize) {
        self.relations.extend(other.relations.get(entry));
        self.manifolds.extend(other.manifolds.get(entry));
        if let Some(raw) = other.raw(entry) {
            self.altered.push(NONE);
            self.note(self.altered.len() - 1, other.is_altered(entry), *raw);
        }
    }
    /// Replaces those of an entry by those of another list's.
    #[inline]
    pub(in crate::scene) fn set_from(&mut self, entry: usize, other: &Self, from: usize) {
        if let (Some(old), Some(new)) = (self.relations.get_mut(entry), other.relations.get(from)) {
            *old = *new;
        }
        if let (Some(old), Some(new)) = (self.manifolds.get_mut(entry), other.manifolds.get(from)) {
            *old = *new;
            self.forget(entry);
            self.note(
                entry,
                other.is_altered(from),
                other.raw(from).copied().unwrap_or(*new),
            );
        }
    }
    /// Whether nothing is known but that the pairs are there.
    pub(in crate::scene) fn is_empty(&self) -> bool {
        self.relations.is_empty() && self.manifolds.is_empty()
    }
    pub(in crate::scene) fn relation(&self, entry: usize) -> Option<Relation> {
        self.relations.get(entry).copied()
    }
    pub(in crate::scene) fn manifold(&self, entry: usize) -> Option<&Manifold<V>> {
        self.manifolds.get(entry)
    }
    /// Whether an entry's manifold is another than the pair has by itself.
    pub(in crate::scene) fn is_altered(&self, entry: usize) -> bool {
        self.altered.get(entry).is_some_and(|&altered| altered != NONE)
    }
    /// The manifold that an entry's pair has by itself.
    pub(in crate::scene) fn raw(&self, entry: usize) -> Option<&Manifold<V>> {
        match self.altered.get(entry) {
            None | Some(&NONE) => self.manifold(entry),
            Some(&place) => self.raw.get(place as usize).map(|(_, raw)| raw),
        }
    }
    /// Gives an entry another manifold than the pair has by itself,
    pub(in crate::scene) fn alter(&mut self, entry: usize, manifold: Manifold<V>) {
        self.restore(entry);
        self.note(entry, true, self.manifolds[entry]);
        self.manifolds[entry] = manifold;
    }
    /// or that one again.
    pub(in crate::scene) fn restore(&mut self, entry: usize) {
        if let Some(raw) = self.forget(entry) {
            self.manifolds[entry] = raw;
        }
    }
    fn note(&mut self, entry: usize, is_altered: bool, raw: Manifold<V>) {
        if is_altered {
            self.altered[entry] = self.raw.len() as u32;
            self.raw.reserve(FEW.saturating_sub(self.raw.len()));
            self.raw.push((entry as u32, raw));
        }
    }
    fn forget(&mut self, entry: usize) -> Option<Manifold<V>> {
        let place = core::mem::replace(&mut self.altered[entry], NONE);
        if place == NONE {
            return None;
        }
        let (_, raw) = self.raw.swap_remove(place as usize);
        if let Some((moved, _)) = self.raw.get(place as usize) {
            self.altered[*moved as usize] = place;
        }
        Some(raw)
    }
}

/// Pairs, and what is known of each.
#[derive(Debug)]
pub(in crate::scene) struct PairList<V: Vector> {
    pub(in crate::scene) pairs: Vec<SlotPair>,
    pub(in crate::scene) facts: Facts<V>,
}

impl<V: Vector> Default for PairList<V> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            facts: Facts::default(),
        }
    }
}

impl<V: Vector> PairList<V> {
    pub(in crate::scene) fn clear(&mut self) {
        self.pairs.clear();
        self.facts.clear();
    }
    #[inline]
    pub(in crate::scene) fn push(&mut self, pair: SlotPair, finding: &Finding<V>) {
        self.pairs.push(pair);
        self.facts.push(finding);
    }
    #[inline]
    pub(in crate::scene) fn push_from(&mut self, other: &Self, entry: usize) {
        self.pairs.push(other.pairs[entry]);
        self.facts.push_from(&other.facts, entry);
    }
    /// Makes room for this many pairs, not for twice as many, as growing by itself might.
    pub(in crate::scene) fn make_room(&mut self, count: usize) {
        if self.pairs.capacity() < count {
            self.pairs.reserve_exact(count + count / 16 - self.pairs.len());
        }
    }
    /// Gives back room that a list does not need which is unlikely to become a quarter longer.
    pub(in crate::scene) fn trim(&mut self) {
        let count = self.pairs.len();
        if self.pairs.capacity() > 256 + count + count / 4 {
            self.pairs.shrink_to(count + count / 8);
        }
    }
    /// Adds another list's pairs.
    #[cfg(feature = "rayon")]
    pub(in crate::scene) fn append(&mut self, other: &Self) {
        self.pairs.extend_from_slice(&other.pairs);
        self.facts.relations.extend_from_slice(&other.facts.relations);
        self.facts.manifolds.extend_from_slice(&other.facts.manifolds);
        // What was just judged is not altered yet.
        self.facts.altered.resize(self.facts.manifolds.len(), NONE);
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        bytes(&self.pairs)
            + bytes(&self.facts.relations)
            + bytes(&self.facts.manifolds)
            + bytes(&self.facts.altered)
            + bytes(&self.facts.raw)
    }
}
