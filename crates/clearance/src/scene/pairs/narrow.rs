//! The narrow phase: what is known of a pair whose boxes meet.
//!
//! The object with the smaller handle is always the first of the pair, however the two are stored, so normals
//! and feature numbers never change sides.

use alloc::vec::Vec;

use super::pair_list::PairResult;
use crate::cast::CastSpace;
use crate::index::SlotPair;
use crate::math::Real;
use crate::pair::{Memory, PairCache, QueryError, Relation, manifold};
use crate::scene::store::Store;
use crate::scene::store::object::Data;
use crate::scene::{Detail, Handle};
use crate::shape::Placed;

impl<V: CastSpace, T: Data> Store<V, T> {
    /// The two slots of a pair, in the order of their handles.
    #[inline]
    pub(in crate::scene) fn oriented(&self, [a, b]: SlotPair) -> SlotPair {
        if self.slot_handles[a as usize] < self.slot_handles[b as usize] {
            [a, b]
        } else {
            [b, a]
        }
    }
    /// The handles of a pair, the smaller first.
    pub(in crate::scene) fn handles_of(&self, pair: SlotPair) -> [Handle; 2] {
        self.oriented(pair).map(|slot| self.slot_handles[slot as usize])
    }
    /// Whether one of a pair is a sensor: the pair is reported, but neither object pushes the other.
    #[inline]
    pub(in crate::scene) fn has_sensor(&self, [a, b]: SlotPair) -> bool {
        self.is_sensor(a) || self.is_sensor(b)
    }
}

/// What a scene asks about each pair, and what it remembers of pairs.
pub(super) struct Asked<'a, V: CastSpace, T: Data> {
    pub(super) store: &'a Store<V, T>,
    pub(super) detail: Detail,
    pub(super) memories: &'a PairCache,
}

impl<V: CastSpace, T: Data> Asked<'_, V, T> {
    /// Finds out about a pair as much as the scene wants to know. What is new of it to be remembered is added
    /// to a list.
    pub(super) fn narrow_phase(
        &self,
        pair: SlotPair,
        learned: &mut Vec<(SlotPair, Memory)>,
    ) -> PairResult<V> {
        let store = self.store;
        if !(store.accepts_all_pairs() || store.allows(pair)) {
            return PairResult::Apart;
        }
        if self.detail == Detail::Boxes {
            return PairResult::Meets;
        }
        let slots = store.oriented(pair);
        let [Some(shape_a), Some(shape_b)] = slots.map(|slot| store.shape(slot)) else {
            return PairResult::Apart;
        };
        let poses = slots.map(|slot| store.pose(slot));
        let a = Placed::<V>::new(shape_a, &poses[0]);
        let b = Placed::<V>::new(shape_b, &poses[1]);
        if !V::is_remembered(shape_a, shape_b) {
            return self.answer(pair, [a, b], &mut Memory::default());
        }
        let known = self.memories.get(slots);
        let mut memory = known;
        let answer = self.answer(pair, [a, b], &mut memory);
        if memory != known {
            learned.push((slots, memory));
        }
        answer
    }
    fn answer(&self, pair: SlotPair, [a, b]: [Placed<'_, V>; 2], memory: &mut Memory) -> PairResult<V> {
        match self.detail {
            Detail::Nothing | Detail::Boxes => PairResult::Meets,
            Detail::Relation => match memory.relation(a, b) {
                Relation::Disjoint => PairResult::Apart,
                relation => PairResult::Relation(relation),
            },
            Detail::Manifold if self.store.has_sensor(pair) => {
                if memory.intersects(a, b) {
                    PairResult::Meets
                } else {
                    PairResult::Apart
                }
            }
            Detail::Manifold => {
                contact_manifold(a, b, self.store.margin, memory).unwrap_or_else(PairResult::Unanswered)
            }
        }
    }
}

/// The contact manifold of two shapes, unless they are further apart than the margin.
fn contact_manifold<V: CastSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
    memory: &mut Memory,
) -> Result<PairResult<V>, QueryError> {
    if margin == Real::ZERO && !memory.intersects(a, b) || memory.parts(&a, &b, margin) {
        return Ok(PairResult::Apart);
    }
    let manifold = manifold(a, b, margin)?;
    if margin > Real::ZERO && manifold.contacts().is_empty() {
        memory.see_axis([&a, &b], manifold.normal);
        return Ok(PairResult::Apart);
    }
    Ok(PairResult::Manifold(manifold))
}
