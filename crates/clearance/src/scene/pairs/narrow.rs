//! From candidates, whose boxes meet, to what is known of each pair: every one is asked about where it
//! stands.
//!
//! The first of a pair is the object whose handle is smaller, however they are stored: normals and feature
//! numbers never change sides.

use super::pair_list::Finding;
use crate::cast::CastSpace;
use crate::index::SlotPair;
use crate::math::Real;
use crate::pair::{QueryError, Relation, intersects, manifold, relation};
use crate::scene::Detail;
use crate::scene::store::Store;
use crate::scene::store::object::Data;
use crate::shape::Placed;

impl<V: CastSpace, T: Data> Store<V, T> {
    /// The two slots of a pair in the order of their handles.
    #[inline(always)]
    pub(in crate::scene) fn oriented(&self, [a, b]: SlotPair) -> SlotPair {
        if self.names[a as usize] < self.names[b as usize] {
            [a, b]
        } else {
            [b, a]
        }
    }
    /// Whether a pair's meeting is reported but pushes nothing.
    #[inline(always)]
    pub(in crate::scene) fn is_sensing(&self, [a, b]: SlotPair) -> bool {
        self.is_sensor(a) || self.is_sensor(b)
    }
    /// What is to be known of a pair whose boxes meet.
    pub(in crate::scene) fn judge(&self, pair: SlotPair, detail: Detail) -> Finding<V> {
        if !(self.is_plain() || self.allows(pair)) {
            return Finding::Apart;
        }
        if detail == Detail::Boxes {
            return Finding::Met;
        }
        let [a, b] = self.oriented(pair);
        let (Some(shape_a), Some(shape_b)) = (self.shape(a), self.shape(b)) else {
            return Finding::Apart;
        };
        let (pose_a, pose_b) = (self.pose(a), self.pose(b));
        let (a, b) = (
            Placed::<V>::new(shape_a, &pose_a),
            Placed::<V>::new(shape_b, &pose_b),
        );
        let found = match detail {
            Detail::Nothing | Detail::Boxes => Ok(Finding::Met),
            Detail::Relation => Ok(related(a, b)),
            Detail::Manifold if self.is_sensing(pair) => Ok(met(a, b)),
            Detail::Manifold => touching(a, b, self.margin),
        };
        found.unwrap_or_else(Finding::Unanswered)
    }
}

fn related<V: CastSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Finding<V> {
    match relation(a, b) {
        Relation::Disjoint => Finding::Apart,
        relation => Finding::Related(relation),
    }
}

fn met<V: CastSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Finding<V> {
    if intersects(a, b) {
        Finding::Met
    } else {
        Finding::Apart
    }
}

fn touching<V: CastSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Finding<V>, QueryError> {
    if margin == Real::ZERO && !intersects(a, b) {
        return Ok(Finding::Apart);
    }
    let manifold = manifold(a, b, margin)?;
    if margin > Real::ZERO && manifold.contacts().is_empty() {
        return Ok(Finding::Apart);
    }
    Ok(Finding::Touching(manifold))
}
