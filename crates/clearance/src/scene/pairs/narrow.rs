//! The narrow phase: what is known of a pair whose boxes meet.
//!
//! The object with the smaller handle is always the first of the pair, however the two are stored, so normals
//! and feature numbers never change sides.

use super::pair_list::PairResult;
use crate::cast::CastSpace;
use crate::index::SlotPair;
use crate::math::Real;
use crate::pair::{QueryError, Relation, intersects, manifold, relation};
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
    /// Finds out about a pair as much as the scene wants to know.
    pub(in crate::scene) fn narrow_phase(&self, pair: SlotPair, detail: Detail) -> PairResult<V> {
        if !(self.accepts_all_pairs() || self.allows(pair)) {
            return PairResult::Apart;
        }
        if detail == Detail::Boxes {
            return PairResult::Meets;
        }
        let [a, b] = self.oriented(pair);
        let (Some(shape_a), Some(shape_b)) = (self.shape(a), self.shape(b)) else {
            return PairResult::Apart;
        };
        let (pose_a, pose_b) = (self.pose(a), self.pose(b));
        let a = Placed::<V>::new(shape_a, &pose_a);
        let b = Placed::<V>::new(shape_b, &pose_b);
        match detail {
            Detail::Nothing | Detail::Boxes => PairResult::Meets,
            Detail::Relation => match relation(a, b) {
                Relation::Disjoint => PairResult::Apart,
                relation => PairResult::Relation(relation),
            },
            Detail::Manifold if self.has_sensor(pair) => {
                if intersects(a, b) {
                    PairResult::Meets
                } else {
                    PairResult::Apart
                }
            }
            Detail::Manifold => contact_manifold(a, b, self.margin).unwrap_or_else(PairResult::Unanswered),
        }
    }
}

/// The contact manifold of two shapes, unless they are further apart than the margin.
fn contact_manifold<V: CastSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<PairResult<V>, QueryError> {
    if margin == Real::ZERO && !intersects(a, b) {
        return Ok(PairResult::Apart);
    }
    let manifold = manifold(a, b, margin)?;
    if margin > Real::ZERO && manifold.contacts().is_empty() {
        return Ok(PairResult::Apart);
    }
    Ok(PairResult::Manifold(manifold))
}
