//! A list of pairs with what is known of each.

use alloc::vec::Vec;

use super::adjacency::NONE;
use crate::index::SlotPair;
use crate::math::Vector;
use crate::pair::{Manifold, QueryError, Relation};
use crate::scene::store::bytes;

/// Capacity that is reserved at once for altered manifolds. Most steps have fewer, so they allocate nothing
/// more.
pub(in crate::scene) const ALTERED_CAPACITY: usize = 64;

/// How much a scene finds out about each pair of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing, not even which pairs there are: for scenes that only answer queries.
    Nothing,
    /// That the boxes of two objects meet. For boxes that are not rotated this tells whether the objects
    /// meet, except that corners are rounded.
    Boxes,
    /// That two objects meet, and their relation.
    #[default]
    Relation,
    /// That two objects meet or are within the scene's margin, and where: contact points, but none at inner
    /// edges between objects that lie side by side
    /// ([`Scene::with_joined_seams`](crate::scene::Scene::with_joined_seams)). Sensors get no points.
    Manifold,
}

/// What the narrow phase found out about a pair.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant)] // only one at a time: lists keep relations and manifolds apart
pub(in crate::scene) enum PairResult<V: Vector> {
    /// They are apart, or their filters do not allow the pair.
    Apart,
    /// They meet, and nothing more was asked.
    Meets,
    Relation(Relation),
    Manifold(Manifold<V>),
    /// The question has no answer for this pair.
    Unanswered(QueryError),
}

/// What is known of the pairs of a list: nothing, or a relation or a manifold for each.
#[derive(Debug, Default)]
pub(in crate::scene) struct PairDetails<V: Vector> {
    relations: Vec<Relation>,
    manifolds: Vec<Manifold<V>>,
    /// For each manifold that `inner_edges/` has altered, the place of the original one in `originals`, else
    /// [`NONE`].
    altered: Vec<u32>,
    /// Entries of altered manifolds, with the manifold that the pair has by itself.
    originals: Vec<(u32, Manifold<V>)>,
}

impl<V: Vector> PairDetails<V> {
    fn clear(&mut self) {
        self.relations.clear();
        self.manifolds.clear();
        self.altered.clear();
        self.originals.clear();
    }
    /// Adds what is known of one more pair. All pairs of a list have details of the same kind.
    #[inline]
    fn push(&mut self, result: &PairResult<V>) {
        match result {
            PairResult::Relation(relation) => self.relations.push(*relation),
            PairResult::Manifold(manifold) => {
                self.manifolds.push(*manifold);
                self.altered.push(NONE);
            }
            PairResult::Apart | PairResult::Meets | PairResult::Unanswered(_) => {}
        }
    }
    /// Adds the details of another list's entry.
    #[inline]
    pub(in crate::scene) fn push_from(&mut self, other: &Self, entry: usize) {
        self.relations.extend(other.relations.get(entry));
        self.manifolds.extend(other.manifolds.get(entry));
        if let Some(original) = other.original(entry) {
            self.altered.push(NONE);
            self.keep_original(self.altered.len() - 1, other.is_altered(entry), *original);
        }
    }
    /// Replaces the details of an entry by those of another list's entry.
    #[inline]
    pub(in crate::scene) fn set_from(&mut self, entry: usize, other: &Self, from: usize) {
        if let (Some(old), Some(new)) = (self.relations.get_mut(entry), other.relations.get(from)) {
            *old = *new;
        }
        if let (Some(old), Some(new)) = (self.manifolds.get_mut(entry), other.manifolds.get(from)) {
            *old = *new;
            self.take_original(entry);
            let original = other.original(from).copied().unwrap_or(*new);
            self.keep_original(entry, other.is_altered(from), original);
        }
    }
    /// Whether nothing is known of the pairs except that they are there.
    pub(in crate::scene) fn is_empty(&self) -> bool {
        self.relations.is_empty() && self.manifolds.is_empty()
    }
    pub(in crate::scene) fn relation(&self, entry: usize) -> Option<Relation> {
        self.relations.get(entry).copied()
    }
    pub(in crate::scene) fn manifold(&self, entry: usize) -> Option<&Manifold<V>> {
        self.manifolds.get(entry)
    }
    /// Whether an entry's manifold is not the one that the pair has by itself.
    pub(in crate::scene) fn is_altered(&self, entry: usize) -> bool {
        self.altered.get(entry).is_some_and(|&altered| altered != NONE)
    }
    /// The manifold that an entry's pair has by itself.
    pub(in crate::scene) fn original(&self, entry: usize) -> Option<&Manifold<V>> {
        match self.altered.get(entry) {
            None | Some(&NONE) => self.manifold(entry),
            Some(&place) => self.originals.get(place as usize).map(|(_, original)| original),
        }
    }
    /// Gives an entry another manifold than the pair has by itself.
    pub(in crate::scene) fn alter(&mut self, entry: usize, manifold: Manifold<V>) {
        self.restore(entry);
        self.keep_original(entry, true, self.manifolds[entry]);
        self.manifolds[entry] = manifold;
    }
    /// Gives an entry the manifold again that the pair has by itself.
    pub(in crate::scene) fn restore(&mut self, entry: usize) {
        if let Some(original) = self.take_original(entry) {
            self.manifolds[entry] = original;
        }
    }
    fn keep_original(&mut self, entry: usize, is_altered: bool, original: Manifold<V>) {
        if is_altered {
            self.altered[entry] = self.originals.len() as u32;
            self.originals
                .reserve(ALTERED_CAPACITY.saturating_sub(self.originals.len()));
            self.originals.push((entry as u32, original));
        }
    }
    fn take_original(&mut self, entry: usize) -> Option<Manifold<V>> {
        let place = core::mem::replace(&mut self.altered[entry], NONE);
        if place == NONE {
            return None;
        }
        let (_, original) = self.originals.swap_remove(place as usize);
        if let Some((moved, _)) = self.originals.get(place as usize) {
            self.altered[*moved as usize] = place;
        }
        Some(original)
    }
}

/// Pairs, and what is known of each.
#[derive(Debug, Default)]
pub(in crate::scene) struct PairList<V: Vector> {
    pub(in crate::scene) pairs: Vec<SlotPair>,
    pub(in crate::scene) details: PairDetails<V>,
}

impl<V: Vector> PairList<V> {
    pub(in crate::scene) fn clear(&mut self) {
        self.pairs.clear();
        self.details.clear();
    }
    #[inline]
    pub(in crate::scene) fn push(&mut self, pair: SlotPair, result: &PairResult<V>) {
        self.pairs.push(pair);
        self.details.push(result);
    }
    #[inline]
    pub(in crate::scene) fn push_from(&mut self, other: &Self, entry: usize) {
        self.pairs.push(other.pairs[entry]);
        self.details.push_from(&other.details, entry);
    }
    /// Reserves memory for this many pairs and a sixteenth more. A list that grows by itself might double.
    pub(in crate::scene) fn reserve_total(&mut self, count: usize) {
        if self.pairs.capacity() < count {
            self.pairs.reserve_exact(count + count / 16 - self.pairs.len());
        }
    }
    /// Gives memory back that a list will not need unless it becomes a quarter longer.
    pub(in crate::scene) fn trim(&mut self) {
        let count = self.pairs.len();
        if self.pairs.capacity() > 256 + count + count / 4 {
            self.pairs.shrink_to(count + count / 8);
        }
    }
    /// Adds another list's pairs, none of which is altered.
    #[cfg(feature = "rayon")]
    pub(in crate::scene) fn append(&mut self, other: &Self) {
        self.pairs.extend_from_slice(&other.pairs);
        let (details, more) = (&mut self.details, &other.details);
        details.relations.extend_from_slice(&more.relations);
        details.manifolds.extend_from_slice(&more.manifolds);
        details.altered.resize(details.manifolds.len(), NONE);
    }
    pub(in crate::scene) fn bytes(&self) -> usize {
        let details = &self.details;
        let originals = bytes(&details.altered) + bytes(&details.originals);
        bytes(&self.pairs) + bytes(&details.relations) + bytes(&details.manifolds) + originals
    }
}
